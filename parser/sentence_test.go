package parser

import (
	"strings"
	"testing"
)

// TestInOtherWords holds that a mail means a command in other words only if it says
// nothing else.
func TestInOtherWords(t *testing.T) {
	for reply, want := range map[string]string{
		"OK":                         "accept",
		"I accept!":                  "accept",
		"Yes, I accept, thanks!":     "accept",
		"Sí, acepto":                 "accept",
		"J’accepte le défi !":        "accept",
		"Hi Ana!\n\nOK, thanks!":     "accept",
		"OK\n\nBest wishes,\nBo":     "accept",
		"OK\n\nBo":                   "accept",
		"Sorry, I'm not interested.": "decline",
		"No m'interessa, gràcies.":   "decline",
		"Please remove me.":          "stop",
		"Me rindo.":                  "resign",

		"OK?":                            "",
		"OK\n\nBut only on Sundays.":     "",
		"OK\n\nDan":                      "",
		"I accept. When do we begin":     "",
		"I do not accept":                "",
		"Well\n\nI accept":               "",
		"Yes, decline":                   "",
		"accept":                         "", // a command
		"C4":                             "",
		"":                               "",
		"Thanks!":                        "",
		"OK " + strings.Repeat("x", 300): "",
	} {
		m := &Mail{Class: Person, Reply: reply}
		m.From.Name = "Bo"
		c, ok := m.InOtherWords()
		if ok != (want != "") || ok && c.Verb != want {
			t.Errorf("%q: %q %v, want %q", reply, c.Verb, ok, want)
		}
		if verb, _ := wholeSentence(strings.Split(reply, "\n")[max(c.Line, 1)-1]); ok && verb != want {
			t.Errorf("%q: it is not in line %d", reply, c.Line)
		}
	}
	for name, m := range map[string]*Mail{
		"a program":       {Class: Auto, Reply: "OK"},
		"below the quote": {Class: Person, Reply: "OK", Below: "not really"},
		"in the subject":  {Class: Person, Subject: "OK"},
	} {
		if c, ok := m.InOtherWords(); ok {
			t.Errorf("%s: %v", name, c)
		}
	}
}

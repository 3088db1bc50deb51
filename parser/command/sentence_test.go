package command

import (
	"strings"
	"testing"

	"unlurbot/parser/mime"
)

// TestInOtherWords holds that a mail means a command in other words only if it begins
// with a sentence that says nothing else.
func TestInOtherWords(t *testing.T) {
	for reply, want := range map[string]string{
		"OK":                                "accept",
		"I accept!":                         "accept",
		"Yes, I accept, thanks!":            "accept",
		"Yes I accept":                      "accept",
		"Sí, acepto":                        "accept",
		"Sí, claro":                         "accept",
		"D’accord, j’accepte":               "accept",
		"Oui, avec plaisir !":               "accept",
		"J’accepte le défi !":               "accept",
		"Sure, let's play":                  "accept",
		"Entesos!":                          "accept",
		"Hi Ana!\n\nOK, thanks!":            "accept",
		"OK\n\nBest wishes,\nBo":            "accept",
		"OK\nBest wishes,\nBo":              "accept",
		"OK\n\nBo":                          "accept",
		"OK\n\nBut only on Sundays.":        "accept\nnote: But only on Sundays.",
		"Hello Ana\n\nI accept\n\nWelcome!": "accept\nnote: Welcome!",
		"Sorry, I'm not interested.":        "decline",
		"No, I'm not interested":            "decline",
		"Sorry, no time":                    "decline",
		"No m'interessa, gràcies.":          "decline",
		"Please remove me.":                 "stop",
		"Me rindo.":                         "",

		"OK?":                                "",
		"OK\nBut only on Sundays.":           "",
		"I accept. When do we begin":         "",
		"I do not accept this":               "",
		"Well\n\nI accept":                   "",
		"Hello, not today.\n\nOK":            "",
		"Salut, pas maintenant.\n\nD'accord": "",
		"Yes, I decline":                     "",
		"Yes, stop it":                       "",
		"No, I accept":                       "",
		"Thanks, accept":                     "",
		"> OK":                               "",
		"Bo":                                 "",
		"accept":                             "", // a command
		"C4":                                 "",
		"OK\n\nC4":                           "",
		"":                                   "",
		"Thanks!":                            "",
		"OK, thanks" + strings.Repeat(", thanks", 30): "", // too long for a line that is nearly a command
	} {
		m := Message{Reply: reply, From: mime.Address{Name: "Bo"}}
		o, ok := m.InOtherWords(m.Orders())
		got := ""
		if ok {
			got = tell(o)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
		if ok && len(wholeLine(reply, o.Commands[0].Line)) == 0 {
			t.Errorf("%q: it is not in line %d", reply, o.Commands[0].Line)
		}
	}
}

// wholeLine returns the command that a line of a reply means in other words.
func wholeLine(reply string, line int) string {
	verb, _ := wholeSentence(strings.Split(reply, "\n")[line-1])
	return verb
}

package parser

import (
	"strings"
	"testing"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// In other fields what is no address is left out, and nothing makes one of it.
func TestRecipients(t *testing.T) {
	for value, want := range map[string]string{
		"unlur@example.org, Bo <bo@example.net>":                 "unlur@example.org bo@example.net",
		"Us: unlur@example.org, bo@example.net; cem@example.net": "unlur@example.org bo@example.net cem@example.net",
		"undisclosed-recipients:;":                               "",
		"Sauer, Bo <bo@example.net>, unlur@example.org,":         "bo@example.net unlur@example.org",
		"Bo, unlur@example.org":                                  "unlur@example.org",
		"'unlur@example.org', bo@example.net":                    "bo@example.net",
		"unlur@example.org <mal@example.net>":                    "mal@example.net",
		`"unlur@example.org" <mal@example.net>`:                  "mal@example.net",
		"unlur@example.org.example.net":                          "unlur@example.org.example.net",
		strings.Repeat("a", plain.MaxField-len("b,unlur@example.org")) + "b,unlur@example.org.example.net": "",
	} {
		var got []string
		for _, a := range mime.ParseAddresses(value) {
			got = append(got, a.Addr)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%.60q: %q, want %q", value, got, want)
		}
	}
}

// What a header says of its author only to some programs is not said.
func TestAuthorInDamagedHeaders(t *testing.T) {
	for header, want := range map[string]string{
		"From: bo@example.org\nSubject: x":                         "bo@example.org",
		"From : bo@example.org":                                    "bo@example.org",
		"From: bo@example.org\nFrom : mal@example.org":             "",
		"From: bo@example.org\nFROM: mal@example.org":              "",
		"From: bo@example.org\nrubbish\nFrom: mal@example.org":     "",
		"From: bo@example.org\x00":                                 "",
		"From: bo\x00@example.org":                                 "",
		"Fr\x00om: bo@example.org":                                 "",
		"From: mal@example.org\nFr\x00om: bo@example.org":          "mal@example.org",
		"From: mal@example.org,\nbo@example.org":                   "",
		"From: Mal,\nbo@example.org":                               "",
		"From: \"mal@example.org;\nx=\" <bo@example.org>":          "",
		"From: Mal\n ,\nBo <bo@example.org>":                       "",
		"Subject: x\nTo: unlur@example.net,\nFrom: bo@example.org": "bo@example.org",
	} {
		if m := ReadMail([]byte("X: y\n"+header+"\n\ngames\n"), ours); m.From.Addr != want {
			t.Errorf("%q: %+v, want %q", header, m.From, want)
		}
	}
	long := "From: bo@example.org\n" + strings.Repeat("X: y\n", mime.MaxHeaderLines) + "From: mal@example.org\n\ngames\n"
	if m := ReadMail([]byte(long), ours); m.SoleAuthor {
		t.Error("who knows what stands further down?")
	}
}

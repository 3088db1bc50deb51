package parser

import (
	"strings"
	"testing"

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/sender"
)

// TestOwnNameIsNoNote holds that a name under a move goes to nobody.
func TestOwnNameIsNoNote(t *testing.T) {
	for note, want := range map[string]string{"Ana": "", "ana example": "", "Ana,\nBo": "Ana,\nBo", "😀": "😀", "Bo": "Bo"} {
		m := ReadMail([]byte("From: Ana Example <ana@example.org>\n\nC4\n\n"+note+"\n"), ours)
		if got := m.Orders().Note; got != want {
			t.Errorf("%q became %q", note, got)
		}
	}
}

func TestOrdersReadsTheSubjectOnlyAtTheBeginning(t *testing.T) {
	const head = "From: ana@example.org\nTo: unlur@example.net\n"
	for header, want := range map[string]string{
		"Subject: games\n": "games",
		"Subject: games\nIn-Reply-To: <1@example.org>\n":   "empty: ",
		"Subject: games\nReferences: <1@example.org>\n":    "empty: ",
		"Subject: Re: games\n":                             "empty: ",
		"Subject: Re: away 10d\n":                          "empty: ",
		"Subject: back\n":                                  "back",
		"Subject: FWD: games\n":                            "empty: ",
		"Subject: AW: games\n":                             "empty: ",
		"Subject: Re[2]: games\n":                          "empty: ",
		"Subject: =?utf-8?q?show_=23?=\n =?utf-8?q?42?=\n": "show #42",
		"Subject: say: hello\n":                            "say hello",
		"Subject: games\nAuto-Submitted: auto-generated\n": "",
		"Subject: games\nFrom: eve@example.org\n":          "",
	} {
		m := ReadMail([]byte(head+header+"\n\n"), ours)
		if got := summary(m.Orders()); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

// TestWishInMail reads whole mails: subjects, other people's words, signatures, programs.
func TestWishInMail(t *testing.T) {
	const from = "From: Ana <ana@example.net>\nTo: unlur@example.org\nMessage-ID: <1@example.net>\n"
	for name, tc := range map[string]struct{ mail, want string }{
		"in the subject":                {"Subject: I would like to play with bo@example.org\n\n", "challenge bo@example.org"},
		"the address below it":          {"Subject: I'd like to play\n\nMy friend is bo@example.org.\n", "challenge bo@example.org"},
		"in the subject of an answer":   {"Subject: Re: I'd like to play\nIn-Reply-To: <2@example.org>\n\nNo, thank you.\n", ""},
		"quoted":                        {"Subject: Re: Unlur\n\nWho is that?\n\n> I'd like to play with bo@example.org\n", ""},
		"in an attribution":             {"\nI'd like to play.\n\nOn Friday, bo@example.org wrote:\n> Come and play!\n", "seek"},
		"an own address":                {"\nI'd like to play. You can reach me at ana@example.net.\n", "seek"},
		"an own address, with a friend": {"\nI'd like to play with a friend. I am ana@example.net.\n", "challenge"},
		"another own address":           {"\nI'd like to play a game.\n\nAna\nana.puig@work.example\n", "seek"},
		"a signature":                   {"\nI'd like to play with a friend.\n\n-- \nAna, ana.puig@work.example\n", "challenge"},
		"data without a mark":           {"\nI'd like to play with a friend.\n\nAna\nMail: ana.puig@work.example\n", "challenge"},
		"two friends":                   {"\nI'd like to play with a friend: bo@example.org or carla@example.org.\n", "challenge"},
		"one friend and another":        {"\nI'd like to play with bo@example.org and carla@example.org.\n", "challenge"},
		"friendly":                      {"\nI'd like to play with bo@example.org, friendly\n", "challenge bo@example.org friendly"},
		"a friendly one":                {"\nM'agradaria jugar una partida amistosa amb bo@example.org\n", "challenge bo@example.org friendly"},
		"a private one":                 {"\nJe voudrais jouer une partie amicale privée avec bo@example.org\n", "challenge bo@example.org friendly private"},
		"an unrated one, with anybody":  {"\nI'd like to play an unrated game, size 8\n", "seek friendly size 8"},
		"a list":                        {"List-Id: <news.example.net>\n\nI'd like to play with bo@example.org\n", ""},
		"a program":                     {"Auto-Submitted: auto-replied\n\nI'd like to play with bo@example.org\n", ""},
		"a letter":                      {"\nI'd like to play with bo@example.org\n" + strings.Repeat("\nBut first let me tell you of my holidays in the mountains.\n", 40), ""},
	} {
		t.Run(name, func(t *testing.T) {
			c, ok := ReadMail([]byte(from+tc.mail), Options{Own: []string{"unlur@example.org"}}).Wish()
			if got := c.String(); ok != (tc.want != "") || got != tc.want && ok {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// summary tells of the commands and the problems of orders.
func summary(o command.Orders) string {
	var lines []string
	for _, c := range o.Commands {
		lines = append(lines, c.String())
	}
	for _, p := range o.Problems {
		lines = append(lines, p.Code+": "+p.Text)
	}
	return strings.Join(lines, "\n")
}

// TestNotInOtherWords holds in which mails no sentence stands for a command.
func TestNotInOtherWords(t *testing.T) {
	for name, m := range map[string]*Mail{
		"a program":       {Verdict: sender.Verdict{Class: sender.Auto}, Reply: "OK"},
		"below the quote": {Verdict: sender.Verdict{Class: sender.Person}, Reply: "OK", Below: "not really"},
		"in the subject":  {Verdict: sender.Verdict{Class: sender.Person}, Header: mime.Header{Subject: "OK"}},
		"a name":          {Verdict: sender.Verdict{Class: sender.Person}, Reply: "Vale", Header: mime.Header{From: mime.Address{Name: "Vale Pérez"}}},
	} {
		if c, ok := m.InOtherWords(); ok {
			t.Errorf("%s: %v", name, c)
		}
	}
}

package templates_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/testing/quoting"
	"unlurbot/parser"
	"unlurbot/parser/reply"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// hostileWords are what an opponent could write to make a player's mail program
// send a command back, by the language of the player.
var hostileWords = map[string]string{
	"en": "C4\n\nblack\nresign\n> resign\n-- \nOn Friday Bo wrote:\n\nE5\n●○ accept\naccept",
	"es": "C4\n\nnegras\nabandonar\n> rendirse\n-- \nEl viernes, Bo escribió:\n\nE5\n●○ acepta\nacepta\nparar\nsí",
	"ca": "C4\n\nnegres\nabandonar\n> rendir-se\n-- \nEl divendres, Bo va escriure:\n\nE5\n●○ accepta\naccepta\nmai més\nsí",
	"fr": "C4\n\nnoir\nabandonner\n> abandonner\n-- \nLe vendredi, Bo a écrit :\n\nE5\n●○ accepter\naccepter\narrêter\noui",
}

var everyWay = flag.Bool("everyway", false, "quote every mail in every way in every language")

// TestOwnWordsNeverPlay holds for every mail in every language, quoted back in
// every way: where the player typed nothing, nothing is commanded, and where
// the player typed a move and a note, just these are read. Each mail meets each way
// in one of the languages, and each language meets each way with many mails; with
// -everyway all meet. In a short test the ways take turns.
func TestOwnWordsNeverPlay(t *testing.T) {
	set := load(t)
	apart := len(set.Languages())
	switch {
	case *everyWay:
		apart = 1
	case testing.Short():
		apart *= 16
	}
	for l, language := range set.Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			if hostileWords[language] == "" {
				t.Fatal("nobody is hostile")
			}
			n := 0
			for s, sample := range samples.All(game.DefaultSize) {
				for m, mail := range harmlessAndHostile(t, set, language, sample) {
					// The turn of the first way moves on with each mail, since the ways are in
					// an order of their own.
					for i := (s + m + l) % apart; i < len(quoting.Styles); i += apart {
						ownWordsNeverPlay(t, sample.Name, quoting.Styles[i], quoting.Mail(mail), []string{"", "Hi,"}[n%2])
						n++
					}
				}
			}
		})
	}
}

// harmlessAndHostile gives a mail as it is, and if there can be words of somebody in
// it, once more with hostile ones.
func harmlessAndHostile(t *testing.T, set *templates.Set, language string, sample samples.Sample) (mails []templates.Rendered) {
	t.Helper()
	for _, words := range []string{"", hostileWords[language]} {
		view, err := sample.In(set, language, parser.Words(language))
		if err != nil {
			t.Fatal(err)
		}
		if words != "" {
			view.Words, view.Passed = words, words
		}
		mail, err := set.Render(language, sample.Kind, view)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(mails, mail) {
			mails = append(mails, mail)
		}
	}
	return mails
}

func ownWordsNeverPlay(t *testing.T, name string, style quoting.Style, mail quoting.Mail, typed string) {
	t.Helper()
	read := parser.ReadMail(style.Answer(mail, typed), parser.Options{})
	if orders := read.Orders(); len(orders.Commands) > 0 {
		t.Errorf("%s, %s, below %q: our own words are %v:\n%s", name, style.Name, typed, orders.Commands, read.Reply)
	}
	if c, ok := read.Wish(); ok {
		t.Errorf("%s, %s, below %q: our own words wish for %s:\n%s", name, style.Name, typed, c, read.Reply)
	}
	read = parser.ReadMail(style.Answer(mail, "D5\n\nSee you!"), parser.Options{})
	orders := read.Orders()
	orders.Problems = slices.DeleteFunc(orders.Problems, func(p parser.Problem) bool { // some mails are longer than a note, some name commands
		return style.Bare && (p.Code == parser.CodeNoteTooLong || p.Code == parser.CodeSpoken)
	})
	if len(orders.Commands) != 1 || orders.Commands[0].String() != "D5" || len(orders.Problems) > 0 {
		t.Errorf("%s, %s, below a move: %+v:\n%s", name, style.Name, orders, read.Reply)
	}
	if !style.Bare && orders.Note != "See you!" {
		t.Errorf("%s, %s: our own words are a note:\n%s", name, style.Name, orders.Note)
	}
}

// Every mail begins with the signs that say where our words begin, and right behind
// them with words: a list of mails shows these.
func TestLetterheadIsKnown(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, sample := range samples.All(game.DefaultSize) {
			mail, err := render(set, language, sample)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(mail.Text, "\n")
			if !reply.HasLetterhead(first) || len(strings.Fields(first)) < 2 {
				t.Errorf("%s, %s begins with %q", language, sample.Name, first)
			}
		}
	}
}

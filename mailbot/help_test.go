package mailbot_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/parser"
	"unlurbot/templates"
)

// What can stand behind a command is a topic in every language.
func TestHelpOnOptionsInAllLanguages(t *testing.T) {
	words := []string{}
	for _, options := range []map[string]orders.Option{orders.ChallengeOptions, orders.SeekOptions} {
		words = append(words, slices.Sorted(maps.Keys(options))...)
	}
	for _, s := range club.Settings {
		words = append(words, s.Key)
	}
	for _, language := range parser.Languages() {
		for _, word := range words {
			if word == "count" && language == "fr" {
				continue // "nombre" is a name in Spanish
			}
			want, ok := orders.TopicOn(word, templates.Default)
			if !ok {
				t.Errorf("nothing explains %s", word)
			}
			asked := parser.Say(orders.Help, language) + " " + parser.Words(language).Option(word)
			read := parser.ReadOrders(asked, "")
			if len(read.Commands) != 1 || len(read.Commands[0].Args) != 1 || len(read.Problems) > 0 {
				t.Errorf("%s is read as %+v", asked, read)
				continue
			}
			if topic, ok := orders.TopicOn(read.Commands[0].Args[0], language); !ok || topic.Verb != want.Verb {
				t.Errorf("%s explains %q, want %s", asked, topic.Verb, want.Verb)
			}
		}
	}
}

// A command without what must stand behind it says what that is, with an example;
// results need nothing, and are one's own.
func TestBareCommandsAskForTheRest(t *testing.T) {
	t.Parallel()
	for bare, want := range map[string]string{
		"away":      "like this: away 10d",
		"limit":     "like this: limit 3",
		"limit 0":   "like this: limit 3",
		"address":   "like this: address add ana@example.net",
		"challenge": "like this: challenge ana@example.org",
		"preview":   "like this: preview C4 D5 E6",
		"results":   "You haven't finished a game yet",
	} {
		b := bottest.New(t)
		ana := b.Person("ana@example.org")
		b.Begin(ana, b.Person("bo@example.net"))
		ana.Replies(bare)
		if answer := strings.Join(strings.Fields(ana.Last().Text), " "); !strings.Contains(answer, want) {
			t.Errorf("%s is answered with\n%s", bare, answer)
		}
	}
}

// Where there is no end to the games of a player, none is named.
func TestLimitWithoutEnd(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.GenerousLimits })
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Replies("limit 0")
	if answer := flat(ana.Last()); !strings.Contains(answer, "1 or more") || strings.Contains(answer, "1073741824") {
		t.Errorf("limit 0 is answered with\n%s", answer)
	}
}

// Who runs the bot is named in every mail, also in that to somebody new.
func TestRunByStandsBelow(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.RunBy = "the chess club of Girona" })
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	for who, mails := range b.Mails {
		for _, m := range mails {
			if !strings.HasSuffix(flat(m), " Run by the chess club of Girona.") {
				t.Errorf("to %s:\n%s", who, m.Text)
			}
		}
	}
}

// Several games that fit are told apart by how they stand.
func TestWhichGameShowsThem(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	b.Begin(ana, b.Person("carla@example.org"))
	ana.WritesUnproven("show")
	if answer := ana.Last().Text; !strings.Contains(answer, "\n  #1  bo     your turn, ") || !strings.Contains(answer, "\n  #2  carla  your turn, ") {
		t.Errorf("show is answered with\n%s", answer)
	}
}

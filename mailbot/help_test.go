package mailbot

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"unlurbot/parser"
	"unlurbot/templates"
)

// What players ask about, in words that are no commands, and the command or the
// topic that explains it.
func TestHelpOnOtherWords(t *testing.T) {
	for asked, want := range map[string]string{
		"help pace": "pace", "help clock": "pace", "help time": "pace",
		"help rating": "rating", "help ratings": "rating", "help friendly": "rating",
		"help size": "challenge", "help private": "challenge", "help match": "challenge",
		"help zone": "set", "help set zone": "set", "help weekends": "set", "help set": "set",
		"help pass": "black", "help E5": "move", "help unsubscribe": "stop", "help holidays": "away",
		"ajuda idioma": "set", "ayuda lengua": "set", "aide langue": "set", "aide régler langue": "set", "ajuda ajusta zona": "set", "ajuda zona horària": "set",
		"ayuda jugar": "move", "ayuda jugada": "move", "aide pion": "move", "ajuda casella": "move", "ayuda ritmo": "pace", "aide pendule": "pace", "ajuda rellotge": "pace",
		"ayuda puntuación": "rating", "aide amicale": "rating", "ajuda baixa": "stop", "ayuda abandona": "resign", "ayuda invitación": "challenge", "ajuda mida": "challenge",
		"aide vacances": "away", "ajuda plans": "forget ifs", "ayuda plan": "if", "ayuda nunca más": "never", "aide effacer données": "forget", "ajuda esborra plans": "forget ifs",
		"help forget ifs": "forget ifs", "help ifs": "forget ifs", "help forget me": "forget", "help set colour": "set",
	} {
		orders := parser.ReadOrders(asked, "")
		if len(orders.Commands) != 1 || len(orders.Commands[0].Args) != 1 {
			t.Errorf("%s is read as %+v", asked, orders)
			continue
		}
		if topic, ok := topicOn(orders.Commands[0].Args[0], templates.Default); !ok || topic.Verb != want {
			t.Errorf("%s explains %q, want %s", asked, topic.Verb, want)
		}
	}
	if topic, ok := topicOn("chess", templates.Default); ok {
		t.Errorf("there is help on chess: %v", topic)
	}
}

// Every other word for a topic leads to one, and is none itself.
func TestOtherTopicsLead(t *testing.T) {
	for word, want := range otherTopics {
		_, isCommand := lookUp(word)
		if topic, ok := topicOn(word, templates.Default); !ok || topic.Verb != want || isCommand {
			t.Errorf("%s leads to %q, not to %s", word, topic.Verb, want)
		}
	}
}

// What stands behind a command is a topic in every language, and so is each command.
func TestHelpOnWordsOfAllLanguages(t *testing.T) {
	asks := func(language, english, want string) {
		t.Helper()
		asked := parser.Say(helpCommand.verb, language) + " " + english
		orders := parser.ReadOrders(asked, "")
		if len(orders.Commands) != 1 || len(orders.Commands[0].Args) != 1 || len(orders.Problems) > 0 {
			t.Errorf("%s is read as %+v", asked, orders)
			return
		}
		if topic, ok := topicOn(orders.Commands[0].Args[0], language); !ok || topic.Verb != want {
			t.Errorf("%s explains %q, want %s", asked, topic.Verb, want)
		}
	}
	for _, language := range parser.Languages() {
		for _, c := range commands {
			if c.verb != verbMove { // "jouer", which says it, is no line of its own
				asks(language, parser.Say(c.verb, language), c.verb)
			}
		}
		for _, options := range []map[string]option{challengeOptions, seekOptions} {
			for word := range options {
				if word == "count" && language == "fr" {
					continue // "nombre" is a name in Spanish
				}
				asks(language, parser.Option(word, language), cmp.Or(otherTopics[word], word))
			}
		}
		for _, s := range settings {
			asks(language, parser.Option(s.key, language), setCommand.verb)
		}
	}
}

// Every topic has words in every language, and nothing else has; so has each line of
// the help.
func TestHelpHasWords(t *testing.T) {
	set, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, c := range commands {
		want = append(want, "help "+c.verb)
	}
	for _, topic := range furtherTopics {
		want = append(want, "help "+topic.verb)
		for _, example := range topic.examples {
			if orders := parser.ReadOrders(example, ""); len(orders.Commands) != 1 || len(orders.Problems) > 0 {
				t.Errorf("%s: the example %q is read as %+v", topic.verb, example, orders)
			}
		}
	}
	for _, g := range groups {
		want = append(want, "heading "+string(g))
	}
	for _, language := range set.Languages() {
		pieces := set.Pieces(language)
		for _, p := range want {
			if !slices.Contains(pieces, p) {
				t.Errorf("%s: no words for %s", language, p)
			}
		}
		for _, p := range pieces {
			if kind, _, _ := strings.Cut(p, " "); (kind == "help" || kind == "heading") && !slices.Contains(want, p) {
				t.Errorf("%s: words for %s, which nobody can ask for", language, p)
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
		"results":   "You have not finished any game yet",
	} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		h.reply("ana@example.org", bare)
		if answer := strings.Join(strings.Fields(h.last("ana@example.org").Text), " "); !strings.Contains(answer, want) {
			t.Errorf("%s is answered with\n%s", bare, answer)
		}
	}
}

// Where there is no end to the games of a player, none is named.
func TestLimitWithoutEnd(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Limits = GenerousLimits
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "limit 0")
	if answer := h.last("ana@example.org").Text; !strings.Contains(answer, "1 or more") || strings.Contains(answer, "1073741824") {
		t.Errorf("limit 0 is answered with\n%s", answer)
	}
}

// Who runs the bot is named in every mail, also in that to somebody new.
func TestRunByStandsBelow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.RunBy = "the chess club of Girona"
	h.begin("ana@example.org", "bo@example.net")
	for who, mails := range h.mails {
		for _, m := range mails {
			if !strings.HasSuffix(m.Text, "\n  Run by:  the chess club of Girona\n") {
				t.Errorf("to %s:\n%s", who, m.Text)
			}
		}
	}
}

// Several games that fit are told apart by how they stand.
func TestWhichGameShowsThem(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.begin("ana@example.org", "carla@example.org")
	h.write(note{from: "ana@example.org", body: "show"})
	if answer := h.last("ana@example.org").Text; !strings.Contains(answer, "\n  #1  bo, size 6. Your turn") || !strings.Contains(answer, "\n  #2  carla, size 6. Your turn") {
		t.Errorf("show is answered with\n%s", answer)
	}
}

package orders

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"unlurbot/parser"
	"unlurbot/templates"
)

// What help shows as an example is read as that command, and every command
// stands once in one line of the help, or is a word behind one that does.
func TestExamplesAreRead(t *testing.T) {
	once := map[string]bool{}
	for _, c := range Table {
		if once[c.Verb] {
			t.Errorf("%s is there twice", c.Verb)
		}
		once[c.Verb] = true
		listed := slices.Contains(Groups, c.Group)
		if verb, _, behind := strings.Cut(c.Verb, " "); behind && c.Group == "" {
			_, listed = LookUp(verb)
		}
		if !listed || len(c.Examples) == 0 {
			t.Errorf("%s: group %q, %d examples", c.Verb, c.Group, len(c.Examples))
		}
		for _, example := range c.Examples {
			read := parser.ReadOrders(example, "")
			if len(read.Commands) != 1 || NameOf(read.Commands[0]) != c.Verb || len(read.Problems) > 0 || read.Note != "" {
				t.Errorf("%s: the example %q is read as %+v", c.Verb, example, read)
			}
		}
	}
}

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
		read := parser.ReadOrders(asked, "")
		if len(read.Commands) != 1 || len(read.Commands[0].Args) != 1 {
			t.Errorf("%s is read as %+v", asked, read)
			continue
		}
		if topic, ok := TopicOn(read.Commands[0].Args[0], templates.Default); !ok || topic.Verb != want {
			t.Errorf("%s explains %q, want %s", asked, topic.Verb, want)
		}
	}
	if topic, ok := TopicOn("chess", templates.Default); ok {
		t.Errorf("there is help on chess: %v", topic)
	}
}

// Every other word for a topic leads to one, and is none itself.
func TestOtherTopicsLead(t *testing.T) {
	for word, want := range otherTopics {
		_, isCommand := LookUp(word)
		if topic, ok := TopicOn(word, templates.Default); !ok || topic.Verb != want || isCommand {
			t.Errorf("%s leads to %q, not to %s", word, topic.Verb, want)
		}
	}
}

// Each command is a topic in every language.
func TestHelpOnCommandsInAllLanguages(t *testing.T) {
	for _, language := range parser.Languages() {
		for _, c := range Table {
			if c.Verb == Move { // "jouer", which says it, is no line of its own
				continue
			}
			asked := parser.Say(Help, language) + " " + parser.Say(c.Verb, language)
			read := parser.ReadOrders(asked, "")
			if len(read.Commands) != 1 || len(read.Commands[0].Args) != 1 || len(read.Problems) > 0 {
				t.Errorf("%s is read as %+v", asked, read)
				continue
			}
			if topic, ok := TopicOn(read.Commands[0].Args[0], language); !ok || topic.Verb != c.Verb {
				t.Errorf("%s explains %q, want %s", asked, topic.Verb, c.Verb)
			}
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
	for _, c := range Table {
		want = append(want, "help "+c.Verb)
	}
	for _, topic := range furtherTopics {
		want = append(want, "help "+topic.Verb)
		for _, example := range topic.Examples {
			if read := parser.ReadOrders(example, ""); len(read.Commands) != 1 || len(read.Problems) > 0 {
				t.Errorf("%s: the example %q is read as %+v", topic.Verb, example, read)
			}
		}
	}
	for _, g := range Groups {
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

// TestExamplesInAllLanguages holds that each example that help shows is read as that
// command, in the words of the language and in no others.
func TestExamplesInAllLanguages(t *testing.T) {
	for _, language := range parser.Languages() {
		for _, c := range Table {
			topic := c.topicIn(language)
			if len(topic.Examples) != len(c.Examples) {
				t.Errorf("%s, %s: %d examples, want %d", language, c.Verb, len(topic.Examples), len(c.Examples))
			}
			for i, example := range topic.Examples {
				read := parser.ReadOrders(example, "")
				if len(read.Commands) != 1 || NameOf(read.Commands[0]) != c.Verb || len(read.Problems) > 0 || read.Note != "" {
					t.Errorf("%s, %s: the example %q is read as %+v", language, c.Verb, example, read)
					continue
				}
				if in := read.Commands[0].In(language); in != example && !strings.HasPrefix(example, "#") {
					t.Errorf("%s, %s: the example %q should be %q", language, c.Verb, example, in)
				}
				if _, own := ownExamples[c.Verb]; own {
					continue
				}
				if plain := read.Commands[0].String(); plain != parser.ReadOrders(c.Examples[i], "").Commands[0].String() {
					t.Errorf("%s, %s: the example %q is %q", language, c.Verb, example, plain)
				}
			}
		}
	}
	for verb, own := range ownExamples {
		if _, ok := LookUp(verb); !ok || !slices.Equal(slices.Sorted(maps.Keys(own)), slices.Sorted(slices.Values(parser.Languages()[1:]))) {
			t.Errorf("examples of %q are in %d languages", verb, len(own))
		}
	}
}

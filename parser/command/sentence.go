package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// InOtherWords reads a message that begins with a sentence which means a command. Asked
// are its orders, which only ask about that sentence.
func (m Message) InOtherWords(asked Orders) (o Orders, ok bool) {
	if len(asked.Commands) > 0 || len(asked.Problems) != 1 || asked.Problems[0].Code != CodeNear || asked.Problems[0].Line == 0 || m.Below != "" {
		return Orders{}, false
	}
	r := newOrderReader(m.Reply, "")
	at := r.skipBlank(0)
	for at < len(r.lines) && isPlainHello(r.lines[at]) {
		at = r.skipBlank(at + 1)
	}
	if at == len(r.lines) || m.signs(r.lines[at]) { // "Vale" is a name too
		return Orders{}, false
	}
	verb, ok := wholeSentence(r.lines[at])
	if !ok {
		return Orders{}, false
	}
	r.orders.Commands = []Command{{Verb: verb, Args: []string{}, Line: at + 1}}
	if next := r.skipBlank(at + 1); next < len(r.lines) {
		if below := strings.Join(r.lines[next:], "\n"); next == at+1 && !isClosing(below) && !m.signs(below) {
			return Orders{}, false // the sentence may go on
		}
		r.note(next)
	}
	return m.unsigned(r.orders), true
}

// isPlainHello reports whether a line is a greeting beyond doubt: "Hello, not today" is
// none.
func isPlainHello(line string) bool { return IsGreeting(line) && isPlainGreeting(line) }

// sentenceCommand returns the command that a line means in other words: "I accept!",
// "Me rindo." A sentence of several words may have others behind it, and one that gives the game up anything at all:
// "Abandono, gracias por la partida".
func sentenceCommand(line string) (verb string, ok bool) {
	if verb, ok = wholeSentence(line); ok || !maySay(line) {
		return verb, ok
	}
	text, _ := cutPolite(plain.Fold(line))
	if first, rest, found := strings.Cut(text, ","); found && slices.Contains(yesWords, plain.Phrase(first)) {
		text = rest
	}
	if end := strings.IndexAny(text, ".!。"); end > 0 {
		if words := plain.Phrase(text[:end]); strings.Contains(words, " ") {
			verb, ok = sentences[words]
		}
	}
	if end := strings.IndexAny(text, ".!。,;:"); !ok && end > 0 && sentences[plain.Phrase(text[:end])] == "resign" {
		verb, ok = "resign", true
	}
	return verb, ok
}

// sentenceInGame returns the command that a line means in other words, if it names a game:
// "#43 I resign", "acepto el reto #43".
func sentenceInGame(line string) (Command, bool) {
	game, rest := phrase{folded: plain.Fold(line), written: plain.Visible(line)}.takeGame()
	verb, ok := wholeSentence(strings.TrimRight(rest.folded, "?. "))
	if game == "" || !ok {
		return Command{}, false
	}
	return Parse(game + " " + verb)
}

// wholeSentence returns the command that a line means in other words, if it says
// nothing else.
func wholeSentence(line string) (verb string, ok bool) {
	if !maySay(line) {
		return "", false
	}
	if verb = thumb(line); verb == "" {
		text, _ := cutPolite(plain.Fold(line))
		verb = meaning(text)
	}
	return verb, verb != ""
}

// thumb returns yes or no for a line that is nothing but a picture which says so, "" for
// any other line.
func thumb(line string) (verb string) {
	for _, r := range line {
		said := ""
		switch {
		case strings.ContainsRune("👍👌✅✔🆗☑", r):
			said = "yes"
		case r == '👎':
			said = "no"
		case r == 0xFE0F || r == 0x200D || 0x1F3FB <= r && r <= 0x1F3FF || strings.ContainsRune(" \t.!", r): // how it looks
			continue
		}
		if said == "" || verb != "" && verb != said {
			return ""
		}
		verb = said
	}
	return verb
}

// maySay reports whether a line can mean a command in other words: a question and
// somebody else's words don't.
func maySay(line string) bool {
	return len(line) <= maxNear && !strings.Contains(line, "?") && !plain.IsQuoted(line)
}

// meaning returns the command that a text means, "" for none. Polite words may stand
// before it, yes and no where they say the same, and another text of the same meaning:
// "Please remove me", "Sí, acepto", "OK, let's play".
func meaning(text string) (verb string) {
	if verb, ok := sentences[plain.Phrase(text)]; ok {
		return verb
	}
	first, rest, comma := strings.Cut(text, ",")
	if !comma {
		first, rest, _ = strings.Cut(text, " ")
	}
	words := plain.Phrase(first)
	switch before := sentences[words]; {
	case politeness[words]:
		return sentences[plain.Phrase(rest)] // not "Thanks, accept"
	case slices.Contains(yesWords, words) && saysToo(rest, "accept"):
		return "accept"
	case slices.Contains(noWords, words) && saysToo(rest, "decline"):
		return "decline"
	case slices.Contains(yesWords, words) && saysToo(rest, "yes"):
		return "yes"
	case slices.Contains(noWords, words) && saysToo(rest, "no"):
		return "no"
	case comma && before != "" && saysToo(rest, before):
		return before
	}
	return ""
}

// saysToo reports whether a text is the word for a command, or means it.
func saysToo(text, verb string) bool {
	v, known := verbOf(plain.Unaccented(plain.Phrase(text)))
	return known && v.name == verb || meaning(text) == verb
}

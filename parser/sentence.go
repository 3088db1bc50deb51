package parser

import (
	"slices"
	"strings"
)

// sentences gives the command that each sentence means which is none: "I accept".
var sentences = indexSentences()

func indexSentences() map[string]string {
	index := map[string]string{}
	for verb, field := range map[string]func(*tongue) string{
		"accept":  func(l *tongue) string { return l.accept },
		"decline": func(l *tongue) string { return l.decline },
		"resign":  func(l *tongue) string { return l.resign },
		"stop":    func(l *tongue) string { return l.stop },
	} {
		for s := range wordSet(field) {
			index[s] = verb
		}
	}
	return index
}

// InOtherWords returns the command that a person's mail means which says just that in
// other words, with at most a greeting above them and a name below: "I accept, thanks!",
// "No acepto.", "Please stop." Orders only asks about these, since alone they are nothing
// certain; somebody who has asked a question can take them for its answer.
func (m *Mail) InOtherWords() (c Command, ok bool) {
	if o := m.Orders(); len(o.Commands) > 0 || len(o.Problems) != 1 || o.Problems[0].Line == 0 || m.Below != "" {
		return Command{}, false
	}
	r := newOrderReader(m.Reply, "")
	for at, line := range r.lines[:r.skipGreeting()+1] {
		if verb, ok := wholeSentence(line); ok {
			below := strings.TrimSpace(strings.Join(r.lines[at+1:], "\n"))
			return Command{Verb: verb, Args: []string{}, Line: at + 1}, below == "" || isClosing(below) || m.signs(below)
		}
	}
	return Command{}, false
}

// sentenceCommand returns the command that a line means in other words: "I accept!",
// "Me rindo." A sentence of several words may have others behind it.
func sentenceCommand(line string) (verb string, ok bool) {
	if verb, ok = wholeSentence(line); ok || !maySay(line) {
		return verb, ok
	}
	text := cutFront(unthanked(line))
	if end := strings.IndexAny(text, ".!。"); end > 0 {
		if words := plainWords(text[:end]); strings.Contains(words, " ") {
			verb, ok = sentences[words]
		}
	}
	return verb, ok
}

// wholeSentence returns the command that a line means in other words, if it says
// nothing else.
func wholeSentence(line string) (verb string, ok bool) {
	if !maySay(line) {
		return "", false
	}
	text := unthanked(line)
	if verb, ok = sentences[plainWords(text)]; ok {
		return verb, true
	}
	text = cutFront(text)
	if verb, ok = sentences[plainWords(text)]; ok {
		return verb, true
	}
	if v, known := verbOf(unaccented(plainWords(text))); known && v.name == "accept" && beginsWithYes(line) {
		return v.name, true // "Sí, acepto"
	}
	return "", false
}

// maySay reports whether a line can mean a command in other words: a question and
// somebody else's words don't.
func maySay(line string) bool {
	return len(line) <= maxNear && !strings.Contains(line, "?") && !isQuoted(line)
}

// unthanked returns a line without the polite words at its end.
func unthanked(line string) string {
	text, _ := cutPolite(fold(line))
	return text
}

// cutFront takes yes, and polite words, off the front of a sentence: "Yes, I accept",
// "Sorry, not interested", "Please remove me".
func cutFront(text string) string {
	first, rest, found := strings.Cut(text, ",")
	if found && (isPolite(first) || slices.Contains(yesWords, plainWords(first))) {
		return rest
	}
	if first, rest, _ = strings.Cut(text, " "); isPolite(first) {
		return rest
	}
	return text
}

// beginsWithYes reports whether a line is "yes" with something else behind a comma.
func beginsWithYes(line string) bool {
	first, _, found := strings.Cut(fold(line), ",")
	return found && slices.Contains(yesWords, plainWords(first))
}

package command

import (
	"strings"

	"unlurbot/parser/plain"
)

// IsChat reports whether a message holds nothing but what players say to each other:
// "Thanks!", "Good move, Bo.", a picture that smiles. It can mean no command.
func (m Message) IsChat() bool {
	const longest = 300 // bytes
	text := plain.Clean(m.Reply)
	if len(text) > longest || m.Below != "" {
		return false
	}
	said := false
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "" || said && (m.signs(line) || isNameWord(line)): // below it
		case thumb(line) == "yes", chatters(line):
			said = true
		case isPlainHello(line), said && closings[plain.Phrase(line)]:
		default:
			return false
		}
	}
	return said
}

// chatters reports whether a line holds such phrases alone, with marks between them,
// and perhaps a name behind one: "Thanks, Bo! Well played."
func chatters(line string) bool {
	if plain.IsQuoted(line) || strings.Contains(line, "?") {
		return false
	}
	said := false
	for phrase := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(",.!;:…-–—()", r) }) {
		words := plain.Phrase(phrase)
		switch {
		case words == "":
		case chats[words] || politeness[words]:
			said = true
		case said && isNameWord(phrase): // "Thanks, Bo!"
		default:
			return false
		}
	}
	return said
}

// isNameWord reports whether a phrase is one word with a capital.
func isNameWord(phrase string) bool {
	phrase = strings.TrimSpace(phrase)
	return !strings.Contains(phrase, " ") && !beginsSmall(phrase) && len(cellsIn(phrase)) == 0 && !IsCommand(phrase)
}

// AsksWho reports whether one of the sentences of a message asks who writes, and what for:
// "Hello, who are you?" An invitation is answered so by somebody who knows nothing of us.
func (m Message) AsksWho() bool { return m.hasSentence(whos) }

// IsStuck reports whether one of the sentences of a message says that its writer doesn't know the
// answer to a task, or wants the next one: "What's the answer?", "Skip this one, please."
func (m Message) IsStuck() bool { return m.hasSentence(stucks) }

// WantsNext reports whether one of them says that its writer wants another task.
func (m Message) WantsNext() bool { return m.hasSentence(nexts) }

// hasSentence reports whether one of the sentences of a message, or a clause, is one of a list.
func (m Message) hasSentence(list map[string]bool) bool {
	for sentence := range strings.FieldsFuncSeq(plain.Clean(m.Reply), func(r rune) bool { return strings.ContainsRune(".,;!?¿¡…\n", r) }) {
		if !plain.IsQuoted(sentence) && list[plain.Phrase(sentence)] {
			return true
		}
	}
	return false
}

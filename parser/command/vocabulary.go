package command

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/parser/plain"
)

// isClosing reports whether a note is nothing but the end of a mail: "Best
// regards,", and a name below it.
func isClosing(note string) bool {
	const most, longest = 3, 200 // lines with the name, bytes
	if len(note) > longest {
		return false
	}
	lines := slices.DeleteFunc(strings.Split(note, "\n"), plain.IsBlank)
	if len(lines) == 0 || len(lines) > most || !closings[plain.Phrase(lines[0])] {
		return false
	}
	named := func(line string) bool {
		return !strings.ContainsFunc(line, unicode.IsDigit) && !slices.ContainsFunc(strings.Fields(line), beginsSmall)
	}
	return !slices.ContainsFunc(lines[1:], func(line string) bool { return !named(line) }) &&
		(len(lines) > 1 || strings.HasSuffix(strings.TrimSpace(note), ","))
}

// cutPolite takes polite words off the end of a text: "C4, thanks!" is C4. A
// blank or a comma must part them from what they follow; "C4(thanks)" is left
// to be asked about.
func cutPolite(text string) (head string, found bool) {
	const longest, mostWords = 200, 5 // bytes, words of a phrase
	isInside := func(r rune) bool { return !plain.IsRightEdge(r) }
	head = text
	for len(text) <= longest {
		end := strings.TrimRightFunc(head, plain.IsRightEdge)
		start, phrase := -1, "" // of the longest phrase at the end, and the words that are looked at
		for rest, n := end, 0; rest != "" && n < mostWords; n++ {
			before := strings.TrimRightFunc(rest, isInside)
			word := strings.ToLower(rest[len(before):])
			if n == 0 && !politeEnds[word] {
				break // nearly all lines
			}
			if phrase = strings.TrimSpace(word + " " + phrase); politeness[phrase] {
				start = len(before)
			}
			rest = strings.TrimRightFunc(before, plain.IsRightEdge)
		}
		if start < 0 {
			break
		}
		before := strings.TrimRightFunc(end[:start], plain.IsRightEdge)
		if before != "" && !strings.ContainsAny(end[len(before):start], " ,、") {
			break
		}
		head, found = before, true
	}
	return head, found
}

// isPolite reports whether a text holds polite words and nothing else.
func isPolite(text string) bool {
	head, found := cutPolite(text)
	return found && head == ""
}

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
	const longest = 200 // bytes
	head = text
	for len(text) <= longest {
		end := strings.TrimRightFunc(head, plain.IsRightEdge)
		start := politeStart(end)
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

// politeStart returns where the longest polite phrase at the end of a text
// begins, -1 if there is none.
func politeStart(text string) int {
	const mostWords = 5
	best, words := -1, ""
	for end, n := len(text), 0; end > 0 && n < mostWords; n++ {
		start := len(strings.TrimRightFunc(text[:end], func(r rune) bool { return !plain.IsRightEdge(r) }))
		word := strings.ToLower(text[start:end])
		if n == 0 {
			if words = word; !politeEnds[word] {
				break // nearly all lines
			}
		} else {
			words = word + " " + words
		}
		if politeness[words] {
			best = start
		}
		end = len(strings.TrimRightFunc(text[:start], plain.IsRightEdge))
	}
	return best
}

// isPolite reports whether a text holds polite words and nothing else.
func isPolite(text string) bool {
	head, found := cutPolite(text)
	return found && head == ""
}

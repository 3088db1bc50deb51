package reply

import (
	"math/bits"
	"strings"

	"unlurbot/parser/plain"
)

// outlookRule is the length of the line of underscores that Outlook draws above
// an older mail.
const outlookRule = 32

// isOutlookRule reports whether a lowered line is that rule.
func isOutlookRule(line string) bool {
	return len(line) == outlookRule && strings.Trim(line, "_") == ""
}

// isSeparator reports whether everything below a lowered line is an older mail:
// "-----Original Message-----" or "Begin forwarded message:".
func isSeparator(line string) bool {
	return strings.HasPrefix(line, "-----begin pgp ") || isTitle(line, &book.titles) || isForward(line)
}

// isForward reports whether a lowered line is the title above a mail that is
// passed on.
func isForward(line string) bool { return isTitle(line, &book.forwards) }

// isTitle reports whether a lowered line is one of the titles.
func isTitle(line string, titles *phrases) bool {
	if len(line) > maxAttribution {
		return false
	}
	title := strings.TrimLeft(line, "-=_*~#| ")
	rest, found := titles.cut(title)
	if !found {
		return false
	}
	rest = strings.TrimSpace(strings.TrimRight(rest, "*_| "))
	if drawn := strings.Trim(line[:len(line)-len(title)], "*~#| "); len(drawn) < 2 {
		return drawn == "" && rest == ":" // Apple Mail draws nothing
	}
	// What follows the title are dashes, with a name before them or, where a line
	// end was lost, the mail behind them.
	return rest == "" || strings.IndexByte("-=_:", rest[len(rest)-1]) >= 0 || strings.HasPrefix(rest, "--")
}

// isRule reports whether a lowered line is only drawn: "-----", "* * *".
func isRule(line string) bool {
	const shortest = 3
	return len(line) >= shortest && strings.Trim(line, string(line[0])+" ") == "" && strings.IndexByte("-_=*~#", line[0]) >= 0
}

// label is a field of a printed header.
type label uint8

const (
	labelNone label = iota
	labelFrom
	labelDate
	labelTo
	labelSubject
	labelOther
)

// fields is a set of labels.
type fields uint8

func (f fields) has(l label) bool { return f&(1<<l) != 0 }

// isHeaderBlock reports whether lines begin with the printed header of an older
// mail. Long values may be broken, the labels may stand on lines of their own,
// and there may be empty lines between them.
func isHeaderBlock(lines []string) bool {
	const most, mostOther = 12, 2 // lines, and those in a row that are no field
	first, rest := headerLabel(lines[0])
	if first == labelNone {
		return false
	}
	seen := fields(1<<first) | labelsWithin(rest)
	address := strings.Contains(rest, "@")
	other, gap := 0, false
	for _, line := range lines[1:min(len(lines), most)] {
		if plain.IsBlank(line) {
			gap = true
			continue
		}
		field, value := headerLabel(line)
		if field == labelNone {
			if other++; gap || other > mostOther || plain.IsQuoted(line) {
				break
			}
			continue
		}
		other, gap = 0, false
		seen |= 1 << field
		address = address || strings.Contains(value, "@")
	}
	const always = 1<<labelFrom | 1<<labelDate | 1<<labelTo | 1<<labelSubject // in every mail
	switch {
	case bits.OnesCount8(uint8(seen&always)) >= 3:
		return seen.has(labelFrom) || seen.has(labelDate) && address
	case first == labelFrom:
		return seen.has(labelDate)
	default:
		return first == labelDate && seen.has(labelTo) && address
	}
}

// isNotesHead reports whether lines begin with the head that Lotus Notes prints
// above an older mail: who wrote it and when, and then the names of the fields
// without colons on lines of their own.
func isNotesHead(lines []string) bool {
	const most, longest = 14, 80 // lines, bytes of the first
	if first := lines[0]; len(first) > longest || !strings.Contains(first, "@") && !datesIn(first).full {
		return false
	}
	var seen fields
	for _, line := range lines[1:min(len(lines), most)] {
		if len(line) <= longestLabel {
			seen |= 1 << book.labels[lowered(line)]
		}
	}
	return seen.has(labelTo) && seen.has(labelSubject) && seen.has(labelOther)
}

// longestLabel is the length in bytes of the longest name of a field.
const longestLabel = 48

// headerLabel returns which field of a printed header a line is, and its value.
func headerLabel(line string) (label, string) {
	if len(line) > maxAttribution {
		line = plain.CutBytes(line, maxAttribution)
	}
	line = lowered(line)
	if row, found := strings.CutPrefix(line, "|"); found { // of a table in Markdown
		line = strings.Replace(row, "|", ":", 1)
	}
	i := strings.IndexByte(line, ':')
	if i < 0 || i > longestLabel {
		return labelNone, ""
	}
	return book.labels[strings.Trim(line[:i], " *_|")], line[i+1:]
}

// labelsWithin returns the fields that follow the first on the same line, where
// a program has lost the line ends.
func labelsWithin(value string) fields {
	var seen fields
	for {
		i := strings.IndexByte(value, ':')
		if i < 0 {
			return seen
		}
		name := strings.TrimRight(value[:i], " *_")
		name = name[strings.LastIndexAny(name, " >*")+1:]
		if field := book.labels[name]; field != labelNone {
			seen |= 1 << field
		}
		value = value[i+1:]
	}
}

// cutCard marks the card with the sender's name and address that NetEase draws
// with bars above line i, the title of an older mail.
func (m *trimmer) cutCard(i int) {
	const most, fewestBars = 12, 3 // lines
	bars, others := 0, 0
	for j := i - 1; j >= max(0, i-most) && m.marks[j] == markOwn; j-- {
		line := strings.TrimSpace(m.lines[j])
		switch {
		case strings.HasPrefix(line, "|"):
			bars++
			others = 0
		case line != "":
			others++
		}
		if others > 1 {
			return
		}
		if bars >= fewestBars && strings.HasPrefix(line, "| |") {
			m.begin(j, i, markSignature)
			m.own = joinMarked(m.lines[:j], m.marks[:j], markOwn) != ""
			return
		}
	}
}

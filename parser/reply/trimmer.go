package reply

import (
	"slices"
	"strings"

	"unlurbot/parser/command"
	"unlurbot/parser/plain"
)

// A trimmer decides for each line what it is. It writes to lines: a command that
// taggedCommand or markedCommand knows loses what stands before it.
type trimmer struct {
	lines     []string
	marks     []mark
	signature bool // the lines that follow belong to a signature
	own       bool // the sender has written something above
	doubt     bool // the lines that follow may be the sender's, or of the older mail
	quoted    int  // how many lines are quoted
	widest    int  // length of the longest of them
	board     int  // where the last board begins that is not quoted
}

// A rule knows one thing that a line can be. It marks line i, and those that belong to it, and
// returns the next one; or it returns i. Line is line i as lowered gives it, "" of a quoted one.
type rule func(m *trimmer, i int, line string) int

// The rules, in the order in which they count. What ends the sender's words comes before what
// may be a part of them: nothing may hide an older mail.
var (
	quotedRules = [...]rule{
		(*trimmer).taggedCommand,
		(*trimmer).markedCommand,
		(*trimmer).groupWiseHead,
	}
	unquotedRules = [...]rule{
		(*trimmer).taggedCommand,
		(*trimmer).blank,
		(*trimmer).armour,
		(*trimmer).ourMail,
		(*trimmer).olderMail,
		(*trimmer).attribution,
		(*trimmer).proofpointBanner,
		(*trimmer).lineOnTop,
		(*trimmer).noticeOnTop,
		(*trimmer).signatureStart,
		(*trimmer).remnant,
	}
)

// markAll marks all lines. What no rule knows is a quote or the sender's words.
func (m *trimmer) markAll() {
	const shortest = 8 // the four cells in the top row of the smallest board
	for i, line := range m.lines {
		if plain.IsQuoted(line) {
			m.quoted++
			m.widest = max(m.widest, len(line))
		} else if cells, found := strings.CutPrefix(strings.TrimLeft(plain.Visible(line), " "), "A-"); found &&
			len(cells) >= shortest && strings.Trim(cells, " .XO()[]/0123456789") == "" {
			m.board = i
		}
	}
	for i := 0; i < len(m.lines); {
		quoted := plain.IsQuoted(m.lines[i])
		rules, line := quotedRules[:], ""
		if !quoted {
			rules, line = unquotedRules[:], lowered(m.lines[i])
		}
		end := i
		for _, r := range rules {
			if end = r(m, i, line); end > i {
				break
			}
		}
		switch {
		case end > i:
		case quoted:
			m.signature = false
			end = m.set(i, i+1, markQuote)
		default:
			m.own = m.own || !m.signature && !isRule(line)
			end = m.set(i, i+1, m.plain())
		}
		i = end
	}
}

func (m *trimmer) blank(i int, line string) int {
	if line != "" {
		return i
	}
	return m.set(i, i+1, m.plain())
}

// armour knows the wrapping above a text that is signed with PGP.
func (m *trimmer) armour(i int, line string) int {
	if line != "-----begin pgp signed message-----" || m.own {
		return i
	}
	return m.set(i, m.noticeEnd(i), markArmour)
}

// ourMail knows the first line of one of our mails. Its signs become question marks in a
// character set that lacks them. Players write those too, so a board must stand below.
func (m *trimmer) ourMail(i int, line string) int {
	if isLetterhead(line) || i < m.board && strings.HasPrefix(line, "?? ") {
		return m.begin(i, len(m.lines), markBelow)
	}
	return i
}

// olderMail knows the head of an older mail.
func (m *trimmer) olderMail(i int, line string) int {
	if !m.separates(i, line) {
		return i
	}
	m.signature = false
	end := m.begin(i, m.markedQuote(i), markBelow)
	m.cutCard(i)
	return end
}

// attribution knows what introduces a quote. One without marks is all that follows.
func (m *trimmer) attribution(i int, _ string) int {
	n := attributionEnd(m.lines[i:])
	if n == 0 {
		return i
	}
	m.signature = false
	end := m.begin(i, i+n, markAttribution)
	if next := m.nextText(end); next < len(m.lines) && !plain.IsQuoted(m.lines[next]) {
		return m.set(end, len(m.lines), markBelow)
	}
	return end
}

// signatureStart knows the first line of a signature; what follows belongs to it.
func (m *trimmer) signatureStart(i int, line string) int {
	if slices.Contains(signatureMarks, line) || m.own && (isMobileSignature(line) || m.isNotice(i, line)) {
		m.signature = true
		return m.begin(i, i+1, markSignature)
	}
	return i
}

// separates reports whether line i, as lowered gives it, begins the head of an
// older mail: a title, a printed header, or the rule of Outlook. On top of a mail
// only that above a field is Outlook's.
func (m *trimmer) separates(i int, line string) bool {
	if isOutlookRule(line) {
		next := m.nextText(i + 1)
		return m.own || next < len(m.lines) && strings.Contains(plain.Fold(m.lines[next]), ":")
	}
	return isSeparator(line) || isHeaderBlock(m.lines[i:]) || isNotesHead(m.lines[i:])
}

// markedQuote returns the line at which the quote begins below the head at line
// i, if it has a ">" before each line, so that it shows where it ends: the answer
// may stand below it. Otherwise, and in a mail that is passed on, all lines are
// the older mail, and it returns the number of lines.
func (m *trimmer) markedQuote(i int) int {
	const most, mostOther, mostQuoted = 16, 2, 5 // lines of the head, of a value, and of the quote that are looked at
	other := 0
	printed, gap := false, false // a field was seen, and an empty line below it
	for j := i; j < min(len(m.lines), i+most); j++ {
		line := lowered(m.lines[j])
		field, _ := headerLabel(m.lines[j])
		switch {
		case plain.IsQuoted(m.lines[j]):
			ours := false // our mails say so on their first line, which programs may put a bit lower
			for k := j; k < min(len(m.lines), j+mostQuoted) && plain.IsQuoted(m.lines[k]); k++ {
				ours = ours || isLetterhead(strings.TrimLeft(lowered(m.lines[k]), "> "))
			}
			m.doubt = printed && !ours // below may stand an answer in the older mail
			return j
		case isLetterhead(line), isForward(line):
			return len(m.lines)
		case line == "", isRule(line), isSeparator(line):
			other, gap = 0, printed
		case field != labelNone:
			other, printed, gap = mostOther, true, false
		default:
			n := attributionEnd(m.lines[j:])
			switch {
			case n > 0 && gap: // the older mail quotes in turn
				return len(m.lines)
			case n > 0:
				j += n - 1
				other = 0
			case other > 0:
				other--
			default:
				return len(m.lines)
			}
		}
	}
	return len(m.lines)
}

// markedCommand knows a command at the top of a mail that has a ">" before it, and takes that
// off. The player may have typed it: the command stands alone, and the older mail is quoted
// further down. It may as well be quoted, so it is only asked about.
func (m *trimmer) markedCommand(i int, _ string) int {
	if m.own {
		return i
	}
	line, found := strings.CutPrefix(plain.Fold(m.lines[i]), ">")
	if !found || i+1 == len(m.lines) || !command.IsCommand(line) {
		return i
	}
	for j := range i {
		if m.marks[j] != markSignature && !plain.IsBlank(m.lines[j]) {
			return i // it is not the first line below the notices
		}
	}
	if next := m.nextText(i + 1); next == len(m.lines) || plain.IsQuoted(m.lines[next]) || plain.IsQuoted(m.lines[i+1]) || !m.quoteStarts(next) {
		return i
	}
	m.lines[i] = strings.TrimSpace(line)
	return m.set(i, i+1, markUnread)
}

// quoteStarts reports whether line i begins the quote of an older mail.
func (m *trimmer) quoteStarts(i int) bool {
	if i == len(m.lines) {
		return false
	}
	line := lowered(m.lines[i])
	return plain.IsQuoted(m.lines[i]) || isLetterhead(line) || m.separates(i, line) || attributionEnd(m.lines[i:]) > 0
}

// begin marks the lines from i to before end and returns end, as set does, and marks the rules
// that were drawn right above line i, which belong to what follows and not to the sender's words.
func (m *trimmer) begin(i, end int, k mark) int {
	for j := i - 1; j >= 0 && m.marks[j] == markOwn; j-- {
		if isRule(lowered(m.lines[j])) {
			m.set(j, j+1, k)
		} else if !plain.IsBlank(m.lines[j]) {
			break
		}
	}
	return m.set(i, end, k)
}

// plain is the mark of a line with nothing special about it.
func (m *trimmer) plain() mark {
	switch {
	case m.signature:
		return markSignature
	case m.doubt:
		return markUnread
	}
	return markOwn
}

// set marks the lines from i to before end and returns end.
func (m *trimmer) set(i, end int, k mark) int {
	for ; i < end; i++ {
		m.marks[i] = k
	}
	return end
}

// nextText returns the first line from i on that is not empty.
func (m *trimmer) nextText(i int) int {
	for i < len(m.lines) && plain.IsBlank(m.lines[i]) {
		i++
	}
	return i
}

// remnant knows the end of a quoted line that a program has broken anew without a ">" on
// the second half, right below the first half, whose width had no room for its first word.
// Such a half could read "black". Between two quoted lines, and at the usual width or beyond,
// it is one; where it may as well be an answer it is only asked about. The width shows in a
// quote of many lines; a short one may have been cut by hand.
func (m *trimmer) remnant(i int, _ string) int {
	const usual, narrowest, many = 72, 62, 4 // columns, columns, lines
	if m.signature || i == 0 || m.marks[i-1] != markQuote {
		return i
	}
	word, _, _ := strings.Cut(strings.TrimLeft(m.lines[i], " "), " ")
	width := len(m.lines[i-1]) + len(" ") + len(word)
	last := i+1 == len(m.lines) || plain.IsBlank(m.lines[i+1])
	room := m.widest
	if m.quoted < many {
		room = max(room, narrowest)
	}
	switch quoted := !last && plain.IsQuoted(m.lines[i+1]); {
	case quoted && width > usual:
		return m.set(i, i+1, markQuote)
	case (quoted || last) && width > room, quoted && command.IsGrave(m.lines[i]):
		return m.set(i, i+1, markUnread)
	}
	return i
}

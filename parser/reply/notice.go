package reply

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/parser/command"
	"unlurbot/parser/plain"
)

// isLegalNotice reports whether a lowered line begins what companies, virus
// scanners and mailing lists put below a mail. Behind a short heading and a colon
// they write more than a person who makes fun of them.
func isLegalNotice(line string) bool {
	const shortest, headingWords = 60, 2
	if len(line) > maxAttribution {
		line = plain.CutBytes(line, maxAttribution)
	}
	text := strings.TrimLeft(line, "<([*_~-| \"")
	rest, found := book.legal.cut(text)
	if found && len(rest) > len(":") && rest[0] == ':' && len(line) < shortest {
		return len(strings.Fields(strings.TrimSuffix(text, rest))) > headingWords
	}
	return found
}

// proofpointBanner knows a banner of Proofpoint above the sender's words, which says where it
// ends. Where it doesn't, it is one line, or reaches down to an older mail.
func (m *trimmer) proofpointBanner(i int, line string) int {
	const most = 30 // lines
	if m.own || !strings.HasPrefix(line, proofpointStart) {
		return i
	}
	for j := i; j < min(len(m.lines), i+most); j++ {
		switch {
		case strings.Contains(lowered(m.lines[j]), proofpointEnd):
			return m.begin(i, j+1, markSignature)
		case j > i && m.quoteStarts(j):
			return m.begin(i, j, markSignature)
		}
	}
	return m.begin(i, i+1, markSignature)
}

// lineOnTop knows a notice of one line above the sender's words: an advertisement, the rule of Outlook, or the
// picture for which Outlook writes a line in plain text.
func (m *trimmer) lineOnTop(i int, line string) int {
	switch {
	case m.own:
		return i
	case strings.HasPrefix(line, "[cid:") && strings.HasSuffix(line, "]"),
		isMobileSignature(line) && !strings.ContainsAny(line, ",;!?"), isOutlookRule(line), // a sentence goes on
		isAdvertisement(line) && m.quoteStarts(m.nextText(i+1)):
		return m.begin(i, i+1, markSignature)
	}
	return i
}

// noticeOnTop knows what else a gateway puts above the sender's words. A gateway or a program draws it
// up as such, or writes a heading, or speaks of mail. "Caution: I will win!" is the sender's.
func (m *trimmer) noticeOnTop(i int, line string) int {
	const heading = 2 // words
	if m.own || !isBanner(line) && !m.isNotice(i, line) {
		return i
	}
	end := m.noticeEnd(i)
	text := lowered(strings.Join(m.lines[i:end], " "))
	_, rest, _ := strings.Cut(text, " ")
	if strings.IndexAny(text, "[*【⚠#(-_<=") != 0 && (len(strings.Fields(text)) > heading || !isLegalNotice(text)) &&
		!slices.ContainsFunc(gatewayWords, func(w string) bool { return strings.Contains(rest, w) }) {
		return i
	}
	return m.begin(i, end, markSignature)
}

// isNotice reports whether line i, as lowered gives it, begins a notice: in words, or with
// the rule that mailing lists and gateways draw, longer than that of any mail program, right
// above their words.
func (m *trimmer) isNotice(i int, line string) bool {
	rule := strings.TrimSpace(m.lines[i])
	return isLegalNotice(line) || len(rule) > outlookRule && strings.Trim(rule, "_") == "" &&
		i+1 < len(m.lines) && !plain.IsBlank(m.lines[i+1]) && !m.quoteStarts(i+1)
}

// noticeEnd returns the line after a notice that begins at line i. What stands
// tight below it is none of it: a command, or an older mail.
func (m *trimmer) noticeEnd(i int) int {
	for i++; i < len(m.lines); i++ {
		if line := m.lines[i]; plain.IsBlank(line) || command.IsCommand(line) || m.quoteStarts(i) {
			break
		}
	}
	return i
}

// proofpointStart and proofpointEnd stand around a banner of Proofpoint.
const (
	proofpointStart = "zjqcmqryfpfptbannerstart"
	proofpointEnd   = "zjqcmqryfpfptbannerend"
)

// isBanner reports whether a lowered line begins what a mail gateway puts on top
// of a mail from outside. A single word is one between brackets or before a
// colon: "[EXTERNAL]", "Extern: ...".
func isBanner(line string) bool {
	if len(line) > maxAttribution {
		line = plain.CutBytes(line, maxAttribution)
	}
	if strings.Contains(line, "aka.ms/learnaboutsenderidentification") { // Microsoft 365, in any language
		return true
	}
	text := strings.TrimFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	rest, found := book.banners.cut(text)
	if !found || strings.Contains(strings.TrimSuffix(text, rest), " ") {
		return found
	}
	if rest == "" {
		return text != line
	}
	return strings.ContainsRune("]:*】)!", []rune(rest)[0])
}

// taggedCommand knows a command behind the tag of a gateway, such as "[EXTERNAL] C4", and
// takes the tag off. It comes before the sender's own words.
func (m *trimmer) taggedCommand(i int, _ string) int {
	if m.own {
		return i
	}
	const ends = "]:*】)"
	line := plain.Fold(plain.CutBytes(m.lines[i], maxAttribution))
	at := strings.LastIndexAny(line, ends)
	if at < 0 || !isBanner(lowered(line[:at])+":") {
		return i
	}
	behind := strings.TrimLeft(line[at:], ends+" ")
	if !command.IsCommand(behind) {
		return i
	}
	m.lines[i] = behind
	m.own = true
	return m.set(i, i+1, markOwn)
}

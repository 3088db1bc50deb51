package parser

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// isSignatureMark reports whether a lowered line begins a signature: "--" as RFC
// 3676 has it, or a few underscores.
func isSignatureMark(line string) bool {
	return line == "--" || line == "__" || line == "___" || line == "____"
}

// isMobileSignature reports whether a lowered line is the advertisement of a mail
// program.
func isMobileSignature(line string) bool {
	const longest = 160
	if len(line) > longest {
		return false
	}
	line = strings.ReplaceAll(line, "[", "") // a link in Markdown
	_, found := words.mobile.cut(strings.TrimLeft(line, "<(*_~- "))
	return found
}

// isLegalNotice reports whether a lowered line begins what companies, virus
// scanners and mailing lists put below a mail. Behind a short heading and a colon
// they write more than a person who makes fun of them.
func isLegalNotice(line string) bool {
	const shortest, headingWords = 60, 2
	if len(line) > maxAttribution {
		line = cutBytes(line, maxAttribution)
	}
	text := strings.TrimLeft(line, "<([*_~-| \"")
	rest, found := words.legal.cut(text)
	if found && len(rest) > len(":") && rest[0] == ':' && len(line) < shortest {
		return len(strings.Fields(strings.TrimSuffix(text, rest))) > headingWords
	}
	return found
}

// isGatewayRule reports whether lines begin with the rule that mailing lists and
// gateways draw, longer than that of any mail program, right above their words.
func isGatewayRule(lines []string) bool {
	rule := strings.TrimSpace(lines[0])
	return len(rule) > outlookRule && strings.Trim(rule, "_") == "" && len(lines) > 1 && !isBlank(lines[1])
}

// topNotice marks what a program or a gateway has put above the sender's words,
// if it begins at line i, and returns the line after it.
func (m *trimmer) topNotice(i int, line string) int {
	var end int
	switch {
	case m.own:
		return i
	case strings.HasPrefix(line, proofpointStart):
		end = m.proofpointEnd(i)
	case strings.HasPrefix(line, "[cid:") && strings.HasSuffix(line, "]"): // a picture, in Outlook's plain text
		end = i + 1
	case isMobileSignature(line) && !goesOn(line), isOutlookRule(line),
		isAdvertisement(line) && m.quoteStarts(m.nextText(i+1)):
		end = i + 1
	case isBanner(line), m.isNotice(i, line):
		if end = m.noticeEnd(i); !m.isGateways(i, end) {
			return i
		}
	default:
		return i
	}
	m.cutRules(i, markSignature)
	return m.set(i, end, markSignature)
}

// gatewayWords are of what gateways and programs write about: mail and links, in
// many languages, in lower case.
var gatewayWords = []string{
	"mail", "correo", "correu", "courri", "messag", "mensaj", "missatge", "mensag", "nachricht", "messaggi", "bericht", "wiadomo", "meddelande", "besked",
	"melding", "viesti", "zpráv", "письм", "сообщен", "лист", "ileti", "posta", "link", "enlace", "enllaç", "lien", "sender", "absender",
	"remitente", "expéditeur", "mittente", "afzender", "nadawc", "organi", "extern", "outside", "virus", "scanned", "http", "メール", "メッセージ", "邮件", "郵件", "메일",
}

// isGateways reports whether the lines of a notice on top of a mail were written by
// a gateway or a program: they are drawn up as such, or are a heading, or speak of
// mail. "Caution: I will win!" is the sender's.
func (m *trimmer) isGateways(i, end int) bool {
	const heading = 2 // words
	text := lowered(strings.Join(m.lines[i:end], " "))
	_, rest, _ := strings.Cut(text, " ")
	return strings.IndexAny(text, "[*【⚠#(-_<=") == 0 ||
		len(strings.Fields(text)) <= heading && isLegalNotice(text) ||
		slices.ContainsFunc(gatewayWords, func(w string) bool { return strings.Contains(rest, w) })
}

// goesOn reports whether a line that begins like an advertisement is a sentence.
func goesOn(line string) bool { return strings.ContainsAny(line, ",;!?") }

// proofpointEnd returns the line after a banner of Proofpoint, which says where it
// begins and ends.
func (m *trimmer) proofpointEnd(i int) int {
	const most = 30 // lines
	for j := i; j < min(len(m.lines), i+most); j++ {
		switch {
		case strings.Contains(lowered(m.lines[j]), proofpointEnd):
			return j + 1
		case j > i && m.quoteStarts(j):
			return j
		}
	}
	return i + 1
}

// isNotice reports whether line i, as lowered gives it, begins a notice.
func (m *trimmer) isNotice(i int, line string) bool {
	return isLegalNotice(line) || isGatewayRule(m.lines[i:]) && !m.quoteStarts(i+1)
}

// noticeEnd returns the line after a notice that begins at line i. What stands
// tight below it is none of it: a command, or an older mail.
func (m *trimmer) noticeEnd(i int) int {
	for i++; i < len(m.lines); i++ {
		if line := m.lines[i]; isBlank(line) || isCommand(line) || m.quoteStarts(i) {
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
		line = cutBytes(line, maxAttribution)
	}
	if strings.Contains(line, "aka.ms/learnaboutsenderidentification") { // Microsoft 365, in any language
		return true
	}
	text := strings.TrimFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	rest, found := words.banners.cut(text)
	if !found || strings.Contains(strings.TrimSuffix(text, rest), " ") {
		return found
	}
	if rest == "" {
		return text != line
	}
	return strings.ContainsRune("]:*】)!", []rune(rest)[0])
}

// tagged returns the command behind the tag of a gateway on the same line, such as
// "[EXTERNAL] C4", or "".
func tagged(line string) string {
	const tagEnds = "]:*】)"
	line = fold(cutBytes(line, maxAttribution))
	at := strings.LastIndexAny(line, tagEnds)
	if at < 0 || !isBanner(lowered(line[:at])+":") {
		return ""
	}
	if command := strings.TrimLeft(line[at:], tagEnds+" "); isCommand(command) {
		return command
	}
	return ""
}

// cutEnd marks what stands below the sender's words and is only known by its
// shape and its place: the advertisement of a phone or a program, and a signature
// between two drawn lines.
func cutEnd(lines []string, marks []mark) {
	for {
		last := len(lines) - 1
		for last >= 0 && (marks[last] != markOwn || isBlank(lines[last])) {
			last--
		}
		first := last
		switch {
		case last <= 0:
			return
		case isAdvertisement(lines[last]) && (marks[last-1] != markOwn || isBlank(lines[last-1])):
			if joinMarked(lines[:last], marks[:last], markOwn) == "" {
				return // it may be all that the sender wrote
			}
		default:
			if first = boxStart(lines, marks, last); first == last {
				return
			}
		}
		for i := first; i <= last; i++ {
			if marks[i] == markOwn {
				marks[i] = markSignature
			}
		}
	}
}

// isAdvertisement reports whether a line may be the advertisement of a phone or a
// program, where it is the last paragraph: "Sent from HEY ( https://hey.example )".
// A sentence that goes on is a person's.
func isAdvertisement(line string) bool {
	const longest, mostWords = 100, 9
	line = strings.TrimLeft(lowered(cutBytes(line, maxAttribution)), "<([*_~- ")
	if at := strings.Index(line, "http"); at > 0 {
		line = line[:at]
	}
	line = strings.TrimRight(line, " <([*_~)")
	if len(line) > longest || strings.ContainsAny(line, ",;!?…") || strings.HasSuffix(line, ".") || len(strings.Fields(line)) > mostWords {
		return false
	}
	_, found := words.sent.cut(line)
	return found
}

// boxStart returns the line with the rule that begins the signature whose last
// line is a rule too, or that last line if there is none. A box holds few lines
// and no command, and the sender's words stand above it.
func boxStart(lines []string, marks []mark, last int) int {
	const most, narrowest = 8, 10 // lines, columns
	isSide := func(line string) bool { line = lowered(line); return len(line) >= narrowest && isRule(line) }
	if !isSide(lines[last]) {
		return last
	}
	inner := 0
	for i := last - 1; i > 0 && inner <= most; i-- {
		switch {
		case marks[i] != markOwn:
		case isCommand(lines[i]):
			return last
		case isSide(lines[i]):
			if inner == 0 || joinMarked(lines[:i], marks[:i], markOwn) == "" {
				return last
			}
			return i
		case !isBlank(lines[i]):
			inner++
		}
	}
	return last
}

// cutHTMLSignature cuts the signature from the words in the plain one of some
// alternatives, where Gmail and others mark it in the HTML only. A short reply
// has none that is worth the search.
func (r *wordsReader) cutHTMLSignature(f *found, alternatives *part) {
	const fewest = 4 // lines of a reply with a signature
	reply := f.trim().reply
	if strings.Count(reply, "\n")+1 < fewest {
		return
	}
	src := alternatives.firstHTML()
	if src == nil {
		return
	}
	signature := lettersOf(htmlSignature(src.decode(&Mail{})))
	if rest, found := cutTail(reply, signature); found {
		f.trimmed.reply = trimText(rest).reply
	}
}

// firstHTML returns the first HTML among alternatives, which may have pictures.
func (p *part) firstHTML() *part {
	for _, c := range p.children {
		switch {
		case c.isHTML():
			return c
		case c.mediaType == "multipart/related" && len(c.children) > 0 && c.children[0].isHTML():
			return c.children[0]
		}
	}
	return nil
}

// cutTail cuts the last lines of a reply if they have just the letters of a
// signature. Nothing is cut if they hold a command, or are all.
func cutTail(reply, letters string) (rest string, found bool) {
	lines := strings.Split(reply, "\n")
	for i := len(lines) - 1; i > 0 && letters != ""; i-- {
		if isCommand(lines[i]) {
			break
		}
		var last bool
		if letters, last = strings.CutSuffix(letters, lettersOf(lines[i])); !last {
			break
		}
		if letters == "" {
			return strings.TrimSpace(strings.Join(lines[:i], "\n")), true
		}
	}
	return reply, false
}

// addedWords is what programs add to the words of an HTML part in the plain one.
var addedWords = regexp.MustCompile(`<(https?|mailto):[^>]*>|\[(image|cid): ?[^\]]*\]`)

// lettersOf returns the letters and digits of a text in lower case.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, addedWords.ReplaceAllString(fold(text), ""))
}

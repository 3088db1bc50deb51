package reply

import (
	"regexp"
	"strings"
	"unicode"

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// cutHTMLSignature cuts the signature from the words in the plain one of some
// alternatives, where Gmail and others mark it in the HTML only. A short reply
// has none that is worth the search.
func (f *Found) cutHTMLSignature(alternatives *mime.Part) {
	const fewest = 4 // lines of a reply with a signature
	reply := f.Trim().Reply
	if strings.Count(reply, "\n")+1 < fewest {
		return
	}
	for _, c := range alternatives.Children {
		if c.MediaType == "multipart/related" && len(c.Children) > 0 {
			c = c.Children[0] // the others are pictures
		}
		if !c.IsHTML() {
			continue
		}
		signature := plain.Clean(readHTML(c.Decode(&mime.Findings{})).signature.String())
		if rest, found := cutTail(reply, lettersOf(signature)); found {
			f.trimmed.Reply = Trim(rest).Reply
		}
		return
	}
}

// cutTail cuts the last lines of a reply if they have just the letters of a
// signature. Nothing is cut if they hold a command, or are all.
func cutTail(reply, letters string) (rest string, found bool) {
	lines := strings.Split(reply, "\n")
	for i := len(lines) - 1; i > 0 && letters != ""; i-- {
		if command.IsCommand(lines[i]) {
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
	}, addedWords.ReplaceAllString(plain.Fold(text), ""))
}

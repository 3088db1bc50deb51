package templates

import (
	"fmt"
	"slices"
	"strings"
)

// letterhead stands before the first word of every mail. Package parser knows it:
// where a mail program quotes without marks, our words begin there.
const letterhead = "●○"

// A Rendered mail is complete but for addresses and ids.
type Rendered struct {
	Subject string
	Text    string // lines end in LF
	HTML    string // empty if the mail would be longer with it than Gmail shows
}

// Render makes a mail of a kind in a language; a language that there is not
// is taken for Default.
func (s *Set) Render(language string, kind Kind, v *View) (Rendered, error) {
	l := s.in(language)
	var out strings.Builder
	const usual = 4 << 10 // bytes of a mail with a board
	out.Grow(usual)
	if err := l.files.ExecuteTemplate(&out, fileOf(kind), v); err != nil {
		return Rendered{}, err
	}
	subject, body, _ := strings.Cut(l.nameFormer(out.String()), "\n")
	subject, ok := strings.CutPrefix(subject, "Subject: ")
	if !ok {
		return Rendered{}, fmt.Errorf("templates: %s/%s has no subject", l.code, kind)
	}
	blocks, err := l.appendFooter(split(body, v), kind, v)
	if err != nil {
		return Rendered{}, err
	}
	if len(blocks) == 0 || blocks[0].kind != paragraph { // whatever the view is, the letterhead has a line
		blocks = slices.Insert(blocks, 0, block{kind: paragraph})
	}
	page := page{language: l, subject: subject, kind: kind, view: v}
	mail := Rendered{Subject: subject, Text: plain(blocks)}
	mail.HTML = page.html(blocks, mail.Text)
	return mail, page.err
}

// withoutFooter are the mails that nobody needs to end, for they are the last
// ones, or to somebody who has asked for none.
var withoutFooter = []Kind{Operator, Unsubscribed, Forgotten, NewAddress}

// appendFooter adds the footer of a mail to its blocks.
func (l *language) appendFooter(blocks []block, kind Kind, v *View) ([]block, error) {
	if slices.Contains(withoutFooter, kind) {
		return blocks, nil
	}
	var b strings.Builder
	err := l.files.ExecuteTemplate(&b, "footer", v)
	if text := strings.Trim(b.String(), "\n"); text != "" {
		blocks = append(blocks, block{kind: footer, text: trimLines(text)})
	}
	return blocks, err
}

// nameFormer writes FormerPlayer as the language does, but not in what somebody
// has written.
func (l *language) nameFormer(mail string) string {
	if !strings.Contains(mail, FormerPlayer) {
		return mail
	}
	lines := strings.Split(mail, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, wordsMark) {
			lines[i] = strings.ReplaceAll(line, FormerPlayer, l.former)
		}
	}
	return strings.Join(lines, "\n")
}

// wordsWidth is where words of players are wrapped. They come back from further
// away than ours, quoted by the opponent's program too, and may say "resign".
const wordsWidth = 56

// wordsMark is what each line of somebody's words begins with.
const wordsMark = "  | "

// indent wraps somebody's words and draws a line at their left, so that they
// make one kept block, and can't be taken for ours, whatever they contain.
func indent(words string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(words, "\n") {
		var wrapped strings.Builder
		wrapAt(&wrapped, line, wordsWidth)
		for part := range strings.SplitSeq(wrapped.String(), "\n") {
			b.WriteString(wordsMark + part + "\n")
		}
	}
	return b.String()
}

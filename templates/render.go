package templates

import (
	"fmt"
	"slices"
	"strings"
)

// letterhead stands before the first word of every mail. Package parser knows it:
// where a mail program quotes without marks, our words begin there.
const letterhead = "●○"

// usualText is how many bytes the text part of a mail with a board has.
const usualText = 4 << 10

// A Rendered mail is complete but for addresses and ids.
type Rendered struct {
	Subject string
	Text    string // lines end in LF
	HTML    string // empty if the mail would be longer with it than Gmail shows
}

// Render makes a mail of a kind in a language; a language that there is not
// is taken for Default.
func (s *Set) Render(language string, kind Kind, v *View) (Rendered, error) {
	if v.Says != nil && v.Says.kind() != kind {
		return Rendered{}, fmt.Errorf("templates: a mail of the kind %s can't say what %T says", kind, v.Says)
	}
	l := s.in(language)
	var out strings.Builder
	out.Grow(usualText)
	if err := l.files.ExecuteTemplate(&out, fileOf(kind), v); err != nil {
		return Rendered{}, err
	}
	subject, body, _ := strings.Cut(l.nameFormer(out.String()), "\n")
	subject, ok := strings.CutPrefix(subject, "Subject: ")
	if !ok {
		return Rendered{}, fmt.Errorf("templates: %s/%s has no subject", l.code, kind)
	}
	blocks := read(body, v)
	var first paragraph
	if len(blocks) > 0 {
		first, _ = blocks[0].(paragraph)
	}
	if first != "" {
		blocks = blocks[1:]
	}
	blocks = slices.Insert(blocks, 0, block(lead(first))) // whatever the view is, the letterhead has a line
	if !slices.Contains(withoutFooter, kind) {
		out.Reset()
		if err := l.files.ExecuteTemplate(&out, "footer", v); err != nil {
			return Rendered{}, err
		}
		if lines, ok := lastOf(read(out.String(), v)).(rows); ok {
			blocks = append(blocks, footer(lines))
		}
	}
	page := page{language: l, subject: subject, kind: kind, view: v}
	mail := Rendered{Subject: subject, Text: plain(blocks)}
	mail.HTML = page.html(blocks, mail.Text)
	return mail, page.err
}

// withoutFooter are the mails that nobody needs to end, for they are the last
// ones, or to somebody who has asked for none.
var withoutFooter = []Kind{Operator, Unsubscribed, Forgotten, NewAddress}

// nameFormer writes FormerPlayer as the language does, but not in what somebody
// has written.
func (l *language) nameFormer(mail string) string {
	if !strings.Contains(mail, FormerPlayer) {
		return mail
	}
	lines := strings.Split(mail, "\n")
	for i, line := range lines {
		if letter, _ := emitted(line); letter != quoteLetter {
			lines[i] = strings.ReplaceAll(line, FormerPlayer, l.former)
		}
	}
	return strings.Join(lines, "\n")
}

package templates

import (
	"fmt"
	"slices"
	"strings"
)

// letterhead stands before the first word of every mail. Package parser knows it:
// where a mail program quotes without marks, our words begin there.
const letterhead = "●○"

// usualText is how many bytes the text part of most mails has at most.
const usualText = 2 << 10

// A Rendered mail is complete but for addresses and ids.
type Rendered struct {
	Subject string
	Text    string // lines end in LF
	HTML    string // empty if the mail would be longer with it than Gmail shows
}

// Render makes a mail of a kind in a language; a language that there is not
// is taken for Default.
func (s *Set) Render(language string, kind Kind, v *View) (mail Rendered, err error) {
	mail.Subject, mail.Text, err = s.Write(language, kind, v, func(html []byte) { mail.HTML = string(html) })
	return mail, err
}

// Write makes the same mail, and hands over its HTML in bytes that the next mail is
// written in: takeHTML must not keep them. It is nil for a mail without HTML.
func (s *Set) Write(language string, kind Kind, v *View, takeHTML func(html []byte)) (subject, text string, err error) {
	subject, blocks, err := s.blocks(language, kind, v)
	if err != nil {
		return "", "", err
	}
	text = plain(blocks)
	if takeHTML == nil {
		return subject, text, nil
	}
	page := page{language: s.in(language), subject: subject, kind: kind, view: v}
	page.html(blocks, text, takeHTML)
	return subject, text, page.err
}

// blocks gives the subject and the blocks of a mail.
func (s *Set) blocks(language string, kind Kind, v *View) (subject string, blocks []block, err error) {
	if v.Says != nil && v.Says.kind() != kind {
		return "", nil, fmt.Errorf("templates: a mail of the kind %s can't say what %T says", kind, v.Says)
	}
	l := s.in(language)
	var out strings.Builder
	out.Grow(usualText)
	v, inPassing := v.partNotices()
	if err := l.files.ExecuteTemplate(&out, fileOf(kind), v); err != nil {
		return "", nil, err
	}
	if inPassing != nil {
		out.WriteString("\n\n")
		if err := l.files.ExecuteTemplate(&out, "notices", inPassing); err != nil {
			return "", nil, err
		}
	}
	end := out.Len()
	if !slices.Contains(withoutFooter, kind) {
		if err := l.files.ExecuteTemplate(&out, "footer", v); err != nil {
			return "", nil, err
		}
	}
	said, foot := out.String()[:end], out.String()[end:]
	subject, body, _ := strings.Cut(l.nameFormer(said), "\n")
	subject = strings.ReplaceAll(subject, "\u00a0", " ") // so that programs can leave it in ASCII
	subject, ok := strings.CutPrefix(subject, "Subject: ")
	if !ok {
		return "", nil, fmt.Errorf("templates: %s/%s has no subject", l.code, kind)
	}
	blocks = headed(read(body, v))
	if last := read(foot, v); len(last) > 0 {
		blocks = append(blocks, footer(last))
	}
	return subject, blocks, nil
}

// partNotices parts what a new reader is told in passing from the other notices, nil if there is nothing. It stands at the
// end: the first mail begins with what it is about.
func (v *View) partNotices() (first, inPassing *View) {
	i := slices.IndexFunc(v.Notices, func(n Notice) bool { return n.Code == NoticeCalled })
	if i < 0 {
		return v, nil
	}
	with, without := *v, *v
	with.Notices, with.Remarks = v.Notices[i:i+1], nil
	without.Notices = slices.Delete(slices.Clone(v.Notices), i, i+1)
	return &without, &with
}

// headed makes a heading of the first paragraph, if the mail does not begin with one:
// whatever the view is, the letterhead has a line.
func headed(blocks []block) []block {
	if len(blocks) > 0 {
		switch first := blocks[0].(type) {
		case heading:
			return blocks
		case paragraph:
			blocks[0] = heading{words: string(first)}
			return blocks
		}
	}
	return slices.Insert(blocks, 0, block(heading{}))
}

// withoutFooter are the mails that nobody needs to end, for they are the last
// ones, or to somebody who has asked for none.
var withoutFooter = []Kind{Operator, Ordered, Unsubscribed, Forgotten, NewAddress}

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

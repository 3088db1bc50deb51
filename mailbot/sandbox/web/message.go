package web

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // so that more than UTF-8 is read
	"github.com/emersion/go-message/mail"

	"unlurbot/mailbot/sandbox/web/sanitise"
)

// Limits on what is shown of one mail. All of it is in its source.
const (
	maxShown = 4 << 20 // bytes of the mail
	maxDrawn = 8 << 20 // bytes of the pictures in its HTML, as data URLs: one can be in it many times
	maxDepth = 10      // of parts in parts
	maxParts = 100
)

// A letter is a mail as it is shown. It is never an error that a mail is broken:
// what can be read of it is shown.
type letter struct {
	From, To, Subject string

	Text  string
	HTML  []byte // as it came, so it must be sanitised
	Files []file

	header   mail.Header
	pictures map[string]string // data URLs, by Content-ID
	parts    int
}

// A file came with a mail.
type file struct {
	Name    string
	Content []byte
}

// pictureTypes are shown in a mail. There is no SVG among them, which is a
// document rather than a picture.
var pictureTypes = []string{"image/png", "image/gif", "image/jpeg", "image/webp"}

// readLetter reads a mail.
func readLetter(raw []byte) *letter {
	l := &letter{pictures: map[string]string{}}
	whole := raw[:min(len(raw), maxShown)]
	root, _ := message.Read(bytes.NewReader(whole)) // an unknown encoding or character set is an error too
	if root == nil {
		l.Subject, l.Text = "(unreadable)", readable(whole)
		return l
	}
	l.header = mail.Header{Header: root.Header}
	l.From, l.To = l.people("From"), l.people("To")
	l.Subject = l.field("Subject")
	l.walk(root, 0)
	return l
}

// field gives a header field decoded, or as it is if that can't be done.
func (l *letter) field(name string) string {
	value, err := l.header.Text(name)
	if err != nil {
		value = l.header.Get(name)
	}
	return readable([]byte(value))
}

// people gives the names and addresses of a field as mail programs show them.
func (l *letter) people(name string) string {
	list, err := l.header.AddressList(name)
	if err != nil {
		return l.field(name)
	}
	var said []string
	for _, a := range list {
		if a.Name == "" {
			said = append(said, a.Address)
		} else {
			said = append(said, a.Name+" <"+a.Address+">")
		}
	}
	return strings.Join(said, ", ")
}

// walk takes what can be shown out of a part and the parts in it.
func (l *letter) walk(e *message.Entity, depth int) {
	parts := e.MultipartReader()
	if parts == nil {
		l.take(e)
		return
	}
	if depth == maxDepth {
		return
	}
	for l.parts < maxParts {
		l.parts++
		part, err := parts.NextPart()
		if part == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
			return // the end, or damage that would be met again and again
		}
		l.walk(part, depth+1)
	}
}

// take shows a part: the first text and the first HTML as such, pictures that
// the HTML can name in it, anything else as a file.
func (l *letter) take(e *message.Entity) {
	kind, params, err := e.Header.ContentType()
	if err != nil { // then the kind is all of the field
		kind, _, _ = strings.Cut(strings.ToLower(kind), ";")
		if kind = strings.TrimSpace(kind); !strings.Contains(kind, "/") {
			kind = "text/plain"
		}
	}
	content, _ := io.ReadAll(e.Body) // what came before the damage
	disposition, options, _ := e.Header.ContentDisposition()
	id := strings.Trim(e.Header.Get("Content-Id"), "<> ")
	switch {
	case kind == "text/plain" && disposition != "attachment" && l.Text == "":
		l.Text = readable(content)
	case kind == "text/html" && disposition != "attachment" && l.HTML == nil:
		l.HTML = []byte(readable(content))
	case slices.Contains(pictureTypes, kind) && id != "" && disposition != "attachment":
		l.pictures[id] = "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(content)
	default:
		name := cmp.Or(options["filename"], params["name"], "file")
		l.Files = append(l.Files, file{Name: path.Base(readable([]byte(name))), Content: content})
	}
}

// readable makes UTF-8 of bytes in an unknown character set.
func readable(b []byte) string { return strings.ToValidUTF8(string(b), "\ufffd") }

// reply begins an answer as mail programs do (RFC 5322 section 3.6.2).
func (l *letter) reply() draft {
	d := draft{Subject: l.Subject}
	if !strings.HasPrefix(strings.ToLower(d.Subject), "re:") {
		d.Subject = "Re: " + d.Subject
	}
	for _, name := range []string{"Reply-To", "From"} {
		if list, err := l.header.AddressList(name); err == nil && len(list) > 0 {
			d.To = list[0].Address
			break
		}
	}
	return d
}

// page gives the HTML as it is shown in a frame. Link gives the page for a mail
// that a link would begin.
func (l *letter) page(link func(draft) string) []byte {
	room := maxDrawn
	return sanitise.Rewriter{
		Link: func(href string) string {
			if d, ok := parseMailto(href); ok {
				return link(d)
			}
			return ""
		},
		Picture: func(id string) string {
			url := l.pictures[id]
			if len(url) > room {
				return ""
			}
			room -= len(url)
			return url
		},
	}.HTML(l.HTML)
}

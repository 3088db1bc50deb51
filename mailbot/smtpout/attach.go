package smtpout

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"

	"github.com/wneessen/go-mail"

	"unlurbot/store"
)

// What stands before the mail's boundary where others are needed. In front of it,
// since a boundary must not begin with another one (RFC 2046 section 5.1.2).
const (
	filesBoundary   = "files-"
	relatedBoundary = "related-"
)

// attach writes a mail with its files behind it, and the picture that its HTML part
// shows, in the form in which Gmail, Outlook, Thunderbird and Apple's programs show
// all of it in its place:
//
//	multipart/mixed
//	  multipart/related
//	    multipart/alternative
//	      text/plain
//	      text/html
//	    image/png
//	  other files
//
// go-mail could, but it has one boundary for all levels of a mail, or draws them,
// which would make each attempt another mail. So it writes the mail without the
// files, and what says how to read that moves from the header into a part of its
// own.
func attach(ctx context.Context, w io.Writer, msg *mail.Msg, o *store.Outgoing) error {
	still, files, err := allFiles(ctx, o)
	if err != nil {
		return err
	}
	var written bytes.Buffer
	if _, err := msg.WriteTo(&written); err != nil {
		return err
	}
	header, body, _ := bytes.Cut(written.Bytes(), []byte("\r\n\r\n"))
	others, content := "", textproto.MIMEHeader{} // and what says how to read the body
	taken := ""
	for line := range strings.SplitSeq(string(header), "\r\n") {
		folded := strings.HasPrefix(line, " ")
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case folded && taken != "":
			content[taken][0] += "\r\n" + line
		case !folded && strings.HasPrefix(name, "Content-"):
			taken = name
			content.Set(name, value)
		default:
			taken = ""
			others += line + "\r\n"
		}
	}
	whole := part{content, body}
	if still != nil {
		whole, err = enclose("related;\r\n type=\"multipart/alternative\"", relatedBoundary+o.Boundary, whole, *still)
		if err != nil {
			return err
		}
	}
	whole, err = enclose("mixed", filesBoundary+o.Boundary, append([]part{whole}, files...)...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%sContent-Type: %s\r\n\r\n%s", others, whole.header.Get("Content-Type"), whole.body)
	return err
}

// A part is one part of a mail, as it is written.
type part struct {
	header textproto.MIMEHeader
	body   []byte
}

// enclose puts parts into one, of a kind of multipart.
func enclose(kind, boundary string, parts ...part) (part, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.SetBoundary(boundary); err != nil {
		return part{}, err
	}
	for _, p := range parts {
		into, err := w.CreatePart(p.header)
		if err != nil {
			return part{}, err
		}
		if _, err := into.Write(p.body); err != nil {
			return part{}, err
		}
	}
	header := textproto.MIMEHeader{"Content-Type": {fmt.Sprintf("multipart/%s;\r\n boundary=%s", kind, boundary)}}
	err := w.Close()
	return part{header, b.Bytes()}, err
}

// base64Line is how long lines of base64 may be (RFC 2045 section 6.8).
const base64Line = 76

// filePart writes a file. The disposition is "attachment", or "inline" for what
// belongs to the HTML part.
func filePart(f store.File, disposition string) part {
	header := textproto.MIMEHeader{
		"Content-Type":              {fmt.Sprintf(`%s; name="%s"`, f.Type, f.Name)},
		"Content-Transfer-Encoding": {"base64"},
		"Content-Disposition":       {fmt.Sprintf(`%s; filename="%s"`, disposition, f.Name)},
	}
	encoded := base64.StdEncoding.EncodeToString(f.Data)
	var lines bytes.Buffer
	for len(encoded) > base64Line {
		lines.WriteString(encoded[:base64Line] + "\r\n")
		encoded = encoded[base64Line:]
	}
	lines.WriteString(encoded)
	return part{header, lines.Bytes()}
}

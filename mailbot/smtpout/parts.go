package smtpout

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"

	"unlurbot/store"
	"unlurbot/templates/sent"
)

// What stands before the mail's boundary where others are needed. In front of it,
// since a boundary must not begin with another one (RFC 2046 section 5.1.2).
const (
	filesBoundary   = "files-"
	relatedBoundary = "related-"
)

// A part is one part of a mail, or its whole content.
type part struct {
	header textproto.MIMEHeader // how to read it
	write  func(w io.Writer) error
}

// content gives that of a mail, its files behind it, and the picture that its HTML part shows, in the form in which
// Gmail, Outlook, Thunderbird and Apple's programs show all of it in its place:
//
//	multipart/mixed
//	  multipart/related
//	    multipart/alternative
//	      text/plain
//	      text/html
//	    image/png
//	  other files
//
// What a mail doesn't need of that is left out. go-mail could, but it has one boundary for all levels of a mail, or draws
// them, which would make each attempt another mail.
func content(ctx context.Context, o *store.Outgoing, html []byte) (whole part, err error) {
	still, files, err := allFiles(ctx, o)
	if err != nil {
		return part{}, err
	}
	whole = textPart("plain", "quoted-printable", []byte(o.Text))
	if len(html) > 0 {
		encoding := "Quoted-Printable" // in this case, which means nothing (RFC 2045 section 6.1): as pages always left
		if sent.IsPlain(html) {
			encoding = plain
		}
		whole = enclose("alternative", o.Boundary, whole, textPart("html", encoding, html))
	}
	if still != nil {
		whole = enclose("related;\r\n type=\"multipart/alternative\"", relatedBoundary+o.Boundary, whole, *still)
	}
	if len(files) > 0 {
		whole = enclose("mixed", filesBoundary+o.Boundary, append([]part{whole}, files...)...)
	}
	return whole, nil
}

// enclose puts parts into one, of a kind of multipart.
func enclose(kind, boundary string, parts ...part) part {
	return part{
		header: textproto.MIMEHeader{"Content-Type": {fmt.Sprintf("multipart/%s;\r\n boundary=%s", kind, boundary)}},
		write: func(w io.Writer) error {
			to := multipart.NewWriter(w)
			if err := to.SetBoundary(boundary); err != nil {
				return err
			}
			for _, p := range parts {
				into, err := to.CreatePart(p.header)
				if err == nil {
					err = p.write(into)
				}
				if err != nil {
					return err
				}
			}
			return to.Close()
		},
	}
}

// plain is the encoding of a text that is sent as it is, with CRLF line ends. go-mail would write quoted-printable and call it so.
const plain = "7bit"

// textPart is a text in an encoding: plain, or else quoted-printable by whatever name.
func textPart(subtype, encoding string, text []byte) part {
	return part{
		header: textproto.MIMEHeader{"Content-Type": {"text/" + subtype + "; charset=UTF-8"}, "Content-Transfer-Encoding": {encoding}},
		write: func(w io.Writer) error {
			if encoding != plain {
				encoded := quotedprintable.NewWriter(w)
				_, err := encoded.Write(text)
				return errors.Join(err, encoded.Close())
			}
			for line := range bytes.Lines(text) {
				whole, ended := bytes.CutSuffix(line, []byte("\n"))
				_, err := w.Write(whole)
				if ended && err == nil {
					_, err = io.WriteString(w, "\r\n")
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// base64Line is how long lines of base64 may be (RFC 2045 section 6.8).
const base64Line = 76

// filePart writes a file. The disposition is "attachment", or "inline" for what
// belongs to the HTML part.
func filePart(f store.File, disposition string) part {
	return part{
		header: textproto.MIMEHeader{
			"Content-Type":              {fmt.Sprintf(`%s; name="%s"`, f.Type, f.Name)},
			"Content-Transfer-Encoding": {"base64"},
			"Content-Disposition":       {fmt.Sprintf(`%s; filename="%s"`, disposition, f.Name)},
		},
		write: func(w io.Writer) error {
			encoded := base64.StdEncoding.EncodeToString(f.Data)
			for len(encoded) > base64Line {
				if _, err := io.WriteString(w, encoded[:base64Line]+"\r\n"); err != nil {
					return err
				}
				encoded = encoded[base64Line:]
			}
			_, err := io.WriteString(w, encoded)
			return err
		},
	}
}

package smtpout

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"slices"

	"unlurbot/store"
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
func content(ctx context.Context, o *store.Outgoing) (whole part, err error) {
	still, files, err := allFiles(ctx, o)
	if err != nil {
		return part{}, err
	}
	whole = textPart("plain", "quoted-printable", func(w io.Writer) error {
		_, err := io.WriteString(w, o.Text)
		return err
	})
	if len(o.HTML) > 0 {
		whole = enclose("alternative", o.Boundary, whole, textPart("html", "Quoted-Printable", func(w io.Writer) error {
			_, err := o.HTML.WriteTo(w)
			return err
		}))
	}
	if still != nil {
		whole = enclose("related;\r\n type=\"multipart/alternative\"", relatedBoundary+o.Boundary, whole, *still)
	}
	if len(files) > 0 {
		whole = enclose("mixed", filesBoundary+o.Boundary, append([]part{whole}, files...)...)
	}
	return whole, nil
}

// writeAlone writes the part as the whole content of a mail, behind the other fields of its header.
func (p part) writeAlone(w io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(p.header)) {
		if _, err := fmt.Fprintf(w, "%s: %s\r\n", name, p.header.Get(name)); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w, "\r\n"); err != nil {
		return err
	}
	return p.write(w)
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

// textPart is a text that a function writes, in quoted-printable. The case of that name means nothing (RFC 2045 section
// 6.1), but each part keeps its own: a mail that has left once leaves in the same bytes again, after an upgrade too.
func textPart(subtype, quotedPrintable string, text func(io.Writer) error) part {
	return part{
		header: textproto.MIMEHeader{"Content-Type": {"text/" + subtype + "; charset=UTF-8"}, "Content-Transfer-Encoding": {quotedPrintable}},
		write: func(w io.Writer) error {
			encoded := quotedprintable.NewWriter(w)
			if err := text(encoded); err != nil {
				return err
			}
			return encoded.Close()
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

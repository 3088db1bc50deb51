package smtpout

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"

	"github.com/wneessen/go-mail"

	"unlurbot/store"
)

// outerBoundary stands before the mail's boundary where a second one is needed.
// In front of it, since a boundary must not begin with another one (RFC 2046
// section 5.1.2).
const outerBoundary = "files-"

// attach writes a mail with its files behind it. go-mail could, but it has one
// boundary for all levels of a mail, or draws them, which would make each attempt
// another mail. So it writes the mail without the files, and what says how to
// read that moves from the header into a part of its own.
func attach(w io.Writer, msg *mail.Msg, o *store.Outgoing) error {
	var written bytes.Buffer
	if _, err := msg.WriteTo(&written); err != nil {
		return err
	}
	header, body, _ := bytes.Cut(written.Bytes(), []byte("\r\n\r\n"))
	others, content := splitHeader(string(header))
	parts := multipart.NewWriter(w)
	if err := parts.SetBoundary(outerBoundary + o.Boundary); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%sContent-Type: multipart/mixed;\r\n boundary=%s\r\n\r\n", others, parts.Boundary())
	if err != nil {
		return err
	}
	part, err := parts.CreatePart(content)
	if err != nil {
		return err
	}
	if _, err := part.Write(body); err != nil {
		return err
	}
	for _, f := range o.Files {
		if err := attachFile(parts, f); err != nil {
			return err
		}
	}
	return parts.Close()
}

// splitHeader parts the fields that say how to read the body from all others,
// which stay as they are.
func splitHeader(header string) (others string, content textproto.MIMEHeader) {
	content = textproto.MIMEHeader{}
	taken := ""
	for line := range strings.SplitSeq(header, "\r\n") {
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
	return others, content
}

// base64Line is how long lines of base64 may be (RFC 2045 section 6.8).
const base64Line = 76

func attachFile(parts *multipart.Writer, f store.File) error {
	part, err := parts.CreatePart(textproto.MIMEHeader{
		"Content-Type":              {fmt.Sprintf(`%s; name="%s"`, f.Type, f.Name)},
		"Content-Transfer-Encoding": {"base64"},
		"Content-Disposition":       {fmt.Sprintf(`attachment; filename="%s"`, f.Name)},
	})
	if err != nil {
		return err
	}
	encoded := base64.StdEncoding.EncodeToString(f.Data)
	var lines strings.Builder
	for len(encoded) > base64Line {
		lines.WriteString(encoded[:base64Line] + "\r\n")
		encoded = encoded[base64Line:]
	}
	_, err = io.WriteString(part, lines.String()+encoded)
	return err
}

// checkFile refuses names and types that would have to be encoded or quoted,
// or could end their header line.
func checkFile(f store.File) error {
	plain := func(s, more string) bool {
		return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
			letter := 'a' <= r|0x20 && r|0x20 <= 'z'
			return !letter && (r < '0' || r > '9') && !strings.ContainsRune(more, r)
		})
	}
	const longestName = 40 // the line that it is in is never folded
	if !plain(f.Name, "-_.") || len(f.Name) > longestName || !plain(f.Type, "-+./") || len(f.Type) > longestName {
		return fmt.Errorf("a file can't be called %q and be of the type %q", f.Name, f.Type)
	}
	return nil
}

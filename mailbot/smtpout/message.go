package smtpout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"

	"github.com/wneessen/go-mail"

	"unlurbot/store"
)

// Write writes the mail as it is sent, with CRLF line ends. The same Outgoing
// always gives the same bytes.
func Write(w io.Writer, mail *store.Outgoing) error { return write(context.Background(), w, mail) }

// write is Write until ctx ends: to draw the pictures of a mail takes time. go-mail
// writes the header; all that it would otherwise make up (date, Message-ID, User-Agent) is given or turned off.
func write(ctx context.Context, w io.Writer, o *store.Outgoing) error {
	if err := checkMail(o); err != nil {
		return err
	}
	header := mail.NewMsg(mail.WithNoDefaultUserAgent())
	header.SetDateWithValue(o.Date)
	header.SetMessageIDWithValue(clean(o.MessageID))
	header.Subject(clean(o.Subject))
	header.FromMailAddress(address(o.From))
	header.ToMailAddress(address(o.To))
	if o.ReplyTo.Addr != "" {
		header.ReplyToMailAddress(address(o.ReplyTo))
	}
	// go-mail sorts ordinary fields and joins those of one name; a preformatted
	// field is written as it is. So all others go into one of those, in order.
	if name, rest, found := strings.Cut(otherFields(o), ":"); found {
		header.SetGenHeaderPreformatted(mail.Header(name), strings.TrimPrefix(rest, " "))
	}
	err := o.HTML.Open(func(html []byte) error {
		whole, err := content(ctx, o, html)
		if err != nil {
			return err
		}
		if _, err := header.WriteTo(w); err != nil {
			return err
		}
		last := "" // fields of the header: how to read the content
		for _, name := range slices.Sorted(maps.Keys(whole.header)) {
			last += name + ": " + whole.header.Get(name) + "\r\n"
		}
		if _, err := io.WriteString(w, last+"\r\n"); err != nil {
			return err
		}
		return whole.write(w)
	})
	if err != nil {
		return fmt.Errorf("writing the mail: %w", err)
	}
	return nil
}

// otherFields gives the fields that thread the mail and those of
// Outgoing.Header, folded, without the last line end.
func otherFields(o *store.Outgoing) string {
	var fields []string
	if o.InReplyTo != "" {
		fields = append(fields, fold("In-Reply-To", "<"+clean(o.InReplyTo)+">"))
	}
	if len(o.References) > 0 {
		ids := make([]string, len(o.References))
		for i, id := range o.References {
			ids[i] = "<" + clean(id) + ">"
		}
		fields = append(fields, fold("References", strings.Join(ids, " ")))
	}
	for _, f := range o.Header {
		fields = append(fields, fold(f.Name, encode(clean(f.Value))))
	}
	return strings.Join(fields, "\r\n")
}

// encode writes a header value in ASCII. Only the words from the first to the
// last that need it are encoded: the rest may be an address or a number, which
// means nothing to anybody once it is encoded.
func encode(value string) string {
	words := strings.Fields(value)
	first, last := -1, -1
	for i, word := range words {
		if encodeWords(word) != word {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	if first >= 0 {
		words = slices.Replace(words, first, last+1, encodeWords(strings.Join(words[first:last+1], " ")))
	}
	return strings.Join(words, " ")
}

func encodeWords(s string) string { return mime.QEncoding.Encode("utf-8", s) }

// maxLine is the length at which RFC 5322 wants header lines to be folded.
const maxLine = 78

// fold writes a field on as many lines as it needs, broken at blanks.
func fold(name, value string) string {
	var b strings.Builder
	b.WriteString(name + ":")
	column := b.Len()
	for i, word := range strings.Fields(value) {
		if i > 0 && column+1+len(word) > maxLine {
			b.WriteString("\r\n")
			column = 0
		}
		b.WriteString(" " + word)
		column += 1 + len(word)
	}
	return b.String()
}

// clean takes out what could end a header line and begin another one.
func clean(value string) string {
	return strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' || r == 0 {
			return -1
		}
		return r
	}, value)
}

// address leaves backslashes out of names: net/mail writes them into encoded
// words as they are, where RFC 2047 section 5 does not allow them, and then can't
// read the address itself.
func address(m store.Mailbox) *netmail.Address {
	return &netmail.Address{Name: strings.ReplaceAll(clean(m.Name), `\`, ""), Address: clean(m.Addr)}
}

// checkMail refuses what would be written as it is, or go-mail would replace by
// something that differs each time.
func checkMail(o *store.Outgoing) error {
	switch {
	case o.MessageID == "":
		return errors.New("the mail has no Message-ID")
	case o.From.Addr == "" || o.To.Addr == "":
		return errors.New("the mail lacks From or To")
	case (len(o.HTML) > 0 || len(o.Files) > 0 || o.Picture != nil) && !token.MatchString(o.Boundary):
		return fmt.Errorf("the boundary %q is empty or not a token", o.Boundary)
	}
	for _, f := range o.Files {
		if !fileName.MatchString(f.Name) || !fileType.MatchString(f.Type) {
			return fmt.Errorf("invalid file name %q or type %q", f.Name, f.Type)
		}
	}
	for _, f := range o.Header {
		if !fieldName.MatchString(f.Name) {
			return fmt.Errorf("the mail has a header field named %q", f.Name)
		}
		if ownField[strings.ToLower(f.Name)] {
			return fmt.Errorf("the header field %s is set by a field of Outgoing", f.Name)
		}
	}
	return nil
}

// What is written as it is.
var (
	fieldName = regexp.MustCompile(`^[!-9;-~]+$`)                 // RFC 5322's ftext
	token     = regexp.MustCompile(`^[!#-'*+.0-9A-Z^-~-]{1,70}$`) // a boundary that needs no quotes, which enclose never sets

	// Names and types that need not be encoded or quoted, and can't end their header line,
	// which is never folded.
	fileName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)
	fileType = regexp.MustCompile(`^[A-Za-z0-9+./-]{1,40}$`)
)

// ownField are the header fields that must not appear a second time.
var ownField = map[string]bool{
	"date": true, "message-id": true, "subject": true, "from": true, "to": true, "reply-to": true,
	"in-reply-to": true, "references": true, "mime-version": true,
	"content-type": true, "content-transfer-encoding": true,
}

package parser

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Failure is what a bounce says of the mail that did not arrive. Everything in
// it is hearsay from a stranger's server: the caller must recognize the mail by
// its own id or envelope sender before acting on it.
type Failure struct {
	// Recipient is the address that failed, "" if the report names none.
	Recipient string `json:"recipient"`
	// Status is the enhanced status code, such as "5.1.1" (RFC 3463), or "".
	Status string `json:"status"`
	// Permanent says that trying again is of no use.
	Permanent bool `json:"permanent"`
	// OriginalID is the Message-ID of the mail that failed, without brackets,
	// or "".
	OriginalID string `json:"original_id"`
}

// readFailure looks through the parts of a bounce, and returns nil for any other
// mail and for a bounce that tells nothing.
func readFailure(class Class, root *part) *Failure {
	if class != Bounce {
		return nil
	}
	var f Failure
	root.walk(func(p *part) {
		switch p.mediaType {
		case "message/delivery-status", "message/global-delivery-status":
			f.readStatus(p.body)
		case "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers":
			f.readOriginal(p.body)
		}
	})
	if f.Recipient == "" {
		f.readExim(&root.header)
	}
	if f == (Failure{}) {
		return nil
	}
	return &f
}

// readStatus reads the groups of fields of a delivery report (RFC 3464 section
// 2): one of the mail, then one of each recipient. The first recipient that
// failed counts; our mails have one recipient each.
func (f *Failure) readStatus(body []byte) {
	for group := range bytes.SplitSeq(body, []byte("\n\n")) {
		h := readFields(group)
		recipient := h.Get("Final-Recipient")
		if v := h.Get("Original-Recipient"); v != "" {
			recipient = v
		}
		if recipient == "" || f.Recipient != "" {
			continue
		}
		_, addr, _ := strings.Cut(recipient, ";")
		if as := parseAddresses(addr); len(as) == 1 {
			f.Recipient = as[0].Addr
		}
		f.Status = statusCode(h.Get("Status"))
		f.Permanent = strings.EqualFold(firstWord(h.Get("Action")), "failed") && !strings.HasPrefix(f.Status, "4")
	}
}

// readOriginal reads the id of the mail that came back.
func (f *Failure) readOriginal(body []byte) {
	h := readFields(body)
	if ids := messageIDs(h.Values("Message-Id")); len(ids) == 1 && f.OriginalID == "" {
		f.OriginalID = ids[0]
	}
}

// readExim reads the field by which Exim and Google name the failed address.
// Neither sends it with a warning that a mail is delayed.
func (f *Failure) readExim(h *message.Header) {
	if as := parseAddresses(h.Get("X-Failed-Recipients")); len(as) > 0 {
		f.Recipient, f.Permanent = as[0].Addr, true
	}
}

// readFields reads the header fields at the beginning of b.
func readFields(b []byte) message.Header {
	header, _, _ := splitHeader(bytes.TrimLeft(b, "\n"))
	fields, err := textproto.ReadHeader(bufio.NewReaderSize(bytes.NewReader(header), 512))
	if err != nil {
		return message.Header{}
	}
	return message.Header{Header: fields}
}

// statusCode returns the code at the beginning of a Status field, or "".
func statusCode(v string) string {
	code := firstWord(v)
	parts := strings.Split(code, ".")
	if len(parts) != 3 || len(code) > 11 {
		return ""
	}
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" {
			return ""
		}
	}
	return code
}

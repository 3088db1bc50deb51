package parser

import (
	"strings"

	"github.com/emersion/go-message"
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
			f.readStatus(p.reportBody())
		case "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers":
			f.readOriginal(p.reportBody())
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

// readStatus reads a delivery report. The first recipient that failed counts;
// our mails have one recipient each.
func (f *Failure) readStatus(body []byte) {
	d, ok := worst(readReport(body))
	if !ok || f.Recipient != "" {
		return
	}
	f.Recipient, f.Status = d.addr, d.status
	f.Permanent = d.action == "failed" && !strings.HasPrefix(d.status, "4")
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

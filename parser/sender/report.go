package sender

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"

	"unlurbot/parser/mime"
)

// maxReport is how many bytes are read of each part of a bounce.
const maxReport = 32 << 10

// delivery is what a report says of one recipient (RFC 3464 section 2.3).
type delivery struct {
	addr   string
	action string // in lower case: failed, delayed, delivered, relayed, expanded
	status string
}

// isDeliveryStatus reports whether a part is a delivery report (RFC 3464 section
// 2, RFC 6533 section 4).
func isDeliveryStatus(p *mime.Part) bool {
	return p.MediaType == "message/delivery-status" || p.MediaType == "message/global-delivery-status"
}

// isFeedbackReport reports whether a part tells of a complaint (RFC 5965 section
// 3).
func isFeedbackReport(p *mime.Part) bool { return p.MediaType == "message/feedback-report" }

// readReport reads the groups of fields of a delivery report (RFC 3464 section
// 2.1): one of the mail, then one of each recipient. Our mails have one.
func readReport(body []byte) []delivery {
	const most = 100 // groups
	var list []delivery
	general := "" // the action in a group without a recipient, where some put it
	groups := bytes.SplitN(body, []byte("\n\n"), most+1)
	for _, group := range groups[:min(len(groups), most)] {
		h := readFields(group)
		action := strings.ToLower(firstWord(h.Get("Action")))
		recipient := h.Get("Original-Recipient")
		if recipient == "" {
			recipient = h.Get("Final-Recipient")
		}
		if recipient == "" {
			if general == "" {
				general = action
			}
			continue
		}
		d := delivery{addr: reportedAddress(recipient), action: action, status: reportedStatus(&h)}
		if d.action == "" {
			d.action = general
		}
		if !d.reached() && d.action != "failed" && d.action != "delayed" {
			d.action = actionOf(d.status)
		}
		list = append(list, d)
	}
	return list
}

// reportedAddress reads "rfc822; ana@example.org", or "utf-8; ..." (RFC 6533
// section 3). Some leave out the type.
func reportedAddress(field string) string {
	_, addr, found := strings.Cut(field, ";")
	if !found {
		addr = field
	}
	if as := mime.ParseAddresses(addr); len(as) == 1 {
		return as[0].Addr
	}
	return ""
}

// reportedStatus reads the Status field, and where it is vague, what the remote
// server said (RFC 3464 section 2.3.6).
func reportedStatus(h *message.Header) string {
	status := statusCode(h.Get("Status"))
	if isVague(status) {
		said := smtpStatus(h.Get("Diagnostic-Code"))
		if status == "" || !isVague(said) && said[0] == status[0] {
			return said
		}
	}
	return status
}

// actionOf is the action that goes with a status, where the report leaves it out
// or has a word of its own, such as OpenSMTPD's "error".
func actionOf(status string) string {
	switch {
	case strings.HasPrefix(status, "2"):
		return "delivered"
	case strings.HasPrefix(status, "4"):
		return "delayed"
	}
	return "failed"
}

// reached reports whether a recipient has got the mail, as far as the reporting
// server knows.
func (d delivery) reached() bool {
	switch d.action {
	case "delivered", "relayed", "expanded":
		return true
	}
	return false
}

// allReached reports whether a report tells of recipients and all were reached.
func allReached(list []delivery) bool {
	for _, d := range list {
		if !d.reached() {
			return false
		}
	}
	return len(list) > 0
}

// worst returns the first recipient that failed, or else the first that waits.
func worst(list []delivery) (d delivery, ok bool) {
	for _, d := range list {
		if d.action == "failed" {
			return d, true
		}
	}
	for _, d := range list {
		if !d.reached() {
			return d, true
		}
	}
	return delivery{}, false
}

// reportBody returns the beginning of what a part of a bounce holds. Such parts
// should not be encoded (RFC 3464 section 2.1, RFC 2046 section 5.2.1); some
// are, and what is damaged in them does not matter.
func reportBody(p *mime.Part) []byte {
	body := mime.UnixLines(p.Content(&mime.Findings{}))
	return body[:min(len(body), maxReport)]
}

// readFields reads the header fields at the beginning of b.
func readFields(b []byte) message.Header {
	header, _, _ := mime.SplitHeader(bytes.TrimLeft(b, "\n"))
	fields, err := textproto.ReadHeader(bufio.NewReaderSize(bytes.NewReader(header), 512))
	if err != nil {
		return message.Header{}
	}
	return message.Header{Header: fields}
}

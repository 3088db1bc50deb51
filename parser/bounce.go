package parser

import "github.com/emersion/go-message"

// Failure is what a bounce says of the mail that did not arrive. Everything in
// it is hearsay from a stranger's server: the caller must recognize the mail by
// its own id, or by a token that verifies, before acting on it.
type Failure struct {
	// Recipient is the address that failed, the first of several, or "" if the
	// bounce names none.
	Recipient string `json:"recipient"`
	// Status is the enhanced status code, such as "5.1.1" (RFC 3463), or "". Of
	// a server that gave only an SMTP reply code it is "5.0.0" or "4.0.0".
	Status string `json:"status"`
	// Permanent says that trying again is of no use. It follows the first digit
	// of Status: a full mailbox is 5.2.2 on one server and 4.2.2 on another, and
	// each knows best whether it is worth while to wait.
	Permanent bool `json:"permanent"`
	// OriginalID is the Message-ID of the mail that failed, without brackets,
	// or "".
	OriginalID string `json:"original_id"`
	// Token is the +detail of the address of ours to which the bounce came, or
	// else from which the mail came that failed, or "". Anybody can write one:
	// the caller must verify it.
	Token string `json:"token"`
}

// readFailure looks through a bounce. It returns nil for any other mail, for a
// bounce that tells nothing, and for a complaint about a mail that did arrive.
//
// A mail is of class Bounce also if nothing but its null sender speaks for it.
// That may be some vacation program; so it must return our mail, or name an
// address and a code.
func readFailure(m *Mail, root *part, own []string) *Failure {
	if m.Class != Bounce || m.Reason == ReasonFeedbackReport {
		return nil
	}
	var f Failure
	report, copied := cutReturned(m.Text)
	returned := f.readParts(root)
	if returned.Len() == 0 {
		returned = readFields([]byte(copied))
	}
	if f.Recipient == "" {
		f.readFailedField(&root.header)
		f.readText(m.Subject, report, own)
	}
	if m.Reason == ReasonNullSender && returned.Len() == 0 && (f.Recipient == "" || f.Status == "") {
		return nil
	}
	f.readReturned(&returned, own)
	if f.OriginalID == "" {
		f.OriginalID = lastID(m)
	}
	f.readToken(m.Recipients, &returned, own)
	if f == (Failure{}) {
		return nil
	}
	return &f
}

// readParts reads the report, if there is one, and returns the header of the
// mail that came back.
func (f *Failure) readParts(root *part) (returned message.Header) {
	if p := root.first(isDeliveryStatus); p != nil {
		if d, ok := worst(readReport(p.reportBody())); ok {
			f.Recipient, f.Status = d.addr, d.status
			f.Permanent = d.action == "failed" && (d.status == "" || d.status[0] != '4')
		}
	}
	if p := root.first(isReturned); p != nil {
		returned = readFields(p.reportBody())
	}
	return returned
}

// readFailedField reads the field by which Exim and Google name the failed
// address. Neither sends it with a warning that a mail is delayed.
func (f *Failure) readFailedField(h *message.Header) {
	if as := parseAddresses(h.Get("X-Failed-Recipients")); len(as) > 0 {
		f.Recipient, f.Permanent = as[0].Addr, true
	}
}

// lastID returns the id of the mail to which a bounce refers as a reply.
func lastID(m *Mail) string {
	for _, ids := range [][]string{m.InReplyTo, m.References} {
		if len(ids) > 0 {
			return ids[len(ids)-1]
		}
	}
	return ""
}

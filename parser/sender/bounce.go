package sender

import (
	"slices"
	"strings"

	"unlurbot/parser/mime"
)

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

// Complaint is what a report says of a mail of ours that somebody has called spam
// (RFC 5965). It did arrive, and nothing failed. All of it is hearsay, as in a
// Failure.
type Complaint struct {
	// Recipient is the address whose owner complained, or "". Many providers keep
	// it to themselves: the token is surer.
	Recipient string `json:"recipient"`
	// Type is what kind of report it is, such as "abuse" or "not-spam" (RFC 5965
	// section 7.3), in lower case, or "".
	Type string `json:"type"`
	// OriginalID and Token are those of the mail, as in a Failure.
	OriginalID string `json:"original_id"`
	Token      string `json:"token"`
}

// readFailure looks through a bounce. It returns nil if that tells nothing.
//
// A mail is of class Bounce also if nothing but its null sender speaks for it.
// That may be some vacation program; so it must return our mail, or name an
// address and a code.
func readFailure(reason string, e evidence) *Failure {
	var f Failure
	report, copied := cutReturned(e.mail.Text)
	if p := reportPart(e.root, ReasonDeliveryStatus); p != nil {
		list := readReport(reportBody(p))
		i := slices.IndexFunc(list, func(d delivery) bool { return d.action == "failed" })
		if i < 0 {
			i = slices.IndexFunc(list, isPending)
		}
		if i >= 0 {
			d := list[i]
			f.Recipient, f.Status = d.addr, d.status
			f.Permanent = d.action == "failed" && (d.status == "" || d.status[0] != '4')
		}
	}
	returned := readReturnedHeader(e.root, copied)
	if f.Recipient == "" {
		// The field by which Exim and Google name the failed address. Neither sends it with
		// a warning that a mail is delayed.
		if as := mime.ParseAddresses(e.header.Get("X-Failed-Recipients")); len(as) > 0 {
			f.Recipient, f.Permanent = as[0].Addr, true
		}
		f.readText(e.mail.Subject, report, e.own)
	}
	if reason == ReasonNullSender && returned.Len() == 0 && (f.Recipient == "" || f.Status == "") {
		return nil
	}
	f.readReturned(&returned, e.own)
	if ids := slices.Concat(e.mail.References, e.mail.InReplyTo); f.OriginalID == "" && len(ids) > 0 {
		f.OriginalID = ids[len(ids)-1]
	}
	f.readToken(e.mail.Recipients, &returned, e.own)
	if f == (Failure{}) {
		return nil
	}
	return &f
}

// readComplaint looks through a report of a complaint. The address stands in the report or
// in the mail that came back.
func readComplaint(e evidence) *Complaint {
	var f Failure
	kind := ""
	if p := reportPart(e.root, ReasonFeedbackReport); p != nil {
		h := readFields(reportBody(p))
		kind = strings.ToLower(firstWord(h.Get("Feedback-Type")))
		f.Recipient = reportedAddress(h.Get("Original-Rcpt-To"))
	}
	_, copied := cutReturned(e.mail.Text)
	returned := readReturnedHeader(e.root, copied)
	f.readReturned(&returned, e.own)
	f.readToken(e.mail.Recipients, &returned, e.own)
	return &Complaint{Recipient: f.Recipient, Type: kind, OriginalID: f.OriginalID, Token: f.Token}
}

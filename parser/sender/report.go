package sender

import (
	"bufio"
	"bytes"
	"cmp"
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

// reportParts are the parts for which a report is sent, with the reason that each is: a
// delivery report (RFC 3464 section 2, RFC 6533 section 4), a complaint (RFC 5965 section
// 3), a receipt (RFC 8098 section 3).
var reportParts = map[string]string{
	"message/delivery-status":                 ReasonDeliveryStatus,
	"message/global-delivery-status":          ReasonDeliveryStatus,
	"message/feedback-report":                 ReasonFeedbackReport,
	"message/disposition-notification":        ReasonReceipt,
	"message/global-disposition-notification": ReasonReceipt,
}

// reportPart returns the first part of a kind, or nil.
func reportPart(root *mime.Part, kind string) *mime.Part {
	return root.First(func(p *mime.Part) bool { return reportParts[p.MediaType] == kind })
}

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
		recipient := cmp.Or(h.Get("Original-Recipient"), h.Get("Final-Recipient"))
		if recipient == "" {
			general = cmp.Or(general, action)
			continue
		}
		status := firstWord(h.Get("Status"))
		if !statusCode.MatchString(status) {
			status = ""
		}
		if isVague(status) { // what the remote server said (RFC 3464 section 2.3.6)
			if said := smtpStatus(h.Get("Diagnostic-Code")); status == "" || !isVague(said) && said[0] == status[0] {
				status = said
			}
		}
		d := delivery{addr: reportedAddress(recipient), action: cmp.Or(action, general), status: status}
		if isPending(d) && d.action != "failed" && d.action != "delayed" { // it is left out, or OpenSMTPD's "error"
			switch {
			case strings.HasPrefix(status, "2"):
				d.action = "delivered"
			case strings.HasPrefix(status, "4"):
				d.action = "delayed"
			default:
				d.action = "failed"
			}
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

// isPending reports whether a recipient has not got the mail, as far as the reporting
// server knows.
func isPending(d delivery) bool {
	return d.action != "delivered" && d.action != "relayed" && d.action != "expanded"
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

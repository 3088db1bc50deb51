package parser

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// Class says what wrote a mail. Only a Person is ever answered.
type Class string

// The classes.
const (
	Person     Class = "person"     // nothing speaks against a human being
	Auto       Class = "auto"       // an autoresponder, a receipt, a robot
	Bounce     Class = "bounce"     // a report that a mail did not arrive
	List       Class = "list"       // a mailing list or bulk mail
	Own        Class = "own"        // our own mail has come back
	Unreadable Class = "unreadable" // it does not say who wrote it
)

// The reasons for a class.
const (
	ReasonNoSign          = "no-machine-signs"
	ReasonOwnAddress      = "own-address"
	ReasonOwnLoop         = "own-x-loop"
	ReasonDeliveryStatus  = "delivery-status"
	ReasonFeedbackReport  = "feedback-report"
	ReasonReceipt         = "disposition-notification"
	ReasonFailedRecipient = "x-failed-recipients"
	ReasonDaemonSender    = "sender-mailer-daemon"
	ReasonBounceSubject   = "subject-bounce"
	ReasonNullSender      = "return-path-empty"
	ReasonAutoSubmitted   = "auto-submitted"
	ReasonAutoHeader      = "autoresponder-header"
	ReasonSuppress        = "x-auto-response-suppress"
	ReasonAutoPrecedence  = "precedence-auto"
	ReasonNoReplySender   = "sender-no-reply"
	ReasonAutoSubject     = "subject-automatic-reply"
	ReasonTooManyHops     = "too-many-received"
	ReasonListHeader      = "list-header"
	ReasonBulkPrecedence  = "precedence-bulk"
	ReasonFeedbackID      = "feedback-id"
	ReasonListSender      = "sender-list"
	ReasonBadFrom         = "from-not-one-address"
)

// evidence is what a judge looks at.
type evidence struct {
	mail   *Mail
	header *message.Header
	root   *part
	own    []string
}

// judges look for one kind of sign each; the first that finds one decides. Our
// own mail comes first, so that a loop is seen whatever else it carries; then
// the reports, because a bounce carries the marks of an autoresponder too; an
// unreadable author last, because machines need not have a proper one.
var judges = []func(evidence) (Class, string){
	judgeOwn, judgeReport, judgeBounce, judgeAuto, judgeList, judgeReturnPath, judgeHops, judgeFrom,
}

// classify fills in Class and Reason.
func (m *Mail) classify(root *part, opt Options) {
	e := evidence{mail: m, header: &root.header, root: root, own: opt.Own}
	for _, judge := range judges {
		if class, reason := judge(e); class != "" {
			m.Class, m.Reason = class, reason
			return
		}
	}
	m.Class, m.Reason = Person, ReasonNoSign
}

// judgeOwn knows our own mail by its author, its envelope or our X-Loop.
func judgeOwn(e evidence) (Class, string) {
	if isOwn(e.mail.From.Addr, e.own) || isOwn(e.mail.ReturnPath.Addr, e.own) {
		return Own, ReasonOwnAddress
	}
	for _, v := range e.header.Values("X-Loop") {
		if slices.ContainsFunc(strings.Fields(v), func(w string) bool { return isOwn(strings.Trim(w, "<>,;"), e.own) }) {
			return Own, ReasonOwnLoop
		}
	}
	return "", ""
}

// isOwn reports whether addr is one of ours, with or without a +detail.
func isOwn(addr string, own []string) bool {
	local, domain, found := strings.Cut(addr, "@")
	if !found {
		return false
	}
	base, _, _ := strings.Cut(local, "+")
	return slices.ContainsFunc(own, func(o string) bool {
		return strings.EqualFold(o, addr) || strings.EqualFold(o, base+"@"+domain)
	})
}

// judgeReport knows a multipart/report by its parts: of a delivery (RFC 3464),
// of being read (RFC 8098), of being called spam (RFC 5965). The parts count
// also where the outer type is wrong.
func judgeReport(e evidence) (class Class, reason string) {
	e.root.walk(func(p *part) {
		switch {
		case class == Bounce:
		case p.mediaType == "message/delivery-status", p.mediaType == "message/global-delivery-status":
			class, reason = Bounce, ReasonDeliveryStatus
		case p.mediaType == "message/feedback-report":
			class, reason = Bounce, ReasonFeedbackReport
		case p.mediaType == "message/disposition-notification", p.mediaType == "message/global-disposition-notification":
			class, reason = Auto, ReasonReceipt
		}
	})
	if class == "" && e.root.mediaType == "multipart/report" {
		if strings.HasPrefix(strings.ToLower(e.root.params["report-type"]), "disposition") {
			return Auto, ReasonReceipt
		}
		return Bounce, ReasonDeliveryStatus
	}
	return class, reason
}

// judgeBounce knows the bounces that are no reports: older programs and qmail.
func judgeBounce(e evidence) (Class, string) {
	switch {
	case e.header.Has("X-Failed-Recipients"):
		return Bounce, ReasonFailedRecipient
	case hasSender(e, isDaemon):
		return Bounce, ReasonDaemonSender
	case hasPrefixFold(e.mail.Subject, bounceSubjects):
		return Bounce, ReasonBounceSubject
	}
	return "", ""
}

// judgeAuto knows what a program sends in somebody's name: Auto-Submitted
// (RFC 3834) and all that was used before and beside it.
func judgeAuto(e evidence) (Class, string) {
	for _, v := range e.header.Values("Auto-Submitted") {
		if !strings.EqualFold(firstWord(v), "no") {
			return Auto, ReasonAutoSubmitted
		}
	}
	for _, field := range autoFields {
		if e.header.Has(field) {
			return Auto, ReasonAutoHeader
		}
	}
	for _, v := range e.header.Values("X-Auto-Response-Suppress") {
		for word := range strings.SplitSeq(v, ",") {
			switch strings.ToLower(strings.TrimSpace(word)) {
			case "dr", "autoreply", "oof", "all":
				return Auto, ReasonSuppress
			}
		}
	}
	switch precedence(e.header) {
	case "junk", "auto_reply", "auto-reply", "autoreply":
		return Auto, ReasonAutoPrecedence
	}
	switch {
	case hasSender(e, isNoReply):
		return Auto, ReasonNoReplySender
	case hasPrefixFold(e.mail.Subject, autoSubjects):
		return Auto, ReasonAutoSubject
	}
	return "", ""
}

// judgeList knows lists and bulk mail (RFC 2369, RFC 2919).
func judgeList(e evidence) (Class, string) {
	fields := e.header.Fields()
	for fields.Next() {
		if key := fields.Key(); strings.HasPrefix(key, "List-") || key == "Mailing-List" || key == "X-Mailing-List" {
			return List, ReasonListHeader
		}
	}
	switch precedence(e.header) {
	case "bulk", "list":
		return List, ReasonBulkPrecedence
	}
	for _, v := range e.header.Values("Feedback-Id") {
		// Fastmail marks the mails of its human users with this field too.
		if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(v)), ":fastmail") {
			return List, ReasonFeedbackID
		}
	}
	if hasSender(e, isListSender) {
		return List, ReasonListSender
	}
	return "", ""
}

// judgeReturnPath takes a mail from the null sender for a bounce, if nothing
// told more (RFC 5321 section 4.5.5).
func judgeReturnPath(e evidence) (Class, string) {
	if e.mail.ReturnPath.Null() {
		return Bounce, ReasonNullSender
	}
	return "", ""
}

// judgeHops knows a mail that runs in a circle.
func judgeHops(e evidence) (Class, string) {
	if len(e.header.Values("Received")) > MaxReceived {
		return Auto, ReasonTooManyHops
	}
	return "", ""
}

// judgeFrom knows a mail that does not say who wrote it.
func judgeFrom(e evidence) (Class, string) {
	if e.mail.From.Addr == "" {
		return Unreadable, ReasonBadFrom
	}
	return "", ""
}

// hasSender reports whether the author, the sender or the envelope sender is of
// a kind. The addresses are compared by their local part, in lower case and
// without +detail.
func hasSender(e evidence, kind func(local string) bool) bool {
	addrs := []string{e.mail.From.Addr, e.mail.ReturnPath.Addr}
	for _, a := range parseAddresses(e.header.Get("Sender")) {
		addrs = append(addrs, a.Addr)
	}
	if e.mail.From.Addr == "" {
		// A daemon's From is often no proper address: "MAILER-DAEMON (Mail System)".
		for _, v := range e.header.Values("From") {
			addrs = append(addrs, firstWord(v))
		}
	}
	return slices.ContainsFunc(addrs, func(addr string) bool {
		local, _, _ := strings.Cut(strings.ToLower(addr), "@")
		local, _, _ = strings.Cut(local, "+")
		return local != "" && kind(local)
	})
}

func precedence(h *message.Header) string {
	return strings.ToLower(firstWord(h.Get("Precedence")))
}

// firstWord returns the first word of a field without comments and parameters.
func firstWord(v string) string {
	for {
		v = strings.TrimSpace(v)
		if !strings.HasPrefix(v, "(") {
			break
		}
		_, v, _ = strings.Cut(v, ")")
	}
	if i := strings.IndexAny(v, " \t;("); i >= 0 {
		v = v[:i]
	}
	return v
}

func hasPrefixFold(s string, prefixes []string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

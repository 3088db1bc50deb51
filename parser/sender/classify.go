package sender

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// Class says what wrote a mail. Only a Person is ever answered.
type Class string

// The classes.
const (
	Person     Class = "person"     // nothing speaks against a human being
	Auto       Class = "auto"       // an autoresponder, a receipt, a robot
	Bounce     Class = "bounce"     // a report that a mail did not arrive, or was called spam
	List       Class = "list"       // a mailing list or bulk mail
	Own        Class = "own"        // our own mail has come back
	Unreadable Class = "unreadable" // it does not say who wrote it
)

// The reasons for a class.
const (
	ReasonNoSign          = "no-machine-signs"
	ReasonOwnAddress      = "own-address"
	ReasonOwnLoop         = "own-x-loop"
	ReasonOwnCheck        = "own-check"
	ReasonDeliveryStatus  = "delivery-status"
	ReasonDelivered       = "delivered" // a report that it did arrive
	ReasonFeedbackReport  = "feedback-report"
	ReasonReceipt         = "disposition-notification"
	ReasonRejected        = "rejected" // by a reader's filter
	ReasonReport          = "report"   // of something else
	ReasonFailedRecipient = "x-failed-recipients"
	ReasonDaemonSender    = "sender-mailer-daemon"
	ReasonBounceSubject   = "subject-bounce"
	ReasonBounceText      = "text-bounce"
	ReasonNullSender      = "return-path-empty"
	ReasonAutoSubmitted   = "auto-submitted"
	ReasonAutoHeader      = "autoresponder-header"
	ReasonSuppress        = "x-auto-response-suppress"
	ReasonAutoPrecedence  = "precedence-auto"
	ReasonNoReplySender   = "sender-no-reply"
	ReasonAutoSubject     = "subject-automatic-reply"
	ReasonCalendar        = "calendar"
	ReasonReaction        = "reaction"
	ReasonTooManyHops     = "too-many-received"
	ReasonListHeader      = "list-header"
	ReasonBulkPrecedence  = "precedence-bulk"
	ReasonFeedbackID      = "feedback-id"
	ReasonListSender      = "sender-list"
	ReasonBadFrom         = "from-not-one-address"
)

// A Verdict is what somebody can know of a mail's sender by the mail alone.
type Verdict struct {
	// Class says what wrote the mail, and Reason from what that was seen, as a
	// fixed word in kebab case (the Reason constants).
	Class  Class
	Reason string
	// Failure tells of the mail that did not arrive; nil unless the mail is a
	// bounce that names it.
	Failure *Failure
	// Complaint tells of the mail that somebody has called spam; nil unless the
	// mail reports that.
	Complaint *Complaint
}

// A Letter is what is judged of a mail beside its parts: the header, the text and what
// of it the sender wrote.
type Letter struct {
	*mime.Header
	Text, Reply string
}

// evidence is what a judge looks at.
type evidence struct {
	mail    Letter
	header  *message.Header
	root    *mime.Part
	own     []string
	subject string // folded, in lower case, with straight quotes and without tags
	isReply bool   // by its subject
}

// judges look for one kind of sign each; the first that finds one decides. Our
// own mail comes first, so that a loop is seen whatever else it carries; then
// the reports, because a bounce carries the marks of an autoresponder too; an
// unreadable author last, because machines need not have a proper one.
var judges = []func(evidence) (Class, string){
	judgeOwn, judgeReport, judgeBounce, judgeAuto, judgeParts, judgeList, judgeRest,
}

// Judge says who or what wrote a mail. Own are our own addresses, without +detail.
func Judge(root *mime.Part, l Letter, own []string) Verdict {
	e := evidence{
		mail: l, header: &root.Header, root: root, own: own,
		subject: strings.ReplaceAll(strings.ToLower(WithoutTags(plain.Fold(l.Subject))), "’", "'"),
		isReply: IsReplySubject(l.Subject),
	}
	var v Verdict
	for _, judge := range judges {
		if v.Class, v.Reason = judge(e); v.Class != "" {
			break
		}
	}
	switch {
	case v.Reason == ReasonFeedbackReport:
		v.Complaint = readComplaint(e)
	case v.Class == Bounce:
		v.Failure = readFailure(v.Reason, e)
	}
	return v
}

// CheckDetail begins the +detail of an address of ours to which only we write: the check command does, to see
// what arrives. No token begins so.
const CheckDetail = "check-"

// judgeOwn knows our own mail by its author, its envelope or our X-Loop, and one of the check
// command by the only +detail of ours that it is for.
func judgeOwn(e evidence) (Class, string) {
	if isOwn(e.mail.From.Addr, e.own) || isOwn(e.mail.ReturnPath.Addr, e.own) {
		return Own, ReasonOwnAddress
	}
	for _, v := range e.header.Values("X-Loop") {
		if slices.ContainsFunc(strings.Fields(v), func(w string) bool { return isOwn(strings.Trim(w, "<>,;"), e.own) }) {
			return Own, ReasonOwnLoop
		}
	}
	checks := false
	for _, addr := range e.mail.Recipients {
		detail, _ := ownDetail(addr, e.own)
		if detail != "" && !strings.HasPrefix(strings.ToLower(detail), CheckDetail) {
			return "", ""
		}
		checks = checks || detail != ""
	}
	if checks {
		return Own, ReasonOwnCheck
	}
	return "", ""
}

// isOwn reports whether addr is one of ours, with or without a +detail.
func isOwn(addr string, own []string) bool {
	_, ok := ownDetail(addr, own)
	return ok
}

// ownDetail returns the +detail of an address of ours (RFC 5233 section 4), ""
// if it has none; ok is false if the address is not ours.
func ownDetail(addr string, own []string) (detail string, ok bool) {
	local, domain, found := strings.Cut(addr, "@")
	if !found {
		return "", false
	}
	base, detail, _ := strings.Cut(local, "+")
	ok = slices.ContainsFunc(own, func(o string) bool { return plain.FoldASCII(o) == plain.FoldASCII(base+"@"+domain) })
	if !ok {
		return "", slices.ContainsFunc(own, func(o string) bool { return plain.FoldASCII(o) == plain.FoldASCII(addr) })
	}
	return detail, true
}

// answersUs reports whether a mail was written as a reply to one of ours: it
// came to an address of ours that has a +detail, its subject has a token, or it
// refers to an id of our domain. Who sends in bulk knows none of these.
func (e evidence) answersUs() bool {
	if e.mail.SubjectToken != "" {
		return true
	}
	for _, addr := range e.mail.Recipients {
		if detail, _ := ownDetail(addr, e.own); detail != "" {
			return true
		}
	}
	return slices.ContainsFunc(e.mail.InReplyTo, e.isOurID) || slices.ContainsFunc(e.mail.References, e.isOurID)
}

func (e evidence) isOurID(id string) bool {
	_, domain, _ := strings.Cut(id, "@")
	return slices.ContainsFunc(e.own, func(o string) bool {
		_, ours, _ := strings.Cut(o, "@")
		return plain.FoldASCII(ours) == plain.FoldASCII(domain)
	})
}

// inConversation reports whether a mail refers to another one.
func (e evidence) inConversation() bool {
	return len(e.mail.InReplyTo)+len(e.mail.References) > 0
}

// judgeRest looks for what tells of a machine where nothing else did: the null sender (RFC
// 5321 section 4.5.5) of a bounce or of the reply of an autoresponder, the first line of a
// bounce, the one line of a reaction in Outlook or Gmail, a way that runs in a circle, an
// author who is none.
func judgeRest(e evidence) (Class, string) {
	opening, _, _ := strings.Cut(strings.TrimLeft(e.mail.Text, " \t\n"), "\n")
	opening = strings.ToLower(plain.CutBytes(opening, 200))
	switch null := e.mail.ReturnPath.Null(); {
	case null && e.isReply:
		return Auto, ReasonNullSender
	case null:
		return Bounce, ReasonNullSender
	case !e.isReply && hasPrefix(opening, bounceOpenings):
		return Bounce, ReasonBounceText
	case isReactionText(e.mail.Reply):
		return Auto, ReasonReaction
	case len(e.header.Values("Received")) > MaxReceived:
		return Auto, ReasonTooManyHops
	case e.mail.From.Addr == "":
		return Unreadable, ReasonBadFrom
	}
	return Person, ReasonNoSign
}

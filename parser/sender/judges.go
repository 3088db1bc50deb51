package sender

import (
	"slices"
	"strings"
	"unicode"

	"github.com/emersion/go-message"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// judgeReport knows a multipart/report (RFC 6522) by its parts and its type: of
// a delivery (RFC 3464), of being read (RFC 8098), of being called spam
// (RFC 5965). The parts count also where the outer type is wrong, but not in a
// mail with a reply's subject: a person who passes on a bounce sends them too.
// Old Exchange said the same in a field, and put the report into winmail.dat.
func judgeReport(e evidence) (Class, string) {
	switch strings.ToLower(firstWord(e.header.Get("Content-Class"))) {
	case "urn:content-classes:dsn":
		return Bounce, ReasonDeliveryStatus
	case "urn:content-classes:mdn":
		return Auto, ReasonReceipt
	case "urn:content-classes:calendarmessage":
		return Auto, ReasonCalendar
	}
	isReport := e.root.MediaType == "multipart/report"
	if !isReport && e.isReply {
		return "", ""
	}
	if p := e.root.First(func(p *mime.Part) bool { return reportParts[p.MediaType] != "" }); p != nil {
		return judgeReportPart(e, p)
	}
	if !isReport {
		return "", ""
	}
	switch kind := strings.ToLower(e.root.Params["report-type"]); {
	case strings.HasPrefix(kind, "disposition"):
		return Auto, ReasonReceipt
	case strings.HasPrefix(kind, "feedback"):
		return Bounce, ReasonFeedbackReport
	case kind == "" || strings.HasPrefix(kind, "delivery"):
		return Bounce, ReasonDeliveryStatus
	}
	return Auto, ReasonReport // of TLS (RFC 8460), of a message's track (RFC 3886)
}

// judgeReportPart tells what the part says for which a report is sent; there is
// one (RFC 6522 section 3). A delivery report in which every recipient was
// reached is a receipt.
func judgeReportPart(e evidence, p *mime.Part) (Class, string) {
	switch kind := reportParts[p.MediaType]; {
	case kind == ReasonDeliveryStatus:
		told := readReport(reportBody(p))
		if len(told) > 0 && !slices.ContainsFunc(told, isPending) && !e.header.Has("X-Failed-Recipients") {
			return Auto, ReasonDelivered
		}
		return Bounce, ReasonDeliveryStatus
	case kind == ReasonFeedbackReport:
		return Bounce, ReasonFeedbackReport
	case strings.Contains(e.header.Get("Auto-Submitted"), "(rejected)"):
		// A filter that refuses a mail for its reader (RFC 5429 section 2.1.2) says
		// so in a comment. Its report is that of a mail deleted unread.
		return Bounce, ReasonRejected
	}
	return Auto, ReasonReceipt
}

// judgeBounce knows the bounces that are no reports: older programs and qmail.
func judgeBounce(e evidence) (Class, string) {
	switch {
	case e.header.Has("X-Failed-Recipients"):
		return Bounce, ReasonFailedRecipient
	case hasSender(e, isDaemon), hasPrefix(strings.ToLower(e.mail.From.Name), daemonNames):
		return Bounce, ReasonDaemonSender
	case hasTitle(e.subject, bounceTitles), hasPrefix(e.subject, bouncePrefixes):
		return Bounce, ReasonBounceSubject
	case hasPrefix(e.subject, complaintPrefixes):
		return Bounce, ReasonFeedbackReport
	}
	return "", ""
}

// judgeAuto knows what a program sends in somebody's name: Auto-Submitted
// (RFC 3834 section 5) and all that was used before and beside it.
func judgeAuto(e evidence) (Class, string) {
	for _, v := range e.header.Values("Auto-Submitted") {
		// A field without a value says nothing: there must be a keyword.
		if word := firstWord(v); word != "" && !strings.EqualFold(word, "no") {
			return Auto, ReasonAutoSubmitted
		}
	}
	if hasField(e.header, autoFields) {
		return Auto, ReasonAutoHeader
	}
	// By X-Auto-Response-Suppress ([MS-OXCMAIL] section 2.1.3.2.20) a program keeps
	// Exchange from answering it. RN and NRN only ask that nobody be told whether the mail
	// was read. Exchange also puts the field on what persons write, to a distribution list
	// for one; so short of "All" it does not count on a reply to a mail of ours that has a
	// reply's subject, which its own automatic replies never have.
	asked := e.isReply && e.answersUs()
	for _, v := range e.header.Values("X-Auto-Response-Suppress") {
		for word := range strings.SplitSeq(strings.ToLower(v), ",") {
			if word = strings.TrimSpace(word); word == "all" || !asked && slices.Contains([]string{"dr", "autoreply", "oof"}, word) {
				return Auto, ReasonSuppress
			}
		}
	}
	switch precedence(e.header) {
	case "junk", "auto_reply", "auto-reply", "autoreply":
		return Auto, ReasonAutoPrecedence
	}
	// A person's mail may have a nobody in its envelope, from the relay that took it to us,
	// but only a machine answers us that way and asks for answers to nobody.
	nobody := func(a mime.Address) bool { return isNoReply(localPart(a.Addr)) }
	switch {
	case nobody(e.mail.From), slices.ContainsFunc(mime.ParseAddresses(e.header.Get("Reply-To")), nobody),
		hasSender(e, isNoReply) && !e.answersUs():
		return Auto, ReasonNoReplySender
	case hasAutoSubject(e):
		return Auto, ReasonAutoSubject
	}
	return "", ""
}

// hasAutoSubject knows a machine by its subject. The words of a calendar count
// for less than the others: a player who is asked to accept or to decline may
// write them over a reply to us, where a calendar would send a part of its own.
func hasAutoSubject(e evidence) bool {
	inside, bracketed := strings.CutPrefix(e.subject, "[")
	labels := func(label string) bool {
		rest, found := strings.CutPrefix(inside, label)
		rest = strings.TrimLeft(rest, " ")
		return found && (rest == "" || rest[0] == ':' || bracketed && rest[0] == ']')
	}
	switch {
	case hasTitle(e.subject, autoTitles), slices.ContainsFunc(autoLabels, labels), hasPrefix(e.subject, autoOpenings):
		return true
	case e.isReply:
		return false
	case e.inConversation() && hasPrefix(e.subject, autoPrefixes):
		return true
	case e.inConversation() && hasPrefix(e.subject, calendarPrefixes):
		return !e.answersUs() || e.root.First(isCalendar) != nil || e.root.HasTNEF()
	}
	return slices.ContainsFunc(autoEndings, func(end string) bool { return strings.HasSuffix(e.subject, end) })
}

// judgeParts knows what a click sends: the answer to an invitation (RFC 6047
// section 2.4), a reaction. Attached files are somebody's files.
func judgeParts(e evidence) (Class, string) {
	isReaction := func(p *mime.Part) bool {
		kind, _ := p.Disposition()
		return kind == "reaction" || p.MediaType == reactionType && !p.IsFile() // the first is RFC 9078
	}
	asks := func(p *mime.Part) bool {
		return isCalendar(p) && slices.Contains(calendarMethods, strings.ToLower(p.Params["method"])) && !p.IsFile()
	}
	switch {
	case e.root.First(isReaction) != nil:
		return Auto, ReasonReaction
	case e.root.First(asks) != nil:
		return Auto, ReasonCalendar
	}
	return "", ""
}

// isCalendar reports whether a part is a calendar's (RFC 5545 section 3.1).
func isCalendar(p *mime.Part) bool {
	return p.MediaType == "text/calendar" || p.MediaType == "application/ics"
}

// judgeList knows lists and bulk mail (RFC 2369, RFC 2919). Some of their fields are put
// on the mail of persons too, by their provider or by a gateway of their firm: those do
// not count on a reply to a mail of ours. Precedence is believed there as well, though
// some gateways put it on all mail of a firm: with nothing but "bulk", a vacation notice
// looks like a person's reply in all else.
func judgeList(e evidence) (Class, string) {
	weak := ""
	for fields := e.header.Fields(); fields.Next(); {
		switch key := fields.Key(); {
		case slices.Contains(weakListFields, key):
			weak = ReasonListHeader
		case key == "Feedback-Id":
			if weak == "" && !personalFeedback.MatchString(strings.ToLower(strings.TrimSpace(fields.Value()))) {
				weak = ReasonFeedbackID
			}
		case strings.HasPrefix(key, "List-"), slices.Contains(listFields, key):
			return List, ReasonListHeader
		}
	}
	if weak != "" && !e.answersUs() {
		return List, weak
	}
	switch precedence(e.header) {
	case "bulk", "list":
		if e.mail.ReturnPath.Null() {
			// No list sends so; the vacation program of 4.3BSD and its heirs do.
			return Auto, ReasonBulkPrecedence
		}
		return List, ReasonBulkPrecedence
	}
	if isListSender(localPart(e.mail.From.Addr)) || hasSender(e, isListSender) && !e.answersUs() {
		return List, ReasonListSender
	}
	return "", ""
}

// isReactionText reports whether a reply is only what a program writes for
// somebody who clicked on a picture: the picture, a name, and what was done. With
// any other word in it, it is a person who writes about a reaction.
//
// The programs tell of a third person; who writes "I" or "mir" tells of himself.
func isReactionText(reply string) bool {
	const most = 200
	if len(reply) > most {
		return false
	}
	reacted := false
	for line := range strings.Lines(strings.ToLower(reply)) {
		line = strings.TrimSpace(line)
		tells := func(words string) bool {
			name, rest, found := strings.Cut(line, " "+words)
			name = name[strings.LastIndexByte(name, ' ')+1:]
			return found && name != "i" && name != "mir" && isReactionRest(strings.TrimLeft(plain.Visible(rest), ": "))
		}
		switch {
		case !reacted && slices.ContainsFunc(reactionWords, tells):
			reacted = true
		case !isReactionRest(line):
			return false
		}
	}
	return reacted
}

// isReactionRest reports whether a text holds no words: nothing at all, only
// pictures, or a link to what Gmail says of reactions.
func isReactionRest(text string) bool {
	return strings.HasPrefix(text, "<http") || !strings.ContainsFunc(text, func(r rune) bool {
		return r > ' ' && r <= '~' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// precedence returns the word of the Precedence field, or of one of those that
// cPanel writes in its place.
func precedence(h *message.Header) string {
	for _, field := range []string{"Precedence", "X-Precedence", "Preference"} {
		if v := firstWord(h.Get(field)); v != "" {
			return strings.ToLower(v)
		}
	}
	return ""
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

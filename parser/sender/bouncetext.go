package sender

import (
	"strings"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// The limits on how much of a bounce's text is searched.
const (
	maxReportLines = 120 // of the whole
	maxReportLine  = 300 // bytes of each
	maxBelow       = 12  // lines with text below an opening
)

// failureOpenings are what stands before the failed address in a bounce that is
// no report, in lower case: on the same line or on one of those above.
var failureOpenings = []string{
	// qmail and its descendants, Yahoo, AOL
	"hi. this is the qmail",
	"to deliver your message to the following address", "to deliver message to the following address", "was not delivered to the following address",
	"your mail message to the following address", "su mensaje no pudo ser entregado",
	// Exim, GMX, 1&1, Zoho
	"could not be delivered to one or more of", "could not be delivered to all of its", "the following address failed", "the following address(es) failed",
	"contained one or more recipient addresses", "has not yet been delivered is:", "yet been delivered to the following address",
	// sendmail and others
	"the following addresses had", "the following address had", ">>> rcpt to:", "transcript of session follows",
	// Postfix, also without its report
	"this is the mail system at host", "this is the postfix program at host",
	// Exchange and Outlook
	"did not reach the following recipient", "delivery has failed to these recipients", "delivery is delayed to these recipients",
	"could not be delivered to the following recipient", "recipient address:", "the following recipient(s) cannot be reached",
	"the following recipient(s) could not be reached", "folgende empfänger oder gruppen", "ces destinataires ou groupes",
	"estos destinatarios o grupos", "aquests destinataris o grups", "seguenti destinatari o gruppi", "estes destinatários ou grupos",
	"volgende geadresseerden of groepen", "följande mottagare eller grupper", "disse modtagere eller grupper", "tych adresatów lub grup",
	"your message to", "ihre nachricht an", "votre message à", "su mensaje a", "tu mensaje a", "il tuo messaggio a", "a sua mensagem para",
	// Gmail
	"wasn't delivered to", "wasn’t delivered to", "delivering your message to", "delivery to the following recipient",
	"konnte nicht zugestellt werden an", "wurde nicht zugestellt an", "wurde nicht an", "no se ha entregado a", "no se entregó a", "no s'ha lliurat a", "n'a pas été distribué à",
	"n'est pas parvenu à", "non è stato recapitato a", "não foi entregue a", "não foi entregue para", "is niet bezorgd bij",
	// Domino, GroupWise
	"was not delivered to:", "was undeliverable to the following", "failure reasons",
	// Courier, Oracle, OpenSMTPD, DragonFly
	"to the following recipients cannot be delivered", "cannot be delivered to the following recipients", "list of recipients:",
	"there was an error delivering your mail to",
	"cannot be delivered to the following address", "delivery of email to this address", "undeliverable address:", "addressed to '",
	"originally addressed to", "addressed to email address", "to the following recipients failed", "did not receive your message",
	// MailEnable, IMail, MDaemon, MailMarshal, James
	"could not be delivered to some recipients", "unknown user:", "unknown host:", "user mailbox exceeds allowed size:", "undeliverable to",
	"did not receive a copy of your message", "delivery failed", "following recipients were affected", "rcpt to:",
	// gateways: MessageLabs, Mimecast, Barracuda, amavis, InterScan, smail
	"to the following address could not be delivered", "was not relayed to:", "unable to deliver message to", "unable to deliver your message to",
	"failed addresses follow", "rejected recipient", "returned permanent errors:", "could not be delivered to:", "failed recipient", "intended recipient:",
}

// waitingWords say that a server goes on trying, in lower case.
var waitingWords = []string{
	"this is a warning message only", "you do not need to resend", "delivery attempts will continue", "will continue to be attempted",
	"no action is required on your part", "has been delayed", "is delayed", "delivery delayed", "delivery incomplete", "still undelivered after",
	"temporary problem delivering", "will retry for", "will be retried", "will keep trying", "still being retried", "not yet been delivered",
	"status notification (delay)", "could not send message for past", "noch nicht zugestellt", "verzögert", "retrasada", "remise différée",
}

// readText reads what a server says in words.
func (f *Failure) readText(subject, report string, own []string) {
	lines := strings.SplitN(report, "\n", maxReportLines+1)
	lines = lines[:min(len(lines), maxReportLines)]
	for i, line := range lines {
		lines[i] = plain.CutBytes(line, maxReportLine)
	}
	below := lines
	certain := f.Recipient != ""
	if i, addr := failedAddress(lines, own); addr != "" && !certain {
		f.Recipient = addr
		below = lines[i:]
	}
	if f.Status != "" {
		return
	}
	// The server's words stand below the address, or, with a few, above.
	all := strings.Join(lines, "\n")
	if f.Status = smtpStatus(strings.Join(below, "\n")); f.Status == "" {
		f.Status = smtpStatus(all)
	}
	switch {
	case !certain && containsAny(strings.ToLower(subject+"\n"+all), waitingWords):
		f.Permanent = false
	case f.Status != "":
		f.Permanent = f.Status[0] == '5'
	case f.Recipient != "":
		f.Permanent = true // what comes back has been given up
	}
}

// failedAddress finds the address that a text says has failed, and its line. In
// languages unknown here it is the first that stands as qmail and Postfix write
// it, in brackets at the beginning of a line and with a colon behind.
func failedAddress(lines []string, own []string) (line int, addr string) {
	for i, text := range lines {
		lower, at := strings.ToLower(text), -1
		for _, o := range failureOpenings {
			if at = strings.Index(lower, o); at >= 0 {
				at = min(len(text), at+len(o))
				break
			}
		}
		if at < 0 {
			continue
		}
		if addr := addressIn(text[at:], own); addr != "" {
			return i, addr
		}
		if j, addr := addressBelow(lines[i+1:], own); addr != "" {
			return i + 1 + j, addr
		}
	}
	for i, text := range lines {
		if inside, _, found := strings.Cut(text, ">:"); found && strings.HasPrefix(inside, "<") {
			if addr := addressIn(inside, own); addr == inside[1:] {
				return i, addr
			}
		}
	}
	return 0, ""
}

// addressBelow looks through the lines below an opening: for one that begins
// with an address, and else for one that has one.
func addressBelow(lines []string, own []string) (line int, addr string) {
	inside, insideLine := "", 0
	seen := 0
	for i, text := range lines {
		if plain.IsBlank(text) {
			continue
		}
		if seen++; seen > maxBelow {
			break
		}
		addr := addressIn(text, own)
		if addr == "" {
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(text, " \t<\"'[>*-|•"), addr) {
			return i, addr
		}
		if inside == "" {
			inside, insideLine = addr, i
		}
	}
	return insideLine, inside
}

// addressIn returns the first address in a line that may have failed: not ours,
// and not that of the server that reports.
func addressIn(line string, own []string) string {
	for at := 0; ; {
		i := strings.IndexByte(line[at:], '@')
		if i < 0 {
			return ""
		}
		i += at
		start := strings.LastIndexFunc(line[at:i], isAddressEnd) + at + 1
		end := i + 1
		if n := strings.IndexFunc(line[end:], isAddressEnd); n >= 0 {
			end += n
		} else {
			end = len(line)
		}
		addr := strings.Trim(line[start:end], ".'")
		if mime.IsAddress(addr) && strings.Contains(addr[i-start:], ".") && !isOwn(addr, own) && !isDaemon(localPart(addr)) {
			return addr
		}
		at = i + 1
	}
}

// isAddressEnd reports whether a character in a text is no part of an address.
func isAddressEnd(r rune) bool {
	return strings.ContainsRune(" \t<>()[]{}:;,\"|/\\=*@«»“”„", r) || !mime.IsAddressRune(r)
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

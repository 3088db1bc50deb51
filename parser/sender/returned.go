package sender

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// copyMarks announce that the rest of a bounce is the mail that came back, or its
// header. They are parts of lines, in lower case.
var copyMarks = []string{
	"--- below this line is a copy of", "--- below the next line is a copy of", // qmail
	"------ this is a copy of", "----- this is a copy of", // Exim
	"----- original message", "----- unsent message follows", "----- message header follows", // sendmail, Gmail
	"----- returned message", "----- returned mail follows", "--------returned mail follows", // Notes
	"--- the header of the original message is following",       // GMX, 1&1
	"--- original message follows", "original message follows.", // Yahoo, IMail
	"original message headers", "ursprüngliche nachrichtenkopf", "en-têtes de message d'origine", "en-têtes du message d'origine",
	"encabezados de mensaje original", "capçaleres del missatge original", "intestazioni originali del messaggio",
	"cabeçalhos de mensagem originais", "oorspronkelijke berichtkoppen", "ursprungshuvuden", // Exchange
	"included is a copy of the message header", "- message header follows:", "- message text follows:", // MXLogic, smail
	"--- mensaje original adjunto", "---- start of returned message", "-- the header and top",
}

// headerStarts are the fields with which a header begins that was pasted into a
// text, in lower case.
var headerStarts = []string{"received:", "return-path:", "delivered-to:", "message-id:", "x-original-to:", "dkim-signature:"}

// cutReturned divides the text of a bounce into what the server says and the
// copy of the mail that came back, which may be marked with ">".
func cutReturned(text string) (report, returned string) {
	at := 0
	for line := range strings.Lines(text) {
		lower := strings.ToLower(plain.CutBytes(line, 200))
		switch {
		case containsAny(lower, copyMarks):
			return text[:at], fromField(text[at+len(line):])
		case hasPrefix(strings.TrimLeft(lower, "> "), headerStarts) && lower[0] != ' ':
			return text[:at], fromField(text[at:])
		}
		at += len(line)
	}
	return text, ""
}

// fromField leaves out the lines above the first field, such as a rule, and the
// marks of a quote.
func fromField(text string) string {
	const most = 10 // lines
	text = plain.CutBytes(text, maxReport)
	if strings.HasPrefix(strings.TrimLeft(text, "\n"), ">") {
		text = strings.ReplaceAll(strings.ReplaceAll("\n"+text, "\n>", "\n"), "\n ", "\n")
	}
	at := 0
	for range most {
		line, _, found := strings.Cut(text[at:], "\n")
		if mime.IsField([]byte(line)) {
			return text[at:]
		}
		if !found {
			break
		}
		at += len(line) + 1
	}
	return text
}

// returnedTypes are the parts that are the mail that came back, or its header (RFC 6522
// sections 3 and 4, RFC 6532 section 3.7).
var returnedTypes = []string{
	"message/rfc822", "message/global", "message/partial", "message/rfc822-headers",
	"text/rfc822-headers", "text/rfc822-header", "text/rfc822", "message/global-headers",
}

// readReturnedHeader returns the header of the mail that came back: of the part
// that holds it, or else of the copy in the text.
func readReturnedHeader(root *mime.Part, copied string) (h message.Header) {
	if p := root.First(func(p *mime.Part) bool { return slices.Contains(returnedTypes, p.MediaType) }); p != nil {
		h = readFields(reportBody(p))
	}
	if h.Len() == 0 {
		h = readFields([]byte(copied))
	}
	return h
}

// readReturned reads the mail that came back: its id, and to whom it went, if
// nothing has told that yet.
func (f *Failure) readReturned(h *message.Header, own []string) {
	if ids := mime.MessageIDs(h.Values("Message-Id")); len(ids) == 1 {
		f.OriginalID = ids[0]
	}
	if f.Recipient != "" {
		return
	}
	if to := mime.ParseAddresses(h.Get("To")); len(to) == 1 && !isOwn(to[0].Addr, own) {
		f.Recipient = to[0].Addr
	}
}

// readToken looks for the +detail of an address of ours: first where the bounce
// went, which was the envelope sender of our mail (RFC 5321 section 4.5.5), then
// in the fields of the mail that came back.
func (f *Failure) readToken(recipients []string, returned *message.Header, own []string) {
	for _, addr := range recipients {
		if f.Token, _ = ownDetail(addr, own); f.Token != "" {
			return
		}
	}
	for _, field := range []string{"Return-Path", "List-Unsubscribe", "Reply-To", "From"} {
		text := returned.Get(field)
		if link, found := strings.CutPrefix(strings.TrimSpace(text), "<mailto:"); found { // RFC 2369 section 3.2
			link, _, _ = strings.Cut(link, ">")
			text, _, _ = strings.Cut(link, "?")
		}
		for _, a := range mime.ParseAddresses(text) {
			if f.Token, _ = ownDetail(a.Addr, own); f.Token != "" {
				return
			}
		}
	}
}

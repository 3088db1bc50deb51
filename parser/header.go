package parser

import (
	"strings"

	"github.com/emersion/go-message"
)

// readHeader fills in what the header of the mail says.
func (m *Mail) readHeader(h *message.Header, opt Options) {
	m.Date = readDate(h)
	m.Subject = cutRunes(oneLine(decodeWords(h.Get("Subject"))), 500)
	m.SubjectToken, _ = cutToken(m.Subject)
	m.InReplyTo = messageIDs(h.Values("In-Reply-To"))
	m.References = messageIDs(h.Values("References"))
	if v := h.Get("Message-Id"); v != "" {
		if ids := messageIDs([]string{v}); len(ids) == 1 {
			m.MessageID = ids[0]
		} else {
			m.problem(CodeBadMessageID, v)
		}
	}
	if from, sole, ok := readAuthor(h.Values("From")); ok {
		m.From, m.SoleAuthor = from, sole && !m.has(CodeHeaderTooLong)
	} else {
		m.problem(CodeBadFrom, decodeWords(strings.Join(h.Values("From"), ", ")))
	}
	m.ReturnPath = readReturnPath(h)
	m.Recipients = addresses(h, "Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
	m.Addressees = addresses(h, "To", "Cc")
	m.Spam = readSpam(h)
	m.HeaderLanguage = headerLanguage(h.Values("Content-Language"), h.Values("Accept-Language"))
	m.Route = readRoute(h, opt.Ours)
	m.AuthResults = authFields(h, m.Route)
}

// addresses collects the addresses of some fields. For the recipients, the fields
// that the delivering server wrote go before those that the sender wrote: the
// reply token in the +detail is surest there.
func addresses(h *message.Header, names ...string) []string {
	const most = 64 << 10 // bytes that are read of all these fields
	var out []string
	seen := map[string]bool{}
	size := 0
	for _, field := range names {
		for _, v := range h.Values(field) {
			if size += min(len(v), maxField); size > most {
				return out
			}
			for _, a := range parseAddresses(v) {
				if key := foldASCII(a.Addr); !seen[key] && len(out) < MaxRecipients {
					seen[key] = true
					out = append(out, a.Addr)
				}
			}
		}
	}
	return out
}

// readReturnPath reads the topmost Return-Path, the one that the last server
// wrote.
func readReturnPath(h *message.Header) ReturnPath {
	if !h.Has("Return-Path") {
		return ReturnPath{}
	}
	v := strings.TrimSpace(h.Get("Return-Path"))
	if strings.HasPrefix(v, "<>") || v == "" {
		return ReturnPath{Present: true}
	}
	if as := parseAddresses(v); len(as) == 1 {
		return ReturnPath{Present: true, Addr: as[0].Addr}
	}
	// Unreadable is not empty: keep the text, so that nobody takes it for "<>".
	return ReturnPath{Present: true, Addr: excerpt(strings.Trim(v, "<> "))}
}

// messageIDs returns the well-formed ids in a field, without brackets, at most
// the last MaxIDs. Some programs add words or leave out the brackets.
func messageIDs(values []string) []string {
	const most = 10 * MaxIDs // ids that are held at a time
	var ids []string
	for _, v := range values {
		if !strings.Contains(v, "<") {
			v = "<" + strings.ReplaceAll(strings.TrimSpace(v), " ", "> <") + ">"
		}
		for {
			_, after, found := strings.Cut(v, "<")
			if !found {
				break
			}
			id, rest, found := strings.Cut(after, ">")
			if !found {
				break
			}
			if isMessageID(id) {
				if len(ids) == most {
					ids = append(ids[:0], ids[most-MaxIDs:]...)
				}
				ids = append(ids, id)
			}
			v = rest
		}
	}
	return ids[max(0, len(ids)-MaxIDs):]
}

// isMessageID reports whether an id is fit to be compared, stored and written
// into a header: printable ASCII around one "@", not longer than a key may be.
func isMessageID(id string) bool {
	if len(id) > 255 || strings.Count(id, "@") != 1 || id[0] == '@' || id[len(id)-1] == '@' {
		return false
	}
	for i := range len(id) {
		if c := id[i]; c <= ' ' || c > '~' || c == '<' || c == '>' {
			return false
		}
	}
	return true
}

package mime

import (
	"strings"
	"time"

	"github.com/emersion/go-message"

	"unlurbot/parser/plain"
)

// Header is what the header of a mail says of who wrote what to whom.
type Header struct {
	// MessageID is without angle brackets, and empty if it is missing or
	// malformed (RFC 5322 section 3.6.4).
	MessageID string
	// InReplyTo and References hold well-formed ids only, without brackets, in
	// the order of the header.
	InReplyTo, References []string
	// From is the author. It is zero if the mail does not name exactly one, by an
	// address that is valid as it stands.
	From Address
	// SoleAuthor says that no other program can have taken anybody else for the
	// author. What a server or a signature says of the author is about From only if
	// it is true.
	SoleAuthor bool
	// ReturnPath is the envelope sender that the delivering server noted.
	ReturnPath ReturnPath
	// Recipients are the addresses by which the mail came, as plain addr-specs:
	// Delivered-To, X-Original-To and Envelope-To first, then To, then Cc. Each
	// is named once; the case is preserved, as a +detail may depend on it.
	Recipients []string
	// Addressees are those of To and Cc alone: to whom the author has written.
	Addressees []string
	// Date is when the mail was written, at the offset from UTC that its program
	// names; zero if the header does not say both.
	Date time.Time
	// Subject is decoded and one line.
	Subject string
	// SubjectToken is what stands in the subject, in square brackets and in the
	// form of a token of ours, or "". Anybody can write one, and whoever was sent a
	// copy can read it: the caller must verify it.
	SubjectToken string
}

// ReturnPath is the envelope sender as the field Return-Path states it
// (RFC 5321 section 4.4).
type ReturnPath struct {
	// Present is false if the mail has no such field.
	Present bool
	// Addr is empty for the null sender "<>".
	Addr string
}

// Null reports whether the sender asked never to be answered: "<>".
func (p ReturnPath) Null() bool { return p.Present && p.Addr == "" }

// ReadHeader reads the fields of a header, and notes what is wrong with them.
func ReadHeader(h *message.Header, f *Findings) Header {
	out := Header{
		Date:       readDate(h),
		Subject:    plain.CutRunes(plain.OneLine(plain.DecodeWords(h.Get("Subject"))), 500),
		InReplyTo:  MessageIDs(h.Values("In-Reply-To")),
		References: MessageIDs(h.Values("References")),
		Recipients: addresses(h, "Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"),
		Addressees: addresses(h, "To", "Cc"),
	}
	out.SubjectToken, _ = CutToken(out.Subject)
	if out.ReturnPath.Present = h.Has("Return-Path"); out.ReturnPath.Present { // the topmost is that of the last server
		v := strings.TrimSpace(h.Get("Return-Path"))
		switch as := ParseAddresses(v); {
		case strings.HasPrefix(v, "<>"): // and nothing behind it matters
		case len(as) == 1:
			out.ReturnPath.Addr = as[0].Addr
		default: // unreadable is not empty: keep the text, so that nobody takes it for "<>"
			out.ReturnPath.Addr = plain.Excerpt(strings.Trim(v, "<> "))
		}
	}
	if v := h.Get("Message-Id"); v != "" {
		if ids := MessageIDs([]string{v}); len(ids) == 1 {
			out.MessageID = ids[0]
		} else {
			f.Note(CodeBadMessageID, v)
		}
	}
	if from, sole, ok := readAuthor(h.Values("From")); ok {
		out.From, out.SoleAuthor = from, sole && !f.Has(CodeHeaderTooLong)
	} else {
		f.Note(CodeBadFrom, plain.DecodeWords(strings.Join(h.Values("From"), ", ")))
	}
	return out
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
			if size += min(len(v), plain.MaxField); size > most {
				return out
			}
			for _, a := range ParseAddresses(v) {
				if key := plain.FoldASCII(a.Addr); !seen[key] && len(out) < MaxRecipients {
					seen[key] = true
					out = append(out, a.Addr)
				}
			}
		}
	}
	return out
}

// MessageIDs returns the well-formed ids in a field, without brackets, at most
// the last MaxIDs. Such an id is fit to be compared, stored and written into a header:
// printable ASCII around one "@", not longer than a key may be. Some programs add words or
// leave out the brackets.
func MessageIDs(values []string) []string {
	const most, longest = 10 * MaxIDs, 255 // ids that are held at a time; bytes of one
	isUnfit := func(r rune) bool { return r <= ' ' || r > '~' || r == '<' || r == '@' }
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
			local, domain, _ := strings.Cut(id, "@")
			if local != "" && domain != "" && len(id) <= longest && !strings.ContainsFunc(local, isUnfit) && !strings.ContainsFunc(domain, isUnfit) {
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

package sandbox

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// trace is what the server knows about the way that a mail came.
type trace struct {
	domain string    // ours, which is also the authserv-id
	helo   string    // what the client called itself
	peer   string    // where it connected from
	from   string    // the envelope sender; nothing for a bounce
	id     string    // of this delivery
	at     time.Time // of arrival
}

// stamp writes what the server found out above the mail, for one recipient.
// The verdict stands above our own Received: only there does a careful reader
// believe it. Verdicts in our name that came with the mail are forged.
func (t trace) stamp(l letter, to string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Return-Path: <%s>\r\n", printable(t.from))
	fmt.Fprintf(&b, "Delivered-To: %s\r\n", printable(to))
	fmt.Fprintf(&b, "Authentication-Results: %s;\r\n\t%s\r\n", t.domain, t.verdict(l))
	fmt.Fprintf(&b, "Received: from %s ([%s])\r\n\tby %s with ESMTP id %s\r\n\tfor <%s>; %s\r\n",
		printable(t.helo), t.peer, t.domain, t.id, printable(to), t.at.Format(time.RFC1123Z))
	for _, f := range l.fields {
		if f.is("Authentication-Results") && claims(f.value(), t.domain) {
			continue
		}
		b.Write(f)
		if !bytes.HasSuffix(f, []byte("\n")) { // the mail ended inside its header
			b.WriteString("\r\n")
		}
	}
	b.WriteString(t.missing(l, to))
	b.WriteString("\r\n")
	b.Write(l.body)
	return b.Bytes()
}

// missing gives the fields that servers which take mail from people add where
// a program has left them out (RFC 6409 section 8), as scripts often do: the id,
// and, as sendmail had it, the recipient in a mail that names none.
func (t trace) missing(l letter, to string) string {
	if !t.byItsAuthor(l) {
		return ""
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(l.fields, func(f field) bool { return slices.ContainsFunc(names, f.is) })
	}
	var fields string
	if !has("Message-ID") {
		fields += fmt.Sprintf("Message-ID: <%s@%s>\r\n", t.id, t.domain)
	}
	if !has("To", "Cc", "Bcc") {
		fields += "To: " + printable(to) + "\r\n"
	}
	return fields
}

// byItsAuthor says whether a mail comes from its one author.
func (t trace) byItsAuthor(l letter) bool {
	author := l.author()
	return author != "" && strings.EqualFold(author, plainAddress(t.from))
}

// verdict vouches for a mail whose author is its envelope sender.
func (t trace) verdict(l letter) string {
	author := l.author()
	at := strings.LastIndexByte(author, '@')
	if at < 0 {
		return "dmarc=fail"
	}
	result := "fail"
	if t.byItsAuthor(l) {
		result = "pass"
	}
	return fmt.Sprintf("dmarc=%s header.from=%s", result, strings.Map(inDomain, author[at+1:]))
}

// plainAddress is an address without its +detail: NAME+anything is NAME's.
func plainAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	name, _, _ := strings.Cut(address[:at], "+")
	return name + address[at:]
}

// inDomain keeps what a domain is written with. Anything else, such as a
// semicolon in a domain literal, could pass for a second verdict.
func inDomain(r rune) rune {
	if r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return -1
}

// claims tells whether an Authentication-Results value speaks in the name of
// domain: its first word, comments skipped and quotes removed, as RFC 8601
// has it. What can't be read might be read by somebody else, so it counts.
func claims(value, domain string) bool {
	rest := value
	for {
		rest = strings.TrimLeft(rest, " \t")
		if !strings.HasPrefix(rest, "(") {
			break
		}
		end := commentEnd(rest)
		if end < 0 {
			return true
		}
		rest = rest[end:]
	}
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		id, _, closed := strings.Cut(quoted, `"`)
		return !closed || strings.Contains(id, `\`) || strings.EqualFold(id, domain)
	}
	if i := strings.IndexAny(rest, " \t;("); i >= 0 {
		rest = rest[:i]
	}
	return strings.EqualFold(rest, domain)
}

// commentEnd is the length of the comment that s begins with, -1 when it has
// no end. Comments nest, and a backslash takes the next byte along.
func commentEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// printable keeps control characters and blanks of a peer out of our header.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if isControl(r) || r == ' ' {
			return -1
		}
		return r
	}, s)
}

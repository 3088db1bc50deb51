package parser

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// A Place says who can have written a line of a header. Each server puts its
// lines above those that came with the mail, and begins with a Received line
// (RFC 5321 section 4.4). The first of our servers, at the border, got the mail
// from outside: what stands below its Received line came with the mail, but for
// what it added just there.
type Place int

// The places, from what anybody can have written to what only our own servers can.
const (
	// BelowBorder is a line that came with the mail.
	BelowBorder Place = iota
	// AtBorder is a line between the Received line of the border and the next one:
	// Gmail and the milters of OpenDKIM, OpenDMARC and Rspamd write there, and so
	// can whoever wrote the mail, below them.
	AtBorder
	// AboveBorder is a line that our own servers wrote.
	AboveBorder
)

// An AuthField is an Authentication-Results field (RFC 8601).
type AuthField struct {
	Value string // unfolded
	Place Place
}

// authFields collects the Authentication-Results fields, the topmost first.
//
// The border is the first Received line that does not tell of a hop within our
// own house, and if all of them do, the last one. A mail without any was not
// brought by a server, and nobody knows who wrote its header.
func authFields(h *message.Header) []AuthField {
	var out []AuthField
	var after []int // for each of out, how many Received lines stand above it
	var received []string
	fields := h.Fields()
	for fields.Next() {
		switch fields.Key() {
		case "Received":
			received = append(received, fields.Value())
		case "Authentication-Results":
			out = append(out, AuthField{Value: strings.ToValidUTF8(fields.Value(), "\uFFFD")})
			after = append(after, len(received))
		}
	}
	border := len(received) - 1
	if i := slices.IndexFunc(received, func(v string) bool { return !isInternal(v) }); i >= 0 {
		border = i
	}
	for i := range out {
		switch {
		case after[i] <= border:
			out[i].Place = AboveBorder
		case after[i] == border+1 && border >= 0:
			out[i].Place = AtBorder
		}
	}
	return out
}

// isInternal reports whether a Received line tells of a hop within our own
// house: from a program on the same machine, which has no address to be named,
// over LMTP (RFC 3848), or from a machine with a private address. A client that
// has logged in (ESMTPA) is a person, wherever it sits.
//
// The name behind "from" is what the other side calls itself, and it must not be
// able to make a hop from outside look like one of ours. So the address is
// looked for in comments only, where servers note what they have seen themselves,
// not where they repeat that name there (Exim, qmail), and no address from outside
// may stand anywhere in the line. Whatever is unclear counts as a hop from outside:
// then fewer lines are believed.
func isInternal(received string) bool {
	words, comments, ok := splitReceived(received)
	if !ok {
		return false
	}
	if !slices.Contains(words, "from") {
		return true
	}
	protocols := wordsAfter(words, "with")
	if len(protocols) > 0 && !slices.ContainsFunc(protocols, func(p string) bool { return !isLMTP(p) }) {
		return true
	}
	if slices.ContainsFunc(protocols, func(p string) bool { return !isRelaying(p) }) {
		return false
	}
	var noted []netip.Addr
	for _, c := range comments {
		noted = append(noted, addressesIn(beforeHelo(c))...)
	}
	all := addressesIn(strings.Join(append(words, comments...), " "))
	return len(noted) > 0 && !slices.ContainsFunc(all, func(a netip.Addr) bool { return !isHouseAddress(a) })
}

// splitReceived parts the words of a Received line from its comments, all in
// lower case, and leaves out the date. It fails on a comment that is not closed.
func splitReceived(value string) (words, comments []string, ok bool) {
	value = strings.ToLower(value)
	var bare strings.Builder
	depth, begin := 0, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && depth > 0:
			i++
		case c == '(':
			if depth++; depth == 1 {
				begin = i + 1
				bare.WriteByte(' ')
			}
		case c == ')' && depth == 0:
			return nil, nil, false
		case c == ')':
			if depth--; depth == 0 {
				comments = append(comments, value[begin:i])
			}
		case depth == 0:
			bare.WriteByte(c)
		}
	}
	text := bare.String()
	if i := strings.LastIndexByte(text, ';'); i >= 0 {
		text = text[:i]
	}
	return strings.Fields(text), comments, depth == 0
}

// beforeHelo cuts a comment before what the other side called itself.
func beforeHelo(comment string) string {
	for _, verb := range []string{"helo", "ehlo"} {
		comment, _, _ = strings.Cut(comment, verb)
	}
	return comment
}

// wordsAfter gives each word that stands behind a word.
func wordsAfter(words []string, word string) (after []string) {
	for i, w := range words {
		if w == word && i+1 < len(words) {
			after = append(after, words[i+1])
		}
	}
	return after
}

func isLMTP(protocol string) bool {
	return strings.HasPrefix(strings.TrimPrefix(protocol, "utf8"), "lmtp")
}

// isRelaying knows the protocols between servers, in which nobody logs in.
func isRelaying(protocol string) bool {
	return isLMTP(protocol) || slices.Contains([]string{"smtp", "smtps", "esmtp", "esmtps", "utf8smtp", "utf8smtps"}, protocol)
}

// addressesIn finds the IP addresses in a text of lower case, also in brackets, with the tag
// of IPv6 (RFC 5321 section 4.1.3), or with a port.
func addressesIn(text string) (found []netip.Addr) {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r != '.' && r != ':' && r != '%' && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	for _, w := range words {
		w = strings.TrimRight(strings.TrimPrefix(w, "ipv6:"), ".:")
		if a, err := netip.ParseAddr(w); err == nil {
			found = append(found, a.Unmap())
		} else if ap, err := netip.ParseAddrPort(w); err == nil {
			found = append(found, ap.Addr().Unmap())
		}
	}
	return found
}

// isHouseAddress reports whether an address can't be reached from outside:
// loopback, RFC 1918, RFC 4193, link-local.
func isHouseAddress(a netip.Addr) bool {
	return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
}

package sender

import (
	"net/netip"
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// MaxReceived is how many relays a mail may have passed before it is taken to run in a
// circle.
const MaxReceived = 50

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
	// can whoever wrote the mail, below them. As filters leave out what programs and
	// the local network send and what comes with a login, a line is there only if the
	// mail came from a server with a public address.
	AtBorder
	// AboveBorder is a line that our own servers wrote.
	AboveBorder
)

// An AuthField is an Authentication-Results field (RFC 8601).
type AuthField struct {
	Value string // unfolded
	Place Place
}

// A Route is the way of a mail, as its Received lines tell it: the topmost first, at
// most MaxReceived.
type Route struct {
	Hops []Hop
	// Border is the index of the first hop that is not one of ours, and if all are,
	// of the last; -1 if no server has brought the mail.
	Border int
}

// A Hop is what one Received line tells.
type Hop struct {
	Line string // unfolded
	Way  Way
	// Addresses are all that stand in the line, with Way being FromMachine or
	// OnMachine.
	Addresses []netip.Addr

	noted []netip.Addr // of these, what the server has seen of the other side
}

// A Way is how a server has got a mail.
type Way int

// The ways.
const (
	// Untold is a way that nothing can be known of: the line is out of form, or
	// notes no address, or a person has logged in.
	Untold Way = iota
	// FromMachine is from another machine, whose address the server has noted.
	FromMachine
	// OnMachine is from the machine whose address is told, and of which no other is:
	// so Gmail writes of its own.
	OnMachine
	// ByProgram is from a program on the same machine, for which no address is noted.
	ByProgram
	// HandedOver is by LMTP, by which a server hands a mail over to where it stays
	// (RFC 2033), through a socket that is no network.
	HandedOver
)

// IsWithin reports whether the hop is one of ours: from a machine of these networks.
// No address is ours by being private. A program has that of its machine, which only
// itself can use: 127.0.0.1, or ::1.
//
// Whoever hands a mail over by LMTP through a socket could as well put it into the
// mailbox, and so these hops are always ours.
func (h Hop) IsWithin(ours []netip.Prefix) bool {
	switch h.Way {
	case HandedOver:
		return true
	case ByProgram:
		return contains(ours, netip.AddrFrom4([4]byte{127, 0, 0, 1})) || contains(ours, netip.IPv6Loopback())
	case FromMachine, OnMachine:
		return !slices.ContainsFunc(h.Addresses, func(a netip.Addr) bool { return !contains(ours, a) })
	}
	return false
}

func contains(networks []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(a) })
}

// place says where a line stands that has some Received lines above it.
func (r Route) place(above int) Place {
	if above <= r.Border {
		return AboveBorder
	}
	if above == r.Border+1 && r.Border >= 0 && r.Hops[r.Border].Way == FromMachine &&
		!slices.ContainsFunc(r.Hops[r.Border].noted, func(a netip.Addr) bool {
			return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsUnspecified()
		}) {
		return AtBorder
	}
	return BelowBorder
}

// readHop reads a Received line.
//
// The name behind "from" is what the other side calls itself, and it must not be
// able to make a hop from outside look like one of ours. So the address is looked
// for in the comments behind it only, where servers note what they have seen
// themselves, not where they repeat that name there (Exim, qmail); and all other
// addresses of the line have to be ours as well. Whatever is unclear is Untold: then
// fewer lines are believed.
func readHop(received string) Hop {
	hop := Hop{Line: plain.OneLine(plain.CutBytes(received, plain.MaxField))}
	words, ok := splitReceived(received)
	if !ok {
		return hop
	}
	protocols := wordsAfter(words, "with")
	all := func(kind func(string) bool) bool {
		return !slices.ContainsFunc(protocols, func(p string) bool { return !kind(p) })
	}
	lmtp := func(p string) bool { return strings.HasPrefix(strings.TrimPrefix(p, "utf8"), "lmtp") }
	local := func(p string) bool { return strings.HasPrefix(p, "local") } // as Exim and others write it
	relaying := func(p string) bool { return lmtp(p) || slices.Contains(relayProtocols, p) }
	client, notes := clientIn(words)
	hop.Addresses, hop.noted = addressesIn(strings.Join(words, " ")), addressesIn(notes)
	switch {
	case len(protocols) > 0 && all(lmtp) && len(addressesIn(client)) == 0:
		hop.Way, hop.Addresses = HandedOver, nil
	case all(local) && (client == "" || len(protocols) > 0):
		hop.Way, hop.Addresses = ByProgram, nil
	case !all(relaying):
	case client != "" && len(hop.noted) > 0:
		hop.Way = FromMachine
	case client == "" && slices.ContainsFunc(wordsAfter(words, "by"), func(w string) bool { return len(addressesIn(w)) > 0 }):
		hop.Way = OnMachine
	}
	return hop
}

// relayProtocols are those between servers, in which nobody logs in; LMTP is another.
var relayProtocols = []string{"smtp", "smtps", "esmtp", "esmtps", "utf8smtp", "utf8smtps"}

// splitReceived gives the words of a Received line, without the date, and its
// comments, each as one word that begins with a bracket, all in lower case. It fails
// on a comment that is not closed.
func splitReceived(value string) (words []string, ok bool) {
	value = strings.ToLower(value)
	depth, begin, date := 0, 0, -1 // which word the date begins at
	bare := func(text string) {
		if i := strings.LastIndexByte(text, ';'); i >= 0 {
			words = append(words, strings.Fields(text[:i])...)
			date, text = len(words), text[i+1:]
		}
		words = append(words, strings.Fields(text)...)
	}
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && depth > 0:
			i++
		case c == '(':
			if depth++; depth == 1 {
				bare(value[begin:i])
				begin = i
			}
		case c == ')' && depth == 0:
			return nil, false
		case c == ')':
			if depth--; depth == 0 {
				words = append(words, value[begin:i])
				begin = i + 1
			}
		}
	}
	if depth > 0 {
		return nil, false
	}
	bare(value[begin:])
	if date < 0 {
		return words, true
	}
	comments := slices.DeleteFunc(slices.Clone(words[date:]), func(w string) bool { return w[0] != '(' })
	return append(words[:date], comments...), true
}

// clientIn gives what stands between "from" and "by", of which the other side is
// told, and the comments alone, up to what the other side called itself.
func clientIn(words []string) (client, notes string) {
	from := slices.Index(words, "from")
	if from < 0 {
		return "", ""
	}
	words = words[from:]
	if by := slices.Index(words, "by"); by >= 0 {
		words = words[:by]
	}
	for _, w := range words {
		if w[0] == '(' {
			for _, verb := range []string{"helo", "ehlo"} {
				w, _, _ = strings.Cut(w, verb)
			}
			notes += " " + w
		}
	}
	return strings.Join(words, " "), notes
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

// addressesIn finds the IP addresses in a text of lower case, also in brackets, with the tag
// of IPv6 (RFC 5321 section 4.1.3), or with a port.
func addressesIn(text string) (found []netip.Addr) {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r != '.' && r != ':' && r != '%' && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	for _, w := range words {
		w = strings.TrimRight(strings.TrimPrefix(w, "ipv6:"), ".:")
		if w == "" || strings.IndexByte("0123456789abcdef:", w[0]) < 0 {
			continue // the usual case, cheaply
		}
		if a, err := netip.ParseAddr(w); err == nil {
			found = append(found, a.Unmap().WithZone(""))
		} else if ap, err := netip.ParseAddrPort(w); err == nil {
			found = append(found, ap.Addr().Unmap().WithZone(""))
		}
	}
	return found
}

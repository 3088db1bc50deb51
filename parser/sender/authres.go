package sender

import (
	"slices"
	"strings"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// A Voucher is the server whose word about an author counts.
type Voucher struct {
	// ID is the name by which its fields begin, the authserv-id.
	ID string
	// Lowest is the lowest place at which its field counts: AboveBorder, or
	// AtBorder for a server that writes it below its own Received line.
	Lowest Place
}

// A Doubt is why nobody vouches for the author of a mail; empty if there is none.
type Doubt string

// The doubts.
const (
	NoDoubt      Doubt = ""
	NoServer     Doubt = "no trusted server is configured"
	NoAuthor     Doubt = "From does not name exactly one author"
	NotSole      Doubt = "From is ambiguous: other programs may read a different author"
	NoField      Doubt = "the server added no such header"
	ForgedPlace  Doubt = "the header with the server's name is where the sender could have put it"
	BadField     Doubt = "the server's header is malformed"
	NoDMARC      Doubt = "the server gives no DMARC result"
	SeveralDMARC Doubt = "the server gives more than one DMARC result"
	NoPass       Doubt = "the server's DMARC result is not a pass"
	OtherAuthor  Doubt = "the server's DMARC result is about another author"
)

// Doubts tells why our own server does not vouch for the author of a mail, and
// NoDoubt if it does: its topmost Authentication-Results field stands where it can
// have written it, holds exactly one DMARC result, that is a pass, and is for the
// author (RFC 8601, RFC 7489).
//
// Everything unclear is a doubt. In particular a value that breaks the grammar is:
// a sender can put a ";" or a whole result into comments and quoted local parts
// that the server copies, and a reader that splits at ";" believes them.
//
// With Lowest at AtBorder it holds only if the server writes such a field into
// each mail, above those that came with it, or removes fields that claim its name,
// as RFC 8601 section 5 demands.
func (v Voucher) Doubts(h *mime.Header, t *Trace) Doubt {
	switch {
	case v.ID == "" || v.Lowest == BelowBorder:
		return NoServer
	case h.From.Addr == "":
		return NoAuthor
	case !h.SoleAuthor:
		return NotSole
	}
	for _, field := range t.AuthResults {
		s := authScanner{rest: field.Value}
		if plain.FoldASCII(s.value()) != plain.FoldASCII(v.ID) {
			continue
		}
		results, ok := s.results()
		dmarc := slices.DeleteFunc(results, func(r authResult) bool { return r.method != "dmarc" })
		switch {
		case field.Place < v.Lowest:
			return ForgedPlace
		case !ok:
			return BadField
		case len(dmarc) == 0:
			return NoDMARC
		case len(dmarc) > 1:
			return SeveralDMARC
		case dmarc[0].result != "pass":
			return NoPass
		case len(dmarc[0].headerFrom) != 1 || !isAbout(dmarc[0].headerFrom[0], h.From.Addr):
			return OtherAuthor
		}
		return NoDoubt
	}
	return NoField
}

// Verdicts reads what a field says: the name of the server, which is empty for
// Exchange Online, since that writes none, and the methods of which it states a
// result, in lower case. It fails on a value that breaks the grammar.
func (f AuthField) Verdicts() (server string, methods []string, ok bool) {
	s := authScanner{rest: f.Value}
	server = s.value()
	if strings.Contains(server, "=") {
		server, s = "", authScanner{rest: ";" + f.Value}
	}
	results, ok := s.results()
	for _, r := range results {
		methods = append(methods, r.method)
	}
	return server, methods, ok
}

// isAbout reports whether header.from is that of an author: the domain, as nearly
// all servers write it, or the whole address. Domains are compared in the form in
// which the DNS does, so that neither an international name nor a look-alike letter
// makes a difference or hides one.
func isAbout(headerFrom, author string) bool {
	at := strings.LastIndexByte(author, '@')
	if i := strings.LastIndexByte(headerFrom, '@'); i >= 0 {
		if plain.FoldASCII(headerFrom[:i]) != plain.FoldASCII(author[:at]) {
			return false
		}
		headerFrom = headerFrom[i+1:]
	}
	a, okA := mime.DNSName(headerFrom)
	b, okB := mime.DNSName(author[at+1:])
	return okA && okB && a == b
}

// authResult is one result: "dmarc=pass header.from=example.org".
type authResult struct {
	method, result string   // lower case
	headerFrom     []string // the values of header.from
}

// authScanner reads the value of an Authentication-Results field from left to
// right. Its methods set bad at the first breach of the grammar.
type authScanner struct {
	rest string
	bad  bool
}

// results reads what follows the name of the server: a version, and all results.
// It reports whether the whole value is well-formed.
func (s *authScanner) results() ([]authResult, bool) {
	var out []authResult
	s.space()
	if version := s.token(); version != "" && version != "1" {
		return nil, false
	}
	for s.space(); s.rest != "" && !s.bad; s.space() {
		if !s.take(';') {
			return nil, false
		}
		s.space()
		if s.rest == "" {
			break // a semicolon at the end is common
		}
		r := s.result()
		if r.method == "none" && r.result == "" {
			continue
		}
		if r.method == "" || r.result == "" {
			return nil, false
		}
		out = append(out, r)
	}
	return out, !s.bad
}

// result reads one method with its result and properties.
func (s *authScanner) result() authResult {
	var r authResult
	r.method, r.result = s.property()
	r.method, _, _ = strings.Cut(strings.ToLower(r.method), "/") // its version
	r.result = strings.ToLower(r.result)
	for s.space(); s.rest != "" && s.rest[0] != ';' && !s.bad; s.space() {
		key, value := s.property()
		if key == "" || value == "" {
			s.bad = true
		}
		if strings.EqualFold(key, "header.from") {
			r.headerFrom = append(r.headerFrom, value)
		}
	}
	return r
}

// property reads "key=value", with comments and blanks anywhere between.
func (s *authScanner) property() (key, value string) {
	key = s.token()
	s.space()
	for _, mark := range []byte("/.") { // "dkim / 1 = pass", "header . from = x"
		if s.take(mark) {
			s.space()
			key += string(mark) + s.token()
			s.space()
		}
	}
	if !s.take('=') {
		return key, ""
	}
	s.space()
	return key, s.value()
}

// value reads a token or a quoted string, or an address of which one is the
// local part.
func (s *authScanner) value() string {
	s.space()
	v := s.piece()
	if strings.HasPrefix(s.rest, "@") && !s.bad {
		s.take('@')
		v += "@" + s.piece()
	}
	return v
}

// piece reads a word, or a quoted string and returns what it stands for.
func (s *authScanner) piece() string {
	if !strings.HasPrefix(s.rest, `"`) {
		// Servers do not quote the "=" in signatures and in envelope senders.
		return s.until(" \t\r\n;()\"@")
	}
	var out strings.Builder
	for i := 1; i < len(s.rest); i++ {
		switch c := s.rest[i]; c {
		case '\\':
			i++
			if i < len(s.rest) {
				out.WriteByte(s.rest[i])
			}
		case '"':
			s.rest = s.rest[i+1:]
			return out.String()
		default:
			out.WriteByte(c)
		}
	}
	s.fail()
	return ""
}

// token reads characters up to the next one that has a meaning of its own.
func (s *authScanner) token() string { return s.until(" \t\r\n;()\"@=") }

func (s *authScanner) until(marks string) string {
	n := strings.IndexAny(s.rest, marks)
	if n < 0 {
		n = len(s.rest)
	}
	t := s.rest[:n]
	s.rest = s.rest[n:]
	return t
}

// space skips blanks and comments, which may be nested (RFC 5322 section 3.2.2).
func (s *authScanner) space() {
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == '\\' && depth > 0:
			i++
		case depth == 0 && strings.IndexByte(" \t\r\n", c) < 0:
			s.rest = s.rest[i:]
			return
		}
	}
	if depth > 0 {
		s.fail()
	}
	s.rest = ""
}

// take skips a character if it is the next one.
func (s *authScanner) take(c byte) bool {
	if s.rest == "" || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *authScanner) fail() { s.bad, s.rest = true, "" }

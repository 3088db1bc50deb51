package parser

import (
	"net/mail"
	"strings"
	"unicode"
)

// Address is one mailbox (RFC 5322 section 3.4).
type Address struct {
	// Name is the display name, decoded and stripped of everything invisible;
	// often empty. Its owner chose it freely: it proves nothing.
	Name string
	// Addr is the plain addr-spec, in the case in which it was written.
	Addr string
}

// maxName is the length in characters to which a display name is cut.
const maxName = 100

// singleAddress returns the one address of the From fields. More than one field
// or more than one author is refused: servers and readers would disagree about
// who it is, and that is how a sender is forged.
func singleAddress(values []string) (Address, bool) {
	if len(values) != 1 {
		return Address{}, false
	}
	list := parseAddresses(values[0])
	if len(list) != 1 {
		return Address{}, false
	}
	return list[0], true
}

// parseAddresses returns the addresses of a field, leaving out what is none.
// The standard parser comes first; what it refuses, such as a comma or a dot in
// a name without quotes, is cut at the commas instead. So is what contains
// encoded words, which it decodes one by one.
//
// An address within an encoded word is none (RFC 2047 section 5, rule 3), though
// some programs encode a whole "Ana <ana@example.org>" by mistake. Servers that
// check the author do not look into the word: who reads what they do not see can
// be shown another author than the one they vouch for.
func parseAddresses(value string) []Address {
	value = toUTF8([]byte(cutBytes(value, maxField)))
	if !strings.Contains(value, "=?") {
		if list, err := mail.ParseAddressList(value); err == nil {
			var out []Address
			for _, a := range list {
				out = appendAddress(out, a.Name, a.Address)
			}
			return out
		}
	}
	var s addressScanner
	for _, r := range value {
		s.read(r)
	}
	s.finish()
	return s.list
}

// appendAddress appends an address if it is one. A dot behind its domain is left
// out: it only says that the name is complete (RFC 1034 section 3.1).
func appendAddress(list []Address, name, addr string) []Address {
	addr = strings.TrimSuffix(addr, ".")
	if strings.HasPrefix(addr, "'") {
		addr = strings.Trim(addr, "'")
	}
	if !isAddress(addr) {
		return list
	}
	name = strings.TrimSpace(cutRunes(oneLine(name), maxName))
	return append(list, Address{Name: name, Addr: addr})
}

// addressScanner takes an address list to pieces that the grammar of RFC 5322
// does not allow. Text in quotes and comments can never become an address, so
// that no name can pass itself off as one.
type addressScanner struct {
	list    []Address
	name    strings.Builder // what stands outside angle brackets
	angle   strings.Builder // what stands inside
	quoted  bool
	escaped bool
	comment int // depth
	inAngle bool
	hadName bool // a quoted name was seen: bare words beside it are no address
}

func (s *addressScanner) read(r rune) {
	switch {
	case s.escaped:
		s.escaped = false
	case r == '\\' && (s.quoted || s.comment > 0):
		s.escaped = true
		return
	case s.comment > 0:
		if r == '(' {
			s.comment++
		} else if r == ')' {
			s.comment--
		}
		return
	case r == '"':
		s.quoted = !s.quoted
		s.hadName = true
		s.part(r)
		return
	case s.quoted:
	case r == '(':
		s.comment++
		s.part(r)
		return
	case r == '<':
		s.part(r)
		s.inAngle = true
		return
	case r == '>':
		s.takeAngle()
		return
	case (r == ',' || r == ';') && !s.inAngle:
		s.takeBare()
		return
	}
	if s.comment > 0 { // it was behind a backslash
		return
	}
	if s.inAngle {
		s.angle.WriteRune(r)
	} else {
		s.name.WriteRune(r)
	}
}

// part keeps what stands before a quote, a comment or a bracket from what stands
// behind it: "<ana@exam(x)ple.org>" is no address, and whoever else reads it does
// not find the one that is left without the comment.
func (s *addressScanner) part(r rune) {
	switch {
	case s.inAngle && (r != '<' || s.angle.Len() > 0): // "<<ana@example.org>>" does come
		s.angle.WriteRune(r)
	case r == '(':
		s.name.WriteRune(' ')
	}
}

// takeAngle ends "Name <addr>".
func (s *addressScanner) takeAngle() {
	if s.inAngle {
		addr := strings.TrimPrefix(strings.TrimSpace(s.angle.String()), "mailto:")
		s.list = appendAddress(s.list, decodeWords(s.name.String()), withoutQuotes(addr))
	}
	s.reset()
}

// withoutQuotes takes the quotes off a local part that stands in them as a whole.
func withoutQuotes(addr string) string {
	if quoted, found := strings.CutPrefix(addr, `"`); found {
		if local, domain, found := strings.Cut(quoted, `"@`); found {
			return local + "@" + domain
		}
	}
	return addr
}

// takeBare ends an address without brackets. A piece without "@" is the first
// half of a name with a comma in it, and stays for what follows.
func (s *addressScanner) takeBare() {
	text := s.name.String()
	if !strings.Contains(text, "@") && !s.hadName {
		s.name.WriteRune(',')
		return
	}
	if !s.hadName {
		_, after, found := strings.Cut(text, ":") // the name of a group
		if found {
			text = after
		}
		words := strings.Fields(text)
		if len(words) == 0 || !strings.Contains(words[len(words)-1], "@") {
			words = nil // "ana@exa mple.org": a blank has cut an address in two
		}
		for i, word := range words {
			name := ""
			if inside, found := cutBrackets(word); found {
				name, word = bareName(words[:i]), inside
			}
			s.list = appendAddress(s.list, name, strings.Trim(word, ","))
		}
	}
	s.reset()
}

// cutBrackets takes the square brackets off "[ana@example.org]", with which some
// programs write what belongs in angle brackets. No addr-spec begins with one, so
// that it can mean nothing else.
func cutBrackets(word string) (inside string, found bool) {
	inside, found = strings.CutPrefix(word, "[")
	if found {
		inside, found = strings.CutSuffix(inside, "]")
	}
	return inside, found
}

// bareName is the name that the words before an address in brackets make, unless
// one of them is an address itself.
func bareName(words []string) string {
	name := strings.Join(words, " ")
	if strings.Contains(name, "@") {
		return ""
	}
	return decodeWords(name)
}

func (s *addressScanner) finish() {
	switch {
	case s.quoted, s.comment > 0:
	case s.inAngle: // the bracket is never closed
		s.takeAngle()
	default:
		s.takeBare()
	}
}

func (s *addressScanner) reset() {
	*s = addressScanner{list: s.list}
}

// isAddress reports whether addr is an addr-spec that can be written into a
// header and compared without doubt (RFC 5321 section 4.1.2, RFC 6531). Quoted
// local parts and address literals are left out: no player has one, and they can
// hide an "@" or a ";" from a careless reader.
func isAddress(addr string) bool {
	at := strings.LastIndexByte(addr, '@')
	if at < 1 || len(addr) > 254 {
		return false
	}
	for _, r := range addr[:at] {
		if strings.ContainsRune(`()<>[]:;@\,"`, r) || !isAddressRune(r) {
			return false
		}
	}
	for label := range strings.SplitSeq(addr[at+1:], ".") {
		if !isLabel(label) {
			return false
		}
	}
	return true
}

func isLabel(label string) bool {
	for _, r := range label {
		if r < 0x80 && r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) || !isAddressRune(r) {
			return false
		}
	}
	return label != "" && label[0] != '-' && label[len(label)-1] != '-' // RFC 1123 section 2.1
}

func isAddressRune(r rune) bool {
	return r > ' ' && r != 0x7F && r != unicode.ReplacementChar &&
		!isInvisible(r) && !unicode.IsSpace(r) && !unicode.IsControl(r)
}

package mime

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"unlurbot/parser/plain"
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

// readAuthor returns the one author that the From fields name. More than one
// field or more than one author is refused, and so is everything that servers and
// readers could take for another author than we do: that is how a sender is
// forged. So nothing in the field is repaired, and nothing left out.
//
// sole says that it is in the plainest form: no group, no quotes around the local
// part, and nothing else in the field, not even a name or a comment, reads as an
// address. It is what tells whose verdict it can be: a server that reads
// `"mal@example.org" <bo@example.org>` carelessly has judged Mal.
func readAuthor(values []string) (author Address, sole, ok bool) {
	if len(values) != 1 || len(values[0]) > plain.MaxField {
		return Address{}, false, false
	}
	l := readMailboxes(values[0])
	if len(l.found) != 1 || !l.whole {
		return Address{}, false, false
	}
	return l.found[0], l.plain && !namesAnother(l.words, l.found[0].Addr), true
}

// ParseAddresses returns the addresses of a field, leaving out what is none.
func ParseAddresses(value string) []Address {
	if len(value) > plain.MaxField {
		value = value[:plain.MaxField]
		value = value[:strings.LastIndexByte(value, ',')+1] // not half an address
	}
	return readMailboxes(value).found
}

// A mailboxList is what a field says.
type mailboxList struct {
	found []Address
	// whole says that this is all that the field says: no address that is none, no
	// bracket or quote without its other half. plain says that no group and no quoted
	// local part is among it.
	whole, plain bool
	words        []string // all names and comments, decoded
}

// readMailboxes reads a list of mailboxes and groups (RFC 5322 section 3.4). An
// address counts only as it stands. Of its obsolete forms none is an address here:
// no route before it, no blank or comment within it. Nor is one within an encoded
// word (RFC 2047 section 5, rule 3), though some programs encode a whole
// "Ana <ana@example.org>" by mistake: servers that check the author do not look into
// the word.
//
// Names are another matter, since they prove nothing: commas, dots and letters
// beyond ASCII are taken without the quotes or encoding that they need.
func readMailboxes(value string) mailboxList {
	r := mailboxReader{list: mailboxList{whole: true, plain: true}}
	for r.rest = value; r.rest != ""; {
		switch c := r.rest[0]; c {
		case '"':
			r.quote()
		case '(':
			if text, ok := r.enclosed(')'); ok {
				r.noted += text + " "
				r.bare += " " // "ana@exam(x)ple.org" is no address
				r.name += " "
			}
		case '<':
			addr, rest, found := strings.Cut(r.rest[1:], ">")
			if !found {
				r.breakOff()
				continue
			}
			r.angles++
			r.addr, r.rest = strings.Trim(addr, " \t"), rest
			local, domain, found := strings.Cut(r.addr, `"@`)
			if local, quoted := strings.CutPrefix(local, `"`); quoted && found {
				r.addr = local + "@" + domain
				r.list.plain = false
			}
		case ',':
			r.rest = r.rest[1:]
			r.end(true)
		case ':':
			r.group()
		case ';':
			r.rest = r.rest[1:]
			r.end(false)
			r.list.whole = r.list.whole && r.inGroup
			r.inGroup, r.behindGroup = false, true
		default:
			n := strings.IndexAny(r.rest, `"(<,;:`)
			if n < 0 {
				n = len(r.rest)
			}
			r.bare += r.rest[:n]
			r.name += r.rest[:n]
			r.after = r.after || r.angles > 0 && !isSpace(r.rest[:n])
			r.rest = r.rest[n:]
		}
	}
	r.end(false)
	r.list.whole = r.list.whole && !r.inGroup
	return r.list
}

// A mailboxReader reads one mailbox after the other.
type mailboxReader struct {
	rest        string
	list        mailboxList
	behindComma bool
	inGroup     bool
	behindGroup bool
	before      string // pieces of a name, cut off by its commas
	mailbox
}

// A mailbox is what was read of the one at hand.
type mailbox struct {
	bare   string // what stands outside of everything
	name   string // that and what is quoted
	noted  string // the comments
	quoted bool   // something is
	angles int    // how many addresses in brackets
	addr   string // in the last ones
	after  bool   // something stands behind them
}

// enclosed takes what stands in quotes or brackets off the front, up to the closing one.
// Brackets may hold others (RFC 5322 section 3.2.2).
func (r *mailboxReader) enclosed(closing byte) (text string, ok bool) {
	opening, depth := r.rest[0], 1
	var out strings.Builder
	for i := 1; i < len(r.rest); i++ {
		switch c := r.rest[i]; c {
		case '\\':
			i = min(i+1, len(r.rest)-1)
		case closing:
			if depth--; depth == 0 {
				r.rest = r.rest[i+1:]
				return out.String(), true
			}
		case opening:
			depth++
		}
		out.WriteByte(r.rest[i])
	}
	r.breakOff()
	return "", false
}

// quote reads a quoted string. What is in it can never become an address.
func (r *mailboxReader) quote() {
	text, ok := r.enclosed('"')
	switch {
	case !ok:
	case r.angles == 0 && !r.quoted && isSpace(r.bare) && strings.HasPrefix(r.rest, "@"):
		r.bare += text // a local part (RFC 5322 section 3.4.1)
		r.list.plain = false
	default:
		r.name += text
		r.quoted, r.after = true, r.angles > 0
	}
}

// group begins a group, of which the name is at hand.
func (r *mailboxReader) group() {
	named := r.before == "" && r.angles == 0 && !strings.Contains(r.bare, "@")
	r.list.whole = r.list.whole && named && !r.inGroup && len(r.list.found) == 0
	r.list.plain = false
	r.list.words = append(r.list.words, decoded(r.before+r.name), decoded(r.noted))
	r.rest, r.inGroup, r.before, r.mailbox = r.rest[1:], true, "", mailbox{}
}

// breakOff ends the reading at what has no other half: nobody can say what the rest
// is.
func (r *mailboxReader) breakOff() {
	r.list.whole, r.rest = false, ""
	r.bare, r.angles = "", 2
}

// end ends a mailbox. What has neither brackets nor an "@" before a comma is the
// first half of a name with a comma in it. The many conditions are what makes an address
// certain; taken apart, nobody could see that none is missing.
func (r *mailboxReader) end(comma bool) {
	bare := strings.Trim(r.bare, " \t")
	empty := r.angles == 0 && bare == "" && !r.quoted
	if comma && !empty && r.angles == 0 && !strings.Contains(r.bare, "@") {
		r.before += r.name + ","
		r.list.words = append(r.list.words, decoded(r.noted))
		r.behindComma, r.mailbox = true, mailbox{}
		return
	}
	name, noted := decoded(r.before+r.name), decoded(r.noted)
	fine := false
	switch {
	case empty:
		fine = !comma && !r.behindComma // an empty place in a list is one too many
	case r.angles == 0 && !r.quoted && IsAddress(bare):
		fine = r.before == ""
		r.list.found = append(r.list.found, Address{Name: cutName(noted), Addr: bare})
		name = ""
	case r.angles == 1 && !r.after && IsAddress(r.addr):
		fine = !namesAnother([]string{r.bare}, r.addr) && !strings.Contains(r.bare, ">")
		r.list.found = append(r.list.found, Address{Name: cutName(name), Addr: r.addr})
	}
	r.list.whole = r.list.whole && fine && (empty || !r.behindGroup)
	r.list.words = append(r.list.words, name, noted)
	r.before, r.behindComma, r.mailbox = "", comma, mailbox{}
}

func decoded(name string) string { return plain.OneLine(plain.DecodeWords(name)) }

func cutName(name string) string { return strings.TrimSpace(plain.CutRunes(name, maxName)) }

func isSpace(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// namesAnother reports whether a text holds what reads as an address and is not
// addr. Many programs write the address for want of a name, often between
// apostrophes.
func namesAnother(texts []string, addr string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		if !strings.Contains(text, "@") {
			return false // the usual case, cheaply
		}
		words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`<>()[],;:"`, r) })
		return slices.ContainsFunc(words, func(w string) bool {
			return strings.Contains(w, "@") && plain.FoldASCII(plain.WithoutApostrophes(w)) != plain.FoldASCII(addr)
		})
	})
}

// IsAddress reports whether addr is an addr-spec that can be written into a
// header and compared without doubt (RFC 5321 section 4.1.2, RFC 6531). Local parts
// that need quotes and address literals are left out: no player has one, and they
// can hide an "@" or a ";" from a careless reader.
func IsAddress(addr string) bool {
	at := strings.LastIndexByte(addr, '@')
	if at < 1 || len(addr) > 254 {
		return false
	}
	local := addr[:at]
	if strings.ContainsAny(local, `()<>[]:;@\,"`) || strings.ContainsFunc(local, func(r rune) bool { return !IsAddressRune(r) }) {
		return false
	}
	dots := local[0] == '.' || local[at-1] == '.' || strings.Contains(local, "..")
	_, ok := DNSName(addr[at+1:])
	return ok && !dots && !strings.Contains(local, "=?")
}

// IsAddressRune reports whether a character can be one of a local part.
func IsAddressRune(r rune) bool {
	return r > ' ' && r != 0x7F && r != unicode.ReplacementChar &&
		!plain.IsInvisible(r) && !unicode.IsSpace(r) && !unicode.IsControl(r)
}

// DNSName returns the name that a domain in an address has in the DNS, in lower
// case; ok is false if it is no name. A domain in letters beyond ASCII counts only
// in the form that IDNA 2008 allows (RFC 5891 section 4.2): full-width or other
// letters that programs turn into plain ones before they ask the DNS, and some do
// not, make it no name.
func DNSName(domain string) (ascii string, ok bool) {
	const longest, longestLabel = 253, 63                    // RFC 1035 section 2.3.4
	const letters = "-_abcdefghijklmnopqrstuvwxyz0123456789" // RFC 1123 section 2.1, and those of services
	labels := strings.Split(plain.FoldASCII(domain), ".")
	for i, label := range labels {
		if strings.HasPrefix(label, "xn--") || !plain.IsPlain(label) {
			name, err := idna.Registration.ToASCII(label)
			if err != nil {
				return "", false
			}
			labels[i] = name
		} else if label == "" || label[0] == '-' || label[len(label)-1] == '-' || strings.Trim(label, letters) != "" {
			return "", false
		}
		if len(labels[i]) > longestLabel {
			return "", false
		}
	}
	ascii = strings.Join(labels, ".")
	return ascii, len(ascii) <= longest
}

package dkimcheck

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"unlurbot/mailbot/dkimcheck/keys"
	"unlurbot/parser/mime"
)

// A signature is what a DKIM-Signature field says (RFC 6376 section 3.5).
type signature struct {
	field            []byte // with its line end
	domain, selector string // lower case
	tags             map[string]string
	signed           map[string]int // how often each field is named, in lower case
}

// readSignature reads a field. It fails on one that is malformed, or not of this
// kind. Only plain ASCII is read: what counts as a blank or as the same letter
// beyond it is a question that programs answer in different ways.
func readSignature(field []byte) (*signature, bool) {
	_, value, _ := bytes.Cut(field, []byte(":"))
	tags := map[string]string{}
	for tag := range strings.SplitSeq(string(value), ";") {
		name, value, found := strings.Cut(tag, "=")
		name = unfold.Replace(name)
		_, twice := tags[name]
		switch {
		case !found && name == "":
		case !found || name == "" || twice:
			return nil, false
		default:
			tags[name] = unfold.Replace(value)
		}
	}
	s := &signature{
		field: field, tags: tags, signed: map[string]int{},
		domain: strings.ToLower(tags["d"]), selector: strings.ToLower(tags["s"]),
	}
	for name := range strings.SplitSeq(tags["h"], ":") {
		s.signed[strings.ToLower(name)]++
	}
	ascii := !bytes.ContainsFunc(field, func(r rune) bool { return r > '~' })
	return s, ascii && tags["v"] == "1" && keys.IsName(s.selector) && keys.IsName(s.domain)
}

// unfold drops the blanks that may stand anywhere in a tag.
var unfold = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "")

// speaksFor reports whether a signature is of an author, whose domain is as in the DNS,
// in lower case. The signing domain is the same or one above it. A public suffix, such
// as co.uk, is nobody's: who signs for it speaks for no name below it. And a signature
// may name the user for whom the domain has signed (i=, RFC 6376 section 3.5); then that
// is who it is.
func (s *signature) speaksFor(user, domain string) bool {
	if s.domain == domain {
		if !strings.Contains(domain, ".") {
			return false
		}
	} else if suffix, _ := publicsuffix.PublicSuffix(domain); !strings.HasSuffix(domain, "."+s.domain) || !strings.HasSuffix(s.domain, "."+suffix) {
		return false
	}
	identity, named := s.tags["i"]
	if !named {
		return true
	}
	local, host, found := cutAddress(identity)
	below := host == s.domain || strings.HasSuffix(host, "."+s.domain)
	same := len(local) == len(user) && strings.EqualFold(local, user) // no letter beyond ASCII is as long as one of it
	return found && below && (local == "" || same && host == domain)
}

// cutAddress gives the local part, and the domain as in the DNS.
func cutAddress(address string) (local, domain string, ok bool) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return "", "", false
	}
	domain, ok = mime.DNSName(address[at+1:])
	return address[:at], domain, ok
}

// acceptable looks at everything that can be judged without the key.
func (s *signature) acceptable(m *mail, now time.Time) Refusal {
	if s.tags["a"] != "rsa-sha256" && s.tags["a"] != "ed25519-sha256" { // sha1 is out (RFC 8301)
		return Malformed
	}
	if method, given := s.tags["q"]; given && method != "dns/txt" {
		return Malformed
	}
	if _, partly := s.tags["l"]; partly {
		return PartOnly
	}
	made, ends := now, now.Add(clockSkew) // as good as any, if they are not given
	for tag, at := range map[string]*time.Time{"t": &made, "x": &ends} {
		if text, given := s.tags[tag]; given {
			seconds, err := strconv.ParseUint(text, 10, 40) // until the year 36812
			if err != nil {
				return Malformed
			}
			*at = time.Unix(int64(seconds), 0)
		}
	}
	if made.After(now.Add(clockSkew)) || !now.Before(ends) {
		return BadTime
	}
	for _, name := range []string{"from", "message-id", "to", "cc", "subject", "date"} {
		if !s.covers(m, name) {
			return Unsigned
		}
	}
	if !readsOneWay(m, s) {
		return Rereadable
	}
	return ""
}

// covers reports whether every field of a name is signed.
func (s *signature) covers(m *mail, name string) bool { return s.signed[name] >= m.count[name] }

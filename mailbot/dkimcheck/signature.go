package dkimcheck

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"
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
		name = unfold(name)
		_, twice := tags[name]
		switch {
		case !found && name == "":
		case !found || name == "" || twice:
			return nil, false
		default:
			tags[name] = unfold(value)
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
	return s, ascii && tags["v"] == "1" && isName(s.selector) && isName(s.domain)
}

// unfold drops the blanks that may stand anywhere in a tag.
func unfold(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, s)
}

// isName reports whether something can be asked of the DNS as it is.
func isName(s string) bool {
	if s == "" || len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || strings.ContainsFunc(label, func(r rune) bool {
			return r != '-' && r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		}) {
			return false
		}
	}
	return true
}

// acceptable looks at everything that can be judged without the key.
func (s *signature) acceptable(now time.Time) Refusal {
	if s.tags["a"] != "rsa-sha256" && s.tags["a"] != "ed25519-sha256" { // sha1 is out (RFC 8301)
		return Malformed
	}
	if method, given := s.tags["q"]; given && method != "dns/txt" {
		return Malformed
	}
	if _, partly := s.tags["l"]; partly {
		return PartOnly
	}
	made, isMade, ok := s.time("t")
	ends, isEnding, ok2 := s.time("x")
	switch {
	case !ok || !ok2:
		return Malformed
	case isMade && made.After(now.Add(clockSkew)), isEnding && !now.Before(ends):
		return BadTime
	}
	return ""
}

// time reads a tag that holds seconds since 1970, if there is one.
func (s *signature) time(tag string) (t time.Time, given, ok bool) {
	text, given := s.tags[tag]
	if !given {
		return time.Time{}, false, true
	}
	seconds, err := strconv.ParseUint(text, 10, 40) // until the year 36812
	return time.Unix(int64(seconds), 0), true, err == nil
}

// covers reports whether every field of a name is signed.
func (s *signature) covers(m *mail, name string) bool { return s.signed[name] >= m.count(name) }

// provesAbsent reports whether a mail has no field of a name, and had none when it
// was signed.
func (s *signature) provesAbsent(m *mail, name string) bool {
	return m.count(name) == 0 && s.signed[name] > 0
}

// verify does the arithmetic. The library gets the mail with this signature
// alone: with several it works in goroutines of its own, where nobody could catch
// a panic, and looks for keys that are of no interest.
func verify(m *mail, s *signature, key string) Refusal {
	var parts []io.Reader
	for _, f := range m.fields {
		if f.name != signatureField || slices.Equal(f.line, s.field) {
			parts = append(parts, bytes.NewReader(f.line))
		}
	}
	parts = append(parts, strings.NewReader("\r\n"), bytes.NewReader(m.body))
	done, err := dkim.VerifyWithOptions(io.MultiReader(parts...), &dkim.VerifyOptions{
		LookupTXT:        func(string) ([]string, error) { return []string{key}, nil },
		MaxVerifications: 1,
	})
	switch {
	case errors.Is(err, dkim.ErrTooManySignatures):
		return Malformed // the same signature twice
	case err != nil || len(done) != 1:
		return BadSignature
	case dkim.IsPermFail(done[0].Err):
		return NoKey
	case done[0].Err != nil:
		return BadSignature
	case !strings.EqualFold(done[0].Domain, s.domain):
		return Malformed
	}
	return ""
}

// Package dkimcheck finds out whether the domain in the From address of a mail
// has signed it (DKIM, RFC 6376), for mailboxes whose server does not say so in a
// way that can be believed.
//
// The arithmetic is go-msgauth's. What a signature is worth is decided here,
// because a good signature says less than it seems: it covers only the fields
// that it names, under whatever name it likes. A Checker demands that
//
//   - the signing domain is that of the From address or, within one organisation, one
//     above it. DMARC by default (RFC 7489 section 3.1.1) also lets one below it or
//     beside it speak for it, which is often somebody else's: a customer's, a
//     student's. And the user whom a signature names, if it names any, is the author;
//   - the mail has exactly one From and one Message-ID, and those and every To,
//     Cc, Subject and Date that it has are signed: as many of each as there are.
//     Whether one more is named, which proves that there was none (oversigning),
//     makes no difference: an honest mail has no unsigned one, and to one that was
//     added later nobody has put a signature;
//   - nobody can change how the body reads: see reading.go;
//   - the whole body is signed (no l=), with SHA-256, by a key that is not too
//     short, not revoked and not being tested, and the signature has neither
//     expired nor been made in the future;
//   - all programs read the same header: a line out of form, a CR without LF or
//     the like, and nobody vouches for the mail.
//
// What it does not look at is the policy of the domain: one that has asked for
// strict alignment (adkim=s) is still spoken for by those above it.
//
// Package mailbot calls Check before it deals with mails. Nothing here fails the
// reading of a mail: whatever goes wrong is a Refusal, and the mail is then
// unproven.
package dkimcheck

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"unlurbot/mailbot/dkimcheck/keys"
	"unlurbot/parser"
)

// Limits on what is looked at of one mail.
const (
	maxMail       = parser.MaxMail
	maxSignatures = 5  // of the author's domain that are tried
	maxFields     = 50 // DKIM-Signature fields that are read
)

// clockSkew is how far ahead the clock of a signer may be.
const clockSkew = 5 * time.Minute

// A Refusal is why nobody vouches for a mail.
type Refusal string

// The refusals, from what is wrong with the mail to what is wrong with a signature.
const (
	BadForm      Refusal = "the header is ambiguous: programs read it differently"
	BadAuthor    Refusal = "the mail needs exactly one author and one Message-ID"
	NoSignature  Refusal = "the author's domain has not signed it"
	BadSignature Refusal = "the signature does not match the mail"
	Malformed    Refusal = "the signature is malformed or of an untrusted kind"
	PartOnly     Refusal = "only part of the body is signed"
	Unsigned     Refusal = "a required field is not signed"
	Rereadable   Refusal = "the fields that say how to read the body are not signed"
	BadTime      Refusal = "the signature has expired or is dated in the future"
	NoKey        Refusal = "the key is missing, revoked, in test mode or too short"
	KeyAway      Refusal = "the key can't be looked up now"
)

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// A Lookup gives the TXT records of a name; see package keys.
type Lookup = keys.Lookup

// A Checker checks mails. It keeps the keys that it has looked up; its methods
// are safe for concurrent use.
type Checker struct {
	keys *keys.Keys
	now  func() time.Time
}

// New makes a Checker that asks lookup for keys.
func New(lookup Lookup, now func() time.Time) *Checker {
	return &Checker{keys: keys.New(lookup, now), now: now}
}

// Check returns nil if the domain of author, the address in From, has signed the
// mail and everything in it that matters; otherwise a Refusal, that of the
// signature that came nearest. It waits for keys until ctx ends.
func (c *Checker) Check(ctx context.Context, mail []byte, author string) error {
	user, domain, known := cutAddress(author)
	if !known || len(mail) > maxMail {
		return BadForm
	}
	m, ok := split(mail)
	if !ok {
		return BadForm
	}
	if m.count["from"] != 1 || m.count["message-id"] != 1 {
		return BadAuthor
	}
	refusal, seen, tried := NoSignature, 0, 0
	for _, f := range m.fields {
		if f.name != signatureField {
			continue
		}
		if seen++; seen > maxFields || tried == maxSignatures {
			break
		}
		s, ok := readSignature(f.line)
		if !ok || !s.speaksFor(user, domain) {
			continue
		}
		tried++
		r := c.judge(ctx, m, s)
		if r == "" {
			return nil
		}
		if refusal == NoSignature || r == KeyAway {
			refusal = r
		}
	}
	return refusal
}

// judge returns why a signature of the author's domain counts for nothing, and
// nothing if it counts.
func (c *Checker) judge(ctx context.Context, m *mail, s *signature) Refusal {
	if r := s.acceptable(m, c.now()); r != "" {
		return r
	}
	key, err := c.keys.Get(ctx, s.selector+"._domainkey."+s.domain)
	switch {
	case errors.Is(err, keys.ErrAway):
		return KeyAway
	case err != nil:
		return NoKey
	}
	// The library gets the mail with this signature alone: with several it works in
	// goroutines of its own, where nobody could catch a panic, and looks for keys that
	// are of no interest.
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

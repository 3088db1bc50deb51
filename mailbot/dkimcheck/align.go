package dkimcheck

import (
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// aligned reports whether a signing domain speaks for an author's domain: if they
// are the same, or of the same organisation (RFC 7489 section 3.2). They are
// compared as the DNS does, so that neither an international name nor a
// look-alike letter makes a difference or hides one.
func aligned(signer, author string) bool {
	signer, okS := inDNS(signer)
	author, okA := inDNS(author)
	if !okS || !okA {
		return false
	}
	if signer == author {
		return true
	}
	// A public suffix, such as co.uk, is nobody's: who signs for it speaks for no
	// name below it.
	orgS, errS := publicsuffix.EffectiveTLDPlusOne(signer)
	orgA, errA := publicsuffix.EffectiveTLDPlusOne(author)
	return errS == nil && errA == nil && orgS == orgA
}

// inDNS writes a domain as it stands in the DNS.
func inDNS(domain string) (string, bool) {
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(domain, "."))
	return ascii, err == nil && ascii != "" && strings.Contains(ascii, ".")
}

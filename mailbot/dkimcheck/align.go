package dkimcheck

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"unlurbot/parser/mime"
)

// aligned reports whether a signing domain speaks for an author's: if it is the same
// or one above it. Both are as in the DNS, in lower case. A public suffix, such as
// co.uk, is nobody's: who signs for it speaks for no name below it.
func aligned(signer, author string) bool {
	if signer == author {
		return strings.Contains(signer, ".")
	}
	suffix, _ := publicsuffix.PublicSuffix(author)
	return strings.HasSuffix(author, "."+signer) && strings.HasSuffix(signer, "."+suffix)
}

// isOf reports whether the signature is of an author: one may name the user for whom
// the domain has signed (i=, RFC 6376 section 3.5), and then that is who it is.
func (s *signature) isOf(author string) bool {
	identity, named := s.tags["i"]
	if !named {
		return true
	}
	user, domain, found := cutAddress(identity)
	local, own, _ := cutAddress(author)
	below := domain == s.domain || strings.HasSuffix(domain, "."+s.domain)
	same := len(user) == len(local) && strings.EqualFold(user, local) // no letter beyond ASCII is as long as one of it
	return found && below && (user == "" || same && domain == own)
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

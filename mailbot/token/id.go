package token

import "strings"

// ID makes a Message-ID of a sealed token, one for bounces if the envelope sender
// has none, and what tells the mails of one token from each other.
func ID(sealed, back, unique, domain string) string {
	if back != "" {
		sealed += "." + back
	}
	return sealed + "." + unique + "@" + domain
}

// InID gives the part of a Message-ID where ours have a token.
func InID(id string) string {
	sealed, _, _ := strings.Cut(id, ".")
	return sealed
}

// BounceInID gives the part where some of ours have a token for bounces.
func BounceInID(id string) string {
	_, rest, _ := strings.Cut(id, ".")
	return InID(rest)
}

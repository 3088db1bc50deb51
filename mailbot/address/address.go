// Package address knows the bot's own address in all its forms, and addresses that never belong
// to a player. Packages store and fold decide which addresses are one player's or one
// mailbox's. Everything that reads or writes the address of a mail uses it.
package address

import (
	"strings"

	"unlurbot/mailbot/facts"
	"unlurbot/parser/sender"
	"unlurbot/store/fold"
)

// Own is the bot's own address, without a detail.
type Own string

// With gives the address with a detail, such as a token (RFC 5233).
func (o Own) With(detail string) string {
	local, domain, _ := strings.Cut(string(o), "@")
	return local + "+" + detail + "@" + domain
}

// Detail finds the detail in an address, if it is one of the bot's.
func (o Own) Detail(address string) (string, bool) {
	own := strings.LastIndexByte(string(o), '@')
	at := strings.LastIndexByte(address, '@')
	if at <= own || !same(address[at:], string(o[own:])) {
		return "", false
	}
	plus := own // the address may have one of its own, if it is bare
	return address[plus+1 : at], address[plus] == '+' && same(address[:plus], string(o[:own]))
}

// Is says whether an address is the bot's, with or without a detail.
func (o Own) Is(address string) bool {
	_, detailed := o.Detail(address)
	return detailed || same(address, string(o))
}

// Refuses says why nobody can be challenged at an address, whoever it is: it is of a program,
// by its name, or of an account on the machine that sends our mails, or the bot's.
func (o Own) Refuses(address string) facts.InviteRefusal {
	_, domain, _ := strings.Cut(address, "@")
	ours := string(o[strings.LastIndexByte(string(o), '@')+1:])
	out := strings.Contains(domain, ".") && !strings.HasPrefix(domain, "[") || same(domain, ours)
	switch {
	case !out || sender.IsProgram(address):
		return facts.Nobody
	case o.Is(address):
		return facts.InvitesBot
	}
	return 0
}

// same compares addresses, or parts of them, as the store does: letters beyond ASCII that
// strings.EqualFold takes for others make another address.
func same(a, b string) bool { return fold.Address(a) == fold.Address(b) }

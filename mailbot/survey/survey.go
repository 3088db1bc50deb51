// Package survey looks at what a mailbox's servers wrote into its mails about
// their authors, and finds out whether the settings under trust fit, or which would.
// The check command gives it the last mails and prints its findings.
package survey

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"unlurbot/mailbot/config"
	"unlurbot/parser"
	"unlurbot/parser/sender"
)

// A Survey is what the Authentication-Results fields of some mails say.
type Survey struct {
	address string
	ownToo  bool // the bot's own mails, and those of its domain, count as well
	ours    []netip.Prefix
	headers [][]byte
	mails   int                 // from other domains than the bot's own
	domains map[string]bool     // of their authors
	servers map[string]*witness // by name; "" is one that writes no name
	near    []netip.Addr        // private addresses from which servers of ours may have got mails
}

// A witness is a server that has written fields, counted by mails and places.
type witness struct {
	fields, verdicts [sender.AboveBorder + 1]int // verdicts are those with a DMARC result
}

// New begins a survey of the mails to an address. Ours are the networks whose machines are
// believed.
func New(address string, ours []netip.Prefix) *Survey {
	return &Survey{address: address, ours: ours, domains: map[string]bool{}, servers: map[string]*witness{}}
}

// OfOwn is a survey of one mail that the bot has sent to itself.
func OfOwn(address string, ours []netip.Prefix, mail []byte) *Survey {
	s := New(address, ours)
	s.ownToo = true
	s.Look(mail)
	return s
}

// Look counts what one mail says: of each server the topmost field, as long as it
// stands where the server can have written it.
func (s *Survey) Look(header []byte) {
	m := parser.ReadMail(header, parser.Options{Own: []string{s.address}, Ours: s.ours, HeaderOnly: true})
	_, author, _ := strings.Cut(strings.ToLower(m.From.Addr), "@")
	_, own, _ := strings.Cut(strings.ToLower(s.address), "@")
	if author == "" || !s.ownToo && (m.Class == sender.Own || author == own) {
		return
	}
	s.mails++
	s.headers = append(s.headers, header)
	s.domains[author] = true
	s.noteNear(m.Route)
	seen := map[string]bool{}
	for _, f := range m.AuthResults {
		name, methods, ok := f.Verdicts()
		name = strings.ToLower(name)
		if !ok || f.Place == sender.BelowBorder || seen[name] {
			continue
		}
		seen[name] = true
		if s.servers[name] == nil {
			s.servers[name] = &witness{}
		}
		s.servers[name].fields[f.Place]++
		if slices.Contains(methods, "dmarc") {
			s.servers[name].verdicts[f.Place]++
		}
	}
}

// noteNear notes the addresses of the topmost hops that are private ones: of servers
// of ours, it may be, behind the one at the border.
func (s *Survey) noteNear(r sender.Route) {
	for _, hop := range r.Hops[max(0, r.Border):] {
		addresses := hop.Addresses
		if hop.Way == sender.ByProgram {
			addresses = []netip.Addr{netip.MustParseAddr("127.0.0.1")}
		}
		near := hop.Way != sender.Untold && !slices.ContainsFunc(addresses, func(a netip.Addr) bool {
			return !a.IsPrivate() && !a.IsLoopback() && !a.IsLinkLocalUnicast() && !config.GmailNetwork.Contains(a)
		})
		if !near {
			return
		}
		s.near = append(s.near, addresses...)
	}
}

// blocks are the ranges of addresses that only neighbours use, and that within Gmail.
var blocks = []string{"127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10", "2002:a00::/24"}

// covering gives for each block the smallest network in it that holds the addresses.
func covering(addresses []netip.Addr) (networks []netip.Prefix) {
	for _, name := range blocks {
		block := netip.MustParsePrefix(name)
		var network netip.Prefix
		for _, a := range addresses {
			if !block.Contains(a) {
				continue
			}
			if !network.IsValid() {
				network = netip.PrefixFrom(a, a.BitLen())
			}
			for !network.Contains(a) {
				network = netip.PrefixFrom(network.Addr(), network.Bits()-1).Masked()
			}
		}
		if network.IsValid() {
			networks = append(networks, network)
		}
	}
	return networks
}

// Judge compares what was found with the configuration: above all, how well the
// configured server serves.
func (s *Survey) Judge(t config.Trust) string {
	switch {
	case s.mails == 0:
		return "there is no mail from another domain to look at; write one to " + s.address + " from any account elsewhere, and run this again"
	case t.AuthservID == "" && t.DKIM:
		return "the bot checks the signatures of mails itself"
	case t.AuthservID == "":
		return s.proposal()
	}
	w := s.servers[strings.ToLower(t.AuthservID)]
	if w == nil {
		return fmt.Sprintf("none of the last %s has a field of %s, which is trust.authserv_id, where it could count; %s", s.count(), t.AuthservID, s.proposal())
	}
	verdicts := w.verdicts[sender.AboveBorder]
	if t.BelowReceived {
		verdicts += w.verdicts[sender.AtBorder]
	}
	switch {
	case verdicts == 0 && w.verdicts[sender.AtBorder] > 0:
		return t.AuthservID + " is never believed, because it writes below its own Received line; " + belowAdvice
	case verdicts == 0:
		return t.AuthservID + " is never believed, because it gives no DMARC result; " + dkimAdvice
	case t.BelowReceived && w.fields[sender.AtBorder] == 0:
		return t.AuthservID + " writes above its own Received line: leave out trust.below_received, which trusts more than needed"
	}
	return fmt.Sprintf("%s gives a verdict on the sender in %d of the last %s", t.AuthservID, verdicts, s.count())
}

func (s *Survey) count() string {
	if s.mails == 1 {
		return "1 mail"
	}
	return fmt.Sprintf("%d mails", s.mails)
}

const (
	dkimAdvice  = "write trust.dkim: true"
	belowAdvice = "write trust.below_received: true if it adds that field to every mail, otherwise trust.dkim: true"
)

// proposal says what to write into the configuration. A name above the border's
// line is the provider's. One directly below it can be that of whoever wrote the
// mail, so it must be in all mails, and these from different places. So it is with
// networks: whoever has sent all these mails from a machine near by could have
// written the names himself.
func (s *Survey) proposal() string {
	advice, _ := s.proposeServer()
	if advice != "" {
		return advice
	}
	networks := covering(s.near) // what would the mails say if these were ours?
	in := New(s.address, append(slices.Clone(s.ours), networks...))
	in.ownToo = s.ownToo
	for _, h := range s.headers {
		in.Look(h)
	}
	advice, server := in.proposeServer()
	switch {
	case len(networks) > 0 && advice != "":
	case s.servers[""] != nil:
		return "the server gives its verdicts without a name (as Exchange and Outlook do); " + dkimAdvice
	case len(s.servers) > 0:
		return "the server gives no DMARC results, or not in every mail; " + dkimAdvice
	default:
		return "the server gives no verdicts on senders; " + dkimAdvice
	}
	switch {
	case server == "":
		return advice
	case len(s.domains) == 1:
		return fmt.Sprintf("%s gives a verdict on the sender, but after machines with private addresses (%s), which could have written it too; send a mail to %s from another domain and run this again",
			server, list(networks), s.address)
	case slices.Equal(networks, []netip.Prefix{config.GmailNetwork}) && server == config.Gmail:
		return advice // with which the network goes without saying
	}
	return advice + fmt.Sprintf("; and trust.networks: [%s], if only your mail servers and their filters can send from there", list(networks))
}

func list(networks []netip.Prefix) string {
	var names []string
	for _, n := range networks {
		name := n.String()
		if n.Addr().Is6() {
			name = strconv.Quote(name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// proposeServer says what to write, and whose word would be believed by that; both
// are empty if there is nobody.
func (s *Survey) proposeServer() (advice, server string) {
	above, mostAbove, names := s.most(sender.AboveBorder)
	below, mostBelow, _ := s.most(sender.AtBorder)
	switch {
	case mostAbove > 0 && mostAbove == s.mails, names == 1 && 2*mostAbove > s.mails:
		return fmt.Sprintf("%s gives a verdict on the sender in %d of the last %s; write trust.authserv_id: %s", above, mostAbove, s.count(), above), above
	case names > 1:
		return "the server's name in its verdicts differs from mail to mail (as with Fastmail); " + dkimAdvice, ""
	case mostBelow == 0 || mostBelow < s.mails:
		return "", ""
	case below == config.Gmail:
		return "write trust.authserv_id: " + below, below
	case len(s.domains) == 1:
		return fmt.Sprintf("%s gives a verdict on the sender, but in a place where the sender could have written it; send a mail to %s from another domain and run this again", below, s.address), ""
	}
	return fmt.Sprintf("%s gives a verdict on the sender in all of the last %s, below its own Received line; write trust.authserv_id: %s and %s",
		below, s.count(), below, strings.TrimPrefix(belowAdvice, "write ")), below
}

// most gives the server that states verdicts at a place in most mails, in how
// many, and how many servers do.
func (s *Survey) most(p sender.Place) (name string, mails, names int) {
	for _, n := range slices.Sorted(maps.Keys(s.servers)) {
		v := s.servers[n].verdicts[p]
		if n == "" || v == 0 {
			continue
		}
		names++
		if v > mails {
			name, mails = n, v
		}
	}
	return name, mails, names
}

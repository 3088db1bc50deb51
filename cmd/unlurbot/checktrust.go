package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/imapbox"
	"unlurbot/parser"
	"unlurbot/parser/sender"
)

// recentMails is how many mails check looks at.
const recentMails = 20

// tryTrust looks at the last mails and says whether the settings below trust fit
// them, or what would; then which of the mails the bot would believe, and why.
func (p process) tryTrust(ctx context.Context, cfg *config.Config) (string, error) {
	var mails []imapbox.Message
	for _, folder := range []string{cfg.IMAP.Mailbox, cfg.IMAP.DoneMailbox} {
		some, err := lastMails(ctx, cfg, folder, recentMails-len(mails))
		if err != nil {
			return "", nil // the step for IMAP has told
		}
		mails = append(mails, some...)
	}
	s := newSurvey(cfg.Address, cfg.Trust.Networks)
	for _, m := range mails {
		s.look(m.Raw)
	}
	said := []string{s.judge(cfg.Trust)}
	for _, n := range cfg.Trust.Networks {
		switch {
		case n.Contains(netip.IPv6Loopback()), n.Overlaps(netip.MustParsePrefix("127.0.0.0/8")):
			said = append(said, fmt.Sprintf("WARNING: with %s in trust.networks, every program on the machine of the mail server is believed: a web form or a user there can write in everybody's name", n))
		case n.Bits() < n.Addr().BitLen() && n != config.GmailNetwork:
			said = append(said, fmt.Sprintf("WARNING: with %s in trust.networks, every machine there is believed; name your mail servers alone if others can send from there", n))
		}
	}
	if cfg.Trust.AuthservID != "" || cfg.Trust.DKIM {
		said = append(said, p.weigh(ctx, cfg, mails)...)
	}
	return strings.Join(said, "\n        "), nil
}

// lastMails gives the last mails in a folder: whole ones if their signatures count.
func lastMails(ctx context.Context, cfg *config.Config, folder string, most int) (mails []imapbox.Message, err error) {
	c := mailbot.IMAPConfig(cfg)
	c.Mailbox = folder
	if !cfg.Trust.DKIM {
		c.MaxSize = 1 // of what is larger only the header is fetched
	}
	box, err := imapbox.Dial(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	uids, err := box.List(ctx)
	if err != nil {
		return nil, err
	}
	uids = uids[max(0, len(uids)-most):]
	for len(uids) > 0 && err == nil {
		var some []imapbox.Message
		some, uids, err = box.Fetch(ctx, uids)
		mails = append(mails, some...)
	}
	return mails, err
}

// weigh tells of each mail whether it proves who wrote it.
func (p process) weigh(ctx context.Context, cfg *config.Config, mails []imapbox.Message) (lines []string) {
	trust := mailbot.BotConfig(cfg, mailbot.Environment{Now: p.now, LookupTXT: dkimcheck.Lookup(p.lookupTXT)}).Trust()
	for _, raw := range mails {
		m, believed, why := trust.Weigh(ctx, raw.Raw, raw.HeaderOnly)
		if m.Class == sender.Own {
			continue
		}
		line := "not believed: "
		if believed {
			line = "believed:     "
		}
		author := "nobody"
		if m.From.Addr != "" {
			author = printable(m.From.Addr)
		}
		line += fmt.Sprintf("%s (%s)", author, why)
		if at := m.Route.Border; at >= 0 && cfg.Trust.AuthservID != "" {
			const most = 100 // characters
			border := m.Route.Hops[at].Line
			if date := strings.LastIndexByte(border, ';'); date >= 0 {
				border = border[:date]
			}
			if runes := []rune(border); len(runes) > most {
				border = string(runes[:most]) + "…"
			}
			line += "; the border is: " + printable(border)
		}
		lines = append(lines, line)
	}
	return lines
}

// A survey is what the Authentication-Results fields of some mails say.
type survey struct {
	address string
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

func newSurvey(address string, ours []netip.Prefix) *survey {
	return &survey{address: address, ours: ours, domains: map[string]bool{}, servers: map[string]*witness{}}
}

// look counts what one mail says: of each server the topmost field, as long as it
// stands where the server can have written it.
func (s *survey) look(header []byte) {
	m := parser.ReadMail(header, parser.Options{Own: []string{s.address}, Ours: s.ours, HeaderOnly: true})
	_, author, _ := strings.Cut(strings.ToLower(m.From.Addr), "@")
	_, own, _ := strings.Cut(strings.ToLower(s.address), "@")
	if author == "" || m.Class == sender.Own || author == own {
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
func (s *survey) noteNear(r sender.Route) {
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

// judge compares what was found with the configuration: above all, how well the
// configured server serves.
func (s *survey) judge(t config.Trust) string {
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
		return t.AuthservID + " vouches for nobody, since it writes below its own Received line; " + belowAdvice
	case verdicts == 0:
		return t.AuthservID + " vouches for nobody, since it states no result for DMARC; " + dkimAdvice
	case t.BelowReceived && w.fields[sender.AtBorder] == 0:
		return t.AuthservID + " writes above its own Received line: leave out trust.below_received, with which more counts than need be"
	}
	return fmt.Sprintf("%s states a verdict on the author in %d of the last %s", t.AuthservID, verdicts, s.count())
}

func (s *survey) count() string {
	if s.mails == 1 {
		return "1 mail"
	}
	return fmt.Sprintf("%d mails", s.mails)
}

const (
	dkimAdvice  = "write trust.dkim: true"
	belowAdvice = "write trust.below_received: true, if it writes that field into every mail, and otherwise trust.dkim: true"
)

// proposal says what to write into the configuration. A name above the border's
// line is the provider's. One directly below it can be that of whoever wrote the
// mail, so it must be in all mails, and these from different places. So it is with
// networks: whoever has sent all these mails from a machine near by could have
// written the names himself.
func (s *survey) proposal() string {
	advice, _ := s.proposeServer()
	if advice != "" {
		return advice
	}
	networks := covering(s.near) // what would the mails say if these were ours?
	in := newSurvey(s.address, append(slices.Clone(s.ours), networks...))
	for _, h := range s.headers {
		in.look(h)
	}
	advice, server := in.proposeServer()
	switch {
	case len(networks) == 0 || advice == "":
		return s.otherAdvice()
	case server == "":
		return advice
	case len(s.domains) == 1:
		return fmt.Sprintf("%s states a verdict on the author, behind machines with private addresses (%s), where these could have written it too; write a mail to %s from another domain, and run this again",
			server, list(networks), s.address)
	case slices.Equal(networks, []netip.Prefix{config.GmailNetwork}) && server == config.Gmail:
		return advice // with which the network goes without saying
	}
	return advice + fmt.Sprintf("; and trust.networks: [%s], if nobody but your mail servers and their filters can send from there", list(networks))
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
func (s *survey) proposeServer() (advice, server string) {
	above, mostAbove, names := s.most(sender.AboveBorder)
	below, mostBelow, _ := s.most(sender.AtBorder)
	switch {
	case mostAbove > 0 && mostAbove == s.mails, names == 1 && 2*mostAbove > s.mails:
		return fmt.Sprintf("%s states a verdict on the author in %d of the last %s; write trust.authserv_id: %s", above, mostAbove, s.count(), above), above
	case names > 1:
		return "the name of the server that states verdicts differs from mail to mail (as at Fastmail); " + dkimAdvice, ""
	case mostBelow == 0 || mostBelow < s.mails:
		return "", ""
	case below == config.Gmail:
		return "write trust.authserv_id: " + below, below
	case len(s.domains) == 1:
		return fmt.Sprintf("%s states a verdict on the author, but where whoever wrote the mail could have; write a mail to %s from another domain, and run this again", below, s.address), ""
	}
	return fmt.Sprintf("%s states a verdict on the author in all of the last %s, below its own Received line; write trust.authserv_id: %s and %s",
		below, s.count(), below, strings.TrimPrefix(belowAdvice, "write ")), below
}

// otherAdvice is for mailboxes whose server is nobody to go by.
func (s *survey) otherAdvice() string {
	switch {
	case s.servers[""] != nil:
		return "the server states its verdicts under no name (as Exchange and Outlook do); " + dkimAdvice
	case len(s.servers) > 0:
		return "the server states no results for DMARC, or not in all mails; " + dkimAdvice
	}
	return "the server states no verdicts on authors; " + dkimAdvice
}

// most gives the server that states verdicts at a place in most mails, in how
// many, and how many servers do.
func (s *survey) most(p sender.Place) (name string, mails, names int) {
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

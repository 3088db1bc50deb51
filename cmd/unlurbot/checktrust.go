package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/survey"
	"unlurbot/parser/sender"
)

// recentMails is how many mails check looks at.
const recentMails = 20

// tryTrust looks at the last mails and says whether the settings below trust fit
// them, or what would; then which of the mails the bot would believe, and why.
func (p process) tryTrust(cfg *config.Config, proof mailbot.Credentials) (string, error) {
	var mails []imapbox.Message
	for _, folder := range []string{cfg.IMAP.Mailbox, cfg.IMAP.DoneMailbox} {
		some, err := p.lastMails(cfg, proof, folder, recentMails-len(mails))
		if err != nil {
			return "", context.Cause(p.ctx) // of all else the step for IMAP has told
		}
		mails = append(mails, some...)
	}
	s := survey.New(cfg.Address, cfg.Trust.Networks)
	for _, m := range mails {
		s.Look(m.Raw)
	}
	said := []string{s.Judge(cfg.Trust)}
	for _, n := range cfg.Trust.Networks {
		switch {
		case n.Contains(netip.IPv6Loopback()), n.Overlaps(netip.MustParsePrefix("127.0.0.0/8")):
			said = append(said, fmt.Sprintf("WARNING: with %s in trust.networks, every program on the mail server's machine is trusted: a web form or a user there can write in anyone's name", n))
		case n.Bits() < n.Addr().BitLen() && n != config.GmailNetwork:
			said = append(said, fmt.Sprintf("WARNING: with %s in trust.networks, every machine in it is trusted; list only your mail servers if others can send from there", n))
		}
	}
	if cfg.Trust.AuthservID != "" || cfg.Trust.DKIM {
		said = append(said, p.weigh(cfg, mails)...)
	}
	return strings.Join(said, "\n        "), nil
}

// lastMails gives the last mails in a folder: whole ones if their signatures count.
func (p process) lastMails(cfg *config.Config, proof mailbot.Credentials, folder string, most int) (mails []imapbox.Message, err error) {
	c := p.imapConfig(cfg, proof)
	c.Mailbox = folder
	if !cfg.Trust.DKIM {
		c.MaxSize = 1 // of what is larger only the header is fetched
	}
	box, err := imapbox.Dial(p.ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	uids, err := box.List(p.ctx)
	if err != nil {
		return nil, err
	}
	uids = uids[max(0, len(uids)-most):]
	for len(uids) > 0 && err == nil {
		var some []imapbox.Message
		some, uids, err = box.Fetch(p.ctx, uids)
		mails = append(mails, some...)
	}
	return mails, err
}

// weigh tells of each mail whether it proves who wrote it.
func (p process) weigh(cfg *config.Config, mails []imapbox.Message) (lines []string) {
	trust := mailbot.BotConfig(cfg, mailbot.Environment{Now: p.now, LookupTXT: dkimcheck.Lookup(p.lookupTXT)}).Trust()
	for _, raw := range mails {
		m, believed, why := trust.Weigh(p.ctx, raw.Raw, raw.HeaderOnly)
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

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/imapbox"
	"unlurbot/parser"
)

// recentMails is how many mails check looks at.
const recentMails = 20

// tryTrust looks at the headers of the last mails and says whether the settings
// below trust fit them, or what would.
func tryTrust(ctx context.Context, cfg *config.Config) (string, error) {
	var headers [][]byte
	for _, folder := range []string{cfg.IMAP.Mailbox, cfg.IMAP.DoneMailbox} {
		some, err := lastHeaders(ctx, cfg, folder, recentMails-len(headers))
		if err != nil {
			return "", nil // the step for IMAP has told
		}
		headers = append(headers, some...)
	}
	s := newSurvey(cfg.Address)
	for _, h := range headers {
		s.look(h)
	}
	return s.judge(cfg.Trust), nil
}

// lastHeaders gives the headers of the last mails in a folder.
func lastHeaders(ctx context.Context, cfg *config.Config, folder string, most int) (headers [][]byte, err error) {
	c := mailbot.IMAPConfig(cfg)
	c.Mailbox = folder
	c.MaxSize = 1 // of what is larger only the header is fetched
	box, err := imapbox.Dial(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	uids, err := box.List(ctx)
	if err != nil {
		return nil, err
	}
	messages, _, err := box.Fetch(ctx, uids[max(0, len(uids)-most):])
	for _, m := range messages {
		headers = append(headers, m.Raw)
	}
	return headers, err
}

// A survey is what the Authentication-Results fields of some mails say.
type survey struct {
	address string
	mails   int                 // from other domains than the bot's own
	domains map[string]bool     // of their authors
	servers map[string]*witness // by name; "" is one that writes no name
}

// A witness is a server that has written fields, counted by mails and places.
type witness struct {
	fields, verdicts [parser.AboveBorder + 1]int // verdicts are those with a DMARC result
}

func newSurvey(address string) *survey {
	return &survey{address: address, domains: map[string]bool{}, servers: map[string]*witness{}}
}

// look counts what one mail says: of each server the topmost field, as long as it
// stands where the server can have written it.
func (s *survey) look(header []byte) {
	m := parser.ReadMail(header, parser.Options{Own: []string{s.address}, HeaderOnly: true})
	_, author, _ := strings.Cut(strings.ToLower(m.From.Addr), "@")
	_, own, _ := strings.Cut(strings.ToLower(s.address), "@")
	if author == "" || m.Class == parser.Own || author == own {
		return
	}
	s.mails++
	s.domains[author] = true
	seen := map[string]bool{}
	for _, f := range m.AuthResults {
		name, methods, ok := f.Verdicts()
		name = strings.ToLower(name)
		if !ok || f.Place == parser.BelowBorder || seen[name] {
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

// judge compares what was found with the configuration.
func (s *survey) judge(t config.Trust) string {
	switch {
	case s.mails == 0:
		return "there is no mail from another domain to look at; write one to " + s.address + " from any account elsewhere, and run this again"
	case t.AuthservID != "":
		return s.judgeServer(t)
	case t.DKIM:
		return "the bot checks the signatures of mails itself"
	}
	return s.proposal()
}

// judgeServer tells how well the configured server serves.
func (s *survey) judgeServer(t config.Trust) string {
	w := s.servers[strings.ToLower(t.AuthservID)]
	if w == nil {
		return fmt.Sprintf("none of the last %s has a field of %s, which is trust.authserv_id, where it could count; %s", s.count(), t.AuthservID, s.proposal())
	}
	verdicts := w.verdicts[parser.AboveBorder]
	if t.BelowReceived {
		verdicts += w.verdicts[parser.AtBorder]
	}
	switch {
	case verdicts == 0 && w.verdicts[parser.AtBorder] > 0:
		return t.AuthservID + " vouches for nobody, since it writes below its own Received line; " + belowAdvice
	case verdicts == 0:
		return t.AuthservID + " vouches for nobody, since it states no result for DMARC; " + dkimAdvice
	case t.BelowReceived && w.fields[parser.AtBorder] == 0:
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
// mail, so it must be in all mails, and these from different places.
func (s *survey) proposal() string {
	above, mostAbove, names := s.most(parser.AboveBorder)
	below, mostBelow, _ := s.most(parser.AtBorder)
	switch {
	case mostAbove == s.mails, names == 1 && 2*mostAbove > s.mails:
		return fmt.Sprintf("%s states a verdict on the author in %d of the last %s; write trust.authserv_id: %s", above, mostAbove, s.count(), above)
	case names > 1:
		return "the name of the server that states verdicts differs from mail to mail (as at Fastmail); " + dkimAdvice
	case mostBelow == s.mails && below == config.Gmail:
		return "write trust.authserv_id: " + below
	case mostBelow == s.mails && len(s.domains) == 1:
		return fmt.Sprintf("%s states a verdict on the author, but where whoever wrote the mail could have; write a mail to %s from another domain, and run this again", below, s.address)
	case mostBelow == s.mails:
		return fmt.Sprintf("%s states a verdict on the author in all of the last %s, below its own Received line; write trust.authserv_id: %s and %s",
			below, s.count(), below, strings.TrimPrefix(belowAdvice, "write "))
	case s.servers[""] != nil:
		return "the server states its verdicts under no name (as Exchange and Outlook do); " + dkimAdvice
	case len(s.servers) > 0:
		return "the server states no results for DMARC, or not in all mails; " + dkimAdvice
	}
	return "the server states no verdicts on authors; " + dkimAdvice
}

// most gives the server that states verdicts at a place in most mails, in how
// many, and how many servers do.
func (s *survey) most(p parser.Place) (name string, mails, names int) {
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

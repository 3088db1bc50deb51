package roundtrip

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/survey"
	"unlurbot/parser/sender"
)

// A field is one of a header, unfolded.
type field struct{ name, value string }

// fieldsOf gives the fields of a mail.
func fieldsOf(mail []byte) (fields []field) {
	for line := range bytes.Lines(mail) {
		text := strings.TrimRight(string(line), "\r\n")
		switch name, value, is := strings.Cut(text, ":"); {
		case text == "":
			return fields
		case len(fields) > 0 && (text[0] == ' ' || text[0] == '\t'):
			fields[len(fields)-1].value += " " + text
		case is:
			fields = append(fields, field{name, value})
		}
	}
	return fields
}

// valueOf gives the first value of a field in one form, however it is folded.
func valueOf(fields []field, name string) (value string, there bool) {
	for _, f := range fields {
		if strings.EqualFold(f.name, name) {
			return strings.Join(strings.Fields(f.value), " "), true
		}
	}
	return "", false
}

// needed are the fields without which the bot does not work as it should, and why.
var needed = []struct{ name, why string }{
	{"Message-ID", "replies then refer to an id that the bot doesn't know, and a mail that is sent again is shown twice"},
	{"From", "players then see another author, and write to another address"},
	{"Reply-To", "answers then go elsewhere, or don't tell what they answer"},
	{"To", "what players write may then no longer tell what it answers"},
	{"Subject", "with plus_addressing: false, it tells what a mail answers"},
	{"Auto-Submitted", "other programs may then answer the bot"},
	{"X-Loop", "a mail that runs in a circle is then harder to know"},
}

// findings tell what became of a letter on its way. A line that begins with WARNING is of what
// keeps the bot from working as it should.
var findings = []func(context.Context, *letter, Means, found) []string{detail, changes, verdicts}

func (l *letter) hasDetail(address string) bool {
	detail, _ := l.own.Detail(address)
	return strings.EqualFold(detail, sender.CheckDetail+l.token)
}

// detail tells which fields name the address with its +detail.
func detail(_ context.Context, l *letter, _ Means, at found) []string {
	if l.isBare() {
		return []string{"sent to the plain address (plus_addressing: false)"}
	}
	var kept, plain []string
	for _, name := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "To"} {
		value, there := valueOf(fieldsOf(at.Raw), name)
		switch {
		case strings.Contains(strings.ToLower(value), sender.CheckDetail+l.token):
			kept = append(kept, name)
		case there:
			plain = append(plain, name)
		}
	}
	switch {
	case !slices.ContainsFunc(l.read(at.Raw).Recipients, l.hasDetail):
		return []string{"WARNING: the part behind the + was removed from the address: write plus_addressing: false"}
	case len(plain) > 0:
		return []string{fmt.Sprintf("plus address: kept in %s, not in %s", list(kept), list(plain))}
	}
	return []string{"plus address: kept in " + list(kept)}
}

// changes compares the header that was sent with the one that has arrived.
func changes(_ context.Context, l *letter, _ Means, at found) (lines []string) {
	var written bytes.Buffer
	if err := smtpout.Write(&written, l.mail); err != nil {
		return nil // it could not have been sent
	}
	sent, arrived := fieldsOf(written.Bytes()), fieldsOf(at.Raw)
	var added, lost, changed []string
	counts := map[string]int{}
	for _, f := range arrived {
		key := strings.ToLower(f.name)
		if _, ours := valueOf(sent, f.name); ours {
			continue
		}
		if counts[key]++; counts[key] == 1 {
			added = append(added, f.name)
		}
	}
	for i, name := range added {
		if n := counts[strings.ToLower(name)]; n > 1 {
			added[i] = fmt.Sprintf("%s (%d)", name, n)
		}
	}
	for _, f := range sent {
		was, _ := valueOf(sent, f.name)
		is, there := valueOf(arrived, f.name)
		switch {
		case !there:
			lost = append(lost, f.name)
		case is != was:
			changed = append(changed, f.name)
		}
	}
	for _, part := range []struct {
		what  string
		names []string
	}{{"fields added", added}, {"fields changed", changed}, {"fields removed", lost}} {
		if len(part.names) > 0 {
			lines = append(lines, part.what+": "+list(part.names))
		}
	}
	for _, n := range needed {
		same := func(name string) bool { return strings.EqualFold(name, n.name) }
		if slices.ContainsFunc(changed, same) || slices.ContainsFunc(lost, same) {
			lines = append(lines, fmt.Sprintf("WARNING: a server changes or removes %s: %s", n.name, n.why))
		}
	}
	return lines
}

// verdicts tells what servers say of the author, and whether the bot would believe that.
func verdicts(ctx context.Context, l *letter, means Means, at found) (lines []string) {
	cfg, m := means.Config, means.Trust.Read(at.Raw, at.HeaderOnly)
	for _, r := range m.AuthResults {
		name, methods, ok := r.Verdicts()
		switch where := places[r.Place]; {
		case !ok:
			lines = append(lines, "Authentication-Results: malformed, "+where)
		case name == "":
			lines = append(lines, fmt.Sprintf("Authentication-Results without a name: %s; %s", list(methods), where))
		default:
			lines = append(lines, fmt.Sprintf("Authentication-Results of %s: %s; %s", name, list(methods), where))
		}
	}
	believed, why := means.Trust.Proves(ctx, m, at.Raw)
	author := cfg.Address
	if o := cfg.Operator; o != "" && strings.EqualFold(domainOf(o), domainOf(author)) {
		author += " or " + o
	}
	switch {
	case believed:
		return append(lines, fmt.Sprintf("trust: the bot would believe a mail from %s that comes this way (%s)", author, why))
	case len(m.AuthResults) > 0:
		return append(lines, fmt.Sprintf("trust: the bot would not believe a mail from %s that comes this way (%s); %s",
			author, why, survey.OfOwn(cfg.Address, cfg.Trust.Networks, at.Raw).Judge(cfg.Trust)))
	}
	return append(lines, fmt.Sprintf("trust: no server gave a verdict on this mail (%s), as many give none on mails that never come from outside; "+
		"write a mail to %s from an account elsewhere, and run check again", why, l.own))
}

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// places says who can have written a field there.
var places = map[sender.Place]string{
	sender.AboveBorder: "above the border, so it counts",
	sender.AtBorder:    "directly below the border's line, where it counts with trust.below_received",
	sender.BelowBorder: "where the sender could have written it, so it doesn't count",
}

// list names things; none is "nothing".
func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

package views

import (
	"net/mail"
	"strings"

	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// Asked lists what a request to somebody is for. Of words to say nothing is
// repeated: they may be a stranger's. To somebody who has never written to us
// nothing is repeated but an address and terms, since all else can be made up to
// be read.
func Asked(r *store.Request, by *store.Player, language string) (all []templates.Asked) {
	for _, c := range r.Commands {
		args := strings.ReplaceAll(strings.Join(c.Args, " "), " ,", ",")
		switch {
		case c.Verb == orders.Say, c.Verb == orders.Note:
			args = unsaid
		case !by.Active:
			args = harmless(c, args)
		}
		a := templates.Asked{Verb: c.Verb, Game: int(c.Game)}
		switch {
		case c.Verb == orders.Seek:
			a.Terms = len(c.Args) > 0
		case c.Verb == orders.Challenge && !strings.Contains(args, unsaid):
			a.Who, a.Terms = safe.Line(c.Args[0], 80), len(c.Args) > 1
		}
		text := parser.Say(strings.TrimPrefix(strings.TrimSpace(c.Verb+" "+args), orders.Move+" "), language)
		a.Text = safe.Line(text, 80)
		all = append(all, a)
	}
	if r.Note != "" {
		all = append(all, templates.Asked{Text: parser.Say(orders.Say, language) + " " + unsaid, Game: all[0].Game})
	}
	return all
}

// unsaid stands for words that are not repeated.
const unsaid = "…"

// harmless leaves out of the arguments of a command, which are given as they are said, what
// is neither an address nor terms.
func harmless(c store.Requested, args string) string {
	switch c.Verb {
	case orders.Seek: // an offer to everybody
		if _, wrong := orders.ParseTerms(c.Args, orders.SeekOptions); wrong == nil {
			return args
		}
	case orders.Accept:
		if len(c.Args) == 1 && orders.GameIn(parser.Command{Verb: c.Verb, Args: c.Args}) != facts.NoSuchGame {
			return args
		}
	case orders.Tournament, orders.Ladder: // words of ours, and a number
		return args
	}
	if len(c.Args) == 0 {
		return ""
	}
	address, err := mail.ParseAddress(c.Args[0])
	if err != nil || address.Address != c.Args[0] {
		return unsaid
	}
	if _, wrong := orders.ParseTerms(c.Args[1:], orders.ChallengeOptions); wrong != nil {
		return c.Args[0] + " " + unsaid
	}
	return strings.Join(c.Args, " ")
}

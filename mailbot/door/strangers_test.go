package door

import (
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// Each row of the tables above heed and meet.
func TestWhatBecomesOfStrangers(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "door.db"), func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	words, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	const bot = "unlur@bot.test"
	const plenty = 1000
	config := letters.Config{
		Address: bot, Words: words, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Limits: departure.Limits{ToAddress: plenty, ToDomain: plenty, InAll: plenty, Unproven: plenty, UnprovenInAll: plenty},
	}
	limits := Limits{MailsIn: plenty, NewPlayers: plenty, StrangerRest: RowLasts, Patience: plenty, Commands: parser.MaxCommands}
	type to int
	const (
		none to = iota
		help
		question  // whether the address wants to play
		addressOf // whether it is another one of a player's
		forgotten // a question nobody knows of any more
		left      // a mail to somebody who has left
	)
	for i, row := range []struct {
		answers to
		body    string
		vouched bool
		want    decision.Decision // "" for a player now
	}{
		{left, "help", true, decision.IgnoredStranger},
		{question, "yes", false, ""},
		{question, "no", false, decision.Answered},
		{addressOf, "no", false, decision.Answered},
		{addressOf, "What is this?", false, decision.NotUnderstood},
		{forgotten, "no", false, decision.Answered},
		{forgotten, "yes", false, decision.NotUnderstood},
		{none, "games", true, ""},
		{none, "Can I join?", true, ""},
		{help, "games", false, ""},
		{none, "challenge bo@example.net", false, decision.Held},
		{none, "C4", false, decision.NotUnderstood},
		{none, "games", false, decision.NotUnderstood},
		{none, "Hello there!", true, decision.NotUnderstood},
		{none, "Hello there!", false, decision.IgnoredStranger},
		{help, "Hello there!", false, decision.NotUnderstood},
	} {
		from := fmt.Sprintf("stranger%d@example.org", i)
		err := s.Update(func(tx *store.Tx) error {
			u := unit.New(tx, unit.At(noon))
			whose := &store.Player{Created: noon}
			if row.answers == left {
				whose.Forgotten = noon
			} else {
				whose.Address, whose.Name = "whose-"+from, fmt.Sprint("Ana ", i)
			}
			if err := tx.AddPlayer(whose); err != nil {
				return err
			}
			r := &store.Request{Address: from, Made: noon, Commands: []store.Requested{{Verb: orders.Seek}}}
			if row.answers == addressOf {
				r.Player, r.Commands = whose.ID, []store.Requested{{Verb: orders.Address, Args: []string{"add", from}}}
			}
			if err := u.AddRequest(r, author.RequestRest); err != nil {
				return err
			}
			number, err := author.StrangerNumber(u, from)
			if err != nil {
				return err
			}
			sealed := map[to]token.Token{
				help:      {Purpose: token.ForNewcomer, Number: number, Ply: token.Month(noon)},
				question:  {Purpose: token.ForRequest, Number: uint32(r.ID)},
				addressOf: {Purpose: token.ForRequest, Number: uint32(r.ID)},
				forgotten: {Purpose: token.ForRequest, Number: plenty},
				left:      token.OfPlayer(whose.ID, noon),
			}[row.answers]
			raw := fmt.Sprintf("From: %s\nTo: %s\nMessage-ID: <%d@example.org>\nDate: Fri, 20 Nov 2026 12:00:00 +0000\nSubject: Unlur\n\n%s\n", from, bot, i, row.body)
			m := parser.ReadMail([]byte(strings.ReplaceAll(raw, "\n", "\r\n")), parser.Options{Own: []string{bot}})
			claim, err := author.Identify(u, author.Evidence{From: from, Sealed: sealed, Vouched: row.vouched})
			if err != nil {
				return err
			}
			asked, err := orders.Read(u, m, claim, func(address string) bool { return address == bot })
			if err != nil {
				return err
			}
			v, err := New(limits, u, letters.NewDesk(config, u, letters.Occasion{Origin: departure.Origin{Mail: m, Claim: claim}})).Admit(asked)
			joined := v.Claim.Sender() != nil
			if v.Decision != row.want || joined != (row.want == "") || (v.Request != nil) != (row.want == decision.Held) {
				t.Errorf("row %d, %q: %q, and it joins: %t; want %q", i, row.body, v.Decision, joined, row.want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

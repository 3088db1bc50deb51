package author

import (
	"path/filepath"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// Each row of the table above the package. Ana and Bo play; Ana's answer to the mail about the
// first position is spent once she has moved.
func TestWhoIsIt(t *testing.T) {
	now := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	secret := func() ([]byte, error) { return make([]byte, 32), nil }
	s, err := store.Open(filepath.Join(t.TempDir(), "author.db"), secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const ana, bo, gone, nobody = "ana@example.org", "bo@example.net", "gone@example.org", "nobody@example.com"
	err = s.Update(func(tx *store.Tx) error {
		players := map[string]*store.Player{}
		for _, address := range []string{ana, bo} {
			p := &store.Player{Address: address, Name: address[:2], Active: true, Created: now}
			if err := tx.AddPlayer(p); err != nil {
				return err
			}
			players[address] = p
		}
		left := &store.Player{Created: now, Forgotten: now}
		if err := tx.AddPlayer(left); err != nil {
			return err
		}
		g := &store.Game{
			State: store.Playing, Size: 6, Players: [2]store.PlayerID{players[ana].ID, players[bo].ID},
			Challenger: game.First, Created: now, Started: now,
		}
		if err := tx.AddGame(g); err != nil {
			return err
		}
		u := unit.New(tx, unit.At(now))
		help := func(address string) token.Token {
			n, err := StrangerNumber(u, address)
			if err != nil {
				t.Fatal(err)
			}
			return token.Token{Purpose: token.ForNewcomer, Number: n, Ply: token.Month(now)}
		}
		fresh := token.OfGame(g, game.First)
		spent := fresh
		spent.Ply++
		for name, tc := range map[string]struct {
			from    string
			sealed  token.Token
			vouched bool
			want    Certainty
			sender  string // "" for nobody
			doubt   Doubt
		}{
			"her token":                           {ana, fresh, false, Proven, ana, DoubtToken},
			"her token, spent":                    {ana, spent, false, Spent, ana, DoubtSpent},
			"her token, spent, but vouched for":   {ana, spent, true, Proven, ana, DoubtVouched},
			"her token in Bo's mail":              {bo, fresh, false, Named, bo, DoubtUnproven},
			"her token in Bo's, vouched for":      {bo, fresh, true, Proven, bo, DoubtVouched},
			"her token from elsewhere":            {nobody, fresh, false, Foreign, ana, DoubtUnproven},
			"the token of somebody forgotten":     {nobody, token.OfPlayer(left.ID, now), false, Stranger, "", DoubtUnproven},
			"the token of a stranger":             {nobody, help(nobody), false, Stranger, "", DoubtToken},
			"the token of another stranger":       {nobody, help(gone), false, Stranger, "", DoubtUnproven},
			"a player, vouched for":               {ana, token.Token{}, true, Proven, ana, DoubtVouched},
			"a player":                            {ana, token.Token{}, false, Named, ana, DoubtUnproven},
			"nobody":                              {nobody, token.Token{}, false, Stranger, "", DoubtUnproven},
			"nobody, vouched for":                 {nobody, token.Token{}, true, Stranger, "", DoubtVouched},
			"a token of a game that is not there": {ana, token.Token{Purpose: token.ForGame, Number: 99, Seat: game.First}, false, Named, ana, DoubtUnproven},
		} {
			c, err := Identify(u, Evidence{From: tc.from, Sealed: tc.sealed, Vouched: tc.vouched})
			if err != nil {
				return err
			}
			sender := ""
			if c.Sender() != nil {
				sender = c.Sender().Address
			}
			if c.certainty != tc.want || sender != tc.sender || c.Doubt() != tc.doubt {
				t.Errorf("%s: %q, %d, doubt %d; want %q, %d, doubt %d", name, sender, c.certainty, c.Doubt(), tc.sender, tc.want, tc.doubt)
			}
			answers := store.GameNumber(0)
			if tc.sealed.Purpose == token.ForGame && tc.sealed.Number == uint32(g.Number) && tc.from != bo {
				answers = g.Number // Bo has but a copy of a mail to Ana
			}
			if c.Game() != answers || c.Turns()[answers] != tc.sealed.Ply && answers != 0 {
				t.Errorf("%s: it answers game %d as of %v", name, c.Game(), c.Turns())
			}
			if c.Sealed() != tc.sealed {
				t.Errorf("%s: what the mail has brought is forgotten", name)
			}
			if c.AnswersHelp() != (name == "the token of a stranger") || c.AnswersForgotten() != (name == "the token of somebody forgotten") {
				t.Errorf("%s: %+v", name, c)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

package door

import (
	"fmt"
	"path/filepath"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
)

// Each row of the table above owe, and what its last lines say: once for each token that others may
// have, and to so many mails that ask for the same.
func TestWhoIsOwed(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "door.db"), func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const ana, bo, nobody = "ana@example.org", "bo@example.net", "nobody@example.com"
	limits := Limits{Patience: 3}
	err = s.Update(func(tx *store.Tx) error {
		g := &store.Game{State: store.Playing, Size: 6, Challenger: game.First, Created: noon, Started: noon}
		for i, address := range []string{ana, bo} {
			p := &store.Player{Address: address, Name: address[:2], Active: true, Created: noon}
			if err := tx.AddPlayer(p); err != nil {
				return err
			}
			g.Players[i] = p.ID
		}
		if err := tx.AddGame(g); err != nil {
			return err
		}
		u := unit.New(tx, unit.At(noon))
		number, err := author.StrangerNumber(u, nobody)
		if err != nil {
			return err
		}
		good := token.OfGame(g, game.First)
		spent := good
		spent.Ply++
		help := token.Token{Purpose: token.ForNewcomer, Number: number, Ply: token.Month(noon)}
		gone := token.Token{Purpose: token.ForRequest, Number: 99}
		owed := func(from string, sealed token.Token, wish string) (Visit, error) {
			claim, err := author.Identify(u, author.Evidence{From: from, Sealed: sealed})
			if err != nil {
				return Visit{}, err
			}
			m := &parser.Mail{}
			m.From.Addr = from
			d := New(limits, u, letters.NewDesk(letters.Config{}, u, letters.Occasion{Origin: departure.Origin{Mail: m, Claim: claim}}))
			d.visit.Asked = orders.Reading{Wish: wish}
			_, err = d.owe()
			return d.visit, err
		}
		for i, row := range []struct {
			name, from string
			sealed     token.Token
			owed, once bool
		}{
			{"the sender's, good", ana, good, false, false},
			{"the sender's, spent", ana, spent, true, true},
			{"a player's, from elsewhere", nobody, good, true, true},
			{"another player's", bo, good, false, false},
			{"the stranger's", nobody, help, true, false},
			{"another stranger's", "other@example.com", help, false, false},
			{"of a question that is forgotten", nobody, gone, true, true},
			{"the same, from a player", bo, gone, false, false},
			{"none", nobody, token.Token{}, false, false},
		} {
			for n := range limits.Patience + 1 {
				v, err := owed(row.from, row.sealed, fmt.Sprint("wish ", i))
				if err != nil {
					return err
				}
				if want := row.owed && n < limits.Patience; v.Owed != want || (v.Pays != "") != (want && row.once) {
					t.Errorf("%s, mail %d: owed is %t, and the token is used up: %q", row.name, n+1, v.Owed, v.Pays)
				}
			}
			v, err := owed(row.from, row.sealed, fmt.Sprint("another wish ", i))
			if err != nil {
				return err
			}
			if v.Pays == "" {
				continue
			}
			if err := tx.MarkSeen(store.Seen{At: noon}, v.Pays); err != nil {
				return err
			}
			if v, err = owed(row.from, row.sealed, fmt.Sprint("a third wish ", i)); v.Owed || err != nil {
				t.Errorf("%s: owed again, %v", row.name, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

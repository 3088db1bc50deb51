package store

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/store/fold"
)

// Of somebody who is forgotten no bucket knows the name or the address, but for
// mails that are just about to be sent. The games of others stay.
func TestForget(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	letter := func(tx *Tx, m Outgoing) {
		m.MessageID = "m@example.org"
		check(tx.Enqueue(&m))
	}
	do(t, s, spoilPlayer(1, func(p *Player) { p.Muted = []PlayerID{2, 3} }))
	do(t, s, spoilPlayer(2, func(p *Player) { p.Active = true }))
	do(t, s, func(tx *Tx) error {
		for n := GameNumber(1); n <= 2; n++ {
			g, err := tx.Game(n)
			check(err)
			g.Notes = [2][]Note{{{1, "Hello from Bo."}}, {{2, "Ana's own"}}}
			played, err := g.Replay()
			check(err)
			resigned, err := played.Decide(game.First, game.Move{Kind: game.Resign}, noon)
			check(err)
			check(played.Apply(resigned))
			check(g.Record(played, noon))
			check(addResult(tx, g))
		}
		g, err := tx.Game(4)
		check(err)
		g.State, g.Ended = Declined, noon
		check(tx.PutGame(g))
		check(tx.AddRequest(&Request{Player: 1, Commands: []Requested{{Verb: "challenge", Args: []string{"BO@example.net"}}}, Made: noon}))
		letter(tx, Outgoing{Player: 1, Game: 1, EnvelopeTo: "ana@example.org", Text: "You win.", Delivery: Delivery{Held: true}})
		letter(tx, Outgoing{EnvelopeTo: "club@example.org", Text: "Mails to bo@example.net come back."})
		letter(tx, Outgoing{Player: 2, EnvelopeTo: "bo@example.net", Text: "Farewell, Bo.", Delivery: Delivery{Passing: true}})
		letter(tx, Outgoing{Player: 1, EnvelopeTo: "ana@example.org", Text: "Boards, and the robot."})
		letter(tx, Outgoing{Player: 1, EnvelopeTo: "ana@example.org", Text: "Your games: #1 Bo."})
		letter(tx, Outgoing{Player: 1, EnvelopeTo: "ana@example.org", Text: "Your games, as a file.", Files: []File{{Name: "g.sgf", Type: "application/x-sgf", Data: []byte("(;SECOND[Bo])")}}})
		check(tx.GiveUp(8, noon, "550 no"))
		return tx.Forget(2, "a former player", noon)
	})
	noFaults(t, s)
	var waiting []string
	do(t, s, func(tx *Tx) error {
		mails, err := tx.Outbox()
		check(err)
		for _, m := range mails {
			waiting = append(waiting, m.EnvelopeTo+": "+strings.TrimSpace(m.Text))
			if (m.Text != "Boards, and the robot.") != m.Passing {
				t.Errorf("passing is %v: %q", m.Passing, m.Text)
			}
		}
		for n, want := range map[GameNumber]string{1: "Ana - a former player", 4: "Ana - a former player", 5: "Ana - carla"} {
			if g, err := tx.Game(n); err != nil || g.Title != want {
				t.Errorf("game %d is %+v, want %q", n, g, want)
			}
		}
		if ana, err := tx.Player(1); err != nil || len(ana.Muted) != 1 || ana.Muted[0] != 3 {
			t.Errorf("Ana wants no words of %+v %v", ana.Muted, err)
		}
		givenUp, err := tx.GivenUp()
		if err != nil || len(givenUp) != 1 || givenUp[0].ID != 3 {
			t.Errorf("given up: %+v %v", givenUp, err)
		}
		for _, m := range mails {
			check(tx.GiveUp(m.ID, noon, "550 no"))
		}
		return nil
	})
	want := []string{"ana@example.org: text", "club@example.org: Mails to bo@example.net come back.", "bo@example.net: Farewell, Bo.", "ana@example.org: Boards, and the robot.", "ana@example.org: Your games, as a file."}
	if diff := cmp.Diff(want, waiting); diff != "" {
		t.Error(diff)
	}
	if left := strings.ToLower(dump(t, s)); strings.Contains(left, "example.net") || fold.HasWord(left, "bo") {
		t.Errorf("somebody forgotten is still there:\n%s", left)
	}
	noFaults(t, s)
	do(t, s, func(tx *Tx) error { return tx.AddPlayer(&Player{Address: "bo@example.net", Name: "bo", Created: noon}) })
}

// What is known of strangers is known of whoever writes the address, and of
// nobody else.
func TestStrangers(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, func(tx *Tx) error {
		check(tx.TellStranger("Eve@example.com", ToldAnybody, noon))
		check(tx.NoteInvitation(1, "Eve@example.com", noon))
		key, err := tx.AddressKey("eve@EXAMPLE.com")
		check(err)
		check(tx.SuppressStranger(key.Number(), noon))
		check(tx.SuppressStranger(7, noon)) // a number of nobody
		for address, known := range map[string]bool{"eve@example.com": true, "eva@example.com": false} {
			helped, err := tx.StrangerTold(address, ToldAnybody)
			check(err)
			last, byOne, err := tx.Invited(1, address)
			check(err)
			_, byTwo, err := tx.Invited(2, address)
			check(err)
			suppressed, err := tx.Suppressed(address)
			check(err)
			if suppressed != known || helped.IsZero() == known || last.IsZero() == known || byOne.IsZero() == known || !byTwo.IsZero() {
				t.Errorf("%s: suppressed %v, helped %v, invited %v, %v, %v", address, suppressed, helped, last, byOne, byTwo)
			}
		}
		check(tx.Allow("eve@example.com"))
		if suppressed, err := tx.Suppressed("eve@example.com"); suppressed || err != nil {
			t.Errorf("she can't be invited again: %v", err)
		}
		return nil
	})
	noFaults(t, s)
	if left := dump(t, s); strings.Contains(strings.ToLower(left), "eve") {
		t.Errorf("the address is there:\n%s", left)
	}
}

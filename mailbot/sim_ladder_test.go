package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/ladder"
	"unlurbot/templates"
)

// drawLadder draws whether there is a ladder in a world without cups: what comes of it hangs on clocks
// as well, so that a backup must know what they did.
func (w *world) drawLadder() {
	t, dice := &w.trouble, w.dice("ladder")
	if t.cups || t.people > 8 || !w.mayBegin() || dice.IntN(3) > 0 {
		return
	}
	t.ladder, t.people, t.letters, t.lasts = true, 4+dice.IntN(3), max(t.letters, 150), 14*simDay
	switch kind := dice.IntN(3); {
	case t.restores > 0:
	case kind == 0:
		t.loseStore(true)
	case kind == 1:
		t.bounced, t.bans = 0.1, 1
	default:
		t.leavers, t.refused, t.bounced = 1+dice.IntN(2), 0, 0
	}
}

// thinkOfLadder is what people do about the ladder now and then: mostly they want to be on it.
func (p *person) thinkOfLadder() {
	p.thought++
	dice := p.w.dice(p.address, "thinks of the ladder", p.thought)
	p.w.later(between(dice, 3*time.Hour, 72*time.Hour), p.address+fmt.Sprint("thinks of the ladder", p.thought), p.thinkOfLadder)
	verb := oneOf(dice, "ladder join", "ladder join", "ladder join", "ladder join", "ladder join", "ladder", "ladder leave")
	if !p.w.calm {
		p.send(intent{verb: verb, vouched: dice.IntN(4) > 0}, dice)
	}
}

// reactToLadder is what people do about a mail on the ladder.
func (p *person) reactToLadder(m *store.Outgoing, dice *rand.Rand) {
	if verb := oneOf(dice, "ladder leave", "ladder join", "ladder", "", "", ""); verb != "" {
		p.write(intent{verb: verb, answers: m}, dice)
	}
}

// observeLooks takes over when the bot has looked at the ladder, and holds that it began the games that
// it should.
func (w *world) observeLooks(tx *store.Tx) error {
	due, err := tx.DueWakes(time.Now().Add(1000*simDay), 1<<20)
	if err != nil {
		return err
	}
	var looks []time.Time
	for _, wake := range due {
		if wake.Kind == store.WakeLadder {
			looks = append(looks, wake.At)
		}
	}
	m := w.model
	for _, at := range slices.Clone(m.ladder.looks) {
		if slices.ContainsFunc(looks, at.Equal) {
			continue
		}
		w.inItsTime("the ladder", at)
		before := len(m.games)
		m.lookAtLadder(at)
		m.counted.looks++
		for i, g := range m.games[before:] {
			if err := w.isBegun(tx, before+i+1, g); err != nil {
				return err
			}
			if late := time.Since(at); late < simOutage && !g.clock.since.Equal(at) || g.clock.since.After(time.Now()) {
				w.violate("the clock of game %d runs since %v, and the bot was to look at %v", before+i+1, g.clock.since, at)
			}
		}
		w.history.note("the bot looks at the ladder, and begins %d games", len(m.games)-before)
	}
	if got, want := fmt.Sprint(looks), fmt.Sprint(m.ladder.looks); got != want {
		w.violate("the bot looks at the ladder at %s, should at %s", got, want)
	}
	return nil
}

// isBegun holds that a game of the ladder is the one that should have begun.
func (w *world) isBegun(tx *store.Tx, number int, want *modelGame) error {
	g, err := tx.Game(store.GameNumber(number))
	if err != nil {
		return err
	}
	for i, id := range g.Players {
		p, err := tx.Player(id)
		if err != nil {
			return err
		}
		if p.Address != want.players[i] {
			w.violate("game %d of the ladder is played by %s, should be by %s", number, p.Address, want.players[i])
		}
	}
	if g.Ladder == nil || g.Player(g.Challenger) != g.Players[slices.Index(want.players[:], want.challenger)] || g.Pace.String() != simCupPace.words || !g.Rated || g.Private {
		w.violate("game %d is not one of the ladder: %+v", number, g)
	}
	return nil
}

// checkLadder holds the ladder in a store to the laws that need no model: nobody plays more games of it
// than is allowed, and none is called off.
func (w *world) checkLadder(l *life) {
	w.view(l, func(tx *store.Tx) error {
		out, in := map[store.PlayerID]int{}, map[store.PlayerID]int{}
		return tx.EachGame(func(g *store.Game) error {
			if g.Ladder == nil {
				return nil
			}
			if g.CalledOff != game.NoSeat {
				w.violate("game %d of the ladder is called off", g.Number)
			}
			if g.State != store.Playing {
				return nil
			}
			challenger, challenged := g.Player(g.Challenger), g.Player(g.Challenger.Other())
			out[challenger]++
			in[challenged]++
			if out[challenger] > ladder.MostOut || in[challenged] > ladder.MostIn {
				w.violate("game %d is one too many for player %d or %d", g.Number, challenger, challenged)
			}
			return nil
		})
	})
}

// judgeLadder compares the ladder that the bot keeps with the model's.
func (w *world) judgeLadder(l *life) {
	w.checkLadder(l)
	var is []string
	w.view(l, func(tx *store.Tx) error {
		kept, err := tx.Ladder()
		if err != nil {
			return err
		}
		for _, id := range kept.Players() {
			p, err := tx.Player(store.PlayerID(id))
			if err != nil {
				return err
			}
			is = append(is, p.Address)
		}
		return nil
	})
	if want := w.model.ladder.players(); !slices.Equal(is, want) {
		w.violate("on the ladder are %v, should be %v", is, want)
	}
}

// checkClimber holds that nobody begins a game of the ladder who wants no mails.
func (w *world) checkClimber(m *store.Outgoing) {
	g := w.model.game(int(m.Game))
	if at, silent := w.model.silentAt[m.EnvelopeTo]; g != nil && g.ladder && silent && m.Date.After(at) && bottest.Field(m, "X-Unlur-Event") == string(templates.Started) {
		w.violate("%s wants no mails and gets one: %s", m.EnvelopeTo, tell(m))
	}
}

package club

import (
	"testing"

	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// What becomes of games and offers when somebody wants less of the club. Ana plays with Bo, has
// challenged Cal and offers a game to everybody.
func TestLeaving(t *testing.T) {
	none := About{}
	for name, story := range map[string]struct {
		who        string
		order      Order
		want       string
		silent     bool
		suppressed bool
		states     [3]store.State
	}{
		"stop":          {"Ana", Stop{none}, "Stopped, OfferEnded withdrawn, OfferEnded withdrawn", true, false, [3]store.State{store.Playing, store.Withdrawn, store.Withdrawn}},
		"stop, called":  {"Cal", Stop{none}, "Stopped", true, false, [3]store.State{store.Playing, store.Waiting, store.Waiting}},
		"never":         {"Cal", Never{none}, "OfferEnded declined, RefusesAll", false, true, [3]store.State{store.Playing, store.Declined, store.Waiting}},
		"complain":      {"Ana", Complain{none}, "OfferEnded withdrawn, OfferEnded withdrawn, RefusesAll", true, true, [3]store.State{store.Playing, store.Withdrawn, store.Withdrawn}},
		"forget":        {"Ana", Forget{none, false}, "ForgetAsked", false, false, [3]store.State{store.Playing, store.Waiting, store.Waiting}},
		"forget, yes":   {"Ana", Forget{none, true}, "PlayerLeft, GameOver +0, OfferEnded withdrawn, OfferEnded withdrawn, ToBeForgotten", false, true, [3]store.State{store.Cancelled, store.Withdrawn, store.Withdrawn}},
		"forget, asked": {"Cal", Forget{none, true}, "OfferEnded declined, ToBeForgotten", false, true, [3]store.State{store.Playing, store.Declined, store.Waiting}},
		"turn down":     {"Cal", TurnDown{About{Game: 2}}, "OfferEnded declined", false, false, [3]store.State{store.Playing, store.Declined, store.Waiting}},
		"none to":       {"Cal", TurnDown{About{Game: 1}}, "", false, false, [3]store.State{store.Playing, store.Waiting, store.Waiting}},
		"lapse":         {"Bo", Lapse{About{Game: 3}}, "OfferEnded lapsed", false, false, [3]store.State{store.Playing, store.Waiting, store.Lapsed}},
	} {
		t.Run(name, func(t *testing.T) {
			tb := sit(t)
			tb.begin()
			tb.orders("Ana", Answer{}, "challenge Cal", "seek")
			if got := tb.carryOut(story.who, Answer{}, story.order); got != story.want {
				t.Errorf("%s\nwant %s", got, story.want)
			}
			p := tb.player(story.who)
			tb.check(tb.store.View(func(tx *store.Tx) error {
				suppressed, err := tx.Suppressed(tb.players[story.who].Address)
				if p.Silent != story.silent || suppressed != story.suppressed {
					t.Errorf("silent: %t, suppressed: %t", p.Silent, suppressed)
				}
				for i, state := range story.states {
					if g, err := tx.Game(store.GameNumber(i + 1)); err != nil || g.State != state {
						t.Errorf("game %d is %s, %v; want %s", i+1, g.State, err, state)
					}
				}
				return err
			}))
		})
	}
}

// Mails go to the oldest address that is left, and the last one stays.
func TestAddresses(t *testing.T) {
	tb := sit(t)
	add := func(address string) Order { return ChangeAddress{Address: address, Written: address} }
	drop := func(address string) Order { return ChangeAddress{Address: address, Written: address, Drop: true} }
	for _, step := range []struct {
		order Order
		want  facts.Fact
	}{
		{add("bot@example.org"), facts.Refused{Why: facts.NoAddress{Why: facts.NobodysAddress, Address: "bot@example.org"}}},
		{add("Ana@example.org"), facts.Refused{Why: facts.NoAddress{Why: facts.OwnAddress, Address: "Ana@example.org"}}},
		{add("bo@example.org"), facts.AddressAsked{Address: "bo@example.org"}},
		{add("1@example.net"), facts.AddressAsked{Address: "1@example.net", Free: true}},
		{drop("1@example.net"), facts.Refused{Why: facts.NoAddress{Why: facts.NotOwnAddress, Address: "1@example.net"}}},
		{drop("ana@example.org"), facts.Refused{Why: facts.NoAddress{Why: facts.LastAddress, Address: "ana@example.org"}}},
		{AddAddress{Address: "1@example.net"}, facts.AddressAdded{Player: 1, Address: "1@example.net"}},
		{AddAddress{Address: "2@example.net"}, facts.AddressAdded{Player: 1, Address: "2@example.net"}},
		{AddAddress{Address: "3@example.net"}, facts.AddressAdded{Player: 1, Address: "3@example.net"}},
		{AddAddress{Address: "4@example.net"}, facts.AddressAdded{Player: 1, Address: "4@example.net"}},
		{AddAddress{Address: "5@example.net"}, facts.Refused{Why: facts.NoAddress{Why: facts.TooManyAddresses}}},
		{add("5@example.net"), facts.Refused{Why: facts.NoAddress{Why: facts.TooManyAddresses}}},
		{drop("ANA@example.org"), facts.AddressDropped{Address: "ana@example.org", Now: "1@example.net"}},
		{drop("2@example.net"), facts.AddressDropped{Address: "2@example.net", Now: "1@example.net"}},
	} {
		if got := tb.facts("Ana", Answer{}, step.order); len(got) != 1 || got[0].Fact != step.want {
			t.Errorf("%+v: %+v\nwant %+v", step.order, got, step.want)
		}
	}
}

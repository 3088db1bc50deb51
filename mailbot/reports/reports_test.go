package reports

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

var (
	noon = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	keys = token.Ring{[]byte("a key for tests")}
)

// stranger is the address of somebody who was sent help.
const stranger = "eva@example.com"

// A table is one at which Ana and Bo play, who wrote last on the day before; Ana is to move.
// Bo was told of as out of reach three hours ago.
type table struct {
	u       *unit.Unit
	ana, bo *store.Player
	game    *store.Game
}

// play tells a story at a new table.
func play(t *testing.T, story func(*table)) {
	t.Helper()
	s, err := store.Open(filepath.Join(tempdir.New(t), "reports.db"), func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Update(func(tx *store.Tx) error {
		h := &table{u: unit.New(tx, unit.At(noon))}
		h.ana = &store.Player{Address: "ana@example.org", Active: true, Created: noon, Heard: noon.AddDate(0, 0, -1)}
		h.bo = &store.Player{Address: "bo@example.net", Active: true, Created: noon, Heard: noon.AddDate(0, 0, -1), UnreachableTold: noon.Add(-lossRest / 8)}
		for _, p := range []*store.Player{h.ana, h.bo} {
			if err := tx.AddPlayer(p); err != nil {
				return err
			}
			h.u.Joined(p)
		}
		g := &store.Game{
			State: store.Playing, Size: 6, Players: [2]store.PlayerID{h.ana.ID, h.bo.ID}, Challenger: game.First, Created: noon, Started: noon,
			Course: store.Course{ToMove: game.First},
		}
		if err := tx.AddGame(g); err != nil {
			return err
		}
		if err := tx.TellStranger(stranger, store.ToldAnybody, noon); err != nil {
			return err
		}
		var err error
		if h.game, err = h.u.Game(g.Number); err == nil {
			story(h)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func mailOf(class sender.Class, v sender.Verdict) *parser.Mail {
	v.Class = class
	return &parser.Mail{Verdict: v}
}

// Who is out of reach by a report, and who is told: it must bring back a token that only servers
// have seen, from after the player wrote.
func TestBounces(t *testing.T) {
	ofAna := func(h *table, days int) token.Token { return token.OfBounce(h.ana.ID, noon.AddDate(0, 0, days)) }
	failed := func(f sender.Failure) *parser.Mail { return mailOf(sender.Bounce, sender.Verdict{Failure: &f}) }
	lost := facts.OutOfReach{Player: 1, Reason: "5.1.1"}
	for name, row := range map[string]struct {
		report func(h *table) Report
		want   facts.Fact // nil for that it is not believed
		missed bool       // the game
	}{
		"the envelope's": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true, Status: "5.1.1"}), Sealed: ofAna(h, 0)}
		}, lost, false},
		"the same in the report, and a game": {func(h *table) Report {
			id := keys.Seal(token.OfGame(h.game, game.First)) + "." + keys.Seal(ofAna(h, 0)) + "@example.org"
			return Report{Mail: failed(sender.Failure{Permanent: true, Status: "5.1.1", OriginalID: id, Token: keys.Seal(ofAna(h, 0))})}
		}, lost, true},
		"in the id alone": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true, Status: "5.1.1", OriginalID: "a." + keys.Seal(ofAna(h, 0)) + ".b@example.org"})}
		}, lost, false},
		"in the id of a mail of the day before": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true, OriginalID: "a." + keys.Seal(ofAna(h, -1)) + ".b@example.org"})}
		}, nil, false},
		"from before she wrote": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true}), Sealed: ofAna(h, -2)}
		}, nil, false},
		"of a mail that is late": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Status: "4.4.1"}), Sealed: ofAna(h, 0)}
		}, nil, false},
		"of her game": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true}), Sealed: token.OfGame(h.game, game.First)}
		}, nil, false},
		"of nobody": {func(*table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true}), Sealed: token.OfBounce(99, noon)}
		}, nil, false},
		"that tells nothing": {func(h *table) Report {
			return Report{Mail: mailOf(sender.Bounce, sender.Verdict{}), Sealed: ofAna(h, 0)}
		}, nil, false},
		"of somebody told of today": {func(h *table) Report {
			return Report{Mail: failed(sender.Failure{Permanent: true, Status: "5.2.1"}), Sealed: token.OfBounce(h.bo.ID, noon)}
		}, facts.OutOfReach{Player: 2, Reason: "5.2.1", Again: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(h *table) {
				report := row.report(h)
				report.Keys = keys
				for range 2 { // the second time it is known
					want := Outcome{Decision: decision.IgnoredBounce}
					if row.want != nil {
						want = Outcome{Decision: decision.Bounced, Log: []facts.Entry{{Fact: row.want}}}
					}
					o, settled, err := report.Settle(h.u)
					if !reflect.DeepEqual(o, want) || !settled || err != nil {
						t.Errorf("%+v, %v, %v; want %+v", o, settled, err, want)
					}
					row.want = nil
				}
				if missed := len(h.ana.Missed) == 1 && h.ana.Missed[0] == h.game.Number; missed != row.missed {
					t.Errorf("she has missed %v", h.ana.Missed)
				}
			})
		})
	}
}

// A mail that is given up is as good as one that came back, and one of nobody's is nothing.
func TestGivenUp(t *testing.T) {
	play(t, func(h *table) {
		for _, row := range []struct {
			m    store.Outgoing
			want []facts.Entry
		}{
			{store.Outgoing{}, nil},
			{store.Outgoing{Player: h.ana.ID, Game: h.game.Number}, []facts.Entry{{Fact: facts.OutOfReach{Player: h.ana.ID, Reason: "gone"}}}},
			{store.Outgoing{Player: h.ana.ID}, nil}, // known
		} {
			if log, err := GivenUp(h.u, &row.m, "gone"); !reflect.DeepEqual(log, row.want) || err != nil {
				t.Errorf("%+v, %v; want %+v", log, err, row.want)
			}
		}
		if h.ana.Unreachable != noon || h.ana.UnreachableTold != noon || len(h.ana.Missed) != 1 {
			t.Errorf("%+v", h.ana)
		}
		h.bo.Forgotten = noon
		if log, err := GivenUp(h.u, &store.Outgoing{Player: h.bo.ID}, "gone"); log != nil || err != nil {
			t.Errorf("of somebody forgotten: %v, %v", log, err)
		}
	})
}

// A program that says that nobody is there says it for a game, or for all in which its owner is
// to move.
func TestOutOfOffice(t *testing.T) {
	answer := func(ids ...string) *parser.Mail {
		m := mailOf(sender.Auto, sender.Verdict{})
		m.InReplyTo = ids
		return m
	}
	for name, row := range map[string]struct {
		report func(h *table) Report
		want   [2]store.OutOfOffice
	}{
		"of a game, at its address": {func(h *table) Report {
			return Report{Mail: answer(), Sealed: token.OfGame(h.game, game.Second)}
		}, [2]store.OutOfOffice{store.NotOut, store.Out}},
		"of a game, by its id": {func(h *table) Report {
			return Report{Mail: answer("a@example.org", keys.Seal(token.OfGame(h.game, game.First))+".b@example.org"), Sealed: token.OfBounce(h.bo.ID, noon)}
		}, [2]store.OutOfOffice{store.Out, store.NotOut}},
		"of who is to move": {func(h *table) Report {
			return Report{Mail: answer(), Sealed: token.OfBounce(h.ana.ID, noon)}
		}, [2]store.OutOfOffice{store.Out, store.NotOut}},
		"of who is not": {func(h *table) Report {
			return Report{Mail: answer(), Sealed: token.OfBounce(h.bo.ID, noon)}
		}, [2]store.OutOfOffice{}},
		"of no game that there is": {func(*table) Report {
			return Report{Mail: answer(), Sealed: token.Token{Purpose: token.ForGame, Number: 99, Seat: game.First}}
		}, [2]store.OutOfOffice{}},
		"of nobody":  {func(*table) Report { return Report{Mail: answer(), Sealed: token.OfBounce(99, noon)} }, [2]store.OutOfOffice{}},
		"of nothing": {func(*table) Report { return Report{Mail: answer()} }, [2]store.OutOfOffice{}},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(h *table) {
				report := row.report(h)
				report.Keys = keys
				o, settled, err := report.Settle(h.u)
				told := o.Decision == decision.IgnoredAuto || report.Sealed.Purpose == token.ForBounce && o.Decision == decision.IgnoredBounce
				if !told || !settled || o.Log != nil || err != nil {
					t.Errorf("%+v, %v, %v", o, settled, err)
				}
				if h.game.OutOfOffice != row.want {
					t.Errorf("out of office are %v, want %v", h.game.OutOfOffice, row.want)
				}
			})
		})
	}
}

// Who stops by a click, or by a complaint, and who is told another way because the link is old.
func TestUnsubscribe(t *testing.T) {
	from := func(class sender.Class, address string) *parser.Mail {
		m := mailOf(class, sender.Verdict{})
		m.From.Addr = address
		return m
	}
	complaint := func(kind, sealed string) *parser.Mail {
		return mailOf(sender.Bounce, sender.Verdict{Complaint: &sender.Complaint{Type: kind, Token: sealed}})
	}
	stop := func(h *table, days int) token.Token { return token.OfStopLink(h.ana.ID, noon.AddDate(0, 0, days)) }
	helped := func(h *table, address string, days int) token.Token {
		key, err := h.u.Tx.AddressKey(address)
		if err != nil {
			t.Fatal(err)
		}
		return token.OfStranger(key, noon.AddDate(0, 0, days))
	}
	unsubscribed, ignored := Outcome{Decision: decision.Unsubscribed}, Outcome{Decision: decision.IgnoredStranger}
	for name, row := range map[string]struct {
		report  func(h *table) Report
		want    Outcome // but for By
		by      bool    // it is Ana's
		refuses bool    // the stranger gets no mails any more
	}{
		"a click": {func(h *table) Report {
			return Report{Mail: from(sender.Auto, "nobody@example.com"), Sealed: stop(h, 0)}
		}, Outcome{Decision: decision.Unsubscribed, Wants: club.Stop{}}, true, false},
		"the last day of a link": {func(h *table) Report {
			return Report{Mail: from(sender.Person, "ana@example.org"), Sealed: stop(h, -StopLinkDays)}
		}, Outcome{Decision: decision.Unsubscribed, Wants: club.Stop{}}, true, false},
		"the day after": {func(h *table) Report {
			return Report{Mail: from(sender.Auto, "nobody@example.com"), Sealed: stop(h, -StopLinkDays-1)}
		}, Outcome{OldLink: true}, true, false},
		"the day after, of who has stopped": {func(h *table) Report {
			h.ana.Silent = true
			return Report{Mail: from(sender.Person, "ana@example.org"), Sealed: stop(h, -StopLinkDays-1)}
		}, ignored, false, false},
		"a click of who has stopped": {func(h *table) Report {
			h.ana.Silent = true
			return Report{Mail: from(sender.Person, "ana@example.org"), Sealed: stop(h, 0)}
		}, unsubscribed, false, false},
		"a click of nobody": {func(*table) Report {
			return Report{Mail: from(sender.Person, stranger), Sealed: token.OfStopLink(99, noon)}
		}, ignored, false, false},
		"a stranger's": {func(h *table) Report {
			return Report{Mail: from(sender.Person, stranger), Sealed: helped(h, stranger, 0)}
		}, unsubscribed, false, true},
		"a stranger's, who plays by now": {func(h *table) Report {
			return Report{Mail: from(sender.Person, stranger), Sealed: helped(h, "ana@example.org", 0)}
		}, Outcome{Decision: decision.Unsubscribed, Wants: club.Stop{}}, true, false},
		"a stranger's old one": {func(h *table) Report {
			return Report{Mail: from(sender.Person, stranger), Sealed: helped(h, stranger, -99)}
		}, Outcome{OldLink: true}, false, false},
		"a stranger's old one, by a program": {func(h *table) Report {
			return Report{Mail: from(sender.Auto, stranger), Sealed: helped(h, stranger, -99)}
		}, ignored, false, false},
		"a stranger's old one, from elsewhere": {func(h *table) Report {
			return Report{Mail: from(sender.Person, "mal@example.com"), Sealed: helped(h, stranger, -99)}
		}, ignored, false, false},
		"a bounce of the mail with the link": {func(h *table) Report {
			return Report{Mail: mailOf(sender.Bounce, sender.Verdict{}), Sealed: stop(h, 0)}
		}, Outcome{Decision: decision.IgnoredBounce}, false, false},
		"a complaint": {func(h *table) Report {
			return Report{Mail: complaint("abuse", ""), Sealed: token.OfBounce(h.ana.ID, noon)}
		}, Outcome{Decision: decision.Unsubscribed, Wants: club.Complain{}}, true, false},
		"a complaint that quotes the link": {func(h *table) Report {
			return Report{Mail: complaint("opt-out", keys.Seal(stop(h, -99))), Sealed: token.OfGame(h.game, game.First)}
		}, Outcome{Decision: decision.Unsubscribed, Wants: club.Complain{}}, true, false},
		"a complaint of a stranger": {func(h *table) Report {
			return Report{Mail: complaint("abuse", keys.Seal(helped(h, stranger, 0)))}
		}, unsubscribed, false, true},
		"praise": {func(h *table) Report {
			return Report{Mail: complaint("not-spam", ""), Sealed: token.OfBounce(h.ana.ID, noon)}
		}, Outcome{Decision: decision.IgnoredBounce}, false, false},
		"a complaint with what others see": {func(h *table) Report {
			return Report{Mail: complaint("abuse", keys.Seal(token.OfGame(h.game, game.First)))}
		}, Outcome{Decision: decision.IgnoredBounce}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(h *table) {
				report := row.report(h)
				report.Keys = keys
				if row.by {
					row.want.By = h.ana
				}
				o, settled, err := report.Settle(h.u)
				if !reflect.DeepEqual(o, row.want) || !settled || err != nil {
					t.Errorf("%+v, %v, %v; want %+v", o, settled, err, row.want)
				}
				if refused, err := h.u.Tx.Suppressed(stranger); refused != row.refuses || err != nil {
					t.Errorf("the stranger gets no mails: %v, %v", refused, err)
				}
			})
		})
	}
}

// What a person writes is for others to settle, unless a token says all; lists and the like end
// here.
func TestOthers(t *testing.T) {
	play(t, func(h *table) {
		for class, want := range map[sender.Class]decision.Decision{
			sender.Person: "", sender.List: decision.IgnoredList, sender.Own: decision.IgnoredOwn, sender.Unreadable: decision.Unreadable,
		} {
			r := Report{Mail: mailOf(class, sender.Verdict{}), Sealed: token.OfGame(h.game, game.First), Keys: keys}
			o, settled, err := r.Settle(h.u)
			if o.Decision != want || settled != (want != "") || r.ActsByToken() || err != nil {
				t.Errorf("%s: %+v, %v, %v", class, o, settled, err)
			}
		}
	})
}

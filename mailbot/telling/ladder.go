package telling

import (
	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOfLadder tells what becomes of the ladder: the sender in the answer, the others at once.
func tellOfLadder(t *Teller, g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.LadderJoined:
		noteCup(t, templates.Notice{Code: templates.NoticeLadderJoined, Number: f.Place})
	case facts.LadderLeft:
		noteCup(t, templates.Notice{Code: templates.NoticeLadderLeft})
	case facts.LadderLost:
		p, err := t.u.Player(f.Player)
		if err != nil {
			return err
		}
		return t.desk.Send(letters.Letter{To: p, Kind: templates.Noted, Notices: []templates.Notice{{Code: templates.NoticeLadderLost}}})
	case facts.LadderGame:
		for _, seat := range []game.Seat{game.First, game.Second} {
			p, err := t.u.Seated(g, seat)
			if err != nil {
				return err
			}
			kind := templates.Started
			if seat == g.Course.ToMove {
				kind = templates.Turn
			}
			if err := t.desk.Send(letters.Letter{To: p, Kind: kind, Game: g}); err != nil {
				return err
			}
		}
	default:
		return errLeft
	}
	return nil
}

// ladderRefusals are the notices on why somebody can't join the ladder, or leave it.
var ladderRefusals = map[facts.LadderRefusal]string{
	facts.NoLadderHere: templates.NoticeNoLadder, facts.OnLadder: templates.NoticeOnLadder, facts.NotOnLadder: templates.NoticeNotOnLadder,
}

// refusalOfLadder is why the sender can't join the ladder, or leave it.
func refusalOfLadder(_ *Teller, _ *store.Game, _ string, why facts.Reason) (templates.Notice, error) {
	no, ok := why.(facts.NoLadder)
	if !ok {
		return templates.Notice{}, errLeft
	}
	return templates.Notice{Code: ladderRefusals[no.Why], Number: no.Place}, nil
}

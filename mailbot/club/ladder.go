package club

import (
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/ladder"
)

// While anybody is on the ladder the bot looks at it every ladderLook, at ladderHour in UTC, and has
// games begin. That all looks fall on one hour makes two of the same day one.
const (
	ladderLook = 24 * time.Hour
	ladderHour = 12 * time.Hour
)

// nextLook gives the first look after a time.
func nextLook(t time.Time) time.Time {
	at := t.Truncate(ladderLook).Add(ladderHour)
	if !at.After(t) {
		at = at.Add(ladderLook)
	}
	return at
}

// JoinLadder puts the player at the bottom of the ladder.
type JoinLadder struct{ About }

func (o JoinLadder) do(s *Session) error {
	l, err := s.Tx.Ladder()
	switch {
	case err != nil:
		return err
	case !s.rules.Ladder:
		return refuse(nil, facts.NoLadder{Why: facts.NoLadderHere})
	case l.Place(s.id()) > 0:
		return refuse(nil, facts.NoLadder{Why: facts.OnLadder, Place: l.Place(s.id())})
	}
	if err := s.hasRoom(nil, ladder.MostOut+ladder.MostIn); err != nil {
		return err
	}
	empty := len(l.Players()) == 0
	l, err = s.Tx.AddLadderEvent(&ladder.Event{Kind: ladder.Joined, At: s.TermBegins, Player: s.id()})
	if err != nil {
		return err
	}
	s.note(facts.LadderJoined{Place: l.Place(s.id())})
	if empty {
		return lookAtLadder(s.Unit, nextLook(s.TermBegins))
	}
	return nil
}

// LeaveLadder takes the player off the ladder. Games that go on are ordinary ones from then on.
type LeaveLadder struct{ About }

func (o LeaveLadder) do(s *Session) error {
	was, err := offLadder(s.Unit, s.me.ID)
	switch {
	case err != nil:
		return err
	case !was:
		return refuse(nil, facts.NoLadder{Why: facts.NotOnLadder})
	}
	s.note(facts.LadderLeft{})
	return nil
}

// lookAtLadder has the bot look at the ladder at a time.
func lookAtLadder(u *unit.Unit, at time.Time) error {
	return u.Tx.WakeAt(store.WakeUp{At: at, Kind: store.WakeLadder})
}

// offLadder takes a player off the ladder who is on it, and says whether that was so.
func offLadder(u *unit.Unit, id store.PlayerID) (was bool, err error) {
	l, err := u.Tx.Ladder()
	if err != nil || l.Place(uint32(id)) == 0 {
		return false, err
	}
	_, err = u.Tx.AddLadderEvent(&ladder.Event{Kind: ladder.Left, At: u.TermBegins, Player: uint32(id)})
	return true, err
}

// BeginLadderGames begins the games of the ladder that are Due, and looks again later, while anybody is
// on it; nobody orders it. Whoever can't play for good is taken off first: nobody sits on a
// place. All is as it was when it was due, also if it happens later.
type BeginLadderGames struct {
	About
	Due time.Time
}

func (o BeginLadderGames) do(s *Session) error {
	can, err := o.whoCan(s)
	if err != nil {
		return err
	}
	l, err := s.Tx.Ladder()
	if err != nil || len(l.Players()) == 0 {
		return err
	}
	if s.rules.Ladder {
		for _, pair := range l.Pairs(o.Due, func(id uint32) bool { return can[id] }) {
			if err := beginOnLadder(s.book, pair); err != nil {
				return err
			}
		}
	}
	return lookAtLadder(s.Unit, o.Due.Add(ladderLook))
}

// whoCan gives who can begin a game, and takes off the ladder who can't for good: whoever is lost; and
// whoever wants no mails, or is banned, of whom a game has gone on again.
func (o BeginLadderGames) whoCan(s *Session) (can map[uint32]bool, err error) {
	l, err := s.Tx.Ladder()
	if err != nil {
		return nil, err
	}
	can = map[uint32]bool{}
	for _, id := range l.Players() {
		p, err := s.Player(store.PlayerID(id))
		if err != nil {
			return nil, err
		}
		if isLost(p, o.Due) || p.Silent || !p.Banned.IsZero() {
			if _, err := offLadder(s.Unit, p.ID); err != nil {
				return nil, err
			}
			s.note(facts.LadderLost{Player: p.ID})
			continue
		}
		games, err := engaged(s.Unit, p)
		if err != nil {
			return nil, err
		}
		can[id] = p.Unreachable.IsZero() && clocks.StillUntil(p, o.Due).IsZero() && games < s.rules.OpenGames
	}
	return can, nil
}

// isLost says whether mails to a player have come back for so long that nobody waits any more.
func isLost(p *store.Player, at time.Time) bool {
	return !p.Unreachable.IsZero() && at.Sub(p.Unreachable) > CupPatience
}

// beginOnLadder begins a game of the ladder, under the terms of cups.
func beginOnLadder(b *book, pair ladder.Pair) error {
	g := gameTerms(CupTerms()).NewGame()
	g.Challenger = game.Second
	if pair.First {
		g.Challenger = game.First
	}
	g.Players[g.Challenger-game.First] = store.PlayerID(pair.Challenger)
	g.Players[g.Challenger.Other()-game.First] = store.PlayerID(pair.Challenged)
	if err := b.setUp(g); err != nil {
		return err
	}
	e := ladder.Event{Kind: ladder.Began, At: b.u.TermBegins, Player: pair.Challenger, Other: pair.Challenged, First: pair.First, Game: uint32(g.Number)}
	if _, err := b.u.Tx.AddLadderEvent(&e); err != nil {
		return err
	}
	g.Ladder = &ladder.Course{Began: e.Number}
	b.note(facts.LadderGame{Game: g.Number})
	return nil
}

// endedOnLadder lets a game that is over count on the ladder. Whoever has lost it on time, or never
// begun it, is off, unless the game decided about nothing for that player any more.
func endedOnLadder(u *unit.Unit, g *store.Game) error {
	l, err := u.Tx.Ladder()
	if err != nil {
		return err
	}
	late := g.Player(LateSeat(g))
	out := late != store.NoPlayer && l.Binds(uint32(g.Number), uint32(late))
	at := u.TermBegins // when the mail came that has ended it
	if g.Ended.Before(at) {
		at = g.Ended
	}
	e := ladder.Event{Kind: ladder.Ended, At: at, Game: uint32(g.Number), Player: uint32(g.Player(g.Course.Winner))}
	if _, err := u.Tx.AddLadderEvent(&e); err != nil {
		return err
	}
	g.Ladder = &ladder.Course{Began: g.Ladder.Began, Ended: e.Number}
	u.ChangeGame(g)
	if !out {
		return nil
	}
	_, err = u.Tx.AddLadderEvent(&ladder.Event{Kind: ladder.Late, At: at, Game: uint32(g.Number), Player: uint32(late)})
	return err
}

// reopenOnLadder takes back what a game that goes on again has done to the ladder.
func reopenOnLadder(u *unit.Unit, g *store.Game) error {
	if err := u.Tx.ReopenOnLadder(g); err != nil {
		return err
	}
	return lookAtLadder(u, nextLook(u.Now)) // there may have been nobody on it
}

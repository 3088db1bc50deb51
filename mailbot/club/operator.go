package club

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
	"unlurbot/store/acts"
)

// ByOperator is what the operator does to the player. A new name and being forgotten come of it
// as if the player had ordered them.
//
// Who is banned begins no more games and watches none: what waits for an answer ends, and games
// that go on are played to their ends. Which orders that leaves is a column of the table in
// package orders.
type ByOperator struct {
	About
	Act acts.Act
}

func (o ByOperator) do(s *Session) error {
	f := facts.ByOperator{Player: s.me.ID, Act: o.Act}
	s.ChangePlayer(s.me)
	err := error(nil)
	switch o.Act.Kind {
	case acts.Ban:
		err = ban(s, o.Act.At, &f)
	case acts.Unban:
		err = s.Tx.Unban(s.me)
	case acts.Rename:
		err = Rename{Name: o.Act.After}.do(s)
	case acts.Forget:
		err = Forget{Sure: true}.do(s)
	case acts.Reachable:
		s.me.Unreachable = time.Time{}
	}
	if err == nil {
		s.note(f)
	}
	return err
}

// GameByOperator is what the operator does to a game: it is ended, as the Act says, or goes on
// after it was over. Then its result never was, and whoever had lost it on time has not.
type GameByOperator struct {
	About
	Act acts.Act
}

func (o GameByOperator) do(s *Session) error {
	g, err := s.Game(o.Game)
	if err != nil {
		return err
	}
	f := facts.GameByOperator{Game: g.Number, Act: o.Act}
	switch o.Act.Kind {
	case acts.Reopen:
		if f.Stone, err = s.reopen(g); err == nil {
			s.note(f)
		}
		return err
	case acts.End:
		if o.Act.After == acts.Cancel {
			s.note(f)
			return s.void(g)
		}
		winner := game.NoSeat
		if err := winner.UnmarshalText([]byte(o.Act.After)); err != nil {
			return err
		}
		return s.move(f, g, winner.Other(), game.Move{Kind: game.Forfeit}, s.Now)
	}
	return fmt.Errorf("club: nothing of the kind %s is done to a game", o.Act.Kind)
}

// ban ends what the player offers, and what is offered to the player.
func ban(s *Session, since time.Time, f *facts.ByOperator) error {
	open, err := s.OpenGames(s.me)
	if err != nil {
		return err
	}
	if f.Tournaments, f.Ladder, err = leaveContests(s); err != nil {
		return err
	}
	for _, g := range open {
		switch seat := g.SeatOf(s.me.ID); {
		case CanWithdraw(g, seat) && g.FreeSeat() != game.NoSeat:
			f.Offers = append(f.Offers, g.Number)
			err = errors.Join(err, s.end(g, store.Withdrawn, facts.MayNotPlay))
		case CanWithdraw(g, seat):
			f.Challenges = append(f.Challenges, g.Number)
			err = errors.Join(err, s.end(g, store.Withdrawn, facts.MayNotPlay))
		case CanAccept(g, seat):
			err = errors.Join(err, s.end(g, store.Declined, facts.MayNotPlay))
		}
	}
	return errors.Join(err, StopWatching(s.Unit, s.me), s.Tx.DropAnnouncements(s.me), s.Tx.Ban(s.me, since))
}

// takesNone says whether nobody can be challenged at an address: its owner wants that, or the
// operator.
func takesNone(s *Session, address string) (bool, error) {
	suppressed, err := s.Tx.Suppressed(address)
	if suppressed || err != nil {
		return suppressed, err
	}
	banned, err := s.Tx.BannedAt(address)
	return banned != store.NoPlayer, err
}

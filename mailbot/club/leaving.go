package club

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Stop lets the player get nothing but answers, until the player writes again. Somebody who was
// only invited wants no invitations.
type Stop struct{ About }

func (o Stop) do(s *Session) error {
	if !s.me.Active {
		return refuseAll(s)
	}
	open, err := s.OpenGames(s.me)
	if err != nil {
		return err
	}
	f := facts.Stopped{Player: s.me.ID}
	if f.Tournaments, f.Ladder, err = leaveContests(s); err != nil {
		return err
	}
	for _, g := range open {
		switch {
		case g.State == store.Playing:
			f.Clocks = f.Clocks || !g.Pace.None()
		case g.FreeSeat() != game.NoSeat:
			f.Offers = append(f.Offers, g.Number)
		case CanWithdraw(g, g.SeatOf(s.me.ID)):
			f.Challenges = append(f.Challenges, g.Number)
		}
	}
	s.note(f)
	return silence(s)
}

// Never declines what waits for the player, and takes no challenges any more. One of the
// player's own takes it back.
type Never struct{ About }

func (o Never) do(s *Session) error { return refuseAll(s) }

// Complain is to call a mail of ours spam: the end of mails and of challenges, without a word.
type Complain struct{ About }

func (o Complain) do(s *Session) error {
	return errors.Join(silence(s), refuseAll(s))
}

// silence withdraws what the player offers, to everybody or to somebody, and takes the player out of
// the tournament that is open and off the ladder: nobody shall begin a game with somebody who hears nothing.
func silence(s *Session) error {
	s.me.Silent = true
	s.ChangePlayer(s.me)
	if err := s.Tx.DropAnnouncements(s.me); err != nil {
		return err
	}
	_, _, err := leaveContests(s)
	return errors.Join(err, endAll(s, CanWithdraw, store.Withdrawn), StopWatching(s.Unit, s.me))
}

// leaveContests takes the player out of the tournament that is open, of which it gives the number, 0 for
// none, and off the ladder, and says whether the player was there.
func leaveContests(s *Session) (open []facts.TournamentLeft, onLadder bool, err error) {
	if open, err = s.leaveOpen(s.me.ID); err != nil {
		return nil, false, err
	}
	onLadder, err = offLadder(s.Unit, s.me.ID)
	return open, onLadder, err
}

// refuseAll declines all challenges to the player. Of somebody who has never written nothing is
// kept.
func refuseAll(s *Session) error {
	if err := endAll(s, CanAccept, store.Declined); err != nil {
		return err
	}
	if !s.me.Active {
		s.Unit.Forget(s.me)
	}
	s.note(facts.RefusesAll{Player: s.me.ID})
	return s.Tx.Suppress(s.me.Address, s.Now)
}

func endAll(s *Session, which Fits, how store.State) error {
	open, err := s.OpenGames(s.me)
	for _, g := range open {
		if which(g, g.SeatOf(s.me.ID)) {
			err = errors.Join(err, s.end(g, how, facts.WantsNone))
		}
	}
	return err
}

// Forget erases the player, once the player is Sure, since that can't be undone: running
// games are resigned, or called off where they have hardly begun, challenges are taken back or
// declined, and nothing is kept but moves, and the hash by which no invitation goes to the
// player's addresses.
type Forget struct {
	About
	Sure bool
}

func (o Forget) do(s *Session) error {
	if !o.Sure {
		s.note(facts.ForgetAsked{})
		return nil
	}
	if err := s.leaveAll(); err != nil {
		return err
	}
	if _, err := offLadder(s.Unit, s.me.ID); err != nil {
		return err
	}
	open, err := s.OpenGames(s.me)
	if err != nil {
		return err
	}
	for _, g := range open {
		seat := g.SeatOf(s.me.ID)
		left := facts.PlayerLeft{Game: g.Number, Seat: seat}
		switch {
		case CanAbort(g, seat):
			s.note(left)
			err = s.cancel(g, seat, s.Now)
		case g.State == store.Playing:
			err = s.move(left, g, seat, game.Move{Kind: game.Resign}, s.Now)
		case seat == g.Challenger:
			err = s.end(g, store.Withdrawn, facts.LeavesClub)
		default:
			err = s.end(g, store.Declined, facts.LeavesClub)
		}
		if err != nil {
			return err
		}
	}
	for _, address := range s.me.Addresses() {
		err = errors.Join(err, s.Tx.Suppress(address, s.Now))
	}
	s.Unit.Forget(s.me)
	s.note(facts.ToBeForgotten{})
	return err
}

// ForgetInvited erases a player who was invited and has not written for StrangerRest, once no
// challenge waits; nobody orders it.
type ForgetInvited struct{ About }

func (o ForgetInvited) do(s *Session) error {
	if s.me.Active || !s.me.Forgotten.IsZero() {
		return nil
	}
	open, err := s.OpenGames(s.me)
	if len(open) > 0 {
		return s.Tx.WakeAt(store.WakeUp{At: s.Now.Add(StrangerRest), Kind: store.WakeStranger, Number: uint32(s.me.ID)})
	}
	s.Unit.Forget(s.me)
	return err
}

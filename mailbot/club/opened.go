package club

import (
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/tournament"
)

// A tournament that somebody has opened begins on a day, or when one group is full. Who has joined one with a day and
// has not written for a time is asked before whether they still want to play, and is not drawn without a sign of life:
// it is the cheapest cure for those who never begin their games.
const (
	// askBefore is how long before the day somebody is asked who has written nothing for stillHere.
	askBefore = 3 * 24 * time.Hour
	stillHere = 14 * 24 * time.Hour
	// leastToAnswer is how much of that must be left to ask.
	leastToAnswer = 2 * 24 * time.Hour
	// A tournament for which too few have joined is put off by putOffBy, mostPutOff times, and then called off.
	putOffBy   = 14 * 24 * time.Hour
	mostPutOff = 2
	// OpenFor is how long one without a day waits for its players.
	OpenFor = 90 * 24 * time.Hour
	// SoonestStart is how soon a tournament can begin that is opened now, and LatestStart how late.
	SoonestStart = 3 * 24 * time.Hour
	LatestStart  = 365 * 24 * time.Hour
)

// Whoever opens a tournament has TrustedGames rated games, and has lost none on time for TrustedFor.
const (
	TrustedGames = 8
	TrustedFor   = 90 * 24 * time.Hour
)

// OpenTournament opens a tournament under some terms. A player who does joins it.
type OpenTournament struct {
	About
	Terms tournament.Terms
}

func (o OpenTournament) do(s *Session) error {
	switch {
	case !s.rules.Cups:
		return refuseTournament(facts.NoTournamentsHere, 0)
	case LateUntil(s.me).After(s.Now):
		return refusal{facts.Refused{Why: facts.NoTournament{Why: facts.LateBefore, Until: LateUntil(s.me)}}}
	}
	open, err := s.Tx.OpenTournaments()
	if err != nil {
		return err
	}
	for _, c := range open { // whoever has left one again may open another
		if c.Opened && c.Opener == s.id() && c.Place(s.id()) >= 0 {
			return refuseTournament(facts.OpenedAlready, c.Number)
		}
	}
	trusted, err := s.isTrusted()
	switch {
	case err != nil:
		return err
	case !trusted:
		return refuseTournament(facts.NotTrusted, 0)
	}
	if err := s.hasRoom(nil, tournament.MostInGroup-1); err != nil {
		return err
	}
	c, err := s.openTournament(o.Terms, s.id(), s.TermBegins)
	if err != nil {
		return err
	}
	s.note(facts.TournamentOpened{Tournament: c.Number})
	return Enter{About: o.About, Number: c.Number}.do(s)
}

// isTrusted says whether the player may open tournaments.
func (s *Session) isTrusted() (bool, error) {
	standing, err := s.Tx.Standing(s.me.ID)
	if err != nil || standing.RatedGames() < TrustedGames {
		return false, err
	}
	for r, err := range s.Tx.ResultsOf(s.me.ID) {
		if err != nil {
			return false, err
		}
		if r.Ended.Add(TrustedFor).Before(s.Now) {
			break
		}
		if r.Reason == game.ByTimeout && r.Players[r.Winner.Other()-game.First] == s.me.ID {
			return false, nil
		}
	}
	return true, nil
}

// openTournament makes a tournament that can be joined, and has the bot look at it when it is time.
func (b director) openTournament(terms tournament.Terms, opener uint32, at time.Time) (*tournament.Tournament, error) {
	terms.Opened, terms.Opener = true, opener
	c := &tournament.Tournament{State: tournament.Joining, Terms: terms, Created: at}
	if err := b.u.Tx.AddTournament(c); err != nil {
		return nil, err
	}
	if c.Starts.IsZero() {
		return c, b.lookAt(c, at.Add(cupLook))
	}
	return c, b.lookAtStart(c)
}

// lookAtStart has the bot look at a tournament with a day: when it asks who is still there, and when it begins.
func (b director) lookAtStart(c *tournament.Tournament) error {
	if err := b.lookAt(c, c.Starts.Add(-askBefore)); err != nil {
		return err
	}
	return b.lookAt(c, c.Starts)
}

// lookAtDated asks who is still there before the day of a tournament, and begins it on that day.
func (b director) lookAtDated(c *tournament.Tournament) error {
	asked := c.Asked
	if asked.IsZero() {
		asked = c.Starts.Add(-askBefore)
	}
	var there, silent, gone []tournament.Entrant
	for _, e := range c.Entrants {
		p, err := b.u.Player(store.PlayerID(e.Player))
		switch {
		case err != nil:
			return err
		case !p.Unreachable.IsZero() || !p.Banned.IsZero() || LateUntil(p).After(b.u.Now):
			gone = append(gone, e)
		case p.Heard.Before(asked.Add(-stillHere)):
			silent = append(silent, e)
		default:
			there = append(there, e)
		}
	}
	switch {
	case c.Asked.IsZero():
		return b.ask(c, silent)
	case b.u.Now.Before(c.Starts):
		return nil
	case len(there) >= tournament.LeastInGroup:
		if err := b.round(c, there); err != nil {
			return err
		}
		b.leaveOut(c, silent, facts.Unheard)
		b.leaveOut(c, gone, facts.Lost)
		return nil
	case c.PutOff >= mostPutOff:
		return b.callOffTournament(c, facts.TooFew)
	}
	c.PutOff++
	c.Starts, c.Asked = c.Starts.Add(putOffBy), time.Time{}
	b.note(facts.TournamentPutOff{Tournament: c.Number})
	if err := b.lookAtStart(c); err != nil {
		return err
	}
	return b.u.Tx.PutTournament(c)
}

// ask asks those who have been silent whether they still want to play. If the bot was down when that was due, the
// tournament begins later, so that there is time to answer.
func (b director) ask(c *tournament.Tournament, silent []tournament.Entrant) error {
	if len(silent) > 0 && c.Starts.Sub(b.u.Now) < leastToAnswer {
		c.Starts = b.u.Now.Add(askBefore)
		if err := b.lookAt(c, c.Starts); err != nil {
			return err
		}
	}
	c.Asked = c.Starts.Add(-askBefore)
	for _, e := range silent {
		b.note(facts.TournamentAsked{Tournament: c.Number, Player: store.PlayerID(e.Player)})
	}
	return b.u.Tx.PutTournament(c)
}

// leaveOut tells those who have joined a tournament that it has begun without them.
func (b director) leaveOut(c *tournament.Tournament, left []tournament.Entrant, why facts.LeftOut) {
	for _, e := range left {
		b.note(facts.TournamentLeftOut{Tournament: c.Number, Player: store.PlayerID(e.Player), Why: why})
	}
}

// callOffTournament ends a tournament that has not begun.
func (b director) callOffTournament(c *tournament.Tournament, why string) error {
	if err := c.CallOff(b.u.Now); err != nil {
		return err
	}
	b.note(facts.TournamentCalledOff{Tournament: c.Number, Why: why})
	return b.u.Tx.PutTournament(c)
}

// TournamentByOperator is what the operator does to a tournament: it is opened under some Terms, called off before it
// has begun, or a player is taken out of it.
type TournamentByOperator struct {
	About
	Act   acts.Act
	Terms tournament.Terms
}

func (o TournamentByOperator) do(s *Session) error {
	c, err := s.Tx.Tournament(tournament.Number(o.Act.Tournament))
	switch {
	case err != nil:
		return err
	case o.Act.Kind == acts.CallOff:
		return s.callOffTournament(c, o.Act.Reason)
	}
	id := o.Act.Player
	s.note(facts.TournamentRemoved{Tournament: c.Number, Player: store.PlayerID(id), Reason: o.Act.Reason})
	if c.State == tournament.Joining {
		return s.withdraw(c, id)
	}
	return s.exit(c, tournament.Exit{Player: id, At: s.Now, After: uint32(s.Tx.LastResult())})
}

// OpenByOperator opens a tournament for the operator, and gives its number.
func (s *Session) OpenByOperator(terms tournament.Terms) (tournament.Number, error) {
	c, err := s.openTournament(terms, 0, s.Now)
	if err != nil {
		return 0, err
	}
	return c.Number, nil
}

package club

import (
	"errors"
	"math"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// A small cup is always open: who joins it first makes it. It begins when CupPlayers have joined
// who can be reached, or fewer once the first of them has waited for CupPatience; whoever can't be
// reached then has joined the next one, unless that has been so for longer than CupPatience. All its
// games begin at once. Nobody need do anything for it: while anybody waits, the bot looks at it
// every cupLook, since players leave, and can be reached or not, without joining.
const (
	CupPlayers  = 5
	CupLeast    = tournament.LeastInGroup
	CupPatience = 30 * 24 * time.Hour
	cupLook     = 24 * time.Hour
)

// CupTerms are those of all small cups: players know what they join.
func CupTerms() tournament.Terms {
	t := DefaultTerms()
	pace := game.Pace{Bank: 5 * 24 * time.Hour, Increment: 24 * time.Hour, Cap: 10 * 24 * time.Hour}
	return tournament.Terms{Size: t.Size, Pace: pace, Rated: t.Rated, Group: CupPlayers}
}

// Whoever gets out of a tournament for being late can join none for LateRest, and for
// LateAgainRest if it has happened within LateYear before.
const (
	LateRest      = 30 * 24 * time.Hour
	LateAgainRest = 90 * 24 * time.Hour
	LateYear      = 365 * 24 * time.Hour
)

// LateUntil gives until when a player can join no tournament.
func LateUntil(p *store.Player) time.Time {
	n := len(p.Lates)
	switch {
	case n == 0:
		return time.Time{}
	case n > 1 && p.Lates[n-1].Sub(p.Lates[n-2]) < LateYear:
		return p.Lates[n-1].Add(LateAgainRest)
	}
	return p.Lates[n-1].Add(LateRest)
}

// OpenCup gives the small cup that can be joined, nil if nobody has yet.
func OpenCup(u *unit.Unit) (*tournament.Tournament, error) {
	open, err := u.Tx.OpenTournaments()
	if i := slices.IndexFunc(open, func(c *tournament.Tournament) bool { return !c.Opened }); i >= 0 {
		return open[i], err
	}
	return nil, err
}

// Reachable gives the entrants of a tournament who can be written to.
func Reachable(u *unit.Unit, c *tournament.Tournament) (there []tournament.Entrant, err error) {
	for _, e := range c.Entrants {
		p, err := u.Player(store.PlayerID(e.Player))
		if err != nil {
			return nil, err
		}
		if p.Unreachable.IsZero() {
			there = append(there, e)
		}
	}
	return there, nil
}

// Enter joins a tournament: the small cup that is open, if it names none.
type Enter struct {
	About
	Number tournament.Number
}

func (o Enter) do(s *Session) error {
	c, err := s.toJoin(o.Number)
	switch {
	case err != nil:
		return err
	case c.Place(s.id()) >= 0 && !c.Opened:
		return refuseTournament(facts.JoinedAlready, c.Number)
	case c.Place(s.id()) >= 0: // whoever was asked whether they still want to play says yes like that
		s.note(facts.TournamentJoined{Tournament: c.Number, Of: c.Group, Again: true})
		return nil
	}
	if until := LateUntil(s.me); until.After(s.Now) {
		return refusal{facts.Refused{Why: facts.NoTournament{Why: facts.LateBefore, Until: until}}}
	}
	if err := s.hasRoom(nil, mostGames(c)); err != nil {
		return err
	}
	if c.Number == 0 {
		if err := s.Tx.AddTournament(c); err != nil {
			return err
		}
	}
	rating, err := wholeRating(s.Unit, s.me)
	if err != nil {
		return err
	}
	if err := c.Join(tournament.Entrant{Player: s.id(), Joined: s.TermBegins, Rating: rating}); err != nil {
		return err
	}
	if !c.Starts.IsZero() { // it begins then, however many there are
		return errors.Join(s.Tx.PutTournament(c), s.noteJoined(c, false))
	}
	return s.fill(c)
}

// fill begins a tournament that the player has just joined, if it is full with that.
func (s *Session) fill(c *tournament.Tournament) error {
	if len(c.Entrants) == 1 {
		if err := s.lookAt(c, s.TermBegins.Add(cupLook)); err != nil {
			return err
		}
	}
	there, ready, err := s.isReady(c, s.Arrived)
	if err != nil {
		return err
	}
	if ready && len(there) > c.Group && !c.Opened {
		return s.enterNext(c, there)
	}
	if err := s.noteJoined(c, ready); err != nil {
		return err
	}
	if ready {
		return s.draw(c, there)
	}
	return s.Tx.PutTournament(c)
}

// enterNext begins a tournament without the player, who has joined it last and for whom there is no
// place: others could not be reached for a time, and can again. So the player has joined the next one.
func (s *Session) enterNext(c *tournament.Tournament, there []tournament.Entrant) error {
	rest := len(there) - c.Group
	if err := s.draw(c, there); err != nil {
		return err
	}
	next, err := OpenCup(s.Unit)
	if err == nil && next != nil {
		s.note(facts.TournamentJoined{Tournament: next.Number, Players: rest, Of: c.Group})
	}
	return err
}

// noteJoined notes that the player has joined a tournament, which begins now or not.
func (s *Session) noteJoined(c *tournament.Tournament, begins bool) error {
	there, err := Reachable(s.Unit, c)
	s.note(facts.TournamentJoined{Tournament: c.Number, Players: len(there), Of: c.Group, Begins: begins})
	return err
}

// mostGames is how many games of a tournament a player has at once, at most.
func mostGames(c *tournament.Tournament) int {
	if c.Opened {
		return tournament.MostInGroup - 1
	}
	return c.Group - 1
}

// id is the player's, as tournaments have it.
func (s *Session) id() uint32 { return uint32(s.me.ID) }

// wholeRating gives a player's, in whole points.
func wholeRating(u *unit.Unit, p *store.Player) (int, error) {
	standing, err := u.Tx.Standing(p.ID)
	if err != nil {
		return 0, err
	}
	r, _ := KnownRating(*standing, u.Now)
	return int(math.Round(r.Value)), nil
}

// toJoin gives the tournament that the player can join: the one that is named, or the cup, a new one if nobody has
// joined any.
func (s *Session) toJoin(named tournament.Number) (*tournament.Tournament, error) {
	open, err := s.Tx.OpenTournaments()
	if err != nil {
		return nil, err
	}
	var opened tournament.Number // the first one that somebody has opened
	for _, c := range open {
		switch {
		case !c.Opened && !s.rules.Cups:
		case c.Number == named, named == 0 && !c.Opened:
			return c, nil
		case c.Opened && opened == 0:
			opened = c.Number
		}
	}
	switch {
	case named == 0 && s.rules.Cups:
		return &tournament.Tournament{State: tournament.Joining, Terms: CupTerms(), Created: s.TermBegins}, nil
	case named == 0 && opened != 0:
		return nil, refuseTournament(facts.UnnamedOpen, opened)
	case !s.rules.Cups && opened == 0:
		return nil, refuseTournament(facts.NoTournamentsHere, 0)
	}
	return nil, s.closed(named)
}

// closed is why a tournament can't be joined that is not open.
func (s *Session) closed(n tournament.Number) error {
	c, err := s.Tx.Tournament(n)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return refuseTournament(facts.NoSuchTournament, n)
	case err != nil:
		return err
	case c.State == tournament.Joining: // a cup, and there are none any more
		return refuseTournament(facts.NoTournamentsHere, 0)
	}
	why := facts.TournamentBegun
	plays, err := s.playsOn(c)
	if err != nil {
		return err
	}
	if plays {
		why = facts.JoinedAlready
	}
	return refuseTournament(why, n)
}

func refuseTournament(why facts.TournamentRefusal, n tournament.Number) error {
	return refusal{facts.Refused{Why: facts.NoTournament{Why: why, Number: n}}}
}

// lookAt has the bot look at an open tournament at a time.
func (b director) lookAt(c *tournament.Tournament, at time.Time) error {
	return b.u.Tx.WakeAt(store.WakeUp{At: at, Kind: store.WakeTournament, Number: uint32(c.Number)})
}

// isReady says whether a tournament that begins when it is full can begin at a time, and with whom.
func (b director) isReady(c *tournament.Tournament, at time.Time) (there []tournament.Entrant, ready bool, err error) {
	there, err = Reachable(b.u, c)
	if err != nil || len(there) < CupLeast {
		return there, false, err
	}
	waited := !there[0].Joined.Add(CupPatience).After(at)
	return there, len(there) >= c.Group || waited, nil
}

// LookAtTournament begins an open tournament if it can begin, and else looks at it again later than Due, while
// anybody waits; nobody orders it.
type LookAtTournament struct {
	About
	Number tournament.Number
	Due    time.Time
}

func (o LookAtTournament) do(s *Session) error {
	c, err := s.Tx.Tournament(o.Number)
	switch {
	case err != nil || c.State != tournament.Joining:
		return err
	case !c.Starts.IsZero():
		return s.lookAtDated(c)
	}
	if err := s.dropLost(c, o.Due); err != nil {
		return err
	}
	there, ready, err := s.isReady(c, o.Due)
	switch {
	case err != nil:
		return err
	case ready && (s.rules.Cups || c.Opened):
		return s.draw(c, there)
	case c.Opened && !c.Created.Add(OpenFor).After(o.Due):
		return s.callOffTournament(c, facts.TooFew)
	case len(c.Entrants) == 0 && !c.Opened:
		return nil
	}
	return s.lookAt(c, o.Due.Add(cupLook))
}

// dropLost takes out of a tournament who has been out of reach for so long at a time that nobody waits for them.
func (b director) dropLost(c *tournament.Tournament, at time.Time) error {
	for _, e := range slices.Clone(c.Entrants) {
		p, err := b.u.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		if isLost(p, at) {
			if err := b.withdraw(c, e.Player); err != nil {
				return err
			}
		}
	}
	return nil
}

// Leave leaves a tournament: the one that is open, if it names none. In one that has begun, which it
// must name, the player's games go on, and have no effect on it.
type Leave struct {
	About
	Number tournament.Number
}

func (o Leave) do(s *Session) error {
	mine, err := s.tournaments()
	if err != nil {
		return err
	}
	var open []*tournament.Tournament
	for _, c := range mine {
		switch {
		case c.Number == o.Number:
			return s.leave(c)
		case c.State == tournament.Joining:
			open = append(open, c)
		}
	}
	switch {
	case o.Number == 0 && len(open) == 1:
		return s.leave(open[0])
	case o.Number == 0 && len(open) > 1:
		return refuseTournament(facts.UnnamedToLeave, open[0].Number)
	case o.Number == 0 && len(mine) > 0: // it may have begun since the mail was written
		return refuseTournament(facts.UnnamedTournament, mine[0].Number)
	}
	return refuseTournament(facts.NotInTournament, o.Number)
}

// tournaments gives those that the player can get out of, the newest first: those that are open, and those that the
// player can still have an effect on, if only in a later round.
func (s *Session) tournaments() (mine []*tournament.Tournament, err error) {
	for c, err := range s.Tx.LastTournaments() {
		if err != nil {
			return nil, err
		}
		in := c.State == tournament.Joining && c.Place(s.id()) >= 0
		if c.State == tournament.Drawn {
			if in, err = s.playsOn(c); err != nil {
				return nil, err
			}
		}
		if in {
			mine = append(mine, c)
		}
	}
	return mine, nil
}

// playsOn says whether the player can still have an effect on a tournament that has begun: by a game that counts, or in
// a later round.
func (s *Session) playsOn(c *tournament.Tournament) (bool, error) {
	group := c.GroupOf(s.id())
	if group == nil || group.Closed || c.IsOut(s.id()) {
		return false, nil
	}
	if len(c.InRound(group.Round)) > 1 {
		return true, nil
	}
	for _, n := range group.Games {
		g, err := s.Game(store.GameNumber(n))
		if err != nil {
			return false, err
		}
		seat := g.SeatOf(s.me.ID)
		if seat != game.NoSeat && g.State == store.Playing && !c.IsOut(uint32(g.Player(seat.Other()))) { // else it is an ordinary game
			return true, nil
		}
	}
	return false, nil
}

func (s *Session) leave(c *tournament.Tournament) error {
	if c.State == tournament.Drawn {
		return s.exit(c, tournament.Exit{Player: s.id(), At: s.Now, After: uint32(s.Tx.LastResult())})
	}
	s.note(facts.TournamentLeft{Tournament: c.Number, Opened: c.Opened})
	if err := s.withdraw(c, s.id()); err != nil {
		return err
	}
	if c.Opener == s.id() && len(c.Entrants) == 0 { // nobody else wants it
		return s.callOffTournament(c, facts.TooFew)
	}
	return nil
}

// withdraw takes a player out of a tournament that has not begun.
func (b director) withdraw(c *tournament.Tournament, id uint32) error {
	if err := c.Leave(id); err != nil {
		return err
	}
	return b.u.Tx.PutTournament(c)
}

// leaveOpen takes a player out of the tournaments that are open, and gives them.
func (b director) leaveOpen(id store.PlayerID) (left []facts.TournamentLeft, err error) {
	open, err := b.u.Tx.OpenTournaments()
	for _, c := range open {
		if c.Place(uint32(id)) >= 0 {
			left = append(left, facts.TournamentLeft{Tournament: c.Number, Opened: c.Opened})
			err = errors.Join(err, b.withdraw(c, uint32(id)))
		}
	}
	return left, err
}

// leaveAll takes the player out of all tournaments.
func (s *Session) leaveAll() error {
	mine, err := s.tournaments()
	for _, c := range mine {
		err = errors.Join(err, s.leave(c))
	}
	return err
}

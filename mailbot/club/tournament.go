package club

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
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
	CupLeast    = 4
	CupPatience = 30 * 24 * time.Hour
	cupLook     = 24 * time.Hour
)

// CupTerms are those of all games of small cups: players know what they join.
func CupTerms() Terms {
	t := DefaultTerms()
	t.Pace = game.Pace{Bank: 5 * 24 * time.Hour, Increment: 24 * time.Hour, Cap: 10 * 24 * time.Hour}
	return t
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
	for c, err := range u.Tx.LastTournaments() {
		if err != nil || c.State != tournament.Joining {
			return nil, err
		}
		return c, nil
	}
	return nil, nil
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

// Enter joins a tournament: the one that is open, whose number need not be named.
type Enter struct {
	About
	Number tournament.Number
}

func (o Enter) do(s *Session) error {
	c, err := s.open(o.Number)
	if err != nil {
		return err
	}
	if c.Place(s.id()) >= 0 {
		return refuseTournament(facts.JoinedAlready, c.Number)
	}
	if until := LateUntil(s.me); until.After(s.Now) {
		return refusal{facts.Refused{Why: facts.NoTournament{Why: facts.LateBefore, Until: until}}}
	}
	if err := s.hasRoom(nil, c.Group-1); err != nil {
		return err
	}
	if c.Number == 0 {
		if err := s.Tx.AddTournament(c); err != nil {
			return err
		}
	}
	if err := c.Join(s.id(), s.TermBegins); err != nil {
		return err
	}
	if len(c.Entrants) == 1 {
		if err := s.lookAt(c, s.TermBegins.Add(cupLook)); err != nil {
			return err
		}
	}
	there, ready, err := s.isReady(c)
	if err != nil {
		return err
	}
	if ready && len(there) > c.Group {
		return s.enterNext(c, there)
	}
	s.note(facts.TournamentJoined{Tournament: c.Number, Players: len(there), Of: c.Group, Begins: ready})
	if ready {
		return s.draw(c, there)
	}
	return s.Tx.PutTournament(c)
}

// enterNext begins a tournament without the player, who has joined it last and for whom there is no
// place: others could not be reached for a time, and can again. So the player has joined the next one.
func (s *Session) enterNext(c *tournament.Tournament, there []tournament.Entrant) error {
	if err := s.draw(c, there); err != nil {
		return err
	}
	next, err := OpenCup(s.Unit)
	if err == nil {
		s.note(facts.TournamentJoined{Tournament: next.Number, Players: len(there) - c.Group, Of: c.Group})
	}
	return err
}

// id is the player's, as tournaments have it.
func (s *Session) id() uint32 { return uint32(s.me.ID) }

// open gives the tournament that the player can join, a new one if nobody has joined any.
func (s *Session) open(named tournament.Number) (*tournament.Tournament, error) {
	c, err := OpenCup(s.Unit)
	switch {
	case err != nil:
		return nil, err
	case !s.rules.Cups:
		return nil, refuseTournament(facts.NoTournamentsHere, 0)
	case c != nil && (named == 0 || named == c.Number):
		return c, nil
	case named != 0:
		return nil, s.closed(named)
	}
	terms := CupTerms()
	return &tournament.Tournament{
		State: tournament.Joining, Size: terms.Size, Pace: terms.Pace, Rated: terms.Rated, Group: CupPlayers, Created: s.TermBegins,
	}, nil
}

// closed is why a tournament can't be joined that is not open.
func (s *Session) closed(n tournament.Number) error {
	switch c, err := s.Tx.Tournament(n); {
	case errors.Is(err, store.ErrNotFound):
		return refuseTournament(facts.NoSuchTournament, n)
	case err != nil:
		return err
	case c.Place(s.id()) >= 0:
		return refuseTournament(facts.JoinedAlready, n)
	}
	return refuseTournament(facts.TournamentBegun, n)
}

func refuseTournament(why facts.TournamentRefusal, n tournament.Number) error {
	return refusal{facts.Refused{Why: facts.NoTournament{Why: why, Number: n}}}
}

// lookAt has the bot look at an open tournament at a time.
func (b *book) lookAt(c *tournament.Tournament, at time.Time) error {
	return b.u.Tx.WakeAt(store.WakeUp{At: at, Kind: store.WakeTournament, Number: uint32(c.Number)})
}

// isReady says whether a tournament can begin, and with whom.
func (b *book) isReady(c *tournament.Tournament) (there []tournament.Entrant, ready bool, err error) {
	there, err = Reachable(b.u, c)
	if err != nil || len(there) < CupLeast {
		return there, false, err
	}
	waited := !there[0].Joined.Add(CupPatience).After(b.u.Now)
	return there, len(there) >= c.Group || waited, nil
}

// BeginCup begins the open cup if it can begin, and else looks at it again later than Due, while
// anybody waits; nobody orders it.
type BeginCup struct {
	About
	Number tournament.Number
	Due    time.Time
}

func (o BeginCup) do(s *Session) error {
	c, err := s.Tx.Tournament(o.Number)
	if err != nil || c.State != tournament.Joining {
		return err
	}
	for _, e := range slices.Clone(c.Entrants) {
		p, err := s.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		if isLost(p, s.Now) {
			if err := s.withdraw(c, e.Player); err != nil {
				return err
			}
		}
	}
	there, ready, err := s.isReady(c)
	switch {
	case err != nil || len(c.Entrants) == 0:
		return err
	case ready && s.rules.Cups:
		return s.draw(c, there)
	}
	return s.lookAt(c, o.Due.Add(cupLook))
}

// draw begins a tournament with those who can be reached, the first to join first, as many as it
// is for. The others have joined the next one.
func (b *book) draw(c *tournament.Tournament, there []tournament.Entrant) error {
	drawn := there[:min(len(there), c.Group)]
	rest := slices.DeleteFunc(slices.Clone(c.Entrants), func(e tournament.Entrant) bool { return slices.Contains(drawn, e) })
	key, err := b.u.Tx.FixedKey(keyOfDraw)
	if err != nil {
		return err
	}
	order := inOrder(key, c.Number, drawn)
	c.Entrants = order
	terms := Terms{Size: c.Size, Pace: c.Pace, Rated: c.Rated}
	var numbers []uint32
	for first, second := range tournament.Pairs(len(order)) {
		g := terms.NewGame()
		g.Tournament, g.Challenger = c.Number, game.First
		g.Players = [2]store.PlayerID{store.PlayerID(order[first].Player), store.PlayerID(order[second].Player)}
		if err := b.setUp(g); err != nil {
			return err
		}
		numbers = append(numbers, uint32(g.Number))
	}
	if err := c.Draw(order, numbers, b.u.Now); err != nil {
		return err
	}
	if err := b.u.Tx.PutTournament(c); err != nil {
		return err
	}
	b.note(facts.TournamentDrawn{Tournament: c.Number})
	if len(rest) == 0 {
		return nil
	}
	next := &tournament.Tournament{State: tournament.Joining, Size: c.Size, Pace: c.Pace, Rated: c.Rated, Group: c.Group, Created: b.u.Now, Entrants: rest}
	if err := b.u.Tx.AddTournament(next); err != nil {
		return err
	}
	return b.lookAt(next, b.u.TermBegins) // who waits may be enough for it
}

// inOrder puts the players of a tournament into an order that nobody can foresee and that is the
// same each time.
func inOrder(key []byte, n tournament.Number, players []tournament.Entrant) []tournament.Entrant {
	lot := func(e tournament.Entrant) []byte {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "unlurbot tournament 1\x00%d\x00%d", n, e.Player)
		return mac.Sum(nil)
	}
	drawn := slices.Clone(players)
	slices.SortFunc(drawn, func(a, b tournament.Entrant) int { return bytes.Compare(lot(a), lot(b)) })
	return drawn
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
	named := slices.IndexFunc(mine, func(c *tournament.Tournament) bool {
		return c.Number == o.Number || o.Number == 0 && c.State == tournament.Joining
	})
	switch {
	case named >= 0:
		return s.leave(mine[named])
	case o.Number == 0 && len(mine) > 0: // it may have begun since the mail was written
		return refuseTournament(facts.UnnamedTournament, mine[0].Number)
	}
	return refuseTournament(facts.NotInTournament, o.Number)
}

// tournaments gives those that the player can get out of: the one that is open, and those in which a
// game of the player that counts goes on.
func (s *Session) tournaments() (mine []*tournament.Tournament, err error) {
	open, err := s.OpenGames(s.me)
	if err != nil {
		return nil, err
	}
	for _, g := range open {
		if g.Tournament == 0 || slices.ContainsFunc(mine, func(c *tournament.Tournament) bool { return c.Number == g.Tournament }) {
			continue
		}
		c, err := s.Tx.Tournament(g.Tournament)
		if err != nil {
			return nil, err
		}
		other := g.Player(g.SeatOf(s.me.ID).Other()) // a game against who is out is an ordinary one
		if c.State == tournament.Drawn && !c.IsOut(s.id()) && !c.IsOut(uint32(other)) {
			mine = append(mine, c)
		}
	}
	c, err := OpenCup(s.Unit)
	if c != nil && c.Place(s.id()) >= 0 {
		mine = append(mine, c)
	}
	return mine, err
}

func (s *Session) leave(c *tournament.Tournament) error {
	if c.State == tournament.Drawn {
		return s.exit(c, tournament.Exit{Player: s.id(), At: s.Now, After: uint32(s.Tx.LastResult())})
	}
	s.note(facts.TournamentLeft{Tournament: c.Number})
	return s.withdraw(c, s.id())
}

// withdraw takes a player out of a tournament that has not begun.
func (b *book) withdraw(c *tournament.Tournament, id uint32) error {
	if err := c.Leave(id); err != nil {
		return err
	}
	return b.u.Tx.PutTournament(c)
}

// leaveOpen takes a player out of the tournament that is open, and gives its number; 0 if the
// player has not joined it.
func (b *book) leaveOpen(id store.PlayerID) (tournament.Number, error) {
	c, err := OpenCup(b.u)
	if c == nil || c.Place(uint32(id)) < 0 || err != nil {
		return 0, err
	}
	return c.Number, b.withdraw(c, uint32(id))
}

// leaveAll takes the player out of all tournaments.
func (s *Session) leaveAll() error {
	mine, err := s.tournaments()
	for _, c := range mine {
		err = errors.Join(err, s.leave(c))
	}
	return err
}

// exit takes a player out of a tournament that has begun, which may be decided by that.
func (b *book) exit(c *tournament.Tournament, e tournament.Exit) error {
	if err := c.Exit(e); err != nil {
		return err
	}
	f := facts.TournamentExit{Tournament: c.Number, Player: store.PlayerID(e.Player), Late: e.Late}
	table, err := store.CrossTable(c, b.u.Game)
	if err != nil {
		return err
	}
	for _, r := range table.Rows {
		f.Struck = f.Struck || r.Struck && r.Player == c.Place(e.Player)
	}
	if e.Late {
		p, err := b.u.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		p.Lates = append(p.Lates, e.At)
		b.u.ChangePlayer(p)
		f.Until = LateUntil(p)
		if _, err := b.leaveOpen(p.ID); err != nil { // which the player could not join now
			return err
		}
	}
	b.note(f)
	return b.decide(c)
}

// decide writes a tournament back, and ends it if no game is left that could change its table.
func (b *book) decide(c *tournament.Tournament) error {
	table, err := store.CrossTable(c, b.u.Game)
	if err != nil {
		return err
	}
	if table.Over {
		if err := c.Decide(b.u.Now); err != nil {
			return err
		}
		b.note(facts.TournamentDecided{Tournament: c.Number})
	}
	return b.u.Tx.PutTournament(c)
}

// endedIn lets a game that is over count in its tournament. Whoever has lost two of it on time, or
// never begun them, is out; and so is, with the first, whoever has moved in none.
func (b *book) endedIn(g *store.Game) error {
	c, err := b.u.Tx.Tournament(g.Tournament)
	if err != nil || c.State != tournament.Drawn {
		return err
	}
	late := g.Player(LateSeat(g))
	if late == store.NoPlayer || c.IsOut(uint32(late)) {
		return b.decide(c)
	}
	out, err := b.isTooLate(c, late)
	switch {
	case err != nil:
		return err
	case out:
		return b.exit(c, tournament.Exit{Player: uint32(late), At: g.Ended, After: uint32(g.Result), Late: true})
	}
	return b.decide(c)
}

// isTooLate says whether a player has been late often enough to be out of a tournament, in games
// that have an effect on it.
func (b *book) isTooLate(c *tournament.Tournament, id store.PlayerID) (bool, error) {
	times, moved := 0, false
	for _, n := range c.Games {
		g, err := b.u.Game(store.GameNumber(n))
		if err != nil {
			return false, err
		}
		seat := g.SeatOf(id)
		if seat == game.NoSeat {
			continue
		}
		if LateSeat(g) == seat && !c.WasOut(uint32(g.Player(seat.Other())), uint32(g.Result)) {
			times++
		}
		moved = moved || g.Course.Ply >= int(seat)
	}
	return times > 1 || times == 1 && !moved, nil
}

// LateSeat gives the seat of who has lost a game on time, or never begun it; NoSeat if nobody has.
func LateSeat(g *store.Game) game.Seat {
	switch {
	case g.State == store.Finished && g.Course.Reason == game.ByTimeout:
		return g.Course.Winner.Other()
	case g.State == store.Cancelled && !g.Voided && g.CalledOff == game.NoSeat:
		return g.Course.ToMove
	}
	return game.NoSeat
}

// readmit lets a player who was late in a game that goes on again back into its tournament, if the
// player is out for that.
func (b *book) readmit(g *store.Game, late store.PlayerID) error {
	if g.Tournament == 0 || late == store.NoPlayer {
		return nil
	}
	c, err := b.u.Tx.Tournament(g.Tournament)
	if err != nil {
		return err
	}
	if out, err := b.isTooLate(c, late); out || err != nil {
		return err
	}
	p, err := b.u.Player(late)
	if err != nil {
		return err
	}
	if since := c.Readmit(uint32(late)); !since.IsZero() {
		p.Lates = slices.DeleteFunc(p.Lates, since.Equal)
		b.u.ChangePlayer(p)
	}
	return b.u.Tx.PutTournament(c)
}

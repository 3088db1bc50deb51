// Package club carries out players' orders, in their games and for themselves, by the rules of
// the club, and reports the results as facts. It reads no mail and writes none. All it knows of
// the outbox is that a mail about a move may be called back, and that a move makes a
// reminder needless.
//
// A Session is made for the orders of one mail, or for a scheduled event; its
// creator tells the facts. An order finds its game among the player's Games, is refused or
// carried out, and what comes of it is written into a book.
package club

import (
	"errors"
	"time"

	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// An Order is one thing that a player wants done.
type Order interface {
	about() About
	do(s *Session) error
}

// An About is what all orders have.
type About struct {
	Game store.GameNumber // the one that it names, facts.NoSuchGame for one that can't be; 0 for none
	Verb string
	Text string    // as an answer quotes it
	At   time.Time // it was written, as the clocks where the player lives have it
}

func (a About) about() About { return a }

// An Impossible is an order of which the words alone say why it can't be done.
type Impossible struct {
	About
	Why facts.Reason
}

func (o Impossible) do(*Session) error { return refuse(nil, o.Why) }

// An Answer is what the orders of a mail are an answer to.
type Answer struct {
	Game     store.GameNumber         // 0 for none
	Watching bool                     // it is a game that the player only watches
	Turns    map[store.GameNumber]int // which positions the mail answers, where it tells; see Session.Do
}

// Plenty is a limit that nobody meets.
const Plenty = 1 << 30

// Extras are what the operator can switch on and off.
type Extras struct {
	Net     bool // whose time is up may be away by itself, see Ring
	Cups    bool // there are small cups
	Ladder  bool // there is a ladder
	Puzzles bool // are made, and shown
}

// Robots says which robots there are.
type Robots struct {
	Levels int // from 1; 0 if there are none
	Engine int // its version
}

// Rules are what the operator has set.
type Rules struct {
	UndoGrace time.Duration // how long a mail about a move may be called back
	Listed    int           // how many games are named where a player must say which is meant
	Languages []string      // in which there are mails
	Extras                  // that there are
	Robots    Robots
	OpenGames int // how many games and challenges of a player are open at a time
	// Invitations is how many addresses a player can have challenged in a week, or without an
	// answer, and InvitedBy how many people who have never played with somebody can challenge
	// them in a day; InviteAgain takes both limits off.
	Invitations, InvitedBy int
	InviteAgain            bool
	InvitationTime         time.Duration // how long a challenge can be answered
	// Refused says why nobody can be challenged at an address, whoever it is, 0 for no reason.
	Refused func(address string) facts.InviteRefusal
	NameOf  func(*store.Player) string // what a player is called
}

// A Session carries out orders of one player, one after the other: it finds the games that they
// are about, writes what comes of them into its book, and knows what the mail plays.
type Session struct {
	Games
	director
	cause string
	plays []store.GameNumber // see WillPlay
	moves []*store.Game      // in which a move was made
	plans []*planning
}

// New begins a session of a player; nil if it is nobody's. The cause is what tells the mail
// from all others: draws follow from it.
func New(u *unit.Unit, cause string, rules Rules, me *store.Player, answer Answer) *Session {
	return &Session{
		Games: Games{Unit: u, me: me, answer: answer, listed: rules.Listed}, director: director{&book{u: u, rules: rules}}, cause: cause,
	}
}

// WillPlay tells in which games the mail orders moves, before any of them is made; 0 is a
// move that names none.
func (s *Session) WillPlay(games []store.GameNumber) { s.plays = games }

// Do carries out an order and gives what has come of it. After a move, what the mail
// orders next in that game is about the new position, and Answer.Turns says so.
func (s *Session) Do(o Order) ([]facts.Entry, error) {
	s.by = o.about().Text
	return s.said(o.do(s))
}

// said gives what has come of the last step, to which a refusal belongs.
func (s *Session) said(err error) ([]facts.Entry, error) {
	if r, ok := errors.AsType[refusal](err); ok {
		s.note(r.Fact)
		err = nil
	}
	log := s.log
	s.log, s.by = nil, ""
	return log, err
}

// A refusal is why an order is not carried out: it ends the order as an error does, and is a fact.
type refusal struct{ facts.Fact }

// Error implements error.
func (refusal) Error() string { return "the order is refused" }

// refuse gives the refusal of an order; g is nil if it is about no game.
func refuse(g *store.Game, why facts.Reason) error {
	r := facts.Refused{Why: why}
	if g != nil {
		r.Game = g.Number
	}
	return refusal{r}
}

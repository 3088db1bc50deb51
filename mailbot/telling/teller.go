// Package telling reports the result of a mail, or of a scheduled event: it turns the facts of
// package club into answers to the sender and letters to everyone concerned.
//
// A Teller gathers. Each fact becomes a Line for the sender, a letter to another player, or both,
// and a later fact may change what an earlier one had to say: of two letters to a player about one
// game only the last is sent, with the remarks of both. Answers are written when all is
// known: one mail for each game, and one for each thing that is a mail of its own. What happens by
// itself is told at once, since nothing follows it, and so are absences and new addresses, to which
// no later fact has anything to add.
//
// Who may get a mail, and when, is decided by package letters; how many answers a mail gets, by
// whoever calls Answer. Package mailbot has a Teller for each mail and each wake-up.
package telling

import (
	"reflect"
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

// A Line is what the sender of a mail reads of one thing in it: an order that was carried out
// or refused, something that was looked up, or a problem. An answer is made of Lines.
type Line struct {
	Kind     templates.Kind
	Game     *store.Game // nil if it is about none
	Decision decision.Decision
	Notice   templates.Notice // one sentence on it, if Code is not empty
	Done     string           // the order, if it was carried out and has no notice
	Passes   bool             // words to the opponent go with it
	Says     templates.Says   // what only a mail of this kind says
	Args     []string         // of what is a mail of its own: what tells it from others of its kind
	// Look adds to the answer what was asked for, as it is once all orders of the mail are done;
	// nil for what needs no looking up.
	Look    func(answer *letters.Letter) error
	Asks    token.Question // what the answer asks about
	Request *store.Request // which "yes" to the answer confirms; nil for none

	plans bool // it is of a line of a plan that can be taken
}

// ownMail are the kinds of answer that are a mail of their own whatever else
// was written.
var ownMail = []templates.Kind{
	templates.Preview, templates.History, templates.Export, templates.Games, templates.GamesOf, templates.Seeks,
	templates.Standings, templates.Profile, templates.Results,
	templates.Help, templates.Rules, templates.Unsubscribed, templates.Never, templates.Forget, templates.Forgotten, templates.Watched,
	templates.Drawn, templates.ATournament, templates.Tournaments, templates.Ladder, templates.Lesson, templates.Puzzle,
}

// isOwnMail says whether a line is answered in a mail of its own.
func (l Line) isOwnMail() bool { return len(l.Args) > 0 || slices.Contains(ownMail, l.Kind) }

// Terms are what is told of the configuration, and what else telling needs.
type Terms struct {
	OpenGames, Invitations, Commands int
	MailSize                         int      // in bytes
	Languages                        []string // in which there are mails
	Robots                           bool     // there are robots
	club.Extras
	Language string // of mails to those of whom no other is known
	FairPlay string // the operator's words about it; empty for ours
	// Ask makes the letter that asks an address whether the reader writes from there, too, if it
	// may be sent.
	Ask func(facts.AddressAsked) ([]letters.Letter, error)
}

// A Teller gathers what is to be told of one mail or wake-up.
type Teller struct {
	u        *unit.Unit
	desk     *letters.Desk
	Terms    Terms
	reader   *store.Player // who has sent the mail; nil if nobody has, or nobody knows who
	proven   bool          // certainly
	lines    []Line
	others   []letters.Letter            // to others than the reader
	words    map[store.GameNumber]string // of the reader, to be passed on
	passed   map[store.GameNumber]string // those that the opponent gets, to show to the reader
	remarks  []templates.Notice          // on a tournament, for the next that shows its table
	decision decision.Decision
	insists  bool // there is something that the reader must hear, whatever the patience
}

// New begins to tell of a mail of the reader's, or of what happens by itself, which has none.
func New(u *unit.Unit, desk *letters.Desk, terms Terms, reader *store.Player, proven bool) *Teller {
	return &Teller{
		u: u, desk: desk, Terms: terms, reader: reader, proven: proven,
		words: map[store.GameNumber]string{}, passed: map[store.GameNumber]string{},
	}
}

// Note adds a line, and lets its decision count.
func (t *Teller) Note(l Line) {
	t.lines = append(t.lines, l)
	if t.decision == "" {
		t.decision = l.Decision
	}
	t.decision = decision.Weightier(t.decision, l.Decision)
}

// Write keeps a letter to somebody else, which leaves before the answers.
func (t *Teller) Write(l letters.Letter) { t.others = append(t.others, l) }

// Decision is that of the line that weighs most; empty if there is none.
func (t *Teller) Decision() decision.Decision { return t.decision }

// IsEmpty says whether there is nothing to answer.
func (t *Teller) IsEmpty() bool { return len(t.lines) == 0 }

// Asks says whether there is a line to be confirmed.
func (t *Teller) Asks() bool {
	return slices.ContainsFunc(t.lines, func(l Line) bool { return l.Kind == templates.Confirm })
}

// About gives the game that the first line about one is about; nil for none.
func (t *Teller) About() *store.Game {
	for _, l := range t.lines {
		if l.Game != nil {
			return l.Game
		}
	}
	return nil
}

// Advances says whether something was done that changes a game, or that the reader must
// hear whatever the patience.
func (t *Teller) Advances() bool { return t.insists || slices.ContainsFunc(t.lines, t.advances) }

// advances says whether a line is of an order that has changed a game.
func (t *Teller) advances(l Line) bool {
	changes := []decision.Decision{decision.Played, decision.Started, decision.Declined, decision.Withdrawn, decision.Planned}
	return slices.Contains(changes, l.Decision) || l.Game != nil && t.u.Changes(l.Game) && t.letterAbout(l.Game) != nil
}

// letterAbout gives the letter to the other player of a game, nil for none.
func (t *Teller) letterAbout(g *store.Game) *letters.Letter {
	for i := range t.others {
		if t.others[i].Game == g {
			return &t.others[i]
		}
	}
	return nil
}

// toOpponent makes a letter about a game to the reader's opponent. A letter about the same game
// that was made before, for an earlier order, gives way, and leaves what it had to say beside its
// main matter: that the challenge was accepted, that the reader is away.
func (t *Teller) toOpponent(g *store.Game, k templates.Kind) error {
	opponent, err := t.u.Seated(g, g.SeatOf(t.reader.ID).Other())
	if err != nil {
		return err
	}
	l := letters.Letter{To: opponent, Kind: k, Game: g}
	dropped, notices := t.dropLetters(g)
	var begun store.GameNumber // that the mail has accepted, of several the last
	for _, entry := range t.desk.Log {
		if f, ok := entry.Fact.(facts.GameStarted); ok && f.Meant {
			begun = f.Game
		}
	}
	if accepted := (templates.Notice{Code: templates.NoticeAccepted}); dropped && begun == g.Number && !hasNotice(notices, accepted) {
		l.Notices = append(l.Notices, accepted)
	}
	l.Notices = append(l.Notices, notices...)
	t.Write(l)
	return nil
}

// dropLetters removes a letter about a game that was made for an earlier order, and says whether
// there was one, and with which notices.
func (t *Teller) dropLetters(g *store.Game) (dropped bool, notices []templates.Notice) {
	t.others = slices.DeleteFunc(t.others, func(l letters.Letter) bool {
		if l.Game == g {
			dropped, notices = true, append(notices, l.Notices...)
		}
		return l.Game == g
	})
	return dropped, notices
}

// remark adds a notice to the letter about a game that the opponent gets.
func (t *Teller) remark(g *store.Game, n templates.Notice) {
	if l := t.letterAbout(g); l != nil {
		l.Notices = append(l.Notices, n)
	}
}

// hasNotice says whether a notice is among others.
func hasNotice(notices []templates.Notice, n templates.Notice) bool {
	return slices.ContainsFunc(notices, func(o templates.Notice) bool { return reflect.DeepEqual(o, n) })
}

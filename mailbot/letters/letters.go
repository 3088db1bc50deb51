// Package letters writes mails: a Desk takes what is to be told to whom, asks package departure
// whether the reader may get it now, on a later day, in the daily mail or never, and puts a
// finished mail into the outbox. No other package does.
//
// A mail that waits there still may be replaced by a later one about the same game, so that
// what one game has to say to one reader is one mail. All ids follow from the mail or the wake-up that is dealt
// with, so that the same work, done again from a restored backup, gives the same mails.
//
// The package carries out no orders, and changes of games and players only what is noted there
// of mails: the thread, which mail tells of the turn or reminds of it, which positions the mail
// of the day has shown, what a player was told in passing. Whoever works on a mail or a wake-up
// has a Desk; the sending itself is package outbox's.
package letters

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/address"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// A Letter is a mail to be written: to whom, what kind, and about what.
type Letter struct {
	To      *store.Player // ID 0 is a stranger
	Kind    templates.Kind
	Game    *store.Game // nil if it is about none
	Notices []templates.Notice
	Words   string // from player to player
	Passed  string // the reader's own, that the other player gets
	Answer  bool   // to the sender of the mail at hand, so it replies to that mail
	Back    Back
	Says    templates.Says // what only a mail of this kind says; the Desk adds what it knows itself
	Moment  *views.Moment  // what to show in place of the present position, nil for that
	Files   []store.File
	// TurnsDown lets it leave beyond the limit that it tells of: there is no room today.
	TurnsDown bool
}

// A Back is what an answer to a letter brings back, beside the game that it is about.
type Back struct {
	Asks    token.Question // what the letter asks about
	Request *store.Request // which the answer can confirm, nil for none
	// Stranger is the number of an address, an answer from which shows that it is
	// the sender's; 0 for none.
	Stranger uint32
}

// Config is what all mails have from the bot that writes them.
type Config struct {
	Address  string // the bot's own, without +detail
	Bare     bool   // mail with a +detail does not arrive: tokens stand in subjects
	Language string // of mails to those of whom no other is known; empty for templates.Default
	RunBy    string
	Ladder   bool   // there is one, which help explains
	Robots   bool   // there are robots to play against
	Operator string // who is told of what the bot can't mend itself; empty for nobody
	// UndoGrace is how much later the mail leaves that tells a player of a move.
	UndoGrace time.Duration
	Limits    departure.Limits
	Words     *templates.Set
	Log       *slog.Logger
}

// Detail writes an address of the bot that carries a token.
func (c Config) Detail(sealed string) string { return address.Own(c.Address).With(sealed) }

func (c Config) domain() string {
	_, domain, _ := strings.Cut(c.Address, "@")
	return domain
}

// An Occasion is what a Desk writes for: a mail and who has written it, or a wake-up.
type Occasion struct {
	// Cause is what the ids of all mails that come of this follow from.
	Cause string
	departure.Origin
	Due time.Time // of a wake-up: when it was to happen
	// Replaying says that it happened before, and is not in the backup that was restored.
	Replaying bool
}

// Asides are what is told in passing, in the first mail that has room for it.
type Asides struct {
	Called *store.Player // has just got a name that the bot has made
	Zone   string        // that is proposed to the sender, "" for none,
	Offset string        // and how far from UTC the mail seems to be written
}

// A Desk writes the mails of one unit of work.
type Desk struct {
	Occasion Occasion // as far as it is known; whoever finds out more says so here
	Asides   Asides
	Log      []facts.Entry // what has happened so far
	// Departures decides when they leave.
	Departures departure.Schedule

	config Config
	u      *unit.Unit
	ring   token.Ring
	sent   map[string]int  // letters written so far, by address
	kept   []*store.Player // for whom something new waits for the mail of the day
}

// NewDesk begins the mails of a unit of work.
func NewDesk(config Config, u *unit.Unit, o Occasion) *Desk {
	when := departure.Schedule{Unit: u, Limits: config.Limits, Grace: config.UndoGrace, Log: config.Log}
	return &Desk{Occasion: o, Departures: when, config: config, u: u, sent: map[string]int{}}
}

// Note takes over what has happened, from which the letters take what they tell.
func (d *Desk) Note(log ...facts.Entry) { d.Log = append(d.Log, log...) }

// Spent says whether nothing more may be answered today to a mail that may not be from whom it
// says.
func (d *Desk) Spent(address string) (bool, error) {
	return d.Departures.Spent(d.Occasion.Origin, address)
}

// Ring reads the keys that are good for this unit of work. They are read in its
// transaction since they can be changed while the bot runs.
func (d *Desk) Ring() (token.Ring, error) {
	if d.ring != nil {
		return d.ring, nil
	}
	k, err := d.u.Tx.Keys()
	if err != nil {
		return nil, err
	}
	d.ring = token.NewRing(k, d.u.Now)
	return d.ring, nil
}

// LanguageOf gives the language of mails to somebody; otherwise is the operator's, which may
// be empty.
func LanguageOf(p *store.Player, otherwise string) string {
	return cmp.Or(p.Language, p.Greeted, otherwise, templates.Default)
}

// LanguageOf gives the language of mails to somebody.
func (d *Desk) LanguageOf(p *store.Player) string { return LanguageOf(p, d.config.Language) }

// Spoken gives the language that the mail at hand seems to be in, and whether that is certain; "" if
// nothing speaks for one in which there are mails.
func (d *Desk) Spoken() (language string, certain bool) {
	language, certain = d.Occasion.Mail.Language()
	if !slices.Contains(d.config.Words.Languages(), language) {
		return "", false
	}
	return language, certain
}

// Draft gives the subject and the text of a letter that is not sent.
func (d *Desk) Draft(l Letter) (subject, text string, err error) {
	m, err := (&draft{Desk: d, Letter: l}).write()
	if err != nil {
		return "", "", err
	}
	return m.Subject, m.Text, nil
}

// A draft is a letter that is being written.
type draft struct {
	*Desk
	Letter
	picture   *game.Record       // of a game that is drawn in the mail
	about     []store.GameNumber // of a mail of the day: the games that it tells of
	inherited []string           // remarks of mails whose place it takes, see takePlace
	instead   []store.Replaced   // those
	tellsTurn bool               // one of them told the reader of the turn
}

// Send renders a letter and puts the finished mail into the outbox, if it is to leave and when,
// see package departure. What waits for the mail of the day is kept. If a mail about the same
// game has not left yet, this one takes its place.
func (d *Desk) Send(l Letter) error { return d.send(&draft{Desk: d, Letter: l}) }

func (d *Desk) send(l *draft) error {
	old := l.replaces()
	when, err := d.Departures.Of(d.Occasion.Origin, departure.Mail{
		To: l.To, Kind: l.Kind, Game: l.Game, Answer: l.Answer, Stands: l.canReplace(), TurnsDown: l.TurnsDown, Old: old,
	})
	switch {
	case err != nil, when.Fate == departure.Unwanted:
		return err
	case when.Fate == departure.WithDay:
		return l.keepNews()
	case when.Fate == departure.NoRoom:
		d.sent[l.To.Address]++ // so that the ids of the others do not hang on it
		return nil
	}
	l.Notices = append(l.Notices, when.Notices...)
	if err := l.addAsides(); err != nil {
		return err
	}
	if old != nil {
		if err := l.takePlace(old); err != nil {
			return err
		}
	}
	m, err := l.write()
	if err != nil {
		return err
	}
	m.Precedence = store.Precedence{Waits: !slices.Contains(departure.TellsOfGames, l.Kind), Caused: when.Caused}
	m.Delivery = store.Delivery{NextTry: when.At, Held: when.Held, Passing: d.u.Forgets(l.To)}
	if g := l.Game; g != nil {
		// Nobody else would tell that a challenge was accepted, say, or that the move has ended or
		// answered the reader's plan.
		_, answered := l.AnsweredByPlans(g)
		onlyMove := l.Kind == templates.Turn && !l.Answer && !answered && len(l.Notices)+len(l.inherited) == 0 && isMoveOf(g, g.Course.ToMove.Other())
		if err := d.Departures.Delay(m, g, onlyMove); err != nil {
			return err
		}
	}
	if err := d.u.Tx.Enqueue(m); err != nil {
		return err
	}
	return l.notePlace(m.ID)
}

// notePlace notes in a game where in the outbox the mails are that may be taken back, and in one against a robot what its
// opponent has seen of it.
func (l *draft) notePlace(id uint64) error {
	if l.Game != nil && l.Game.Robot != nil && l.Game.SeatOf(l.To.ID) != game.NoSeat && slices.Contains(showsStand, l.Kind) && l.Moment == nil {
		l.Game.Robot.Told = len(l.Game.Events)
		l.u.ChangeGame(l.Game)
	}
	switch {
	case l.Kind == templates.Reminder:
		l.Game.Reminder = id
		l.u.ChangeGame(l.Game)
		if l.Occasion.Replaying { // it has left then, and mostly the move was made; later mails come behind it, as they did
			return clocks.DropReminder(l.u, l.Game)
		}
	case l.Kind == templates.Turn, l.tellsTurn:
		l.NoteTurnMail(l.Game, l.To, id)
	}
	for _, n := range l.about { // of the mail of the day
		g, err := l.u.Game(n)
		if err != nil {
			return err
		}
		if g.TurnMail == 0 { // none came before
			l.NoteTurnMail(g, l.To, id)
		}
	}
	return nil
}

// NoteTurnMail notes which mail in the outbox tells a player of the turn, if it is that
// player's.
func (d *Desk) NoteTurnMail(g *store.Game, to *store.Player, id uint64) {
	if g.State == store.Playing && g.Player(g.Course.ToMove) == to.ID {
		g.TurnMail = id
		d.u.ChangeGame(g)
	}
}

// Finish shows the games that have changed to those who watch them, each once as it stands in
// the end, and sends what can wait no longer. Whoever watches a game sees each of its positions
// and who plays, and nothing that the players say, note, plan or can do. The operator's mails
// come last, so that the ids of the others do not hang on them.
func (d *Desk) Finish() error {
	var changed []*store.Game // so that everybody may see it, the first first
	for _, entry := range d.Log {
		switch entry.Fact.(type) {
		case facts.MovePlayed, facts.PlanPlayed, facts.RobotPlayed, facts.MoveTakenBack, facts.RobotGaveBack, facts.GameCalledOff, facts.GameOver:
			if g := d.u.Loaded(entry.About()); !slices.Contains(changed, g) {
				changed = append(changed, g)
			}
		}
	}
	changed = slices.DeleteFunc(changed, func(g *store.Game) bool { return g.RobotToMove() }) // they see its answer, too
	for _, g := range changed {
		for _, w := range slices.Clone(g.Watchers) {
			p, err := d.u.Player(w.Player)
			if err != nil {
				return err
			}
			if d.u.Forgets(p) {
				continue
			}
			if err := d.Send(Letter{To: p, Kind: templates.Watched, Game: g}); err != nil {
				return err
			}
		}
	}
	if err := d.sendWaiting(); err != nil {
		return err
	}
	for _, n := range d.Departures.News {
		if err := d.TellOperator(n); err != nil {
			return err
		}
	}
	return nil
}

// operatorMails is how many mails a day the operator gets at most: a relay that
// refuses everything must not fill the operator's own mailbox.
const operatorMails = 10

// TellOperator writes to whoever runs the bot about something that the bot
// can't mend itself. The log has it in any case.
func (d *Desk) TellOperator(news templates.Notice) error {
	if d.config.Operator == "" {
		return nil
	}
	count, err := d.u.Tx.CountOperatorMail(d.u.Now)
	if err != nil || count > operatorMails {
		return err
	}
	l := Letter{To: &store.Player{Address: d.config.Operator}, Kind: templates.Operator, Notices: []templates.Notice{news}}
	if count == operatorMails {
		l.Notices = append(l.Notices, templates.Notice{Code: templates.OperatorLast})
	}
	return d.Send(l)
}

// TellOperatorOfMonth writes to whoever runs the bot of a month that is over, whatever else was
// told today.
func (d *Desk) TellOperatorOfMonth(m *templates.Month) error {
	return d.Send(Letter{To: &store.Player{Address: d.config.Operator}, Kind: templates.Operator, Says: m})
}

// AnswerOperator answers the mail at hand, which is certainly the operator's: no limit counts the
// answer, so nobody can use up what it takes. It is in English, as what the commands print.
func (d *Desk) AnswerOperator(says *templates.Output) error {
	return d.Send(Letter{To: &store.Player{Address: d.config.Operator, Language: templates.Default}, Kind: templates.Ordered, Answer: true, Says: says})
}

// AnsweredByPlans says whether plans have answered a move of the mail at once, and how many
// events the game had before that move. One that the mail takes back, too, nothing has answered.
func (d *Desk) AnsweredByPlans(g *store.Game) (before int, answered bool) {
	for _, entry := range d.Log {
		if f, ok := entry.Fact.(facts.MovePlayed); ok && f.Game == g.Number && len(g.Events) > f.Before+1 && g.Events[len(g.Events)-1].Move.Kind != game.TakeBack {
			return f.Before, true
		}
	}
	return 0, false
}

// newRatings shows the reader of a mail what the game that it is about has made of
// the reader's rating; nil if nothing.
func (l *draft) newRatings() *templates.Ratings {
	var over *facts.GameOver
	for _, entry := range l.Log {
		if f, ok := entry.Fact.(facts.GameOver); ok && f.Game == l.Game.Number {
			over = &f
		}
	}
	if over == nil || l.Kind != templates.Over {
		return nil
	}
	var made [2]*templates.Rating
	for i, c := range over.Changes {
		if c.After.RatedGames() == c.Before.RatedGames() {
			return nil
		}
		before, _ := club.KnownRating(c.Before, l.u.Now)
		made[i] = views.Rating(c.After, l.u.Now)
		made[i].Gain = made[i].Value - views.WholePoints(before.Value)
	}
	mine := l.Game.SeatOf(l.To.ID)
	return &templates.Ratings{Yours: made[mine-game.First], Theirs: made[mine.Other()-game.First]}
}

// Showing gives the kind of mail that tells a player how a game stands.
func Showing(g *store.Game, seat game.Seat) templates.Kind {
	switch {
	case club.CanAccept(g, seat):
		return templates.Invite
	case g.State == store.Declined:
		return templates.Declined
	case g.State == store.Withdrawn:
		return templates.Withdrawn
	case g.State == store.Lapsed:
		return templates.Lapsed
	case g.State == store.Finished:
		return templates.Over
	case g.State == store.Cancelled:
		return templates.Cancelled
	}
	return templates.Show
}

// ToldAs gives the kind of mail that tells a player how the game stands after a
// move.
func ToldAs(g *store.Game, seat game.Seat) templates.Kind {
	switch {
	case g.State == store.Finished:
		return templates.Over
	case g.State == store.Cancelled:
		return templates.Cancelled
	case g.Course.ToMove == seat:
		return templates.Turn
	}
	return templates.Moved
}

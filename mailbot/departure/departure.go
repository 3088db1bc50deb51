// Package departure decides when one of the bot's mails leaves: now, later, on a later day, in the
// daily mail, or never. It counts those that leave, and enforces the limits on how many anyone can
// get or cause in a day.
//
// It asks, in this order: does the reader want it; can it wait for the reader's daily mail;
// may it be an answer to somebody else than its sender, of which there are few; and has its
// causer room left, see package shares. A mail that may be written then is held back as long as
// its reader can't be reached, and one that tells of nothing but a move leaves when the move can
// be taken back no more.
//
// Package letters asks it for each letter, writes the mail, and puts it into the outbox.
package departure

import (
	"cmp"
	"log/slog"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// Limits are how many mails leave in a day.
type Limits struct {
	ToAddress, ToDomain, InAll int
	PerPlayer                  int // how many of these one account can cause; 0 is a quarter
	// Unproven is how many answers to mails that may not be from whom they say go to one
	// address, and UnprovenInAll to all.
	Unproven, UnprovenInAll int
}

// An Origin is what mails come of: a mail that somebody has written, or, the zero Origin,
// something that happens by itself.
type Origin struct {
	Mail  *parser.Mail
	Claim author.Claim // who has written it
	Owed  bool         // an answer, whatever the limits say
}

// A Mail is one that is to leave, as far as it counts for that.
type Mail struct {
	To     *store.Player // ID 0 is a stranger
	Kind   templates.Kind
	Game   *store.Game // nil if it is about none
	Answer bool        // to the sender of the mail that it comes of
	// Stands says that it shows how a game stands: it leaves though there is no room in days,
	// even if it is an answer.
	Stands bool
	// TurnsDown lets it leave beyond the limit that it tells of.
	TurnsDown bool
	Old       *store.Outgoing // whose place it takes, and with which it was counted; nil for none
}

// A Fate is what becomes of a mail.
type Fate uint8

// What can become of it.
const (
	Leaves  Fate = iota
	WithDay      // it waits for the mail of the day
	NoRoom       // it is not sent, for that would be too many
	Unwanted
)

// A Departure is whether a mail leaves and, if it does, when.
type Departure struct {
	Fate    Fate
	At      time.Time
	Held    bool // until its reader can be reached
	Caused  int  // how many mails of that day its causer had before
	Notices []templates.Notice
}

// A Schedule decides of the mails of one unit of work.
type Schedule struct {
	Unit   *unit.Unit
	Limits Limits
	Grace  time.Duration // in which a move can be taken back
	Log    *slog.Logger

	Over   Overrun            // what the mail at hand has met
	PutOff bool               // mails that the sender has caused are put off, and the sender is not told yet
	News   []templates.Notice // for the operator, who gets them last
}

// An Overrun is a limit that a mail has met, for the log.
type Overrun struct {
	Limit string // empty for none
	Count int    // with that mail
}

// TellsOfGames are the kinds of mail that running games wait for: their turns, their
// beginning and their end. Half of all mails of a day is kept for them.
var TellsOfGames = []templates.Kind{templates.Turn, templates.Started, templates.Over, templates.Cancelled, templates.Drawn}

// Of decides of a mail, and counts it if it is not to wait for the mail of the day. A player who
// wants no mails gets answers only, and of one who can't be reached all other mails are held back.
func (s *Schedule) Of(o Origin, m Mail) (Departure, error) {
	silent := m.To.Silent && !m.Answer && m.Kind != templates.Unsubscribed // which is the last one
	if m.To == unit.Anybody || m.To.Robot > 0 || silent || !m.To.Forgotten.IsZero() {
		return Departure{Fate: Unwanted}, nil
	}
	if waits, err := s.waits(m); waits || err != nil {
		return Departure{Fate: WithDay}, err
	}
	if m.Kind == templates.Operator || m.Kind == templates.Ordered { // those have a limit of their own, and what was ordered has none
		return Departure{At: s.Unit.Now}, nil
	}
	return s.count(o, m)
}

// canWait are the kinds that go into the mail of the day. Answers, questions,
// invitations and reminders leave at once.
var canWait = []templates.Kind{
	templates.Turn, templates.Moved, templates.Message, templates.Started, templates.Over, templates.Cancelled, templates.Watched,
	templates.Declined, templates.Withdrawn, templates.Lapsed,
}

// digestRoom is how much time there must be to move after the mail of the day: a turn with
// less is told at once.
const digestRoom = 24 * time.Hour

// waits says whether a mail can wait for the mail of the day. What a robot answers is waited for.
func (s *Schedule) waits(m Mail) (bool, error) {
	if !m.To.Daily || m.Answer || m.Game == nil || m.Game.Robot != nil && m.Game.SeatOf(m.To.ID) != game.NoSeat || !slices.Contains(canWait, m.Kind) {
		return false, nil
	}
	g := m.Game
	if g.State != store.Playing || g.Pace.None() || g.Course.ToMove != g.SeatOf(m.To.ID) {
		return true, nil
	}
	cal, err := clocks.CalendarToMove(s.Unit, g)
	if err != nil {
		return false, err
	}
	return g.Clock.Deadline(g.Pace, g.Course.ToMove, cal).Sub(clocks.NextMorning(s.Unit.Now, m.To)) >= digestRoom, nil
}

// Delay lets a mail that tells of a move, and of nothing else, leave later, so that the move can be
// taken back meanwhile. Any other to whose turn it is comes behind the one that tells of the turn,
// which leaves now.
func (s *Schedule) Delay(m *store.Outgoing, g *store.Game, onlyMove bool) error {
	if g.State != store.Playing || g.Player(g.Course.ToMove) != m.Player {
		return nil
	}
	if onlyMove && g.Robot == nil && g.TurnMail == 0 && !m.NextTry.After(s.Unit.Now) {
		m.NextTry = s.Unit.Now.Add(s.Grace)
		m.Recallable = m.NextTry.After(s.Unit.Now)
		return nil
	}
	return s.Unit.Tx.Hasten(g.TurnMail, s.Unit.Now)
}

const (
	perPlayer  = "mails_out_per_player" // the pot of what one account can cause
	unprovenTo = "unproven_answers"     // the pot of what one address gets
)

// daysAhead is how far mails are put off. Those for which there is no room on any of
// these days leave on the last one all the same, unless they are mere answers.
const daysAhead = 3

// count counts a mail and says when it may leave, and whether at all: what a player needs is only
// put off, an answer to a mail that may not be from whom it says is not sent. Whoever causes so
// many that some are put off is told once a day, in an answer that is not.
func (s *Schedule) count(o Origin, m Mail) (d Departure, err error) {
	d = Departure{At: s.Unit.Now, Held: !m.To.Unreachable.IsZero() && !m.Answer}
	unsure := m.Answer && !o.Claim.Proven()
	if unsure && !m.TurnsDown {
		if err := s.answerUnsure(&d, o, m.To.Address); d.Fate == NoRoom || err != nil {
			return d, err
		}
	}
	by, err := s.account(o, m)
	if err != nil {
		return d, err
	}
	if err := s.find(&d, o, m, by); err != nil {
		return d, err
	}
	if m.Kind == templates.Announced {
		d.Caused = store.BehindAll
	}
	if s.PutOff && m.Answer {
		s.PutOff = false
		d.Notices = append(d.Notices, templates.Notice{Code: templates.NoticePutOff, Span: templates.Span{To: shares.Tomorrow(s.Unit.Now)}})
	}
	if unsure && !o.Owed && d.At.After(s.Unit.Now) {
		d.Fate = NoRoom
	}
	return d, nil
}

// find counts a mail and says when it may leave: now, or with the first day that has room for it,
// of which it is one of the mails then. That what one game has to say to one reader is one mail
// until then keeps these days from filling up.
func (s *Schedule) find(d *Departure, o Origin, m Mail, by shares.Account) error {
	if m.Old != nil {
		d.Caused = m.Old.Caused
	}
	for range daysAhead {
		if m.Old != nil && (m.Old.Recallable || !m.Old.NextTry.After(d.At)) {
			return nil
		}
		full, err := s.leaveOn(d, m, by)
		if full == nil || err != nil {
			return err
		}
		if d.At.Equal(s.Unit.Now) {
			if err := s.overdraw(o, full, by); err != nil {
				return err
			}
			if s.PutOff && m.Answer { // this one tells of it
				return nil
			}
		}
		d.At = shares.Tomorrow(d.At)
	}
	if m.Answer && !m.Stands && !o.Owed {
		d.Fate = NoRoom
	}
	return nil
}

// account says who causes a mail.
func (s *Schedule) account(o Origin, m Mail) (shares.Account, error) {
	switch {
	case o.Mail == nil, m.Kind == templates.Watched && !m.Answer: // its reader causes it
		return shares.Of(s.Unit, m.To)
	case o.Claim.Proven():
		return shares.Of(s.Unit, o.Claim.Sender())
	case o.Claim.AddressCertain():
		return shares.Of(s.Unit, &store.Player{Address: o.Mail.From.Addr})
	}
	return shares.OfUnproven, nil
}

// leaveOn counts a mail for a day: among the mails to its address and domain, in its causer's
// share, and among all mails of the day. Half of those is kept for what running games wait for,
// which may take of the other half too, so that there are two ways for it. If there is no room
// for it, it counts nothing, and gives the draw that is in the way.
func (s *Schedule) leaveOn(on *Departure, m Mail, by shares.Account) (full *shares.Draw, err error) {
	address := fold.Mailbox(m.To.Address)
	share, err := by.Of(s.Unit, s.Limits.InAll, cmp.Or(s.Limits.PerPlayer, max(1, s.Limits.InAll/4)))
	if err != nil {
		return nil, err
	}
	domain, own := shares.Domain(address), by.Members
	if by.Is(m.To.ID) {
		own = nil // nobody else's mailbox gets full
	}
	games := s.Limits.InAll / 2
	ways := [][]shares.Draw{{
		{Pot: shares.Pot{Name: "mails_out_per_address", Whom: address, Most: s.Limits.ToAddress, Told: m.To.Name}, By: own},
		{Pot: shares.Pot{Name: "mails_out_per_domain", Whom: domain, Most: s.Limits.ToDomain, Told: domain}, By: by.Members},
		{Pot: shares.Pot{Name: perPlayer, Whom: by.Members[0].Name, Most: share}, By: by.Members[1:]},
		{Pot: shares.Pot{Name: "mails_out", Most: s.Limits.InAll - games}, By: by.Members},
	}}
	if slices.Contains(TellsOfGames, m.Kind) {
		way := slices.Clone(ways[0])
		way[len(way)-1].Pot = shares.Pot{Name: "mails_out_for_games", Most: games}
		ways = slices.Insert(ways, 0, way)
	}
	for _, way := range ways {
		if full, err = shares.FirstFull(s.Unit, way, on.At); err != nil {
			return nil, err
		}
		if full != nil {
			continue
		}
		for _, draw := range way {
			if on.Caused, err = draw.Take(s.Unit, on.At); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return full, err
}

// overdraw notes that more was to leave than a pot holds: once a day for each
// pot, and for each account that has taken what it can of one, in the log and for the
// operator; and for the sender, see count.
func (s *Schedule) overdraw(o Origin, full *shares.Draw, by shares.Account) error {
	used, err := s.Unit.Tx.Counted(full.Counter(), s.Unit.Now)
	if err != nil {
		return err
	}
	news := templates.Notice{Code: templates.OperatorLimit, Text: "limits." + full.Name, Number: full.Most, Name: full.Told}
	kind, whose := "told_limit", full.Name+" "+full.Whom
	if used < full.Most || full.Name == perPlayer {
		news = templates.Notice{Code: templates.OperatorShare, Text: "limits.mails_out_per_player", Name: by.Told}
		kind, whose = "told_share", by.Members[len(by.Members)-1].Name
	}
	first, err := shares.FirstToday(s.Unit, kind, whose)
	if err != nil {
		return err
	}
	if first {
		s.Log.Warn("limit reached: mails wait until tomorrow or are dropped", "limit", full.Name, "most", full.Most)
		s.News = append(s.News, news)
	}
	if !o.Claim.Proven() {
		return nil
	}
	if first, err = shares.FirstToday(s.Unit, "told_sender", shares.Player(o.Claim.Sender().ID)); first {
		s.PutOff = true
	}
	return err
}

// unsure are the limits of answers to mails that may not be from whom they say, and,
// apart from these, to strangers for whom our server vouches.
func (s *Schedule) unsure(o Origin, address string) []shares.Draw {
	inAll := shares.Pot{Name: "unproven_answers_in_all", Most: s.Limits.UnprovenInAll}
	if o.Claim.Sender() == nil && o.Claim.Vouched() {
		inAll.Whom = "vouched"
		return []shares.Draw{{Pot: inAll, By: shares.Stranger(o.Mail.From.Addr)}}
	}
	return []shares.Draw{{Pot: shares.Pot{Name: unprovenTo, Whom: fold.Mailbox(address), Most: s.Limits.Unproven}}, {Pot: inAll}}
}

// Spent says whether nothing more may be answered today to a mail that may not be
// from whom it says, and notes which limit is in the way.
func (s *Schedule) Spent(o Origin, address string) (bool, error) {
	full, err := shares.FirstFull(s.Unit, s.unsure(o, address), s.Unit.Now)
	if full != nil {
		s.Over = Overrun{full.Name, full.Most + 1}
	}
	return full != nil, err
}

// answerUnsure counts an answer to a mail that may not be from whom it says. Over
// a limit there is none, unless it is owed: somebody may be using the bot to fill
// another's mailbox.
// The last one to an address says that it is the last.
func (s *Schedule) answerUnsure(d *Departure, o Origin, address string) error {
	if !o.Owed {
		if spent, err := s.Spent(o, address); spent || err != nil {
			d.Fate = NoRoom
			return err
		}
	}
	for _, draw := range s.unsure(o, address) {
		before, err := draw.Take(s.Unit, s.Unit.Now)
		if err != nil {
			return err
		}
		if draw.Name == unprovenTo && before+1 == draw.Most {
			d.Notices = append(d.Notices, templates.Notice{Code: templates.NoticeLastUnproven, Span: templates.Span{To: shares.Tomorrow(s.Unit.Now)}})
		}
	}
	return nil
}

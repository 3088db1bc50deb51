package mailbot

import (
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/copies"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// An errand is the work on one mail, inside one transaction. The steps of
// handle fill it in, the commands leave their results and letters in it, and
// the last step makes mails of them.
type errand struct {
	bot  *Bot
	u    *unit.Unit
	in   taken
	mail *parser.Mail

	claim   author.Claim             // who has written the mail, and what it answers
	plies   map[store.GameNumber]int // the positions that the mail answers, and its orders below a move
	known   copies.Mail              // what it can be known again by, and how uncertain its author is
	door    *door.Door               // that it has to pass
	visit   door.Visit               // what was found there
	request *store.Request           // what is to be confirmed of this mail, nil for nothing

	session  *club.Session   // in which its orders are carried out, see club
	told     *telling.Teller // what is told of them, see teller
	decision decision.Decision

	desk *letters.Desk // where its mails are written
}

func newErrand(b *Bot, tx *store.Tx, in taken) *errand {
	mail := b.cfg.Trust().Read(in.Raw, in.HeaderOnly)
	known := copies.Of(in.Place(), mail, in.Raw)
	e := newChore(b, tx, letters.Occasion{Cause: string(known.Bytes()), Mail: mail, Replaying: in.Filed})
	e.in, e.mail, e.known = in, mail, known
	now := e.u.Now
	arrived := now
	if at := in.ArrivedBy(now); !at.IsZero() {
		arrived = at
	}
	if in.Filed { // so that all limits, and ids with a day in them, are as they were
		now = arrived
	}
	e.u.Times = unit.Since(now, arrived)
	return e
}

// newChore makes an errand on which no mail has sent the bot.
func newChore(b *Bot, tx *store.Tx, o letters.Occasion) *errand {
	u := unit.New(tx, unit.At(b.process.Now().UTC().Truncate(time.Second)))
	return &errand{
		bot: b, u: u, desk: letters.NewDesk(b.house(), u, o), mail: &parser.Mail{},
		plies: map[store.GameNumber]int{},
	}
}

// finish writes back what the errand changed and marks the mail as seen.
func (e *errand) finish(d decision.Decision, err error) (decision.Decision, error) {
	if err == nil {
		err = e.writeBack()
	}
	if err != nil {
		return "", err
	}
	return d, e.markSeen(d)
}

// writeBack sends the mails that come last, and puts what the errand changed into the store.
func (e *errand) writeBack() error {
	if err := e.desk.Finish(); err != nil {
		return err
	}
	return e.u.WriteBack(templates.FormerPlayer)
}

// rules are what of the configuration is for the club.
func (b *Bot) rules() club.Rules {
	c := b.cfg
	return club.Rules{
		UndoGrace: c.UndoGrace, Listed: choiceListed, Languages: b.words.Languages(), OpenGames: c.Limits.OpenGames,
		Invitations: c.Limits.Invitations, InvitedBy: c.Limits.InvitedBy, InviteAgain: c.Limits.InviteAgain,
		InvitationTime: c.Limits.InvitationTime, Refused: c.own().Refuses, NameOf: names.Of,
	}
}

// choiceListed is how many games there are where a player has to say which is meant.
const choiceListed = 20

// club gives the session in which the orders of the mail are carried out.
func (e *errand) club() *club.Session {
	if e.session == nil {
		answer := club.Answer{Game: e.claim.Game(), Watching: e.claim.Asked() == token.AskWatch, Turns: e.plies}
		e.session = club.New(e.u, e.desk.Occasion.Cause, e.bot.rules(), e.claim.Sender(), answer)
	}
	return e.session
}

// clubOf gives a session for what happens to a player, whoever has written the mail.
func (e *errand) clubOf(p *store.Player) *club.Session {
	return club.New(e.u, e.desk.Occasion.Cause, e.bot.rules(), p, club.Answer{})
}

// teller gives what tells of the orders of the mail.
func (e *errand) teller() *telling.Teller {
	if e.told == nil {
		terms := telling.Terms{OpenGames: e.bot.cfg.Limits.OpenGames, Invitations: e.bot.cfg.Limits.Invitations, Languages: e.bot.words.Languages(), Ask: e.door.AskAddress}
		e.told = telling.New(e.u, e.desk, terms, e.claim.Sender(), e.claim.Proven())
	}
	return e.told
}

// tell tells what an order has brought about, unless it has failed.
func (e *errand) tell(log []facts.Entry, err error) error {
	return e.teller().Tell(log, err)
}

// dispatch gives what does the commands of the mail, of which a less certain copy may have asked
// for something; 0 for nothing.
func (e *errand) dispatch(copied store.RequestID) *dispatch.Dispatch {
	l := e.bot.cfg.Limits
	return dispatch.New(
		dispatch.Case{Mail: e.mail, Claim: e.claim, Asked: e.visit.Asked, Newcomer: e.visit.Before.Newcomer, Copy: copied},
		dispatch.Means{
			Unit: e.u, Club: e.club(), Turns: e.plies, Teller: e.teller(), Looks: e.bot.looks,
			Terms: dispatch.Terms{OpenGames: l.OpenGames, Commands: l.Commands, MailSize: l.MailSize, Languages: e.bot.words.Languages(), Language: e.bot.cfg.Language},
		})
}

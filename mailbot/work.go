package mailbot

import (
	"time"

	"unlurbot/game/engine"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

// A work is what is done in one transaction of the store, on a mail or on what happens by itself.
type work struct {
	bot  *Bot
	u    *unit.Unit
	desk *letters.Desk // where its mails are written
}

func (b *Bot) begin(tx *store.Tx, o letters.Occasion) work {
	u := unit.New(tx, unit.At(b.process.Now().UTC().Truncate(time.Second)))
	return work{b, u, letters.NewDesk(b.forLetters(), u, o)}
}

// end sends the mails that come last, and puts what was changed into the store.
func (w work) end() error {
	if err := w.desk.Finish(); err != nil {
		return err
	}
	return w.u.WriteBack(templates.FormerPlayer)
}

// session gives the club for orders of a player, or for what happens by itself.
func (w work) session(p *store.Player, answer club.Answer) *club.Session {
	c, l := w.bot.cfg, w.bot.cfg.Limits
	rules := club.Rules{
		UndoGrace: c.UndoGrace, Listed: choiceListed, Languages: w.bot.words.Languages(), OpenGames: l.OpenGames, Robots: club.Robots{Engine: engine.Version}, Extras: w.extras(),
		Invitations: l.Invitations, InvitedBy: l.InvitedBy, InviteAgain: l.InviteAgain,
		InvitationTime: l.InvitationTime, Refused: c.own().Refuses, NameOf: names.Of,
	}
	if c.Robots {
		rules.Robots.Levels = engine.Levels
	}
	return club.New(w.u, w.desk.Occasion.Cause, rules, p, answer)
}

// extras are what the operator has switched on.
func (w work) extras() club.Extras {
	c := w.bot.cfg
	return club.Extras{Net: c.Net, Cups: c.Cups, Ladder: c.Ladder, Puzzles: c.Puzzles > 0}
}

// teller gives what tells the facts to whoever has sent a mail, and to others; the entrance is where
// it came in, nil if there is no mail.
func (w work) teller(c author.Claim, entrance *door.Door) *telling.Teller {
	terms := w.terms()
	if entrance != nil {
		terms.Ask = entrance.AskAddress
	}
	return telling.New(w.u, w.desk, terms, c.Sender(), c.Proven())
}

// terms are what is told of the configuration.
func (w work) terms() telling.Terms {
	l := w.bot.cfg.Limits
	return telling.Terms{
		OpenGames: l.OpenGames, Invitations: l.Invitations, Commands: l.Commands, MailSize: l.MailSize,
		Languages: w.bot.words.Languages(), Language: w.bot.cfg.Language, Extras: w.extras(), Robots: w.bot.cfg.Robots, FairPlay: w.bot.cfg.FairPlay,
	}
}

// tell tells whom it concerns of what has happened by itself, unless it has failed; in the log
// as well, who is out of reach.
func (w work) tell(log []facts.Entry, err error) error {
	for _, entry := range log {
		f, lost := entry.Fact.(facts.OutOfReach)
		if !lost {
			continue
		}
		if p, unknown := w.u.Player(f.Player); unknown == nil {
			w.bot.process.Log.Warn("unreachable", "player", discreet.Address(p.Address), "reason", safe.Line(f.Reason, 200), "held", f.Held)
		}
	}
	return w.teller(author.Claim{}, nil).Tell(log, err)
}

// choiceListed is how many games there are where a player has to say which is meant.
const choiceListed = 20

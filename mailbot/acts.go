package mailbot

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/announcements"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/intake"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/operator"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/fold"
	"unlurbot/store/tournament"
)

// acting has what is done for the operator's acts, by kind.
var acting = map[acts.Kind]func(work, acts.Act) error{
	acts.Pause:  func(w work, a acts.Act) error { return w.u.Tx.SetPaused(&a) },
	acts.Resume: func(w work, a acts.Act) error { return intake.Resume(w.u.Tx, a.At) },
	acts.Ban:    actOnPlayer, acts.Unban: actOnPlayer, acts.Rename: actOnPlayer, acts.Forget: actOnPlayer, acts.Reachable: actOnPlayer,
	acts.End: actOnGame, acts.Reopen: actOnGame,
	acts.Open:    func(work, acts.Act) error { return nil }, // it is open by then
	acts.CallOff: actOnTournament, acts.Remove: actOnTournament,
}

// Operate lets a desk act: what the operator wants there is carried out by the bot. When the operator asks by mail,
// the bot asks that desk, and status, which may be nil. It is called before the bot begins to work.
func (b *Bot) Operate(desk *admin.Desk, status func() (*health.Status, error)) {
	desk.Change, desk.Act, desk.Wake, desk.Log = b.process.Update, b.act, b.outbox.Wake, b.process.Log
	desk.Open = func(tx *store.Tx, terms tournament.Terms) (uint32, error) {
		w := b.begin(tx, letters.Occasion{})
		n, err := w.session(nil, club.Answer{}).OpenByOperator(terms)
		return uint32(n), errors.Join(err, w.end())
	}
	b.receiving.sources = operator.Sources{Status: status, Why: desk.Verdicts}
}

// act puts an act into the log of acts, carries it out in a unit of work of its own, and tells
// those whom it concerns. The ids of the mails that come of it follow from its number, and from what
// and when it was: another act has that number once a backup is restored.
func (b *Bot) act(tx *store.Tx, a *acts.Act) error {
	do, known := acting[a.Kind]
	if !known {
		return fmt.Errorf("mailbot: no act %q", a.Kind)
	}
	if err := tx.AddAct(a); err != nil {
		return err
	}
	w := b.begin(tx, letters.Occasion{Cause: fmt.Sprintf("act %d %s %d", a.Number, a.Kind, a.At.Unix())})
	return errors.Join(do(w, *a), w.end())
}

// actOnGame is what the club does with a game at the operator's wish.
func actOnGame(w work, a acts.Act) error {
	about := club.About{Game: store.GameNumber(a.Game)}
	return w.tell(w.session(nil, club.Answer{}).Do(club.GameByOperator{About: about, Act: a}))
}

// actOnTournament is what the club does with a tournament at the operator's wish.
func actOnTournament(w work, a acts.Act) error {
	return w.tell(w.session(nil, club.Answer{}).Do(club.TournamentByOperator{Act: a}))
}

// actOnPlayer is what the club does with a player at the operator's wish.
func actOnPlayer(w work, a acts.Act) error {
	p, err := w.u.Player(store.PlayerID(a.Player))
	if err != nil {
		return err
	}
	log, err := w.session(p, club.Answer{}).Do(club.ByOperator{Act: a})
	if err != nil {
		return err
	}
	for _, entry := range log {
		if _, refused := entry.Fact.(facts.Refused); refused {
			return fmt.Errorf("the name %q is another player's, or looks like it", a.After)
		}
	}
	teller := telling.New(w.u, w.desk, w.terms(), p, true)
	if err := teller.Tell(log, nil); err != nil {
		return err
	}
	return teller.TellOthers()
}

// RequestAnnounce asks a bot for an announcement: with its "text", that in a language as "text-es", and whether
// it is "urgent". Unless it says "send", nothing changes. The answer is an Announced.
const RequestAnnounce = "announce"

// An Announced is to whom an announcement goes, and what they read; and the act by which it was made, unless it
// was only looked at.
type Announced struct {
	announcements.Sum
	Act    *acts.Act `json:"act,omitempty"`
	Paused bool      `json:"paused,omitempty"` // the bot is, so that nothing leaves before it goes on
}

// requestedAnnouncement is Announce, asked for at the control socket.
func requestedAnnouncement(b *Bot) func(context.Context, url.Values) (any, error) {
	return func(_ context.Context, asked url.Values) (any, error) {
		d := announcements.Draft{Text: asked.Get("text"), Texts: map[string]string{}, Urgent: asked.Get("urgent") != ""}
		for key, values := range asked {
			if language, is := strings.CutPrefix(key, "text-"); is {
				d.Texts[language] = values[0]
			}
		}
		return Announce(b, d, asked.Get("send") != "")
	}
}

// Announce makes an announcement to all players of a bot, or only says what it would be. The error says why it can't
// be made.
func Announce(b *Bot, d announcements.Draft, send bool) (made Announced, err error) {
	a, err := d.Clean(b.words.Languages())
	if err != nil {
		return made, err
	}
	look := func(tx *store.Tx) error {
		paused, err := tx.Paused()
		if err != nil {
			return err
		}
		made.Paused = paused.Number != 0
		w := b.begin(tx, letters.Occasion{})
		if made.Sum, err = announcements.Count(w.u, w.desk, a, b.cfg.Limits.Out); err != nil {
			return err
		}
		return announcements.May(tx, a, w.u.Now)
	}
	if !send {
		err := b.process.Store.View(look)
		return made, err
	}
	act := acts.Act{Kind: acts.Announce, After: a.Hash}
	err = b.process.Update(func(tx *store.Tx) error {
		if err := look(tx); err != nil {
			return err
		}
		act.At = b.process.Now().UTC().Truncate(time.Second)
		if err := tx.AddAct(&act); err != nil {
			return err
		}
		a.Number, a.At = act.Number, act.At
		if err := tx.Announce(a); err != nil {
			return err
		}
		w := b.begin(tx, letters.Occasion{Cause: fmt.Sprintf("act %d %s %d", act.Number, act.Kind, act.At.Unix())})
		return errors.Join(announcements.Spread(w.u, w.desk, a.Number, a.At, b.cfg.Limits.Out), w.end())
	})
	if err != nil {
		return made, err
	}
	made.Act = &act
	b.outbox.Wake()
	b.process.Log.Info("the operator's act on all players", "act", act.Kind, "number", act.Number, "hash", a.Hash, "readers", made.Readers)
	return made, nil
}

// isOperator says whether a mail says that it is from the operator. Everybody can write that.
func (c *Config) isOperator(m *parser.Mail) bool {
	return c.Operator != "" && fold.Address(m.From.Addr) == fold.Address(c.Operator)
}

// order gives the order of the operator's in the mail; is says whether there is one. Somebody has to vouch for the
// author: a token proves a player, and who has got hold of one is no operator. Any other mail is one like all others,
// whatever it says, so that nobody learns whose address that is.
func (t *task) order(c author.Claim) (o operator.Order, is bool) {
	if !c.Vouched() || !t.bot.cfg.isOperator(t.mail) {
		return operator.Order{}, false
	}
	return operator.Read(t.mail, t.u.Arrived)
}

// obey carries out an order of the operator's, answers the mail, and marks it: also one that stays in the mailbox,
// which is no more than filed when the bot goes on.
//
// A filed mail that is read again after a backup was restored orders nothing. What was asked for was answered, and
// whether the bot is paused is what the backup says, until its operator, who has just restored it, says something else:
// the end of a pause that a mail began may have been asked for at the control socket, and would not come again.
func (t *task) obey(o operator.Order, c author.Claim) (decision.Decision, error) {
	if t.in.Filed {
		return t.finish(decision.Duplicate, result{claim: c}, nil)
	}
	answer, err := o.Do(t.u.Tx, t.in.found, t.u.Now, t.bot.act)
	if err != nil {
		return "", err
	}
	t.acted = answer.Act
	return t.finish(answer.Decision, result{claim: c}, t.desk.AnswerOperator(answer.Says))
}

// lookUp finds out what an order in a mail asks for, if nothing is wrong with the mail but that this was not done; then
// the mail can be dealt with. The error is that of ctx.
func (r *receiving) lookUp(ctx context.Context, in *taken, wrong error) (done bool, err error) {
	unseen := (*operator.Unseen)(nil)
	if !errors.As(wrong, &unseen) {
		return false, nil
	}
	in.found, err = unseen.Look(ctx, r.sources)
	return err == nil, err
}

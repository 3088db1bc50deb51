package mailbot

import (
	"errors"
	"fmt"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/intake"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/telling"
	"unlurbot/store"
	"unlurbot/store/acts"
)

// acting has what is done for the operator's acts, by kind.
var acting = map[acts.Kind]func(work, acts.Act) error{
	acts.Pause:  func(w work, a acts.Act) error { return w.u.Tx.SetPaused(&a) },
	acts.Resume: func(w work, a acts.Act) error { return intake.Resume(w.u.Tx, a.At) },
	acts.Ban:    actOnPlayer, acts.Unban: actOnPlayer, acts.Rename: actOnPlayer, acts.Forget: actOnPlayer, acts.Reachable: actOnPlayer,
	acts.End: actOnGame, acts.Reopen: actOnGame,
}

// Operate lets a desk act: what the operator wants there is carried out by the bot.
func (b *Bot) Operate(desk *admin.Desk) {
	desk.Change, desk.Act, desk.Wake, desk.Log = b.process.Update, b.act, b.outbox.Wake, b.process.Log
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

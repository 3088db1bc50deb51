package mailbot

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// Whoever answers a mail of ours is answered, whatever others have used up:
//
//	the mail brings a token of                  gets an answer
//	the sender, and it is good                  always; over mails_in_per_hour it says that
//	                                            the mail was not read, see tellUnread
//	the sender, and it is spent                 beyond mails_in_per_hour, once for each token
//	a player, from an address that is nobody's  beyond all limits, once for each token; it
//	                                            goes to the player
//	a stranger, from that stranger's address    beyond all limits
//	a question that is forgotten, from an       beyond all limits, once for each token
//	address that is nobody's
//	anybody else                                as if there were no token
//
// But programs answer too: nothing is owed to more than Patience mails in a day that ask
// for the same. So whoever has a token of somebody's can have the bot write there once
// more, and nowhere else.

// owe finds out whether the mail is owed an answer though limits say otherwise.
func (e *errand) owe() error {
	whom := fold.Address(e.mail.From.Addr)
	switch {
	case e.claim.Spent(), e.claim.Foreign(), e.sender == nil && e.claim.AnswersGone():
		if e.sender != nil {
			whom = shares.Player(e.sender.ID)
		}
		e.paid = e.tokenKey()
		if _, err := e.u.Tx.WasSeen(e.paid); !errors.Is(err, store.ErrNotFound) {
			e.paid = ""
			return err
		}
	case e.sender == nil && (e.claim.AnswersHelp() || e.claim.Request() != nil):
	default:
		return nil
	}
	var err error
	if e.owed, err = e.isPatient("owed", whom, store.LongestWindow); !e.owed {
		e.paid = ""
	}
	return err
}

// tokenKey knows the token that the mail brings. One that names a month stands in many
// mails of ours, and is one for each day.
func (e *errand) tokenKey() mailkey.Key {
	t := e.claim.Sealed()
	text := fmt.Sprintf("%d.%d.%d.%d.%d", t.Purpose, t.Number, t.Seat, t.Ply, t.Asks)
	if t.Purpose == token.ForPlayer {
		text += fmt.Sprintf(" %d", token.Day(e.u.Now))
	}
	return mailkey.Token(text)
}

// isPatient counts a mail that asks somebody's question, and says whether Patience
// is left for one more of these.
func (e *errand) isPatient(what, whom string, window time.Duration) (bool, error) {
	n, err := e.u.Tx.Count(store.Counter{Kind: what, Whom: whom + " " + e.asked.Wish, Window: window}, e.u.Now)
	return n <= e.bot.cfg.Limits.Patience, err
}

// tellUnread tells a player that the mail at hand was one too many in this hour and when
// to send it again. It says so of each mail, but not to a program that writes the same
// for ever.
func (e *errand) tellUnread(hour store.Counter) error {
	if patient, err := e.isPatient("told_unread", shares.Player(e.sender.ID), hour.Window); !patient || err != nil {
		return err
	}
	g, err := e.claim.Answers(e.u)
	if err != nil {
		return err
	}
	return e.desk().Send(letters.Letter{To: e.sender, Kind: templates.Refused, Game: g, Answer: true, Says: &templates.Refusal{Nothing: true}, Notices: []templates.Notice{
		{Code: templates.NoticeTooManyMails, Number: e.bot.cfg.Limits.MailsIn, Text: letters.ClockTime(hour.Ends(e.u.Now))},
	}})
}

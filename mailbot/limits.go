package mailbot

import (
	"slices"
	"time"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// strangerRest is how long an address that is nobody's and asks for nothing
	// gets no second help mail.
	strangerRest = 7 * 24 * time.Hour
	// missesForgotten is how long mails that were not understood count.
	missesForgotten = 24 * time.Hour
)

// limit keeps the bot from talking to those it need not talk to. It makes a
// player of a stranger who asks for something.
func (e *errand) limit() (decision Decision, done bool, err error) {
	e.explainUnread()
	asks := len(e.orders.Commands) > 0
	switch {
	case e.sender == nil && !asks && !e.vouchedFor():
		decision, err = e.helpStranger()
		return decision, true, err
	case e.sender == nil:
		if err := e.addSender(); err != nil {
			return "", false, err
		}
	}
	e.sender.Active, e.sender.Silent = true, false
	if asks {
		e.sender.Misses = 0
		return "", false, nil
	}
	if e.now.Sub(e.sender.LastMiss) > missesForgotten {
		e.sender.Misses = 0
	}
	e.sender.Misses++
	e.sender.LastMiss = e.now
	return IgnoredLoop, e.sender.Misses > e.bot.cfg.Patience, nil
}

// explainUnread says why there are no orders in a mail that could not be read.
func (e *errand) explainUnread() {
	damaged := func(p parser.Problem) bool {
		return slices.Contains([]string{parser.CodeMissingBoundary, parser.CodeDamagedBody, parser.CodeNoText, parser.CodeUnknownEncoding}, p.Code)
	}
	encrypted := func(p parser.Problem) bool { return p.Code == parser.CodeEncrypted }
	code := ""
	switch {
	case e.mail.TooBig:
		code = templates.NoticeTooBig
	case e.mail.Reply != "" || len(e.orders.Commands) > 0:
		return
	case slices.ContainsFunc(e.mail.Problems, encrypted):
		code = templates.NoticeEncrypted
	case slices.ContainsFunc(e.mail.Problems, damaged):
		code = templates.NoticeUnreadable
	default:
		return
	}
	e.orders = parser.Orders{Problems: []parser.Problem{{Code: code}}}
}

// helpStranger answers an address that nobody vouches for and that asks for
// nothing we know, once a week.
func (e *errand) helpStranger() (Decision, error) {
	address := e.mail.From.Addr
	last, err := e.tx.StrangerHelped(address)
	if err != nil {
		return "", err
	}
	if e.now.Sub(last) < strangerRest || e.mail.TooBig {
		return IgnoredStranger, nil
	}
	if err := e.tx.HelpStranger(address, e.now); err != nil {
		return "", err
	}
	stranger := &store.Player{Address: address}
	return NotUnderstood, e.send(letter{to: stranger, kind: templates.Help, topics: verbs(), answer: true})
}

package mailbot

import (
	"slices"
	"time"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// Limits keep the bot from being a nuisance.
type Limits struct {
	// Patience is how many mails in a row that it does not understand the bot
	// answers to a player within a day: a program that answers everything must
	// not keep it talking.
	Patience int
	// Confirmations is how many requests within a day a player is asked to
	// confirm: whoever forges more than that reaches nobody.
	Confirmations int
	// StrangerRest is how long an address that is nobody's gets no second mail.
	StrangerRest time.Duration
	// Invitations is how many people who never wrote to the bot a player can
	// invite in a week, or have invited without an answer.
	Invitations int
	// InviteAgain takes all limits off invitations.
	InviteAgain bool
}

// DefaultLimits are for the open world.
var DefaultLimits = Limits{Patience: 6, Confirmations: 5, StrangerRest: 7 * 24 * time.Hour, Invitations: 3}

// GenerousLimits are for people at a sandbox who try what the bot does.
var GenerousLimits = Limits{Patience: 1000, Confirmations: 1000, Invitations: 1000, InviteAgain: true}

// missesForgotten is how long mails that were not understood count.
const missesForgotten = 24 * time.Hour

// limit keeps the bot from talking to those it need not talk to.
func (e *errand) limit() (decision Decision, done bool, err error) {
	e.explainUnread()
	if e.sender == nil {
		if decision, done, err := e.firstContact(); done || err != nil {
			return decision, done, err
		}
	}
	if e.proven {
		e.hearFrom(e.sender)
	}
	if len(e.orders.Commands) == 0 {
		return IgnoredLoop, !e.patientWith(e.sender), nil
	}
	if e.sender.Misses > 0 && e.proven {
		e.sender.Misses = 0
		e.changePlayer(e.sender)
	}
	return "", false, nil
}

// patientWith counts a mail that made no sense against a player, and says
// whether to answer it. The last answer says that it is the last.
func (e *errand) patientWith(p *store.Player) bool {
	if e.now.Sub(p.LastMiss) > missesForgotten {
		p.Misses = 0
	}
	p.Misses++
	p.LastMiss = e.now
	e.changePlayer(p)
	if p.Misses == e.bot.cfg.Limits.Patience {
		e.orders.Problems = append(e.orders.Problems, parser.Problem{Code: templates.NoticePatience})
	}
	return p.Misses <= e.bot.cfg.Limits.Patience
}

// explainUnread says why there are no orders in a mail that could not be read.
func (e *errand) explainUnread() {
	damaged := func(p parser.Problem) bool {
		return slices.Contains([]string{parser.CodeMissingBoundary, parser.CodeDamagedBody, parser.CodeUnknownEncoding}, p.Code)
	}
	has := func(code string) bool {
		return slices.ContainsFunc(e.mail.Problems, func(p parser.Problem) bool { return p.Code == code })
	}
	code := ""
	switch {
	case e.mail.TooBig:
		code = templates.NoticeTooBig
	case e.mail.Reply != "" || len(e.orders.Commands) > 0:
		return
	case has(parser.CodeEncrypted):
		code = templates.NoticeEncrypted
	case has(parser.CodeWinmail):
		code = templates.NoticeWinmail
	case has(parser.CodeNoText):
		code = templates.NoticeOnlyFiles
	case slices.ContainsFunc(e.mail.Problems, damaged):
		code = templates.NoticeUnreadable
	default:
		return
	}
	e.orders = parser.Orders{Problems: []parser.Problem{{Code: code}}}
}

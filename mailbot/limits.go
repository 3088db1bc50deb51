package mailbot

import (
	"slices"
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/letters"
	"unlurbot/parser"
	"unlurbot/parser/mime"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// Limits keep the bot from being a nuisance, whoever makes it write.
type Limits struct {
	// Patience is how many answers there are in a row of mails, see lineUp.
	Patience int
	// StrangerRest is how long an address that is nobody's gets no second mail.
	StrangerRest time.Duration
	// Invitations is how many addresses a player can invite in a week, or have
	// invited without an answer; those that have accepted don't count.
	Invitations int
	// InvitedBy is how many people who have never played with somebody can invite them
	// in a day.
	InvitedBy int
	// InvitationTime is how long a challenge can be answered.
	InvitationTime time.Duration
	// InviteAgain takes all limits off invitations.
	InviteAgain bool

	// MailsIn is how many mails from one address are read in an hour.
	MailsIn int
	// OutToAddress, OutToDomain and Out are how many mails leave in a day: to one
	// address, to all addresses of a domain, and in all.
	OutToAddress, OutToDomain, Out int
	// OutPerPlayer is how many of these one account can cause, see package shares; 0 is a
	// quarter of Out.
	OutPerPlayer int
	// UnprovenAnswers is how many answers to mails that may not be from whom they
	// say go to one address in a day, and UnprovenInAll to all addresses.
	UnprovenAnswers, UnprovenInAll int
	// NewPlayers is how many people become players in a day.
	NewPlayers int
	// OpenGames is how many games and challenges of a player are open at a time.
	OpenGames int
	// Commands is how many commands of a mail are carried out, at most
	// parser.MaxCommands.
	Commands int
	// MailSize is how many bytes of a mail are read, at most parser.MaxMail.
	MailSize int
}

// NewLimits makes Limits of what the configuration says, for the open world.
func NewLimits(c config.Limits) Limits {
	return Limits{
		Patience: 3, StrangerRest: 7 * 24 * time.Hour, Invitations: c.OpenInvitations, InvitedBy: c.InvitedBy, InvitationTime: invitationTime, MailsIn: c.MailsIn,
		OutToAddress: c.OutToAddress, OutToDomain: c.OutToDomain, Out: c.Out, OutPerPlayer: c.OutPerPlayer,
		UnprovenAnswers: c.UnprovenAnswers, UnprovenInAll: c.UnprovenInAll,
		NewPlayers: c.NewPlayers, OpenGames: c.OpenGames, Commands: c.Commands, MailSize: c.MailSize << 10,
	}
}

// DefaultLimits are for the open world, where the configuration says nothing.
var DefaultLimits = NewLimits(config.DefaultLimits)

// invitationTime is enough for a holiday, and not so long that a challenge is
// accepted by somebody who finds it in an old pile.
const invitationTime = 14 * 24 * time.Hour

// plenty is a limit that nobody meets.
const plenty = club.Plenty

// GenerousLimits are for people at a sandbox who try what the bot does.
var GenerousLimits = Limits{
	Patience: 1000, Invitations: 1000, InvitedBy: plenty, InvitationTime: invitationTime, InviteAgain: true, MailsIn: plenty,
	OutToAddress: plenty, OutToDomain: plenty, Out: plenty, UnprovenAnswers: plenty, UnprovenInAll: plenty,
	NewPlayers: plenty, OpenGames: plenty, Commands: parser.MaxCommands, MailSize: parser.MaxMail,
}

// limit keeps the bot from talking to those it need not talk to.
func (e *errand) limit() (decision Decision, done bool, err error) {
	if over, err := e.tooManyMails(); over || err != nil {
		return Limited, true, err
	}
	e.explainUnread()
	e.asked.Cut(e.bot.cfg.Limits.Commands)
	if e.sender == nil {
		decision, done, err := e.firstContact()
		if e.mails.Over.Limit != "" {
			decision = Limited
		}
		if done || err != nil {
			return decision, done, err
		}
	}
	switch {
	case e.claim.Proven():
		if err := e.hearFrom(e.sender); err != nil {
			return "", false, err
		}
		e.learnLanguage()
		e.learnZone()
	case e.owed:
	case (!e.sender.Active || e.sender.Silent) && !e.asked.Asks():
		return IgnoredStranger, true, nil
	case !e.sender.Active, e.sender.Silent: // to whom nobody has reason to write
		if may, err := e.mayWriteTo(e.sender); !may {
			return IgnoredStranger, true, err
		}
	default:
		if spent, err := e.desk().Spent(e.sender.Address); spent || err != nil {
			return Limited, true, err
		}
	}
	e.lineUp(e.sender)
	return IgnoredLoop, e.tired() && !e.mayAdvance(), nil
}

// tooManyMails counts a mail, and says whether it is one too many of its address
// in this hour. Mails that prove who wrote them are counted apart, whether they come
// from a player or not, and so are those with a spent token, which others may have:
// nobody can use up another's. A player is told, at the registered address. Mails that
// are read again after a backup was restored were counted when they came.
func (e *errand) tooManyMails() (bool, error) {
	if e.in.Filed {
		return false, nil
	}
	whom := fold.Address(e.mail.From.Addr)
	switch e.known.Doubt {
	case author.DoubtSpent:
		whom += " worn"
	case author.DoubtUnproven:
		whom += " unproven"
	}
	counter := store.Counter{Kind: "mails_in_per_hour", Whom: whom, Window: time.Hour}
	n, err := e.u.Tx.Count(counter, e.u.Now)
	if err != nil || n <= e.bot.cfg.Limits.MailsIn || e.owed {
		return false, err
	}
	e.mails.Over = letters.Overrun{Limit: counter.Kind, Count: n}
	if !e.claim.Proven() || e.claim.Spent() {
		return true, nil
	}
	return true, e.tellUnread(counter)
}

// explainUnread says why there are no orders in a mail that could not be read.
func (e *errand) explainUnread() {
	damaged := func(d mime.Damage) bool {
		return slices.Contains([]string{mime.CodeMissingBoundary, mime.CodeDamagedBody, mime.CodeUnknownEncoding}, d.Code)
	}
	code := ""
	switch {
	case e.mail.TooBig:
		code = templates.NoticeTooBig
	case e.mail.Reply != "" || len(e.asked.Commands) > 0:
		return
	case e.mail.Has(mime.CodeEncrypted):
		code = templates.NoticeEncrypted
	case e.mail.Has(mime.CodeWinmail):
		code = templates.NoticeWinmail
	case e.mail.Has(mime.CodeNoText):
		code = templates.NoticeOnlyFiles
	case slices.ContainsFunc(e.mail.Problems, damaged):
		code = templates.NoticeUnreadable
	default:
		return
	}
	e.asked.Orders = parser.Orders{Problems: []parser.Problem{{Code: code}}}
}

package mailbot

import (
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/config"
	"unlurbot/parser"
)

// Limits keep the bot from being a nuisance, whoever makes it write.
type Limits struct {
	// Patience is how many answers there are in a row of mails, see door.Patience.
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

package mailbot

import "unlurbot/mailbot/decision"

// Tests name decisions without their package.
type Decision = decision.Decision

const (
	Played          = decision.Played
	Started         = decision.Started
	Challenged      = decision.Challenged
	Declined        = decision.Declined
	Withdrawn       = decision.Withdrawn
	Planned         = decision.Planned
	Said            = decision.Said
	Named           = decision.Named
	Noted           = decision.Noted
	Answered        = decision.Answered
	Unsubscribed    = decision.Unsubscribed
	Forgotten       = decision.Forgotten
	Bounced         = decision.Bounced
	Stale           = decision.Stale
	Refused         = decision.Refused
	Held            = decision.Held
	OtherAddress    = decision.OtherAddress
	NotUnderstood   = decision.NotUnderstood
	TooBig          = decision.TooBig
	Unreadable      = decision.Unreadable
	Incident        = decision.Incident
	SetAside        = decision.SetAside
	Duplicate       = decision.Duplicate
	IgnoredAuto     = decision.IgnoredAuto
	IgnoredBounce   = decision.IgnoredBounce
	IgnoredList     = decision.IgnoredList
	IgnoredOwn      = decision.IgnoredOwn
	IgnoredStranger = decision.IgnoredStranger
	IgnoredSpam     = decision.IgnoredSpam
	IgnoredLoop     = decision.IgnoredLoop
	Limited         = decision.Limited
)

// Package decision names what can become of a mail, and which of two names says more. Every mail
// ends in one of these, which is logged and kept in the store.
package decision

// A Decision names what became of a mail. The list is closed: every mail ends
// in one of these, which is logged and kept in the store. A mail with several
// commands has the decision of the one that weighs most.
type Decision string

// The decisions.
const (
	Played       Decision = "played"       // a move, "black" or a resignation
	Started      Decision = "started"      // a challenge was accepted
	Challenged   Decision = "challenged"   // a challenge was made
	Declined     Decision = "declined"     // a challenge was declined
	Withdrawn    Decision = "withdrawn"    // a challenge was taken back
	Planned      Decision = "planned"      // a plan was noted or dropped
	Said         Decision = "said"         // words were passed on
	Named        Decision = "named"        // a player has a new name
	Noted        Decision = "noted"        // a player's wish for the time to come
	Answered     Decision = "answered"     // something was asked for and sent
	Operated     Decision = "operated"     // the operator has paused the bot, or has it go on
	Unsubscribed Decision = "unsubscribed" // somebody wants no more mails, or no invitations
	Forgotten    Decision = "forgotten"    // a player was erased
	Bounced      Decision = "bounced"      // a player can't be reached; nothing more is sent there

	Stale         Decision = "stale"          // a reply to an older position
	Refused       Decision = "refused"        // understood, but not allowed
	Held          Decision = "held"           // no proof of who wrote; the registered address was asked
	OtherAddress  Decision = "other-address"  // the token of one player from the address of another
	NotUnderstood Decision = "not-understood" // answered with what was expected
	TooBig        Decision = "too-big"        // not read
	Unreadable    Decision = "unreadable"     // damaged
	Incident      Decision = "incident"       // our own fault; nothing was changed
	SetAside      Decision = "set-aside"      // not read: the process died over it again and again
	TooOld        Decision = "too-old"        // not read: it came so long ago that it may have been dealt with and forgotten

	Duplicate       Decision = "duplicate"        // dealt with before
	IgnoredAuto     Decision = "ignored-auto"     // written by a program
	IgnoredBounce   Decision = "ignored-bounce"   // a mail of ours is late, or it is known already
	IgnoredList     Decision = "ignored-list"     // from a mailing list
	IgnoredOwn      Decision = "ignored-own"      // from ourselves
	IgnoredStranger Decision = "ignored-stranger" // nobody's, asks for nothing, was helped this week
	IgnoredSpam     Decision = "ignored-spam"     // nobody's, and a filter calls it spam
	IgnoredLoop     Decision = "ignored-loop"     // too many in a row that asked for nothing, or for the same
	Limited         Decision = "limited"          // over a limit; not read
)

// byWeight has them in the order of their weight.
var byWeight = []Decision{
	Played, Started, Challenged, Declined, Withdrawn, Planned, Named, Said, Noted, Operated, Answered, Unsubscribed, Forgotten, Bounced,
	Stale, Refused, Held, OtherAddress, NotUnderstood, TooBig, Unreadable, Incident, SetAside, TooOld,
	Duplicate, IgnoredAuto, IgnoredBounce, IgnoredList, IgnoredOwn, IgnoredStranger, IgnoredSpam, IgnoredLoop, Limited,
}

// Failed says whether the bot failed on a mail, so that somebody must look at it.
func (d Decision) Failed() bool { return d == Incident || d == SetAside }

// WasAnswered says whether somebody was written to, or has got what the mail asked for,
// if a person wrote it.
func (d Decision) WasAnswered() bool {
	switch d {
	case IgnoredAuto, IgnoredBounce, IgnoredList, IgnoredOwn, IgnoredStranger, IgnoredSpam, IgnoredLoop, Limited, Unreadable, TooOld:
		return false
	}
	return true
}

// Weightier gives the one of two decisions that says more about a mail.
func Weightier(a, b Decision) Decision {
	for _, d := range byWeight {
		if d == a || d == b {
			return d
		}
	}
	return a
}

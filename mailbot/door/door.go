// Package door decides whether a mail is admitted, and learns about its author on the way: how
// many mails from an address are read, what becomes of a stranger's mail, who is owed an
// answer whatever the limits say, how long mails that keep asking for the same are answered.
//
// It is asked once about each mail from a person, once it is known who that is and what
// the mail asks for. Its result is a Visit, which is immutable. A mail that is not admitted
// ends here, with a mail to anyone who should know. One that is admitted is certainly from a
// player, or may be from one.
//
// The package carries out no orders. What leaves in a day is limited by package letters, what a
// player may do by package club. Package mailbot has a Door for each mail.
package door

import (
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// Limits are how much may come in.
type Limits struct {
	MailsIn      int           // mails from one address in an hour
	NewPlayers   int           // people who become players in a day
	StrangerRest time.Duration // in which an address that is nobody's gets no second mail
	Patience     int           // answers in a row of mails
	Commands     int           // that are carried out of one mail
}

// A Visit is what was found of a mail at the door.
type Visit struct {
	// Decision is what became of the mail; empty if it is let in.
	Decision decision.Decision
	Claim    author.Claim   // of a player now, if a stranger has joined
	Asked    orders.Reading // without what is beyond the limit, or with why there is nothing
	// AddsAddress says that a mail which is not let in says "yes" to the question whether its
	// address is another one of a player's. To make it that is left to the caller.
	AddsAddress bool
	Request     *store.Request // that a stranger is asked to confirm; nil for none

	Owed bool        // an answer, whatever the limits say
	Pays mailkey.Key // the token for which that is so only once; empty for none

	Before   Standing // how the sender stood until this mail
	Patience Patience
}

// A Standing is what is known of the player who has certainly written a mail; of anybody else
// it is empty.
type Standing struct {
	Unreachable bool      // mails came back
	Silent      bool      // no mails were wanted
	Newcomer    bool      // the player had never written a command, but for refusals
	Heard       time.Time // when the player had last certainly written
}

// A Door is what one mail has to pass.
type Door struct {
	limits Limits
	u      *unit.Unit
	desk   *letters.Desk
	mail   *parser.Mail
	visit  Visit // as far as it is known
}

// New makes the Door for the mail that is answered at a desk, which knows already who has written
// it, and is told what else is found out.
func New(l Limits, u *unit.Unit, desk *letters.Desk) *Door {
	return &Door{limits: l, u: u, desk: desk, mail: desk.Occasion.Mail, visit: Visit{Claim: desk.Occasion.Claim}}
}

// Admit says of a mail that asks for something, or does not, whether it is let in. It is called
// once. In this order:
//
//	what is owed an answer                  is found out, since limits heed it
//	a player's token from a foreign
//	address that asks for nothing           is told to the player, and goes no further
//	too many mails in an hour               are not read, nor too many commands in one
//	who was banned, and then forgotten      hears that, and goes no further
//	a stranger who answers a mail of ours   may become a player, or has said "no"
//	any other stranger                      may become a player, is asked, or helped
//	a player, or who may be one             is listened to, unless there was enough of the same
func (d *Door) Admit(asked orders.Reading) (Visit, error) {
	d.visit.Asked = asked
	for _, step := range []func() (decision.Decision, error){d.owe, d.turnAway, d.limit, d.turnBack, d.heed, d.meet, d.listen} {
		var err error
		if d.visit.Decision, err = step(); d.visit.Decision != "" || d.visit.AddsAddress || err != nil {
			return d.visit, err
		}
	}
	return d.visit, nil
}

// limit counts a mail, and says whether it is one too many of its address
// in this hour. Mails that prove who wrote them are counted apart, whether they come
// from a player or not, and so are those with a spent token, which others may have:
// nobody can use up another's. A player is told that the mail was not read, and when to send it
// again, at the registered address: of each mail, but not a program that writes the same for ever.
// Mails that are read again after a backup was restored were counted when they came.
func (d *Door) limit() (decision.Decision, error) {
	d.visit.Asked.Bound(d.mail, d.limits.Commands)
	if d.desk.Occasion.Replaying {
		return "", nil
	}
	c, whom := d.visit.Claim, fold.Address(d.mail.From.Addr)
	switch c.Doubt() {
	case author.DoubtSpent:
		whom += " worn"
	case author.DoubtUnproven:
		whom += " unproven"
	}
	hour := store.Counter{Kind: "mails_in_per_hour", Whom: whom, Window: time.Hour}
	n, err := d.u.Tx.Count(hour, d.u.Now)
	if err != nil || n <= d.limits.MailsIn || d.visit.Owed {
		return "", err
	}
	d.desk.Departures.Over = departure.Overrun{Limit: hour.Kind, Count: n}
	if !c.Proven() || c.Spent() {
		return decision.Limited, nil
	}
	if patient, err := d.isPatient("told_unread", shares.Player(c.Sender().ID), hour.Window); !patient || err != nil {
		return decision.Limited, err
	}
	g, err := c.Answers(d.u)
	if err != nil {
		return "", err
	}
	return decision.Limited, d.desk.Send(letters.Letter{To: c.Sender(), Kind: templates.Refused, Game: g, Answer: true, Says: &templates.Refusal{Nothing: true}, Notices: []templates.Notice{
		{Code: templates.NoticeTooManyMails, Number: d.limits.MailsIn, Span: templates.Span{To: hour.Ends(d.u.Now)}},
	}})
}

// listen deals with a mail that is a player's, or may be.
func (d *Door) listen() (made decision.Decision, err error) {
	v, p := &d.visit, d.visit.Claim.Sender()
	row := &p.Doubted
	may, proven := true, v.Claim.Proven()
	switch {
	case proven:
		row = &p.Row
		err = d.hear(p)
	case v.Owed:
	case p.Active && !p.Silent:
		var spent bool
		spent, err = d.desk.Spent(p.Address)
		made, may = decision.Limited, !spent
	default: // to whom nobody has reason to write
		made, may = decision.IgnoredStranger, false
		if v.Asked.Asks() {
			may, err = d.MayWriteTo(p)
		}
	}
	if !may || err != nil {
		return made, err
	}
	v.Patience = Begin(row, v.Asked.Wish, d.u.Now, d.limits.Patience)
	v.Patience.again = v.Patience.again && (proven || !v.Owed)
	d.u.ChangePlayer(p)
	if v.Patience.IsOver() && !(proven && v.Asked.MayAdvance()) {
		return decision.IgnoredLoop, nil
	}
	return "", nil
}

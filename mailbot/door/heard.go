package door

import (
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/store/fold"
)

// In which language does somebody get mails?
//
//	who                                            the language is
//	a player who has chosen one ("set language")   that one
//	a player who certainly writes in one, see      that one, from the first such mail
//	parser.Mail.Language                           on, until the player chooses
//	any other player                               what the player seemed to write with
//	                                               the first command, even "yes" to an
//	                                               invitation in Catalan, or before; else
//	                                               that of whoever made the invitation
//	a stranger                                     the one that the mail seems to be in
//	everybody else                                 the operator's
//
// An invitation came in the language of who made it: the answers to one may be in another,
// up to the first one with a command: "What is this?" holds none.
//
// A language that was found out stays: a word in another one changes nothing, so that
// nobody gets mails in two.

// Whoever has set no zone reads all times in UTC, and may not know that there is
// another way. The Date of a mail says how far from UTC its writer's clock is, so a
// zone is proposed to a player, once:
//
//	the mail                                 says
//	written at UTC, or at no offset          nothing: there is nothing to gain, and the
//	                                         mail programs of many providers write UTC
//	with a Date that is not about now        nothing: that clock or its zone is wrong
//	at an offset that no known zone has      nothing
//	the first one of some zone, by zones.At   nothing yet: its writer may be on a journey
//	the next one of the same zone            that this one is proposed, in the next answer
//	                                         that tells a time
//
// It is proposed and never set: some providers write the offset of their own machines.

// hear notes what is learnt of a player who certainly wrote. If mails did not reach this player,
// they do now; to send what was missed is left to others.
//
// Somebody who was invited becomes a player by any command but a refusal.
func (d *Door) hear(p *store.Player) error {
	v := &d.visit
	v.Before = Standing{Unreachable: !p.Unreachable.IsZero(), Silent: p.Silent, Newcomer: !p.Active, Heard: p.Heard}
	if p.Silent {
		if err := d.desk.AwaitOldNews(p); err != nil {
			return err
		}
	}
	p.Silent, p.Unreachable, p.Heard = false, time.Time{}, d.u.Now
	d.u.ChangePlayer(p)
	if !p.Active && (!orders.Refuses(v.Asked.Commands) || v.Asked.Proposed != nil) {
		p.Active = true
		if err := d.giveName(p); err != nil {
			return err
		}
	}
	if v.Claim.Spent() { // somebody else may have written it
		return nil
	}
	switch language, certain := d.desk.Spoken(); {
	case language == "", p.Language != "":
	case certain:
		p.Language = language
	case v.Before.Newcomer && v.Claim.Request() == nil:
		p.Greeted = language
	}
	if !letters.WantsZone(p) {
		return nil
	}
	switch seems, offset := zones.OfMail(d.mail.Date, d.u.Arrived, d.desk.LanguageOf(p)); seems {
	case "":
	case p.ZoneSeen:
		d.desk.Asides.Zone, d.desk.Asides.Offset = seems, offset
	default:
		p.ZoneSeen = seems
	}
	return nil
}

// giveName gives a name to somebody who has none, until another one is chosen, and a number behind
// it if somebody is called so already.
func (d *Door) giveName(p *store.Player) error {
	if p.Name != "" {
		return nil
	}
	display := ""
	if fold.Address(d.mail.From.Addr) == fold.Address(p.Address) {
		display = d.mail.From.Name
	}
	p.Name = d.u.Tx.FreeName(names.OfNewcomer(display, p.Address), p.ID)
	d.desk.Asides.Called = p
	if p.ID == store.NoPlayer {
		return d.u.Tx.AddPlayer(p)
	}
	return d.u.Tx.PutPlayer(p) // claims the name for the rest of the work
}

package mailbot

import (
	"fmt"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/shares"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/templates"
)

// What is told of offers: games that somebody may take.

// refuses says why nobody can be challenged at an address, whoever it is: it is of a program,
// by its name, or of an account on the machine that sends our mails, or the bot's.
func (c *Config) refuses(address string) facts.InviteRefusal {
	_, domain, _ := strings.Cut(address, "@")
	out := strings.Contains(domain, ".") && !strings.HasPrefix(domain, "[") || sameAddress(domain, shares.Domain(c.Address))
	switch {
	case !out || sender.IsProgram(address):
		return facts.Nobody
	case c.isOwn(address):
		return facts.InvitesBot
	}
	return 0
}

// tellOffer tells of a game that the sender offers, or takes.
func (e *errand) tellOffer(g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.Offered:
		r := result{kind: templates.Challenged, game: g, decision: Challenged, done: entry.By, passes: true}
		if g.FreeSeat() != game.NoSeat {
			r = result{kind: templates.Sought, game: g, decision: Challenged}
		}
		if f.Written != "" { // by name, the address is nobody's business
			r.says.Verb = safe.Line(f.Written, 80)
		}
		e.note(r)
		if f.Mailed {
			return e.tellOpponent(g, templates.Invite)
		}
	case facts.GameStarted:
		me, other := templates.Started, templates.Turn
		if g.Course.ToMove == g.SeatOf(e.sender.ID) {
			me, other = other, me
		}
		e.note(result{kind: me, game: g, decision: Started, done: orders.Accept, passes: true})
		return e.tellOpponent(g, other)
	case facts.PlacesLeft: // which is for the maker of the offer
		n := templates.Notice{Code: templates.NoticeTooManyGames, Number: e.bot.cfg.Limits.OpenGames}
		if f.Left > 0 {
			n = templates.Notice{Code: templates.NoticeRest, Number: f.Left, Text: fmt.Sprintf("#%d", f.Offer)}
		}
		e.remarkToOpponent(g, n)
	}
	return nil
}

// endings are the mails about the end of an offer.
var endings = map[store.State]templates.Kind{
	store.Declined: templates.Declined, store.Withdrawn: templates.Withdrawn, store.Lapsed: templates.Lapsed,
}

// tellOfferEnded tells of the end of an offer: where the sender has it from an order, with
// all else that comes of the mail, else at once.
func (e *errand) tellOfferEnded(g *store.Game, by string, f facts.OfferEnded) error {
	ended := result{kind: endings[f.How], game: g, decision: Declined, done: by, passes: true}
	challenger, err := e.u.Seated(g, g.Challenger)
	switch {
	case err != nil:
		return err
	case f.How == store.Withdrawn:
		told := false
		told, err = e.tellInvited(g, f, challenger)
		// An invitation carries no words, and neither does its end.
		ended.decision, ended.passes = Withdrawn, told && g.Called == ""
	case f.Later():
		err = e.tellOpponent(g, ended.kind)
	default:
		err = e.desk().Send(letters.Letter{To: challenger, Kind: ended.kind, Game: g})
		if f.How == store.Lapsed && err == nil {
			_, err = e.tellInvited(g, f, challenger)
		}
	}
	if f.Why == facts.Ordered && err == nil {
		e.note(ended)
	}
	return err
}

// tellInvited tells whoever was challenged of the end of it, and whether it does: not one
// who has never written, of whom we promised to leave them alone, nor one to whom no mail
// about it has gone.
func (e *errand) tellInvited(g *store.Game, f facts.OfferEnded, challenger *store.Player) (told bool, err error) {
	invited, err := e.u.Seated(g, g.Challenger.Other())
	if err != nil {
		return false, err
	}
	if untold, _ := e.dropLetters(g); untold || !invited.Active || g.Thread(g.Challenger.Other()).Root == "" {
		return false, nil
	}
	l := letters.Letter{To: invited, Kind: endings[f.How], Game: g}
	switch {
	case f.Later():
		e.letters = append(e.letters, l)
		return true, nil
	case f.How == store.Withdrawn:
		l.Notices = []templates.Notice{{Code: templates.NoticeChallengerSilent, Name: names.Of(challenger)}}
	}
	return true, e.desk().Send(l)
}

// inviteRefusals are the notices on why somebody can't be challenged.
var inviteRefusals = map[facts.InviteRefusal]string{
	facts.Nobody: templates.NoticeNobody, facts.InvitesSelf: templates.NoticeSelf, facts.InvitesBot: templates.NoticeBot,
	facts.AlreadyInvited: templates.NoticePending, facts.HasEnoughGames: templates.NoticeEnough,
	facts.TakesNoInvites: templates.NoticeTakesNone, facts.InvitedEnough: templates.NoticeInvitedEnough,
	facts.TooManyInvites: templates.NoticeTooManyOpen, facts.HasBeenForgotten: templates.NoticeNoRematch,
}

// inviteRefusal tells the sender why somebody can't be challenged.
func (e *errand) inviteRefusal(g *store.Game, why facts.NoInvitation) result {
	n := templates.Notice{Code: inviteRefusals[why.Why], Name: why.Name}
	switch why.Why {
	case facts.Nobody:
		n.Name, n.Text = "", safe.Line(why.Name, 80)
	case facts.AlreadyInvited:
		n.Number = int(g.Number)
	case facts.TooManyInvites:
		n.Name, n.Number = "", e.bot.cfg.Limits.Invitations
	}
	return refuse(g, n)
}

// badTerms says what is wrong with terms.
func badTerms(why facts.BadTerms) templates.Notice {
	word := safe.Line(why.Word, names.Most)
	switch why.Why {
	case facts.UnknownTerm:
		return templates.Notice{Code: templates.NoticeOption, Text: word, Names: why.Known}
	case facts.NoNumber:
		example := map[string]string{"size": "size 8", "count": "count 2"}
		return templates.Notice{Code: templates.NoticeNoNumber, Text: word, Suggest: example[why.Word]}
	case facts.BadSize:
		return templates.Notice{Code: string(game.BadSize), Size: why.Size}
	case facts.TooManyWanted:
		return templates.Notice{Code: templates.NoticeTooManyWanted, Number: why.Most}
	case facts.BadPace:
		return templates.Notice{Code: templates.NoticePace, Text: word, Fault: string(why.Fault)}
	}
	return templates.Notice{Code: templates.NoticePrivateRated}
}

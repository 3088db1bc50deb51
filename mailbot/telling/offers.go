package telling

import (
	"fmt"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// What is told of offers: games that somebody may take.

// tellOfOffers tells of a game that the sender offers, or takes, and who of its players is away.
func tellOfOffers(t *Teller, g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.Offered:
		l := Line{Kind: templates.Challenged, Game: g, Decision: decision.Challenged, Done: entry.By, Passes: true}
		switch {
		case g.FreeSeat() != game.NoSeat:
			l = Line{Kind: templates.Sought, Game: g, Decision: decision.Challenged}
		case f.Written != "": // by name, the address is nobody's business
			l.Says = &templates.Addressee{Address: safe.Line(f.Written, 80)}
		}
		t.Note(l)
		if f.Mailed {
			return t.toOpponent(g, templates.Invite)
		}
	case facts.GameStarted:
		me, other := templates.Started, templates.Turn
		if g.Course.ToMove == g.SeatOf(t.reader.ID) {
			me, other = other, me
		}
		done := orders.Accept
		if g.Robot != nil { // which has accepted nothing
			done = entry.By
		}
		t.Note(Line{Kind: me, Game: g, Decision: decision.Started, Done: done, Passes: true})
		return t.toOpponent(g, other)
	case facts.PlacesLeft: // which is for the maker of the offer
		n := templates.Notice{Code: templates.NoticeTooManyGames, Number: t.Terms.OpenGames}
		if f.Left > 0 {
			n = templates.Notice{Code: templates.NoticeRest, Number: f.Left, Text: fmt.Sprintf("#%d", f.Offer)}
		}
		t.remark(g, n)
	case facts.AbsenceAhead:
		away, err := t.u.Seated(g, f.Seat)
		if err != nil {
			return err
		}
		other, err := t.u.Seated(g, f.Seat.Other())
		if err != nil {
			return err
		}
		n := templates.Notice{Code: templates.NoticeOpponentAway, Span: views.Span(t.u, other, f.Span)}
		if other != t.reader {
			t.remark(g, n)
			return nil
		}
		n.Name = names.Of(away)
		t.Note(Line{Kind: templates.Show, Game: g, Decision: decision.Started, Notice: n})
	case facts.OfferEnded:
		return tellOfferEnded(t, g, entry.By, f)
	default:
		return errLeft
	}
	return nil
}

// endings are the mails about the end of an offer.
var endings = map[store.State]templates.Kind{
	store.Declined: templates.Declined, store.Withdrawn: templates.Withdrawn, store.Lapsed: templates.Lapsed,
}

// tellOfferEnded tells of the end of an offer: where the sender has it from an order, with
// all else that comes of the mail, else at once.
func tellOfferEnded(t *Teller, g *store.Game, by string, f facts.OfferEnded) error {
	ended := Line{Kind: endings[f.How], Game: g, Decision: decision.Declined, Done: by, Passes: true}
	challenger, err := t.u.Seated(g, g.Challenger)
	switch {
	case err != nil:
		return err
	case f.How == store.Withdrawn:
		told := false
		told, err = tellInvited(t, g, f, challenger)
		// An invitation carries no words, and neither does its end.
		ended.Decision, ended.Passes = decision.Withdrawn, told && g.Called == ""
	case f.Later():
		err = t.toOpponent(g, ended.Kind)
	default:
		err = t.desk.Send(letters.Letter{To: challenger, Kind: ended.Kind, Game: g})
		if f.How == store.Lapsed && err == nil {
			_, err = tellInvited(t, g, f, challenger)
		}
	}
	if f.Why == facts.Ordered && err == nil {
		t.Note(ended)
	}
	return err
}

// tellInvited tells whoever was challenged of the end of it, and whether it does: not one
// who has never written, of whom we promised to leave them alone, nor one to whom no mail
// about it has gone.
func tellInvited(t *Teller, g *store.Game, f facts.OfferEnded, challenger *store.Player) (told bool, err error) {
	invited, err := t.u.Seated(g, g.Challenger.Other())
	if err != nil {
		return false, err
	}
	if untold, _ := t.dropLetters(g); untold || !invited.Active || g.Thread(g.Challenger.Other()).Root == "" {
		return false, nil
	}
	l := letters.Letter{To: invited, Kind: endings[f.How], Game: g}
	switch {
	case f.Later():
		t.Write(l)
		return true, nil
	case f.How == store.Withdrawn && f.Why == facts.WantsNone:
		l.Notices = []templates.Notice{{Code: templates.NoticeChallengerSilent, Name: names.Of(challenger)}}
	}
	return true, t.desk.Send(l)
}

// inviteRefusals are the notices on why somebody can't be challenged.
var inviteRefusals = map[facts.InviteRefusal]string{
	facts.Nobody: templates.NoticeNobody, facts.InvitesSelf: templates.NoticeSelf, facts.InvitesBot: templates.NoticeBot,
	facts.AlreadyInvited: templates.NoticePending, facts.HasEnoughGames: templates.NoticeEnough,
	facts.TakesNoInvites: templates.NoticeTakesNone, facts.InvitedEnough: templates.NoticeInvitedEnough,
	facts.TooManyInvites: templates.NoticeTooManyOpen, facts.HasBeenForgotten: templates.NoticeNoRematch,
}

// refusalOfOffer is why nothing is offered, or taken.
func refusalOfOffer(t *Teller, g *store.Game, by string, why facts.Reason) (n templates.Notice, err error) {
	switch why := why.(type) {
	case facts.NotOffered:
		return templates.Notice{Code: templates.NoticeNotNow, Number: int(why.Number)}, nil
	case facts.NoInvitation:
		n.Code = inviteRefusals[why.Why]
		switch why.Why {
		case facts.Nobody:
			n.Text = safe.Line(why.Name, 80)
		case facts.TooManyInvites:
			n.Number = t.Terms.Invitations
		case facts.AlreadyInvited:
			n.Number = int(g.Number)
			fallthrough
		default:
			n.Name = why.Name
		}
		return n, nil
	case facts.BadTerms:
		n = templates.Notice{Code: termRefusals[why.Why], Text: safe.Line(why.Word, names.Most)}
		switch why.Why {
		case facts.UnknownTerm:
			n.Names = why.Known
			verb, _, _ := strings.Cut(by, " ")
			n.Suggest = orders.Help + " " + verb
		case facts.NoNumber:
			n.Suggest = map[string]string{"size": "size 8", "count": "count 2", "level": "level 3"}[why.Word]
		case facts.BadSize:
			n.Text, n.Size = "", why.Size
		case facts.TooManyWanted:
			n.Text, n.Number = "", why.Most
		case facts.BadPace:
			n.Fault = string(why.Fault)
		case facts.BadGroup:
			n.First, n.Last = tournament.LeastInGroup, tournament.MostInGroup
		case facts.BadStart:
			n.Suggest = orders.TournamentOpen + " starts " + why.Day.Format(time.DateOnly)
		default:
			n.Text = ""
		}
		return n, nil
	}
	return n, errLeft
}

// termRefusals are the notices on what is wrong with terms.
var termRefusals = map[facts.TermsFault]string{
	facts.UnknownTerm: templates.NoticeOption, facts.NoNumber: templates.NoticeNoNumber, facts.BadSize: string(game.BadSize),
	facts.TooManyWanted: templates.NoticeTooManyWanted, facts.BadPace: templates.NoticePace, facts.PrivateRated: templates.NoticePrivateRated,
	facts.BadGroup: templates.NoticeGroupSize, facts.BadStart: templates.NoticeStartDay, facts.NeedsClock: templates.NoticeNeedsClock,
}

// refusalOfRobot is why there is no game against a robot, or no hint.
func refusalOfRobot(_ *Teller, _ *store.Game, _ string, why facts.Reason) (templates.Notice, error) {
	if why, ok := why.(facts.NoSuchRobot); ok {
		return templates.Notice{Code: templates.NoticeNoRobot, Last: why.Levels}, nil
	}
	return templates.Notice{}, errLeft
}

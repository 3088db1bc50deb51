package telling

import (
	"errors"
	"fmt"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOfLeaving tells who wants less of the club, or mails from and to another address.
func tellOfLeaving(t *Teller, _ *store.Game, entry facts.Entry) error {
	letterTo := func(p *store.Player, address, code, about string) letters.Letter { // at that address
		there := *p
		// What is told in passing is told to the player: noted of a copy, it would be stored with this address.
		there.Address, there.Renamed = address, ""
		n := templates.Notice{Code: code, Text: about}
		return letters.Letter{To: &there, Kind: templates.Noted, Notices: []templates.Notice{n}}
	}
	switch f := entry.Fact.(type) {
	case facts.Stopped:
		notices := withdrawn(f.Offers, f.Challenges, f.Tournaments)
		if f.Clocks {
			notices = append(notices, templates.Notice{Code: templates.NoticeClocksRun})
		}
		if t.reader == nil { // somebody has clicked on List-Unsubscribe
			p, err := t.u.Player(f.Player)
			if err != nil {
				return err
			}
			return t.desk.Send(letters.Letter{To: p, Kind: templates.Unsubscribed, Notices: notices})
		}
		for _, n := range append(notices, templates.Notice{}) {
			t.Note(Line{Kind: templates.Unsubscribed, Decision: decision.Unsubscribed, Notice: n})
		}
	case facts.OutOfReach:
		return tellOutOfReach(t, f)
	case facts.RefusesAll: // which nobody hears who has not written
		t.Note(Line{Kind: templates.Never, Decision: decision.Unsubscribed})
	case facts.ForgetAsked:
		t.Note(Line{Kind: templates.Forget, Decision: decision.Answered, Asks: token.AskForget})
	case facts.ByOperator:
		return t.tellByOperator(f)
	case facts.ToBeForgotten:
		t.Note(Line{Kind: templates.Forgotten, Decision: decision.Forgotten, Says: &templates.Erasure{Banned: !t.reader.Banned.IsZero()}})
	case facts.AddressAsked: // the sender reads the same whether it is asked or not
		t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: templates.Notice{Code: templates.NoticeAddressAsked, Text: f.Address}})
		asked, err := t.Terms.Ask(f)
		t.others = append(t.others, asked...)
		return err
	case facts.AddressAdded: // which is told at both
		owner, err := t.u.Player(f.Player)
		if err != nil {
			return err
		}
		return errors.Join(
			t.desk.Send(letterTo(owner, owner.Address, templates.NoticeAddressAdded, f.Address)),
			t.desk.Send(letterTo(owner, f.Address, templates.NoticeAddressAdded, f.Address)))
	case facts.AddressDropped:
		t.Write(letterTo(t.reader, f.Address, templates.NoticeAddressGone, f.Address))
		t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: templates.Notice{
			Code: templates.NoticeAddressDropped, Text: f.Address, Suggest: f.Now,
		}})
	default:
		return errLeft
	}
	return nil
}

// withdrawn tells of offers and challenges that were withdrawn, and of tournaments, of none nothing.
func withdrawn(offers, challenges []store.GameNumber, left []facts.TournamentLeft) (notices []templates.Notice) {
	if len(offers) > 0 {
		notices = append(notices, templates.Notice{Code: templates.NoticeOffersWithdrawn, Names: numbers(offers)})
	}
	if len(challenges) > 0 {
		notices = append(notices, templates.Notice{Code: templates.NoticeChallengesWithdrawn, Names: numbers(challenges)})
	}
	for _, f := range left {
		notices = append(notices, leftTournament(f))
	}
	return notices
}

// numbers writes games as "#42".
func numbers(games []store.GameNumber) (all []string) {
	for _, n := range games {
		all = append(all, fmt.Sprintf("#%d", n))
	}
	return all
}

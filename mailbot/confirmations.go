package mailbot

import (
	"slices"

	"unlurbot/mailbot/letters"
	"unlurbot/store"
	"unlurbot/templates"
)

// confirmsMove says whether an answer confirms a move of its reader.
func confirmsMove(l *letters.Letter, group []result) bool {
	return l.Kind == templates.Moved && slices.ContainsFunc(group, func(r result) bool { return r.notice.Code == templates.NoticeMoved })
}

// isUnwanted says whether an answer says nothing but that a plain move went well, to
// somebody who does not want to hear of that. Whoever has said yes to a question of
// ours hears what came of it.
func (e *errand) isUnwanted(l *letters.Letter, group []result) bool {
	if !e.sender.NoConfirmations || !confirmsMove(l, group) || len(group) > 1 || len(l.Notices) > 0 || l.Says.Passed != "" || e.agreed {
		return false
	}
	_, planned := e.mails.AnsweredByPlans(l.Game)
	return !planned
}

// teachesConfirmations says whether an answer says how to get no such mails: it does in
// the first game of its reader.
func (e *errand) teachesConfirmations(l *letters.Letter, group []result) (bool, error) {
	if !confirmsMove(l, group) || e.sender.NoConfirmations {
		return false, nil
	}
	s, err := e.u.Tx.Standing(e.sender.ID)
	if err != nil || s.Games() > 0 {
		return false, err
	}
	for g, err := range e.u.Tx.OpenGamesBefore(e.sender.ID, l.Game.Number) {
		if err != nil || e.u.Own(g).State == store.Playing {
			return false, err
		}
	}
	return true, nil
}

package telling

import (
	"slices"

	"unlurbot/mailbot/letters"
	"unlurbot/store"
	"unlurbot/templates"
)

// confirmsMove says whether an answer confirms a move of its reader.
func confirmsMove(l *letters.Letter, group []Line) bool {
	return l.Kind == templates.Moved && slices.ContainsFunc(group, func(line Line) bool { return line.Notice.Code == templates.NoticeMoved })
}

// isLeftToRobot says whether an answer says nothing but what the mail of a robot will tell, which thinks about it now: one
// mail tells of both moves of an exchange, of a hint, of where a game turned.
func isLeftToRobot(l *letters.Letter, group []Line) bool {
	if l.Game == nil || len(group) > 1 || len(l.Notices) > 0 || l.Passed != "" {
		return false
	}
	waits := l.Game.RobotToMove() && slices.Contains([]templates.Kind{templates.Moved, templates.Started}, l.Kind)
	return waits || l.Says == toCome
}

// isUnwanted says whether an answer says nothing but that a plain move went well, to
// somebody who does not want to hear of that. Whoever has said yes to a question of
// ours hears what came of it. What a robot is to tell nobody else does.
func isUnwanted(t *Teller, l *letters.Letter, group []Line, agreed bool) bool {
	if isLeftToRobot(l, group) {
		return true
	}
	if agreed || !t.reader.NoConfirmations || !confirmsMove(l, group) || len(group) > 1 || len(l.Notices) > 0 || l.Passed != "" {
		return false
	}
	_, planned := t.desk.AnsweredByPlans(l.Game)
	return !planned
}

// taughtUntil is in which ply of a reader's first game a confirmation says for the last time how to get no such mails: each
// player has made two moves then, and more of that would be as tiresome as the mails.
const taughtUntil = 4

// teachConfirmations lets the confirmation of a move say how to get no such mails, when its reader begins to play.
func teachConfirmations(t *Teller, l *letters.Letter, group []Line) error {
	if !confirmsMove(l, group) || t.reader.NoConfirmations || l.Game.Course.Ply > taughtUntil {
		return nil
	}
	s, err := t.u.Tx.Standing(t.reader.ID)
	if err != nil || s.Games() > 0 {
		return err
	}
	for g, err := range t.u.Tx.OpenGamesBefore(t.reader.ID, l.Game.Number) {
		if err != nil || t.u.Own(g).State == store.Playing {
			return err
		}
	}
	l.Says = &templates.Confirmation{Teaches: true}
	return nil
}

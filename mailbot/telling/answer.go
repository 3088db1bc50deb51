package telling

import (
	"cmp"
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/templates"
)

// byWeight orders the kinds that share a mail: the heaviest one gives it its
// shape, the others become remarks in it.
var byWeight = []templates.Kind{
	templates.Confirm, templates.Over, templates.Cancelled, templates.Moved, templates.Turn, templates.Started, templates.Stale,
	templates.Declined, templates.Withdrawn, templates.Challenged, templates.Sought, templates.Planned, templates.Refused,
	templates.Named, templates.Noted, templates.Said, templates.Show, templates.Problem,
}

// An Answering is what is known of the mail that is answered, beside what came of it.
type Answering struct {
	Again  bool // its writer wanted no mails until now
	Agreed bool // it says yes to a question of ours
	// Settles says that it has answered such a question, and was the first to do so. Its answers
	// must be sent.
	Settles bool
	// Cut says which answers may be sent, given which must be, and whether they are the last ones
	// for now. It is told whether the mail has done what can't be undone.
	Cut func(must []bool, lasts bool) (sent []bool, last bool)
}

// Answer sends all letters and writes to the sender: the opponents' first, so
// that a game's mails leave in the order of its events.
func (t *Teller) Answer(a Answering) error {
	if err := t.TellOthers(); err != nil {
		return err
	}
	groups, last := t.cut(grouped(t.lines), a)
	for i, group := range groups {
		l, err := answerTo(t, group)
		if err != nil {
			return err
		}
		if i == len(groups)-1 && last {
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticePatience})
		}
		if i == 0 && a.Again && !t.reader.Silent && !t.u.Forgets(t.reader) {
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeMailsAgain})
		}
		if isUnwanted(t, &l, group, a.Agreed) {
			continue
		}
		if err := teachConfirmations(t, &l, group); err != nil {
			return err
		}
		if err := t.desk.Send(l); err != nil {
			return err
		}
	}
	if t.desk.Departures.PutOff { // and nothing was to be answered
		return t.desk.Send(letters.Letter{To: t.reader, Kind: templates.Noted, Answer: true})
	}
	return nil
}

// Report writes to the reader what a robot has done. If a plan of the reader's has answered at once, the robot is to move
// again, and the mail on that tells of it all.
func Report(t *Teller) error {
	for _, group := range grouped(t.lines) {
		l, err := answerTo(t, group)
		if err != nil {
			return err
		}
		if l.Answer = false; isLeftToRobot(&l, group) {
			continue
		}
		if err := t.desk.Send(l); err != nil {
			return err
		}
	}
	return nil
}

// TellOthers sends the letters, and notes for the sender which readers get no mails, and why.
// It is for what the operator has ordered in the reader's place, who gets no answer then.
func (t *Teller) TellOthers() error {
	for _, l := range t.others {
		for i := range l.Notices {
			l.Notices[i].Name = t.reader.Name // which the mail may have changed
		}
		if err := t.desk.Send(l); err != nil {
			return err
		}
		n := templates.Notice{Name: names.Of(l.To)}
		switch {
		case l.Game != nil && club.IsVeiled(l.Game, l.Game.SeatOf(t.reader.ID)), t.u.Forgets(t.reader):
			continue
		case l.To.Silent && l.To.Active:
			n.Code = templates.NoticeOpponentSilent
		case !l.To.Unreachable.IsZero():
			n.Code, n.On = templates.NoticeOpponentUnreachable, l.Game != nil && !l.Game.Pace.None()
		default:
			continue
		}
		t.Note(Line{Kind: templates.Show, Game: l.Game, Decision: t.decision, Notice: n})
	}
	return nil
}

// grouped parts lines into the mails that answer them: one for each game, in which everything
// that is about no game takes part, and one for each thing that is a mail of its own, whatever
// there is to say of it.
func grouped(lines []Line) (groups [][]Line) {
	var loose []Line
	for _, l := range lines {
		if l.Game == nil && !l.isOwnMail() {
			loose = append(loose, l)
			continue
		}
		i := slices.IndexFunc(groups, func(group []Line) bool {
			first := group[0]
			return first.Game == l.Game && first.isOwnMail() == l.isOwnMail() &&
				(!l.isOwnMail() || first.Kind == l.Kind && slices.Equal(first.Args, l.Args))
		})
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], l)
	}
	if len(loose) == 0 {
		return groups
	}
	if i := slices.IndexFunc(groups, func(group []Line) bool { return !group[0].isOwnMail() }); i >= 0 {
		groups[i] = append(groups[i], loose...)
		return groups
	}
	return append(groups, loose)
}

// answerTo makes one mail of a group of lines.
func answerTo(t *Teller, group []Line) (letters.Letter, error) {
	main := slices.MinFunc(group, func(a, b Line) int {
		return slices.Index(byWeight, a.Kind) - slices.Index(byWeight, b.Kind)
	})
	l := letters.Letter{To: t.reader, Kind: main.Kind, Says: main.Says, Answer: true}
	nothing := true
	for _, line := range group {
		l.Game, l.Back.Asks, l.Back.Request = cmp.Or(l.Game, line.Game), cmp.Or(l.Back.Asks, line.Asks), cmp.Or(l.Back.Request, line.Request)
		if line.Kind != templates.Refused && line.Kind != templates.Problem {
			nothing = false
		}
		n := line.Notice
		switch {
		case line.Kind == main.Kind && line.Game == main.Game && !slices.Contains(saysLittle, line.Kind):
			continue // the template says it
		case n.Code == "" && line.Done != "":
			n = templates.Notice{Code: templates.NoticeDone, Text: line.Done}
		}
		if n.Code != "" && !hasNotice(l.Notices, n) {
			l.Notices = append(l.Notices, n)
		}
	}
	if l.Game != nil {
		l.Passed = t.passed[l.Game.Number]
	}
	if l.Kind == templates.Refused {
		l.Says = &templates.Refusal{Nothing: nothing}
	}
	if main.Look != nil {
		return l, main.Look(&l)
	}
	return l, nil
}

// saysLittle are the kinds whose templates don't say what the notice of their line does.
var saysLittle = []templates.Kind{
	templates.Refused, templates.Problem, templates.Planned, templates.Unsubscribed, templates.Named,
	templates.Noted, templates.Said, templates.Show, templates.Watched, templates.Help, templates.Lesson, templates.Puzzle,
}

// cut gives those of the answers that may be sent, and says whether they are the last for now.
func (t *Teller) cut(groups [][]Line, a Answering) (kept [][]Line, last bool) {
	must := make([]bool, len(groups))
	for i, group := range groups {
		must[i] = a.Settles || t.insists || slices.ContainsFunc(group, t.advances)
	}
	lasts := slices.ContainsFunc(t.lines, func(l Line) bool {
		return slices.Contains([]decision.Decision{decision.Played, decision.Started, decision.Declined}, l.Decision)
	})
	sent, last := a.Cut(must, lasts)
	for i, group := range groups {
		if sent[i] {
			kept = append(kept, group)
		}
	}
	return kept, last
}

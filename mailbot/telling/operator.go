package telling

import (
	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/templates"
)

// ruled says why the operator has ended a game, or that it goes on, and why.
func ruled(g *store.Game, a acts.Act) templates.Notice {
	n := templates.Notice{Code: templates.NoticeDecided, Text: safe.Line(a.Reason, len(a.Reason))}
	if a.Kind == acts.Reopen {
		n.Code = templates.NoticeReopened
		if last := len(g.Events) - 1; a.Before != acts.Cancel && g.Events[last-1].Move.Kind == game.PutStone {
			n.Cell = g.Events[last-1].Move.String()
		}
	}
	return n
}

// tellByOperator tells the reader what the operator has done, with the reason, or sends what was
// held back. Who has never written hears nothing, and neither does who can't be reached and is
// forgotten: that mail would wait for ever.
func (t *Teller) tellByOperator(f facts.ByOperator) error {
	switch p := t.reader; {
	case f.Act.Kind == acts.Reachable:
		return t.CatchUp(p.Heard)
	case !p.Active, f.Act.Kind == acts.Forget && !p.Unreachable.IsZero():
		return nil
	}
	reason := safe.Text(f.Act.Reason)
	l := letters.Letter{To: t.reader, Kind: templates.ByOperator}
	l.Says = &templates.Act{Kind: string(f.Act.Kind), Before: f.Act.Before, After: f.Act.After, Reason: reason}
	if f.Act.Kind == acts.Forget {
		l.Kind, l.Says = templates.Forgotten, &templates.Erasure{ByOperator: true, Reason: reason, Banned: !t.reader.Banned.IsZero()}
	}
	l.Notices = withdrawn(f.Offers, f.Challenges)
	return t.desk.Send(l)
}

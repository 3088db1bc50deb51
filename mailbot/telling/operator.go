package telling

import (
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/safe"
	"unlurbot/store/acts"
	"unlurbot/templates"
)

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
	l.Notices = withdrawn(f.Offers, f.Challenges, f.Tournaments)
	return t.desk.Send(l)
}

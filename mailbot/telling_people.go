package mailbot

import (
	"fmt"

	"unlurbot/mailbot/facts"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOfPeople tells what the sender has settled.
func (e *errand) tellOfPeople(_ *store.Game, entry facts.Entry) error {
	noted := func(n templates.Notice) { e.note(result{kind: templates.Noted, decision: Noted, notice: n}) }
	switch f := entry.Fact.(type) {
	case facts.LimitSet:
		noted(templates.Notice{Code: templates.NoticeLimit, Number: f.Most})
	default:
		return fmt.Errorf("mailbot: nobody is told of %T", entry.Fact)
	}
	return nil
}

// refusalOfPeople is why the sender can't settle it so.
func (e *errand) refusalOfPeople(_ *store.Game, why facts.Reason) (result, error) {
	switch why := why.(type) {
	case facts.NoLimit:
		return refuse(nil, noLimit(why.Most)), nil
	}
	return result{}, fmt.Errorf("mailbot: nothing is said of %T", why)
}

// noLimit says what can stand behind limit.
func noLimit(most int) templates.Notice {
	if most == plenty {
		most = 0
	}
	return templates.Notice{Code: templates.NoticeNoLimit, Number: most}
}

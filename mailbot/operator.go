package mailbot

import (
	"unlurbot/store"
	"unlurbot/templates"
)

// operatorMails is how many mails a day the operator gets at most: a relay that
// refuses everything must not fill the operator's own mailbox.
const operatorMails = 10

// tellOperator writes to whoever runs the bot about something that the bot
// can't mend itself. The log has it in any case.
func (e *errand) tellOperator(news templates.Notice) error {
	address := e.bot.cfg.Operator
	if address == "" {
		return nil
	}
	count, err := e.u.Tx.CountOperatorMail(e.u.Now)
	if err != nil || count > operatorMails {
		return err
	}
	view := &templates.View{Notices: []templates.Notice{news}, Address: e.bot.cfg.Address}
	if count == operatorMails {
		view.Notices = append(view.Notices, templates.Notice{Code: templates.OperatorLast})
	}
	return e.send(letter{to: &store.Player{Address: address}, kind: templates.Operator, view: view})
}

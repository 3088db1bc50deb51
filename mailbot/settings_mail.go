package mailbot

import (
	"slices"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
)

// The settings of a player that are about mails: how they look, and when they leave.

// languageSetting chooses one of the languages in which there are mails.
var languageSetting = setting{
	key:   "language",
	value: func(e *errand) string { return e.bot.languageOf(e.sender) },
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		if known := e.bot.words.Languages(); !slices.Contains(known, value) {
			return templates.Notice{Code: templates.NoticeNoLanguage, Text: safe.Line(value, names.Most), Names: known}, true, nil
		}
		e.sender.Language = value
		e.u.ChangePlayer(e.sender)
		return templates.Notice{Code: templates.NoticeLanguage, Text: value}, false, nil
	},
}

// The values of the format of mails.
const (
	formatText = "text"
	formatHTML = "html" // which has the text beside it
)

var formatSetting = setting{
	key:     "format",
	choices: []string{formatText, formatHTML},
	value: func(e *errand) string {
		if e.sender.TextOnly {
			return formatText
		}
		return formatHTML
	},
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		e.sender.TextOnly = value == formatText
		e.u.ChangePlayer(e.sender)
		return templates.Notice{Code: templates.NoticeFormat, Text: value}, false, nil
	},
}

// The values of how many mails there are.
const (
	mailsEach  = "each"
	mailsDaily = "daily"
)

// mailsSetting chooses a mail for each event, or one a day. What waits for the next
// day is sent at once if there is to be none.
var mailsSetting = setting{
	key:     "mails",
	choices: []string{mailsEach, mailsDaily},
	value: func(e *errand) string {
		if e.sender.Daily {
			return mailsDaily
		}
		return mailsEach
	},
	set: func(e *errand, value string) (n templates.Notice, refused bool, err error) {
		e.sender.Daily = value == mailsDaily
		e.u.ChangePlayer(e.sender)
		if !e.sender.Daily {
			err = e.desk().SendDigest(e.sender)
		}
		return templates.Notice{Code: templates.NoticeMails, Text: value, Name: zones.Shown(e.sender.Zone)}, false, err
	},
}

// confirmationsSetting chooses whether a move that went well is answered.
var confirmationsSetting = setting{
	key:     "confirmations",
	choices: []string{on, off},
	value:   func(e *errand) string { return onOrOff(!e.sender.NoConfirmations) },
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		e.sender.NoConfirmations = value == off
		e.u.ChangePlayer(e.sender)
		return templates.Notice{Code: templates.NoticeConfirmations, On: value != off}, false, nil
	},
}

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

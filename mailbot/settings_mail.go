package mailbot

import (
	"slices"

	"unlurbot/templates"
)

// The settings of a player that are about mails: how they look, and when they leave.

// languageSetting chooses one of the languages in which there are mails.
var languageSetting = setting{
	key:   "language",
	value: func(e *errand) string { return e.bot.languageOf(e.sender) },
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		if known := e.bot.words.Languages(); !slices.Contains(known, value) {
			return templates.Notice{Code: templates.NoticeNoLanguage, Text: safeLine(value, maxName), Names: known}, true, nil
		}
		e.sender.Language = value
		e.changePlayer(e.sender)
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
		e.changePlayer(e.sender)
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
		e.changePlayer(e.sender)
		if !e.sender.Daily {
			err = e.sendDigest(e.sender)
		}
		return templates.Notice{Code: templates.NoticeMails, Text: value, Name: zoneName(e.sender.Zone)}, false, err
	},
}

package telling

import (
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/zones"
	"unlurbot/templates"
)

// settingNotice says what the sender has set. If there is to be no mail of the day, what
// waits for the next one is sent at once.
func settingNotice(t *Teller, f facts.SettingSet) (n templates.Notice, err error) {
	switch f.Key {
	case club.Language:
		n = templates.Notice{Code: templates.NoticeLanguage, Text: f.Value}
	case club.Zone:
		n = templates.Notice{Code: templates.NoticeZone, Span: templates.Span{From: t.u.Now.In(zones.Of(f.Value)), Zone: f.Value}}
	case club.Weekends:
		n = templates.Notice{Code: templates.NoticeWeekends, On: f.Value == club.Off, Text: zones.Shown(t.reader.Zone)}
	case club.Reminders:
		n = templates.Notice{Code: templates.NoticeReminders, On: f.Value != club.Off}
	case club.Format:
		n = templates.Notice{Code: templates.NoticeFormat, Text: f.Value}
	case club.Mails:
		n = templates.Notice{Code: templates.NoticeMails, Text: f.Value, Name: zones.Shown(t.reader.Zone)}
		if !t.reader.Daily {
			err = t.desk.SendDigest(t.reader)
		}
	case club.News:
		n = templates.Notice{Code: templates.NoticeNews, On: f.Value != club.Off}
	case club.Puzzle:
		n = puzzlesNotice(t, f.Value)
	case club.Confirmations:
		n = templates.Notice{Code: templates.NoticeConfirmations, On: f.Value != club.Off}
	case club.Web:
		n = templates.Notice{Code: templates.NoticeWeb, On: f.Value == club.On, Name: t.reader.Name}
	case club.Net:
		n = templates.Notice{Code: templates.NoticeNet, On: f.Value != club.Off}
		if !t.Terms.Net {
			n = templates.Notice{Code: templates.NoticeNoNet}
		}
	}
	return n, err
}

// puzzlesNotice says whether a puzzle comes each week. That none does may come of a click on a link, which has no reader.
func puzzlesNotice(t *Teller, value string) templates.Notice {
	switch {
	case value == club.Off:
		return templates.Notice{Code: templates.NoticePuzzles}
	case !t.Terms.Puzzles:
		return templates.Notice{Code: templates.NoticePuzzlesOff}
	}
	return templates.Notice{Code: templates.NoticePuzzles, On: true, Text: zones.Shown(t.reader.Zone)}
}

package telling

import (
	"cmp"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
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
	case club.Confirmations:
		n = templates.Notice{Code: templates.NoticeConfirmations, On: f.Value != club.Off}
	}
	return n, err
}

// choiceNotice says what can be set where a value is none of the choices.
func choiceNotice(why facts.NoChoice) templates.Notice {
	n := templates.Notice{Code: templates.NoticeNoValue, Text: safe.Line(why.Value, names.Most)}
	if why.Key == club.Language {
		n.Code, n.Names = templates.NoticeNoLanguage, why.Choices
		return n
	}
	for _, v := range why.Choices {
		n.Names = append(n.Names, orders.Set+" "+why.Key+" "+v)
	}
	return n
}

// NoSetting says what can be set.
func NoSetting(languages []string) templates.Notice {
	examples := map[string]string{club.Language: strings.Join(languages, "|"), club.Zone: "Europe/Madrid"}
	n := templates.Notice{Code: templates.NoticeNoSetting}
	for _, s := range club.Settings {
		n.Names = append(n.Names, s.Key+" "+cmp.Or(examples[s.Key], strings.Join(s.Choices, "|")))
	}
	return n
}

// allSettings lists the settings as a player would write them behind "set".
func allSettings(t *Teller) templates.Notice {
	n := templates.Notice{Code: templates.NoticeSettings}
	for _, s := range club.Settings {
		value := s.Of(t.reader)
		if s.Key == club.Language {
			value = t.desk.LanguageOf(t.reader)
		}
		n.Names = append(n.Names, s.Key+" "+value)
	}
	return n
}

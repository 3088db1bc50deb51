package mailbot

import (
	"cmp"
	"slices"
	"strings"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/templates"
)

// A setting is one thing that a player can set.
type setting struct {
	key     string
	choices []string // what it can be; nil if set knows what that is
	example string   // of what it can be, if there are no choices
	// value gives what is set for the sender.
	value func(e *errand) string
	// set sets it for the sender and gives the notice that says so, or sets nothing
	// and says why: then the notice has refused beside it.
	set func(e *errand, value string) (n templates.Notice, refused bool, err error)
}

// settings is the table of them, in the order in which they are listed. It is filled
// by init because what sets one may read it.
var settings []setting

func init() {
	settings = []setting{
		languageSetting,
		zoneSetting,
		weekendsSetting,
		remindersSetting,
		formatSetting,
		mailsSetting,
		confirmationsSetting,
	}
}

// set changes a setting of the sender, or lists them all.
func set(e *errand, c parser.Command) (result, error) {
	if len(c.Args) == 0 {
		return result{kind: templates.Noted, decision: Answered, notice: e.allSettings()}, nil
	}
	i := slices.IndexFunc(settings, func(s setting) bool { return s.key == c.Args[0] })
	if i < 0 { // the parser knows more than there are
		return e.misunderstood(parser.Problem{Code: parser.CodeUnknown, Text: c.String(), Line: c.Line})
	}
	if notice, wrong := settings[i].refuseValue(c.Args[1]); wrong {
		return refuse(nil, notice), nil
	}
	notice, refused, err := settings[i].set(e, c.Args[1])
	if refused || err != nil {
		return refuse(nil, notice), err
	}
	return result{kind: templates.Noted, decision: Noted, notice: notice}, nil
}

// refuseValue says what can be set if a value is none of the choices.
func (s setting) refuseValue(value string) (n templates.Notice, wrong bool) {
	if s.choices == nil || slices.Contains(s.choices, value) {
		return n, false
	}
	n = templates.Notice{Code: templates.NoticeNoValue, Text: safe.Line(value, names.Most)}
	for _, v := range s.choices {
		n.Names = append(n.Names, orders.Set+" "+s.key+" "+v)
	}
	return n, true
}

// noSetting says what can be set.
func (e *errand) noSetting() templates.Notice {
	n := templates.Notice{Code: templates.NoticeNoSetting}
	for _, s := range settings {
		choices := s.choices
		if s.key == languageSetting.key {
			choices = e.bot.words.Languages()
		}
		n.Names = append(n.Names, s.key+" "+cmp.Or(s.example, strings.Join(choices, "|")))
	}
	return n
}

// allSettings lists the settings as a player would write them behind "set".
func (e *errand) allSettings() templates.Notice {
	n := templates.Notice{Code: templates.NoticeSettings}
	for _, s := range settings {
		n.Names = append(n.Names, s.key+" "+s.value(e))
	}
	return n
}

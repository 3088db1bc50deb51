package club

import (
	"slices"
	"time"

	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

// What can be set.
const (
	Language      = "language" // of mails
	Zone          = "zone"
	Weekends      = "weekends" // off: on which the clocks stand still
	Reminders     = "reminders"
	Net           = "net"           // whether the player is away by itself whose time is up
	Web           = "web"           // whether the public web site may name the player
	Format        = "format"        // of mails
	Mails         = "mails"         // one for each event, or one a day
	Confirmations = "confirmations" // whether a move that went well is answered
	News          = "news"          // whether there are announcements of the operator
	Puzzle        = "puzzle"        // one a week, or none
)

// Values of settings.
const (
	On         = "on"
	Off        = "off"
	TextOnly   = "text"
	HTML       = "html" // which has the text beside it
	MailsEach  = "each"
	MailsDaily = "daily"
	Weekly     = "weekly"
)

// A Setting is one thing that players can choose for themselves.
type Setting struct {
	Key     string
	Choices []string // what it can be; nil for one of Rules.Languages, and for a zone
	// Of gives what a player has chosen; "" for a language if that is none.
	Of func(*store.Player) string
	// set changes it for the player of the session, or changes nothing and says why.
	set func(s *Session, value string) (facts.Reason, error)
}

// Settings is the table of them, in the order in which they are listed.
var Settings = []Setting{
	{
		Key: Language,
		Of:  func(p *store.Player) string { return p.Language },
		set: func(s *Session, value string) (facts.Reason, error) {
			if known := s.rules.Languages; !slices.Contains(known, value) {
				return facts.NoChoice{Key: Language, Value: value, Choices: known}, nil
			}
			s.me.Language = value
			return nil, nil
		},
	},
	{
		Key: Zone,
		Of:  func(p *store.Player) string { return zones.Shown(p.Zone) },
		set: func(s *Session, value string) (facts.Reason, error) {
			name, near := zones.Find(value)
			if name == "" {
				return facts.NoZone{Value: value, Near: near}, nil
			}
			return nil, clocks.ChangeCalendar(s.Unit, s.me, s.Arrived, func() { s.me.Zone, s.me.ZoneSeen = name, "" })
		},
	},
	{
		Key: Weekends, Choices: []string{On, Off},
		Of: func(p *store.Player) string { return either(!p.FreeWeekends, On, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			return nil, clocks.ChangeCalendar(s.Unit, s.me, s.Arrived, func() { s.me.FreeWeekends = value == Off })
		},
	},
	{
		Key: Reminders, Choices: []string{On, Off},
		Of: func(p *store.Player) string { return either(!p.NoReminders, On, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			s.me.NoReminders = value == Off
			return nil, dropReminders(s)
		},
	},
	{
		Key: Net, Choices: []string{On, Off},
		Of: func(p *store.Player) string { return either(!p.NoNet, On, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			s.me.NoNet = value == Off
			return nil, nil
		},
	},
	{
		Key: Web, Choices: []string{On, Off},
		Of: func(p *store.Player) string { return either(p.Web, On, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			s.me.Web = value == On
			return nil, nil
		},
	},
	{
		Key: Format, Choices: []string{TextOnly, HTML},
		Of: func(p *store.Player) string { return either(p.TextOnly, TextOnly, HTML) },
		set: func(s *Session, value string) (facts.Reason, error) {
			s.me.TextOnly = value == TextOnly
			return nil, nil
		},
	},
	{
		Key: Mails, Choices: []string{MailsEach, MailsDaily},
		Of: func(p *store.Player) string { return either(p.Daily, MailsDaily, MailsEach) },
		set: func(s *Session, value string) (facts.Reason, error) {
			s.me.Daily = value == MailsDaily
			return nil, nil
		},
	},
	{
		Key: Confirmations, Choices: []string{On, Off},
		Of: func(p *store.Player) string { return either(!p.NoConfirmations, On, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			s.me.NoConfirmations = value == Off
			return nil, nil
		},
	},
	{
		Key: News, Choices: []string{On, Off},
		Of: func(p *store.Player) string { return either(!p.NoNews, On, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			if s.me.NoNews = value == Off; !s.me.NoNews {
				return nil, nil
			}
			return nil, s.Tx.DropAnnouncements(s.me)
		},
	},
	{
		Key: Puzzle, Choices: []string{Weekly, Off},
		Of: func(p *store.Player) string { return either(!p.Weekly.IsZero(), Weekly, Off) },
		set: func(s *Session, value string) (facts.Reason, error) {
			if s.me.Weekly = (time.Time{}); value == Off {
				return nil, nil
			}
			return nil, puzzles.Await(s.Unit, s.me, s.Arrived)
		},
	},
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// FindSetting gives a setting by its key.
func FindSetting(key string) (s Setting, ok bool) {
	i := slices.IndexFunc(Settings, func(s Setting) bool { return s.Key == key })
	if i < 0 {
		return s, false
	}
	return Settings[i], true
}

// Set changes a setting; without the key of one it asks what is set.
type Set struct {
	About
	Key, Value string
}

func (o Set) do(s *Session) error {
	setting, ok := FindSetting(o.Key)
	if !ok {
		s.note(facts.SettingsAsked{})
		return nil
	}
	if setting.Choices != nil && !slices.Contains(setting.Choices, o.Value) {
		return refuse(nil, facts.NoChoice{Key: o.Key, Value: o.Value, Choices: setting.Choices})
	}
	why, err := setting.set(s, o.Value)
	switch {
	case err != nil:
		return err
	case why != nil:
		return refuse(nil, why)
	}
	s.ChangePlayer(s.me)
	s.note(facts.SettingSet{Key: o.Key, Value: setting.Of(s.me)})
	return nil
}

// dropReminders takes the reminders of the player out of the outbox that wait there, if the
// player wants none.
func dropReminders(s *Session) error {
	if !s.me.NoReminders {
		return nil
	}
	games, err := s.OpenGames(s.me)
	if err != nil {
		return err
	}
	for _, g := range games {
		if OnTurn(g, g.SeatOf(s.me.ID)) {
			s.ChangeGame(g)
			if err := clocks.DropReminder(s.Unit, g); err != nil {
				return err
			}
		}
	}
	return nil
}

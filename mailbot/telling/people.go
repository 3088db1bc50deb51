package telling

import (
	"fmt"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOfPeople tells what the sender has settled.
func tellOfPeople(t *Teller, g *store.Game, entry facts.Entry) error {
	noted := func(n templates.Notice, err error) error {
		t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: n})
		return err
	}
	switch f := entry.Fact.(type) {
	case facts.LimitSet:
		return noted(templates.Notice{Code: templates.NoticeLimit, Number: f.Most}, nil)
	case facts.Muted:
		n, err := naming(t, templates.NoticeMuted, f.Whom)
		if f.Off {
			n.Code = templates.NoticeUnmuted
			return noted(n, err)
		}
		n.Number = max(0, len(t.reader.Muted)-mutedListed)
		for _, id := range t.reader.Muted[n.Number:] {
			p, err := t.u.Player(id)
			if err != nil {
				return err
			}
			n.Names = append(n.Names, names.Of(p))
		}
		return noted(n, err)
	case facts.Renamed:
		t.desk.Asides.Called = nil
		t.Note(Line{Kind: templates.Named, Decision: decision.Named, Notice: templates.Notice{Code: templates.NoticeNamed, Name: f.Name}})
		return nil
	case facts.NetCaught:
		return tellNet(t, f)
	case facts.AbsenceSet:
		return tellAbsence(t, f)
	case facts.SettingsAsked:
		n := templates.Notice{Code: templates.NoticeSettings} // as a player would write them behind "set"
		for _, s := range club.Settings {
			if s.Key == club.Net && !t.Terms.Net {
				continue
			}
			value := s.Of(t.reader)
			if s.Key == club.Language {
				value = t.desk.LanguageOf(t.reader)
			}
			n.Names = append(n.Names, s.Key+" "+value)
		}
		t.Note(Line{Kind: templates.Noted, Decision: decision.Answered, Notice: n})
		return nil
	case facts.SettingSet:
		return noted(settingNotice(t, f))
	case facts.Said:
		err := t.keepWords(g, f.Words)
		t.Note(Line{Kind: templates.Said, Game: g, Decision: decision.Said})
		return err
	case facts.NoteKept:
		t.Note(Line{Kind: templates.Show, Game: g, Decision: decision.Noted, Notice: templates.Notice{Code: templates.NoticeNoteKept}})
		return nil
	case facts.Watching:
		if f.Off {
			return noted(templates.Notice{Code: templates.NoticeUnwatched, Number: int(f.Game)}, nil)
		}
		t.Note(Line{Kind: templates.Watched, Game: g, Decision: decision.Noted, Notice: templates.Notice{Code: templates.NoticeWatching, Number: int(f.Game)}})
		return nil
	default:
		return errLeft
	}
}

// mutedListed is how many names of muted players a mail lists, the last ones.
const mutedListed = 30

// naming says something about a player.
func naming(t *Teller, code string, id store.PlayerID) (templates.Notice, error) {
	p, err := t.u.Player(id)
	if err != nil {
		return templates.Notice{}, err
	}
	return templates.Notice{Code: code, Name: names.Of(p)}, nil
}

// refusalOfPeople is why the sender can't settle it so.
func refusalOfPeople(t *Teller, _ *store.Game, _ string, why facts.Reason) (templates.Notice, error) {
	switch why := why.(type) {
	case facts.NoLimit:
		return noLimit(why.Most), nil
	case facts.NobodyCalled:
		return templates.Notice{Code: templates.NoticeNobodyCalled, Text: safe.Line(why.Name, names.Most)}, nil
	case facts.BadName:
		return templates.Notice{Code: faultsOfNames[names.Fault(why.Fault)], Text: safe.Line(why.Wanted, names.Most)}, nil
	case facts.NameTaken:
		return templates.Notice{Code: templates.NoticeNameTaken, Text: why.Name}, nil
	case facts.NoDay:
		return templates.Notice{Code: templates.NoticeNoDay, Text: why.Word}, nil
	case facts.AwayBackwards:
		return templates.Notice{Code: templates.NoticeAwayOrder, Text: why.Last}, nil
	case facts.AwayLong:
		return templates.Notice{Code: templates.NoticeAwayLong, Number: why.Days}, nil
	case facts.NoTimeLeft:
		n := templates.Notice{Code: templates.NoticeNoTimeLeft}
		for _, number := range why.Games {
			n.Names = append(n.Names, fmt.Sprintf("#%d", number))
		}
		return n, nil
	case facts.NoChoice:
		n := templates.Notice{Code: templates.NoticeNoValue, Text: safe.Line(why.Value, names.Most)}
		if why.Key == club.Language {
			n.Code, n.Names = templates.NoticeNoLanguage, why.Choices
			return n, nil
		}
		for _, v := range why.Choices {
			n.Names = append(n.Names, orders.Set+" "+why.Key+" "+v)
		}
		return n, nil
	case facts.NoZone:
		return templates.Notice{Code: templates.NoticeNoZone, Text: safe.Line(why.Value, names.Most), Names: why.Near}, nil
	case facts.Departed:
		return naming(t, templates.NoticeNoRematch, why.Player)
	case facts.NotMuted:
		return naming(t, templates.NoticeNotMuted, why.Player)
	case facts.NoAddress:
		return templates.Notice{Code: addressRefusals[why.Why], Text: why.Address, Number: club.MostAddresses}, nil
	case facts.NoWatching:
		n := templates.Notice{Code: watchRefusals[why.Why], Number: int(why.Number)}
		switch {
		case why.Number == facts.NoSuchGame:
			n = templates.Notice{Code: templates.NoticeNoGame}
		case why.Why == facts.WatchesEnough:
			n.Number = club.MostWatched
		}
		return n, nil
	}
	return templates.Notice{}, errLeft
}

var addressRefusals = map[facts.AddressFault]string{
	facts.NobodysAddress: templates.NoticeNoAddress, facts.OwnAddress: templates.NoticeYourAddress, facts.NotOwnAddress: templates.NoticeNotYourAddress,
	facts.LastAddress: templates.NoticeLastAddress, facts.TooManyAddresses: templates.NoticeTooManyAddresses,
}

// noLimit says what can stand behind limit.
func noLimit(most int) templates.Notice {
	if most == club.Plenty {
		most = 0
	}
	return templates.Notice{Code: templates.NoticeNoLimit, Number: most}
}

// faultsOfNames are the notices on what can't be a name.
var faultsOfNames = map[names.Fault]string{
	names.Unfit: templates.NoticeBadName, names.Reserved: templates.NoticeNameReserved, names.Scripts: templates.NoticeNameScripts,
}

var watchRefusals = map[facts.WatchRefusal]string{
	facts.NotToWatch: templates.NoticeNotToWatch, facts.WatchOwn: templates.NoticeWatchOwn, facts.NotWatched: templates.NoticeNotWatching,
	facts.WatchesEnough: templates.NoticeWatchesEnough, facts.WatchedEnough: templates.NoticeWatchedEnough,
}

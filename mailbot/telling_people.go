package mailbot

import (
	"fmt"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOfPeople tells what the sender has settled.
func (e *errand) tellOfPeople(g *store.Game, entry facts.Entry) error {
	noted := func(n templates.Notice, err error) error {
		e.note(result{kind: templates.Noted, decision: Noted, notice: n})
		return err
	}
	switch f := entry.Fact.(type) {
	case facts.LimitSet:
		return noted(templates.Notice{Code: templates.NoticeLimit, Number: f.Most}, nil)
	case facts.Muted:
		return noted(e.mutedNotice(f))
	case facts.Renamed:
		e.mails.Asides.Called = nil
		e.note(result{kind: templates.Named, decision: Named, notice: templates.Notice{Code: templates.NoticeNamed, Name: f.Name}})
		return nil
	case facts.AbsenceSet:
		return e.tellAbsence(f)
	case facts.SettingsAsked:
		e.note(result{kind: templates.Noted, decision: Answered, notice: e.allSettings()})
		return nil
	case facts.SettingSet:
		return noted(e.settingNotice(f))
	case facts.Said:
		err := e.keepWords(g, f.Words)
		e.note(result{kind: templates.Said, game: g, decision: Said})
		return err
	case facts.NoteKept:
		e.note(result{kind: templates.Show, game: g, decision: Noted, notice: templates.Notice{Code: templates.NoticeNoteKept}})
		return nil
	case facts.Watching:
		if f.Off {
			return noted(templates.Notice{Code: templates.NoticeUnwatched, Number: int(f.Game)}, nil)
		}
		e.note(result{kind: templates.Watched, game: g, decision: Noted, notice: templates.Notice{Code: templates.NoticeWatching, Number: int(f.Game)}})
		return nil
	default:
		return fmt.Errorf("mailbot: nobody is told of %T", entry.Fact)
	}
}

// mutedListed is how many names of muted players a mail lists, the last ones.
const mutedListed = 30

func (e *errand) mutedNotice(f facts.Muted) (templates.Notice, error) {
	n, err := e.naming(templates.NoticeMuted, f.Whom)
	if f.Off {
		n.Code = templates.NoticeUnmuted
		return n, err
	}
	n.Number = max(0, len(e.sender.Muted)-mutedListed)
	for _, id := range e.sender.Muted[n.Number:] {
		p, err := e.u.Player(id)
		if err != nil {
			return n, err
		}
		n.Names = append(n.Names, names.Of(p))
	}
	return n, err
}

// naming says something about a player.
func (e *errand) naming(code string, id store.PlayerID) (templates.Notice, error) {
	p, err := e.u.Player(id)
	if err != nil {
		return templates.Notice{}, err
	}
	return templates.Notice{Code: code, Name: names.Of(p)}, nil
}

// refusalOfPeople is why the sender can't settle it so.
func (e *errand) refusalOfPeople(_ *store.Game, why facts.Reason) (result, error) {
	switch why := why.(type) {
	case facts.NoLimit:
		return refuse(nil, noLimit(why.Most)), nil
	case facts.NobodyCalled:
		return refuse(nil, templates.Notice{Code: templates.NoticeNobodyCalled, Text: safe.Line(why.Name, names.Most)}), nil
	case facts.BadName:
		return refuse(nil, templates.Notice{Code: faultsOfNames[names.Fault(why.Fault)], Text: safe.Line(why.Wanted, names.Most)}), nil
	case facts.NameTaken:
		return refuse(nil, templates.Notice{Code: templates.NoticeNameTaken, Text: why.Name}), nil
	case facts.NoDay:
		return refuse(nil, templates.Notice{Code: templates.NoticeNoDay, Text: why.Word}), nil
	case facts.AwayBackwards:
		return refuse(nil, templates.Notice{Code: templates.NoticeAwayOrder, Text: why.Last}), nil
	case facts.AwayLong:
		return refuse(nil, templates.Notice{Code: templates.NoticeAwayLong, Number: why.Days}), nil
	case facts.NoChoice:
		return refuse(nil, choiceNotice(why)), nil
	case facts.NoZone:
		return refuse(nil, templates.Notice{Code: templates.NoticeNoZone, Text: safe.Line(why.Value, names.Most), Names: why.Near}), nil
	case facts.Departed:
		n, err := e.naming(templates.NoticeNoRematch, why.Player)
		return refuse(nil, n), err
	case facts.NotMuted:
		n, err := e.naming(templates.NoticeNotMuted, why.Player)
		return refuse(nil, n), err
	case facts.NoWatching:
		n := templates.Notice{Code: watchRefusals[why.Why], Number: int(why.Number)}
		switch {
		case why.Number == facts.NoSuchGame:
			n = templates.Notice{Code: templates.NoticeNoGame}
		case why.Why == facts.WatchesEnough:
			n.Number = club.MostWatched
		}
		return refuse(nil, n), nil
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

// faultsOfNames are the notices on what can't be a name.
var faultsOfNames = map[names.Fault]string{
	names.Unfit: templates.NoticeBadName, names.Reserved: templates.NoticeNameReserved, names.Scripts: templates.NoticeNameScripts,
}

var watchRefusals = map[facts.WatchRefusal]string{
	facts.NotToWatch: templates.NoticeNotToWatch, facts.WatchOwn: templates.NoticeWatchOwn, facts.NotWatched: templates.NoticeNotWatching,
	facts.WatchesEnough: templates.NoticeWatchesEnough, facts.WatchedEnough: templates.NoticeWatchedEnough,
}

// addWatched adds the games that the sender watches to what is said below the list
// of the sender's own.
func (e *errand) addWatched(notices []templates.Notice) ([]templates.Notice, error) {
	games, err := e.u.Tx.WatchedBy(e.sender.ID)
	if len(games) == 0 || err != nil {
		return notices, err
	}
	n := templates.Notice{Code: templates.NoticeWatches}
	for _, g := range games {
		n.Names = append(n.Names, fmt.Sprintf("#%d %s", g.Number, g.Title))
	}
	return append(notices, n), nil
}

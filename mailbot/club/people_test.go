package club

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
)

// orderOfPeople reads a line with which players settle something for themselves; nil if it
// is none.
func orderOfPeople(about About, now time.Time, verb, rest string) Order {
	switch verb {
	case "limit":
		most, err := strconv.Atoi(rest)
		return Limit{About: about, Most: most, None: err != nil}
	case "mute", "unmute":
		o := Mute{About: about, Off: verb == "unmute"}
		if about.Game == 0 {
			o.Name = rest
		}
		return o
	case "away": // so many days from now, for so many
		var from, long int
		if _, err := fmt.Sscan(rest, &from, &long); err != nil {
			panic(err)
		}
		begin := now.AddDate(0, 0, from)
		return Away{About: about, Span: game.Span{From: begin, To: begin.AddDate(0, 0, long)}}
	case "back":
		return Back{about}
	case "set":
		key, value, _ := strings.Cut(rest, " ")
		return Set{About: about, Key: key, Value: value}
	case "name":
		return Rename{About: about, Name: rest}
	case "say":
		return Say{About: about, Words: rest}
	case "note":
		return NoteDown{About: about, Words: rest}
	case "watch":
		return Watch{about}
	case "unwatch":
		return Unwatch{about}
	}
	return nil
}

// ofPeople says what tells one such fact from others of its kind.
func ofPeople(f facts.Fact) string {
	switch f := f.(type) {
	case facts.LimitSet:
		return fmt.Sprint(" ", f.Most)
	case facts.Muted:
		return fmt.Sprint(" ", f.Whom)
	case facts.Renamed:
		return " " + f.Name
	case facts.AbsenceSet:
		return fmt.Sprintf(" %vd %t %t", f.Span.To.Sub(f.Span.From).Hours()/24, f.Ended, f.Known)
	case facts.SettingSet:
		return " " + f.Key + " " + f.Value
	case facts.Said:
		return " " + f.Words
	case facts.Watching:
		return fmt.Sprint(" ", f.Game)
	}
	return ""
}

// What players settle for themselves.
func TestPeople(t *testing.T) {
	none := Answer{}
	for story, steps := range map[string][]step{
		"limit": {
			{"Ana", none, []string{"limit 4", "limit none"}, "LimitSet 4, LimitSet 0"},
			{"Ana", none, []string{"limit 0", "limit 5"}, "Refused NoLimit, Refused NoLimit"},
		},
		"names": {
			{"Ana", none, []string{"name Bo", "name Zed", "name Zed"}, "Refused NameTaken, Renamed Zed, Renamed Zed"},
			{"Bo", none, []string{"name Zed", "name Ana"}, "Refused NameTaken, Renamed Ana"},
		},
		"absences": {
			{"Ana", none, []string{"back", "away 0 3", "away 0 10", "away 0 10", "away 10 5"}, "Refused Plain, AbsenceSet 3d false false, AbsenceSet 10d false false, AbsenceSet 10d false true, AbsenceSet 15d false false"},
			{"Ana", none, []string{"away 20 4", "back", "back", "back"}, "AbsenceSet 4d false false, AbsenceSet 15d true false, AbsenceSet 4d true false, Refused Plain"},
			{"Bo", none, []string{"away -2 2", "away 362 4", "away 300 50"}, "Refused Plain, Refused Plain, Refused AwayLong"},
			{"Bo", none, []string{"away 361 4", "away 0 42"}, "AbsenceSet 4d false false, Refused AwayLong"},
		},
		"changes of absences in a day": {
			{"Ana", none, slices.Repeat([]string{"away 1 1", "back"}, AwayChanges/2), strings.Repeat("AbsenceSet 1d false false, AbsenceSet 1d true false, ", AwayChanges/2-1) + "AbsenceSet 1d false false, AbsenceSet 1d true false"},
			{"Ana", none, []string{"away 1 1"}, "Refused Plain"},
		},
		"settings": {
			{"Ana", none, []string{"set", "set language ca", "set language xx"}, "SettingsAsked, SettingSet language ca, Refused NoChoice"},
			{"Ana", none, []string{"set zone europe/madrid", "set zone nowhere"}, "SettingSet zone Europe/Madrid, Refused NoZone"},
			{"Ana", none, []string{"set mails daily", "set mails never"}, "SettingSet mails daily, Refused NoChoice"},
		},
		"words": {
			{"Ana", none, []string{"say Hello", "say Good luck"}, "Said Hello, Said Good luck"},
			{"Cal", none, []string{"say Hello"}, "Refused Plain"},
			{"Bo", none, []string{"abort", "say What a pity"}, "GameCalledOff, GameOver +0, Refused Plain"},
			{"Bo", Answer{Game: 1}, []string{"say What a pity"}, "Said What a pity"},
		},
		"watch": {
			{"Cal", none, []string{"unwatch #1", "watch #7"}, "Refused NoWatching, Refused NoWatching"},
			{"Cal", none, []string{"watch #1", "watch #1"}, "Watching 1, Watching 1"},
			{"Cal", none, []string{"unwatch #1", "unwatch #1"}, "Watching 1, Refused NoWatching"},
			{"Ana", none, []string{"watch #1"}, "Refused NoWatching"},
			{"Cal", none, []string{"watch #1"}, "Watching 1"},
			{"Bo", none, []string{"abort"}, "GameCalledOff, GameOver +0"},
			{"Cal", none, []string{"unwatch #1", "watch #1"}, "Refused NoWatching, Refused NoWatching"},
		},
		"notes": {
			{"Ana", none, []string{"note the corner"}, "NoteKept"},
			{"Ana", none, slices.Repeat([]string{"note more"}, MostNotes), strings.Repeat("NoteKept, ", MostNotes-1) + "Refused Plain"},
			{"Bo", none, []string{"note the corner"}, "NoteKept"},
			{"Cal", none, []string{"note the corner"}, "Refused Plain"},
		},
		"mute": {
			{"Ana", none, []string{"unmute"}, "Refused NotMuted"},
			{"Ana", none, []string{"mute", "mute Bo", "mute #1"}, "Muted 2, Muted 2, Muted 2"},
			{"Ana", none, []string{"unmute Bo", "unmute Bo"}, "Muted 2, Refused NotMuted"},
			{"Ana", none, []string{"mute Ana", "mute Dan", "mute #7"}, "Refused Plain, Refused NobodyCalled, Refused NotYours"},
		},
	} {
		t.Run(story, func(t *testing.T) { happen(t, steps) })
	}
}

// Each choice of a setting is what the player has then, and nothing else of the player
// changes with it.
func TestSettings(t *testing.T) {
	tb := sit(t)
	tb.begin()
	for _, s := range Settings {
		for _, choice := range s.Choices {
			before := *tb.player("Ana")
			if got, want := tb.orders("Ana", Answer{}, "set "+s.Key+" "+choice), "SettingSet "+s.Key+" "+choice; got != want {
				t.Errorf("%s, want %s", got, want)
			}
			after := tb.player("Ana")
			for _, other := range Settings {
				if was, is := other.Of(&before), other.Of(after); other.Key != s.Key && is != was || other.Key == s.Key && is != choice {
					t.Errorf("set %s %s: %s was %q and is %q", s.Key, choice, other.Key, was, is)
				}
			}
		}
	}
}

package club

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unlurbot/mailbot/facts"
)

// orderOfPeople reads a line with which players settle something for themselves; nil if it
// is none.
func orderOfPeople(about About, verb, rest string) Order {
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
	case "name":
		return Rename{About: about, Name: rest}
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

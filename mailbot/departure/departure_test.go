package departure

import (
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const ana, bo = store.PlayerID(1), store.PlayerID(2)

// running is a game without clocks in which it is Ana's turn.
func running() *store.Game {
	g := &store.Game{Number: 7, Players: [2]store.PlayerID{ana, bo}, State: store.Playing, Started: noon}
	g.Course.ToMove = game.First
	return g
}

// Who wants no mails, or is nobody, gets none, and none is counted: there is no store here.
func TestWhoGetsNothing(t *testing.T) {
	for whom, m := range map[string]Mail{
		"a free seat":                     {To: unit.Anybody, Kind: templates.Turn, Answer: true},
		"a player who wants no mails":     {To: &store.Player{ID: ana, Silent: true}, Kind: templates.Turn},
		"somebody who was erased":         {To: &store.Player{ID: ana, Forgotten: noon}, Kind: templates.Moved},
		"somebody erased who has asked":   {To: &store.Player{ID: ana, Forgotten: noon}, Kind: templates.Help, Answer: true},
		"a silent reader of a mail a day": {To: &store.Player{ID: ana, Silent: true, Daily: true}, Kind: templates.Turn, Game: running()},
	} {
		s := &Schedule{}
		if d, err := s.Of(Origin{}, m); err != nil || d.Fate != Unwanted {
			t.Errorf("%s: %v, %v", whom, d, err)
		}
	}
}

// For the mail of the day waits what is news of a game, and nothing that somebody waits for.
func TestWhatWaits(t *testing.T) {
	daily, other := &store.Player{ID: ana, Daily: true}, &store.Player{ID: ana}
	for _, row := range []struct {
		why  string
		m    Mail
		want bool
	}{
		{"a turn", Mail{To: daily, Kind: templates.Turn, Game: running()}, true},
		{"words", Mail{To: daily, Kind: templates.Message, Game: running()}, true},
		{"the end", Mail{To: daily, Kind: templates.Over, Game: running()}, true},
		{"a reader who wants each mail", Mail{To: other, Kind: templates.Turn, Game: running()}, false},
		{"an answer", Mail{To: daily, Kind: templates.Moved, Game: running(), Answer: true}, false},
		{"an invitation", Mail{To: daily, Kind: templates.Invite, Game: running()}, false},
		{"a reminder", Mail{To: daily, Kind: templates.Reminder, Game: running()}, false},
		{"no game", Mail{To: daily, Kind: templates.Message}, false},
	} {
		s := &Schedule{}
		if waits, err := s.waits(row.m); waits != row.want || err != nil {
			t.Errorf("%s: waits %t, %v", row.why, waits, err)
		}
	}
}

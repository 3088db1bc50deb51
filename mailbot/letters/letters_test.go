package letters

import (
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/token"
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

// What shows how a game stands takes the place of an older mail, and later loses its own
// unless it asks something or tells the end.
func TestWhatReplacesWhat(t *testing.T) {
	reader, away := &store.Player{ID: ana}, &store.Player{ID: ana, Unreachable: noon}
	challenge := running()
	challenge.Started = time.Time{}
	for _, row := range []struct {
		why          string
		l            Letter
		takes, loses bool
	}{
		{"a turn", Letter{To: reader, Kind: templates.Turn, Game: running()}, true, true},
		{"words", Letter{To: reader, Kind: templates.Message, Game: running()}, true, true},
		{"the end", Letter{To: reader, Kind: templates.Over, Game: running()}, true, false},
		{"a question", Letter{To: reader, Kind: templates.Show, Game: running(), Back: Back{Asks: token.AskResign}}, true, false},
		{"a request", Letter{To: reader, Kind: templates.Show, Game: running(), Back: Back{Request: &store.Request{}}}, true, false},
		{"a reminder", Letter{To: reader, Kind: templates.Reminder, Game: running()}, false, false},
		{"a game that has not begun", Letter{To: reader, Kind: templates.Show, Game: challenge}, false, false},
		{"a stranger", Letter{To: &store.Player{}, Kind: templates.Turn, Game: running()}, false, false},
		{"a reader who can't be reached", Letter{To: away, Kind: templates.Turn, Game: running()}, false, false},
		{"no game", Letter{To: reader, Kind: templates.Message}, false, false},
	} {
		l := &draft{Desk: NewDesk(Config{}, nil, Occasion{}), Letter: row.l}
		if takes, loses := l.canReplace(), l.isOutdated(&templates.Game{}); takes != row.takes || loses != row.loses {
			t.Errorf("%s: takes a place %t, loses its own %t", row.why, takes, loses)
		}
	}
}

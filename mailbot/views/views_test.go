package views

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/store"
)

// Of notes there are as many in a mail as it has room for.
func TestRoomForNotes(t *testing.T) {
	g := &store.Game{}
	for i := range club.MostNotes {
		*g.NotesOf(game.First) = append(*g.NotesOf(game.First), store.Note{Text: strings.Repeat("n", 990) + fmt.Sprint(i)})
	}
	for _, tc := range []struct{ most, room, want int }{{3, 8000, 3}, {3, 2000, 2}, {3, 900, 0}, {club.MostNotes, 12000, 12}} {
		notes, older := Notes(g, game.First, tc.most, tc.room)
		if len(notes) != tc.want || older != club.MostNotes-tc.want {
			t.Errorf("%+v: %d notes, %d older ones", tc, len(notes), older)
		}
		if n := len(notes); n > 0 && !strings.HasSuffix(notes[n-1].Text, "49") {
			t.Errorf("%+v: the last one is %q", tc, notes[n-1].Text)
		}
	}
}

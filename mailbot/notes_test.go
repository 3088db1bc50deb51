package mailbot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/club"
)

// Whatever two players do, nothing that one of them has noted is in any mail to the
// other one, and all of it, in its order, is in the writer's own history.
func TestNotesAreSecret(t *testing.T) {
	players := []string{"ana@example.org", "bo@example.net"}
	checkHouses(t, func(rt *rapid.T) {
		h := newHouse(t)
		h.brief = true
		h.begin(players[0], players[1])
		noted := map[string][]string{}
		for range rapid.IntRange(1, 12).Draw(rt, "mails") {
			who := rapid.SampledFrom(players).Draw(rt, "who")
			text := "secret " + rapid.StringMatching(`[a-z]{9}`).Draw(rt, "text")
			line := rapid.SampledFrom([]string{
				"note: %s", "note: #1 %s", "#1 note: %s", "note: %s\nshow", "say Hello!\nnote: %s\nhistory", "note: %s\n\nbelow it", "undo\nnote: %s", "note: %s\nif any black",
				cellOf(h) + "\nnote: %s", "note: %s\n" + cellOf(h), "allow\nnote: %s", "games\nnote: %s", "resign\nnote: %s",
			}).Draw(rt, "line")
			h.reply(who, fmt.Sprintf(line, text))
			noted[who] = append(noted[who], text)
		}
		for i, who := range players {
			for _, m := range h.mails[who] {
				for _, text := range noted[players[1-i]] {
					if strings.Contains(m.Subject+m.Text+m.HTML.String(), text) {
						rt.Errorf("%s reads %q:\n%s", who, text, m.Text)
					}
				}
			}
			h.reply(who, "history #1")
			if got := notesIn(h.last(who).Text); !slices.Equal(got, noted[who]) {
				rt.Errorf("%s noted %q and reads %q:\n%s", who, noted[who], got, h.last(who).Text)
			}
		}
		h.fresh = nil
	})
}

// cellOf gives a move that can be played now.
func cellOf(h *house) string {
	played, err := h.game(1).Replay()
	h.check(err)
	p := played.Position()
	for m := range p.Legal() {
		if m.Kind == game.PutStone {
			return m.String()
		}
	}
	return ""
}

// notesIn lists what a mail says as its reader's notes.
func notesIn(text string) (notes []string) {
	for line := range strings.Lines(text) {
		if note, ok := strings.CutPrefix(strings.TrimSpace(line), "| secret"); ok {
			notes = append(notes, "secret"+note)
		}
	}
	return notes
}

// There is room for so many notes, and none makes room for another.
func TestTooManyNotes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.brief = true
	h.begin("ana@example.org", "bo@example.net")
	for n := range club.MostNotes {
		if d := h.reply("ana@example.org", fmt.Sprintf("note: thought %d", n)); d != Noted {
			t.Fatalf("note %d is %s", n, d)
		}
	}
	if d := h.reply("ana@example.org", "note: one more"); d != Refused {
		t.Errorf("one more is %s", d)
	}
	if d := h.reply("bo@example.net", "note: mine"); d != Noted {
		t.Errorf("the other one's is %s", d)
	}
	notes := *h.game(1).NotesOf(game.First)
	if len(notes) != club.MostNotes || notes[0].Text != "thought 0" || notes[club.MostNotes-1].Text != fmt.Sprintf("thought %d", club.MostNotes-1) {
		t.Errorf("kept are %d: %+v", len(notes), notes)
	}
	h.fresh = nil
}

// With the player the notes are gone.
func TestNotesAreForgotten(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("bo@example.net", "note: E6 is a trap")
	h.reply("bo@example.net", "forget me")
	if d := h.reply("bo@example.net", "yes"); d != Forgotten {
		t.Fatal(d)
	}
	if strings.Contains(h.entries(), "trap") {
		t.Error("a note is left")
	}
	h.fresh = nil
}

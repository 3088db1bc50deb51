package mailbot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
)

// Whatever two players do, nothing that one of them has noted is in any mail to the
// other one, and all of it, in its order, is in the writer's own history.
func TestNotesAreSecret(t *testing.T) {
	players := []string{"ana@example.org", "bo@example.net"}
	checkLaw(t, func(rt *rapid.T) {
		b := bottest.New(t)
		b.Brief = true
		b.Begin(b.Person(players[0]), b.Person(players[1]))
		noted := map[string][]string{}
		for range rapid.IntRange(1, 12).Draw(rt, "mails") {
			who := rapid.SampledFrom(players).Draw(rt, "who")
			text := "secret " + rapid.StringMatching(`[a-z]{9}`).Draw(rt, "text")
			line := rapid.SampledFrom([]string{
				"note: %s", "note: #1 %s", "#1 note: %s", "note: %s\nshow", "say Hello!\nnote: %s\nhistory", "note: %s\n\nbelow it", "undo\nnote: %s", "note: %s\nif any black",
				cellOf(b) + "\nnote: %s", "note: %s\n" + cellOf(b), "allow\nnote: %s", "games\nnote: %s", "resign\nnote: %s",
			}).Draw(rt, "line")
			b.Person(who).Replies(fmt.Sprintf(line, text))
			noted[who] = append(noted[who], text)
		}
		for i, who := range players {
			for _, m := range b.Person(who).Mails() {
				for _, text := range noted[players[1-i]] {
					if strings.Contains(m.Subject+m.Text+m.HTML.String(), text) {
						rt.Errorf("%s reads %q:\n%s", who, text, m.Text)
					}
				}
			}
			b.Person(who).Replies("history #1")
			if got := notesIn(b.Person(who).Last().Text); !slices.Equal(got, noted[who]) {
				rt.Errorf("%s noted %q and reads %q:\n%s", who, noted[who], got, b.Person(who).Last().Text)
			}
		}

	})
}

// cellOf gives a move that can be played now.
func cellOf(b *bottest.Bot) string {
	played, err := b.Game(1).Replay()
	b.Check(err)
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
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Brief = true
	b.Begin(ana, bo)
	for n := range club.MostNotes {
		if d := ana.Replies(fmt.Sprintf("note: thought %d", n)).Decision; d != decision.Noted {
			t.Fatalf("note %d is %s", n, d)
		}
	}
	if d := ana.Replies("note: one more").Decision; d != decision.Refused {
		t.Errorf("one more is %s", d)
	}
	if d := bo.Replies("note: mine").Decision; d != decision.Noted {
		t.Errorf("the other one's is %s", d)
	}
	notes := *b.Game(1).NotesOf(game.First)
	if len(notes) != club.MostNotes || notes[0].Text != "thought 0" || notes[club.MostNotes-1].Text != fmt.Sprintf("thought %d", club.MostNotes-1) {
		t.Errorf("kept are %d: %+v", len(notes), notes)
	}

}

// With the player the notes are gone.
func TestNotesAreForgotten(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Begin(b.Person("ana@example.org"), bo)
	bo.Replies("note: E6 is a trap")
	bo.Replies("forget me")
	bo.Replies("yes").Is(decision.Forgotten)
	if strings.Contains(entriesOf(b), "trap") {
		t.Error("a note is left")
	}

}

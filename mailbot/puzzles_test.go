package mailbot_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// puzzling are the moves of a game on size 4 after the first ten of which the first player wins with four stones; E3 is the
// first of them.
var puzzling = strings.Fields("F5 C3 E5 black D4 C4 D5 E6 C5 B4 D3")

// withPuzzles is a bot that makes puzzles, with two players who know it.
func withPuzzles(t testing.TB) (b *bottest.Bot, ana, bo *bottest.Person) {
	t.Helper()
	b = bottest.New(t, func(c *mailbot.Config) { c.Puzzles, c.Robots = puzzles.Games, true })
	ana, bo = b.Person("ana@example.org"), b.Person("bo@example.net")
	for _, p := range []*bottest.Person{ana, bo} {
		p.Writes("games").Is(decision.Answered)
	}
	b.Fresh = nil
	return b, ana, bo
}

// play has two players begin a game and make some moves, and gives its number.
func play(b *bottest.Bot, first, second *bottest.Person, terms string, moves ...string) store.GameNumber {
	b.T.Helper()
	first.Writes("challenge " + second.Address + " first size 4 " + terms)
	second.Replies("accept").Is(decision.Started)
	n, err := strconv.Atoi(bottest.Field(second.Last(), "X-Unlur-Game"))
	b.Check(err)
	for i, m := range moves {
		[]*bottest.Person{first, second}[i%2].Writes(fmt.Sprintf("%s #%d", m, n)).Is(decision.Played)
	}
	return store.GameNumber(n)
}

// made gives all puzzles that there are.
func made(b *bottest.Bot) (all []*store.Puzzle) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) error {
		for z, err := range tx.PuzzlesFrom(0) {
			b.Check(err)
			all = append(all, z)
		}
		return nil
	}))
	return all
}

// A night makes one puzzle, of a game that everybody may see and that people have played; the next one makes none, if no
// game has ended since.
func TestPuzzlesAreOfPublicGames(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	hidden := play(b, ana, bo, "private", puzzling...)
	bo.Writes(fmt.Sprintf("resign #%d", hidden)).Is(decision.Played)
	ana.Writes("challenge robot size 4 first").Is(decision.Started)
	ana.Replies("black").Is(decision.Played)
	ana.Replies("resign").Is(decision.Played)
	b.Pass(24 * time.Hour)
	if all := made(b); len(all) > 0 {
		t.Fatalf("a puzzle of game %d, which not everybody may see", all[0].Game)
	}
	for range 2 {
		n := play(b, ana, bo, "", puzzling...)
		bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	}
	for night := range 3 {
		b.Pass(24 * time.Hour)
		all := made(b)
		if len(all) != 1 || all[0].Number != 1 || all[0].Game <= hidden || !slices.Equal(all[0].Right, []string{"E3"}) {
			t.Fatalf("after %d nights: %+v", night+1, all)
		}
	}
}

// The puzzle of a game that goes on again is gone, and one that people have before them is shown to nobody.
func TestPuzzleOfARunningGame(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	cy := b.Person("cy@example.com")
	n := play(b, ana, bo, "", puzzling...)
	bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	b.Pass(24 * time.Hour)
	same := play(b, bo, ana, "", puzzling[:10]...)
	cy.Writes("puzzle 1").Is(decision.Refused)
	cy.Writes("puzzle").Is(decision.Refused)
	bo.Writes(fmt.Sprintf("D3 #%d", same)).Is(decision.Played)
	cy.Writes("puzzle").Is(decision.Answered)
	cy.Replies("E3").Is(decision.Answered)
	if !strings.Contains(cy.Last().Text, "Right.") {
		t.Errorf("the solution is answered by\n%s", cy.Last().Text)
	}
	if said := b.Operator(fmt.Sprintf("reopen %d: It was a mistake.", n)); said != "done" {
		t.Fatal(said)
	}
	cy.Writes("puzzle 1").Is(decision.Refused)
	ana.Writes(fmt.Sprintf("resign #%d", same)).Is(decision.Played)
	b.Pass(24 * time.Hour)
	if all := made(b); len(all) != 1 || all[0].Number != 2 || all[0].Game != same {
		t.Errorf("then there are %+v", all)
	}
}

// However the bot is killed at night and on Saturdays: there is one puzzle, and each who wants it gets one mail.
func TestKilledAtNight(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	bo.Writes("set puzzle weekly").Is(decision.Noted)
	n := play(b, ana, bo, "", puzzling...)
	bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	bottest.Dies(b, mailbot.PointWaking, mailbot.PointThought, mailbot.PointWoken, mailbot.PointWaking, mailbot.PointWoken)
	b.Fresh = nil
	b.Pass(24 * time.Hour)
	b.Pass(8 * 24 * time.Hour)
	if len(made(b)) != 1 || len(b.Fresh) != 1 || b.Fresh[0].Subject != "Unlur: puzzle 1" || b.Fresh[0].EnvelopeTo != bo.Address {
		t.Errorf("%d puzzles and %d mails", len(made(b)), len(b.Fresh))
	}
}

// A store that was restored from before a game ended makes the same puzzle again, and knows who has got it.
func TestPuzzlesRestored(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	bo.Writes("set puzzle weekly").Is(decision.Noted)
	n := play(b, ana, bo, "", puzzling...)
	backup, known := b.Backup(), len(b.Box)
	b.Fresh = nil
	bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	b.Pass(24 * time.Hour)
	b.Pass(8 * 24 * time.Hour)
	want := made(b)
	ana.Writes("puzzle").Is(decision.Answered)
	sent := map[string]string{}
	for _, m := range b.Fresh {
		sent[m.MessageID] = m.Text
	}
	b.GoBackTo(backup)
	b.Fresh = nil
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
	b.Wake()
	if diff := cmp.Diff(want, made(b)); diff != "" {
		t.Errorf("(-before +restored):\n%s", diff)
	}
	for _, m := range b.Fresh {
		if sent[m.MessageID] != m.Text {
			t.Errorf("not a mail that was sent before:\n%s", m.Text)
		}
	}
	for _, p := range []*bottest.Person{ana, bo} {
		p.Writes("puzzle").Is(decision.Refused) // for both have it
	}
}

// Who wants no mails, is away for good or banned gets no puzzle; who comes back gets it.
func TestWeeklyToNobodyElse(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	cy, dan, eva := b.Person("cy@example.com"), b.Person("dan@example.org"), b.Person("eva@example.org")
	for _, p := range []*bottest.Person{cy, dan, eva} {
		p.Writes("set puzzle weekly").Is(decision.Noted)
	}
	n := play(b, ana, bo, "", puzzling...)
	bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	cy.Writes("stop").Is(decision.Unsubscribed)
	if said := b.Operator("ban " + dan.Address + ": Enough."); said != "done" {
		t.Fatal(said)
	}
	eva.Writes("forget me")
	eva.Replies("yes").Is(decision.Forgotten)
	b.Fresh = nil
	b.Pass(24 * time.Hour)
	b.Pass(15 * 24 * time.Hour)
	for _, m := range b.Fresh {
		t.Errorf("a mail to %s: %s", m.EnvelopeTo, m.Subject)
	}
	cy.Writes("games").Is(decision.Answered)
	b.Fresh = nil
	b.Pass(8 * 24 * time.Hour)
	if len(b.Fresh) != 1 || b.Fresh[0].EnvelopeTo != cy.Address {
		t.Errorf("who is back gets %d mails", len(b.Fresh))
	}
}

// Nothing that is written below a puzzle touches the game that its reader plays, but what names that game.
func TestPuzzleTouchesNoGame(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	n := play(b, ana, bo, "", puzzling...)
	bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	b.Pass(24 * time.Hour)
	plays := play(b, ana, bo, "", "C3", "E5")
	before, sent := b.Record(plays), len(bo.Mails())
	ana.Writes("puzzle").Is(decision.Answered)
	puzzle := ana.Last()
	for _, text := range belowATask {
		ana.Answers(puzzle, text)
		if got := bottest.Field(ana.Last(), "X-Unlur-Event"); got != "puzzle" && text != "next" { // of which there is none
			t.Errorf("%q below a puzzle is answered by %s:\n%s", text, got, ana.Last().Text)
		}
		if b.Record(plays) != before || len(bo.Mails()) != sent {
			t.Fatalf("%q below a puzzle has reached the game", text)
		}
		b.Pass(8 * time.Hour)
	}
	ana.Answers(puzzle, fmt.Sprintf("#%d resign", plays)).Is(decision.Played)
}

// Where puzzles are switched off nobody gets one, and after an outage of weeks there is one, not one for each Saturday.
func TestWeeklySwitchedOffAndAfterAnOutage(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	bo.Writes("set puzzle weekly").Is(decision.Noted)
	for _, moves := range [][]string{puzzling, strings.Fields("D5 D2 F5 black E4 E5 F4 C3 C4 D4 D3 C2 C5 D6"), strings.Fields("B2 D5 C5 black E4 F6 C3 B3 C2 B1 C1 D1 E5 E6 G7 A1")} {
		n := play(b, ana, bo, "", moves...)
		bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
		b.Pass(24 * time.Hour)
	}
	if all := made(b); len(all) != 3 {
		t.Fatalf("there are %+v", all)
	}
	b.Configure(func(c *mailbot.Config) { c.Puzzles = 0 })
	b.Fresh = nil
	b.Pass(8 * 24 * time.Hour)
	if len(b.Fresh) > 0 {
		t.Errorf("switched off, and yet: %s", b.Fresh[0].Subject)
	}
	b.Configure(func(c *mailbot.Config) { c.Puzzles = puzzles.Games })
	b.Outage(22 * 24 * time.Hour)
	b.Wake()
	var subjects []string
	for _, m := range b.Fresh {
		subjects = append(subjects, m.Subject)
	}
	if !slices.Equal(subjects, []string{"Unlur: puzzle 2"}) { // the first one came when it was made
		t.Errorf("after an outage: %v", subjects)
	}
}

// Below a puzzle "next" brings the next one, and the same words of who is stuck the answer.
func TestNextPuzzle(t *testing.T) {
	t.Parallel()
	b, ana, bo := withPuzzles(t)
	n := play(b, ana, bo, "", puzzling...)
	bo.Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	b.Pass(24 * time.Hour)
	ana.Writes("puzzle").Is(decision.Answered)
	puzzle := ana.Last()
	ana.Answers(puzzle, "Next, please!")
	if got := ana.Last().Text; !strings.Contains(got, "all the puzzles there are") {
		t.Errorf("the next one:\n%s", got)
	}
	ana.Answers(puzzle, "The solution, please.")
	if got := ana.Last().Text; !strings.Contains(got, "The answer: E3.") {
		t.Errorf("the solution:\n%s", got)
	}
	// Nobody else uses up what a player has not got.
	b.Write(bottest.Note{From: bo.Address, Subject: "puzzle", Body: ""})
	b.Check(b.Store.View(func(tx *store.Tx) error {
		p, err := tx.PlayerByName("bo")
		if err == nil && p.Puzzle != 0 {
			t.Errorf("an unproven mail has used up puzzle %d of bo's", p.Puzzle)
		}
		return err
	}))
}

package mailbot_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// playRandomly adds a game between two players that was played at random, as far
// as the dice will have it, and sometimes given up.
func playRandomly(b *bottest.Bot, dice *rand.Rand, size int, players [2]store.PlayerID) *store.Game {
	b.T.Helper()
	played, err := game.New(size)
	b.Check(err)
	at := b.Now
	play := func(seat game.Seat, m game.Move) {
		at = at.Add(time.Minute)
		e, err := played.Decide(seat, m, at)
		b.Check(err)
		b.Check(played.Apply(e))
	}
	for left := dice.IntN(3 * size * size); left > 0; left-- {
		p := played.Position()
		if p.Phase() == game.Over {
			break
		}
		legal := slices.Collect(p.Legal())
		play(p.ToMove(), legal[dice.IntN(len(legal))])
	}
	if p := played.Position(); p.Phase() != game.Over && dice.IntN(2) == 0 {
		play([]game.Seat{game.First, game.Second}[dice.IntN(2)], game.Move{Kind: game.Resign})
	}
	g := &store.Game{State: store.Playing, Size: size, Title: "Ana - Bo", Players: players, Challenger: game.First, Created: b.Now, Started: b.Now}
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		if err := tx.AddGame(g); err != nil {
			return err
		}
		if err := g.Record(played, at); err != nil {
			return err
		}
		if g.State == store.Finished {
			_, err := tx.AddResult(g, club.Rate)
			return err
		}
		return tx.PutGame(g)
	}))
	return g
}

// twoPlayers makes players who have names, and gives their numbers.
func twoPlayers(b *bottest.Bot) (ids [2]store.PlayerID) {
	b.T.Helper()
	for i, name := range []string{"Ana Núñez", "Bo O'Hara"} {
		address := []string{"ana@example.org", "bo@example.net"}[i]
		b.Person(address).Writes("name " + name)
		b.Check(b.Store.View(func(tx *store.Tx) error {
			p, err := tx.PlayerByAddress(address)
			ids[i] = p.ID
			return err
		}))
	}
	b.Fresh = nil
	return ids
}

// file gives what a mail has attached under a name, off the wire.
func fileIn(b *bottest.Bot, m *store.Outgoing, name string) string {
	b.T.Helper()
	files := bottest.Read(b.T, m).Files
	_, data, found := strings.Cut("\n"+files, "\n"+name+"\n")
	if !found {
		b.T.Fatalf("no file %s in\n%s", name, files)
	}
	for _, f := range m.Files {
		data, _, _ = strings.Cut(data, "\n\n"+f.Name+"\n")
	}
	return strings.TrimSuffix(data, "\n")
}

// A game of any size that leaves in a mail, as text, SGF or JSON, is the same game
// to who reads it.
func TestGamesLeaveWhole(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Brief = true
	ids := twoPlayers(b)
	dice := rand.New(rand.NewPCG(1, 2))
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for range 3 {
			g := playRandomly(b, dice, size, ids)
			for _, verb := range []string{"export", "history"} {
				ana.Writes(fmt.Sprintf("%s #%d", verb, g.Number))
				leavesWhole(b, g, ana.Last())
				b.Now = b.Now.Add(time.Hour)
			}
		}
	}

}

func leavesWhole(b *bottest.Bot, g *store.Game, m *store.Outgoing) {
	b.T.Helper()
	played, err := g.Replay()
	b.Check(err)
	for _, ending := range []string{"sgf", "json"} {
		r, err := game.ReadRecord(fileIn(b, m, fmt.Sprintf("unlur-%d.%s", g.Number, ending)), 0)
		b.Check(err)
		want := &game.Record{Number: int(g.Number), Size: g.Size, Players: [2]string{"Ana Núñez", "Bo O'Hara"}, Started: g.Started, Pace: g.Pace.String(), Rated: g.Rated, Events: g.Events}
		if diff := cmp.Diff(want, r); diff != "" {
			b.T.Fatalf("%s (-want +got):\n%s", ending, diff)
		}
	}
	if g.Course.Ply == 0 {
		return // a mail without moves has no record
	}
	read, err := game.ReadRecord(bottest.Read(b.T, m).Text, g.Size)
	b.Check(err)
	got, err := read.Replay()
	b.Check(err)
	before, err := game.Replay(g.Size, g.Events[:g.Course.Ply]) // the text has no resignation
	b.Check(err)
	if got.Position() != before.Position() {
		b.T.Fatalf("the text is another game: %s, want %s", got.Record(), played.Record())
	}
}

// Of more games than go into a mail the newest are sent, and the mail says which
// are not.
func TestExportOfManyGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Brief = true
	ids := twoPlayers(b)
	dice := rand.New(rand.NewPCG(3, 4))
	const all = 100
	var games []*store.Game
	for range all {
		games = append(games, playRandomly(b, dice, game.MaxSize, ids))
	}
	ana.Writes("export all")
	m := ana.Last()
	total := 0
	for _, f := range m.Files {
		total += len(f.Data)
	}
	read, err := game.ReadRecords(fileIn(b, m, "unlur-games.sgf"), 0)
	b.Check(err)
	if total > 160<<10 || len(read) == 0 || len(read) == all {
		t.Fatalf("%d games in %d bytes", len(read), total)
	}
	lines, err := game.ReadRecords(fileIn(b, m, "unlur-games.jsonl"), 0)
	b.Check(err)
	if diff := cmp.Diff(read, lines); diff != "" {
		t.Errorf("SGF and JSON (-sgf +json):\n%s", diff)
	}
	left := all - len(read)
	for i, r := range read {
		if want := games[left+i]; r.Number != int(want.Number) || !cmp.Equal(r.Events, want.Events) {
			t.Fatalf("game %d is %+v", want.Number, r)
		}
	}
	newest := games[left-1].Number
	for _, say := range []string{fmt.Sprintf("I've put %d games in", len(read)), fmt.Sprintf("no room for %d older games. Reply EXPORT ALL #%d to get", left, newest)} {
		if !strings.Contains(strings.Join(strings.Fields(m.Text), " "), say) {
			t.Errorf("%q is not said in\n%s", say, m.Text)
		}
	}
	for got := len(read); got < all; got += len(read) { // page by page
		ana.Writes(fmt.Sprintf("export all #%d", games[all-got-1].Number))
		read, err = game.ReadRecords(fileIn(b, ana.Last(), "unlur-games.sgf"), 0)
		b.Check(err)
		if len(read) == 0 || read[len(read)-1].Number != int(games[all-got-1].Number) {
			t.Fatalf("after %d games there are %d", got, len(read))
		}
	}

}

// What is exported of somebody is theirs: everything that the store has under
// their name, and nothing that only others or the bot may know.
func TestExportOfMe(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4\n\nA secret between us.")
	ana.Writes("challenge eve@example.com\nname Ana Maria")
	bo.Writes("challenge Ana Maria size 8")
	ana.WritesUnproven("resign #1") // to be confirmed
	b.Fresh = nil
	ana.Writes("export me")
	text := fileIn(b, ana.Last(), "unlur-me.json")
	if bottest.Sealed.MatchString(text) || strings.Contains(text, "wish") {
		t.Errorf("there is a secret in\n%s", text)
	}
	var me struct {
		Player store.Player
		Games  []struct {
			Number     store.GameNumber
			State      store.State
			Opponent   string
			Challenger bool
			Record     *game.Record
		}
	}
	b.Check(json.Unmarshal([]byte(text), &me))
	if me.Player.Address != "ana@example.org" || me.Player.Name != "Ana Maria" || me.Player.Created.IsZero() {
		t.Errorf("the player is %+v", me.Player)
	}
	var got []string
	for _, g := range me.Games {
		got = append(got, fmt.Sprint(g.Number, " ", g.State, " ", g.Opponent, " ", g.Challenger, " ", g.Record != nil))
	}
	want := []string{"3 waiting bo false false", "2 waiting eve true false", "1 playing bo true true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}

}

// What a player wrote for nobody else is in the player's own export, and in no
// other.
func TestExportMeHasWhatIsOnlyMine(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	anaExample := b.Person("ana@example.org")
	b.Begin(anaExample, b.Person("bo@example.net"))
	anaExample.Replies("C4\nif D5 E6\nnote: the left side is weak")
	mine := func(address string) string {
		b.Person(address).Writes("export me")
		return fileIn(b, b.Person(address).Last(), "unlur-me.json")
	}
	ana, bo := mine("ana@example.org"), mine("bo@example.net")
	for _, word := range []string{"D5 E6", "the left side is weak", "standing"} {
		if !strings.Contains(ana, word) {
			t.Errorf("Ana's export lacks %q:\n%s", word, ana)
		}
		if word != "standing" && strings.Contains(bo, word) {
			t.Errorf("Bo's export has %q:\n%s", word, bo)
		}
	}

}

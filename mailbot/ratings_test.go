package mailbot_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/rating"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

var ratingPattern = regexp.MustCompile(`Your rating: (\d+) \(([+-]\d+)\)\.`)

// ratingIn reads the rating that the last mail to somebody tells, and the change.
func ratingIn(b *bottest.Bot, address string) (value, gain int) {
	b.T.Helper()
	told := ratingPattern.FindStringSubmatch(b.Person(address).Last().Text)
	if told == nil || bottest.Field(b.Person(address).Last(), "X-Unlur-Event") != "over" {
		b.T.Fatalf("%s is told of no rating:\n%s", address, b.Person(address).Last().Text)
	}
	value, err := strconv.Atoi(told[1])
	b.Check(err)
	gain, err = strconv.Atoi(told[2])
	b.Check(err)
	return value, gain
}

// Eight rated games and a friendly one: after each, both read what it has made of
// their ratings, and the changes add up; after the eighth they stand in the table,
// and who leaves stands there no more.
func TestRatedGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	was := map[string]int{ana.Address: 1500, bo.Address: 1500}
	for n := 1; n <= rating.Settled; n++ {
		b.Begin(ana, bo)
		ana.Replies("C4")
		bo.Replies("D5")
		b.Person(map[bool]string{true: ana.Address, false: bo.Address}[n == 3]).Replies("resign")
		for _, who := range []string{ana.Address, bo.Address} {
			value, gain := ratingIn(b, who)
			if won := (who == ana.Address) != (n == 3); value != was[who]+gain || won != (gain > 0) {
				t.Errorf("game %d: %s has %d (%+d), and had %d", n, who, value, gain, was[who])
			}
			was[who] = value
			provisional := fmt.Sprintf("It's provisional: %d of 8 rated games played.", n)
			if got := strings.Contains(unwrapped(b.Person(who).Last().Text), provisional); got != (n < rating.Settled) {
				t.Errorf("game %d: provisional is %v:\n%s", n, got, b.Person(who).Last().Text)
			}
		}
		b.Now = b.Now.AddDate(0, 0, 10)
	}
	ana.Writes("challenge bo first friendly")
	bo.Replies("accept")
	ana.Replies("C4")
	bo.Replies("D5")
	bo.Replies("resign")
	if text := ana.Last().Text; strings.Contains(text, "rating") {
		t.Errorf("a friendly game:\n%s", text)
	}
	expectRating(b, bo.Address, "standings", fmt.Sprintf("You're number 2 of 2. These players have finished at least 8 rated games each. 1. %d ana, 8 games 2. %d bo, you, 8 games", was[ana.Address], was[bo.Address]))
	expectRating(b, ana.Address, "profile bo", "Place: 2 of 2 Rated games: 1 won, 7 lost Other games: 0 won, 1 lost")
	expectRating(b, ana.Address, "results bo", "bo has won 1 and lost 8 in all. Against you, bo has won 1 and lost 8.")
	bo.Writes("forget me")
	bo.Replies("yes")
	expectRating(b, ana.Address, "standings", fmt.Sprintf("You're number 1 of 1. These players have finished at least 8 rated games each. 1. %d ana, you, 8 games", was[ana.Address]))
	expectRating(b, ana.Address, "results ana", "#9 against (former player) won by resignation (friendly)")
	expectRating(b, ana.Address, "profile bo", `I don't know a player called "bo".`)
}

// unwrapped gives a text with single blanks between its words.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// expect writes to the bot and wants a text in the answer, wherever its lines end.
func expectRating(b *bottest.Bot, who, body, want string) {
	b.T.Helper()
	b.Person(who).Writes(body)
	if got := b.Person(who).Last().Text; !strings.Contains(unwrapped(got), want) {
		b.T.Errorf("%s is answered without %q:\n%s", body, want, got)
	}
}

// Below the best there are the reader and the neighbours, each place once.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	fillTable(b, 60)
	for place, want := range map[int][]int{1: nil, 20: nil, 21: {21, 22, 23}, 22: {21, 22, 23, 24}, 40: {38, 39, 40, 41, 42}, 60: {58, 59, 60}} {
		reader := addressAt(b, place)
		b.Person(reader).Writes("standings")
		var got []int
		for line := range strings.Lines(b.Person(reader).Last().Text) {
			if n := 0; strings.Contains(line, " games") && strings.HasPrefix(line, "  ") {
				if _, err := fmt.Sscanf(line, "%d.", &n); err == nil {
					got = append(got, n)
				}
			}
		}
		all := make([]int, 20)
		for i := range all {
			all[i] = i + 1
		}
		if all = append(all, want...); fmt.Sprint(got) != fmt.Sprint(all) {
			t.Errorf("place %d reads of %v, want %v", place, got, all)
		}
		if you := fmt.Sprintf("You're number %d of 60.", place); !strings.Contains(b.Person(reader).Last().Text, you) {
			t.Errorf("%q is missing:\n%s", you, b.Person(reader).Last().Text)
		}
	}
}

// addressAt gives the address of the player at a place of the table.
func addressAt(b *bottest.Bot, place int) (address string) {
	b.Check(b.Store.View(func(tx *store.Tx) error {
		at, err := tx.Table(place, place)
		b.Check(err)
		p, err := tx.Player(at[0].Player)
		address = p.Address
		return err
	}))
	return address
}

// A profile names the last day of an absence, as the player who is away counts days.
func TestAwayUntil(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Person("bo@example.net").Writes("name Bo")
	midnight := time.Date(2027, 1, 7, 0, 0, 0, 0, zones.Of("Europe/Madrid"))
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		bo, err := tx.PlayerByName("Bo")
		b.Check(err)
		bo.Zone, bo.Away = "Europe/Madrid", []game.Span{{From: midnight.AddDate(0, 0, -18).UTC(), To: midnight.UTC()}}
		return tx.PutPlayer(bo)
	}))
	for _, moment := range []struct {
		at   time.Time
		want bool
	}{
		{midnight.AddDate(0, 0, -19), false}, {midnight.AddDate(0, 0, -18), true}, {midnight.Add(-time.Minute), true}, {midnight, false},
	} {
		at, want := moment.at, moment.want
		b.Now = at.UTC()
		ana.Writes("profile Bo")
		if got := strings.Contains(strings.Join(strings.Fields(ana.Last().Text), " "), " Away until: 6 January 2027 "); got != want {
			t.Errorf("at %v: away is %v:\n%s", at, got, ana.Last().Text)
		}
	}
}

// The score of a match is that of its two games, in whatever order and way they end, for both
// players alike.
func TestScoreOfAMatch(t *testing.T) {
	t.Parallel()
	ends := map[string][2]int{ // and what Ana and Bo get for it
		"ana resigns": {0, 1}, "bo resigns": {1, 0}, "called off": {0, 0},
	}
	for first, a := range ends {
		for second, b := range ends {
			for _, swapped := range []bool{false, true} {
				bot := bottest.New(t)
				ana, bo := bot.Person(anaAddress), bot.Person(boAddress)
				ana.Writes("challenge " + boAddress + " match first")
				bo.Replies("accept")
				order := []int{1, 2}
				if swapped {
					order = []int{2, 1}
				}
				for i, n := range order {
					mover, other := ana, bo
					if n == 2 {
						mover, other = bo, ana
					}
					how := []string{first, second}[i]
					if how != "called off" {
						mover.Writes(fmt.Sprintf("C4 #%d", n))
						other.Writes(fmt.Sprintf("D5 #%d", n))
					}
					switch how {
					case "ana resigns":
						ana.Writes(fmt.Sprintf("resign #%d", n))
					case "bo resigns":
						bo.Writes(fmt.Sprintf("resign #%d", n))
					default:
						mover.Writes(fmt.Sprintf("abort #%d", n))
					}
				}
				for who, score := range map[*bottest.Person][2]int{ana: {a[0] + b[0], a[1] + b[1]}, bo: {a[1] + b[1], a[0] + b[0]}} {
					name := map[*bottest.Person]string{ana: "bo", bo: "ana"}[who]
					want := fmt.Sprintf("Your match is over: you %d, %s %d.", score[0], name, score[1])
					if text := who.Last().Text; !strings.Contains(text, want) {
						t.Errorf("%s, then %s: want %q in\n%s", first, second, want, text)
					}
				}
			}
		}
	}
}

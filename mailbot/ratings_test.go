package mailbot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/rating"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

var ratingPattern = regexp.MustCompile(`Your rating: (\d+) \(([+-]\d+)\)\.`)

// ratingIn reads the rating that the last mail to somebody tells, and the change.
func (h *house) ratingIn(address string) (value, gain int) {
	h.t.Helper()
	told := ratingPattern.FindStringSubmatch(h.last(address).Text)
	if told == nil || field(h.last(address), "X-Unlur-Event") != "over" {
		h.t.Fatalf("%s is told of no rating:\n%s", address, h.last(address).Text)
	}
	value, err := strconv.Atoi(told[1])
	h.check(err)
	gain, err = strconv.Atoi(told[2])
	h.check(err)
	return value, gain
}

// Eight rated games and a friendly one: after each, both read what it has made of
// their ratings, and the changes add up; after the eighth they stand in the table,
// and who leaves stands there no more.
func TestRatedGames(t *testing.T) {
	t.Parallel()
	const ana, bo = "ana@example.org", "bo@example.net"
	h := newHouse(t)
	was := map[string]int{ana: 1500, bo: 1500}
	for n := 1; n <= rating.Settled; n++ {
		h.begin(ana, bo)
		h.reply(ana, "C4")
		h.reply(bo, "D5")
		h.reply(map[bool]string{true: ana, false: bo}[n == 3], "resign")
		for _, who := range []string{ana, bo} {
			value, gain := h.ratingIn(who)
			if won := (who == ana) != (n == 3); value != was[who]+gain || won != (gain > 0) {
				t.Errorf("game %d: %s has %d (%+d), and had %d", n, who, value, gain, was[who])
			}
			was[who] = value
			provisional := fmt.Sprintf("finished 8 rated games; this was number %d.", n)
			if got := strings.Contains(unwrapped(h.last(who).Text), provisional); got != (n < rating.Settled) {
				t.Errorf("game %d: provisional is %v:\n%s", n, got, h.last(who).Text)
			}
		}
		h.now = h.now.AddDate(0, 0, 10)
	}
	h.vouched(ana, "challenge bo first friendly")
	h.reply(bo, "accept")
	h.reply(ana, "C4")
	h.reply(bo, "D5")
	h.reply(bo, "resign")
	if text := h.last(ana).Text; strings.Contains(text, "rating") {
		t.Errorf("a friendly game:\n%s", text)
	}
	h.expect(bo, "standings", fmt.Sprintf("1. %d ana, 8 games 2. %d bo (you), 8 games You are number 2 of 2, bo.", was[ana], was[bo]))
	h.expect(ana, "profile bo", "Place in the standings: 2 of 2 Rated games: 1 won, 7 lost Other games: 0 won, 1 lost")
	h.expect(ana, "results bo", "In all, bo has won 1 and lost 8. Of the games between the two of you, you have won 8 and bo 1.")
	h.vouched(bo, "forget me")
	h.reply(bo, "yes")
	h.expect(ana, "standings", fmt.Sprintf("1. %d ana (you), 8 games You are number 1 of 1, ana.", was[ana]))
	h.expect(ana, "results ana", "#9 beat (former player), who resigned (friendly)")
	h.expect(ana, "profile bo", `I know no player called "bo".`)
}

// unwrapped gives a text with single blanks between its words.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// expect writes to the bot and wants a text in the answer, wherever its lines end.
func (h *house) expect(who, body, want string) {
	h.t.Helper()
	h.vouched(who, body)
	if got := h.last(who).Text; !strings.Contains(unwrapped(got), want) {
		h.t.Errorf("%s is answered without %q:\n%s", body, want, got)
	}
}

// Below the best there are the reader and the neighbours, each place once.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.fillTable(60)
	for place, want := range map[int][]int{1: nil, 20: nil, 21: {21, 22, 23}, 22: {21, 22, 23, 24}, 40: {38, 39, 40, 41, 42}, 60: {58, 59, 60}} {
		reader := h.addressAt(place)
		h.vouched(reader, "standings")
		var got []int
		for line := range strings.Lines(h.last(reader).Text) {
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
		if you := fmt.Sprintf("You are number %d of 60", place); !strings.Contains(h.last(reader).Text, you) {
			t.Errorf("%q is missing:\n%s", you, h.last(reader).Text)
		}
	}
}

// addressAt gives the address of the player at a place of the table.
func (h *house) addressAt(place int) (address string) {
	h.check(h.store.View(func(tx *store.Tx) error {
		at, err := tx.Table(place, place)
		h.check(err)
		p, err := tx.Player(at[0].Player)
		address = p.Address
		return err
	}))
	return address
}

// A profile names the last day of an absence, as the player who is away counts days.
func TestAwayUntil(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vouched("bo@example.net", "name Bo")
	midnight := time.Date(2027, 1, 7, 0, 0, 0, 0, zones.Of("Europe/Madrid"))
	h.check(h.store.Update(func(tx *store.Tx) error {
		bo, err := tx.PlayerByName("Bo")
		h.check(err)
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
		h.now = at.UTC()
		h.vouched("ana@example.org", "profile Bo")
		if got := strings.Contains(h.last("ana@example.org").Text, "  Away until: 6 January 2027\n"); got != want {
			t.Errorf("at %v: away is %v:\n%s", at, got, h.last("ana@example.org").Text)
		}
	}
}

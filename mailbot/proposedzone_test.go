package mailbot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

// zoneProposed gives the zone that the last mail to somebody proposes, "" for none.
func zoneProposed(b *bottest.Bot, address string) string {
	b.T.Helper()
	_, line, _ := strings.Cut(strings.Join(strings.Fields(b.Person(address).Last().Text), " "), "a line such as SET ZONE ")
	name, _, _ := strings.Cut(line, " ")
	return strings.TrimRight(name, ".")
}

// beginners are Ana and Bo in their first game, and the moves for it.
func beginners(t testing.TB) (b *bottest.Bot, moves []string) {
	b = bottest.New(t)
	b.Person("ana@example.org").Writes("challenge bo@example.net first pace 3d")
	b.Person("bo@example.net").Replies("accept")
	return b, []string{"C4", "D5", "E6", "F7", "C5", "D6", "E7", "F8", "D4", "E4", "F5", "G7"}
}

// A Date that is not about now, or that gives no offset, says nothing, however often
// it comes; the offset of one that is right is told with the second one.
func TestOddDates(t *testing.T) {
	t.Parallel()
	at := func(offset string, wrong time.Duration) func(time.Time) string {
		return func(now time.Time) string {
			there, err := time.Parse("-0700", offset)
			if err != nil {
				t.Fatal(err)
			}
			return now.Add(wrong).In(there.Location()).Format("Mon, 02 Jan 2006 15:04:05 ") + offset
		}
	}
	for name, tc := range bottest.SomeOf(map[string]struct {
		date  func(now time.Time) string
		extra string
		want  string
	}{
		"right":                               {date: at("+0100", 0), want: "Europe/Berlin"},
		"the clock is a little slow":          {date: at("+0100", -zones.MostClockError/2), want: "Europe/Berlin"},
		"and a little fast":                   {date: at("+0100", zones.MostClockError/2), want: "Europe/Berlin"},
		"UTC":                                 {date: at("+0000", 0)},
		"UTC, from anywhere":                  {date: at("-0000", 0)},
		"an offset that nobody has":           {date: at("+0107", 0)},
		"the clock is right, but summer over": {date: at("+0200", -time.Hour)},
		"the clock is right, the zone is not": {date: at("+0800", -7*time.Hour)},
		"the clock is fast":                   {date: at("+0100", 2*zones.MostClockError)},
		"it was on its way for long":          {date: at("+0100", -30*time.Hour)},
		"1970":                                {date: func(time.Time) string { return "Thu, 01 Jan 1970 01:00:00 +0100" }},
		"a name":                              {date: func(now time.Time) string { return now.Format("Mon, 02 Jan 2006 15:04:05 ") + "CET" }},
		"not a date":                          {date: func(time.Time) string { return "+0100" }},
		"two":                                 {date: at("+0100", 0), extra: "Date: Fri, 20 Nov 2026 13:02:00 +0100\n"},
	}) {
		t.Run(name, func(t *testing.T) {
			b, moves := beginners(t)
			var got []string
			for i := 0; i < 8; i += 2 {
				b.Write(bottest.Note{From: "ana@example.org", Answers: b.Person("ana@example.org").Last(), Date: tc.date(b.Now), Extra: tc.extra, Body: moves[i]})
				got = append(got, zoneProposed(b, "ana@example.org"))
				b.Person("bo@example.net").Replies(moves[i+1])
			}
			if want := []string{"", tc.want, "", ""}; !slices.Equal(got, want) {
				t.Errorf("proposed are %q, want %q", got, want)
			}
		})
	}
}

// TestZoneIsProposedOnce holds, of somebody who travels, writes with several programs
// and may set a zone, that one is proposed with the second proven mail of it, once, and
// never when one is set; and nobody's zone is set but by themselves.
func TestZoneIsProposedOnce(t *testing.T) {
	checkLaw(t, func(rt *rapid.T) {
		b, moves := beginners(t)
		ana := b.Person("ana@example.org")
		b.Brief = true
		seen, done, set := "", false, ""
		for i := 0; i < len(moves); i += 2 {
			ana.LivesIn(rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "Europe/Rome", "America/New_York", "Asia/Kathmandu"}).Draw(rt, "Ana is in"))
			_, offset := b.Now.In(b.Person("ana@example.org").Zone).Zone()
			turn := ana.Last()
			if rapid.Bool().Draw(rt, "somebody writes in her name first") {
				ana.WritesUnproven("show")
			}
			body := moves[i]
			if rapid.IntRange(0, 9).Draw(rt, "sets a zone") == 0 {
				set = rapid.SampledFrom([]string{"UTC", "Asia/Tokyo"}).Draw(rt, "zone")
				body += "\nset zone " + set
			}
			want := ""
			at := zones.At(b.Now.In(b.Person("ana@example.org").Zone), "en")
			switch {
			case set != "" || done || offset == 0:
			case at == seen:
				want, done = at, true
			default:
				seen = at
			}
			ana.Answers(turn, body)
			if got := zoneProposed(b, "ana@example.org"); got != want {
				rt.Fatalf("move %d: %q is proposed, want %q", i, got, want)
			}
			b.Person("bo@example.net").Replies(moves[i+1])
			b.Check(b.Store.View(func(tx *store.Tx) error {
				ana, err := tx.PlayerByAddress("ana@example.org")
				if ana.Zone != set {
					rt.Errorf("the zone is %q, want %q", ana.Zone, set)
				}
				return err
			}))
		}
	})
}

// Mails that are read again, days after they came, propose what they did then.
func TestZoneIsProposedAgainAlike(t *testing.T) {
	t.Parallel()
	b, moves := beginners(t)
	ana := b.Person("ana@example.org")
	ana.LivesIn("Asia/Kathmandu")
	b.Fresh = nil
	backup, known := b.Backup(), len(b.Box)
	var proposed []string
	for i := 0; i < 6; i += 2 {
		ana.Replies(moves[i])
		proposed = append(proposed, zoneProposed(b, "ana@example.org"))
		b.Person("bo@example.net").Replies(moves[i+1])
	}
	if want := []string{"", "Asia/Kathmandu", ""}; !slices.Equal(proposed, want) {
		t.Fatalf("proposed are %q, want %q", proposed, want)
	}
	before := legibleMails(b)
	b.GoBackTo(backup)
	b.Now = b.Now.Add(unit.LongWait)
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	if diff := cmp.Diff(before, legibleMails(b)); diff != "" {
		t.Errorf("mails (-before +again):\n%s", diff)
	}
}

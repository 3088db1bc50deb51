package keep

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// marksOf gives the keys by which a mail from a person is known again.
func marksOf(n int) []mailkey.Key {
	from, id := fmt.Sprintf("p%d@example.org", n%1000), fmt.Sprintf("%d@example.org", n)
	return []mailkey.Key{
		mailkey.Place(1, uint32(n)), mailkey.Content(from, id, "C4", nil), mailkey.Bytes(from, id, []byte("\n\nC4")), mailkey.Author(from, id),
	}
}

// BenchmarkYears is how large a store becomes by what it knows of 100 mails a day, and how
// long the sweep of a night takes: with the default, and for ever. The size is in
// proportion to the mails; ten times as many take some minutes.
func BenchmarkYears(b *testing.B) {
	const mailsADay, years, daysAYear = 100, 3, 365
	for _, policy := range []Policy{{}, {Seen: 400 * day}} {
		b.Run(fmt.Sprintf("seen=%dd", policy.Seen/day), func(b *testing.B) {
			for b.Loop() {
				s := open(filepath.Join(tempdir.New(b), "s.db"))
				bot := newBot(s)
				k := bot.keeper(policy)
				var longest time.Duration
				for d := range years * daysAYear {
					bot.update(func(tx *store.Tx) error {
						for i := range mailsADay {
							mark := store.Seen{At: bot.now.Add(time.Duration(i)), Decision: "played", Doubt: 1, Forms: []string{"person 1.42.1.17"}}
							check(tx.MarkSeen(mark, marksOf(d*mailsADay+i)...))
						}
						return nil
					})
					bot.now = bot.now.Add(day)
					if d%30 == 0 { // what a month of nights would, in one
						began := time.Now()
						_, err := k.Sweep(b.Context(), bot.done())
						check(err)
						longest = max(longest, time.Since(began))
					}
					if (d+1)%daysAYear == 0 {
						check(s.View(func(tx *store.Tx) error {
							b.ReportMetric(float64(tx.Size())/1e6, fmt.Sprintf("MB-year-%d", (d+1)/daysAYear))
							return nil
						}))
					}
				}
				b.ReportMetric(longest.Seconds(), "s/longest-sweep")
				check(s.Close())
			}
		})
	}
}

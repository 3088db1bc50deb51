package store

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
)

// BenchmarkOpenMillion opens a store with a million finished games, reads one
// of them and closes it again. MB-grown is how much more memory the process
// has while such a store is open.
func BenchmarkOpenMillion(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.db")
	fillMillion(b, path)
	debug.FreeOSMemory()
	debug.FreeOSMemory() // pools give up what they keep only the second time
	before := residentMB(b)
	grown, n := 0.0, GameNumber(0)
	for b.Loop() {
		s, err := Open(path, fixedSecret)
		if err != nil {
			b.Fatal(err)
		}
		n = (n+999)%million + 1
		check(s.View(func(tx *Tx) error {
			_, err := tx.Game(n)
			return err
		}))
		b.StopTimer()
		grown = max(grown, residentMB(b)-before)
		b.StartTimer()
		check(s.Close())
	}
	info, err := os.Stat(path)
	check(err)
	b.ReportMetric(grown, "MB-grown")
	b.ReportMetric(float64(info.Size())/million, "B/game")
}

const million = 1_000_000

// fillMillion makes the store.
func fillMillion(b *testing.B, path string) {
	const players, atOnce = 20_000, 20_000
	s, err := Open(path, fixedSecret)
	check(err)
	check(s.Update(func(tx *Tx) error {
		for i := range players {
			check(tx.AddPlayer(&Player{Address: fmt.Sprintf("person%d@example.org", i), Name: fmt.Sprintf("Person %d", i), Active: true, Created: noon}))
		}
		return nil
	}))
	events := finishedGame()
	for done := 0; done < million; done += atOnce {
		check(s.Update(func(tx *Tx) error {
			for i := done; i < done+atOnce; i++ {
				first, second := PlayerID(i%players+1), PlayerID((i+1+i/players)%players+1)
				check(tx.AddGame(&Game{
					State: Finished, Size: 6, Title: fmt.Sprintf("Person %d - Person %d", first, second), Players: [2]PlayerID{first, second},
					Challenger: game.First, Created: noon, Started: noon, Ended: noon, Events: events,
				}))
			}
			return nil
		}))
	}
	check(s.Close())
}

// finishedGame is a game of middling length that ends with a resignation.
func finishedGame() (events []game.Event) {
	for ply, word := range strings.Fields("E5 G7 F6 D4 black B1 B7 A4 C1 B5 C7 B4 C6 B3 D5 resign") {
		m, err := game.ParseMove(word)
		check(err)
		events = append(events, game.Event{At: noon.Add(time.Duration(ply) * time.Hour), Seat: game.First + game.Seat(ply%2), Move: m})
	}
	return events
}

// residentMB is the resident memory of this process.
func residentMB(b *testing.B) float64 {
	statm, err := os.ReadFile("/proc/self/statm")
	check(err)
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	check(err)
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

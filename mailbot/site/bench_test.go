package site_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/site"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/testing/bigclub"
	"unlurbot/store"
)

// BenchmarkSite writes the site of a club with 100,000 finished games, whose players all agreed to be
// named: the first time, and again when nothing has changed. It tells how large a game is with
// its files, and how many the fullest directory has.
func BenchmarkSite(b *testing.B) {
	path := filepath.Join(b.TempDir(), "club.db")
	check(bigclub.Make(path, bigclub.Size{Players: 5_000, Finished: 100_000, Running: 1_000}, club.Rate))
	s, err := store.Open(path, nil)
	check(err)
	defer func() { check(s.Close()) }()
	check(s.Update(func(tx *store.Tx) error {
		for id := store.PlayerID(1); id <= tx.LastPlayer(); id++ {
			p, err := tx.Player(id)
			check(err)
			p.Web = true
			check(tx.PutPlayer(p))
		}
		return nil
	}))
	write := func(b *testing.B, dir string) folder.Report {
		report, err := site.Write(b.Context(), s, english, &folder.Folder{Dir: dir})
		check(err)
		return report
	}
	var dir string
	b.Run("first", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			dir = filepath.Join(filepath.Dir(path), fmt.Sprint("site", i))
			write(b, dir)
		}
		games, bytes, fullest := 0, 0, 0
		check(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			check(err)
			if d.IsDir() {
				entries, err := os.ReadDir(path)
				check(err)
				fullest = max(fullest, len(entries))
			}
			if rest, _ := filepath.Rel(dir, path); strings.HasPrefix(rest, "game/") && !d.IsDir() {
				info, err := d.Info()
				check(err)
				games, bytes = games+1, bytes+int(info.Size())
			}
			return nil
		}))
		b.ReportMetric(float64(bytes)/float64(games/3), "bytes/game")
		b.ReportMetric(float64(fullest), "entries")
	})
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			if r := write(b, dir); r.Written > 0 {
				b.Fatalf("%+v", r)
			}
		}
	})
}

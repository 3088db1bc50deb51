package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// The functions of ours that one plain reply may pass: in all packages, and in those that
// say what is done and what is told of it. The ceilings are as in TestShape.
const (
	passedLaw, passedCeiling         = 450, 980 // the law knew of no receipts, nor of mails that are remembered while they wait
	clubPassedLaw, clubPassedCeiling = 90, 0
	passedSlack                      = 10
)

// BenchmarkPassed counts the functions of ours that one plain reply passes, by package: a
// move above the quoted mail, from its mailbox to the two mails that tell of it. They are
// those with a block that ran once more, or oftener, for each reply more that the program
// got. It is no test, since the whole program is compiled with counters for it.
func BenchmarkPassed(b *testing.B) {
	const few, more = 6, 6 // one more reply could be lost among what two runs differ in by chance
	for b.Loop() {
		dir := b.TempDir()
		bin := filepath.Join(dir, "unlurbot")
		output(b, "go", "build", "-cover", "-covermode=atomic", "-coverpkg=unlurbot/...", "-o", bin, "unlurbot/cmd/unlurbot")
		without, with := timesRun(b, bin, demoMoves[:few]), timesRun(b, bin, demoMoves[:few+more])
		profile := "mode: set\n"
		for block, times := range with {
			profile += fmt.Sprintln(block, min(1, max(0, times-without[block])/more))
		}
		file := filepath.Join(dir, "profile")
		check(b, os.WriteFile(file, []byte(profile), 0o600))
		tellPassed(b, output(b, "go", "tool", "cover", "-func", file))
		b.ReportMetric(0, "ns/op")
	}
}

// timesRun plays a game as far as moves go, and says how often each block of the program,
// "FILE:FROM,TO STATEMENTS", has run then.
func timesRun(b *testing.B, bin string, moves []string) map[string]int {
	b.Helper()
	dir := b.TempDir()
	p := startProgram(b, bin, []string{"GOCOVERDIR=" + dir}, "--http", "off")
	ana, bo := p.people()
	livebot.Begin(ana, bo)
	livebot.PlayAll(ana, bo, moves...)
	for who, player := range []*livebot.Person{ana, bo} {
		player.Gets([]string{"turn", "moved"}[(who+len(moves))%2])
	}
	ana.Writes("games") // is read when all before it is filed
	ana.Gets("games")
	p.Stop()
	file := filepath.Join(dir, "profile")
	output(b, "go", "tool", "covdata", "textfmt", "-i", dir, "-o", file)
	raw, err := os.Open(file)
	check(b, err)
	defer raw.Close()
	ran := map[string]int{}
	for lines := bufio.NewScanner(raw); lines.Scan(); {
		var block, statements string
		var times int
		if n, _ := fmt.Sscan(lines.Text(), &block, &statements, &times); n == 3 {
			ran[block+" "+statements] = times
		}
	}
	return ran
}

// tellPassed counts what "go tool cover -func" shows.
func tellPassed(b *testing.B, functions string) {
	b.Helper()
	passed := map[string]int{} // by package
	all := 0
	for line := range strings.Lines(functions) {
		place, ours := strings.CutPrefix(line, "unlurbot/")
		room, _, _ := strings.Cut(place, ":")
		room = path.Dir(room)
		if !ours || strings.HasSuffix(line, "\t0.0%\n") || strings.HasPrefix(room, "mailbot/sandbox") {
			continue
		}
		passed[room]++
		all++
	}
	table := "functions that one plain reply passes, and their package\n"
	for _, room := range slices.SortedFunc(maps.Keys(passed), func(a, b string) int { return cmp.Compare(passed[b], passed[a]) }) {
		table += fmt.Sprintf("%5d  %s\n", passed[room], room)
	}
	b.Logf("%s%d %s; the law says %d", table, all, whole, passedLaw)
	const what = "functions that a reply passes"
	checkFigure(b, whole, what, all, passedLaw, passedCeiling, passedSlack)
	checkFigure(b, "mailbot/club and mailbot/letters", what, passed["mailbot/club"]+passed["mailbot/letters"], clubPassedLaw, clubPassedCeiling, passedSlack)
}

// output runs a program and gives what it says.
func output(b *testing.B, name string, args ...string) string {
	b.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		b.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"unlurbot/store"
	"unlurbot/store/kv"
)

// programs are what scripts and tests can run as processes of their own.
var programs = map[string]func(){
	"unlurbot": main,
	// for stores that are known to stay locked
	"impatient": func() { store.LockPatience = 1; main() },
}

// TestMain lets scripts and tests run the whole program under its name.
func TestMain(m *testing.M) { testscript.Main(waiting{m}, programs) }

// waiting are tests that mostly wait for other processes: more of them can run at a
// time than there are processors, unless -parallel says otherwise. Memory is
// collected less often: what looks at our source holds much, and mails come and go.
type waiting struct{ *testing.M }

func (w waiting) Run() int {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	return w.M.Run()
}

// TestScripts is the command line as its users meet it.
func TestScripts(t *testing.T) {
	stores, err := filepath.Abs("../../store/testdata")
	check(t, err)
	ci, err := filepath.Abs("../../.ci")
	check(t, err)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	check(t, err)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": expectStatus, "cut": cut, "damage": damage, "giveup": giveUp, "layout": relayout,
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("STORES", stores)
			e.Setenv("CI", ci)
			e.Setenv("GOARCH", runtime.GOARCH)
			e.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			return nil
		},
	})
}

// cut writes the beginning of a file:
//
//	cut FROM TO BYTES
func cut(ts *testscript.TestScript, _ bool, args []string) {
	bytes, err := strconv.Atoi(args[2])
	ts.Check(err)
	whole := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(whole[:bytes]), 0o600))
}

// damage copies a store and changes what it says of game 2:
//
//	damage FROM TO
func damage(ts *testscript.TestScript, _ bool, args []string) {
	to := ts.MkAbs(args[1])
	ts.Check(os.WriteFile(to, []byte(ts.ReadFile(args[0])), 0o600))
	s, err := store.Open(to, nil)
	ts.Check(err)
	ts.Check(s.Update(func(tx *store.Tx) error {
		g, err := tx.Game(2)
		ts.Check(err)
		g.Course.Ply++
		return tx.PutGame(g)
	}))
	ts.Check(s.Close())
}

// giveUp copies a store and gives up the first mail in its outbox:
//
//	giveup FROM TO
func giveUp(ts *testscript.TestScript, _ bool, args []string) {
	to := ts.MkAbs(args[1])
	ts.Check(os.WriteFile(to, []byte(ts.ReadFile(args[0])), 0o600))
	s, err := store.Open(to, nil)
	ts.Check(err)
	ts.Check(s.Update(func(tx *store.Tx) error {
		waiting, err := tx.Outbox()
		ts.Check(err)
		return tx.GiveUp(waiting[0].ID, time.Date(2026, 11, 21, 3, 15, 0, 0, time.UTC), "550 nobody here")
	}))
	ts.Check(s.Close())
}

// relayout copies a store and makes it one of another layout:
//
//	layout FROM TO [schema=N] [program=VERSION] [+BUCKET] [-BUCKET]
func relayout(ts *testscript.TestScript, _ bool, args []string) {
	to := ts.MkAbs(args[1])
	ts.Check(os.WriteFile(to, []byte(ts.ReadFile(args[0])), 0o600))
	db, err := kv.Open(to, kv.Options{})
	ts.Check(err)
	ts.Check(db.Update(func(tx *kv.Tx) error {
		meta := tx.Bucket("meta")
		for _, change := range args[2:] {
			name, value, _ := strings.Cut(change, "=")
			switch {
			case name == "schema":
				n, err := strconv.ParseUint(value, 10, 64)
				ts.Check(err)
				ts.Check(meta.Put([]byte("schema"), binary.BigEndian.AppendUint64(nil, n)))
			case name == "program":
				ts.Check(meta.Put([]byte("program"), []byte(strconv.Quote(value))))
			case name[0] == '+':
				_, err := tx.CreateBucket(name[1:])
				ts.Check(err)
			default:
				ts.Check(tx.DeleteBucket(name[1:]))
			}
		}
		return nil
	}))
	ts.Check(db.Close())
}

// expectStatus runs a command that must end with one exit status:
//
//	status 2 unlurbot run
func expectStatus(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	exit := (*exec.ExitError)(nil)
	switch {
	case err == nil && want == 0:
	case errors.As(err, &exit) && exit.ExitCode() == want:
	default:
		ts.Fatalf("%v: %v, want status %d", args[1:], err, want)
	}
}

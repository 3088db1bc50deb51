package main

import (
	"errors"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are what scripts and tests can run as processes of their own.
var programs = map[string]func(){"unlurbot": main}

// TestMain lets scripts and tests run the whole program under its name.
func TestMain(m *testing.M) { testscript.Main(m, programs) }

// TestScripts is the command line as its users meet it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"status": expectStatus},
	})
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

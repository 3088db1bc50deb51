package main

import (
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/testing/livebot"
)

// clockLine reads the next line "clock NOW" that a program prints.
func (p *program) clockLine() time.Time {
	p.t.Helper()
	line := p.Line()
	now, found := strings.CutPrefix(line, "clock ")
	at, err := time.Parse(time.RFC3339, now)
	if !found || err != nil || at.Location() != time.UTC {
		p.t.Fatalf("it says %q: %v", line, err)
	}
	return at
}

// toClock writes to the clock.
func toClock(p *livebot.Person, text string) {
	p.Clicks("mailto:clock@sandbox.test?subject=time&body=" + text)
}

// A game is lost on time within seconds: the reminders and the end come in their order
// and at their times, and a mail is answered afterwards as ever. The clock does not go
// back when the sandbox is started again, with or without the flag.
func TestSandboxClock(t *testing.T) {
	data := t.TempDir()
	flags := []string{"--clock", "--http", "off", "--data", data}
	p := startSandbox(t, flags...)
	ana, bo := p.people()
	began := p.clockLine()
	ana.Writes("challenge bo@sandbox.test first pace 5d")
	ana.Gets("challenged")
	bo.Gets("invite")
	bo.Replies("accept")
	ana.Gets("turn")
	bo.Gets("started")
	ana.Replies("C4")
	ana.Gets("moved")
	bo.Gets("turn")
	before := bo.Dated()
	bo.Replies("D5")
	ana.Gets("turn")
	after := ana.Dated() // to the second, and D5 may have come in the one before
	bo.Gets("moved")
	// comes holds that ana's last mail is of so many hours after her turn began.
	comes := func(what string, hours time.Duration) {
		t.Helper()
		if at := ana.Dated(); at.Before(before.Add(hours*time.Hour)) || at.After(after.Add(hours*time.Hour+time.Hour)) {
			t.Errorf("%s is of %v, after a turn that began between %v and %v", what, at, before, after)
		}
	}

	toClock(ana, "+2w")
	ana.Gets("reminder")
	comes("the first reminder", 60)
	ana.Gets("reminder")
	comes("the last reminder", 96)
	ana.Gets("net")
	comes("the net", 120)
	ana.Gets("over")
	comes("the end", 288)
	bo.Gets("over")
	if l := ana.Gets(""); !strings.Contains(l.Text, "It is now ") || l.Header.Get("Auto-Submitted") != "auto-replied" {
		t.Errorf("the clock answers %q", l.Text)
	}
	weeks := p.clockLine()
	if passed := weeks.Sub(began); passed < 14*24*time.Hour || passed > 14*24*time.Hour+time.Hour {
		t.Errorf("it is %v, %v later", weeks, passed)
	}

	for _, bad := range []string{"3d", "+3x", "+", "tomorrow", "+0d", "+1d2", "-1d"} {
		toClock(bo, bad)
		if l := bo.Gets(""); !strings.Contains(l.Text, "such as +3d") {
			t.Errorf("%s is answered by %q", bad, l.Text)
		}
	}
	toClock(bo, "+900d")
	if l := bo.Gets(""); !strings.Contains(l.Text, "at most +400d") {
		t.Errorf("too far is answered by %q", l.Text)
	}
	ana.Writes("set mails daily")
	ana.Gets("noted")
	bo.Writes("challenge ana@sandbox.test first")
	bo.Gets("challenged")
	ana.Gets("invite")
	ana.Replies("accept")
	ana.Gets("started")
	bo.Gets("turn")
	bo.Replies("C4")
	bo.Gets("moved")
	toClock(bo, "+1d12h")
	ana.Gets("digest")
	if at := ana.Dated(); at.UTC().Format("15:04") != "08:00" {
		t.Errorf("the mail of the day is of %v", at)
	}
	if l := bo.Gets(""); !strings.Contains(l.Text, "It is now ") {
		t.Errorf("a day and a half is answered by %q", l.Text)
	}
	later := p.clockLine()
	if passed := later.Sub(weeks); passed < 36*time.Hour || passed > 37*time.Hour {
		t.Errorf("it is %v, %v later", later, passed)
	}
	ana.Writes("games")
	ana.Gets("games")
	if at := ana.Dated(); at.Before(later.Truncate(time.Second)) {
		t.Errorf("a mail is of %v, and it was %v", at, later)
	}
	p.Stop()

	p = startSandbox(t, flags...)
	p.ready()
	if again := p.clockLine(); again.Before(later) {
		t.Errorf("after a new start it is %v, and it was %v", again, later)
	}
	p.Stop()
	p = startSandbox(t, "--http", "off", "--data", data)
	_, bo = p.people()
	bo.Writes("games")
	bo.Gets("games")
	if at := bo.Dated(); at.Before(later.Truncate(time.Second)) {
		t.Errorf("without the flag a mail is of %v, and it was %v", at, later)
	}
	// Now the clock's mailbox is one like any other.
	toClock(bo, "+1d")
	bo.Writes("seeks")
	bo.Gets("seeks") // and nothing came before
	if at := bo.Dated(); at.After(later.Add(time.Hour)) {
		t.Errorf("a mail has put the clock forward to %v", at)
	}
	p.Stop()
	verify(t, filepath.Join(data, "unlurbot.db"))
}

// The buttons of the page do the same, and a mail that has come before them counts
// before what they bring.
func TestSandboxClockButtons(t *testing.T) {
	p := startSandbox(t, "--clock", "--http", "127.0.0.1:0")
	servers, line := p.ready()
	page := pageURL.FindStringSubmatch(line)[1]
	began := p.clockLine()
	press := func(by string) time.Time {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, page+"clock", strings.NewReader(url.Values{"by": {by}}.Encode()))
		check(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		response, err := http.DefaultClient.Do(r)
		check(t, err)
		check(t, response.Body.Close())
		if response.StatusCode != http.StatusOK {
			t.Errorf("status %d", response.StatusCode)
		}
		return p.clockLine()
	}
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	ana.Writes("challenge bo@sandbox.test first pace 1d")
	ana.Gets("challenged")
	bo.Gets("invite")
	bo.Replies("accept")
	ana.Gets("turn")
	ana.Replies("C4")
	bo.Gets("turn")
	bo.Replies("D5")
	ana.Gets("turn")
	ana.Replies("E5") // and at once, long before that is read:
	if at := press("168h0m0s"); at.Sub(began) < 7*24*time.Hour {
		t.Errorf("it is %v, and it was %v", at, began)
	}
	ana.Gets("moved")
	press("168h0m0s") // for a net has caught bo
	ana.Gets("over")
	if won := ana.Last.Header.Get("X-Unlur-Result"); won != "won" {
		t.Errorf("who has moved in time has %s", won)
	}
	p.Stop()
}

// verify holds that a store is as it should be.
func verify(t *testing.T, db string) {
	t.Helper()
	if out, err := exec.Command("unlurbot", "verify", db).CombinedOutput(); err != nil {
		t.Errorf("verify: %v\n%s", err, out)
	}
}

// What steps can be written.
func TestReadStep(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"+3d": 72 * time.Hour, "+1h": time.Hour, "+90m": 90 * time.Minute, "+1d12h": 36 * time.Hour, "+2W": 14 * 24 * time.Hour, "+ 3 d": 72 * time.Hour,
		"3d": 0, "+": 0, "": 0, "+d": 0, "+3": 0, "+3s": 0, "+0h": 0, "-3d": 0, "+-3d": 0, "+9999999d": 0, "+1d 2": 0, "+3d!": 0, "+١d": 0,
	} {
		if got, ok := readStep(text); got != want && ok || ok != (want > 0) {
			t.Errorf("%q is %v, %t", text, got, ok)
		}
	}
}

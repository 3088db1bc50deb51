package main

import (
	"net/http"
	"net/smtp"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clockLine reads the next line "clock NOW" that a program prints.
func (p *program) clockLine() time.Time {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	check(p.t, err)
	now, found := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "clock ")
	at, err := time.Parse(time.RFC3339, now)
	if !found || err != nil || at.Location() != time.UTC {
		p.t.Fatalf("it says %q: %v", line, err)
	}
	return at
}

// dated gives the Date of somebody's last mail.
func (p *pair) dated(who int) time.Time {
	p.t.Helper()
	at, err := p.last[who].Header.Date()
	check(p.t, err)
	return at
}

// toClock writes to the clock.
func (p *pair) toClock(from, text string) {
	p.t.Helper()
	check(p.t, smtp.SendMail(p.smtpAddr, nil, from, []string{"clock@sandbox.test"},
		[]byte("From: "+from+"\r\nTo: clock@sandbox.test\r\nSubject: time\r\nMessage-ID: <"+strings.Trim(text, "+? ")+"@client.test>\r\n\r\n"+text+"\r\n")))
}

// A game is lost on time within seconds: the reminders and the end come in their order
// and at their times, and a mail is answered afterwards as ever. The clock does not go
// back when the sandbox is started again, with or without the flag.
func TestSandboxClock(t *testing.T) {
	data := t.TempDir()
	flags := []string{"sandbox", "--clock", "--http", "off", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", data}
	p := start(t, nil, flags...)
	people := p.people()
	began := p.clockLine()
	people.write(0, "challenge bo@sandbox.test first pace 5d", "")
	people.await(0, "challenged")
	people.await(1, "invite")
	people.reply(1, "accept")
	people.await(0, "turn")
	people.await(1, "started")
	people.reply(0, "C4")
	people.await(0, "moved")
	people.await(1, "turn")
	people.reply(1, "D5")
	people.await(0, "turn")
	people.await(1, "moved")
	turn := people.dated(0)

	people.toClock("ana@sandbox.test", "+1w")
	people.await(0, "reminder")
	if at := people.dated(0); at.Sub(turn) < 60*time.Hour || at.Sub(turn) > 61*time.Hour {
		t.Errorf("the first reminder is of %v, after the turn of %v", at, turn)
	}
	people.await(0, "reminder")
	if at := people.dated(0); at.Sub(turn) < 96*time.Hour || at.Sub(turn) > 97*time.Hour {
		t.Errorf("the last reminder is of %v, after the turn of %v", at, turn)
	}
	people.await(0, "over")
	if at := people.dated(0); at.Sub(turn) < 120*time.Hour || at.Sub(turn) > 121*time.Hour {
		t.Errorf("the end is of %v, after the turn of %v", at, turn)
	}
	people.await(1, "over")
	if l := people.await(0, ""); !strings.Contains(l.Text, "It is now ") || l.Header.Get("Auto-Submitted") != "auto-replied" {
		t.Errorf("the clock answers %q", l.Text)
	}
	week := p.clockLine()
	if passed := week.Sub(began); passed < 7*24*time.Hour || passed > 7*24*time.Hour+time.Hour {
		t.Errorf("it is %v, %v later", week, passed)
	}

	for _, bad := range []string{"3d", "+3x", "+", "tomorrow", "+0d", "+1d2", "-1d"} {
		people.toClock("bo@sandbox.test", bad)
		if l := people.await(1, ""); !strings.Contains(l.Text, "such as +3d") {
			t.Errorf("%s is answered by %q", bad, l.Text)
		}
	}
	people.toClock("bo@sandbox.test", "+900d")
	if l := people.await(1, ""); !strings.Contains(l.Text, "at most +400d") {
		t.Errorf("too far is answered by %q", l.Text)
	}
	people.write(0, "set mails daily", "")
	people.await(0, "noted")
	people.write(1, "challenge ana@sandbox.test first", "")
	people.await(1, "challenged")
	people.await(0, "invite")
	people.reply(0, "accept")
	people.await(0, "started")
	people.await(1, "turn")
	people.reply(1, "C4")
	people.await(1, "moved")
	people.toClock("bo@sandbox.test", "+1d12h")
	people.await(0, "digest")
	if at := people.dated(0); at.UTC().Format("15:04") != "08:00" {
		t.Errorf("the mail of the day is of %v", at)
	}
	if l := people.await(1, ""); !strings.Contains(l.Text, "It is now ") {
		t.Errorf("a day and a half is answered by %q", l.Text)
	}
	later := p.clockLine()
	if passed := later.Sub(week); passed < 36*time.Hour || passed > 37*time.Hour {
		t.Errorf("it is %v, %v later", later, passed)
	}
	people.write(0, "games", "")
	people.await(0, "games")
	if at := people.dated(0); at.Before(later.Truncate(time.Second)) {
		t.Errorf("a mail is of %v, and it was %v", at, later)
	}
	people.close()
	p.stop()

	p = start(t, nil, flags...)
	people = p.people()
	if again := p.clockLine(); again.Before(later) {
		t.Errorf("after a new start it is %v, and it was %v", again, later)
	}
	people.close()
	p.stop()
	p = start(t, nil, "sandbox", "--http", "off", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", data)
	people = p.people()
	people.write(1, "games", "")
	people.await(1, "games")
	if at := people.dated(1); at.Before(later.Truncate(time.Second)) {
		t.Errorf("without the flag a mail is of %v, and it was %v", at, later)
	}
	// Now the clock's mailbox is one like any other.
	people.toClock("bo@sandbox.test", "+1d")
	people.write(1, "seeks", "")
	people.await(1, "seeks") // and nothing came before
	if at := people.dated(1); at.After(later.Add(time.Hour)) {
		t.Errorf("a mail has put the clock forward to %v", at)
	}
	people.close()
	p.stop()
	verify(t, filepath.Join(data, "unlurbot.db"))
}

// The buttons of the page do the same, and a mail that has come before them counts
// before what they bring.
func TestSandboxClockButtons(t *testing.T) {
	p, line := sandboxLine(t, "--clock", "--http", "127.0.0.1:0")
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
	ready := readyLine.FindStringSubmatch(line)
	people := p.peopleAt(ready[1], ready[2])
	people.write(0, "challenge bo@sandbox.test first pace 1d", "")
	people.await(0, "challenged")
	people.await(1, "invite")
	people.reply(1, "accept")
	people.await(0, "turn")
	people.reply(0, "C4")
	people.await(1, "turn")
	people.reply(1, "D5")
	people.await(0, "turn")
	people.reply(0, "E5") // and at once, long before that is read:
	if at := press("168h0m0s"); at.Sub(began) < 7*24*time.Hour {
		t.Errorf("it is %v, and it was %v", at, began)
	}
	people.await(0, "moved")
	people.await(0, "over")
	if won := people.last[0].Header.Get("X-Unlur-Result"); won != "won" {
		t.Errorf("who has moved in time has %s", won)
	}
	people.close()
	p.stop()
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

package process

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
)

// A disk that is nearly full takes small changes between large ones that it
// refuses: the log says once that it is full, and once that it is well.
func TestNearlyFullDiskIsToldOnce(t *testing.T) {
	var (
		log bytes.Buffer
		now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		p   = &Process{Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil))}
	)
	attempt := func(err error, wantLines int) {
		t.Helper()
		if got := p.Wrote(err); !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
		now = now.Add(StoreRest)
		if got := strings.Count(log.String(), "\n"); got != wantLines {
			t.Fatalf("%d lines, want %d:\n%s", got, wantLines, log.String())
		}
	}
	full := errors.New("no room")
	attempt(nil, 0)
	for range 10 {
		attempt(full, 1)
		attempt(nil, 1)
	}
	attempt(nil, 1)
	attempt(nil, 2)
	if p.InDoubt() {
		t.Error("still in doubt")
	}
}

// What a process has seen is not forgotten with its configuration: who asks how the bot is gets the same answer.
func TestFollow(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	begin := func() *Process {
		return &Process{Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler)}
	}
	former, next := begin(), begin()
	down := errors.New("down")
	former.Mailbox.Works(now)
	former.Relay.Fails(now, down, "Wait.", now.Add(time.Hour))
	former.Alarms.Works(now.Add(time.Minute))
	former.Tally.Note(func(c *Counts) { c.Sent, c.Mails["played"] = 3, 2 })
	_ = former.Wrote(down)
	next.Follow(former)
	next.Tally.Note(func(c *Counts) { c.Mails["played"]++ })
	since, why := next.StoreTrouble()
	got, counts := []State{next.Mailbox.State(), next.Relay.State(), next.Alarms.State()}, next.Tally.Counts()
	want := []State{former.Mailbox.State(), former.Relay.State(), former.Alarms.State()}
	if !slices.Equal(got, want) || counts.Sent != 3 || counts.Mails["played"] != 3 || former.Tally.Counts().Mails["played"] != 2 || since != now || !errors.Is(why, down) {
		t.Errorf("it knows %+v and %+v, and that since %v %v", got, counts, since, why)
	}
}

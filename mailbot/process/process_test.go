package process

import (
	"bytes"
	"errors"
	"log/slog"
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

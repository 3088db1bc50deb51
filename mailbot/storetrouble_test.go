package mailbot

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
		log    bytes.Buffer
		logger = slog.New(slog.NewTextHandler(&log, nil))
		state  storeState
		now    = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	)
	attempt := func(err error, wantLines int) {
		t.Helper()
		state.note(logger, now, err)
		now = now.Add(storeRest)
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
	if state.inDoubt() {
		t.Error("still in doubt")
	}
}

package mailbot_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// A history is what happened in a world, a line for each event.
type history struct {
	start time.Time
	lines []string
}

func (h *history) note(format string, args ...any) {
	h.lines = append(h.lines, fmt.Sprintf("%-22v ", time.Since(h.start))+fmt.Sprintf(format, args...))
}

func (h *history) sum() [32]byte { return sha256.Sum256([]byte(strings.Join(h.lines, "\n"))) }

// difference shows where two histories part.
func (h *history) difference(other *history) string {
	for i, line := range h.lines {
		if i >= len(other.lines) || line != other.lines[i] {
			return line + "\n" + strings.Join(other.lines[min(i, len(other.lines)):min(i+1, len(other.lines))], "")
		}
	}
	return "the end of the shorter one"
}

// A tally counts what the histories held.
type tally struct {
	mu sync.Mutex

	histories, letters, decided, moves, sent, faults, kills, restores int

	rings, planned, undone, sought, left, nets int

	cups cupTally
}

func (t *tally) add(o *tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.histories++
	t.letters += o.letters
	t.decided += o.decided
	t.moves += o.moves
	t.sent += o.sent
	t.faults += o.faults
	t.kills += o.kills
	t.restores += o.restores
	t.rings += o.rings
	t.planned += o.planned
	t.undone += o.undone
	t.sought += o.sought
	t.left += o.left
	t.nets += o.nets
	t.cups.add(o.cups)
}

// String implements fmt.Stringer.
func (t *tally) String() string {
	return fmt.Sprintf("%d histories: %d mails written, %d dealt with, %d moves, %d mails sent, %d faults, of them %d kills and %d lost stores; clocks rang %d times, plans played %d moves, %d were taken back, %d games were offered to everybody, people went away or came back %d times, and nets caught %d of them; %s",
		t.histories, t.letters, t.decided, t.moves, t.sent, t.faults, t.kills, t.restores, t.rings, t.planned, t.undone, t.sought, t.left, t.nets, t.cups)
}

// mostViolations is how many are told of one history: one leads to others.
const mostViolations = 5

// violate notes that a law does not hold.
func (w *world) violate(format string, args ...any) {
	w.history.note("VIOLATION: "+format, args...)
	w.violations = append(w.violations, fmt.Sprintf(format, args...))
}

// report ends the test of a history: a failed one is told and written down.
func (w *world) report(t *testing.T) {
	t.Helper()
	if len(w.violations) == 0 {
		return
	}
	for i, v := range w.violations {
		if i == mostViolations {
			t.Errorf("... and %d more", len(w.violations)-i)
			break
		}
		t.Error(v)
	}
	file := filepath.Join("testdata", "sim", fmt.Sprintf("%d.txt", w.seed))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Error(err)
	} else if err := os.WriteFile(file, txtar.Format(w.conversation()), 0o644); err != nil {
		t.Error(err)
	}
	t.Errorf("to see it again: go test ./mailbot -run Sim -sim.seed=%d -v\nits story: mailbot/%s", w.seed, file)
}

// conversation tells the history, and below it the mails as the bot should have
// dealt with them, in the form of testdata/conversations: moved there, it is the same
// history without the faults, in which -update shows what is sent.
func (w *world) conversation() *txtar.Archive {
	a := &txtar.Archive{Comment: fmt.Appendf(nil, "Seed %d: %+v\n\n%s\n\n%s\n\n",
		w.seed, w.trouble, strings.Join(w.violations, "\n"), strings.Join(w.history.lines, "\n"))}
	decisions, clock := "", simStart
	for _, l := range w.model.handled {
		if d := l.arrived.Sub(clock).Truncate(time.Minute); d > 0 {
			a.Files = append(a.Files, txtar.File{Name: "clock " + d.String()})
			clock = clock.Add(d)
		}
		clock = clock.Add(time.Minute) // as a bot of bottest does with each mail
		a.Files = append(a.Files, txtar.File{Name: "raw", Data: l.raw})
		decisions += string(w.model.decided[l.id]) + "\n"
	}
	a.Files = append(a.Files, txtar.File{Name: "decisions", Data: []byte(decisions)}, txtar.File{Name: "lines"})
	return a
}

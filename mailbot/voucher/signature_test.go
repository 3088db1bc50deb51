package voucher

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/process"
)

func questions(n int) []Question { return make([]Question, n) }

// A resolver that does not answer holds up a group of mails for a few seconds,
// the next ones for less, and after a minute it gets its chance again.
func TestDeadResolverHoldsUpLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asker := Asker{Process: &process.Process{Now: time.Now, Log: slog.New(slog.DiscardHandler)}}
		away := errors.New("the key is away")
		deaf := Trust{Signed: func(ctx context.Context, _ []byte, _ string) error {
			<-ctx.Done()
			return away
		}}
		ask := func(n int, want time.Duration) {
			t.Helper()
			begun := time.Now()
			signatures, err := asker.Ask(t.Context(), deaf, questions(n))
			if took := time.Since(begun); took != want || err != nil {
				t.Errorf("%v, want %v; %v", took, want, err)
			}
			for _, s := range signatures {
				if !s.Asked() || s.IsGood() || s.String() != away.Error() {
					t.Errorf("what came of it is %v", s)
				}
			}
		}
		for _, want := range []time.Duration{patience, shortPatience, shortPatience} {
			ask(3*maxChecks, want)
		}
		time.Sleep(hurryRest)
		ask(1, patience)
	})
}

// A check that panics vouches for nobody, and leaves the others as they are.
func TestCheckThatPanics(t *testing.T) {
	asker := Asker{Process: &process.Process{Now: time.Now, Log: slog.New(slog.DiscardHandler)}}
	group := questions(3 * maxChecks)
	for i := range group {
		group[i].UID, group[i].Author = uint32(i), []string{"", "ana@example.org"}[i%2]
	}
	signatures, err := asker.Ask(t.Context(), Trust{Signed: func(_ context.Context, _ []byte, author string) error {
		if author == "" {
			panic("a fault in a library")
		}
		return nil
	}}, group)
	if len(signatures) != len(group) || err != nil {
		t.Fatal(signatures, err)
	}
	for i, s := range signatures {
		if !s.Asked() || s.IsGood() != (i%2 == 1) {
			t.Errorf("%d: %v", i, s)
		}
	}
}

// Whoever stops the bot while it asks learns nothing of any signature.
func TestStoppedWhileAsking(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	asker := Asker{Process: &process.Process{Now: time.Now, Log: slog.New(slog.DiscardHandler)}}
	signatures, err := asker.Ask(ctx, Trust{Signed: func(asking context.Context, _ []byte, _ string) error {
		stop()
		<-asking.Done()
		return asking.Err()
	}}, questions(2))
	if signatures != nil || !errors.Is(err, context.Canceled) {
		t.Error(signatures, err)
	}
	if (Signature{}).Asked() || (Signature{}).IsGood() {
		t.Error("a mail about which nobody was asked is signed")
	}
}

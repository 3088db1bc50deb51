package smtpout_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"unlurbot/mailbot/smtpout"
)

// A relay that never stops to answer, a byte now and then, gets no more time for a
// mail than one that is silent.
func TestRelayThatDrips(t *testing.T) {
	t.Parallel()
	for name, words := range map[string]string{
		"a line":     "220 x",
		"many lines": "220-x\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(drip(t, words))
			cfg.Timeout = impatience
			f := failed(t, sender(t, cfg).Send(t.Context(), turn()), smtpout.StepGreeting, false, 0)
			if !errors.Is(f, context.DeadlineExceeded) {
				t.Errorf("got %v", f)
			}
		})
	}
}

// drip greets a client with words again and again, in pieces.
func drip(t *testing.T, words string) (port int) {
	t.Helper()
	const pause = 10 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	t.Cleanup(func() { l.Close(); open.Wait() })
	open.Go(func() {
		client, err := l.Accept()
		if err != nil {
			return
		}
		defer client.Close()
		if !strings.Contains(words, "\n") {
			_, err = io.WriteString(client, words)
			words = words[len(words)-1:]
		}
		for ; err == nil; time.Sleep(pause) {
			_, err = io.WriteString(client, words)
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

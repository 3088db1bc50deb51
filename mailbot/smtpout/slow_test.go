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
	"unlurbot/mailbot/testing/loopback"
)

// How long a relay may take until it is ready for a mail, and when somebody waits
// for what a check says.
const (
	connecting = time.Minute
	checking   = 30 * time.Second
)

// A relay that never stops to answer, a byte now and then, gets no more time
// than one that is silent.
func TestRelayThatDrips(t *testing.T) {
	for name, words := range map[string]string{
		"a line":     "220 x",
		"many lines": "220-x\r\n",
	} {
		t.Run(name, bubble(func(t *testing.T) {
			s := sender(t, config(drip(t, words)))
			begun := time.Now()
			f := failed(t, s.Send(t.Context(), turn()), smtpout.StepGreeting, false, 0)
			lasts(t, begun, connecting)
			if !errors.Is(f, context.DeadlineExceeded) {
				t.Errorf("got %v", f)
			}
		}))
	}
}

// drip greets a client with words again and again, in pieces.
func drip(t *testing.T, words string) (port int) {
	t.Helper()
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
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
		for ; err == nil; time.Sleep(time.Second) {
			_, err = io.WriteString(client, words)
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

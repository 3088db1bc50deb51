package imapbox_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/loopback"
)

// A server that never stops to send, a byte now and then, gets no more time for an
// answer than one that is silent: what counts is when the answer is there.
func TestServerThatDrips(t *testing.T) {
	calls := map[string]struct {
		begin, words string
		op           string
		call         func(context.Context, *imapbox.Box) error
	}{
		"greeting":  {begin: "* OK", words: "* OK ", op: imapbox.OpGreeting},
		"a line":    {"* SEARCH", "* OK still looking", imapbox.OpList, listing},
		"many UIDs": {"* SEARCH", "* SEARCH" + strings.Repeat(" 1", 1000), imapbox.OpList, listing},
		"a mail":    {"BODY[", "* 1 FETCH (UID 1 BODY[] {10000}\r\n", imapbox.OpFetch, fetching},
		"idling":    {"+ idling", "+ ", imapbox.OpWait, func(ctx context.Context, b *imapbox.Box) error { return b.Wait(ctx, nap) }},
	}
	for name, c := range calls {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			deliver(t, s, "C4")
			begun := time.Now()
			b, err := imapbox.Dial(t.Context(), config(drip(t, s.IMAPAddr(), c.begin, c.words)))
			if c.call != nil {
				if err != nil {
					t.Fatal(err)
				}
				err = c.call(t.Context(), b)
				defer b.Close()
			}
			checkError(t, err, c.op, context.DeadlineExceeded)
			lasts(t, begun, patience)
		}))
	}
}

func listing(ctx context.Context, b *imapbox.Box) error {
	_, err := b.List(ctx)
	return err
}

func fetching(ctx context.Context, b *imapbox.Box) error {
	_, _, err := b.Fetch(ctx, []uint32{1})
	return err
}

// drip passes on what a server says, up to what contains begin. From there on come
// the words, and their last byte again and again.
func drip(t *testing.T, target, begin, words string) (port int) {
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
		server, err := loopback.Dial(t.Context(), "tcp", target)
		if err != nil {
			return
		}
		defer server.Close()
		open.Go(func() { io.Copy(server, client); server.Close() })
		lines := bufio.NewReader(server)
		for {
			line, err := lines.ReadString('\n')
			if strings.Contains(line, begin) {
				break
			}
			if _, werr := io.WriteString(client, line); err != nil || werr != nil {
				return
			}
		}
		for rest := words; ; rest = words[len(words)-1:] {
			if _, err := io.WriteString(client, rest); err != nil {
				return
			}
			time.Sleep(time.Second)
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

// A slow line is not a dead one: each mail has its time.
func TestSlowServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		fill(t, s, 3)
		const pause = patience - time.Second
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.Contains(line, "BODY[]") {
				time.Sleep(pause)
			}
			return line, false
		})))
		begun := time.Now()
		if mails := fetchAll(t, b, []uint32{1, 2, 3}); len(mails) != 3 {
			t.Errorf("fetched %d mails", len(mails))
		}
		lasts(t, begun, 3*pause)
	})
}

package imapbox_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"unlurbot/mailbot/imapbox"
)

// A server that never stops to send, a byte now and then, gets no more time for an
// answer than one that is silent: what counts is when the answer is there.
func TestServerThatDrips(t *testing.T) {
	t.Parallel()
	calls := map[string]struct {
		begin, words string
		op           string
		call         func(context.Context, *imapbox.Box) error
	}{
		"greeting":  {begin: "* OK", words: "* OK ", op: imapbox.OpGreeting},
		"a line":    {"* SEARCH", "* OK still looking", imapbox.OpList, listing},
		"many UIDs": {"* SEARCH", "* SEARCH" + strings.Repeat(" 1", 1000), imapbox.OpList, listing},
		"a mail":    {"BODY[", "* 1 FETCH (UID 1 BODY[] {10000}\r\n", imapbox.OpFetch, fetching},
		"idling":    {"+ idling", "+ ", imapbox.OpWait, func(ctx context.Context, b *imapbox.Box) error { return b.Wait(ctx, time.Hour) }},
	}
	for name, c := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startSandbox(t)
			deliver(t, s, "C4")
			cfg := config(drip(t, s.IMAPAddr(), c.begin, c.words))
			cfg.CommandTimeout = impatience
			b, err := imapbox.Dial(t.Context(), cfg)
			if c.call != nil {
				if err != nil {
					t.Fatal(err)
				}
				err = c.call(t.Context(), b)
				b.Close()
			}
			checkError(t, err, c.op, context.DeadlineExceeded)
		})
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
		server, err := net.Dial("tcp", target)
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
			time.Sleep(pause)
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

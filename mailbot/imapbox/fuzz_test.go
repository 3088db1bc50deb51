package imapbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/loopback"
)

// FuzzAnswers lets a server answer everything after the login with any bytes,
// in which T0 stands for the tag of the command. Each method then returns, with
// an *Error or with what was asked for.
func FuzzAnswers(f *testing.F) {
	for _, answer := range []string{
		"T0 OK\r\n",
		"* SEARCH 1 2 3\r\nT0 OK\r\n",
		"* SEARCH 0\r\nT0 OK\r\n",
		"* SEARCH 4294967295\r\nT0 OK\r\n",
		"* SEARCH 1\r\n* 1 FETCH (UID 1 RFC822.SIZE 4 BODY[] {4}\r\nabcd)\r\nT0 OK\r\n",
		"* 1 FETCH (UID 1 RFC822.SIZE 4 BODY[] {4}\r\nabcd BODY[] {4}\r\nefgh)\r\nT0 OK\r\n",
		"* 1 FETCH (BODY[] {4}\r\nabcd UID 1 RFC822.SIZE 4)\r\nT0 OK\r\n",
		"* 1 FETCH (UID 1 RFC822.SIZE 9999999999 BODY[] {9999999999}\r\nabcd)\r\nT0 OK\r\n",
		"* 1 FETCH (UID 1 BODY[HEADER]<0> NIL)\r\n* 2 EXPUNGE\r\n* 7 EXISTS\r\nT0 NO [EXPUNGEISSUED] x\r\n",
		"* OK [UIDVALIDITY 2] x\r\nT0 OK [COPYUID 1 1:4294967295 1:*] x\r\n",
		"* BYE [UNAVAILABLE] x {3}\r\n",
		"+ idling\r\nT0 OK\r\n",
		"T0 NO [TRYCREATE] x\r\n",
		"* CAPABILITY\r\nT0 OK [CAPABILITY] x\r\n",
		"* ESEARCH (TAG \"T0\") UID ALL 1:4294967295\r\nT0 OK\r\n",
		"T99 OK\r\n* \r\n\r\n{}\x00",
	} {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		synctest.Test(t, func(t *testing.T) {
			l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go serveOne(l, answer)
			b, err := imapbox.Dial(t.Context(), config(l.Addr().(*net.TCPAddr).Port))
			if err != nil {
				t.Fatal(err)
			}
			tryAll(t, b)
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
	})
}

// tryAll calls everything, and once more on what is left of the connection.
func tryAll(t *testing.T, b *imapbox.Box) {
	asked := []uint32{1, 2, 4294967295}
	for range 2 {
		_, listErr := b.List(t.Context())
		messages, rest, fetchErr := b.Fetch(t.Context(), asked)
		for _, m := range messages {
			if !slices.Contains(asked, m.UID) || m.Raw == nil {
				t.Errorf("fetched mail %d: %q", m.UID, m.Raw)
			}
		}
		if fetchErr != nil && (messages != nil || rest != nil) {
			t.Errorf("%d mails and an error", len(messages))
		}
		for _, err := range []error{
			listErr, fetchErr,
			b.File(t.Context(), imapbox.Done, asked),
			b.File(t.Context(), imapbox.Failed, asked),
			b.Wait(t.Context(), time.Second),
		} {
			if failed := new(imapbox.Error); err != nil && (!errors.As(err, &failed) || errors.Is(err, context.Canceled)) {
				t.Errorf("got %v", err)
			}
		}
	}
}

// serveOne lets one client in and then answers whatever it says.
func serveOne(l net.Listener, answer string) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	const caps = "CAPABILITY IMAP4rev1 MOVE UIDPLUS IDLE"
	fmt.Fprintf(conn, "* OK [%s] hello\r\n", caps)
	open := false
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		switch {
		case open:
			fmt.Fprint(conn, strings.ReplaceAll(answer, "T0", tag))
		case strings.HasPrefix(command, "SELECT"):
			open = true
			fmt.Fprintf(conn, "* OK [UIDVALIDITY 1] x\r\n%s OK\r\n", tag)
		default:
			fmt.Fprintf(conn, "* %s\r\n%s OK [%s] x\r\n", caps, tag, caps)
		}
	}
}

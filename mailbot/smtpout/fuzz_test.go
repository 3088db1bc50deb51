package smtpout_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/loopback"
)

// FuzzRelay lets a relay answer every command with any bytes, one line of them
// for each. Send then says that the mail was taken, which is so only if 354 and then
// 250 were among the answers, or gives a *Failure.
func FuzzRelay(f *testing.F) {
	for _, answers := range []string{
		"220 x\n250 x\n250 x\n250 x\n354 x\n250 x\n221 x",
		"220 x\n250-x\\250-8BITMIME\\250-AUTH PLAIN\\250 SMTPUTF8\n250 x\n250 x\n354 x\n250 x",
		"220 x\n500 x\n250 x\n250 x\n250 x\n354 x\n250 x",
		"220 x\n250 x\n250 x\n550 5.1.1 nobody\n250 x",
		"220 x\n250 x\n250 x\n250 x\n354 x\n452 4.2.2 full\n250 x",
		"220 x\n250 x\n250 x\n250 x\n250 x\n250 x",
		"220 x\n250 x\n250 x\n250 x\n354 x\n354 x\n251 x\n999 x",
		"421 x", "220-x", "220", "", "\n\n\n\n\n", "220 x\n25", "-1 x", "220 x\n250 x\n250 x\\250 x\\250 x\\354 x\\250 x\\250 x",
	} {
		f.Add(answers)
	}
	f.Fuzz(func(t *testing.T, answers string) {
		synctest.Test(t, func(t *testing.T) {
			l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			served := make(chan string, 1)
			go func() { served <- relayOnce(l, strings.Split(answers, "\n")) }()
			s, err := smtpout.New(config(l.Addr().(*net.TCPAddr).Port))
			if err != nil {
				t.Fatal(err)
			}
			err = s.Send(t.Context(), turn())
			if failure := (*smtpout.Failure)(nil); err != nil && !errors.As(err, &failure) {
				t.Errorf("got %v", err)
			} else if err != nil && (failure.Error() == "" || failure.Permanent && failure.Code/100 == 4) {
				t.Errorf("got %+v", failure)
			}
			_ = s.Close() // the relay may have hung up
			said := <-served
			if _, after, _ := strings.Cut("\n"+said, "\n354"); err == nil && !strings.Contains(after, "\n250") {
				t.Errorf("the mail counts as taken, and the relay has said %q", said)
			}
		})
	})
}

// relayOnce serves one client, and gives what it has said. A backslash in an answer
// stands for the end of a line.
func relayOnce(l net.Listener, answers []string) (said string) {
	conn, err := l.Accept()
	if err != nil {
		return ""
	}
	defer conn.Close()
	content := false
	lines := bufio.NewScanner(conn)
	for i, answer := range answers {
		for i > 0 && lines.Scan() {
			if line := lines.Text(); !content || line == "." {
				content = line == "DATA" && strings.HasPrefix(answer, "354")
				break
			}
		}
		answer = strings.ReplaceAll(answer, "\\", "\r\n") + "\r\n"
		fmt.Fprint(conn, answer)
		said += answer
	}
	return said
}

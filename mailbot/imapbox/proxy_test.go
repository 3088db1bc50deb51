package imapbox_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"unlurbot/mailbot/testing/loopback"
)

// script changes what a server says, line by line; an empty result swallows
// the line. hangUp ends the connection after the result is sent. A script that
// waits for over is a server that hangs until the test is over.
type script func(line string, over <-chan struct{}) (said string, hangUp bool)

// proxy puts a script between a client and the server at target, and gives
// the port to connect to.
func proxy(t *testing.T, target string, script script) int {
	t.Helper()
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	over := make(chan struct{})
	t.Cleanup(func() { l.Close(); close(over); open.Wait() })
	open.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := loopback.Dial(t.Context(), "tcp", target)
			if err != nil {
				client.Close()
				continue
			}
			open.Go(func() { io.Copy(server, client); server.Close() })
			open.Go(func() { relay(client, server, script, over); client.Close(); server.Close() })
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

func relay(client, server net.Conn, script script, over <-chan struct{}) {
	lines := bufio.NewReader(server)
	for {
		line, err := lines.ReadString('\n')
		said, hangUp := script(line, over)
		if _, werr := io.WriteString(client, said); werr != nil || err != nil || hangUp {
			return
		}
	}
}

// without takes capabilities out of what the server announces.
func without(caps ...string) script {
	return func(line string, _ <-chan struct{}) (string, bool) {
		if strings.Contains(line, "CAPABILITY") {
			for _, c := range caps {
				line = strings.ReplaceAll(line, " "+c+" ", " ")
			}
		}
		return line, false
	}
}

// instead answers with other words wherever the server says what begins so.
func instead(begin, words string, hangUp bool) script {
	return func(line string, _ <-chan struct{}) (string, bool) {
		if strings.Contains(line, begin) {
			return words, hangUp
		}
		return line, false
	}
}

// hang falls silent where the server says what contains begin.
func hang(begin string) script {
	return func(line string, over <-chan struct{}) (string, bool) {
		if strings.Contains(line, begin) {
			<-over
			return "", true
		}
		return line, false
	}
}

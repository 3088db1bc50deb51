//go:build realservers

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"unlurbot/mailbot/testing/livebot"

	"github.com/emersion/go-smtp"
)

func init() { programs["smtpsink"] = runSink }

// runSink is an SMTP server as a process of its own, so that its work is not
// counted as the bot's. It takes every mail and throws it away. It prints its
// address, and then a line after every so many mails to people of a crowd: its argument.
func runSink() {
	every, err := strconv.ParseUint(os.Args[1], 10, 64)
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	var taken atomic.Uint64
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &sinkSession{taken: func() {
			if taken.Add(1)%every == 0 {
				fmt.Println("taken")
			}
		}}, nil
	}))
	server.Domain = "sink.test"
	panic(server.Serve(listener))
}

// A sinkSession is one connection.
type sinkSession struct {
	taken  func() // called for each mail that counts
	counts bool   // the mail at hand does
}

func (s *sinkSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *sinkSession) Reset()                               {}
func (s *sinkSession) Logout() error                        { return nil }

func (s *sinkSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.counts = isPerson(to)
	return nil
}

func (s *sinkSession) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	if s.counts {
		s.taken()
	}
	return nil
}

// A sink is a running smtpsink.
type sink struct {
	t     testing.TB
	addr  string
	taken chan time.Time // when it told of as many mails as it was asked to
}

// startSink starts a sink that tells of every so many mails; it ends with the
// test.
func startSink(t testing.TB, every int) *sink {
	t.Helper()
	cmd := exec.Command("smtpsink", strconv.Itoa(every))
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("the SMTP sink does not start")
	}
	s := &sink{t: t, addr: strings.TrimSpace(lines.Text()), taken: make(chan time.Time)}
	go func() {
		defer close(s.taken)
		for lines.Scan() {
			s.taken <- time.Now()
		}
	}()
	t.Cleanup(func() {
		check(t, cmd.Process.Kill())
		_ = cmd.Wait() // it says "killed"
	})
	return s
}

// await gives the time at which the next so many mails were taken.
func (s *sink) await() time.Time {
	s.t.Helper()
	ctx, cancel := livebot.UntilDeadline(s.t)
	defer cancel()
	select {
	case at, ok := <-s.taken:
		if !ok {
			s.t.Fatal("the SMTP sink has ended")
		}
		return at
	case <-ctx.Done():
		s.t.Fatal("the mails did not come")
	}
	panic("unreachable")
}

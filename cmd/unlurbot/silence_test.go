package main

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"unlurbot/mailbot/control"
	"unlurbot/mailbot/testing/badnet"
	"unlurbot/mailbot/testing/livebot"
)

// silences are the places at which a server can fall silent: the words of the
// client after which nothing comes any more. The server itself has heard them
// and acts on them, so that the bot can't know what became of its command.
var silences = []struct{ imap, smtp string }{
	{imap: "TLS"}, {imap: "AUTHENTICATE"}, {imap: "SELECT"}, {imap: "SEARCH"}, {imap: "FETCH"}, {imap: "MOVE"}, {imap: "IDLE"},
	{smtp: "TLS"}, {smtp: "EHLO"}, {smtp: "DATA"}, {smtp: "\r\n.\r\n"},
}

// stoppedInSilence stops the bot while it waits for a server that says nothing.
func stoppedInSilence(t *testing.T, c *circle) {
	c.unharmed(t, func(r *round) *livebot.Process {
		direct := r.Config
		for _, s := range silences {
			quiet, heardIMAP, heardSMTP := r.Servers, make(chan struct{}), make(chan struct{})
			quiet.IMAP = quietBehind(t, quiet.IMAP, s.imap, heardIMAP)
			quiet.SMTP = quietBehind(t, quiet.SMTP, s.smtp, heardSMTP)
			r.Config = filepath.Join(r.Dir, "quiet.yaml")
			quiet.WriteConfig(t, r.Config)
			bot := r.Start()
			select {
			case <-heardIMAP:
			case <-heardSMTP:
			case <-bot.Ended:
				t.Fatalf("the bot has ended: %v\n%s", bot.Err, bot.Said())
			case <-r.Ctx.Done():
				t.Fatalf("the bot never said %+v:\n%s", s, bot.Said())
			}
			bot.Stop()
		}
		r.Config = direct
		return r.Start()
	})
}

// stoppedInDeadNetwork stops the bot when all its connections have died without
// a word, as they do when a router forgets them.
func stoppedInDeadNetwork(t *testing.T, c *circle) {
	rng := rand.New(rand.NewPCG(*seed, 3))
	c.unharmed(t, func(r *round) *livebot.Process {
		imap, smtp := fairProxy(t, r.Servers.IMAPAddr), fairProxy(t, r.Servers.SMTPAddr)
		dying := r.Servers
		dying.IMAP.Addr, dying.SMTP.Addr = imap.Addr(), smtp.Addr()
		dying.WriteConfig(t, r.Config)
		for range 2 {
			bot := r.StartAs("telling")
			select {
			case <-bot.Until(hasPassed("", 10+rng.IntN(30))):
			case <-r.done:
			}
			imap.Strike(badnet.Stall)
			smtp.Strike(badnet.Stall)
			bot.Stop()
		}
		return r.Start()
	})
}

// fairProxy gives a network that is well until it is struck.
func fairProxy(t *testing.T, target string) *badnet.Proxy {
	t.Helper()
	proxy, err := badnet.Start(target, badnet.Fair)
	check(t, err)
	t.Cleanup(func() { check(t, proxy.Close()) })
	return proxy
}

// quietBehind gives where a server answers until the client has said some words; TLS
// stands for a server that never greets. Heard is closed at that moment. Without words
// it is the server itself.
func quietBehind(t *testing.T, server livebot.Side, words string, heard chan struct{}) livebot.Side {
	t.Helper()
	if words == "" {
		return server
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	var open sync.WaitGroup
	var once sync.Once
	t.Cleanup(func() { l.Close(); open.Wait() })
	open.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { client.Close() })
			open.Go(func() { fallSilent(client, server.Addr, words, func() { once.Do(func() { close(heard) }) }) })
		}
	})
	if words == "TLS" {
		return livebot.Side{Addr: l.Addr().String(), Security: "tls"}
	}
	return livebot.Side{Addr: l.Addr().String(), Security: "none"}
}

// fallSilent carries what client and server say, the server's only until the
// client has said the words.
func fallSilent(client net.Conn, target, words string, heard func()) {
	if words == "TLS" {
		heard()
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		client.Close()
		return
	}
	defer server.Close()
	var silent atomic.Bool
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := server.Read(buf)
			if !silent.Load() {
				_, _ = client.Write(buf[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	lines, before := bufio.NewReader(client), ""
	for {
		line, err := lines.ReadString('\n')
		if strings.Contains(before+line, words) {
			silent.Store(true)
		}
		before = line
		if _, werr := io.WriteString(server, line); err != nil || werr != nil {
			return
		}
		if silent.Load() {
			heard()
		}
	}
}

// stoppedWhileCopying stops the bot while somebody who has asked for a copy of
// the store does not take it.
func stoppedWhileCopying(t *testing.T, c *circle) {
	c.unharmed(t, func(r *round) *livebot.Process {
		bot := r.Start()
		asked := make(chan error, 1)
		stuck := &stuckWriter{begun: make(chan struct{}), over: make(chan struct{})}
		go func() {
			for range livebot.Polls(r.Ctx) { // the socket is there a moment after the start
				if err := control.Copy(r.Ctx, control.Path(r.Store()), stuck); !errors.Is(err, control.ErrNobody) {
					asked <- err
					return
				}
			}
		}()
		select {
		case <-stuck.begun:
		case err := <-asked:
			t.Fatalf("no copy: %v", err)
		}
		bot.Stop()
		close(stuck.over)
		if err := <-asked; err != nil {
			t.Log(err) // it was cut off, unless it was just done
		}
		return r.Start()
	})
}

// A stuckWriter takes nothing until it is over.
type stuckWriter struct {
	once        sync.Once
	begun, over chan struct{}
}

// Write implements io.Writer.
func (w *stuckWriter) Write(p []byte) (int, error) {
	w.once.Do(func() { close(w.begun) })
	<-w.over
	return len(p), nil
}

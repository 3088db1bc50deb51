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
	c.unharmed(t, func(r *round) *daemon {
		direct := r.config
		for _, s := range silences {
			imap, imapSecurity, heardIMAP := quietBehind(t, r.carrier.imapAddr, s.imap)
			smtp, smtpSecurity, heardSMTP := quietBehind(t, r.carrier.smtpAddr, s.smtp)
			r.config = filepath.Join(r.dir, "quiet.yaml")
			sandboxConfig(t, r.config, side{imap, imapSecurity}, side{smtp, smtpSecurity})
			bot := r.start()
			select {
			case <-heardIMAP:
			case <-heardSMTP:
			case <-bot.ended:
				t.Fatalf("the bot has ended: %v\n%s", bot.err, bot.said())
			case <-r.ctx.Done():
				t.Fatalf("the bot never said %+v:\n%s", s, bot.said())
			}
			bot.stop()
		}
		r.config = direct
		return r.start()
	})
}

// stoppedInDeadNetwork stops the bot when all its connections have died without
// a word, as they do when a router forgets them.
func stoppedInDeadNetwork(t *testing.T, c *circle) {
	rng := rand.New(rand.NewPCG(*seed, 3))
	c.unharmed(t, func(r *round) *daemon {
		imap, smtp := fairProxy(t, r.carrier.imapAddr), fairProxy(t, r.carrier.smtpAddr)
		sandboxConfig(t, r.config, side{imap.Addr(), "none"}, side{smtp.Addr(), "none"})
		for range 2 {
			bot := r.startTelling()
			select {
			case <-bot.until(hasPassed("", 10+rng.IntN(30))):
			case <-r.done:
			}
			imap.Strike(badnet.Stall)
			smtp.Strike(badnet.Stall)
			bot.stop()
		}
		return r.start()
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

// quietBehind gives an address at which the server at target answers until the
// client has said some words; TLS stands for a server that never greets. Heard
// is closed at that moment. Without words it is the server itself.
func quietBehind(t *testing.T, target, words string) (addr, security string, heard chan struct{}) {
	t.Helper()
	heard = make(chan struct{})
	if words == "" {
		return target, "none", heard
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
			open.Go(func() { fallSilent(client, target, words, func() { once.Do(func() { close(heard) }) }) })
		}
	})
	if words == "TLS" {
		return l.Addr().String(), "tls", heard
	}
	return l.Addr().String(), "none", heard
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
	c.unharmed(t, func(r *round) *daemon {
		bot := r.start()
		asked := make(chan error, 1)
		stuck := &stuckWriter{begun: make(chan struct{}), over: make(chan struct{})}
		go func() {
			for range polls(r.ctx) { // the socket is there a moment after the start
				if err := control.Copy(r.ctx, control.Path(r.storePath()), stuck); !errors.Is(err, control.ErrNobody) {
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
		bot.stop()
		close(stuck.over)
		if err := <-asked; err != nil {
			t.Log(err) // it was cut off, unless it was just done
		}
		return r.start()
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

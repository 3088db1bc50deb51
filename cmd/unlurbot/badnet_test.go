package main

import (
	"crypto/tls"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"unlurbot/mailbot/testing/badnet"
	"unlurbot/mailbot/testing/livebot"
)

var networks = flag.Int("networks", 1, "how many bad networks the bot is put behind")

// Behind networks that stall, cut and garble every connection to both servers
// sooner or later, the correspondence is the same. The bot is stopped and
// started now and then, since to give up a stalled connection takes minutes.
//
// The connections are encrypted: over plain TCP nobody can tell a garbled mail
// from a whole one.
func TestNothingLostOnBadNetworks(t *testing.T) {
	t.Parallel()
	c := meet(t, livebot.Sandbox, pairs, 2)
	onBadNetworks(t, c, func(w *weather) livebot.Servers {
		servers := livebot.Sandbox(t)
		authority := filepath.Join(t.TempDir(), "ca.pem")
		servers.IMAP = livebot.Side{Addr: w.proxy(t, encrypted(t, servers.IMAPAddr, authority), 0), Security: "tls"}
		servers.SMTP = livebot.Side{Addr: w.proxy(t, encrypted(t, servers.SMTPAddr, authority), 1), Security: "tls"}
		servers.Env = []string{"SSL_CERT_FILE=" + authority}
		return servers
	})
}

func onBadNetworks(t *testing.T, c *circle, behind func(*weather) livebot.Servers) {
	for n := range uint64(*networks) {
		w := &weather{seed: *seed - 1 + n, struck: make(chan struct{}, 1)}
		_, got := c.unharmedOn(livebot.New(t, behind(w)), func(r *round) *livebot.Process { return r.muddleThrough(w) })
		t.Logf("network %d: %d of %d mails came again", w.seed, got.copies(), len(got))
	}
}

// A weather is that of the networks around one bot.
type weather struct {
	seed   uint64
	struck chan struct{} // has one token when a connection has got into trouble
	fair   atomic.Bool   // nothing happens to new connections any more
}

// muddleThrough starts the bot again and again until the correspondence is over; it
// gives one that runs, in fair weather. A life ends as soon as the bot might have
// nothing to do but to wait: when a connection hangs, or when it says that it tries
// something again later. Otherwise it ends behind a point that is drawn. Between two
// lives so much time passes for the bot that what was put off is due.
func (r *round) muddleThrough(w *weather) *livebot.Process {
	rng := rand.New(rand.NewPCG(w.seed, 0))
	ahead := time.Duration(0)
	begin := func() *livebot.Process {
		ahead += 5 * time.Minute
		return r.StartAs("telling", fmt.Sprint(clockAhead, "=", ahead))
	}
	for {
		bot, passed := begin(), hasPassed("", 20+rng.IntN(100))
		select {
		case <-bot.Until(func(line string) bool {
			return passed(line) || strings.Contains(line, " again_in=") || strings.Contains(line, " pause=")
		}):
		case <-w.struck:
		case <-bot.Ended:
			r.T.Fatalf("the bot has ended: %v\n%s", bot.Err, bot.Said())
		case <-r.done:
			bot.Stop()
			w.fair.Store(true)
			return begin()
		}
		bot.Stop()
	}
}

// handshake is about how many bytes pass until TLS is up.
const handshake = 4_000

// proxy gives the address of a bad network before one of the two servers.
func (w *weather) proxy(t testing.TB, target string, server uint64) string {
	t.Helper()
	random := badnet.Random(2*w.seed+server, badnet.Stall, badnet.Cut, badnet.Reset, badnet.Garble)
	proxy, err := badnet.Start(target, func(connection int) badnet.Trouble {
		if w.fair.Load() {
			return badnet.Trouble{}
		}
		trouble := random(connection)
		if connection%4 > 0 { // or most of them would never carry a mail
			trouble.After = handshake + 4*trouble.After
		}
		// What was cut or reset is noticed; what was garbled may be the length of
		// something that then never comes.
		if trouble.Fault == badnet.Stall || trouble.Fault == badnet.Garble {
			trouble.Struck = func() {
				select {
				case w.struck <- struct{}{}:
				default:
				}
			}
		}
		return trouble
	})
	check(t, err)
	t.Cleanup(func() { check(t, proxy.Close()) })
	return proxy.Addr()
}

// encrypted puts TLS before a server, with a certificate that authority signs.
func encrypted(t testing.TB, target, authority string) (addr string) {
	t.Helper()
	web := httptest.NewTLSServer(nil) // which has a certificate for loopback
	defer web.Close()
	check(t, os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}), 0o600))
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: web.TLS.Certificates})
	check(t, err)
	var open sync.WaitGroup
	t.Cleanup(func() { l.Close(); open.Wait() })
	open.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() { passOn(client, target) })
		}
	})
	return l.Addr().String()
}

// passOn carries bytes both ways until one side ends.
func passOn(client net.Conn, target string) {
	server, err := net.Dial("tcp", target)
	if err != nil {
		client.Close()
		return
	}
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		both.Go(func() {
			_, _ = io.Copy(way[0], way[1])
			client.Close()
			server.Close()
		})
	}
	both.Wait()
}

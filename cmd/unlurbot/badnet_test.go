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
	"strconv"
	"sync"
	"testing"
	"time"

	"unlurbot/mailbot/badnet"
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
	c := meet(t, sandboxCarrier, pairs, 2)
	onBadNetworks(t, c, func(seed uint64) carrier {
		servers := sandboxCarrier(t)
		servers.configure = behindBadNetwork(seed, servers)
		return servers
	})
}

func onBadNetworks(t *testing.T, c *circle, behind func(seed uint64) carrier) {
	for seed := range uint64(*networks) {
		began := time.Now()
		_, got := c.unharmedOn(t, behind(seed), func(r *round) *daemon {
			r.program = "hurried"
			r.env = append(r.env, fmt.Sprintf("%s=%d", hurriedSince, began.UnixNano()))
			return r.muddleThrough(rand.New(rand.NewPCG(seed, 0)))
		})
		t.Logf("network %d: %d of %d mails came again", seed, got.copies(), len(got))
	}
}

// muddleThrough starts the bot again and again until the correspondence is over. Each
// life may be a little longer than the one before, so that a slow machine gets there too.
func (r *round) muddleThrough(rng *rand.Rand) *daemon {
	const shortest, spread, longer = 200 * time.Millisecond, 600 * time.Millisecond, 10 * time.Millisecond
	for lives := time.Duration(0); ; lives++ {
		bot := r.start()
		select {
		case <-r.done:
			return bot
		case <-time.After(shortest + lives*longer + time.Duration(rng.Int64N(int64(spread)))):
			bot.stop()
		}
	}
}

// hurriedSince is the environment variable that says when the clock of hurried
// began to run, in nanoseconds since 1970.
const hurriedSince = "UNLURBOT_TEST_HURRIED_SINCE"

// hurry is how much faster it runs: after a failure a mail is tried again after
// a second and not after a minute.
const hurry = 60

func init() { programs["hurried"] = hurried }

// hurried is the program with a fast clock.
func hurried() {
	since, err := strconv.ParseInt(os.Getenv(hurriedSince), 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitUsage)
	}
	began := time.Unix(0, since)
	os.Exit(begin(process{now: func() time.Time { return began.Add(hurry * time.Since(began)) }}))
}

// behindBadNetwork configures the bot to reach the sandbox's servers with TLS,
// through a network that a seed decides on.
func behindBadNetwork(seed uint64, servers carrier) func(testing.TB) (string, []string) {
	return func(t testing.TB) (string, []string) {
		dir := t.TempDir()
		authority := filepath.Join(dir, "ca.pem")
		imap := badProxy(t, encrypted(t, servers.imapAddr, authority), 2*seed)
		smtp := badProxy(t, encrypted(t, servers.smtpAddr, authority), 2*seed+1)
		file := filepath.Join(dir, "unlurbot.yaml")
		sandboxConfig(t, file, side{imap, "tls"}, side{smtp, "tls"})
		return file, []string{"UNLURBOT_IMAP_PASSWORD=any", "SSL_CERT_FILE=" + authority}
	}
}

// handshake is about how many bytes pass until TLS is up.
const handshake = 4_000

// badProxy gives the address of a bad network before a server.
func badProxy(t testing.TB, target string, seed uint64) string {
	t.Helper()
	random := badnet.Random(seed, badnet.Stall, badnet.Cut, badnet.Reset, badnet.Garble)
	proxy, err := badnet.Start(target, func(connection int) badnet.Trouble {
		trouble := random(connection)
		if connection%4 > 0 { // or most of them would never carry a mail
			trouble.After = handshake + 4*trouble.After
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

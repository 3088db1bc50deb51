package imapbox_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/badnet"
	"unlurbot/mailbot/testing/loopback"
)

// A trip is the whole way of some mails over a bad network: again and again
// dialled, listed, fetched and filed, while more arrive, until none is left.
type trip struct {
	t      *testing.T
	s      *sandbox.Servers
	cfg    imapbox.Config
	dialed int
	bad    int // connections until the network is well
	sent   int
	want   map[uint32]string // what was delivered, by UID
	read   map[uint32]string // what was fetched
}

// newTrip goes to the sandbox by way of target.
func newTrip(t *testing.T, s *sandbox.Servers, target string, seed uint64, bad int, faults ...badnet.Fault) *trip {
	t.Helper()
	random := badnet.Random(seed, faults...)
	p, err := badnet.StartInMemory(target, func(n int) badnet.Trouble {
		if n >= bad {
			return badnet.Trouble{}
		}
		return random(n)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	cfg := config(portOf(t, p.Addr()))
	if seed%2 == 0 {
		cfg.Owner, cfg.Now = "store.1", newWatch().Now // a lease is more to go wrong
	}
	return &trip{t: t, s: s, cfg: cfg, bad: bad, want: map[uint32]string{}, read: map[uint32]string{}}
}

// stock delivers mails of many sizes, and notes how they lie there.
func (p *trip) stock() {
	p.t.Helper()
	for i := range 6 {
		p.sent++
		deliver(p.t, p.s, fmt.Sprintf("%03d\r\n%s", p.sent, strings.Repeat("0123456789 abcdef\r\n", i*i*i*2)))
	}
	cfg := p.cfg
	cfg.Port, cfg.Security, cfg.Owner = portOf(p.t, p.s.IMAPAddr()), imapbox.SecurityNone, ""
	b := dial(p.t, cfg)
	for _, m := range fetchAll(p.t, b, list(p.t, b)) {
		p.want[m.UID] = string(m.Raw)
	}
	if err := b.Close(); err != nil {
		p.t.Error(err)
	}
}

// untilEmpty goes on until every mail is filed, over as many connections as it
// takes.
func (p *trip) untilEmpty() {
	p.t.Helper()
	for {
		if p.dialed <= p.bad {
			p.stock()
		}
		left, err := p.once()
		if err == nil && left == 0 {
			if p.dialed > p.bad {
				return
			}
			continue
		}
		if failed := new(imapbox.Error); !errors.As(err, &failed) {
			p.t.Fatalf("%d mails are left; %v", left, err)
		}
		if p.dialed > 10*p.bad+10 {
			p.t.Fatalf("no end: %v", err)
		}
	}
}

// once works on one connection for as long as it lasts.
func (p *trip) once() (left int, err error) {
	p.dialed++
	b, err := imapbox.Dial(p.t.Context(), p.cfg)
	if err != nil {
		return 0, err
	}
	defer b.Close()
	uids, err := b.List(p.t.Context())
	for err == nil && len(uids) > 0 {
		var some []imapbox.Message
		if some, uids, err = b.Fetch(p.t.Context(), uids); err != nil {
			return 0, err
		}
		var done []uint32
		for _, m := range some {
			if before, known := p.read[m.UID]; known && before != string(m.Raw) {
				p.t.Fatalf("mail %d reads otherwise now", m.UID)
			}
			p.read[m.UID] = string(m.Raw)
			done = append(done, m.UID)
		}
		err = b.File(p.t.Context(), imapbox.Done, done)
	}
	if err != nil {
		return 0, err
	}
	if err := b.Wait(p.t.Context(), time.Second); err != nil {
		return 0, err
	}
	uids, err = b.List(p.t.Context())
	return len(uids), err
}

// arrived compares what was read and what was filed with what was delivered.
// twice allows for second copies among what was filed.
func (p *trip) arrived(twice bool) {
	p.t.Helper()
	if !maps.Equal(p.read, p.want) {
		p.t.Errorf("%d mails were read, and not what was delivered", len(p.read))
	}
	var filed []string
	b := done(p.t, p.s)
	for _, m := range fetchAll(p.t, b, list(p.t, b)) {
		filed = append(filed, string(m.Raw))
	}
	slices.Sort(filed)
	if twice {
		filed = slices.Compact(filed)
	}
	if want := slices.Sorted(maps.Values(p.want)); !slices.Equal(filed, want) {
		p.t.Errorf("%d mails were filed, and not what was delivered", len(filed))
	}
}

// Whatever the network does, every mail is read as it was delivered and filed
// exactly once. Without MOVE a second copy may be filed.
func TestNothingIsLostOnABadNetwork(t *testing.T) {
	servers := map[string][]string{"": nil, ", no MOVE": {"MOVE"}, ", no IDLE": {"IDLE"}, ", no MOVE, no IDLE": {"MOVE", "IDLE"}}
	for name, c := range map[string]struct {
		faults []badnet.Fault
		seeds  uint64
		bad    int
	}{
		"ends":         {[]badnet.Fault{badnet.Cut, badnet.Reset}, 4, 15},
		"falls silent": {[]badnet.Fault{badnet.Stall, badnet.Cut}, 2, 4},
	} {
		for missing, caps := range servers {
			t.Run(name+missing, bubble(func(t *testing.T) {
				for seed := range c.seeds {
					s := startSandbox(t)
					target := net.JoinHostPort("127.0.0.1", fmt.Sprint(proxy(t, s.IMAPAddr(), without(caps...))))
					p := newTrip(t, s, target, seed, c.bad, c.faults...)
					p.untilEmpty()
					p.arrived(slices.Contains(caps, "MOVE"))
				}
			}))
		}
	}
}

// Over TLS nothing changed on the way passes for the real thing. (Over plain TCP
// a changed byte of a body, or a changed UID in a command, can't be noticed by
// anybody.)
func TestNothingIsLostWhenBytesChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(5) {
			s := startSandbox(t)
			target, roots := encrypted(t, s.IMAPAddr())
			p := newTrip(t, s, target, seed, 15, badnet.Garble)
			p.cfg.Security, p.cfg.TLS = imapbox.SecurityTLS, &tls.Config{RootCAs: roots}
			p.untilEmpty()
			p.arrived(false)
		}
	})
}

// Over plain TCP changed bytes may cost what they say, but neither hang nor
// break the program: whatever comes of them ends in an *Error, or in peace.
func TestGarbledPlainText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(15) {
			s := startSandbox(t)
			p := newTrip(t, s, s.IMAPAddr(), seed, 1<<20, badnet.Garble)
			for range 5 {
				p.stock()
				clear(p.read)
				if _, err := p.once(); err != nil {
					if failed := new(imapbox.Error); !errors.As(err, &failed) {
						t.Fatal(err)
					}
				}
			}
		}
	})
}

// encrypted puts TLS in front of a plain server.
func encrypted(t *testing.T, target string) (addr string, trusted *x509.CertPool) {
	t.Helper()
	tlsConfig, roots := certificate()
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	t.Cleanup(func() { l.Close(); open.Wait() })
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
			open.Go(func() {
				encrypted := tls.Server(client, tlsConfig)
				if err := encrypted.HandshakeContext(t.Context()); err != nil {
					client.Close()
					server.Close()
					return
				}
				open.Go(func() { io.Copy(server, encrypted); server.Close() })
				open.Go(func() { io.Copy(encrypted, server); encrypted.Close() })
			})
		}
	})
	return l.Addr().String(), roots
}

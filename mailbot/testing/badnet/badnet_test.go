package badnet_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"reflect"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/testing/badnet"
	"unlurbot/mailbot/testing/loopback"
)

// A network is where a test takes place.
type network struct {
	listen func(ctx context.Context, network, address string) (net.Listener, error)
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	start  func(target string, plan badnet.Plan) (*badnet.Proxy, error)
}

// everywhere runs a test over TCP, and in a bubble in memory.
func everywhere(t *testing.T, test func(t *testing.T, in network)) {
	t.Helper()
	t.Run("TCP", func(t *testing.T) {
		test(t, network{new(net.ListenConfig).Listen, new(net.Dialer).DialContext, badnet.Start})
	})
	t.Run("in memory", func(t *testing.T) { synctest.Test(t, inMemory(test)) })
}

func inMemory(test func(t *testing.T, in network)) func(t *testing.T) {
	return func(t *testing.T) { test(t, network{loopback.Listen, loopback.Dial, badnet.StartInMemory}) }
}

// echo is a server that says everything twice: it gives back what it gets.
func (in network) echo(t *testing.T) (addr string) {
	t.Helper()
	l, err := in.listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	t.Cleanup(func() { l.Close(); open.Wait() })
	open.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() { io.Copy(conn, conn); conn.Close() })
		}
	})
	return l.Addr().String()
}

// A client's connection is one that can end in one direction.
type client interface {
	net.Conn
	CloseWrite() error
}

// connect opens a connection to an echo through a proxy.
func (in network) connect(t *testing.T, plan badnet.Plan) (*badnet.Proxy, client) {
	t.Helper()
	p, err := in.start(in.echo(t), plan)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() }) // some tests have closed it
	return p, in.connectTo(t, p)
}

func (in network) connectTo(t *testing.T, p *badnet.Proxy) client {
	t.Helper()
	conn, err := in.dial(t.Context(), "tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn.(client)
}

// send writes words, finishes, and gives what came back.
func send(t *testing.T, conn client, words []byte) ([]byte, error) {
	t.Helper()
	go func() { _, _ = conn.Write(words); _ = conn.CloseWrite() }() // a cut shows in what comes back
	return io.ReadAll(conn)
}

func sample() []byte { return bytes.Repeat([]byte("0123456789"), 10_000) }

func always(trouble badnet.Trouble) badnet.Plan { return func(int) badnet.Trouble { return trouble } }

func TestFairWeather(t *testing.T) {
	everywhere(t, func(t *testing.T, in network) {
		_, conn := in.connect(t, badnet.Fair)
		if got, err := send(t, conn, sample()); err != nil || !bytes.Equal(got, sample()) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
}

func TestCutAtTheByte(t *testing.T) {
	everywhere(t, func(t *testing.T, in network) {
		_, conn := in.connect(t, always(badnet.Trouble{Fault: badnet.Cut, Toward: badnet.ToClient, After: 54_321}))
		if got, err := send(t, conn, sample()); err != nil || !bytes.Equal(got, sample()[:54_321]) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		// The other way the cut may overtake what the echo has to say.
		_, conn = in.connect(t, always(badnet.Trouble{Fault: badnet.Cut, Toward: badnet.ToServer, After: 54_321}))
		if got, err := send(t, conn, sample()); err != nil || len(got) > 54_321 {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
}

func TestReset(t *testing.T) {
	everywhere(t, func(t *testing.T, in network) {
		_, conn := in.connect(t, always(badnet.Trouble{Fault: badnet.Reset, Toward: badnet.ToClient, After: 1}))
		if _, err := send(t, conn, sample()); !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("got %v", err)
		}
	})
}

// After a stall nobody is told anything, not even of the other's end.
func TestStall(t *testing.T) {
	synctest.Test(t, inMemory(func(t *testing.T, in network) {
		p, conn := in.connect(t, always(badnet.Trouble{Fault: badnet.Stall, Toward: badnet.ToServer, After: 5}))
		if _, err := conn.Write([]byte("0123456789")); err != nil {
			t.Fatal(err)
		}
		if err := conn.SetReadDeadline(time.Now().Add(24 * time.Hour)); err != nil {
			t.Fatal(err)
		}
		// What passed before the stall may be echoed before it too.
		if n, err := io.ReadFull(conn, make([]byte, 6)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%d bytes, %v", n, err)
		}
		if err := p.Close(); err != nil { // though the stall goes on
			t.Error(err)
		}
	}))
}

func TestStrike(t *testing.T) {
	everywhere(t, func(t *testing.T, in network) {
		p, conn := in.connect(t, badnet.Fair)
		for range 2 {
			hello := make([]byte, 5)
			if _, err := conn.Write([]byte("hello")); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(conn, hello); err != nil { // by now it is open on both sides
				t.Fatal(err)
			}
			p.Strike(badnet.Cut)
			if n, err := conn.Read(hello); !errors.Is(err, io.EOF) {
				t.Errorf("%d bytes, %v", n, err)
			}
			conn = in.connectTo(t, p)
		}
		if got, err := send(t, conn, []byte("well")); err != nil || string(got) != "well" {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// What is garbled depends on the seed, and not on how the bytes were cut up.
func TestGarble(t *testing.T) {
	everywhere(t, func(t *testing.T, in network) {
		garbled := map[string]int{}
		for seed := range uint64(6) {
			_, conn := in.connect(t, always(badnet.Trouble{Fault: badnet.Garble, Toward: badnet.ToServer, After: 100, Seed: seed / 2}))
			got, err := send(t, conn, sample())
			if err != nil || bytes.Equal(got, sample()) || !bytes.Equal(got[:100], sample()[:100]) {
				t.Errorf("seed %d: %d bytes, %v", seed, len(got), err)
			}
			garbled[string(got)]++
		}
		if len(garbled) != 3 {
			t.Errorf("%d different results of three seeds", len(garbled))
		}
	})
}

func TestRandomIsDecidedByItsSeed(t *testing.T) {
	faults := []badnet.Fault{badnet.Stall, badnet.Cut, badnet.Reset, badnet.Garble}
	one, same, other := badnet.Random(1, faults...), badnet.Random(1, faults...), badnet.Random(2, faults...)
	alike := 0
	for n := range 100 {
		if !reflect.DeepEqual(one(n), same(n)) {
			t.Errorf("connection %d: %v and %v", n, one(n), same(n))
		}
		if reflect.DeepEqual(one(n), other(n)) {
			alike++
		}
	}
	if alike > 0 {
		t.Errorf("%d of 100 are the same under another seed", alike)
	}
}

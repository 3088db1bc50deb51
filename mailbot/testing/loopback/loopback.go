// Package loopback is test support and nothing else: a loopback interface in
// memory. Servers and clients that talk over it can do so in a bubble of
// testing/synctest, where no time passes while anybody has something to do, so
// that patience with a silent server can be tested without waiting for it.
//
// Connections behave like those of TCP as far as a mail server or client can
// tell: bytes wait in a buffer, an end is told in one direction at a time, and a
// connection can be reset. Nothing is lost and nothing takes time; package
// badnet makes a bad network of it.
package loopback

import (
	"context"
	"math"
	"net"
	"net/netip"
	"sync"
	"syscall"
)

var (
	mu        sync.Mutex
	last      int // the port that was handed out last
	listeners = map[string]*listener{}
)

// newPort gives a port at which nobody listens; mu is held. All others have their
// turn before it comes again.
func newPort() *net.TCPAddr {
	for {
		last = last%math.MaxUint16 + 1
		addr := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: last}
		if listeners[addr.String()] == nil {
			return addr
		}
	}
}

// Listen is (*net.ListenConfig).Listen for this loopback, where there is no
// address but 127.0.0.1. Port 0 is a free one. Addresses are *net.TCPAddr.
func Listen(_ context.Context, network, address string) (net.Listener, error) {
	mu.Lock()
	defer mu.Unlock()
	if address == "127.0.0.1:0" {
		address = newPort().String()
	}
	addr, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, failed("listen", network, err)
	}
	if listeners[address] != nil {
		return nil, failed("listen", network, syscall.EADDRINUSE)
	}
	l := &listener{addr: net.TCPAddrFromAddrPort(addr), arriving: make(chan net.Conn), closed: make(chan struct{})}
	listeners[address] = l
	return l, nil
}

// Dial is (*net.Dialer).DialContext for addresses of this loopback. It returns
// when the connection is accepted; where nobody listens it is refused.
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	mu.Lock()
	l := listeners[address]
	from := newPort()
	mu.Unlock()
	if l == nil {
		return nil, failed("dial", network, syscall.ECONNREFUSED)
	}
	client, server := connect(from, l.addr)
	select {
	case l.arriving <- server:
		return client, nil
	case <-l.closed:
		return nil, failed("dial", network, syscall.ECONNREFUSED)
	case <-ctx.Done():
		return nil, failed("dial", network, context.Cause(ctx))
	}
}

func failed(op, network string, err error) error {
	return &net.OpError{Op: op, Net: network, Err: err}
}

// A listener is a port at which somebody listens.
type listener struct {
	addr     *net.TCPAddr
	arriving chan net.Conn
	closing  sync.Once
	closed   chan struct{}
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.arriving:
		return conn, nil
	case <-l.closed:
		return nil, failed("accept", "tcp", net.ErrClosed)
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	err := failed("close", "tcp", net.ErrClosed)
	l.closing.Do(func() {
		mu.Lock()
		defer mu.Unlock()
		delete(listeners, l.addr.String())
		close(l.closed)
		err = nil
	})
	return err
}

// Addr implements net.Listener.
func (l *listener) Addr() net.Addr { return l.addr }

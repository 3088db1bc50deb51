// Package badnet is test support and nothing else: a proxy on loopback
// through which a client and a server see a network at its worst. It falls
// silent, cuts connections in the middle of a word, and changes what passes,
// on command or by a plan that a seed decides.
//
// It knows no protocol, so that the tests of IMAP, of SMTP and of the whole
// program can use it alike.
package badnet

import (
	"context"
	"errors"
	"net"
	"sync"

	"unlurbot/mailbot/testing/loopback"
)

// A Fault is what happens to a connection.
type Fault int

// The faults.
const (
	None   Fault = iota
	Stall        // nothing passes any more, and both ends think that they are connected
	Cut          // both ends are told that the other one has finished (FIN)
	Reset        // both ends are told that the connection has failed (RST)
	Garble       // bytes are changed or added, again and again
)

// A Direction is that in which bytes pass.
type Direction int

// The directions.
const (
	ToServer Direction = iota
	ToClient
)

// A Trouble is what befalls one connection.
type Trouble struct {
	Fault  Fault
	Toward Direction // whose bytes count, and are garbled
	After  int64     // how many of them pass unharmed
	Seed   uint64    // decides what Garble does
	Struck func()    // is called when it begins; may be nil
}

// A Plan gives the trouble of each connection; they are counted from 0 in the
// order in which they come. It is called by one goroutine at a time.
type Plan func(connection int) Trouble

// Fair is the plan under which nothing goes wrong by itself.
func Fair(int) Trouble { return Trouble{} }

// A Proxy passes connections on to one server.
type Proxy struct {
	dial     func() (net.Conn, error)
	plan     Plan
	listener net.Listener
	closed   chan struct{}
	closing  sync.Once
	err      error // of the one Close that does the work

	accepting, running sync.WaitGroup

	mu    sync.Mutex
	links map[*link]bool
}

// Start listens on a free port of loopback and passes on to target, host:port.
func Start(target string, plan Plan) (*Proxy, error) {
	return start(new(net.ListenConfig).Listen, new(net.Dialer).DialContext, target, plan)
}

// StartInMemory is Start on the loopback of package loopback, for tests in a bubble.
func StartInMemory(target string, plan Plan) (*Proxy, error) {
	return start(loopback.Listen, loopback.Dial, target, plan)
}

func start(
	listen func(ctx context.Context, network, address string) (net.Listener, error),
	dial func(ctx context.Context, network, address string) (net.Conn, error),
	target string, plan Plan,
) (*Proxy, error) {
	ctx := context.Background()
	l, err := listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		dial: func() (net.Conn, error) { return dial(ctx, "tcp", target) },
		plan: plan, listener: l, closed: make(chan struct{}), links: map[*link]bool{},
	}
	p.accepting.Go(p.accept)
	return p, nil
}

// Addr is the host:port to connect to.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Close ends all connections, stalled ones too, and frees the port.
func (p *Proxy) Close() error {
	p.closing.Do(func() {
		p.err = p.listener.Close()
		close(p.closed)
		p.accepting.Wait() // what it has accepted by now is struck
		p.Strike(Reset)
		p.running.Wait()
	})
	return p.err
}

// Strike lets every open connection suffer Stall, Cut or Reset at once. Later
// ones follow the plan.
func (p *Proxy) Strike(fault Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		l.suffer(fault)
	}
}

func (p *Proxy) accept() {
	for n := 0; ; n++ {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := p.dial()
		if err != nil {
			_ = client.Close() // nobody is behind us, and so the client finds out
			continue
		}
		l := &link{client: client.(conn), server: server.(conn), trouble: p.plan(n), stalled: make(chan struct{})}
		p.mu.Lock()
		p.links[l] = true
		p.mu.Unlock()
		p.running.Go(func() {
			var both sync.WaitGroup
			both.Go(func() { l.pass(l.server, l.client, ToServer, p.closed) })
			both.Go(func() { l.pass(l.client, l.server, ToClient, p.closed) })
			both.Wait()
			_ = ends(client, server) // mostly closed by now
			p.mu.Lock()
			defer p.mu.Unlock()
			delete(p.links, l)
		})
	}
}

// ends closes both connections of a link.
func ends(client, server net.Conn) error { return errors.Join(client.Close(), server.Close()) }

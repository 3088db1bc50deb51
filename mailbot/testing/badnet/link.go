package badnet

import (
	"math/rand/v2"
	"net"
	"sync"
)

// A conn is what *net.TCPConn and *loopback.Conn have in common.
type conn interface {
	net.Conn
	CloseWrite() error
	SetLinger(seconds int) error
}

// A link is one connection from a client through us to the server.
type link struct {
	client, server conn
	trouble        Trouble

	stalling sync.Once
	stalled  chan struct{}
}

// suffer lets a fault happen now.
func (l *link) suffer(fault Fault) {
	switch fault {
	case Stall:
		l.stalling.Do(func() { close(l.stalled) })
	case Cut:
		// What still comes is read and dropped: to close a connection with unread
		// bytes is a reset.
		_, _ = l.client.CloseWrite(), l.server.CloseWrite()
	case Reset:
		_, _ = l.client.SetLinger(0), l.server.SetLinger(0)
		_ = ends(l.client, l.server)
	}
}

// pass passes on in one direction until that end has finished, or closed ends a stall.
func (l *link) pass(to, from conn, toward Direction, closed <-chan struct{}) {
	spoiler, told := &spoiler{left: l.trouble.After, rand: rand.New(rand.NewPCG(l.trouble.Seed, 0))}, false
	if l.trouble.Toward == toward {
		spoiler.fault = l.trouble.Fault
	}
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		bytes, strikes := spoiler.spoil(buf[:n])
		select {
		case <-l.stalled:
			<-closed
			return
		default:
		}
		// One that can't be written to has been cut, and its peer will notice.
		_, _ = to.Write(bytes)
		if strikes {
			l.suffer(l.trouble.Fault)
		}
		if struck := l.trouble.Struck; struck != nil && spoiler.begun && !told {
			told = true
			struck()
		}
		if err != nil {
			_ = to.CloseWrite()
			return
		}
	}
}

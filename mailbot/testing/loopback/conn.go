package loopback

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// room is how many bytes wait for a reader before a writer has to.
const room = 64 << 10

// A Conn is one end of a connection. It has what package badnet needs of
// *net.TCPConn beside the methods of net.Conn.
type Conn struct {
	in, out       *stream
	local, remote net.Addr

	mu     sync.Mutex
	resets bool // Close ends it with a reset
	closed bool
}

func connect(clientAddr, serverAddr net.Addr) (client, server *Conn) {
	there, back := newStream(), newStream()
	return &Conn{in: back, out: there, local: clientAddr, remote: serverAddr},
		&Conn{in: there, out: back, local: serverAddr, remote: clientAddr}
}

// Read implements net.Conn.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.in.read(p)
	return n, c.fail("read", err)
}

// Write implements net.Conn.
func (c *Conn) Write(p []byte) (int, error) {
	n, err := c.out.write(p)
	return n, c.fail("write", err)
}

// fail wraps an error as package net does.
func (c *Conn) fail(op string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return &net.OpError{Op: op, Net: "tcp", Source: c.local, Addr: c.remote, Err: err}
}

// Close implements net.Conn. The other end still reads what was written, unless
// SetLinger says otherwise.
func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return c.fail("close", net.ErrClosed)
	}
	c.closed = true
	if c.resets {
		c.in.end(net.ErrClosed, syscall.ECONNRESET)
		c.out.end(syscall.ECONNRESET, net.ErrClosed)
		return nil
	}
	c.in.end(net.ErrClosed, syscall.EPIPE)
	c.out.end(io.EOF, net.ErrClosed)
	return nil
}

// CloseWrite tells the other end that nothing more comes.
func (c *Conn) CloseWrite() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return c.fail("close", net.ErrClosed)
	}
	c.out.end(io.EOF, syscall.EPIPE)
	return nil
}

// SetLinger with 0 lets Close drop what was written and tell the other end of a
// failure.
func (c *Conn) SetLinger(seconds int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.resets = seconds == 0
	return nil
}

// LocalAddr implements net.Conn.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr implements net.Conn.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline implements net.Conn.
func (c *Conn) SetDeadline(t time.Time) error {
	_ = c.SetReadDeadline(t) // these two can't fail
	return c.SetWriteDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.in.change(func() { c.in.readBy = t })
	return nil
}

// SetWriteDeadline implements net.Conn.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	c.out.change(func() { c.out.writeBy = t })
	return nil
}

// A stream is one direction of a connection.
type stream struct {
	mu      sync.Mutex
	changed chan struct{} // closed, and another one made, when anything below changes

	data            []byte
	readBy, writeBy time.Time
	readErr         error // for the reader: io.EOF behind the data, others at once
	writeErr        error // for the writer
}

func newStream() *stream { return &stream{changed: make(chan struct{})} }

func (s *stream) change(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	s.tell()
}

// tell wakes who waits; the lock is held.
func (s *stream) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// end says what both ends are told from now on. Who has closed his end knows
// that already.
func (s *stream) end(readErr, writeErr error) {
	s.change(func() {
		if !errors.Is(s.readErr, net.ErrClosed) {
			s.readErr = readErr
		}
		if !errors.Is(s.writeErr, net.ErrClosed) {
			s.writeErr = writeErr
		}
	})
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.readErr != nil && !errors.Is(s.readErr, io.EOF):
			return 0, s.readErr
		case past(s.readBy):
			return 0, os.ErrDeadlineExceeded
		case len(s.data) > 0:
			n := copy(p, s.data)
			s.data = s.data[n:]
			s.tell()
			return n, nil
		case s.readErr != nil:
			return 0, s.readErr
		}
		s.wait(s.readBy)
	}
}

func (s *stream) write(p []byte) (written int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch n := min(len(p), room-len(s.data)); {
		case s.writeErr != nil:
			return written, s.writeErr
		case past(s.writeBy):
			return written, os.ErrDeadlineExceeded
		case n > 0:
			s.data = append(s.data, p[:n]...)
			p = p[n:]
			written += n
			s.tell()
		}
		if len(p) == 0 {
			return written, nil
		}
		s.wait(s.writeBy)
	}
}

func past(by time.Time) bool { return !by.IsZero() && !time.Now().Before(by) }

// wait gives up the lock until something has changed or a time has come.
func (s *stream) wait(by time.Time) {
	changed := s.changed
	s.mu.Unlock()
	defer s.mu.Lock()
	if by.IsZero() {
		<-changed
		return
	}
	timer := time.NewTimer(time.Until(by))
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	}
}

package loopback

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// bubble runs a test with both ends of a connection.
func bubble(t *testing.T, test func(t *testing.T, client, server *Conn)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l, err := Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		accepted := make(chan net.Conn)
		go func() {
			conn, err := l.Accept()
			if err != nil {
				t.Error(err)
			}
			accepted <- conn
		}()
		client, err := Dial(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		server := <-accepted
		defer server.Close()
		if client.RemoteAddr().String() != l.Addr().String() || server.RemoteAddr() != client.LocalAddr() {
			t.Errorf("%v - %v, listening at %v", client.RemoteAddr(), server.RemoteAddr(), l.Addr())
		}
		test(t, client.(*Conn), server.(*Conn))
	})
}

func say(t *testing.T, c *Conn, words string) {
	t.Helper()
	if _, err := c.Write([]byte(words)); err != nil {
		t.Fatal(err)
	}
}

// hears wants words, and then an error.
func hears(t *testing.T, c *Conn, words string, want error) {
	t.Helper()
	buf := make([]byte, len(words))
	if _, err := io.ReadFull(c, buf); err != nil || string(buf) != words {
		t.Fatalf("%q, %v; want %q", buf, err, words)
	}
	if n, err := c.Read(make([]byte, 1)); !errors.Is(err, want) {
		t.Errorf("%d bytes, %v; want %v", n, err, want)
	}
}

func TestBytesPass(t *testing.T) {
	bubble(t, func(t *testing.T, client, server *Conn) {
		sent := bytes.Repeat([]byte("0123456789"), room/4)
		go func() { _, _ = io.Copy(server, server); server.Close() }()
		go func() { _, _ = client.Write(sent); _ = client.CloseWrite() }()
		if got, err := io.ReadAll(client); err != nil || !bytes.Equal(got, sent) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
}

// Each end is told what TCP tells it.
func TestEnds(t *testing.T) {
	for name, c := range map[string]struct {
		end               func(c *Conn)
		hears             string
		reads, writes     error // of the other end
		ownReads, ownSays error
	}{
		"closed":     {func(c *Conn) { c.Close() }, "bye", io.EOF, syscall.EPIPE, net.ErrClosed, net.ErrClosed},
		"reset":      {func(c *Conn) { _ = c.SetLinger(0); c.Close() }, "", syscall.ECONNRESET, syscall.ECONNRESET, net.ErrClosed, net.ErrClosed},
		"half":       {func(c *Conn) { _ = c.CloseWrite() }, "bye", io.EOF, nil, os.ErrDeadlineExceeded, syscall.EPIPE},
		"half first": {func(c *Conn) { _ = c.CloseWrite(); c.Close() }, "bye", io.EOF, syscall.EPIPE, net.ErrClosed, net.ErrClosed},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, client, server *Conn) {
				say(t, client, "bye")
				c.end(client)
				hears(t, server, c.hears, c.reads)
				if _, err := server.Write(nil); !errors.Is(err, c.writes) {
					t.Errorf("the other end writes: %v", err)
				}
				_ = client.SetReadDeadline(time.Now().Add(time.Hour))
				hears(t, client, "", c.ownReads)
				if _, err := client.Write([]byte("x")); !errors.Is(err, c.ownSays) {
					t.Errorf("writes: %v", err)
				}
				if errors.Is(c.ownReads, net.ErrClosed) && (client.Close() == nil || client.CloseWrite() == nil) {
					t.Error("it can be closed again")
				}
				_, err := server.Read(make([]byte, 1))
				if !errors.Is(err, c.reads) {
					t.Errorf("the other end then reads: %v", err)
				}
			})
		})
	}
}

func TestDeadlines(t *testing.T) {
	bubble(t, func(t *testing.T, client, server *Conn) {
		begun := time.Now()
		_ = client.SetDeadline(begun.Add(time.Minute))
		hears(t, client, "", os.ErrDeadlineExceeded)
		_ = client.SetDeadline(begun.Add(time.Hour))
		if n, err := client.Write(make([]byte, room+1)); n != room || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%d bytes, %v", n, err)
		}
		if took := time.Since(begun); took != time.Hour {
			t.Errorf("after %v", took)
		}
		_ = client.SetDeadline(time.Time{})
		say(t, server, "well")
		go func() { synctest.Wait(); _ = client.SetReadDeadline(begun) }() // also of a read under way
		hears(t, client, "well", os.ErrDeadlineExceeded)
	})
}

func TestNobodyListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Listen(t.Context(), "tcp", l.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
			t.Errorf("listening twice: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := Dial(ctx, "tcp", l.Addr().String()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("nobody accepts: %v", err)
		}
		go func() { synctest.Wait(); l.Close() }()
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("accepted: %v", err)
		}
		if _, err := Dial(t.Context(), "tcp", l.Addr().String()); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("nobody listens: %v", err)
		}
	})
}

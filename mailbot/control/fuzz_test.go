package control

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"unlurbot/store"
)

// FuzzSocket writes any bytes to the socket, and closes it. A copy of the store is
// given to whoever asks for one, a request is made only by a POST, and the next one is
// served as well.
func FuzzSocket(f *testing.F) {
	for _, request := range []string{
		"GET /backup HTTP/1.1\r\nHost: unlurbot\r\n\r\n",
		"POST /add?n=1 HTTP/1.1\r\nHost: unlurbot\r\n\r\n",
		"POST /add?%zz HTTP/1.1\r\nHost: unlurbot\r\n\r\n",
		"GET /add?n=1 HTTP/1.1\r\nHost: unlurbot\r\n\r\n",
		"POST /add?n=1 HTTP/1.0\r\n\r\nPOST /add?n=2 HTTP/1.0\r\n\r\n",
		"GET /../backup HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n",
		"POST /backup HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01", "\r\n\r\n", "",
	} {
		f.Add([]byte(request))
	}
	s, err := store.Open(filepath.Join(f.TempDir(), "s.db"), func() ([]byte, error) { return []byte("a key for tests"), nil })
	check(f, err)
	var made atomic.Int64
	path, over := startQuietly(f, s, Requests{"add": func(_ context.Context, values url.Values) (any, error) {
		made.Add(1)
		return values, nil
	}})
	f.Cleanup(func() { over(); check(f, s.Close()) })
	want := copyOf(f, path)
	f.Fuzz(func(t *testing.T, request []byte) {
		before := made.Load()
		conn, err := net.Dial("unix", path)
		check(t, err)
		_, _ = conn.Write(request) // it may have seen enough
		check(t, conn.(*net.UnixConn).CloseWrite())
		answer, _ := io.ReadAll(conn)
		check(t, conn.Close())
		if made.Load() > before && !bytes.Contains(request, []byte("POST")) {
			t.Error("a request was made and nobody asked for it")
		}
		if strings.Contains(string(answer), "octet-stream") && !bytes.Contains(request, []byte("backup")) {
			t.Error("the store was given and nobody asked for it")
		}
		if !bytes.Equal(copyOf(t, path), want) {
			t.Error("another store than before")
		}
	})
}

// startQuietly starts Serve without a log, and waits until it can be asked; over
// ends it.
func startQuietly(f *testing.F, s *store.Store, requests Requests) (path string, over func()) {
	f.Helper()
	path = filepath.Join(f.TempDir(), "socket")
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { Serve(ctx, s, path, NewCounter(requests, slog.New(slog.DiscardHandler))) })
	for alive := false; !alive; {
		var err error
		alive, err = Alive(ctx, path)
		check(f, err)
	}
	return path, func() { cancel(); serving.Wait() }
}

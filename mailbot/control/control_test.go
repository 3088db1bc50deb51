package control

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/store"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func openStore(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "s.db"), func() ([]byte, error) { return []byte("a key for tests"), nil })
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

// fill makes a store bigger than what a connection takes without a reader.
func fill(t testing.TB, s *store.Store) {
	t.Helper()
	check(t, s.Update(func(tx *store.Tx) error {
		return tx.Enqueue(&store.Outgoing{EnvelopeTo: "ana@example.org", MessageID: "m", Text: strings.Repeat("x", 4<<20)})
	}))
}

// A server is Serve at work; stop ends it and waits.
type server struct {
	path  string
	log   bytes.Buffer
	stop  func()
	asked []string // what was asked for by add
}

// add is a request that is refused for more than three.
func (v *server) add(_ context.Context, values url.Values) (any, error) {
	v.asked = append(v.asked, values.Encode())
	if len(values) > 3 {
		return nil, errors.New("too much to add")
	}
	return len(values), nil
}

// serve starts Serve and waits until it can be asked, or has given up.
func serve(t testing.TB, s *store.Store, path string) *server {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	v := &server{path: path}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Serve(ctx, s, path, NewCounter(Requests{"add": v.add}, slog.New(slog.NewTextHandler(&v.log, nil))))
	}()
	v.stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(v.stop)
	for {
		alive, err := Alive(t.Context(), path)
		check(t, err)
		select {
		case <-done:
			return v
		default:
		}
		if alive {
			return v
		}
	}
}

// copyOf is what Copy gets.
func copyOf(t testing.TB, path string) []byte {
	t.Helper()
	var b bytes.Buffer
	check(t, Copy(t.Context(), path, &b))
	return b.Bytes()
}

// Whoever asks at the socket gets the whole store, however long the path of
// the socket is; and when the bot has ended nobody is there.
func TestCopy(t *testing.T) {
	s := openStore(t)
	fill(t, s)
	var want bytes.Buffer
	check(t, s.View(func(tx *store.Tx) error {
		_, err := tx.WriteTo(&want)
		return err
	}))
	deep := filepath.Join(t.TempDir(), strings.Repeat("d", 100), strings.Repeat("e", 100))
	check(t, os.MkdirAll(deep, 0o700))
	for _, dir := range []string{t.TempDir(), deep} {
		path := Path(filepath.Join(dir, "unlurbot.db"))
		v := serve(t, s, path)
		if !bytes.Equal(copyOf(t, path), want.Bytes()) {
			t.Error("the copy is another store")
		}
		info, err := os.Stat(path)
		check(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v", info.Mode())
		}
		v.stop()
		if err := Copy(t.Context(), path, io.Discard); !errors.Is(err, ErrNobody) {
			t.Errorf("after the end: %v", err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("it leaves %v behind %v", left, err)
		}
	}
}

// A socket that other users can reach does nothing for anybody, until it is closed to them again.
func TestExposedSocket(t *testing.T) {
	path := Path(filepath.Join(t.TempDir(), "unlurbot.db"))
	v := serve(t, openStore(t), path)
	for _, mode := range []os.FileMode{0o660, 0o606, 0o622} {
		check(t, os.Chmod(path, mode))
		refusal := (*Refusal)(nil)
		if err := Ask(t.Context(), path, "add", nil, nil); !errors.As(err, &refusal) || !strings.Contains(refusal.Reason, "chmod 600") {
			t.Errorf("mode %o: %v", mode, err)
		}
		if err := Copy(t.Context(), path, io.Discard); !errors.As(err, &refusal) {
			t.Errorf("mode %o: a copy: %v", mode, err)
		}
	}
	if len(v.asked) > 0 {
		t.Errorf("it was asked %q", v.asked)
	}
	check(t, os.Chmod(path, 0o600))
	check(t, Ask(t.Context(), path, "add", nil, nil))
}

// Whoever asks for something at the socket gets the answer, or the reason why not.
func TestRequests(t *testing.T) {
	v := serve(t, openStore(t), filepath.Join(t.TempDir(), "s.db.socket"))
	sum := 0
	check(t, Ask(t.Context(), v.path, "add", url.Values{"a": {"1"}, "b": {"x y&z"}}, &sum))
	if sum != 2 {
		t.Errorf("the answer is %d", sum)
	}
	check(t, Ask(t.Context(), v.path, "add", nil, nil))
	refusal := (*Refusal)(nil)
	err := Ask(t.Context(), v.path, "add", url.Values{"a": {}, "b": {""}, "c": {""}, "d": {""}, "e": {""}}, &sum)
	if !errors.As(err, &refusal) || refusal.Reason != "too much to add" {
		t.Errorf("too much: %v", err)
	}
	if err := Ask(t.Context(), v.path, "subtract", nil, nil); !errors.As(err, &refusal) {
		t.Errorf("what nobody knows: %v", err)
	}
	if answer, err := call(t.Context(), v.path, http.MethodGet, "/add"); err == nil {
		t.Errorf("looking is enough: %v", answer.Close())
	}
	v.stop()
	if want := []string{"a=1&b=x+y%26z", "", "b=&c=&d=&e="}; !slices.Equal(v.asked, want) {
		t.Errorf("it was asked for %q, want %q", v.asked, want)
	}
	if err := Ask(t.Context(), v.path, "add", nil, nil); !errors.Is(err, ErrNobody) {
		t.Errorf("after the end: %v", err)
	}
}

// The socket of a killed process is nobody, and is replaced.
func TestStaleSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db.socket")
	killed, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	check(t, err)
	killed.SetUnlinkOnClose(false)
	check(t, killed.Close())
	if err := Copy(t.Context(), path, io.Discard); !errors.Is(err, ErrNobody) {
		t.Errorf("a stale socket: %v", err)
	}
	serve(t, openStore(t), path)
	copyOf(t, path)
}

// Without a place for the socket the bot runs on, and says so.
func TestNoSocket(t *testing.T) {
	v := serve(t, openStore(t), filepath.Join(t.TempDir(), "nowhere", "s.db.socket"))
	v.stop()
	if !strings.Contains(v.log.String(), "no control socket") {
		t.Errorf("it says %q", v.log.String())
	}
}

// ask begins a copy and reads nothing of it.
func ask(t testing.TB, path string) net.Conn {
	t.Helper()
	conn, err := dial(t.Context(), path)
	check(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, "GET "+backupPath+" HTTP/1.1\r\nHost: x\r\n\r\n")
	check(t, err)
	_, err = io.ReadFull(conn, make([]byte, 1)) // it has begun
	check(t, err)
	return conn
}

// A client that takes nothing keeps nobody from writing, nor the bot from
// stopping, and it learns that its copy is none. Another one has to wait.
func TestClientThatStalls(t *testing.T) {
	s := openStore(t)
	fill(t, s)
	v := serve(t, s, filepath.Join(t.TempDir(), "s.db.socket"))
	conn := ask(t, v.path)
	fill(t, s)
	if err := Copy(t.Context(), v.path, io.Discard); err == nil || !strings.Contains(err.Error(), "another copy") {
		t.Errorf("a second copy: %v", err)
	}
	v.stop()
	check(t, s.Close())
	rest, err := io.ReadAll(conn)
	if len(rest) > 4<<20 {
		t.Errorf("%d bytes came all the same (%v)", len(rest), err)
	}
}

// A client has a time for the next bytes, not for ever, and our own disk as long as it needs.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer theirs.Close()
		p := patience{&deadlined{Conn: ours}}
		go func() {
			for range 3 {
				time.Sleep(taking - time.Second)
				_, _ = io.CopyN(io.Discard, theirs, 1)
			}
		}()
		for range 3 {
			_, err := p.Write([]byte("x"))
			check(t, err)
			time.Sleep(2 * taking)
		}
		begun := time.Now()
		_, err := p.Write([]byte("x"))
		if took := time.Since(begun); !errors.Is(err, os.ErrDeadlineExceeded) || took != taking {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

// deadlined is a connection as a handler has it.
type deadlined struct {
	net.Conn
	http.ResponseWriter
}

func (d *deadlined) Write(b []byte) (int, error) { return d.Conn.Write(b) }

// One copy after the other is given, as fast as they are asked for.
func TestCopiesInARow(t *testing.T) {
	s := openStore(t)
	v := serve(t, s, filepath.Join(t.TempDir(), "s.db.socket"))
	for range 500 {
		copyOf(t, v.path)
	}
}

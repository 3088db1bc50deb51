// Package control is how commands talk to a bot that runs on the same machine:
// HTTP over a unix socket beside the store, since bbolt lets no second process
// open it. There is a consistent copy of the store to ask for, and whatever else
// package mailbot answers: how the bot is, a new key for tokens, what an operator looks up.
//
// Anyone who can write to the socket can have everything, so only its owner may.
// The socket says nothing about who is alive: the lock of the store does, and
// only its holder makes a socket, in place of whatever a killed process left.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"unlurbot/store"
)

// backupPath is where a copy is given.
const backupPath = "/backup"

// How long a client may keep us. While it copies, the pages that it may still
// want are not used again, so the file grows.
const (
	stall   = 5 * time.Second  // for what it asks
	taking  = 30 * time.Second // for the next few kilobytes of a copy
	longest = 15 * time.Minute // for all of them

	// Who asks for one copy after the other may have all of the first before we
	// know that it is finished.
	moment = 5 * time.Second
)

// Path gives where the socket of a store is.
func Path(store string) string { return store + ".socket" }

// Requests are what can be asked for beside a copy, by name. One gets the values that
// came with it, and gives what is sent back as JSON, or the reason why not.
type Requests map[string]func(ctx context.Context, values url.Values) (answer any, err error)

// Serve does what is asked for at the socket until ctx ends; then it returns at
// once, and a copy that is under way is cut off, which its receiver notices. A
// bot can do without: if there can be no socket, Serve logs it and returns.
func Serve(ctx context.Context, s *store.Store, path string, counter *Counter) {
	listener, err := listen(path)
	if err != nil {
		counter.tell(slog.LevelWarn, "no control socket: status, backup and others won't work while the bot runs", "path", path, "err", err)
		return
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+backupPath, giveCopies(s, counter))
	mux.HandleFunc("POST /{request}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("request")
		answer, err := counter.answer(r.Context(), name, r.URL.Query())
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			counter.tell(slog.LevelWarn, "control socket: a request was not answered", "request", name, "err", err)
		}
	})
	// Somebody may have changed the mode of the socket since it was made.
	private := func(w http.ResponseWriter, r *http.Request) {
		if info, err := os.Stat(path); err != nil || store.Exposed(info) {
			http.Error(w, "other users of the machine can reach "+path+": chmod 600 it", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	}
	server := &http.Server{
		Handler: http.HandlerFunc(private), ReadHeaderTimeout: stall, WriteTimeout: longest,
		ErrorLog: log.New(counter, "", 0),
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })() // it ends all connections, too
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		counter.tell(slog.LevelWarn, "control socket", "path", path, "err", err)
	}
	if err := os.Remove(path); err != nil {
		counter.tell(slog.LevelWarn, "control socket", "path", path, "err", err)
	}
}

// ServeCopies gives copies of the store to other machines that come to a listener, until ctx ends. Who may come is for
// the listener to see to.
func ServeCopies(ctx context.Context, s *store.Store, listener net.Listener, counter *Counter) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+backupPath, giveCopies(s, counter))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: stall, WriteTimeout: longest, ErrorLog: log.New(counter, "", 0)}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		counter.tell(slog.LevelWarn, "no copies for other machines", "err", err)
	}
}

// giveCopies gives one copy at a time; who asks meanwhile waits a moment for it.
func giveCopies(s *store.Store, counter *Counter) http.HandlerFunc {
	copying := make(chan struct{}, 1)
	return func(w http.ResponseWriter, _ *http.Request) {
		select {
		case copying <- struct{}{}:
			defer func() { <-copying }()
		case <-time.After(moment):
			http.Error(w, "another copy is in progress", http.StatusServiceUnavailable)
			return
		}
		begun := false
		err := s.View(func(tx *store.Tx) error {
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Header().Set("Content-Length", strconv.FormatInt(tx.Size(), 10))
			begun = true
			_, err := tx.WriteTo(patience{w})
			return err
		})
		switch {
		case err == nil:
			counter.tell(slog.LevelInfo, "store copied")
		case begun:
			counter.tell(slog.LevelWarn, "copying the store failed", "err", err)
			panic(http.ErrAbortHandler) // ends the connection
		default:
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}

// patience is a writer to a client that ends when the client takes nothing for
// too long. That our own disk gives nothing for a while is not the client's fault.
type patience struct{ to http.ResponseWriter }

// Write implements io.Writer.
func (p patience) Write(b []byte) (int, error) {
	past := time.Unix(1, 0)
	timer := time.AfterFunc(taking, func() {
		// Where this does nothing the server's WriteTimeout has to.
		_ = http.NewResponseController(p.to).SetWriteDeadline(past)
	})
	defer timer.Stop()
	return p.to.Write(b)
}

// listen makes the socket. It is bound inside a directory that is closed to
// all others and then moved to its place, which nobody can use before it has
// its mode, and which takes the place of an old one.
func listen(path string) (_ net.Listener, err error) {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".unlurbot-socket-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	inside := filepath.Join(dir, "socket")
	short, done, err := through(inside, dir, "/socket")
	if err != nil {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: short, Net: "unix"})
	done()
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false) // it would look in the wrong place
	if err := errors.Join(os.Chmod(inside, 0o600), os.Rename(inside, path)); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

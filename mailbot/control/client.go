package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"syscall"
)

// ErrNobody says that no bot listens at a socket.
var ErrNobody = errors.New("control: no bot listens there")

// Copy asks the bot at a socket for a copy of its store as of now and writes
// it. It fails with ErrNobody if none is there, and if the copy was cut off.
func Copy(ctx context.Context, path string, w io.Writer) error {
	client := &http.Client{Transport: &http.Transport{
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, path) },
		DisableKeepAlives: true,
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://unlurbot"+backupPath, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("control: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	if answer.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
		return fmt.Errorf("control: the bot gives no copy: %s", strings.TrimSpace(string(said)))
	}
	if _, err := io.Copy(w, answer.Body); err != nil {
		return fmt.Errorf("control: the copy: %w", err)
	}
	return nil
}

// Alive tells whether a bot listens at a socket.
func Alive(ctx context.Context, path string) (bool, error) {
	conn, err := dial(ctx, path)
	switch {
	case errors.Is(err, ErrNobody):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, conn.Close()
}

// dial connects to a socket whose path may be of any length.
func dial(ctx context.Context, path string) (net.Conn, error) {
	short, done, err := connectable(path)
	if err == nil {
		defer done()
		dialer := net.Dialer{Timeout: stall}
		var conn net.Conn
		if conn, err = dialer.DialContext(ctx, "unix", short); err == nil {
			return conn, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return nil, ErrNobody
	}
	return nil, err
}

package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
)

// ErrNobody says that no bot listens at a socket.
var ErrNobody = errors.New("control: no bot is listening")

// Copy asks the bot at a socket for a copy of its store as of now and writes
// it. It fails with ErrNobody if none is there, and if the copy was cut off.
func Copy(ctx context.Context, path string, w io.Writer) error {
	copied, err := call(ctx, path, http.MethodGet, backupPath)
	if err != nil {
		return fmt.Errorf("control: can't copy the store: %w", err)
	}
	defer func() { _ = copied.Close() }() // it was only read
	if _, err := io.Copy(w, copied); err != nil {
		return fmt.Errorf("control: reading the copy: %w", err)
	}
	return nil
}

// Ask makes one of the Requests to the bot at a socket, and reads its answer into a value
// unless that is nil. It fails with ErrNobody if none is there, and with a *Refusal if the
// bot said no.
func Ask(ctx context.Context, path, request string, values url.Values, answer any) error {
	body, err := call(ctx, path, http.MethodPost, "/"+request+"?"+values.Encode())
	if err != nil {
		return err
	}
	if answer != nil {
		err = json.NewDecoder(body).Decode(answer)
	}
	return errors.Join(err, body.Close())
}

// A Refusal is the reason that the bot gave for not doing what it was asked for.
type Refusal struct{ Reason string }

// Error implements error.
func (r *Refusal) Error() string { return "the bot refused: " + r.Reason }

// call makes a request to the bot at a socket and gives the body of the answer.
// That the bot refuses is an error with its reason.
func call(ctx context.Context, path, method, what string) (io.ReadCloser, error) {
	client := &http.Client{Transport: &http.Transport{
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, path) },
		DisableKeepAlives: true,
	}}
	request, err := http.NewRequestWithContext(ctx, method, "http://unlurbot"+what, nil)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode/100 == 2 {
		return answer.Body, nil
	}
	said, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10)) // as far as it goes
	return nil, errors.Join(&Refusal{strings.TrimSpace(string(said))}, answer.Body.Close())
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
	short, done, err := through(path, path, "")
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

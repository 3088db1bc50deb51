package control

import (
	"context"
	"crypto/tls"
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
	return copied(w, func() (io.ReadCloser, error) { return call(ctx, path, http.MethodGet, backupPath) })
}

// CopyFrom is Copy from another machine, at host:port, over TLS unless that is nil.
func CopyFrom(ctx context.Context, address string, secured *tls.Config, w io.Writer) error {
	scheme := "http"
	if secured != nil {
		scheme = "https"
	}
	return copied(w, func() (io.ReadCloser, error) {
		client := &http.Client{Transport: &http.Transport{
			TLSClientConfig: secured, DisableKeepAlives: true, TLSHandshakeTimeout: stall, ResponseHeaderTimeout: stall,
			DialContext: (&net.Dialer{Timeout: stall}).DialContext,
		}}
		return request(ctx, client, http.MethodGet, scheme+"://"+address+backupPath)
	})
}

// copied writes what a bot gives.
func copied(w io.Writer, from func() (io.ReadCloser, error)) error {
	body, err := from()
	if err != nil {
		return fmt.Errorf("control: can't copy the store: %w", err)
	}
	defer func() { _ = body.Close() }() // it was only read
	if _, err := io.Copy(w, body); err != nil {
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
	return request(ctx, client, method, "http://unlurbot"+what)
}

// request makes a request.
func request(ctx context.Context, client *http.Client, method, url string) (io.ReadCloser, error) {
	made, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(made)
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

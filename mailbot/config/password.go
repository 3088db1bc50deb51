package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The environment variables that count more than the file.
const (
	imapPasswordVariable = "UNLURBOT_IMAP_PASSWORD"
	smtpPasswordVariable = "UNLURBOT_SMTP_PASSWORD"
	clientSecretVariable = "UNLURBOT_OAUTH_CLIENT_SECRET"
	credentialsVariable  = "CREDENTIALS_DIRECTORY" // set by systemd, see systemd.exec(5)
)

// password takes one password, or another kind of secret, from the environment or else from its file.
func (d *document) password(key, path, variable, kind string, getenv func(string) string) (string, error) {
	if password := getenv(variable); password != "" {
		return password, nil
	}
	if path == "" {
		return "", outOfReach(d.fail(key, "is missing; name a file that holds the "+kind+", or set "+variable+" in the environment"))
	}
	data, err := d.secretFile(key, path, maxPassword, getenv)
	password := strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r") // the one line end that editors and echo leave
	switch {
	case err != nil:
		return "", err
	case password == "":
		return "", d.fail(key, "names a file that is empty; it must hold the "+kind)
	case strings.ContainsAny(password, "\r\n\x00"):
		return "", d.fail(key, "names a file of several lines; it must hold only the "+kind)
	}
	return password, nil
}

// outOfReach marks a problem as one of who looks.
func outOfReach(problem error) error {
	if e := (*Error)(nil); errors.As(problem, &e) {
		e.OutOfReach = true
	}
	return problem
}

// secretFile reads a file that only its owner may have access to. What systemd has under
// its name goes first, so that one configuration does for the service and for root at a terminal.
func (d *document) secretFile(key, path string, limit int64, getenv func(string) string) ([]byte, error) {
	dir := getenv(credentialsVariable)
	path = handed(path, getenv)
	data, mode, err := readFile(path, limit)
	// In systemd's directory the mode may show a group because of an access list;
	// systemd itself keeps others out.
	below, noWay := filepath.Rel(dir, path)
	kept := dir != "" && noWay == nil && below != "." && filepath.IsLocal(below)
	switch {
	case err != nil:
		// Without the path: somebody may have written the secret itself here.
		return nil, outOfReach(d.fail(key, "names a file that can't be read: "+reason(err)))
	case mode.Perm()&0o077 != 0 && !kept:
		return nil, d.fail(key, "names a file that other users may open; run chmod 600 on it")
	}
	return data, nil
}

// handed gives where systemd has put a secret of that name, or else its own path.
func handed(path string, getenv func(string) string) string {
	if dir := getenv(credentialsVariable); dir != "" {
		there := filepath.Join(dir, filepath.Base(path))
		if _, err := os.Stat(there); err == nil {
			return there
		}
	}
	return path
}

var errTooLarge = errors.New("it is too large")

// readFile reads a file of at most limit bytes, and gives the mode of the file
// that it has read.
func readFile(path string, limit int64) (data []byte, mode fs.FileMode, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLarge
	}
	return data, info.Mode(), err
}

// reason is an error of the operating system without the path in it.
func reason(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return err.Error()
}

package credential

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/oauth2"
)

// mostFile is how many bytes of a token file are read: tokens have a few thousand.
const mostFile = 256 << 10

// Parse reads the content of a token file.
func Parse(data []byte) (*oauth2.Token, error) {
	t := new(oauth2.Token)
	if err := json.Unmarshal(data, t); err != nil || t.RefreshToken == "" {
		return nil, noToken("holds no token") // the error of the library may quote one
	}
	return t, nil
}

// readFile reads a token file, which may be written anew at any time.
func readFile(path string) (*oauth2.Token, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noToken("does not exist")
	case err != nil:
		return nil, &Error{text: err.Error()}
	case info.Mode().Perm()&0o077 != 0:
		return nil, noToken("may be opened by other users; run chmod 600 on it, and if one of them may have read it, log in anew")
	case info.Size() > mostFile:
		return nil, noToken("is too large")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &Error{text: err.Error()}
	}
	return Parse(data)
}

// writeFile puts a token on the disk for good. Whoever reads meanwhile, or after a crash at any moment, finds
// the former one or this one, whole. Only the owner can open it, who is that of the folder if root
// writes: the bot has to be able to read what an administrator has done.
func writeFile(path string, t *oauth2.Token) error {
	data, err := json.MarshalIndent(t, "", "  ") //nolint:gosec // the file is for the secret
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".unlurbot-token-*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	err = errors.Join(err, giveToOwnerOf(dir, f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncFolder(dir)
}

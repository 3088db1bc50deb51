//go:build realservers

package realservers

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Deliver puts mails into the INBOX of NAME@Domain, in their order. It leaves
// the files that Dovecot's own delivery would leave: thousands of mails are
// there in a second, which by SMTP would take a minute. Line ends may be LF or
// CRLF. It is for one goroutine at a time.
func (s *Servers) Deliver(t testing.TB, name string, mails ...[]byte) {
	t.Helper()
	home := filepath.Join(s.mailDir, name)
	maildir := filepath.Join(home, "Maildir")
	for _, dir := range []string{home, maildir, filepath.Join(maildir, "tmp"), filepath.Join(maildir, "new"), filepath.Join(maildir, "cur")} {
		if err := makeDir(dir, mailOwner, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
	}
	for _, mail := range mails {
		s.delivered++
		if err := deliver(maildir, s.delivered, mail); err != nil {
			t.Fatal(err)
		}
	}
}

// deliver writes one mail and then shows it. The file's name sorts in the order
// of delivery; Dovecot believes the sizes in it, the second with CRLF, and need
// not read the file to tell them.
func deliver(maildir string, number int, mail []byte) error {
	mail = bytes.ReplaceAll(mail, []byte("\r\n"), []byte("\n"))
	lines := bytes.Count(mail, []byte("\n"))
	name := fmt.Sprintf("%d.M%09dP1.mx,S=%d,W=%d", time.Now().Unix(), number, len(mail), len(mail)+lines)
	tmp := filepath.Join(maildir, "tmp", name)
	if err := writeFile(tmp, mail, 0o600); err != nil {
		return err
	}
	if err := chown(tmp, mailOwner); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(maildir, "new", name))
}

//go:build realservers

package realservers

import (
	"bytes"
	"crypto/ecdsa"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
	"time"
)

//go:embed conf
var confFiles embed.FS

// settings is what the templates below conf/ may use.
type settings struct {
	// ID is in the greetings of both servers, so that a server of somebody
	// else on the same port is not taken for ours.
	ID       string
	Domain   string
	Password string

	IMAPPort, IMAPSPort, SMTPPort, SMTPSPort int

	// AuthSocket is where Postfix has Dovecot look at logins.
	AuthSocket string
	// TokenKey signs the tokens that Dovecot believes.
	TokenKey *ecdsa.PrivateKey

	// LMTPSocket is where Postfix hands over to Dovecot.
	LMTPSocket string

	DovecotDir, PostfixDir, LogDir string
	CAFile, CertFile, KeyFile      string
}

// newSettings decides on names below dir, for servers at four ports.
func newSettings(dir string, ports []int) *settings {
	set := &settings{
		ID:         filepath.Base(dir),
		Domain:     domain,
		Password:   Password,
		IMAPPort:   ports[0],
		IMAPSPort:  ports[1],
		SMTPPort:   ports[2],
		SMTPSPort:  ports[3],
		DovecotDir: filepath.Join(dir, "dovecot"),
		PostfixDir: filepath.Join(dir, "postfix"),
		LogDir:     filepath.Join(dir, "log"),
		CAFile:     filepath.Join(dir, "ca.pem"),
		CertFile:   filepath.Join(dir, "cert.pem"),
		KeyFile:    filepath.Join(dir, "key.pem"),
	}
	set.LMTPSocket = filepath.Join(set.DovecotDir, "lmtp")
	set.AuthSocket = filepath.Join(set.DovecotDir, "auth")
	return set
}

// write makes the directories, the certificates and the configuration files.
func (set *settings) write() error {
	for _, dir := range []string{set.LogDir, set.DovecotDir, set.PostfixDir} {
		if err := makeDir(dir, "root", 0o755); err != nil {
			return err
		}
	}
	if err := errors.Join(writeCertificates(set), writeTokenKey(set)); err != nil {
		return err
	}
	for name, dir := range map[string]string{
		"dovecot.conf": set.DovecotDir,
		"oauth2.conf":  set.DovecotDir,
		"main.cf":      set.PostfixDir,
		"master.cf":    set.PostfixDir,
	} {
		if err := set.render(name, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// render fills in one template below conf/.
func (set *settings) render(name, path string) error {
	tmpl, err := template.New(name).Option("missingkey=error").ParseFS(confFiles, "conf/"+name)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := tmpl.Execute(&text, set); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := writeFile(path, text.Bytes(), 0o644); err != nil {
		return err
	}
	// Every Postfix program waits for seconds when its configuration looks as
	// if somebody were still writing it.
	old := time.Now().Add(-time.Hour)
	return os.Chtimes(path, old, old)
}

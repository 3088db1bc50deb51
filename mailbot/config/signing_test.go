package config

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// pkcs8 writes a private key as openssl genpkey does.
func pkcs8(t *testing.T, key crypto.Signer) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

// pkcs1 writes one as openssl genrsa did.
func pkcs1(key *rsa.PrivateKey) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
}

func newRSA(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

const signingConfig = `address: unlur@games.example.org
imap: {host: imap.example.org, username: unlur}
smtp:
  host: smtp.example.org
  dkim:
    selector: unlur2026
    key_file: %s
store: {path: unlurbot.db}
`

// Keys in every form that may come are read, keys too weak are not, and no key
// is that others may read; the domain is that of the address unless it is given.
func TestSigningKeys(t *testing.T) {
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	fits, short := newRSA(t, 2048), newRSA(t, 1024)
	const (
		tooWeak  = "config.yaml:7: smtp.dkim.key_file: names an RSA key that is too short or too long: it must have from 2048 to 4096 bits"
		tooOpen  = "config.yaml:7: smtp.dkim.key_file: names a file that other users may open; run chmod 600 on it"
		noneSuch = "config.yaml:7: smtp.dkim.key_file: names a file without a usable private key: it must be RSA or Ed25519, in PKCS#8 or PKCS#1, without a passphrase"
	)
	for name, c := range map[string]struct {
		pem  string
		mode os.FileMode
		want string // the problem, empty for none
	}{
		"Ed25519":          {pkcs8(t, ed), 0o600, ""},
		"RSA, PKCS#8":      {pkcs8(t, fits), 0o400, ""},
		"RSA, PKCS#1":      {"a remark\n" + pkcs1(fits), 0o600, ""},
		"short RSA":        {pkcs8(t, short), 0o600, tooWeak},
		"short, PKCS#1":    {pkcs1(short), 0o600, tooWeak},
		"another curve":    {pkcs8(t, curve), 0o600, noneSuch},
		"with passphrase":  {"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", 0o600, noneSuch},
		"read by group":    {pkcs8(t, ed), 0o640, tooOpen},
		"read by everyone": {pkcs8(t, fits), 0o604, tooOpen},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "dkim.key"), c.pem, c.mode)
			file := filepath.Join(dir, "config.yaml")
			write(t, file, fmt.Sprintf(signingConfig, "dkim.key"), 0o644)
			env := environment{imapPasswordVariable: "x"}
			if c.want != "" {
				if got := problem(t, file, env); got != dir+"/"+c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
				return
			}
			cfg, err := Load(file, env.get)
			if err != nil {
				t.Fatal(err)
			}
			if cfg.SMTP.DKIM.Domain != "games.example.org" || cfg.SMTP.DKIM.Key == nil {
				t.Errorf("signs as %+v", cfg.SMTP.DKIM)
			}
			if _, err := LoadStore(file); err != nil {
				t.Error(err)
			}
		})
	}
}

// systemd's directory of credentials is as good for a key as for a password.
func TestSigningKeyAsCredential(t *testing.T) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "dkim.key")
	write(t, path, pkcs8(t, key), 0o440)
	env := environment{imapPasswordVariable: "x", credentialsVariable: dir}
	if _, err := loadText(t, fmt.Sprintf(signingConfig, path), env); err != nil {
		t.Error(err)
	}
}

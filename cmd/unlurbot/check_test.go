package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The check tells what is wrong with the record of the key that mails are signed
// with, and what to publish.
func TestCheckOfSigning(t *testing.T) {
	dir := t.TempDir()
	key := ed25519.NewKeyFromSeed([]byte("thirty-two bytes that are secret"))
	der, err := x509.MarshalPKCS8PrivateKey(key)
	check(t, err)
	check(t, os.WriteFile(filepath.Join(dir, "dkim.key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
	config := filepath.Join(dir, "unlurbot.yaml")
	check(t, os.WriteFile(config, []byte(`address: unlur@games.example.org
imap: {host: 127.0.0.1, port: 1, security: none, username: unlur}
smtp:
  {host: 127.0.0.1, port: 1, security: none, dkim: {domain: example.org, selector: unlur2026, key_file: dkim.key}}
store: {path: unlurbot.db}
`), 0o600))
	record := "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	for want, dns := range map[string]func(name string) ([]string, error){
		"ok      DKIM: the key fits unlur2026._domainkey.example.org\n": func(string) ([]string, error) {
			return []string{record}, nil
		},
		"failed  DKIM: unlur2026._domainkey.example.org: no key for signature: lookup unlur2026._domainkey.example.org: no such host\n" +
			"        Publish one TXT record with this name, and wait until it is visible: " + record + "\n": func(name string) ([]string, error) {
			return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
		},
	} {
		var out, talk bytes.Buffer
		p := process{ctx: t.Context(), out: &out, talk: &talk, now: time.Now, getenv: func(string) string { return "hush" }}
		p.lookupTXT = func(_ context.Context, name string) ([]string, error) { return dns(name) }
		if code := run(p, []string{"check", "--config", config}); code != exitFailure { // nobody answers at port 1
			t.Errorf("status %d", code)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
}

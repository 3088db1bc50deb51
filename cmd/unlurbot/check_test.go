package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/loopback"
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

// silentServers accept connections and say nothing, and a configuration for them is in the
// file that is named.
func silentServers(t *testing.T) (config string) {
	t.Helper()
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	check(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var conns []net.Conn
		for {
			c, err := l.Accept()
			if err != nil {
				break
			}
			conns = append(conns, c)
		}
		for _, c := range conns {
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-ended })
	config = filepath.Join(t.TempDir(), "unlurbot.yaml")
	check(t, os.WriteFile(config, fmt.Appendf(nil, "address: unlur@example.org\nimap: {host: 127.0.0.1, port: %[1]d, security: none, username: unlur}\n"+
		"smtp: {host: 127.0.0.1, port: %[1]d, security: none}\nstore: {path: unlurbot.db}\n", l.Addr().(*net.TCPAddr).Port), 0o600))
	return config
}

// Servers that say nothing are given up soon, each of them.
func TestCheckIsSoonDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := process{ctx: t.Context(), out: &out, talk: &out, now: time.Now, getenv: func(string) string { return "secret" }, dial: loopback.Dial}
		begun := time.Now()
		code := run(p, []string{"check", "--config", silentServers(t)})
		if took := time.Since(begun); code != exitFailure || took > 3*stepLimit {
			t.Errorf("status %d after %v", code, took)
		}
		for _, want := range []string{"greeting: no answer within 10s\n        The server at 127.0.0.1:", "failed  SMTP: ", "ok      store: "} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	})
}

// Whoever interrupts it hears nothing untrue of the servers that were not asked.
func TestCheckInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		var out bytes.Buffer
		p := process{ctx: ctx, out: &out, talk: &out, now: time.Now, getenv: func(string) string { return "secret" }}
		p.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			interrupt()
			return loopback.Dial(ctx, network, address)
		}
		if code := run(p, []string{"check", "--config", silentServers(t)}); code != exitFailure {
			t.Errorf("status %d", code)
		}
		const want = "stopped IMAP: interrupted\nstopped trust: not tried\nstopped SMTP: not tried\n"
		if got := out.String(); !strings.Contains(got, want) || strings.Contains(got, "failed ") {
			t.Error(got)
		}
	})
}

// The name of the login tells whose mailbox it may be.
func TestCheckSaysWhoseMailbox(t *testing.T) {
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	defer servers.Close()
	_, port, err := net.SplitHostPort(servers.IMAPAddr())
	check(t, err)
	for user, strange := range map[string]bool{"unlur@sandbox.test": false, "UNLUR@sandbox.test": false, "alice@sandbox.test": true} {
		config := filepath.Join(t.TempDir(), "unlurbot.yaml")
		check(t, os.WriteFile(config, fmt.Appendf(nil, "address: unlur@sandbox.test\nimap: {host: 127.0.0.1, port: %s, security: none, username: %s}\n"+
			"smtp: {host: 127.0.0.1, port: 1, security: none}\nstore: {path: unlurbot.db}\n", port, user), 0o600))
		var out bytes.Buffer
		run(process{ctx: t.Context(), out: &out, talk: &out, now: time.Now, getenv: func(string) string { return "secret" }}, []string{"check", "--config", config})
		if got := out.String(); !strings.Contains(got, "as "+user+";") || strings.Contains(got, "WARNING: that is another name than in unlur@sandbox.test") != strange {
			t.Errorf("%s: %s", user, got)
		}
	}
}

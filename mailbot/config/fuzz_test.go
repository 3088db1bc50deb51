package config

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzLoad plants a password between two pieces of a file. Whatever they are:
// no panic; either a configuration that keeps its promises or an *Error of one
// line; and the password is not in that line.
func FuzzLoad(f *testing.F) {
	seedLoad(f)
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "imap.password"), []byte(secret+"\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(dir, "config.yaml")
	f.Fuzz(func(t *testing.T, before, after []byte) {
		file := bytes.Join([][]byte{before, after}, []byte(secret))
		write(t, path, string(file), 0o644)
		for _, env := range []environment{{}, {imapPasswordVariable: secret, smtpPasswordVariable: secret}} {
			cfg, err := Load(path, env.get)
			if err == nil {
				keepsPromises(t, cfg)
				continue
			}
			e, ok := errors.AsType[*Error](err)
			if cfg != nil || !ok || e.Text == "" {
				t.Fatalf("Load gave %v and %#v, want an *Error alone", cfg, err)
			}
			if line := e.Error(); strings.ContainsFunc(line, unicode.IsControl) || strings.Contains(line, secret) {
				t.Fatalf("not fit to be printed: %q", line)
			}
		}
	})
}

// seedLoad cuts the good files and the bad ones in the middle and at each
// password.
func seedLoad(f *testing.F) {
	add := func(text []byte) {
		f.Add(text[:len(text)/2], text[len(text)/2:])
		for i := range text {
			if bytes.HasPrefix(text[i:], []byte(secret)) {
				f.Add(text[:i], text[i+len(secret):])
			}
		}
	}
	for _, path := range []string{"testdata/minimal.yaml", "testdata/full.yaml", "testdata/oauth-microsoft.yaml", "testdata/oauth-other.yaml", example} {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		add(text)
	}
	cases, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range cases {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		add(archive.Files[0].Data)
	}
}

// keepsPromises checks what callers of Load rely on without looking.
func keepsPromises(t *testing.T, cfg *Config) {
	t.Helper()
	for key, ok := range map[string]bool{
		"address":            strings.Contains(cfg.Address, "@"),
		"imap.host":          cfg.IMAP.Host != "",
		"imap.port":          1 <= cfg.IMAP.Port && cfg.IMAP.Port <= 65535,
		"imap.security":      cfg.IMAP.Security != None || IsLoopback(cfg.IMAP.Host) || len(cfg.PrivateNetworks) > 0,
		"imap.username":      cfg.IMAP.Username != "",
		"imap.mailbox":       cfg.IMAP.Mailbox != "" && cfg.IMAP.Mailbox != cfg.IMAP.DoneMailbox,
		"imap.done_mailbox":  cfg.IMAP.DoneMailbox != "",
		"imap.poll_interval": time.Second <= cfg.IMAP.PollInterval && cfg.IMAP.PollInterval <= time.Hour,
		"imap password":      (cfg.IMAP.Password != "") == (cfg.IMAP.Auth == PasswordLogin),
		"smtp.host":          cfg.SMTP.Host != "",
		"smtp.port":          1 <= cfg.SMTP.Port && cfg.SMTP.Port <= 65535,
		"smtp.security":      cfg.SMTP.Security != None || IsLoopback(cfg.SMTP.Host) || len(cfg.PrivateNetworks) > 0,
		"smtp password":      (cfg.SMTP.Password != "") == (cfg.SMTP.Username != "" && cfg.SMTP.Auth == PasswordLogin),
		"oauth":              (cfg.OAuth.Provider != "") == (cfg.IMAP.Auth == OAuthLogin || cfg.SMTP.Auth == OAuthLogin),
		"store.path":         filepath.IsAbs(cfg.Store.Path),
	} {
		if !ok {
			t.Errorf("%s: a promise is broken in %+v", key, cfg)
		}
	}
}

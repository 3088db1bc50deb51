package config

import (
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// block is something to paste, in the manual.
var block = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestProviders loads what the page of providers has to paste, with the keys that it leaves out.
func TestProviders(t *testing.T) {
	page, err := os.ReadFile("../../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := block.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 8 {
		t.Errorf("%d blocks", len(blocks))
	}
	tokens := 0
	for _, b := range blocks {
		dir := t.TempDir()
		for name, content := range map[string]string{"imap.password": "secret", "oauth.secret": "secret", "oauth.json": goodToken, "bridge.pem": goodRoots()} {
			write(t, filepath.Join(dir, name), content, 0o600)
		}
		file := "address: unlur@example.org\nstore: {path: unlurbot.db}\n" + strings.ReplaceAll(b[1], "/var/lib/unlurbot/", "")
		if !strings.Contains(file, "imap:") {
			file += "imap: {host: imap.example.org, username: unlur}\nsmtp: {host: smtp.example.org}\n"
		}
		path := filepath.Join(dir, "unlurbot.yaml")
		write(t, path, file, 0o600)
		cfg, err := Load(path, environment{imapPasswordVariable: "for those that say nothing of IMAP"}.get)
		if err != nil {
			t.Errorf("%v\n%s", err, b[1])
		} else if cfg.OAuth.Provider != "" {
			tokens++
		}
		if !strings.Contains(b[1], "limits:") {
			t.Errorf("no limits:\n%s", b[1])
		}
	}
	if tokens != 3 {
		t.Errorf("%d blocks with tokens, want those of Microsoft 365, Outlook.com and Gmail", tokens)
	}
}

// goodRoots is what a file of certificates may hold.
func goodRoots() string {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}))
}

package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/credential"
)

const goodToken = `{"refresh_token": "hunter2!"}`

// loadOAuth loads a file of testdata with the secrets that it names.
func loadOAuth(t *testing.T, name string) (dir string, cfg *Config) {
	t.Helper()
	dir = t.TempDir()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "secret"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, name), string(text), 0o644)
	write(t, filepath.Join(dir, "secret/oauth"), "s3cret\n", 0o600)
	write(t, filepath.Join(dir, "secret/token.json"), goodToken, 0o600)
	cfg, err = Load(filepath.Join(dir, name), environment{imapPasswordVariable: "unused", smtpPasswordVariable: "unused"}.get)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.IMAP.Password+cfg.SMTP.Password != "" {
		t.Error("a password was read that nobody uses")
	}
	return dir, cfg
}

// TestOAuth shows both kinds of blocks, and what the providers want.
func TestOAuth(t *testing.T) {
	dir, cfg := loadOAuth(t, "oauth-microsoft.yaml")
	want := OAuth{
		Provider: Microsoft, Flow: Client, Tenant: "1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b", ClientID: "6a7b8c9d-0e1f-4a2b-8c3d-4e5f60718293",
		ClientSecretFile: filepath.Join(dir, "secret/oauth"), ClientSecret: "s3cret",
	}
	if diff := cmp.Diff(want, cfg.OAuth); diff != "" {
		t.Error(diff)
	}
	const microsoft = "https://login.microsoftonline.com/1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b/oauth2/v2.0/"
	if diff := cmp.Diff(credential.Settings{
		TokenURL: microsoft + "token", DeviceURL: microsoft + "devicecode", AuthURL: microsoft + "authorize",
		Scopes: []string{"https://outlook.office365.com/.default"}, ClientID: want.ClientID, ClientSecret: "s3cret",
	}, cfg.OAuth.Settings()); diff != "" {
		t.Error(diff)
	}

	dir, cfg = loadOAuth(t, "oauth-other.yaml")
	if diff := cmp.Diff(credential.Settings{
		TokenURL: "https://login.example.org/token", DeviceURL: "http://127.0.0.1:8080/device", AuthURL: "https://login.example.org/authorize",
		Scopes: []string{"mail.imap", "offline_access"}, ClientID: "unlurbot", TokenFile: filepath.Join(dir, "secret/token.json"),
	}, cfg.OAuth.Settings()); diff != "" {
		t.Error(diff)
	}
}

// TestOAuthDefaults shows what need not be said.
func TestOAuthDefaults(t *testing.T) {
	for block, want := range map[string]OAuth{
		"provider: microsoft": {Provider: Microsoft, Flow: Device, Tenant: "common"},
		"provider: google":    {Provider: Google, Flow: Browser, ClientSecret: "s3cret"},
	} {
		dir := t.TempDir()
		want.ClientID, want.TokenFile = "me", filepath.Join(dir, "token")
		write(t, want.TokenFile, goodToken, 0o600)
		path := filepath.Join(dir, "config.yaml")
		write(t, path, `
address: unlur@example.org
imap: {host: imap.example.org, username: unlur, auth: oauth}
smtp: {host: smtp.example.org}
store: {path: unlurbot.db}
oauth: {client_id: me, token_file: token, `+block+"}\n", 0o600)
		cfg, err := Load(path, environment{clientSecretVariable: "s3cret"}.get)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(want, cfg.OAuth); diff != "" {
			t.Error(diff)
		}
		scopes := strings.Join(cfg.OAuth.Settings().Scopes, " ")
		if google := strings.Contains(scopes, "https://mail.google.com/"); google != (want.Provider == Google) {
			t.Errorf("%s: scopes %s", block, scopes)
		}
		if cfg.OAuth.Settings().AuthURL == "" || cfg.OAuth.Settings().TokenURL == "" {
			t.Errorf("%s: no endpoint", block)
		}
	}
}

// TestTokenFileModes refuses a token that others may read, also in systemd's directory, where no
// token can be renewed; who logs in needs none.
func TestTokenFileModes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.yaml")
	write(t, path, `address: unlur@example.org
imap: {host: imap.example.org, username: unlur, auth: oauth}
smtp: {host: smtp.example.org}
store: {path: unlurbot.db}
oauth:
  provider: microsoft
  client_id: me
  token_file: token
`, 0o600)
	env := environment{credentialsVariable: dir}
	for mode, private := range map[os.FileMode]bool{0o600: true, 0o400: true, 0o640: false, 0o604: false, 0o660: false} {
		write(t, filepath.Join(dir, "token"), goodToken, mode)
		if _, err := LoadForLogin(path, env.get); err != nil {
			t.Errorf("mode %o: no login: %v", mode, err)
		}
		if private {
			if _, err := Load(path, env.get); err != nil {
				t.Errorf("mode %o: %v", mode, err)
			}
			continue
		}
		const want = ":8: oauth.token_file: names a file that other users may open; run chmod 600 on it"
		if got := problem(t, path, env); got != path+want {
			t.Errorf("mode %o: %s", mode, got)
		}
	}
}

// TestLoginWithoutOAuth says that nothing is to be done.
func TestLoginWithoutOAuth(t *testing.T) {
	_, err := LoadForLogin("testdata/minimal.yaml", environment{imapPasswordVariable: "x"}.get)
	if err == nil || !strings.Contains(err.Error(), "oauth: is missing; with passwords nobody has to log in") {
		t.Error(err)
	}
}

// oauthFields are those that full.yaml can't set, since it sets passwords.
func oauthFields(t *testing.T) (unset func(name string) bool) {
	t.Helper()
	set := map[string]bool{}
	for _, file := range []string{"oauth-microsoft.yaml", "oauth-other.yaml"} {
		_, cfg := loadOAuth(t, file)
		var walk func(v, defaults reflect.Value, name string)
		walk = func(v, defaults reflect.Value, name string) {
			for field, value := range v.Fields() {
				unset := defaults.FieldByIndex(field.Index)
				switch name := name + "." + field.Name; value.Kind() {
				case reflect.Struct:
					walk(value, unset, name)
				case reflect.Slice:
					set[name] = set[name] || value.Len() != unset.Len()
				default:
					set[name] = set[name] || !value.Equal(unset)
				}
			}
		}
		walk(reflect.ValueOf(cfg.OAuth), reflect.ValueOf(defaults.OAuth), "Config.OAuth")
		set["Config.IMAP.Auth"] = set["Config.IMAP.Auth"] || cfg.IMAP.Auth == OAuthLogin
		set["Config.SMTP.Auth"] = set["Config.SMTP.Auth"] || cfg.SMTP.Auth == OAuthLogin
	}
	return func(name string) bool { return !set[name] }
}

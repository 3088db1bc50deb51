package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const secret = "hunter2!"

// withPasswordFile writes a good configuration whose IMAP password is in the
// file of the given path and mode.
func withPasswordFile(t *testing.T, path string, mode os.FileMode) (config string) {
	t.Helper()
	config = filepath.Join(t.TempDir(), "config.yaml")
	write(t, config, `address: unlur@example.org
imap:
  host: imap.example.org
  username: unlur
  password_file: `+path+`
smtp:
  host: smtp.example.org
store:
  path: unlurbot.db
`, 0o644)
	write(t, path, secret+"\n", mode)
	return config
}

func TestPasswordFileModes(t *testing.T) {
	const text = ":5: imap.password_file: names a file that other users may open; run chmod 600 on it"
	for mode, private := range map[os.FileMode]bool{
		0o600: true, 0o400: true, 0o700: true,
		0o640: false, 0o604: false, 0o620: false, 0o602: false, 0o610: false, 0o644: false, 0o666: false,
	} {
		path := withPasswordFile(t, filepath.Join(t.TempDir(), "password"), mode)
		if !private {
			if got := problem(t, path, nil); got != path+text {
				t.Errorf("mode %o: %s", mode, got)
			}
			continue
		}
		cfg, err := Load(path, environment{}.get)
		if err != nil || cfg.IMAP.Password != secret {
			t.Errorf("mode %o: %+v, %v", mode, cfg, err)
		}
	}
}

// TestPasswordFromSystemd checks that the mode counts for nothing in systemd's
// own directory, and for all that is not in it.
func TestPasswordFromSystemd(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"unlurbot.service/sub", "unlurbot.service-other"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	env := environment{credentialsVariable: filepath.Join(root, "unlurbot.service")}
	for path, allowed := range map[string]bool{
		"unlurbot.service/imap":          true,
		"unlurbot.service/sub/imap":      true,
		"unlurbot.service-other/else":    false,
		"unlurbot.service/../other.imap": false,
	} {
		config := withPasswordFile(t, root+"/"+path, 0o440)
		cfg, err := Load(config, env.get)
		switch {
		case allowed && (err != nil || cfg.IMAP.Password != secret):
			t.Errorf("%s: %+v, %v", path, cfg, err)
		case !allowed && err == nil:
			t.Errorf("%s: a file for a group was read", path)
		}
	}
}

// TestPasswordInTheNameOf takes what systemd hands over for a file elsewhere that root alone can read.
func TestPasswordInTheNameOf(t *testing.T) {
	handed := t.TempDir()
	if err := os.WriteFile(filepath.Join(handed, "imap.password"), []byte("handed over\n"), 0o440); err != nil {
		t.Fatal(err)
	}
	path := withPasswordFile(t, filepath.Join(t.TempDir(), "imap.password"), 0)
	cfg, err := Load(path, environment{credentialsVariable: handed}.get)
	if err != nil || cfg.IMAP.Password != "handed over" {
		t.Errorf("%+v, %v", cfg, err)
	}
}

// TestPasswordFromEnvironment checks that the file is not even looked at.
func TestPasswordFromEnvironment(t *testing.T) {
	path := withPasswordFile(t, filepath.Join(t.TempDir(), "password"), 0o666)
	cfg, err := Load(path, environment{imapPasswordVariable: "from the environment"}.get)
	if err != nil || cfg.IMAP.Password != "from the environment" {
		t.Errorf("%+v, %v", cfg, err)
	}
}

// TestTrimNewline takes away one line end; what is of several lines, or empty, is no
// password.
func TestTrimNewline(t *testing.T) {
	const several, empty = "several lines", "is empty"
	for text, want := range map[string]string{
		"a": "a", "a\n": "a", "a\r\n": "a", "a\n\n": several, " a \n": " a ", "": empty, "\n": empty,
	} {
		password := filepath.Join(t.TempDir(), "password")
		path := withPasswordFile(t, password, 0o600)
		write(t, password, text, 0o600)
		if want == several || want == empty {
			if got := problem(t, path, nil); !strings.Contains(got, want) {
				t.Errorf("%q: %s", text, got)
			}
		} else if cfg, err := Load(path, environment{}.get); err != nil || cfg.IMAP.Password != want {
			t.Errorf("%q: %v, %v, want %q", text, cfg, err, want)
		}
	}
}

// TestPasswordFileTooLarge keeps a wrong file from being taken for a password.
func TestPasswordFileTooLarge(t *testing.T) {
	password := filepath.Join(t.TempDir(), "password")
	path := withPasswordFile(t, password, 0o600)
	write(t, password, strings.Repeat("x", maxPassword+1), 0o600)
	want := path + ":5: imap.password_file: names a file that can't be read: it is too large"
	if got := problem(t, path, nil); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

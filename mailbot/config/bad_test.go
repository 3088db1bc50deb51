package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestBad loads every file of testdata/bad. A case is an archive of
// config.yaml, the password files beside it, the environment (env, by default
// an IMAP password) and the one line to print (want).
func TestBad(t *testing.T) {
	cases, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			env := environment{imapPasswordVariable: "from the environment"}
			var want string
			for _, f := range archive.Files {
				switch f.Name {
				case "want":
					want = strings.TrimSpace(string(f.Data))
				case "env":
					env = readEnvironment(t, string(f.Data))
				default:
					write(t, filepath.Join(dir, f.Name), string(f.Data), 0o600)
				}
			}
			got := problem(t, filepath.Join(dir, "config.yaml"), env)
			if diff := cmp.Diff(want, strings.TrimPrefix(got, dir+"/")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// environment is what Load sees of the environment.
type environment map[string]string

func (e environment) get(name string) string { return e[name] }

func readEnvironment(t *testing.T, lines string) environment {
	t.Helper()
	env := environment{}
	for line := range strings.Lines(lines) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			t.Fatalf("%q is no NAME=value", line)
		}
		env[name] = value
	}
	return env
}

// problem loads a file that must not load, and gives the line to print.
func problem(t *testing.T, path string, env environment) string {
	t.Helper()
	cfg, err := Load(path, env.get)
	e, ok := errors.AsType[*Error](err)
	if cfg != nil || !ok {
		t.Fatalf("Load gave %v and %#v, want an *Error alone", cfg, err)
	}
	return e.Error()
}

// loadText loads a file of this text.
func loadText(t *testing.T, text string, env environment) (*Config, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	write(t, path, text, 0o644)
	return Load(path, env.get)
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the umask says
		t.Fatal(err)
	}
}

// TestFileCannotBeRead covers what can be wrong before there are any bytes.
func TestFileCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.yaml")
	write(t, large, strings.Repeat("#", maxFile+1), 0o600)
	for path, want := range map[string]string{
		filepath.Join(dir, "absent.yaml"): `can't be read: no such file or directory ("unlurbot init" writes one)`,
		dir:                               "can't be read: is a directory",
		large:                             "can't be read: it is too large",
	} {
		if got := problem(t, path, nil); got != path+": "+want {
			t.Errorf("got  %s\nwant %s: %s", got, path, want)
		}
	}
}

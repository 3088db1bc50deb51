package discreet

import (
	"crypto/rand"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unlurbot/mailbot/token"
	"unlurbot/store"
)

// What may look like an address or a token, and what is made of it.
func TestHiding(t *testing.T) {
	t.Parallel()
	const own = "unlur@example.org"
	quiet := &handler{own: own, who: &Pseudonyms{[]byte("a key for tests")}}
	who := quiet.who.Of
	ana := who("ana@example.org")
	sealed := token.Seal([]byte("a key"), token.Token{Purpose: token.ForUnsubscribe, Number: 1})
	for text, want := range map[string]string{
		"nobody":                                 "nobody",
		"<ana@example.org>":                      "<" + ana + ">",
		"Ana@Example.ORG.":                       ana + ".",
		"'ana@example.org', \"ana@example.org\"": "'" + ana + "', \"" + ana + "\"",
		"rcpt=ana@example.org;":                  "rcpt=" + ana + ";",
		"mailto:ana@example.org?subject=x":       "mailto:" + ana + "?subject=x",
		`"an a"@example.org`:                     who(`"an a"@example.org`),
		"ána@exámple.org":                        who("ána@exámple.org"),
		"a/b@example.org":                        who("a/b@example.org"),
		"bo@[192.0.2.1] bo@localhost":            who("bo@[192.0.2.1]") + " " + who("bo@localhost"),
		"SRS0=xx=yy=example.org=ana@relay.net":   who("ana@relay.net"),
		own + " UNLUR@example.org":               own + " UNLUR@example.org",
		"unlur+" + sealed + "@example.org":       "unlur+*@example.org",
		"unlur@example.org.evil.net":             who("unlur@example.org.evil.net"),
		"id=unlur%2B" + sealed + "%40example.org;r=ana%40example.org": "id=unlur+*@example.org;r=" + ana,
		"id " + sealed + ".0123@elsewhere.org":                        "id " + who(sealed+".0123@elsewhere.org"),
		strings.ToUpper(sealed) + ".":                                 "*.",
		"x" + sealed:                                                  "x" + sealed,
		"/go/pkg/mod/github.com/wneessen/go-mail@v0.8.1/msg.go:12":    "/go/pkg/mod/github.com/wneessen/go-mail@v0.8.1/msg.go:12",
		"a\r\x00\x1b[2Jb\u202e\u200b\u2028\U000e0041\xffc\n\td":       "a[2Jbc\n\td",
		strings.Repeat("é", mostLogged):                               strings.Repeat("é", mostLogged/2),
	} {
		if got := quiet.hide(text); got != want {
			t.Errorf("%.80q is %.80q, want %.80q", text, got, want)
		}
	}
	open := *quiet
	open.names = true
	if got := open.hide("<ana@example.org> unlur+" + sealed + "@example.org"); got != "<ana@example.org> unlur+*@example.org" {
		t.Errorf("with log.addresses: %s", got)
	}
	if got := open.value(Address("ana@example.org")).String(); got != "ana@example.org" {
		t.Errorf("with log.addresses: %s", got)
	}
}

// A pseudonym is the same for as long as the store lives, and another one in
// another store.
func TestPseudonyms(t *testing.T) {
	t.Parallel()
	secret := func() ([]byte, error) { return []byte(rand.Text()), nil }
	dir, names := t.TempDir(), map[string]string{}
	for _, opened := range []string{"one.db", "one.db", "other.db"} {
		s, err := store.Open(filepath.Join(dir, opened), secret)
		if err != nil {
			t.Fatal(err)
		}
		err = s.View(func(tx *store.Tx) error {
			who, err := NewPseudonyms(tx)
			if err != nil {
				return err
			}
			ana := who.Of("ana@example.org")
			if !regexp.MustCompile(`^~[0-9a-f]{8}$`).MatchString(ana) || ana == who.Of("bo@example.org") || ana != who.Of(" ANA@example.org") {
				t.Error(ana)
			}
			if known := names[opened]; known != "" && known != ana {
				t.Errorf("%s is now %s", known, ana)
			}
			names[opened] = ana
			return nil
		})
		if err != nil || s.Close() != nil {
			t.Fatal(err)
		}
	}
	if names["one.db"] == names["other.db"] {
		t.Error("two stores call her the same")
	}
}

package config

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// TestMinimal shows the least that a file must say, and every default.
func TestMinimal(t *testing.T) {
	want := &Config{
		Address: "unlur@example.org", PlusAddressing: true, Monthly: true, Language: "en", Club: Club{Net: true, Cups: true, Robots: true},
		IMAP: IMAP{
			Host: "imap.example.org", Port: 993, Security: TLS, Username: "unlur", Auth: PasswordLogin,
			Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", PollInterval: time.Minute,
			Password: "from the environment",
		},
		SMTP:  SMTP{Host: "smtp.example.org", Port: 465, Security: TLS, Auth: PasswordLogin},
		Store: Store{Path: "testdata/unlurbot.db", Cluster: Cluster{Lease: 10 * time.Second}}, Limits: DefaultLimits,
		Keep: Keep{Seen: 400 * day, GivenUp: 90 * day}, Backup: Backup{Every: day, Keep: 30}, Site: Site{Every: time.Hour}, Log: Log{Format: "text", Level: "info"},
	}
	env := environment{
		imapPasswordVariable: "from the environment",
		smtpPasswordVariable: "unused: there is no smtp.username",
	}
	got, err := Load("testdata/minimal.yaml", env.get)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, sameNetworks); diff != "" {
		t.Error(diff)
	}
}

// TestFull sets every key to something else than its default.
func TestFull(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile("testdata/full.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "full.yaml"), string(text), 0o644)
	if err := os.Mkdir(filepath.Join(dir, "secret"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "secret/imap"), " pass word \n", 0o600)
	write(t, filepath.Join(dir, "secret/smtp"), "pass:word", 0o400)
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "secret/dkim"), pkcs8(t, key), 0o600)
	roots, issuers := x509.NewCertPool(), goodRoots()
	roots.AppendCertsFromPEM([]byte(issuers))
	write(t, filepath.Join(dir, "ca.pem"), issuers, 0o644)
	write(t, filepath.Join(dir, "cluster.pem"), certificateOf(t, key), 0o644)
	write(t, filepath.Join(dir, "secret/cluster"), pkcs8(t, key), 0o600)
	write(t, filepath.Join(dir, "fair.txt"), "We meet on Fridays.\n", 0o644)
	want := &Config{
		Address: "bot.unlur@mail.example.org", Operator: "club@example.org", RunBy: "El club d’escacs de Girona",
		IMAP: IMAP{
			Host: "127.0.0.2", Port: 1143, Security: StartTLS, Username: "12345", Auth: PasswordLogin,
			PasswordFile: filepath.Join(dir, "secret/imap"), Password: " pass word ",
			TLSCA: filepath.Join(dir, "ca.pem"), Roots: roots, TLSFingerprint: Fingerprint(strings.Repeat("0123456789abcdef", 4)),
			Mailbox: "Games/Unlur", DoneMailbox: "Games/Fertig ✓", FailedMailbox: "Games/Schiefgegangen", PollInterval: 90 * time.Second,
		},
		SMTP: SMTP{
			Host: "::1", Port: 2525, Security: StartTLS, Username: "unlur@example.org", Auth: PasswordLogin,
			PasswordFile: filepath.Join(dir, "secret/smtp"), Password: "pass:word",
			TLSCA: filepath.Join(dir, "ca.pem"), Roots: roots, TLSFingerprint: Fingerprint(strings.Repeat("fedcba9876543210", 4)),
			DKIM: DKIM{Domain: "example.org", Selector: "unlur.2026", KeyFile: filepath.Join(dir, "secret/dkim"), Key: key},
		},
		PrivateNetworks: networks("172.18.0.0/16", "fd00:1::5/128"),
		Heartbeat:       "https://hc.example.org/a1?b=c", Metrics: "[::1]:9464",
		Log: Log{Addresses: true, Format: "json", Level: "warn"}, UndoGrace: 10 * time.Minute, Language: "ca",
		Store: Store{Path: "/var/lib/unlurbot/games.db", Cluster: Cluster{
			Etcd: Endpoints{"https://10.0.0.1:2379", "https://[fd00:1::5]:2379"}, Name: "left-1", Listen: "10.0.0.1:7400",
			CA: filepath.Join(dir, "ca.pem"), Cert: filepath.Join(dir, "cluster.pem"), Key: filepath.Join(dir, "secret/cluster"), Lease: 20 * time.Second,
		}},
		Keep: Keep{Done: 500 * day, Seen: 120 * day, GivenUp: 36 * time.Hour}, Backup: Backup{Dir: "/var/backups/unlurbot", Every: 6 * time.Hour, Keep: 40}, Site: Site{Dir: "/srv/unlur", Every: 6 * time.Hour, Index: true},
		Trust: Trust{AuthservID: "mx.example.org", BelowReceived: true, DKIM: true, Networks: networks("10.1.2.0/24", "2001:db8::5/128")},
		Club:  Club{Ladder: true, FairPlayFile: filepath.Join(dir, "fair.txt"), FairPlay: "We meet on Fridays."},
		Limits: Limits{
			MailsIn: 20, OutToAddress: 300, OutToDomain: 4000, Out: 450, OutPerPlayer: 90, UnprovenAnswers: 5, UnprovenInAll: 60,
			NewPlayers: 7, OpenGames: 8, OpenInvitations: 1, InvitedBy: 2, Commands: 9, MailSize: 64,
		},
	}
	got, err := Load(filepath.Join(dir, "full.yaml"), environment{}.get)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, sameNetworks); diff != "" {
		t.Error(diff)
	}
	everyFieldSet(t, reflect.ValueOf(*got), reflect.ValueOf(defaults), "Config", oauthFields(t))
}

// certificateOf gives one that a key has signed for itself.
func certificateOf(t *testing.T, key ed25519.PrivateKey) string {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{SerialNumber: big.NewInt(1)}, &x509.Certificate{}, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

var sameNetworks = cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })

func networks(names ...string) (list []netip.Prefix) {
	for _, name := range names {
		list = append(list, netip.MustParsePrefix(name))
	}
	return list
}

// everyFieldSet keeps full.yaml full when Config grows, with those beside it whose keys don't go
// together with others.
func everyFieldSet(t *testing.T, v, defaults reflect.Value, name string, nowhere func(name string) bool) {
	t.Helper()
	for field, value := range v.Fields() {
		unset := defaults.FieldByIndex(field.Index)
		switch name := name + "." + field.Name; {
		case value.Kind() == reflect.Struct:
			everyFieldSet(t, value, unset, name, nowhere)
		case (value.Kind() == reflect.Slice && value.Len() == unset.Len() || value.Kind() != reflect.Slice && value.Equal(unset)) && nowhere(name):
			t.Errorf("testdata/full.yaml leaves %s as it is without", name)
		}
	}
}

// TestAddressWithPlus takes any address where no token is put into it.
func TestAddressWithPlus(t *testing.T) {
	for _, address := range []string{"me+unlur@example.org", strings.Repeat("u", 40) + "@example.org"} {
		file := fmt.Sprintf(`
address: %s
plus_addressing: false
imap: {host: imap.example.org, username: unlur}
smtp: {host: smtp.example.org}
store: {path: unlurbot.db}
`, address)
		if cfg, err := loadText(t, file, environment{imapPasswordVariable: "x"}); err != nil || cfg.PlusAddressing {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestPlainInPrivateNetworks allows connections without encryption to names and addresses
// that may lie in one of the operator's own networks.
func TestPlainInPrivateNetworks(t *testing.T) {
	for _, host := range []string{"dovecot", "mail.example.org", "172.18.0.2", "\"fd00:1::5\"", "localhost"} {
		file := fmt.Sprintf(`
address: unlur@example.org
imap: {host: %[1]s, username: unlur, security: none}
smtp: {host: %[1]s, security: none}
private_networks: [172.18.0.0/16, "fd00:1::/64"]
store: {path: unlurbot.db}
`, host)
		if _, err := loadText(t, file, environment{imapPasswordVariable: "x"}); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// TestPorts checks the usual port of each service and kind of security.
func TestPorts(t *testing.T) {
	for security, want := range map[Security][2]int{TLS: {993, 465}, StartTLS: {143, 587}, None: {143, 25}} {
		file := fmt.Sprintf(`
address: unlur@example.org
imap: {host: LocalHost, username: unlur, security: %[1]s}
smtp: {host: localhost, security: %[1]s}
store: {path: unlurbot.db}
`, security)
		cfg, err := loadText(t, file, environment{imapPasswordVariable: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int{cfg.IMAP.Port, cfg.SMTP.Port}; got != want {
			t.Errorf("%s: ports %v, want %v", security, got, want)
		}
	}
}

const example = "../../config.example.yaml"

// TestExample loads the file that operators start from.
func TestExample(t *testing.T) {
	want := &Config{
		Address: "unlur@example.org", PlusAddressing: true, Monthly: true, Language: "en", Club: Club{Net: true, Cups: true, Robots: true}, Operator: "club@example.org",
		RunBy: "the chess club of Girona, club@example.org",
		IMAP: IMAP{
			Host: "imap.example.org", Port: 993, Security: TLS, Username: "unlur@example.org", Auth: PasswordLogin,
			PasswordFile: "../../imap.password", Password: "imap secret",
			Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", PollInterval: time.Minute,
		},
		SMTP: SMTP{
			Host: "smtp.example.org", Port: 465, Security: TLS, Username: "unlur@example.org", Auth: PasswordLogin,
			PasswordFile: "../../smtp.password", Password: "smtp secret",
		},
		Store: Store{Path: "../../unlurbot.db", Cluster: Cluster{Lease: 10 * time.Second}},
		Keep:  Keep{Seen: 400 * day, GivenUp: 90 * day}, Backup: Backup{Every: day, Keep: 30}, Site: Site{Every: time.Hour},
		Trust: Trust{AuthservID: "mx.example.org"}, Limits: DefaultLimits, Log: Log{Format: "text", Level: "info"},
	}
	env := environment{imapPasswordVariable: "imap secret", smtpPasswordVariable: "smtp secret"}
	got, err := Load(example, env.get)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// keyLeftOut is a key of the example that is commented out: a # without a blank.
var keyLeftOut = regexp.MustCompile(`(?m)^( *)#([a-z_]+:)`)

// TestExampleComplete compares the keys of the example with the fields of
// Config, and wants a comment above each.
func TestExampleComplete(t *testing.T) {
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	text = keyLeftOut.ReplaceAll(text, []byte("$1$2"))
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var keys []string
	var walk func(n *yaml.Node, section string)
	walk = func(n *yaml.Node, section string) {
		if n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i < len(n.Content); i += 2 {
			name := n.Content[i]
			keys = append(keys, dotted(section, name.Value))
			if above := lines[max(0, name.Line-2)]; !strings.HasPrefix(strings.TrimSpace(above), "#") {
				t.Errorf("%s:%d: no comment above %s", example, name.Line, name.Value)
			}
			walk(n.Content[i+1], dotted(section, name.Value))
		}
	}
	walk(doc.Content[0], "")
	if diff := cmp.Diff(keysOf(reflect.TypeFor[Config](), ""), keys); diff != "" {
		t.Errorf("keys of Config (-) and of the example (+):\n%s", diff)
	}
}

// TestSuggestions covers what testdata/bad shows no case of.
func TestSuggestions(t *testing.T) {
	for _, c := range []struct{ section, name, want string }{
		{"smtp", "hots", "smtp.host"},
		{"smtp", "user", "smtp.username"},
		{"smtp", "mailbox", "imap.mailbox"},
		{"smtp", "passwd_file", "smtp.password_file"},
		{"imap", "address", "address"},
		{"imap", "tls", "imap.tls_ca"},
		{"imap", "x", ""},
		{"", "addrss", "address"},
		{"", "SMTP", "smtp"},
		{"", "database", ""},
	} {
		want := "is not a known key"
		if c.want != "" {
			want += "; did you mean " + c.want + "?"
		}
		if got := unknown(c.section, c.name); got != want {
			t.Errorf("%q %s, want %s", dotted(c.section, c.name), got, want)
		}
	}
}

// TestDistance checks the measure on pairs whose distance is plain to see, in
// both directions.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "port", 4}, {"port", "port", 0}, {"prot", "port", 1},
		{"pot", "port", 1}, {"post", "port", 1}, {"host", "port", 2}, {"imap", "smtp", 2},
	} {
		got := []int{Distance(c.a, c.b), Distance(c.b, c.a)}
		if !slices.Equal(got, []int{c.want, c.want}) {
			t.Errorf("distance of %q and %q: %v, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestNetworks shows what is ours unless the file says otherwise: nothing, but what
// is within Gmail.
func TestNetworks(t *testing.T) {
	for trust, want := range map[string][]netip.Prefix{
		"{}":                                         nil,
		"{authserv_id: mx.example.org}":              nil,
		"{authserv_id: mx.google.com}":               networks("2002:a00::/24"),
		"{authserv_id: MX.google.com}":               networks("2002:a00::/24"),
		"{authserv_id: mx.google.com, networks: []}": nil,
		"{authserv_id: mx.example.org, networks: [10.0.0.0/8, 127.0.0.1, \"::1\", \"fc00::/7\"]}": networks("10.0.0.0/8", "127.0.0.1/32", "::1/128", "fc00::/7"),
	} {
		file := fmt.Sprintf(`
address: unlur@example.org
imap: {host: imap.example.org, username: unlur}
smtp: {host: smtp.example.org}
store: {path: unlurbot.db}
trust: %s
`, trust)
		cfg, err := loadText(t, file, environment{imapPasswordVariable: "x"})
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(want, cfg.Trust.Networks, sameNetworks); diff != "" {
			t.Errorf("%s: %s", trust, diff)
		}
	}
}

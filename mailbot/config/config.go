// Package config reads the operator's configuration file, strictly: what it
// does not know it refuses, in one line that names the key and how to fix it,
// and no value from the file ever appears in such a line.
//
// It looks at nothing but the file, the files of secrets that it names and the
// environment. Whether the servers answer and the passwords are right is for
// the check command to find out, by using what Load returns. The commands of
// cmd/unlurbot that take --config call Load once, at their start, and run does once more whenever it is
// told to; the packages behind them get plain values and never see the file.
package config

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wneessen/go-mail"

	"unlurbot/mailbot/credential"
)

// Config is the whole file, with defaults filled in, relative paths resolved
// and passwords read.
type Config struct {
	Address string `yaml:"address"` // the bot's own mail address
	// PlusAddressing says that mail to the address with a + and more behind its
	// name arrives as well.
	PlusAddressing bool   `yaml:"plus_addressing"`
	Operator       string `yaml:"operator"` // who is told what the bot can't mend itself; empty for nobody
	Monthly        bool   `yaml:"monthly"`  // the operator is told of each month
	RunBy          string `yaml:"run_by"`   // whom mails name as who runs the bot; empty for nobody
	IMAP           IMAP   `yaml:"imap"`
	SMTP           SMTP   `yaml:"smtp"`
	// PrivateNetworks are those to whose servers a connection need not be encrypted.
	PrivateNetworks []netip.Prefix `yaml:"private_networks"`
	OAuth           OAuth          `yaml:"oauth"`
	Store           Store          `yaml:"store"`
	Keep            Keep           `yaml:"keep"`
	Backup          Backup         `yaml:"backup"`
	Site            Site           `yaml:"site"`
	Trust           Trust          `yaml:"trust"`
	Heartbeat       string         `yaml:"heartbeat"` // the URL that is asked for while all is well; empty for none
	Metrics         string         `yaml:"metrics"`   // host:port on loopback where metrics are served; empty for nowhere
	Log             Log            `yaml:"log"`
	Language        string         `yaml:"language"` // of mails to whom no other is known
	// UndoGrace is how much later the mail leaves that tells of a move, which can be
	// taken back until then without asking.
	UndoGrace time.Duration `yaml:"undo_grace" range:"0s..24h"`
	Club      Club          `yaml:"club"`
	Limits    Limits        `yaml:"limits"`
}

// IMAP is the mailbox in which the bot receives.
type IMAP struct {
	Host           string        `yaml:"host"`
	Port           int           `yaml:"port" range:"1..65535"`
	Security       Security      `yaml:"security"`
	TLSCA          string        `yaml:"tls_ca"`          // a file of issuers whose certificates are taken; empty for the system's
	TLSFingerprint Fingerprint   `yaml:"tls_fingerprint"` // of the one certificate that is taken; empty for any that is valid
	Username       string        `yaml:"username"`
	Auth           Auth          `yaml:"auth"`
	PasswordFile   string        `yaml:"password_file"`
	Mailbox        string        `yaml:"mailbox"`        // where mail arrives
	DoneMailbox    string        `yaml:"done_mailbox"`   // where mail goes once it is dealt with
	FailedMailbox  string        `yaml:"failed_mailbox"` // where mail goes on which the bot failed
	PollInterval   time.Duration `yaml:"poll_interval" range:"1s..1h"`

	Password string         `yaml:"-" of:"password_file"` // from PasswordFile or the environment; empty with OAuthLogin
	Roots    *x509.CertPool `yaml:"-" of:"tls_ca"`        // from TLSCA; nil without
}

// SMTP is the server through which the bot sends.
type SMTP struct {
	Host           string      `yaml:"host"`
	Port           int         `yaml:"port" range:"1..65535"`
	Security       Security    `yaml:"security"`
	TLSCA          string      `yaml:"tls_ca"` // as in IMAP
	TLSFingerprint Fingerprint `yaml:"tls_fingerprint"`
	Username       string      `yaml:"username"` // empty: no login
	Auth           Auth        `yaml:"auth"`
	PasswordFile   string      `yaml:"password_file"`
	DKIM           DKIM        `yaml:"dkim"`

	Password string         `yaml:"-" of:"password_file"` // from PasswordFile or the environment; empty without Username or with OAuthLogin
	Roots    *x509.CertPool `yaml:"-" of:"tls_ca"`        // from TLSCA; nil without
}

// DKIM is how the bot signs its mails (RFC 6376). Without a selector it does
// not.
type DKIM struct {
	Domain   string `yaml:"domain"`
	Selector string `yaml:"selector"`
	KeyFile  string `yaml:"key_file"`

	Key crypto.Signer `yaml:"-" of:"key_file"` // from KeyFile; nil without Selector
}

// Store is where the bot keeps its games.
type Store struct {
	Path    string  `yaml:"path"`
	Cluster Cluster `yaml:"cluster"`
}

// Keep is for how long things are kept that are needed for a time only.
type Keep struct {
	Done    time.Duration `yaml:"done" range:"0d..36500d"`     // mails in IMAP.DoneMailbox; 0 for ever
	Seen    time.Duration `yaml:"seen" range:"90d..36500d"`    // marks of mails that were dealt with
	GivenUp time.Duration `yaml:"given_up" range:"1d..36500d"` // mails that could not be sent
}

// Backup is what the bot does by itself to have backups.
type Backup struct {
	Dir   string        `yaml:"dir"` // where they go; empty for none
	Every time.Duration `yaml:"every" range:"1h..30d"`
	Keep  int           `yaml:"keep" range:"1..10000"` // how many
}

// Site is the public web site, which the bot can keep up to date by itself.
type Site struct {
	Dir   string        `yaml:"dir"` // where its files go; empty for none
	Every time.Duration `yaml:"every" range:"5m..30d"`
	Index bool          `yaml:"index"` // search engines may list it
}

// Trust says whose word about the sender of a mail counts.
type Trust struct {
	AuthservID    string `yaml:"authserv_id"`    // empty: nobody's
	BelowReceived bool   `yaml:"below_received"` // its field stands below its own Received line
	// Networks are those of the mail servers that bring the mail from there to the
	// mailbox. Whatever is in one of them is believed.
	Networks []netip.Prefix `yaml:"networks"`
	DKIM     bool           `yaml:"dkim"` // the bot checks signatures itself
}

// Gmail is the authserv_id of Gmail, which writes its field below its Received line.
const Gmail = "mx.google.com"

// GmailNetwork holds the addresses by which machines within Gmail go: private ones
// (10.0.0.0/8), in the form of RFC 3056.
var GmailNetwork = netip.MustParsePrefix("2002:a00::/24")

// Log is what the log may tell.
type Log struct {
	Format    string `yaml:"format"`    // one of LogFormats
	Level     string `yaml:"level"`     // one of LogLevels: nothing below it is told
	Addresses bool   `yaml:"addresses"` // of players, instead of a short hash of each
}

// Club is what the operator can choose of the rules of the club.
type Club struct {
	Net          bool   `yaml:"net"`            // whose time is up is away by itself, as long as there are days for it
	Cups         bool   `yaml:"cups"`           // there is always a small cup to join
	Ladder       bool   `yaml:"ladder"`         // there is a ladder to join
	Robots       bool   `yaml:"robots"`         // there are robots to play against
	FairPlayFile string `yaml:"fair_play_file"` // a text of the operator's about fair play; empty for ours

	FairPlay string `yaml:"-" of:"fair_play_file"` // that text
}

// Security is how a connection is protected.
type Security string

// The kinds of Security.
const (
	TLS      Security = "tls"      // from the first byte
	StartTLS Security = "starttls" // after a greeting in the clear
	None     Security = "none"     // not at all; on loopback and in private networks only
)

// A Fingerprint is the SHA-256 of a certificate in lower-case hexadecimal; empty for none.
type Fingerprint string

// How much of a file is read, in bytes. It keeps a name such as /dev/zero from
// filling the memory.
const (
	maxFile     = 1 << 20   // far more than any configuration needs
	maxPassword = 16 << 10  // room for a long token, and not for a file named by mistake
	maxKey      = 64 << 10  // room for any key that is allowed, with remarks around it
	maxToken    = 256 << 10 // far more than any provider's
	maxRoots    = 1 << 20   // far more than all that browsers trust
	maxFairPlay = 4 << 10   // room for two pages in a mail
)

// The sizes of RSA keys that every receiver takes (RFC 8301 section 3.2), but
// for those of less than 2048 bits, with which nobody should sign.
const (
	leastRSA = 2048
	mostRSA  = 4096
)

// Load reads the file and what it refers to. getenv is os.Getenv, or a test's
// own. Every error is an *Error; the first problem found is the one reported.
func Load(path string, getenv func(string) string) (*Config, error) {
	cfg, doc, err := load(path, getenv)
	if err != nil {
		return nil, err
	}
	if cfg.OAuth.TokenFile == "" {
		return cfg, nil
	}
	const key = "oauth.token_file"
	const toDo = "; run unlurbot login with this configuration, as the bot's user"
	if _, err := os.Stat(cfg.OAuth.TokenFile); errors.Is(err, fs.ErrNotExist) {
		return nil, doc.fail(key, "names a file that does not exist yet"+toDo)
	}
	// Without systemd's directory of credentials, where no token can be renewed.
	data, err := doc.secretFile(key, cfg.OAuth.TokenFile, maxToken, func(string) string { return "" })
	if err != nil {
		return nil, err
	}
	if _, err := credential.Parse(data); err != nil {
		return nil, doc.fail(key, "names a file without a token"+toDo)
	}
	return cfg, nil
}

// LoadForLogin is Load for who is about to write the token file. It fails if the
// configuration has no use for one.
func LoadForLogin(path string, getenv func(string) string) (*Config, error) {
	cfg, doc, err := load(path, getenv)
	if err != nil {
		return nil, err
	}
	if cfg.OAuth.Provider == "" {
		return nil, doc.fail("oauth", "is missing; with passwords nobody has to log in")
	}
	return cfg, nil
}

// load does everything but reading the token.
func load(path string, getenv func(string) string) (*Config, *document, error) {
	cfg, doc, err := read(path)
	if err != nil {
		return nil, nil, err
	}
	imap, smtp, o := &cfg.IMAP, &cfg.SMTP, &cfg.OAuth
	for _, read := range []func() error{
		func() error { return doc.roots(cfg) },
		func() error { return doc.fairPlay(&cfg.Club) },
		func() error { return doc.certificates(&cfg.Store.Cluster, getenv) },
	} {
		if err := read(); err != nil {
			return nil, nil, err
		}
	}
	for _, secret := range []struct {
		wanted                    bool
		key, file, variable, kind string
		into                      *string
	}{
		{imap.Auth == PasswordLogin, "imap.password_file", imap.PasswordFile, imapPasswordVariable, "password", &imap.Password},
		{smtp.Auth == PasswordLogin && smtp.Username != "", "smtp.password_file", smtp.PasswordFile, smtpPasswordVariable, "password", &smtp.Password},
		{o.ClientSecretFile != "" || o.Flow == Client || o.Provider == Google, "oauth.client_secret_file", o.ClientSecretFile, clientSecretVariable, "secret", &o.ClientSecret},
	} {
		if !secret.wanted {
			continue
		}
		if *secret.into, err = doc.password(secret.key, secret.file, secret.variable, secret.kind, getenv); err != nil {
			return nil, nil, err
		}
	}
	if smtp.DKIM.Selector == "" {
		return cfg, doc, nil
	}
	if smtp.DKIM.Key, err = doc.signingKey(smtp.DKIM.KeyFile, getenv); err != nil {
		return nil, nil, err
	}
	return cfg, doc, nil
}

// signingKey reads the key that mails are signed with.
func (d *document) signingKey(path string, getenv func(string) string) (crypto.Signer, error) {
	const key = "smtp.dkim.key_file"
	data, err := d.secretFile(key, path, maxKey, getenv)
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(data, []byte("-----BEGIN ")) {
		return nil, d.fail(key, "names a file that is not a PEM key; such a file begins with -----BEGIN PRIVATE KEY-----")
	}
	signer, err := mail.PrivKeyFromPEM(data)
	if err != nil {
		return nil, d.fail(key, "names a file without a usable private key: it must be RSA or Ed25519, in PKCS#8 or PKCS#1, without a passphrase")
	}
	if long, ok := signer.(*rsa.PrivateKey); ok && (long.N.BitLen() < leastRSA || long.N.BitLen() > mostRSA) {
		return nil, d.fail(key, "names an RSA key that is too short or too long: it must have from 2048 to 4096 bits")
	}
	return signer, nil
}

// roots reads the files of certificates. They are no secret, so anybody may be allowed to
// read them.
func (d *document) roots(cfg *Config) error {
	for _, ca := range []struct {
		key, file string
		into      **x509.CertPool
	}{
		{"imap.tls_ca", cfg.IMAP.TLSCA, &cfg.IMAP.Roots},
		{"smtp.tls_ca", cfg.SMTP.TLSCA, &cfg.SMTP.Roots},
		{"store.cluster.ca", cfg.Store.Cluster.CA, new(*x509.CertPool)}, // see Cluster.TLS
	} {
		if ca.file == "" {
			continue
		}
		var err error
		if *ca.into, err = readRoots(ca.file); errors.Is(err, errNoCertificate) {
			return d.fail(ca.key, "names a file without a certificate in PEM form; such a file begins with -----BEGIN CERTIFICATE-----")
		} else if err != nil {
			return d.fail(ca.key, "names a file that can't be read: "+reason(err))
		}
	}
	return nil
}

var errNoCertificate = errors.New("config: the file has no certificate")

// readRoots reads a file of certificates.
func readRoots(path string) (*x509.CertPool, error) {
	data, _, err := readFile(path, maxRoots)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(data) {
		return nil, errNoCertificate
	}
	return roots, nil
}

// fairPlay reads the operator's text about fair play.
func (d *document) fairPlay(c *Club) error {
	const key = "club.fair_play_file"
	if c.FairPlayFile == "" {
		return nil
	}
	data, _, err := readFile(c.FairPlayFile, maxFairPlay)
	switch {
	case errors.Is(err, errTooLarge):
		return d.fail(key, "names a file of more than 4096 bytes, which is too long for a mail")
	case err != nil:
		return d.fail(key, "names a file that can't be read: "+reason(err))
	case !utf8.Valid(data):
		return d.fail(key, "names a file that is no text in UTF-8")
	}
	c.FairPlay = strings.TrimSpace(string(data))
	if c.FairPlay == "" {
		return d.fail(key, "names an empty file")
	}
	return nil
}

// LoadStore is Load for those who need the store only: it does not look for
// passwords and keys, which they may not be allowed to read.
func LoadStore(path string) (*Store, error) {
	cfg, _, err := read(path)
	if err != nil {
		return nil, err
	}
	return &cfg.Store, nil
}

// LoadPublic is the same for those who need what the public may know, too: the bot's address, who
// runs it, the language, and how the web site is to be.
func LoadPublic(path string) (*Config, error) {
	cfg, _, err := read(path)
	return cfg, err
}

// LogFormats are the forms that a log can have, and LogLevels what it can begin with.
var (
	LogFormats = []string{"text", "json"}
	LogLevels  = []string{"debug", "info", "warn", "error"}
)

// Languages are the codes of those that language can name.
var Languages = []string{"en", "es", "ca", "fr"}

// defaults hold where the file says nothing and no other key matters.
var defaults = Config{
	PlusAddressing: true,
	Monthly:        true,
	Language:       Languages[0],
	Log:            Log{Format: LogFormats[0], Level: "info"},
	IMAP:           IMAP{Security: TLS, Auth: PasswordLogin, Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", PollInterval: time.Minute},
	SMTP:           SMTP{Security: TLS, Auth: PasswordLogin},
	Keep:           Keep{Seen: 400 * day, GivenUp: 90 * day},
	Store:          Store{Cluster: Cluster{Lease: 10 * time.Second}},
	Backup:         Backup{Every: day, Keep: 30},
	Site:           Site{Every: time.Hour},
	Club:           Club{Net: true, Cups: true, Robots: true},
	Limits:         DefaultLimits,
}

// read does everything but finding the passwords and keys.
func read(path string) (*Config, *document, error) {
	data, _, err := readFile(path, maxFile)
	if err != nil {
		text := "can't be read: " + reason(err)
		if errors.Is(err, fs.ErrNotExist) {
			text += ` ("unlurbot init" writes one)`
		}
		return nil, nil, &Error{File: path, Text: text}
	}
	all := defaults
	cfg := &all
	doc := &document{file: path, lines: map[string]int{}}
	root, err := doc.parse(data)
	if err != nil {
		return nil, nil, err
	}
	if err := doc.section(root, "", reflect.ValueOf(cfg).Elem()); err != nil {
		return nil, nil, err
	}
	cfg.OAuth.complete()
	for _, check := range []func(*Config) error{doc.check, doc.checkOAuth, doc.checkCluster} {
		if err := check(cfg); err != nil {
			return nil, nil, err
		}
	}

	// What depends on other keys.
	gmail := strings.EqualFold(cfg.Trust.AuthservID, Gmail)
	if _, set := doc.lines["trust.below_received"]; !set {
		cfg.Trust.BelowReceived = gmail
	}
	if _, set := doc.lines["trust.networks"]; !set && gmail {
		cfg.Trust.Networks = []netip.Prefix{GmailNetwork}
	}
	cfg.IMAP.Port = cmp.Or(cfg.IMAP.Port, map[Security]int{TLS: 993, StartTLS: 143, None: 143}[cfg.IMAP.Security])
	cfg.SMTP.Port = cmp.Or(cfg.SMTP.Port, map[Security]int{TLS: 465, StartTLS: 587, None: 25}[cfg.SMTP.Security])
	if cfg.SMTP.DKIM.Selector != "" && cfg.SMTP.DKIM.Domain == "" {
		_, cfg.SMTP.DKIM.Domain, _ = strings.Cut(cfg.Address, "@")
	}
	for _, file := range []*string{&cfg.IMAP.PasswordFile, &cfg.SMTP.PasswordFile, &cfg.IMAP.TLSCA, &cfg.SMTP.TLSCA, &cfg.SMTP.DKIM.KeyFile, &cfg.OAuth.ClientSecretFile, &cfg.OAuth.TokenFile, &cfg.Store.Path, &cfg.Store.Cluster.CA, &cfg.Store.Cluster.Cert, &cfg.Store.Cluster.Key, &cfg.Backup.Dir, &cfg.Site.Dir, &cfg.Club.FairPlayFile} {
		if *file != "" && !filepath.IsAbs(*file) {
			*file = filepath.Join(filepath.Dir(path), *file)
		}
	}
	return cfg, doc, nil
}

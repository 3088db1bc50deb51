package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/providers"
)

type initCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"The directory for the configuration and the password; made if missing."`
}

// Help is what kong shows below the line on the command.
func (*initCommand) Help() string {
	return "It needs a terminal. It asks for the bot's address, finds the servers (a table of providers, the DNS, autoconfig), asks for what is missing, " +
		"writes unlurbot.yaml and the files of secrets, and runs the check command, or login where the provider wants a token. It never overwrites a file."
}

// The files that init writes.
const (
	configFile   = "unlurbot.yaml"
	passwordFile = "imap.password"
	secretFile   = "oauth.secret"
	tokenFile    = "oauth.json"
)

// packaged is where the packages have the configuration; the bot can't write there.
const packaged = "/etc/unlurbot"

// Run asks everything before it writes anything.
func (c *initCommand) Run(p process) error {
	t, ok := p.terminal()
	if !ok {
		return refusal("init asks questions, so it needs a terminal; nothing was written. " +
			"Without one, copy config.example.yaml, fill it in, and run unlurbot check --config FILE")
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return refusal(err.Error())
	}
	if err := writable(dir); err != nil {
		return err
	}
	s, err := interview(p, t)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, configFile)
	if err := s.write(dir); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "\nWritten: %s\n", path)

	first, test := "check", (&checkCommand{Config: path}).Run
	if s.tokens {
		first, test = "login", (&loginCommand{Config: path}).Run
	}
	err = test(p)
	start := "unlurbot run --config " + path
	if dir == packaged {
		start = "systemctl enable --now unlurbot"
	}
	fmt.Fprintf(p.out, "\nNext:\n    %-50s  # again after each change, until all is ok\n    %-50s  # then write to %s\n    %-50s  # how the bot is\n",
		"unlurbot "+first+" --config "+path, start, s.address, "unlurbot status --config "+path)
	return err
}

// writable makes the directory, and refuses one that has any of the files already.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // the bot's user has to enter, whoever runs this
		return refusal(dir + " can't be used: " + err.Error())
	}
	for _, name := range []string{configFile, passwordFile, secretFile, tokenFile} {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			return refusal(dir + " has a " + name + " already, and init overwrites nothing; move it away, or name another directory")
		}
	}
	probe, err := os.CreateTemp(dir, ".unlurbot-init-")
	if err != nil {
		return refusal(dir + " can't be written: " + err.Error())
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// A setup is what the person has said and the provider is known for.
type setup struct {
	address, operator, runBy string
	at                       *providers.Provider
	user                     string // for IMAP
	sendUser                 string // for SMTP; empty for no login
	password                 string
	tokens                   bool   // instead of the password
	clientID, tenant, secret string // for tokens
}

func oneLine(a string) string {
	if config.IsOneLine(a) {
		return ""
	}
	return "Type one line of at most 100 characters."
}

// interview asks for what isn't known, and asks again for what can't be right.
func interview(p process, t *terminal) (*setup, error) {
	s := &setup{}
	if err := s.findServers(p, t); err != nil {
		return nil, err
	}
	usual := s.address
	if s.at.LocalUser {
		usual, _, _ = strings.Cut(s.address, "@")
	}
	var err error
	if s.user, err = t.ask("User name of the mailbox", usual, oneLine); err != nil {
		return nil, err
	}
	s.sendUser = s.user
	switch {
	case s.at.LocalUser:
		s.sendUser = s.address
	case !s.at.Known && config.IsLoopback(s.at.SMTP.Host):
		login, err := t.agrees("Does "+s.at.SMTP.Host+" want a login for sending?", "n")
		if err != nil {
			return nil, err
		}
		if !login {
			s.sendUser = ""
		}
	}
	if err := s.askSecrets(t); err != nil {
		return nil, err
	}
	if s.operator, err = t.ask("Your own address, for what the bot can't mend itself (Enter for none)", "", func(a string) string {
		switch {
		case a == "" || config.IsAddress(a) && !strings.EqualFold(a, s.address):
			return ""
		case strings.EqualFold(a, s.address):
			return "That is the bot's own; type a person's."
		}
		return "Type a plain mail address, such as club@example.org."
	}); err != nil {
		return nil, err
	}
	s.runBy, err = t.ask("Who runs the bot, for the end of its mails, such as the chess club of Girona (Enter for nobody)", "", oneLine)
	return s, err
}

// findServers asks for the address and settles its servers. What the DNS says is not proven, so the person has to agree.
func (s *setup) findServers(p process, t *terminal) error {
	for {
		var err error
		if s.address, err = t.ask("The bot's mail address, with a mailbox of its own", "", func(a string) string {
			if config.IsAddress(a) {
				return ""
			}
			return "Type a plain mail address, such as unlur@example.org."
		}); err != nil {
			return err
		}
		_, domain, _ := strings.Cut(s.address, "@")
		s.at, err = p.servers.Find(p.ctx, domain)
		switch {
		case p.ctx.Err() != nil:
			return errNoAnswer
		case err != nil:
			fmt.Fprintf(t.out, "  %s: %v.\n", domain, err)
		default:
			fmt.Fprintf(t.out, "  Found: %s\n    IMAP %s\n    SMTP %s\n", s.at.Name, described(s.at.IMAP), described(s.at.SMTP))
			good, err := t.agrees("Are these your servers? The password goes there.", "y")
			if good || err != nil {
				return err
			}
		}
		if named, err := s.nameServers(t); named || err != nil {
			return err
		}
	}
}

// nameServers asks for servers that nobody else knows. It is false for who wants to type another address.
func (s *setup) nameServers(t *terminal) (bool, error) {
	s.at = &providers.Provider{Name: "your own servers", Secret: "the password of the mailbox"}
	for _, one := range []struct {
		kind     string
		starttls int // the port at which it is usual
		into     *providers.Server
	}{{"IMAP", 143, &s.at.IMAP}, {"SMTP", 587, &s.at.SMTP}} {
		_, err := t.ask(one.kind+" server, as NAME or NAME:PORT (Enter for another address)", "", func(a string) (problem string) {
			*one.into, problem = serverOf(a, one.starttls)
			return problem
		})
		if err != nil || one.into.Host == "" {
			return false, err
		}
	}
	return true, nil
}

// described tells of a server to a person.
func described(s providers.Server) string {
	text := s.Host
	if s.Port != 0 {
		text += " port " + strconv.Itoa(s.Port)
	}
	return text + " (" + string(s.Security) + ")"
}

// serverOf reads a server that a person has typed. On this machine nothing is encrypted, as Debian sets
// Dovecot and Postfix up.
func serverOf(typed string, starttls int) (s providers.Server, problem string) {
	if typed == "" {
		return s, ""
	}
	s.Host, s.Security = typed, config.TLS
	if host, port, err := net.SplitHostPort(typed); err == nil {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return s, "A port is a number from 1 to 65535."
		}
		s.Host, s.Port = host, int(n)
	}
	switch {
	case !config.IsHost(s.Host):
		return s, "Type the name of a server, such as mail.example.org, or mail.example.org:993."
	case config.IsLoopback(s.Host):
		s.Security = config.None
	case s.Port == starttls:
		s.Security = config.StartTLS
	}
	return s, ""
}

// askSecrets asks for the password, or for the client that gets tokens.
func (s *setup) askSecrets(t *terminal) (err error) {
	s.tokens = s.at.Tokens != ""
	if s.tokens && s.at.Passwords {
		app, err := t.agrees("Log in with an app password? It is simpler than a token.", "y")
		if err != nil {
			return err
		}
		s.tokens = !app
	}
	if !s.tokens {
		fmt.Fprintf(t.out, "  Type %s.\n", s.at.Secret)
		s.password, err = t.secret("Password")
		if s.at.Tokens == config.Google { // it shows them in groups of four
			s.password = strings.ReplaceAll(s.password, " ", "")
		}
		return err
	}
	page := "docs/providers.md, " + s.at.Name
	fmt.Fprintf(t.out, "  %s wants a token, so the bot has to be registered there first: see %s.\n", s.at.Name, page)
	word := func(a string) string {
		if config.IsWord(a) {
			return ""
		}
		return "Type it as the provider shows it, without blanks; how to get one is in " + page + "."
	}
	if s.clientID, err = t.ask("ID of the client", "", word); err != nil {
		return err
	}
	if s.at.Tenant {
		if s.tenant, err = t.ask("Directory (tenant) ID", "", word); err != nil {
			return err
		}
	}
	if s.at.Tokens == config.Google {
		s.secret, err = t.secret("Secret of the client")
	}
	return err
}

// write writes all files, or none.
func (s *setup) write(dir string) (err error) {
	var written []string
	defer func() {
		if err != nil {
			for _, path := range written {
				err = errors.Join(err, os.Remove(path))
			}
		}
	}()
	for _, file := range []struct {
		name, content string
		mode          fs.FileMode
	}{
		{passwordFile, s.password, 0o600},
		{secretFile, s.secret, 0o600},
		{configFile, s.text(dir), 0o644}, // it has no secret, and the bot's user may be another
	} {
		if file.content == "" {
			continue
		}
		path := filepath.Join(dir, file.name)
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, file.mode)
		if err != nil {
			return refusal("can't be written: " + err.Error())
		}
		written = append(written, path)
		_, err = f.WriteString(strings.TrimSuffix(file.content, "\n") + "\n")
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return refusal("can't be written: " + err.Error())
		}
	}
	return nil
}

// text is the configuration: what differs from the defaults, and why.
func (s *setup) text(dir string) string {
	data := ""
	if dir == packaged {
		data = "/var/lib/unlurbot/"
	}
	noPlus := s.at.NoPlus || !config.HasRoom(s.address)
	judged := s.at.AuthservID != ""
	var b strings.Builder
	for _, part := range []struct {
		when bool
		text string
		args []any
	}{
		{true, "# Written by \"unlurbot init\" for %s.\n# config.example.yaml explains these keys and all others; those that are not here have their defaults.\n", []any{s.at.Name}},
		{true, "address: %q\n", []any{s.address}},
		{noPlus, "# Mail to %s may not arrive.\nplus_addressing: false\n", []any{strings.Replace(s.address, "@", "+TOKEN@", 1)}},
		{s.operator != "", "# Who is told what the bot can't mend itself.\noperator: %q\n", []any{s.operator}},
		{s.runBy != "", "# The last line of its mails.\nrun_by: %q\n", []any{s.runBy}},
		{true, "imap:\n%s", []any{s.section(s.at.IMAP, s.user)}},
		{true, "smtp:\n%s", []any{s.section(s.at.SMTP, s.sendUser)}},
		{s.tokens, "# \"unlurbot login\" gets the first token, and the bot renews it.\noauth:\n  provider: %s\n  client_id: %q\n  token_file: %s\n", []any{s.at.Tokens, s.clientID, data + tokenFile}},
		{s.tenant != "", "  tenant: %q\n", []any{s.tenant}},
		{s.secret != "", "  client_secret_file: %s\n", []any{secretFile}},
		{true, "# What must not be lost.\nstore:\n  path: %sunlurbot.db\n", []any{data}},
		{judged, "# Whose word about the sender of a mail counts.\ntrust:\n  authserv_id: %s\n", []any{s.at.AuthservID}},
		{s.at.DKIM, "# The provider doesn't say by name who checked a mail, so the bot checks signatures.\ntrust:\n  dkim: true\n", nil},
		{!judged && !s.at.DKIM, "# Send the bot a mail or two from elsewhere, and \"unlurbot check\" proposes what to write here.\n#trust:\n", nil},
		{s.at.MailsOut != 0, "# For the provider's limit: %s.\nlimits:\n  mails_out: %d\n", []any{s.at.Why, s.at.MailsOut}},
		{s.at.MailsPerDomain != 0, "  mails_out_per_domain: %d\n", []any{s.at.MailsPerDomain}},
	} {
		if part.when {
			fmt.Fprintf(&b, part.text, part.args...)
		}
	}
	return b.String()
}

// section is that of a server, with a user or without a login.
func (s *setup) section(at providers.Server, user string) string {
	text := fmt.Sprintf("  host: %q\n", at.Host)
	if at.Port != 0 {
		text += fmt.Sprintf("  port: %d\n", at.Port)
	}
	if at.Security != config.TLS {
		text += fmt.Sprintf("  security: %s\n", at.Security)
	}
	if s.at.CA != "" {
		text += fmt.Sprintf("  tls_ca: %s\n", s.at.CA)
	}
	switch {
	case user == "":
		return text
	case s.tokens:
		return text + fmt.Sprintf("  username: %q\n  auth: oauth\n", user)
	}
	return text + fmt.Sprintf("  username: %q\n  password_file: %s\n", user, passwordFile)
}

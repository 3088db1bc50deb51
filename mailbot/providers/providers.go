// Package providers knows which servers a mail address has: those of big providers by heart, as
// docs/providers.md has them, and others by asking the DNS and the web. Nothing it learns there is
// proven (the DNS is seldom signed), so a person has to agree before a password goes anywhere. Whether the
// servers answer is for the check command. The command init calls it.
package providers

import (
	"strings"

	"unlurbot/mailbot/config"
)

// A Server takes logins of the mailbox.
type Server struct {
	Host     string
	Port     int // 0: the default of Security
	Security config.Security
}

// A Provider is what the configuration needs to know about the place of a mailbox.
type Provider struct {
	Name    string   // the heading in docs/providers.md; for others, where it was found
	Known   bool     // it is in the table
	domains []string // of its own addresses
	mx      []string // what the servers end with that receive for its customers' domains

	IMAP, SMTP Server
	CA         string          // the file with the certificate of both; empty if a well-known issuer vouches for them
	Tokens     config.Provider // who gives them; empty if a password logs in
	Passwords  bool            // an app password logs in as well
	Tenant     bool            // each organisation has its own
	Secret     string          // what to type as the password

	AuthservID     string // see config.Trust
	DKIM           bool   // see config.Trust
	NoPlus         bool   // whether plus addresses arrive is not sure
	LocalUser      bool   // the user name for IMAP is the address without its domain
	MailsOut       int    // a day; 0 if nothing is known
	MailsPerDomain int    // a day; 0: the default
	Why            string // where these come from
}

const (
	appPassword   = "an app password, made in the settings of the account"
	plainPassword = "the password of the mailbox, or an app password with two-step verification"
)

// table has the facts of docs/providers.md. Gmail, Outlook.com and others with addresses of their own go by the
// domain; the domains of organisations go by who receives for them.
var table = []Provider{
	{
		Name: "Microsoft 365", mx: []string{".mail.protection.outlook.com", ".mx.microsoft"},
		IMAP: Server{Host: "outlook.office365.com"}, SMTP: Server{Host: "smtp.office365.com", Security: config.StartTLS},
		Tokens: config.Microsoft, Tenant: true, DKIM: true, MailsOut: 9000, Why: "10,000 recipients a day",
	},
	{
		Name: "Outlook.com", domains: []string{"outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.es", "outlook.fr", "hotmail.es", "hotmail.fr", "hotmail.co.uk", "live.co.uk"},
		IMAP: Server{Host: "outlook.office365.com"}, SMTP: Server{Host: "smtp-mail.outlook.com", Security: config.StartTLS},
		Tokens: config.Microsoft, DKIM: true, MailsOut: 250, MailsPerDomain: 250, Why: "free accounts: some 300 mails a day",
	},
	{
		Name: "Gmail", domains: []string{"gmail.com", "googlemail.com"},
		IMAP: Server{Host: "imap.gmail.com"}, SMTP: Server{Host: "smtp.gmail.com"}, Secret: appPassword,
		Tokens: config.Google, Passwords: true, AuthservID: config.Gmail, MailsOut: 450, Why: "500 mails a day",
	},
	{
		Name: "Google Workspace", mx: []string{".google.com", ".googlemail.com"},
		IMAP: Server{Host: "imap.gmail.com"}, SMTP: Server{Host: "smtp.gmail.com"}, Secret: appPassword,
		Tokens: config.Google, Passwords: true, AuthservID: config.Gmail, MailsOut: 1900, Why: "2,000 mails a day",
	},
	{
		Name: "Fastmail", domains: []string{"fastmail.com", "fastmail.fm"}, mx: []string{".messagingengine.com"},
		IMAP: Server{Host: "imap.fastmail.com"}, SMTP: Server{Host: "smtp.fastmail.com"}, Secret: appPassword,
		DKIM: true, MailsOut: 1000, Why: "to begin with; the plan says how many",
	},
	{
		Name: "Proton", domains: []string{"proton.me", "protonmail.com", "pm.me"}, mx: []string{".protonmail.ch"},
		IMAP: Server{Host: "127.0.0.1", Port: 1143, Security: config.StartTLS}, SMTP: Server{Host: "127.0.0.1", Port: 1025, Security: config.StartTLS}, CA: "bridge.pem",
		Secret: "the password that Proton Bridge on this machine shows, and export its certificate to bridge.pem beside the configuration", MailsOut: 500, Why: "to begin with; Proton names no number",
	},
	{
		Name: "Yahoo", domains: []string{"yahoo.com", "yahoo.es", "yahoo.fr", "yahoo.co.uk", "ymail.com"}, mx: []string{".yahoodns.net"},
		IMAP: Server{Host: "imap.mail.yahoo.com"}, SMTP: Server{Host: "smtp.mail.yahoo.com"}, Secret: appPassword,
		NoPlus: true, MailsOut: 450, Why: "500 a day for business mail; of the other nothing is known",
	},
	{
		Name: "iCloud", domains: []string{"icloud.com", "me.com", "mac.com"},
		IMAP: Server{Host: "imap.mail.me.com"}, SMTP: Server{Host: "smtp.mail.me.com", Security: config.StartTLS}, Secret: appPassword,
		NoPlus: true, LocalUser: true, MailsOut: 900, Why: "1,000 mails a day",
	},
	{
		Name: "GMX", domains: []string{"gmx.net", "gmx.de", "gmx.com", "gmx.at", "gmx.ch"},
		IMAP: Server{Host: "imap.gmx.net"}, SMTP: Server{Host: "mail.gmx.net"},
		Secret: plainPassword + "; IMAP has to be allowed in the settings", MailsOut: 100, Why: "to begin with; the number is not known",
	},
	{
		Name: "Migadu", mx: []string{".migadu.com"},
		IMAP: Server{Host: "imap.migadu.com"}, SMTP: Server{Host: "smtp.migadu.com"},
		Secret: plainPassword, MailsOut: 20, Why: "the smallest plan; others allow more",
	},
	{
		Name: "mailbox.org", domains: []string{"mailbox.org"}, mx: []string{".mailbox.org"},
		IMAP: Server{Host: "imap.mailbox.org"}, SMTP: Server{Host: "smtp.mailbox.org"},
		Secret: plainPassword, MailsOut: 200, Why: "to begin with; the number is not known",
	},
}

// byDomain finds who gives addresses in a domain; nil for nobody of the table.
func byDomain(domain string) *Provider {
	for _, p := range table {
		for _, d := range p.domains {
			if strings.EqualFold(d, domain) {
				return p.known()
			}
		}
	}
	return nil
}

// byMX finds who receives at a server; nil for nobody of the table.
func byMX(host string) *Provider {
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	for _, p := range table {
		for _, end := range p.mx {
			if strings.HasSuffix(host, end) {
				return p.known()
			}
		}
	}
	return nil
}

// known makes a row complete.
func (p Provider) known() *Provider {
	p.Known = true
	for _, s := range []*Server{&p.IMAP, &p.SMTP} {
		if s.Security == "" {
			s.Security = config.TLS
		}
	}
	return &p
}

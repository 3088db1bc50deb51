package config

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/oauth2/endpoints"

	"unlurbot/mailbot/credential"
)

// OAuth is where tokens come from, for servers with OAuthLogin. What the provider
// needs and the file doesn't say is filled in.
type OAuth struct {
	Provider         Provider `yaml:"provider"` // empty: there is no such server
	Flow             Flow     `yaml:"flow"`
	Tenant           string   `yaml:"tenant"` // whose accounts, at Microsoft
	ClientID         string   `yaml:"client_id"`
	ClientSecretFile string   `yaml:"client_secret_file"`
	TokenFile        string   `yaml:"token_file"` // empty with the flow Client
	TokenURL         string   `yaml:"token_url"`
	DeviceURL        string   `yaml:"device_url"`
	AuthURL          string   `yaml:"auth_url"`
	Scopes           []string `yaml:"scopes"`

	ClientSecret string `yaml:"-" of:"client_secret_file"` // from ClientSecretFile or the environment; may be empty
}

// Auth is how the bot logs in.
type Auth string

// The kinds of Auth.
const (
	PasswordLogin Auth = "password"
	OAuthLogin    Auth = "oauth" // with a token, see OAuth
)

// Provider is who gives tokens.
type Provider string

// The kinds of Provider.
const (
	Microsoft Provider = "microsoft"
	Google    Provider = "google"
	Other     Provider = "other" // whose addresses the file has
)

// Flow is how the first token is got.
type Flow string

// The kinds of Flow.
const (
	Device  Flow = "device"  // by a code that a person enters anywhere
	Browser Flow = "browser" // in a browser on this machine, or by its last address
	Client  Flow = "client"  // without a person: the client itself may use the mailbox
)

// anyTenant is the one of all accounts at Microsoft, those of Outlook.com included.
const anyTenant = "common"

// complete fills in what goes without saying.
func (o *OAuth) complete() {
	switch o.Provider {
	case Microsoft:
		o.Flow = cmp.Or(o.Flow, Device)
		if o.Flow != Client {
			o.Tenant = cmp.Or(o.Tenant, anyTenant)
		}
	case Google:
		o.Flow = cmp.Or(o.Flow, Browser)
	}
}

// Settings gives what a Source of tokens needs.
func (o *OAuth) Settings() credential.Settings {
	s := credential.Settings{
		TokenURL: o.TokenURL, DeviceURL: o.DeviceURL, AuthURL: o.AuthURL, Scopes: o.Scopes,
		ClientID: o.ClientID, ClientSecret: o.ClientSecret, TokenFile: o.TokenFile,
	}
	switch o.Provider {
	case Microsoft:
		at := endpoints.AzureAD(o.Tenant)
		s.TokenURL, s.DeviceURL, s.AuthURL = at.TokenURL, at.DeviceAuthURL, at.AuthURL
		s.Scopes = []string{"https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send", "offline_access"}
		if o.Flow == Client {
			s.Scopes = []string{"https://outlook.office365.com/.default"}
		}
	case Google:
		at := endpoints.Google
		s.TokenURL, s.DeviceURL, s.AuthURL = at.TokenURL, at.DeviceAuthURL, at.AuthURL
		s.Scopes = []string{"https://mail.google.com/"}
		// Without these there is a refresh token at the first login only, or none.
		s.AuthParams = []string{"access_type", "offline", "prompt", "consent"}
	}
	return s
}

// checkOAuth is check for logins with tokens.
func (d *document) checkOAuth(cfg *Config) error {
	const (
		unused       = "is of no use while neither imap.auth nor smtp.auth is oauth"
		missing      = "is missing; auth: oauth needs the block oauth with a provider, a client_id and a token_file"
		noPassword   = "is of no use with auth: oauth; leave it out"
		noUsername   = "is missing; with smtp.auth oauth it is the address of the mailbox"
		noFlow       = "is missing; it must be device, browser or client"
		googleFlow   = "must be browser for Google: its device flow gives no access to mail, and a client of its own has no mailbox there"
		badTenant    = "must be the directory (tenant) ID, such as 1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b, a domain of it, common, organizations or consumers"
		ownTenant    = "must be the directory (tenant) ID with flow client: the client belongs to one organisation"
		microsoft    = "is for provider microsoft only"
		other        = "is for provider other only; those of microsoft and google are known"
		badURL       = "must be an address that begins with https:// and has no user name, such as https://login.example.org/token"
		noURL        = "is missing; provider other needs token_url, and device_url for the flow device or auth_url for the flow browser"
		badClientID  = "must be the ID of the client as the provider shows it: printable ASCII without blanks"
		noTokenFile  = "is missing; name a file in a folder that the bot's user can write"
		tokenOfNoUse = "is of no use with flow client: its tokens are not kept"
	)
	o := cfg.OAuth
	inUse := cfg.IMAP.Auth == OAuthLogin || cfg.SMTP.Auth == OAuthLogin
	if _, set := d.lines["oauth"]; set && !inUse {
		return d.fail("oauth", unused)
	}
	for _, rule := range []struct {
		when, kept bool
		key, text  string
	}{
		{cfg.IMAP.Auth == OAuthLogin, cfg.IMAP.PasswordFile == "", "imap.password_file", noPassword},
		{cfg.SMTP.Auth == OAuthLogin, cfg.SMTP.PasswordFile == "", "smtp.password_file", noPassword},
		{cfg.SMTP.Auth == OAuthLogin, cfg.SMTP.Username != "", "smtp.username", noUsername},
		{inUse, o.Provider != "", "oauth.provider", missing},
		{inUse, o.ClientID != "", "oauth.client_id", missing},
		{inUse, IsWord(o.ClientID), "oauth.client_id", badClientID},
		{inUse, o.Flow != "", "oauth.flow", noFlow},
		{o.Provider == Google, o.Flow == Browser, "oauth.flow", googleFlow},
		{o.Provider == Microsoft && o.Flow == Client, o.Tenant != "" && !slices.Contains([]string{anyTenant, "organizations", "consumers"}, o.Tenant), "oauth.tenant", ownTenant},
		{o.Provider == Microsoft, len(o.Tenant) < longestName && tenantName.MatchString(o.Tenant), "oauth.tenant", badTenant},
		{o.Provider != Microsoft, o.Tenant == "", "oauth.tenant", microsoft},
		{o.Provider != Other, o.TokenURL == "", "oauth.token_url", other},
		{o.Provider != Other, o.DeviceURL == "", "oauth.device_url", other},
		{o.Provider != Other, o.AuthURL == "", "oauth.auth_url", other},
		{o.Provider != Other, len(o.Scopes) == 0, "oauth.scopes", other},
		{o.Provider == Other, o.TokenURL != "", "oauth.token_url", noURL},
		{o.Provider == Other && o.Flow == Device, o.DeviceURL != "", "oauth.device_url", noURL},
		{o.Provider == Other && o.Flow == Browser, o.AuthURL != "", "oauth.auth_url", noURL},
		{o.TokenURL != "", isEndpoint(o.TokenURL), "oauth.token_url", badURL},
		{o.DeviceURL != "", isEndpoint(o.DeviceURL), "oauth.device_url", badURL},
		{o.AuthURL != "", isEndpoint(o.AuthURL), "oauth.auth_url", badURL},
		{inUse && o.Flow != Client, o.TokenFile != "", "oauth.token_file", noTokenFile},
		{o.Flow == Client, o.TokenFile == "", "oauth.token_file", tokenOfNoUse},
	} {
		if rule.when && !rule.kept {
			return d.fail(rule.key, rule.text)
		}
	}
	return nil
}

// tenantName is an ID or a domain.
var tenantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

// IsWord tells what can be a name in a request.
func IsWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// isEndpoint accepts an address at which secrets are safe: over TLS, or on this machine.
func isEndpoint(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && u.User == nil && u.Fragment == "" && (u.Scheme == "https" || u.Scheme == "http" && IsLoopback(u.Hostname()))
}

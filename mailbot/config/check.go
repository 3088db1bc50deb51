package config

import (
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// check looks at what can be judged without the world outside: keys that must
// be there, values that make no sense, keys that don't go together.
func (d *document) check(cfg *Config) error {
	for _, key := range []string{"address", "imap.host", "imap.username", "smtp.host", "store.path"} {
		if _, set := d.lines[key]; !set {
			return d.fail(key, "is missing")
		}
	}
	const (
		badAddress = "must be a plain mail address, such as unlur@example.org"
		badLocal   = "must have at most 32 characters before the @, none of them a +: the bot adds a + and a token, unless plus_addressing is false"
		badPerson  = "must be the plain mail address of a person, not the bot's own"
		badRunBy   = "must be one line of at most 100 characters, such as the chess club of Girona"
		badHost    = "must be the name or IP address of a server and nothing else; a port has its own key"
		badNone    = "none is only for a server on this machine (localhost, 127.0.0.1, ::1) or in private_networks; use tls or starttls"
		badPrivate = "must be networks of private addresses, such as 10.1.2.0/24, 192.168.0.0/16 or fd00:1::/64: what is sent there is not encrypted"
		noTLS      = "is of no use with security none, which has no certificates"
		sameFolder = "must not be the folder of imap.mailbox, or every mail would be read again"
		mixedUp    = "must not be the folder of imap.done_mailbox, or failed mails would be mixed with processed ones"
		noUsername = "is of no use without smtp.username"
		noDKIM     = "is missing; smtp.dkim needs a selector and a key_file"
		badName    = "must be a domain name, such as example.org"
		unaligned  = "must be the domain of address or one above it: a signature by another domain vouches for nothing (DMARC, RFC 7489)"
		badLabel   = "must be one or more labels of letters, digits and hyphens, joined by dots, such as unlur2026"
		noServer   = "is of no use without trust.authserv_id"
		noBackups  = "needs backup.dir: mails are deleted only if a backup that the bot has made knows them"
		badBeat    = "must be a URL that begins with https:// or http:// and names a host"
		badMetrics = "must be an address and port of this machine, such as 127.0.0.1:9464: whoever reads it learns how many mails there are"
	)
	badFormat, badLevel := "must be one of "+strings.Join(LogFormats, ", "), "must be one of "+strings.Join(LogLevels, ", ")
	badLanguage := "must be one of " + strings.Join(Languages, ", ")
	sign := cfg.SMTP.DKIM
	_, own, _ := strings.Cut(cfg.Address, "@")
	for _, rule := range []struct {
		when, kept bool
		key, text  string
	}{
		{true, IsAddress(cfg.Address), "address", badAddress},
		{cfg.PlusAddressing, HasRoom(cfg.Address), "address", badLocal},
		{cfg.Operator != "", IsAddress(cfg.Operator) && !strings.EqualFold(cfg.Operator, cfg.Address), "operator", badPerson},
		{true, IsOneLine(cfg.RunBy), "run_by", badRunBy},
		{true, slices.Contains(Languages, cfg.Language), "language", badLanguage},
		{true, slices.Contains(LogFormats, cfg.Log.Format), "log.format", badFormat},
		{true, slices.Contains(LogLevels, cfg.Log.Level), "log.level", badLevel},
		{cfg.Keep.Done > 0, cfg.Backup.Dir != "", "keep.done", noBackups},
		{cfg.Heartbeat != "", isURL(cfg.Heartbeat), "heartbeat", badBeat},
		{cfg.Metrics != "", isLocalPort(cfg.Metrics), "metrics", badMetrics},
		{true, IsHost(cfg.IMAP.Host), "imap.host", badHost},
		{true, IsHost(cfg.SMTP.Host), "smtp.host", badHost},
		{true, !slices.ContainsFunc(cfg.PrivateNetworks, isPublic), "private_networks", badPrivate},
		{cfg.IMAP.Security == None, cfg.mayBePlain(cfg.IMAP.Host), "imap.security", badNone},
		{cfg.SMTP.Security == None, cfg.mayBePlain(cfg.SMTP.Host), "smtp.security", badNone},
		{cfg.IMAP.Security == None, cfg.IMAP.TLSCA == "", "imap.tls_ca", noTLS},
		{cfg.IMAP.Security == None, cfg.IMAP.TLSFingerprint == "", "imap.tls_fingerprint", noTLS},
		{cfg.SMTP.Security == None, cfg.SMTP.TLSCA == "", "smtp.tls_ca", noTLS},
		{cfg.SMTP.Security == None, cfg.SMTP.TLSFingerprint == "", "smtp.tls_fingerprint", noTLS},
		{true, !sameMailbox(cfg.IMAP.Mailbox, cfg.IMAP.DoneMailbox), "imap.done_mailbox", sameFolder},
		{true, !sameMailbox(cfg.IMAP.Mailbox, cfg.IMAP.FailedMailbox), "imap.failed_mailbox", sameFolder},
		{true, !sameMailbox(cfg.IMAP.DoneMailbox, cfg.IMAP.FailedMailbox), "imap.failed_mailbox", mixedUp},
		{cfg.SMTP.Username == "", cfg.SMTP.PasswordFile == "", "smtp.password_file", noUsername},
		{sign.Selector == "", sign.Domain+sign.KeyFile == "", "smtp.dkim.selector", noDKIM},
		{sign.Selector != "", areLabels(sign.Selector), "smtp.dkim.selector", badLabel},
		{sign.Selector != "", sign.KeyFile != "", "smtp.dkim.key_file", noDKIM},
		{sign.Domain != "", areLabels(sign.Domain) && strings.Contains(sign.Domain, "."), "smtp.dkim.domain", badName},
		{sign.Domain != "", strings.HasSuffix("."+strings.ToLower(own), "."+strings.ToLower(sign.Domain)), "smtp.dkim.domain", unaligned},
		{cfg.Trust.BelowReceived, cfg.Trust.AuthservID != "", "trust.below_received", noServer},
		{len(cfg.Trust.Networks) > 0, cfg.Trust.AuthservID != "", "trust.networks", noServer},
	} {
		if rule.when && !rule.kept {
			return d.fail(rule.key, rule.text)
		}
	}
	return nil
}

// IsAddress accepts an address without a display name, comments or quotes. It
// must be ASCII, for it goes into Message-IDs.
func IsAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return false
	}
	return isHostName(s[strings.LastIndexByte(s, '@')+1:])
}

// IsOneLine tells what can stand in a line of every mail: no control characters, line ends
// and what turns the direction of writing. As a regular expression it would take 4 MB.
func IsOneLine(s string) bool {
	isOther := func(r rune) bool { return !unicode.IsPrint(r) }
	return utf8.RuneCountInString(s) <= 100 && !strings.ContainsFunc(s, isOther)
}

// The longest name in the DNS and the longest label of one (RFC 1035 section 2.3.4). As counts in the expression below they would
// make each start of the program some milliseconds longer.
const (
	longestName  = 253
	longestLabel = 63
)

var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`)

// isHostName is wider than the rules for names in the DNS: an entry of /etc/hosts
// may have an underscore.
func isHostName(s string) bool {
	s = strings.TrimSuffix(s, ".")
	return len(s) <= longestName && hostName.MatchString(s)
}

// areLabels accepts what a DKIM signature may have for a domain and a selector
// (RFC 6376 section 3.1). Underscores are not in the rules but in use.
func areLabels(s string) bool {
	for one := range strings.SplitSeq(s, ".") {
		if len(one) > longestLabel || !hostName.MatchString(one) {
			return false
		}
	}
	return true
}

// IsHost accepts the name or IP address of a server, without a port.
func IsHost(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil || isHostName(s)
}

// mayBePlain tells whether a connection to a server may go without encryption, as far as its
// name tells: what that resolves to is looked at whenever the bot connects.
func (c *Config) mayBePlain(host string) bool {
	ip, err := netip.ParseAddr(host)
	if IsLoopback(host) || err != nil {
		return IsLoopback(host) || len(c.PrivateNetworks) > 0
	}
	return slices.ContainsFunc(c.PrivateNetworks, func(n netip.Prefix) bool { return n.Contains(ip.Unmap().WithZone("")) })
}

// private are the networks that nobody reaches from outside: RFC 1918, 3927, 4193, 4291 and 6598.
var private = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("127.0.0.0/8"),
	netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"), netip.MustParsePrefix("::1/128"),
}

// isPublic tells whether a network has addresses that are not private.
func isPublic(n netip.Prefix) bool {
	return !slices.ContainsFunc(private, func(p netip.Prefix) bool { return p.Contains(n.Addr()) && p.Bits() <= n.Bits() })
}

// IsLoopback says whether a server is on this machine. It tells from the name alone, for what a name
// resolves to can change after the start.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback()
}

// isLocalPort accepts host:port of a loopback address.
func isLocalPort(s string) bool {
	host, port, err := net.SplitHostPort(s)
	n, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil && n > 0 && IsLoopback(host)
}

func isURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != ""
}

// sameMailbox knows that of all mailboxes INBOX alone has no letter case.
func sameMailbox(a, b string) bool {
	return a == b || strings.EqualFold(a, "INBOX") && strings.EqualFold(b, "INBOX")
}

// HasRoom says whether a token fits into an address, as plus_addressing needs it: 64 characters
// may stand before the @ (RFC 5321 section 4.5.3.1.1), and the token has 31 and its +.
func HasRoom(address string) bool {
	local, _, ok := strings.Cut(address, "@")
	return ok && utf8.RuneCountInString(local) <= 32 && !strings.Contains(local, "+")
}

package imapbox

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/transport"
)

// The steps at which an Error can arise.
const (
	OpConnect  = "connect"
	OpTLS      = "tls"
	OpGreeting = "greeting"
	OpToken    = "token" // before the login, and not between us and the server
	OpLogin    = "login"
	OpCreate   = "create folder"
	OpLease    = "lease"
	OpSelect   = "select folder"
	OpList     = "list"
	OpFetch    = "fetch"
	OpFile     = "file"
	OpExpire   = "delete"
	OpWait     = "wait"
	OpLogout   = "logout"
)

// An Error says at which step the mailbox failed and why.
type Error struct {
	Op     string // one of the Op constants
	Server string // host:port
	Err    error

	security, mailbox string // what Advice speaks of
	withToken         bool   // not with a password
	folder            string // the folder in question
	key               string // the key of the configuration that names it
}

// Error implements error, for the log.
func (e *Error) Error() string { return fmt.Sprintf("imap %s: %s: %v", e.Server, e.Op, e.Err) }

// Unwrap gives the cause. It is an *imap.Error when the server refused.
func (e *Error) Unwrap() error { return e.Err }

// Refused tells whether the server answered no. Otherwise the connection
// failed, and has ended.
func (e *Error) Refused() bool { return isAnswer(e.Err) }

// Advice is one sentence for the operator: what to look at.
func (e *Error) Advice() string {
	if token := (*credential.Error)(nil); errors.As(e.Err, &token) {
		return token.Advice()
	}
	i := slices.IndexFunc(advices, func(a advice) bool {
		return (a.op == "" || a.op == e.Op) && (a.fits == nil || a.fits(e))
	})
	return strings.NewReplacer("SERVER", e.Server, "SECURITY", e.security, "MAILBOX", strconv.Quote(e.mailbox),
		"QUOTED", strconv.Quote(e.folder), "FOLDER", e.folder, "KEY", e.key).Replace(advices[i].say)
}

// An advice is for a step at which something has failed, and for a reason; if it names
// none, for all. Words in capitals stand for what the error knows.
type advice struct {
	op   string
	fits func(*Error) bool
	say  string
}

// advices has them all. The first one that fits is given, and the last one always does.
var advices = []advice{
	{"", (*Error).throttled, "The server at SERVER reports that a limit is reached (connections, requests or space); the bot will retry."},

	{OpConnect, because[*transport.OutsideError], "SERVER is at an address to which nothing goes unencrypted: use imap.security tls or starttls, or name its network in private_networks."},
	{OpConnect, because[*net.DNSError], "The name in SERVER can't be resolved: check imap.host and this machine's DNS."},
	{OpConnect, nil, "Nothing answers at SERVER: check imap.host, imap.port and any firewall."},

	{OpTLS, because[*transport.CertificateError], "The certificate of SERVER is not the one that imap.tls_fingerprint names: if you know that it was renewed, write the fingerprint above there; if not, somebody else may be answering."},
	{OpTLS, because[x509.HostnameError], "The certificate is for another name than SERVER: set imap.host to the name in the certificate."},
	{OpTLS, because[x509.UnknownAuthorityError], "This machine doesn't trust the issuer of the certificate of SERVER: name its root certificate, or its own if it signs itself, in imap.tls_ca; or check imap.host."},
	{OpTLS, because[tls.RecordHeaderError], "The server at SERVER does not speak TLS on this port: use imap.security starttls, or port 993."},
	{OpTLS, (*Error).Refused, "The server at SERVER does not offer STARTTLS: use imap.security tls, usually on port 993."},
	{OpTLS, nil, "No secure connection to SERVER: check imap.port and imap.security (now SECURITY)."},

	{OpGreeting, because[*imap.Error], "The server at SERVER refuses connections at the moment; see its reason above."},
	{OpGreeting, nil, "The server at SERVER does not greet like an IMAP server: it may be refusing this machine, or imap.port or imap.security (now SECURITY) is wrong."},

	{OpLogin, isIt(errLoginDisabled), "The server at SERVER accepts no password over this connection: use imap.security tls or starttls."},
	{OpToken, isIt(credential.ErrNoMechanism), "The server at SERVER takes no token here (XOAUTH2 or OAUTHBEARER): check imap.host, or use imap.auth password."},
	{OpLogin, func(e *Error) bool { return e.withToken && e.Refused() }, "The server at SERVER refuses the token: check that imap.username is the mailbox that was logged in, that its owner or administrator allows IMAP, and the permissions of the client; then run unlurbot login again."},
	{OpLogin, (*Error).Refused, "The server at SERVER refuses the login: check imap.username and the password; some providers require an app password."},
	{OpLogin, nil, "The connection to SERVER ended during the login; the bot will reconnect."},

	{OpFile, isIt(errCantMove), "The server at SERVER can't move mails, so processed mails stay in MAILBOX, marked as read."},
	{OpFile, (*Error).Refused, "The server at SERVER refuses to move processed mails out of MAILBOX: check its quota, and the rights on imap.done_mailbox and imap.failed_mailbox."},
	{OpExpire, isIt(errCantExpunge), "The server at SERVER can't delete single mails: delete old ones in MAILBOX by hand, and leave keep.done out."},
	{OpLease, isIt(ErrOtherBot), "Two bots in one mailbox would answer every mail twice, so this one stops. Stop the other one instead, or if it is gone for good, delete the mail in the folder QUOTED, and start this one again."},
	{OpCreate, func(e *Error) bool { return e.Refused() && e.key != "" }, "The folder QUOTED can't be created: create it by hand, or choose another KEY; some servers want all folders below INBOX, such as INBOX.FOLDER or INBOX/FOLDER."},
	{OpSelect, (*Error).Refused, "The folder QUOTED can't be opened: check imap.mailbox."},

	{"", nil, "The connection to SERVER was lost; the bot will reconnect."},
}

// because tells whether an error of a type is the reason, isIt whether this one is.
func because[T error](e *Error) bool {
	_, found := errors.AsType[T](e.Err)
	return found
}

func isIt(reason error) func(*Error) bool {
	return func(e *Error) bool { return errors.Is(e.Err, reason) }
}

var (
	errLoginDisabled = errors.New("the server has disabled password logins on this connection")

	// errCantMove is what CanFile says of a server that can't take single mails out of a
	// mailbox.
	errCantMove = errors.New("the server offers neither MOVE nor UIDPLUS")

	// errCantExpunge is for a server that can only delete all mails that anybody has marked.
	errCantExpunge = errors.New("the server can't expunge single mails (UIDPLUS)")
)

// isAnswer tells a refusal by the server from a connection that failed.
func isAnswer(err error) bool {
	var answer *imap.Error
	return errors.As(err, &answer) && answer.Type != imap.StatusResponseTypeBye
}

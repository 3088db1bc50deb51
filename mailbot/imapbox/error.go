package imapbox

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"

	"github.com/emersion/go-imap/v2"
)

// The steps at which an Error can arise.
const (
	OpConnect  = "connect"
	OpTLS      = "tls"
	OpGreeting = "greeting"
	OpLogin    = "login"
	OpCreate   = "create folder"
	OpLease    = "lease"
	OpSelect   = "select folder"
	OpList     = "list"
	OpFetch    = "fetch"
	OpFile     = "file"
	OpWait     = "wait"
	OpLogout   = "logout"
)

// An Error says at which step the mailbox failed and why.
type Error struct {
	Op     string // one of the Op constants
	Server string // host:port
	Err    error

	security, mailbox string // what Advice speaks of
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
	if e.throttled() {
		return "The server at " + e.Server + " says that a limit is reached, of connections, requests or space for mails; the bot tries again by itself."
	}
	switch e.Op {
	case OpConnect:
		if unknown := (*net.DNSError)(nil); errors.As(e.Err, &unknown) {
			return "The name in " + e.Server + " can't be looked up: check imap.host, and that this machine reaches a name server."
		}
		return "Nothing answers at " + e.Server + ": check imap.host and imap.port, and that this machine may connect there."
	case OpTLS:
		return e.adviceTLS()
	case OpGreeting:
		if answer := new(imap.Error); errors.As(e.Err, &answer) {
			return "The server at " + e.Server + " turns us away at the moment; the reason above is its own."
		}
		return "The server at " + e.Server + " does not greet like an IMAP server: either it turns this machine away, or imap.port or imap.security (now " + e.security + ") is wrong."
	case OpLogin:
		switch {
		case errors.Is(e.Err, errLoginDisabled):
			return "The server at " + e.Server + " takes no password over this connection: use imap.security tls or starttls."
		case e.Refused():
			return "The server at " + e.Server + " refuses the login: check imap.username and the password; some providers want a password made for this one program."
		}
		return "The connection to " + e.Server + " ended during the login; the bot dials again by itself."
	case OpCreate, OpSelect, OpLease, OpFile:
		if advice := e.adviceFolder(); advice != "" {
			return advice
		}
	}
	return "The connection to " + e.Server + " failed on the way; the bot dials again by itself."
}

// adviceFolder speaks of folders and of what the server can do with them; it is
// empty when the trouble is another one.
func (e *Error) adviceFolder() string {
	switch {
	case errors.Is(e.Err, errCantMove):
		return fmt.Sprintf("The server at %s can't move mails, so those that were read stay in %q, marked as read.", e.Server, e.mailbox)
	case errors.Is(e.Err, ErrOtherBot):
		return fmt.Sprintf("Two bots in one mailbox would answer every mail twice, so this one leaves it. Stop one of them; if the other one is gone for good, delete the mail in the folder %q and start this one again.", e.folder)
	case !e.Refused():
	case e.Op == OpCreate && e.key != "":
		return fmt.Sprintf("The folder %q can't be created: create it by hand, or choose another %s; some servers want all folders below INBOX, such as INBOX.%s or INBOX/%s.", e.folder, e.key, e.folder, e.folder)
	case e.Op == OpSelect:
		return fmt.Sprintf("The folder %q can't be opened: check imap.mailbox.", e.folder)
	}
	return ""
}

func (e *Error) adviceTLS() string {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var notTLS tls.RecordHeaderError
	switch {
	case errors.As(e.Err, &name):
		return "The certificate is for another name than " + e.Server + ": use the name that it was made for as imap.host."
	case errors.As(e.Err, &unknown):
		return "Nobody this machine trusts has signed the certificate of " + e.Server + ": install its root certificate, or check imap.host."
	case errors.As(e.Err, &notTLS):
		return "The server at " + e.Server + " does not speak TLS on this port: use imap.security starttls, or port 993."
	case e.Refused():
		return "The server at " + e.Server + " does not offer STARTTLS: use imap.security tls, usually on port 993."
	}
	return "No secure connection to " + e.Server + ": check imap.port and imap.security (now " + e.security + ")."
}

var (
	errLoginDisabled = errors.New("the server has disabled password logins on this connection")

	// errCantMove is what CanFile says of a server that can't take single mails out of a
	// mailbox.
	errCantMove = errors.New("the server offers neither MOVE nor UIDPLUS")
)

// isAnswer tells a refusal by the server from a connection that failed.
func isAnswer(err error) bool {
	var answer *imap.Error
	return errors.As(err, &answer) && answer.Type != imap.StatusResponseTypeBye
}

package imapbox

import (
	"context"
	"crypto/tls"
	"net"
	"time"

	"unlurbot/mailbot/credential"
)

// The values of Config.Security.
const (
	SecurityTLS      = "tls"      // TLS from the first byte, usually port 993
	SecurityStartTLS = "starttls" // TLS after a plain greeting, usually port 143
	SecurityNone     = "none"     // no encryption; the caller says by Dial where that may lead
)

const (
	defaultCommandTimeout = time.Minute
	defaultLogoutTimeout  = 2 * time.Second
)

// Config says which mailbox to open and how.
type Config struct {
	Host     string
	Port     int
	Security string // SecurityTLS, SecurityStartTLS or SecurityNone

	Username   string
	Credential credential.Source // what is secret of it appears in no error

	Mailbox       string // where mail arrives
	DoneMailbox   string // where File puts what is done; created when it is missing
	FailedMailbox string // where File puts what failed; created when it is first needed

	// Owner makes Dial take a lease, so that no two bots work in the mailbox:
	// STORE.INSTANCE, both of ASCII letters and digits. STORE is the same for one
	// store for ever, INSTANCE is new in each process. Empty: no lease.
	Owner        string
	LeaseMailbox string           // empty means the constant of this name, below INBOX if need be
	Now          func() time.Time // only to know when the lease must be renewed; may be nil without Owner

	Since          time.Time     // when set, List leaves out mails that arrived before this day
	MessageID      string        // when set, List leaves out mails whose id does not contain it
	Subject        string        // the same of the subject
	MaxSize        int64         // of larger mails only the header is fetched; 0 means no limit
	Overwrite      bool          // mails lie where those of the Fetch before the last one lay, which saves memory
	CommandTimeout time.Duration // longest wait for one answer; 0 means a minute
	LogoutTimeout  time.Duration // for giving back the lease and saying goodbye; 0 means 2 s
	TLS            *tls.Config   // nil means the system's roots and Host as the name

	// Dial connects to Host and Port; nil means (*net.Dialer).DialContext.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Folder is where a mail goes that no longer waits.
type Folder int

// The folders that File knows.
const (
	Done   Folder = iota // Config.DoneMailbox
	Failed               // Config.FailedMailbox
	folders
)

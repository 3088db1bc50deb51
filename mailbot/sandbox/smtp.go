package sandbox

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	maxRecipients = 100
	smtpTimeout   = 5 * time.Minute // RFC 5321, 4.5.3.2.7
)

func newSMTPServer(office *postOffice, cfg Config) *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &transaction{office: office, conn: c, log: cfg.Log, delivered: cfg.Delivered, tokens: cfg.Tokens}, nil
	}))
	s.Domain = cfg.Domain
	s.MaxMessageBytes = cfg.MaxSize
	s.MaxLineLength = int(cfg.MaxSize) // mails with endless lines do come; what to do with them is the reader's affair
	s.MaxRecipients = maxRecipients
	s.AllowInsecureAuth = true // nobody has a password that could be overheard
	s.EnableSMTPUTF8 = true
	s.ReadTimeout = smtpTimeout
	s.WriteTimeout = smtpTimeout
	s.ErrorLog = slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug)
	return s
}

// transaction is one SMTP connection and the mail that is being handed over.
type transaction struct {
	office *postOffice
	conn   *smtp.Conn
	log    *slog.Logger

	tokens    *Tokens
	delivered func(name, from string, mail []byte) // nil for nobody who wants to know

	from string
	to   []recipient
}

// recipient is an address as it was given and the mailbox that it means.
type recipient struct {
	name, addr string
}

var (
	errNotOurs = &smtp.SMTPError{
		Code:         550,
		EnhancedCode: smtp.EnhancedCode{5, 1, 2},
		Message:      "This sandbox sends no mail out; only its own domain has mailboxes",
	}
	errNoName = &smtp.SMTPError{
		Code:         550,
		EnhancedCode: smtp.EnhancedCode{5, 1, 1},
		Message:      "No such mailbox: the part before the @ is empty or too long",
	}
	errDelivery = &smtp.SMTPError{
		Code:         451,
		EnhancedCode: smtp.EnhancedCode{4, 3, 0},
		Message:      "The mail could not be stored",
	}
)

// Mail takes any sender: the sandbox vouches for whoever says who he is.
func (t *transaction) Mail(from string, _ *smtp.MailOptions) error {
	t.from = from
	return nil
}

// Rcpt takes every address of our domain.
func (t *transaction) Rcpt(to string, _ *smtp.RcptOptions) error {
	local, ours := t.office.split(to)
	if !ours {
		return errNotOurs
	}
	name, ok := nameOf(local)
	if !ok {
		return errNoName
	}
	if r := (recipient{name: name, addr: to}); !slices.Contains(t.to, r) {
		t.to = append(t.to, r)
	}
	return nil
}

// Data reads the mail and delivers it to everybody it is for.
func (t *transaction) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		// Not wrapped: go-smtp looks for its own error type to answer 552.
		return err
	}
	letter := open(raw)
	trace := trace{
		domain: t.office.domain,
		helo:   t.conn.Hostname(),
		peer:   hostOf(t.conn.Conn().RemoteAddr()),
		from:   t.from,
		at:     t.office.now(),
	}
	for _, to := range t.to {
		trace.id = fmt.Sprintf("%x.%d", t.office.epoch, t.office.deliveries.Add(1))
		if err := t.office.deliver(to.name, trace.stamp(letter, to.addr)); err != nil {
			t.log.Error("delivery failed", "to", to.addr, "err", err)
			return errDelivery
		}
		if t.delivered != nil {
			t.delivered(to.name, t.from, raw)
		}
		t.log.Debug("delivered", "id", trace.id, "from", t.from, "to", to.addr, "size", len(raw))
	}
	return nil
}

// Reset forgets the mail at hand.
func (t *transaction) Reset() { t.from, t.to = "", nil }

// Logout ends the connection; there is nothing to free.
func (t *transaction) Logout() error { return nil }

// AuthMechanisms are offered because many mail clients insist on a login.
func (t *transaction) AuthMechanisms() []string {
	return t.tokens.offered(sasl.Plain, sasl.Login)
}

// Auth takes any name and any password, where none is refused.
func (t *transaction) Auth(mech string) (sasl.Server, error) {
	if server := t.tokens.server(mech, func(string) error { return nil }, smtp.ErrAuthFailed); server != nil {
		return server, nil
	}
	switch mech {
	case sasl.Plain:
		return sasl.NewPlainServer(func(_, user, password string) error {
			if t.tokens.refuses(mech, user, password) {
				return smtp.ErrAuthFailed
			}
			return nil
		}), nil
	case sasl.Login:
		return &loginServer{}, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

// loginServer plays the LOGIN mechanism, which go-sasl has for clients only:
// it asks for a name and a password and is content with anything.
type loginServer struct {
	answers int
}

// Next implements sasl.Server. A nil response means that there was none yet.
func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if response != nil {
		l.answers++
	}
	switch l.answers {
	case 0:
		return []byte("Username:"), false, nil
	case 1:
		return []byte("Password:"), false, nil
	}
	return nil, true, nil
}

func hostOf(addr net.Addr) string {
	host, _, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.To4() == nil {
		return fmt.Sprintf("IPv6:%s", host) // RFC 5321, 4.1.3
	}
	return host
}

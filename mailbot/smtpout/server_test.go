package smtpout_test

import (
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"unlurbot/mailbot/testing/loopback"
)

// server is an SMTP server that does what a test wants of it. A nil hook
// agrees to everything. Hooks get the connection to be able to end it.
type server struct {
	onMail, onRcpt, onData, onReset func(*smtp.Conn) error
	password                        string // empty: no login is offered
	tls                             *tls.Config
	implicit                        bool // TLS from the first byte

	port int

	mu    sync.Mutex
	conns []*smtp.Conn
	mails []received
}

type received struct {
	from, to, mail string
	smtputf8       bool
}

// listen starts the server for the time of the test.
func (s *server) listen(t *testing.T) *server {
	t.Helper()
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.conns = append(s.conns, c)
		if s.password == "" {
			return &session{server: s, conn: c}, nil
		}
		return &authSession{session{server: s, conn: c}}, nil
	}))
	srv.Domain = "mail.test"
	srv.AllowInsecureAuth = true
	srv.EnableSMTPUTF8 = true
	srv.TLSConfig = s.tls
	srv.ErrorLog = log.New(io.Discard, "", 0)
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	if s.implicit {
		l = tls.NewListener(l, s.tls)
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = srv.Serve(l) })
	t.Cleanup(func() { srv.Close(); l.Close(); serving.Wait() })
	return s
}

// hangUp ends all connections.
func (s *server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.Conn().Close()
	}
}

// sessions is how many greetings were exchanged.
func (s *server) sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

// taken is what was accepted.
func (s *server) taken() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mails
}

type session struct {
	server *server
	conn   *smtp.Conn
	at     received
}

func (s *session) hook(f func(*smtp.Conn) error) error {
	if f == nil {
		return nil
	}
	return f(s.conn)
}

func (s *session) Mail(from string, opts *smtp.MailOptions) error {
	s.at = received{from: from, smtputf8: opts.UTF8}
	return s.hook(s.server.onMail)
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.at.to = to
	return s.hook(s.server.onRcpt)
}

func (s *session) Data(r io.Reader) error {
	mail, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.hook(s.server.onData); err != nil {
		return err
	}
	s.at.mail = string(mail)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails = append(s.server.mails, s.at)
	return nil
}

func (s *session) Reset()        { _ = s.hook(s.server.onReset) }
func (s *session) Logout() error { return nil }

type authSession struct{ session }

func (s *authSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *authSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, password string) error {
		if password != s.server.password {
			return &smtp.SMTPError{
				Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8},
				Message: "no, " + password + " is wrong",
			}
		}
		return nil
	}), nil
}

// says is a hook that answers with an error.
func says(code int, enhanced smtp.EnhancedCode, text string) func(*smtp.Conn) error {
	return func(*smtp.Conn) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
	}
}

// nth makes a hook act the nth time only, counted from 1.
func nth(n int, f func(*smtp.Conn) error) func(*smtp.Conn) error {
	var mu sync.Mutex
	calls := 0
	return func(c *smtp.Conn) error {
		mu.Lock()
		defer mu.Unlock()
		if calls++; calls == n {
			return f(c)
		}
		return nil
	}
}

func hangUp(c *smtp.Conn) error {
	c.Conn().Close()
	return errors.New("hung up")
}

package smtpout_test

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/mailbot/transport"
)

func TestConnectionFailures(t *testing.T) {
	says := func(words string) func(*testing.T) int {
		return func(t *testing.T) int { return chat(t, words) }
	}
	serves := func(password string) func(*testing.T) int {
		return func(t *testing.T) int {
			srv := (&server{password: password}).listen(t)
			t.Cleanup(func() {
				if n := len(srv.taken()); n != 0 {
					t.Errorf("%d mails were taken", n)
				}
			})
			return srv.port
		}
	}
	plain, guarded := serves(""), serves("other")
	secured := func(c *smtpout.Config) { c.Security = smtpout.SecurityTLS }
	login := func(c *smtpout.Config) { c.Username, c.Credential = "unlur", credential.Password("secret") }
	tests := []struct {
		name   string
		port   func(*testing.T) int
		change func(*smtpout.Config)
		step   string
		code   int
		hint   string
		silent bool // the server does not answer
	}{
		{"nobody there", func(*testing.T) int { return 1<<16 - 1 }, nil, smtpout.StepConnect, 0, "smtp.port", false},
		{"turned away", says("554 go away\r\n"), nil, smtpout.StepGreeting, 554, "refuses the connection", false},
		{"another protocol", says("* OK IMAP4rev1\r\n"), nil, smtpout.StepGreeting, 0, "smtp.port", false},
		{"TLS to a plain server", plain, secured, smtpout.StepTLS, 0, "starttls", false},
		{
			"no STARTTLS", plain,
			func(c *smtpout.Config) { c.Security = smtpout.SecurityStartTLS }, smtpout.StepTLS, 502, "does not offer STARTTLS", false,
		},
		{"no login offered", plain, login, smtpout.StepLogin, 0, "leave out smtp.username", false},
		{"login refused", guarded, login, smtpout.StepLogin, 535, "smtp.username", false},
		{"silent server", says(""), nil, smtpout.StepGreeting, 0, "smtp.port", true},
		{"silent handshake", says(""), secured, smtpout.StepTLS, 0, "smtp.security", true},
	}
	for _, test := range tests {
		t.Run(test.name, bubble(func(t *testing.T) {
			cfg := config(test.port(t))
			if test.change != nil {
				test.change(&cfg)
			}
			s := sender(t, cfg)
			for _, try := range []struct {
				call     func() error
				patience time.Duration
			}{
				{func() error { return s.Check(t.Context()) }, checking},
				{func() error { return s.Send(t.Context(), turn()) }, connecting},
			} {
				begun := time.Now()
				f := failed(t, try.call(), test.step, false, test.code)
				if test.silent {
					lasts(t, begun, try.patience)
				} else {
					lasts(t, begun, 0)
				}
				if !strings.Contains(f.Advice(), test.hint) {
					t.Errorf("advice on %v: %s", f, f.Advice())
				}
			}
		}))
	}
}

// chat is a server that says one thing and then nothing more.
func chat(t *testing.T, words string) (port int) {
	t.Helper()
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		var conns []net.Conn
		for {
			c, err := l.Accept()
			if err != nil {
				break
			}
			conns = append(conns, c)
			_, _ = c.Write([]byte(words))
		}
		for _, c := range conns {
			c.Close()
		}
	})
	t.Cleanup(func() { l.Close(); serving.Wait() })
	return l.Addr().(*net.TCPAddr).Port
}

// A name that nobody knows is another trouble than a server that is down.
func TestAdviceOnUnknownName(t *testing.T) {
	f := &smtpout.Failure{Step: smtpout.StepConnect, Err: &net.DNSError{Err: "no such host", Name: "smtp.example.org"}}
	if advice := f.Advice(); !strings.Contains(advice, "can't be resolved: check smtp.host") {
		t.Error(advice)
	}
}

func TestLoginOverTLS(t *testing.T) {
	web := httptest.NewTLSServer(nil) // for its certificate, which is for 127.0.0.1
	t.Cleanup(web.Close)
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	certificate := &tls.Config{Certificates: web.TLS.Certificates}

	for security, implicit := range map[string]bool{smtpout.SecurityTLS: true, smtpout.SecurityStartTLS: false} {
		t.Run(security, bubble(func(t *testing.T) {
			srv := (&server{password: "secret", tls: certificate, implicit: implicit}).listen(t)
			cfg := config(srv.port)
			cfg.Security, cfg.Username, cfg.Credential = security, "unlur", credential.Password("secret")
			cfg.TLS = &tls.Config{RootCAs: roots}
			s := sender(t, cfg)
			if err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			send(t, s)
			if n := len(srv.taken()); n != 1 {
				t.Errorf("%d mails were taken", n)
			}
			for hint, wrong := range map[string]*tls.Config{
				"root certificate": {RootCAs: x509.NewCertPool()},
				"renewed":          transport.TLS(nil, strings.Repeat("5a", 32)),
				"another name":     {RootCAs: roots, ServerName: "mail.example.net"},
			} {
				cfg.TLS = wrong
				f := failed(t, sender(t, cfg).Check(t.Context()), smtpout.StepTLS, false, 0)
				if !strings.Contains(f.Advice(), hint) {
					t.Errorf("advice on %v: %s", f, f.Advice())
				}
			}
		}))
	}
}

// Without encryption nothing is sent to where it may not go.
func TestPlainOutside(t *testing.T) {
	cfg := config(25)
	cfg.Host, cfg.Dial = "192.0.2.1", transport.Within(nil)
	f := failed(t, sender(t, cfg).Check(t.Context()), smtpout.StepConnect, false, 0)
	if !strings.Contains(f.Advice(), "private_networks") {
		t.Error(f.Advice())
	}
}

func TestPlainLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := (&server{password: "secret"}).listen(t)
		cfg := config(srv.port)
		cfg.Username, cfg.Credential = "unlur", credential.Password("secret")
		send(t, sender(t, cfg))
	})
}

package smtpout_test

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"unlurbot/mailbot/smtpout"
)

func TestConnectionFailures(t *testing.T) {
	plain := (&server{}).listen(t)
	guarded := (&server{password: "other"}).listen(t)
	t.Cleanup(func() {
		if n := len(plain.taken()) + len(guarded.taken()); n != 0 {
			t.Errorf("%d mails were taken", n)
		}
	})
	tests := []struct {
		name   string
		port   int
		change func(*smtpout.Config)
		step   string
		code   int
		hint   string
	}{
		{"nobody there", closedPort(t), nil, smtpout.StepConnect, 0, "smtp.port"},
		{"turned away", chat(t, "554 go away\r\n"), nil, smtpout.StepGreeting, 554, "turns us away"},
		{"another protocol", chat(t, "* OK IMAP4rev1\r\n"), nil, smtpout.StepGreeting, 0, "smtp.port"},
		{
			"TLS to a plain server", plain.port,
			func(c *smtpout.Config) { c.Security = smtpout.SecurityTLS }, smtpout.StepTLS, 0, "starttls",
		},
		{
			"no STARTTLS", plain.port,
			func(c *smtpout.Config) { c.Security = smtpout.SecurityStartTLS }, smtpout.StepTLS, 502, "does not offer STARTTLS",
		},
		{
			"no login offered", plain.port,
			func(c *smtpout.Config) { c.Username, c.Password = "unlur", "secret" }, smtpout.StepLogin, 0, "leave out smtp.username",
		},
		{
			"login refused", guarded.port,
			func(c *smtpout.Config) { c.Username, c.Password = "unlur", "secret" }, smtpout.StepLogin, 535, "smtp.username",
		},
		{
			"silent server", chat(t, ""),
			func(c *smtpout.Config) { c.Timeout = impatience }, smtpout.StepGreeting, 0, "smtp.port",
		},
		{
			"silent handshake", chat(t, ""),
			func(c *smtpout.Config) { c.Security, c.Timeout = smtpout.SecurityTLS, impatience }, smtpout.StepTLS, 0, "smtp.security",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cfg := config(test.port)
			if test.change != nil {
				test.change(&cfg)
			}
			s := sender(t, cfg)
			for _, err := range []error{s.Check(t.Context()), s.Send(t.Context(), turn())} {
				f := failed(t, err, test.step, false, test.code)
				if !strings.Contains(f.Advice(), test.hint) {
					t.Errorf("advice on %v: %s", f, f.Advice())
				}
			}
		})
	}
}

// chat is a server that says one thing and then nothing more.
func chat(t *testing.T, words string) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
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

func closedPort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// A name that nobody knows is another trouble than a server that is down.
func TestAdviceOnUnknownName(t *testing.T) {
	f := &smtpout.Failure{Step: smtpout.StepConnect, Err: &net.DNSError{Err: "no such host", Name: "smtp.example.org"}}
	if advice := f.Advice(); !strings.Contains(advice, "can't be looked up: check smtp.host") {
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
		t.Run(security, func(t *testing.T) {
			srv := (&server{password: "secret", tls: certificate, implicit: implicit}).listen(t)
			cfg := config(srv.port)
			cfg.Security, cfg.Username, cfg.Password = security, "unlur", "secret"
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
				"another name":     {RootCAs: roots, ServerName: "mail.example.net"},
			} {
				cfg.TLS = wrong
				f := failed(t, sender(t, cfg).Check(t.Context()), smtpout.StepTLS, false, 0)
				if !strings.Contains(f.Advice(), hint) {
					t.Errorf("advice on %v: %s", f, f.Advice())
				}
			}
		})
	}
}

func TestPlainLogin(t *testing.T) {
	srv := (&server{password: "secret"}).listen(t)
	cfg := config(srv.port)
	cfg.Username, cfg.Password = "unlur", "secret"
	send(t, sender(t, cfg))
}

package imapbox_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/mailbot/transport"
)

// certificate is one for 127.0.0.1, and what a client needs to trust it.
func certificate() (*tls.Config, *x509.CertPool) {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	return &tls.Config{Certificates: web.TLS.Certificates}, roots
}

// secured is an IMAP server with a certificate for 127.0.0.1, and what a
// client needs to trust it.
func secured(t *testing.T, implicit bool) (port int, trusted *x509.CertPool) {
	t.Helper()
	tlsConfig, roots := certificate()
	user := imapmemserver.NewUser("unlur@sandbox.test", "secret")
	if err := user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	mem := imapmemserver.New()
	mem.AddUser(user)
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
		Caps:      imap.CapSet{imap.CapIMAP4rev1: {}},
		TLSConfig: tlsConfig,
		Logger:    log.New(io.Discard, "", 0),
	})
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	if implicit {
		l = tls.NewListener(l, tlsConfig)
	}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }()
	t.Cleanup(func() { l.Close(); <-served; server.Close() })
	return port, roots
}

func TestTLS(t *testing.T) {
	for security, implicit := range map[string]bool{imapbox.SecurityTLS: true, imapbox.SecurityStartTLS: false} {
		t.Run(security, bubble(func(t *testing.T) {
			port, roots := secured(t, implicit)
			cfg := config(port)
			cfg.Security, cfg.TLS = security, &tls.Config{RootCAs: roots}
			b := dial(t, cfg)
			wantList(t, b)
			begun := time.Now()
			if err := b.Wait(t.Context(), nap); err != nil {
				t.Error(err)
			}
			lasts(t, begun, nap)

			for _, wrong := range []struct {
				cfg  *tls.Config
				hint string
			}{
				{&tls.Config{RootCAs: x509.NewCertPool()}, "root certificate"},
				{transport.TLS(nil, strings.Repeat("5a", 32)), "renewed"},
				{&tls.Config{RootCAs: roots, ServerName: "mail.example.net"}, "another name"},
			} {
				cfg.TLS = wrong.cfg
				_, err := imapbox.Dial(t.Context(), cfg)
				checkError(t, err, imapbox.OpTLS, nil)
				var failed *imapbox.Error
				if errors.As(err, &failed) && !strings.Contains(failed.Advice(), wrong.hint) {
					t.Errorf("advice on %v: %s", err, failed.Advice())
				}
			}
		}))
	}
}

// Servers differ in what they say of themselves, and when.
func TestLogins(t *testing.T) {
	silent := func(line string, _ <-chan struct{}) (string, bool) {
		if strings.Contains(line, " OK [CAPABILITY") {
			tag, _, _ := strings.Cut(line, " ")
			line = tag + " OK hello\r\n"
		}
		return line, false
	}
	for name, script := range map[string]script{
		"PLAIN in one line":      without(),
		"PLAIN in two lines":     without("SASL-IR"),
		"capabilities on asking": silent,
		"LOGIN": func(line string, over <-chan struct{}) (string, bool) {
			return silent(strings.Replace(line, " AUTH=PLAIN", "", 1), over)
		},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), script)))
			if err := b.CanFile(); err != nil {
				t.Errorf("the Box did not ask again after the login: %v", err)
			}
			deliver(t, s, "C4")
			wantList(t, b, 1)
		}))
	}
}

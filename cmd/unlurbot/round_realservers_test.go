//go:build realservers

package main

import (
	"path/filepath"
	"testing"

	"unlurbot/mailbot/testing/realservers"
)

// The same law with servers that somebody else has written. They tell of a mail
// half a second after it has come, so the correspondences are short.
func TestNothingLostNothingTwiceOnRealServers(t *testing.T) {
	c := meet(t, realCarrier, pairs, 2)
	for _, d := range []struct {
		name    string
		disturb func(*testing.T, *circle)
	}{
		{"killed at any moment", killedAtAnyMoment},
		{"killed at each point", killedAtEachPoint},
		{"on bad networks", realBadNetworks},
	} {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel() // most of the time all of them wait
			d.disturb(t, c)
		})
	}
}

// realCarrier starts Dovecot and Postfix.
func realCarrier(t testing.TB) carrier {
	t.Helper()
	c, _ := realServers(t)
	return c
}

func realServers(t testing.TB) (carrier, *realservers.Servers) {
	t.Helper()
	s := realservers.Start(t)
	return carrier{
		smtpAddr: s.SMTPAddr, imapAddr: s.IMAPAddr, domain: s.Domain, password: realservers.Password,
		configure: func(t testing.TB) (string, []string) { return realConfig(t, s, "tls") },
	}, s
}

// realBadNetworks puts bad networks before both servers.
func realBadNetworks(t *testing.T, c *circle) {
	onBadNetworks(t, c, func(w *weather) carrier {
		servers, s := realServers(t)
		servers.configure = func(t testing.TB) (string, []string) {
			imap, smtp := w.proxy(t, s.IMAPSAddr, 0), w.proxy(t, s.SMTPSAddr, 1)
			file := filepath.Join(t.TempDir(), "unlurbot.yaml")
			writeConfig(t, file, s.Domain, "tls", imap, smtp)
			return file, []string{"SSL_CERT_FILE=" + s.CAFile}
		}
		return servers
	})
}

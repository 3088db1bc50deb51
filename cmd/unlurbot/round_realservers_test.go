//go:build realservers

package main

import (
	"testing"

	"unlurbot/mailbot/realservers"
)

// The same law with servers that somebody else has written. They tell of a mail
// half a second after it has come, so the correspondences are short.
func TestNothingLostNothingTwiceOnRealServers(t *testing.T) {
	c := meet(t, realCarrier, 12, 2)
	for _, d := range []struct {
		name    string
		disturb func(*testing.T, *circle)
	}{
		{"killed at any moment", killedAtAnyMoment},
		{"killed at each point", killedAtEachPoint},
		{"stopped at any moment", stoppedAtAnyMoment},
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
	s := realservers.Start(t)
	return carrier{
		smtpAddr: s.SMTPAddr, imapAddr: s.IMAPAddr, domain: s.Domain, password: realservers.Password,
		configure: func(t testing.TB) (string, []string) { return realConfig(t, s, "tls") },
	}
}

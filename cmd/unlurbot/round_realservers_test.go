//go:build realservers

package main

import (
	"testing"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/realservers"
)

// The same law with servers that somebody else has written. They tell of a mail
// half a second after it has come, so the correspondences are short.
func TestNothingLostNothingTwiceOnRealServers(t *testing.T) {
	c := meet(t, realServers, pairs, 2)
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

// realServers starts Dovecot and Postfix.
func realServers(t testing.TB) livebot.Servers {
	t.Helper()
	return livebot.Real(t, realservers.Start(t), "tls")
}

// realBadNetworks puts bad networks before both servers.
func realBadNetworks(t *testing.T, c *circle) {
	onBadNetworks(t, c, func(w *weather) livebot.Servers {
		servers := realServers(t)
		servers.IMAP.Addr = w.proxy(t, servers.IMAP.Addr, 0)
		servers.SMTP.Addr = w.proxy(t, servers.SMTP.Addr, 1)
		return servers
	})
}

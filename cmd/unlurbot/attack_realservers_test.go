//go:build realservers

package main

import (
	"sync"
	"testing"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/realservers"
)

// The attacks through Postfix and Dovecot in which a server has a part: it writes fields of its own, it sends back, it
// takes a mail or not. What lies in a token alone is the same behind any server. Nothing vouches for anybody
// there, as with an operator who has set no trust.
func TestAttacksOnRealServers(t *testing.T) {
	// Most of the time is Dovecot waiting half a second before it tells of a mail, so
	// all go on at once, however few processors there are.
	var all sync.WaitGroup
	for name, attack := range map[string]func(*target){
		"spoofing":           spoofing,
		"replay":             bringingAgain,
		"copies":             copied,
		"forged copies":      forgedCopy,
		"reflection":         reflection,
		"invitation bombing": invitationBombing,
		"loops":              loops,
		"bombs":              bombs,
	} {
		all.Go(func() {
			t.Run(name, func(t *testing.T) {
				attack(newTarget(t, livebot.Real(t, realservers.Start(t), "none")))
			})
		})
	}
	all.Wait()
}

//go:build realservers

package main

import (
	"sync"
	"testing"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/realservers"
)

// The same attacks through Postfix and Dovecot. Nothing vouches for anybody there,
// as with an operator who has set no trust.
func TestAttacksOnRealServers(t *testing.T) {
	// Most of the time is Dovecot waiting half a second before it tells of a mail, so
	// all go on at once, however few processors there are.
	var all sync.WaitGroup
	for name, attack := range map[string]func(*target){
		"spoofing":           spoofing,
		"replay":             bringingAgain,
		"token guessing":     func(s *target) { guessing(s, 100) },
		"another game":       crossGame,
		"another seat":       crossSeat,
		"another purpose":    crossPurpose,
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

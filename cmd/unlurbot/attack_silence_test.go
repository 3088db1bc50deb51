package main

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// Mal and Vic, who play with each other, make the bot write as much as they can. The
// game of Ana and Bo goes on as if they weren't there, and strangers find the door open.
func TestSilence(t *testing.T) {
	t.Parallel()
	silence(newTarget(t, livebot.Sandbox(t).Limited("mails_out: 450")))
}

func silence(s *target) {
	s.try("two mailboxes use up the day", func() {
		s.atNoon()
		s.begin("mal", "vic", 2)
		everything := "games\r\nhelp\r\nrules\r\nseeks\r\nstandings\r\nhistory #2\r\npreview C4 #2\r\nresults\r\nprofile"
		for i := range 100 {
			s.post(note{from: []string{"mal", "vic"}[i%2], body: fmt.Sprintf("%s\r\nsay #2 %d", everything, i)})
		}
		s.quiet()
		for ply, move := range strings.Fields("C4 D5 E6 C5 D6 E5") {
			writes, reads := []string{"ana", "bo"}[ply%2], []string{"bo", "ana"}[ply%2]
			s.forget()
			s.send(note{from: writes, body: "#1 " + move})
			if got := s.last(reads, "turn").Header.Get("X-Unlur-Ply"); got != fmt.Sprint(ply+1) {
				s.T.Errorf("after %s %s reads of ply %s", move, reads, got)
			}
			s.played = strings.TrimSpace(s.played + " " + move)
		}
	})
	s.try("strangers come all the same", func() {
		s.forget()
		s.send(note{from: "cem", body: "challenge " + s.at("ana")})
		s.last("ana", "invite")
	})
}

// Mails that somebody forges in the names of many addresses shut the door to nobody for
// whom the server vouches.
func TestForgedNewcomers(t *testing.T) {
	t.Parallel()
	forgedNewcomers(newTarget(t, livebot.Sandbox(t).Limited("unproven_answers_in_all: 100")))
}

func forgedNewcomers(s *target) {
	s.try("520 forged mails", func() {
		s.atNoon()
		for i := range 520 {
			s.post(note{sender: "mal", author: fmt.Sprintf("nobody%d@example%d.org", i, i), body: "challenge " + s.at("vic")})
		}
		s.quiet()
		s.forget()
		s.send(note{from: "vic", body: "challenge " + s.at("ana")})
		s.receive("ana: invite, vic: challenged")
	})
	s.stillPlays()
}

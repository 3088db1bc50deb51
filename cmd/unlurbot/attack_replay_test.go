package main

import (
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// Mal has mails that Ana wrote, and brings them to the bot again.
func TestReplay(t *testing.T) {
	t.Parallel()
	bringingAgain(newTarget(t, livebot.Sandbox(t)))
}

func bringingAgain(s *target) {
	move := note{from: "ana", answers: s.turn, body: "C4"}
	wrote := s.write(move)
	s.deliver(move, wrote)
	s.quiet()
	s.receive("ana: moved, bo: turn")
	s.played = "C4"
	s.bringAgain(move, wrote)
	s.try("a mail to somebody else", func() {
		s.send(note{from: "ana", to: s.at("unlur"), extra: "To: " + s.at("vic") + "\r\n", body: "resign"})
		s.receive("ana: confirm")
	})
	s.try("an answer that was good once", s.confirmAgain)
	s.played += " D5"
	s.send(note{from: "bo", answers: s.latest["bo"], body: "D5"})
	s.receive("ana: turn, bo: moved")
	s.bringAgain(move, wrote)
	s.send(note{from: "ana", answers: s.latest["ana"], body: "resign"})
	s.receive("ana: over, bo: over")
	s.expect(1, "finished C4 D5 resign")
	s.deliver(note{from: "mal", answers: s.turn}, strings.Replace(wrote, "Message-ID: <", "Message-ID: <late.", 1))
	s.quiet()
	s.receive("ana: refused")
	s.expect(1, "finished C4 D5 resign")
}

// bringAgain brings a mail with Ana's first move again, as it was and otherwise.
func (s *target) bringAgain(move note, wrote string) {
	move.sender = "mal"
	for _, again := range []struct{ name, old, new, want string }{
		{"the same mail", "", "", ""},
		{"with more Received lines", "From: ", "Received: from a.test ([192.0.2.1]) by b.test; Fri, 20 Nov 2026 12:00:00 +0000\r\nFrom: ", ""},
		{"with other line ends", "\r\n", "\n", ""},
		{"under another id", "Message-ID: <", "Message-ID: <" + s.played + ".", "ana: stale"},
		{"with another move", "\r\n\r\nC4", "\r\n\r\nE5\r\n\r\nSee " + s.played, "ana: stale"},
		{"in parts", "\r\n\r\nC4", "\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nresign\r\n\r\nSee " + s.played + "\r\n--b--", "ana: stale"},
	} {
		s.try(again.name, func() {
			s.deliver(move, strings.ReplaceAll(wrote, again.old, again.new))
			s.quiet()
			s.receive(again.want)
		})
	}
}

// confirmAgain brings the "yes" again with which Ana has confirmed something.
func (s *target) confirmAgain() {
	s.send(note{sender: "mal", author: s.at("ana"), body: "say Hello, Bo!"})
	s.receive("ana: confirm")
	yes := note{from: "ana", answers: s.latest["ana"], body: "yes"}
	wrote := s.write(yes)
	s.deliver(yes, wrote)
	s.quiet()
	s.receive("ana: said, bo: message")
	yes.sender = "mal"
	s.deliver(yes, strings.Replace(wrote, "Message-ID: <", "Message-ID: <again.", 1))
	s.quiet()
	s.receive("ana: problem")
}

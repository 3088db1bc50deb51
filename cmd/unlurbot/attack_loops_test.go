package main

import (
	"fmt"
	"testing"

	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/testing/livebot"
)

// Mal sets the bot upon itself and upon others who answer everything.
func TestLoops(t *testing.T) {
	t.Parallel()
	loops(newTarget(t, livebot.Sandbox(t)))
}

func loops(s *target) {
	s.try("from the bot to the bot", func() {
		for _, body := range []string{"help", "challenge " + s.at("vic"), "challenge " + s.at("unlur"), "yes", ""} {
			s.post(note{sender: "mal", author: s.at("unlur"), body: body})
			s.post(note{sender: "unlur", author: "Unlur <" + s.at("unlur") + ">", body: body})
			s.post(note{sender: "mal", author: s.turn.ReplyTo(), body: body})
		}
		s.quiet()
		s.receive("")
	})
	s.try("the bot's own mail brought back", func() {
		for _, to := range []string{s.at("unlur"), s.turn.ReplyTo(), addressIn(s.turn, "Return-Path")} {
			for _, sender := range []string{"mal", "ana", "<>"} {
				s.deliver(note{from: sender, sender: sender, to: to}, s.turn.Raw)
			}
		}
		s.quiet()
		s.receive("")
	})
	s.try("a program that answers everything and hides it", func() {
		s.mirrored("ana", func(l *correspondent.Letter) note {
			return note{from: "ana", answers: l, body: "Thank you for your mail!\r\n\r\n" + l.Text}
		})
	})
	s.try("one whose words are a command", func() {
		s.mirrored("bo", func(l *correspondent.Letter) note { return note{from: "bo", answers: l, body: "help"} })
	})
	s.try("one that is nobody's", func() {
		s.mirrored("vic", func(l *correspondent.Letter) note {
			return note{sender: "mal", author: s.at("vic"), answers: l, body: "help"}
		})
	})
	s.try("lists and programs", func() {
		for i, sign := range []string{
			"Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example.org>", "X-Auto-Response-Suppress: All",
			"X-Loop: " + s.at("unlur"), "X-Autoreply: yes", "Feedback-ID: x",
		} {
			s.post(note{sender: "mal", author: fmt.Sprintf("vic+%d@%s", i, s.Servers.Domain), extra: sign + "\r\n", body: "help"})
		}
		s.post(note{sender: "<>", author: s.at("vic"), body: "help"})
		s.quiet()
		s.receive("")
	})
	s.stillPlays()
}

// mirrored lets somebody's program answer a mail of the bot and everything that
// comes of it. Two mails that Mal has written set it going, and three more come.
func (s *target) mirrored(name string, answer func(*correspondent.Letter) note) {
	s.T.Helper()
	s.send(note{from: name, sender: "mal", body: "show me the rules, please"})
	s.send(note{from: name, sender: "mal", body: "help"})
	came := 0
	for letters := s.got(name); len(letters) > 0; letters = s.got(name) {
		s.forget()
		for _, l := range letters {
			came++
			if came > 10 {
				s.T.Fatalf("%s gets mails for ever, the last one about %q", name, l.Subject)
			}
			s.send(answer(l))
		}
	}
	if came > 2+3 {
		s.T.Errorf("%s has got %d mails", name, came)
	}
}

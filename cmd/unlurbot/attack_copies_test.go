package main

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/testing/livebot"
)

// Ana answers with a copy to Bo and Mal, as people do, and her mail holds no move:
// so both have the address with her token while it is still good.
func TestTokenInACopy(t *testing.T) {
	t.Parallel()
	copied(newTarget(t, livebot.Sandbox(t)))
}

func copied(s *target) {
	s.send(note{from: "ana", answers: s.turn, extra: "To: " + s.turn.ReplyTo() + "\r\nCc: " + s.at("bo") + ", " + s.at("mal") + "\r\n", body: "say Which one should I take, Bo?"})
	s.receive("ana: said, bo: message")
	for _, use := range []struct {
		name string
		note note
		want string
	}{
		{"Bo answers all, in thanks", note{from: "bo", body: "That is up to you!"}, "bo: problem"},
		{"Bo puts her stone", note{from: "bo", body: "C4"}, s.doubt("bo", "refused")},
		{"Mal puts her stone", note{from: "mal", body: "C4"}, "ana: confirm"},
		{"Mal resigns for her", note{from: "mal", body: "resign"}, "ana: confirm"},
		{"Mal looks at her board", note{from: "mal", body: "show"}, "ana: refused"},
		{"Mal lists her games", note{from: "mal", body: "games\r\nhistory"}, "ana: refused"},
		{"Mal takes her name", note{from: "mal", body: "name Mal"}, "ana: confirm"},
		{"Mal answers as a list does", note{from: "mal", extra: "List-Id: <x.test>\r\n", body: "C4"}, ""},
	} {
		s.try(use.name, func() {
			use.note.answers = s.turn
			s.send(use.note)
			s.receive(use.want)
		})
	}
	s.stillPlays()
}

// Mal knows what Ana is about to write, up to the Message-ID, and brings it first: it
// does not keep hers out, and what he brings behind it does nothing.
func TestForgedCopy(t *testing.T) {
	t.Parallel()
	forgedCopy(newTarget(t, livebot.Sandbox(t)))
}

func forgedCopy(s *target) {
	s.send(note{from: "bo", body: "games"})
	bos := s.turn
	if s.Servers.Vouched {
		bos = s.last("bo", "games")
	}
	s.forget()
	for i, forgery := range []struct {
		name, sender, extra, want string
		answers                   *correspondent.Letter
	}{
		{name: "a mail like hers", want: "confirm "},
		{name: "one with Bo's token", answers: bos, want: "confirm "},
		{name: "one from his own address for SMTP, with a verdict", extra: "Authentication-Results: " + s.Servers.Domain + "; dmarc=pass header.from=" + s.Servers.Domain + "\r\n", want: "confirm "},
		{name: "one of a program", extra: "Auto-Submitted: auto-replied\r\n"},
		{name: "one of a list", extra: "List-Id: <x.test>\r\n"},
		{name: "one in bulk", extra: "Precedence: bulk\r\n"},
		{name: "one from nowhere", sender: "<>"},
		{name: "one of the bot", extra: "X-Loop: " + s.at("unlur") + "\r\n"},
		{name: "one that a filter calls spam", extra: "X-Spam-Flag: YES\r\n", want: "confirm "},
	} {
		if !s.Servers.Vouched && forgery.answers == s.turn {
			continue
		}
		for _, answers := range []*correspondent.Letter{s.turn, nil} {
			if answers == nil && !s.Servers.Vouched {
				continue // nothing would prove that mail
			}
			hers := note{from: "ana", answers: answers, id: fmt.Sprintf("copied.%d.%v@client.test", i, answers == nil), subject: "Our game", body: "say Hello Bo! #1"}
			forged := hers
			forged.sender, forged.extra, forged.answers = forgery.sender, forgery.extra, forgery.answers
			if forged.sender == "" {
				forged.sender = "mal"
			}
			s.try(fmt.Sprintf("%s, before a mail with a token: %v", forgery.name, answers != nil), func() {
				s.sendTogether(forged, hers)
				s.receive("ana: " + forgery.want + "said, bo: message")
				s.sendTogether(forged, hers, forged)
				s.receive("")
			})
		}
	}
	s.stillPlays()
}

// Mal uses up what mails in Ana's name may bring about, and Ana answers from her other
// mailbox: she is asked whether it was her, once for each mail that she answers.
func TestAnsweredAllTheSame(t *testing.T) {
	t.Parallel()
	answeredAllTheSame(newTarget(t, livebot.Sandbox(t).Limited("unproven_answers: 3")))
}

func answeredAllTheSame(s *target) {
	s.try("Ana answers from elsewhere", func() {
		s.atNoon()
		for i := range 4 {
			s.post(note{sender: "mal", author: s.at("ana"), body: fmt.Sprintf("say %d", i)})
		}
		s.quiet()
		s.receive("ana: confirm confirm confirm")
		for _, want := range []string{"ana: confirm", "", ""} {
			s.send(note{from: "vic", author: "ana@work.example.com", answers: s.turn, body: "C4"})
			s.receive(want)
		}
	})
	s.stillPlays()
}

// Whoever answers a mail of the bot's when there were too many in the hour is told so each
// time, and when to send it again.
func TestToldEachTime(t *testing.T) {
	t.Parallel()
	toldEachTime(newTarget(t, livebot.Sandbox(t).Limited("mails_in_per_hour: 3")))
}

func toldEachTime(s *target) {
	s.try("too many in an hour", func() {
		s.atNoon()
		for _, ask := range []string{"show", "games", "history"} {
			s.send(note{from: "ana", answers: s.turn, body: ask})
			s.receive("ana: " + ask)
		}
		for _, cell := range []string{"C4", "D5", "E6", "C5", "D6"} {
			s.send(note{from: "ana", answers: s.turn, body: cell})
			s.receive("ana: refused")
			if told := s.latest["ana"].Text; !strings.Contains(told, "13:00 (UTC)") {
				s.T.Errorf("Ana reads:\n%s", told)
			}
		}
	})
	s.atNoon()
	s.stillPlays()
}

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// Mal tries tokens that nobody made.
func TestTokenGuessing(t *testing.T) {
	t.Parallel()
	guessing(newTarget(t, livebot.Sandbox(t)), 1000)
}

// Of guesses nobody but Ana hears, and she only a few times a day. Mal can tell no
// good guess from a bad one, however long the answers take: there are none.
func guessing(s *target, guesses int) {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	token, _, _ := strings.Cut(strings.SplitN(s.turn.ReplyTo(), "+", 2)[1], "@")
	dice := rand.New(rand.NewPCG(1, 2))
	s.try("any token", func() {
		for range guesses {
			guess := make([]byte, len(token))
			for i := range guess {
				guess[i] = letters[dice.IntN(len(letters))]
			}
			s.post(s.guess(string(guess)))
		}
		s.quiet()
		s.receive(fewQuestions)
	})
	s.try("a token but for one letter", func() {
		for i, letter := range token {
			other := letters[(strings.IndexRune(letters, letter)+1+dice.IntN(len(letters)-1))%len(letters)]
			s.post(s.guess(token[:i] + string(other) + token[i+1:]))
		}
		s.quiet()
		s.receive(fewQuestions)
	})
	s.try("a token with more or less to it", func() {
		for _, guess := range []string{"", token[1:], token[:len(token)-1], token + "a", "a" + token, token + "=", "x+" + token} {
			s.post(s.guess(guess))
		}
		s.quiet()
		s.receive(fewQuestions)
	})
	s.try("in his own name", func() {
		for i := range 20 {
			s.post(note{from: "mal", to: fmt.Sprintf("unlur+%s%02x@%s", token[:len(token)-2], i, s.Servers.Domain), body: "C4"})
		}
		s.quiet()
		s.receive("")
	})
	s.stillPlays()
}

// fewQuestions is what Ana gets in a day of attacks: questions whether it was her.
const fewQuestions = "ana: confirm confirm confirm"

// guess is a mail in Ana's name with a token.
func (s *target) guess(token string) note {
	return note{sender: "mal", author: s.at("ana"), to: "unlur+" + token + "@" + s.Servers.Domain, body: "C4"}
}

// Mal plays with Ana too, and has tokens of his own.
func TestTokenOfAnotherGame(t *testing.T) {
	t.Parallel()
	crossGame(newTarget(t, livebot.Sandbox(t)))
}

func crossGame(s *target) {
	turn := s.begin("mal", "ana", 2)
	for _, words := range []string{"#1 C4", "C4 #1", "resign #1", "#1 resign", "say Hello! #1", "note: Hello! #1"} {
		s.try(words, func() {
			s.send(note{from: "mal", answers: turn, body: words})
			s.expect(2, "playing ")
			s.receive("")
		})
	}
	s.try("the numbers of games exchanged", func() {
		subject := strings.ReplaceAll(turn.Subject, "#2", "#1")
		s.send(note{from: "mal", answers: turn, subject: "Re: " + subject, body: "resign #1"})
		s.expect(2, "playing ")
		s.receive("")
	})
	s.try("Ana's answer in the other game", func() {
		s.send(note{from: "ana", answers: s.turn, body: "#2 resign"})
		s.receive("ana: cancelled") // for she has not moved yet
		s.expect(2, "cancelled ")
	})
	s.stillPlays()
}

// Bo, who is at the game too, plays for Ana with what is his.
func TestTokenOfAnotherSeat(t *testing.T) {
	t.Parallel()
	crossSeat(newTarget(t, livebot.Sandbox(t)))
}

func crossSeat(s *target) {
	s.send(note{from: "bo", subject: "show"})
	s.receive("bo: show")
	his := s.latest["bo"]
	s.try("his token, her turn", func() {
		s.send(note{from: "bo", answers: his, body: "C4"})
		s.receive("bo: refused")
	})
	s.try("his token, her name", func() {
		s.send(note{from: "bo", author: s.at("ana"), answers: his, body: "C4"})
		s.receive("ana: confirm")
	})
	s.try("his token, both names", func() {
		s.send(note{from: "bo", author: s.at("ana") + ", " + s.at("bo"), answers: his, body: "C4"})
		s.receive("")
	})
	s.stillPlays()
}

// Tokens that are not for moves are used to move, and the other way round. Some of
// them Mal has seen in mails that Ana forwarded.
func TestTokenOfAnotherPurpose(t *testing.T) {
	t.Parallel()
	crossPurpose(newTarget(t, livebot.Sandbox(t)))
}

func crossPurpose(s *target) {
	s.send(note{from: "bo", subject: "show"})
	s.receive("bo: show")
	his := s.latest["bo"]
	back, leave := addressIn(s.turn, "Return-Path"), addressIn(s.turn, "List-Unsubscribe")
	s.try("that of the envelope, in her name", func() {
		s.send(note{from: "ana", to: back, body: "resign"})
		s.receive("")
	})
	s.try("that of the envelope, in Mal's name", func() {
		s.send(note{from: "mal", to: back, body: "resign #1"})
		s.receive("")
	})
	s.try("that of a question", func() {
		s.send(note{sender: "mal", author: s.at("ana"), body: "say Hello, Bo!"})
		s.receive("ana: confirm")
		question := s.latest["ana"]
		s.send(note{from: "mal", answers: question, body: "yes"})
		s.receive("ana: refused")
		s.send(note{from: "bo", answers: question, body: "yes"})
		s.receive("bo: problem")
	})
	s.try("a move for a report", func() {
		s.send(s.report(s.turn.ReplyTo()))
		s.send(note{from: "bo", answers: his, body: "say Are you there?"})
		s.receive("ana: message, bo: said")
	})
	s.try("a move for leaving", func() {
		s.send(note{from: "mal", to: s.turn.ReplyTo(), subject: "unsubscribe", body: "unsubscribe"})
		s.receive("ana: confirm")
	})
	s.try("that of leaving", func() {
		s.send(note{from: "mal", to: leave, body: "resign"})
		s.receive("ana: unsubscribed")
	})
	s.stillPlays()
}

// report is a report that a mail to Ana did not arrive, sent to an address.
func (s *target) report(to string) note {
	return note{
		sender: "<>", author: "mailer-daemon@" + s.Servers.Domain, to: to, subject: "Undelivered Mail Returned to Sender",
		body: "MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
			"--b\r\n\r\nIt could not be delivered.\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" +
			"Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; " + s.at("ana") + "\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--",
	}
}

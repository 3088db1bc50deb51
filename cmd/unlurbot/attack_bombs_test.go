package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// Mails that are built to keep the bot busy or to fill its memory cost nobody
// anything: the next mail is played. They come as answers of Ana's, since of those
// the most is read.
func TestBombs(t *testing.T) {
	t.Parallel()
	bombs(newTarget(t, livebot.Sandbox(t)))
}

func bombs(s *target) {
	const mime = "MIME-Version: 1.0\r\nContent-Type: "
	cut := s.Servers.Queued != nil // Postfix cuts off what is too long in a header, and the mail is read
	for _, bomb := range []struct {
		name, extra, subject, body string

		read bool // what it says is found, and may be for the opponent
	}{
		{name: "parts within parts", body: mime + nested(10_000)},
		{name: "mails within mails", body: mime + "message/rfc822\r\n\r\n" + strings.Repeat("Content-Type: message/rfc822\r\n\r\n", 10_000)},
		{name: "many parts", body: mime + "multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nWhat?\r\n", 20_000) + "--b--"},
		{name: "a header of many fields", extra: strings.Repeat("X-Bomb: tick\r\n", 100_000), body: "What?"},
		{name: "a field of many lines", extra: "X-Bomb: tick\r\n" + strings.Repeat(" tock\r\n", 100_000), body: "What?", read: cut},
		{name: "many recipients", extra: "Cc: " + strings.Repeat("a@b.test,\r\n ", 10_000) + "a@b.test\r\n", body: "What?", read: true},
		{name: "a long encoded word", subject: "=?utf-8?q?" + strings.Repeat("=C3=B1", 30_000) + "?=", body: "What?", read: true},
		{name: "many encoded words", subject: strings.Repeat("=?utf-7?b?QUFBQQ==?= ", 8_000), body: "What?", read: true},
		{name: "comments within comments", extra: "Sender: " + strings.Repeat("(", 50_000) + s.at("mal") + "\r\n", body: "What?", read: true},
		{name: "fifty megabytes in base64", body: mime + "text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("QzQNCkM0DQpDNA0KQzQNCkM0DQpDNA0KQzQNCkM0DQpDNA0KQzQNCkM0DQo=\r\n", 500_000)},
		{name: "gigabytes in a little archive", body: mime + "multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nWhat is this?\r\n--b\r\nContent-Type: application/gzip; name=c4.gz\r\nContent-Transfer-Encoding: base64\r\n\r\n" + archive() + "\r\n--b--", read: true},
		{name: "one line", body: strings.Repeat("C4 ", 60_000)},
		{name: "quotes within quotes", body: strings.Repeat(">", 100_000) + " C4"},
		{name: "elements within elements", body: mime + "text/html\r\n\r\n" + strings.Repeat("<div><table><tr><td>", 5_000) + "What?", read: true},
	} {
		s.try(bomb.name, func() {
			s.send(note{from: "ana", answers: s.turn, extra: bomb.extra, subject: bomb.subject, body: bomb.body})
			if bomb.read {
				s.receive("ana: confirm")
			} else {
				s.receive("ana: problem")
			}
		})
	}
	s.stillPlays()
}

// nested is parts within parts, with a move in the innermost one.
func nested(depth int) string {
	var b strings.Builder
	for range depth {
		b.WriteString("multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: ")
	}
	b.WriteString("text/plain\r\n\r\nWhat?\r\n")
	return b.String()
}

// archive is much of nothing, compressed and in base64.
func archive() string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	for range 64 {
		_, _ = w.Write(zeros) // a bytes.Buffer takes all
	}
	_ = w.Close()
	var lines []string
	for line := range slices.Chunk(b.Bytes(), 57) {
		lines = append(lines, base64.StdEncoding.EncodeToString(line))
	}
	return strings.Join(lines, "\r\n")
}

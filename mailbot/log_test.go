package mailbot

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/token"
)

// The log has one line for each mail, with the number of the game where there
// is one: an operator who looks for a game must not find all the others' mails.
func TestLogOfMails(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	log := &strings.Builder{}
	h.bot.process.Log = h.bot.discreet(slog.New(slog.NewTextHandler(log, nil)))
	line := func(want ...string) {
		t.Helper()
		for _, words := range append(want, "msg=mail", "class=person") {
			if !strings.Contains(log.String(), words) {
				t.Errorf("no %s in %s", words, log)
			}
		}
		if n := strings.Count(log.String(), "msg=mail"); n != 1 {
			t.Errorf("%d lines for a mail:\n%s", n, log)
		}
		log.Reset()
	}
	h.write(note{from: "ana@example.org", vouched: true, body: "games"})
	if strings.Contains(log.String(), "game=") {
		t.Errorf("a game that there is not: %s", log)
	}
	line("decision=answered")
	h.write(note{from: "ana@example.org", vouched: true, body: "challenge bo@example.net"})
	line("decision=challenged", " game=1 ")
}

// logIsDiscreet holds for every test with a house: the log has no address and no
// token.
func (h *house) logIsDiscreet() {
	log := strings.ToLower(h.log.String())
	for _, address := range h.addresses() {
		if strings.Contains(log, address) {
			h.t.Errorf("the log knows %s:\n%s", address, lineWith(log, address))
		}
	}
	for word := range strings.FieldsFuncSeq(log, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '2' || r > '7') }) {
		if len(word) != token.Length {
			continue
		}
		if _, ok := h.unseal(word); ok {
			h.t.Errorf("the log has a token:\n%s", lineWith(log, word))
		}
	}
}

func lineWith(log, word string) string {
	for line := range strings.Lines(log) {
		if strings.Contains(line, word) {
			return line
		}
	}
	return ""
}

// Nothing that somebody has written is in the log, whatever becomes of it, and
// no line of it is two: the conversation has a word of its own in every place.
func TestLogTellsNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var asJSON bytes.Buffer
	debug := &slog.HandlerOptions{Level: slog.LevelDebug}
	h.bot.process.Log = h.bot.discreet(slog.New(both{slog.NewTextHandler(&h.log, debug), slog.NewJSONHandler(&asJSON, debug)}))
	const extra = "Authentication-Results: mx.example.org; dmarc=pass header.from=ana.example (markresult)\nX-Mailer: markmailer\nComments: markcomment\n"
	h.write(note{from: "markana@ana.example", subject: "marksubject", body: "challenge bo@markbo.example size 6 first\n\nmarkgreeting", vouched: true})
	h.reply("bo@markbo.example", "accept\n\nmarknote")
	h.write(note{from: "markana@ana.example", answers: h.last("markana@ana.example"), extra: extra, body: "C4\n\nmarkbody"})
	h.reply("bo@markbo.example", "markunknown")
	h.reply("bo@markbo.example", "say marksaid")
	h.write(note{from: "markana@ana.example", body: "name Markname", vouched: true})
	h.write(note{from: "markana@ana.example", body: "resign #1 markresign"})
	h.write(note{from: "markstranger@elsewhere.example", subject: "markstrange", body: "markhello"})
	h.write(note{from: "markeve@elsewhere.example", answers: h.last("bo@markbo.example"), body: "E5"})
	h.write(note{from: "markauto@elsewhere.example", extra: "Auto-Submitted: auto-replied (markauto)\n", subject: "markvacation", body: "markaway"})
	h.receive("From: markraw\x00@x\nSubject: markraw\n\nmarkraw\n")
	h.receive("From: <markid@elsewhere.example>\nTo: " + botAddress + "\nMessage-ID: <1.MARKID@elsewhere.example>\n\nmarkid\n")
	h.receive(returned(h.last("bo@markbo.example"), "failed", "5.1.1 (markstatus)"))
	h.refuse(h.last("markana@ana.example"), &smtpout.Failure{
		Step: smtpout.StepRecipient, Code: 450, Text: "4.2.1 <markana@ana.example>: no, " + h.last("bo@markbo.example").EnvelopeFrom + " is greylisted; rcpt=bo@markbo.example.",
	})
	for _, log := range []string{h.log.String(), asJSON.String()} {
		if line := lineWith(strings.ToLower(log), "mark"); line != "" {
			t.Errorf("the log tells too much: %s", line)
		}
		ana := h.bot.who.Of("MarkAna@ana.example")
		if n := strings.Count(log, ana); n < 6 {
			t.Errorf("%d lines are Ana's:\n%s", n, log)
		}
		if !strings.Contains(log, "450 4.2.1 <"+ana+">: no, unlur+*@example.org is greylisted; rcpt="+h.bot.who.Of("bo@markbo.example")+".") {
			t.Errorf("the server's answer is spoilt:\n%s", log)
		}
		if records, lines := strings.Count(asJSON.String(), `"msg":`), strings.Count(log, "\n"); records != lines {
			t.Errorf("%d records, %d lines", records, lines)
		}
	}
}

// both hands what is logged to two handlers.
type both [2]slog.Handler

func (b both) Enabled(context.Context, slog.Level) bool { return true }

func (b both) Handle(ctx context.Context, r slog.Record) error {
	return errors.Join(b[0].Handle(ctx, r.Clone()), b[1].Handle(ctx, r.Clone()))
}

func (b both) WithAttrs(attrs []slog.Attr) slog.Handler {
	return both{b[0].WithAttrs(attrs), b[1].WithAttrs(attrs)}
}

func (b both) WithGroup(name string) slog.Handler {
	return both{b[0].WithGroup(name), b[1].WithGroup(name)}
}

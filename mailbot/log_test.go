package mailbot_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
)

// The log has one line for each mail, with the number of the game where there
// is one: an operator who looks for a game must not find all the others' mails.
func TestLogOfMails(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	log := &strings.Builder{}
	b.LogTo(slog.NewTextHandler(log, nil))
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
	ana.Writes("games")
	if strings.Contains(log.String(), "game=") {
		t.Errorf("a game that there is not: %s", log)
	}
	line("decision=answered")
	ana.Writes("challenge bo@example.net")
	line("decision=challenged", " game=1 ")
}

// Nothing that somebody has written is in the log, whatever becomes of it, and
// no line of it is two: the conversation has a word of its own in every place.
func TestLogTellsNothing(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo, markana := b.Person("bo@markbo.example"), b.Person("markana@ana.example")
	var asJSON bytes.Buffer
	debug := &slog.HandlerOptions{Level: slog.LevelDebug}
	b.LogTo(both{slog.NewTextHandler(&b.Log, debug), slog.NewJSONHandler(&asJSON, debug)})
	const extra = "Authentication-Results: mx.example.org; dmarc=pass header.from=ana.example (markresult)\nX-Mailer: markmailer\nComments: markcomment\n"
	b.Write(bottest.Note{From: "markana@ana.example", Subject: "marksubject", Body: "challenge bo@markbo.example size 6 first\n\nmarkgreeting", Vouched: true})
	bo.Replies("accept\n\nmarknote")
	b.Write(bottest.Note{From: "markana@ana.example", Answers: markana.Last(), Extra: extra, Body: "C4\n\nmarkbody"})
	bo.Replies("markunknown")
	bo.Replies("say marksaid")
	markana.Writes("name Markname")
	markana.WritesUnproven("resign #1 markresign")
	b.Write(bottest.Note{From: "markstranger@elsewhere.example", Subject: "markstrange", Body: "markhello"})
	b.Person("markeve@elsewhere.example").Answers(bo.Last(), "E5")
	b.Write(bottest.Note{From: "markauto@elsewhere.example", Extra: "Auto-Submitted: auto-replied (markauto)\n", Subject: "markvacation", Body: "markaway"})
	b.Receive("From: markraw\x00@x\nSubject: markraw\n\nmarkraw\n")
	b.Receive("From: <markid@elsewhere.example>\nTo: " + bottest.Address + "\nMessage-ID: <1.MARKID@elsewhere.example>\n\nmarkid\n")
	b.Receive(bottest.Returned(bo.Last(), "failed", "5.1.1 (markstatus)"))
	relayRefuses(b, markana.Last(), &smtpout.Failure{
		Step: smtpout.StepRecipient, Code: 450, Text: "4.2.1 <markana@ana.example>: no, " + bo.Last().EnvelopeFrom + " is greylisted; rcpt=bo@markbo.example.",
	})
	for _, log := range []string{b.Log.String(), asJSON.String()} {
		if line := bottest.LineWith(strings.ToLower(log), "mark"); line != "" {
			t.Errorf("the log tells too much: %s", line)
		}
		ana := b.Mailbot.Pseudonym("MarkAna@ana.example")
		if n := strings.Count(log, ana); n < 6 {
			t.Errorf("%d lines are Ana's:\n%s", n, log)
		}
		if !strings.Contains(log, "450 4.2.1 <"+ana+">: no, unlur+*@example.org is greylisted; rcpt="+b.Mailbot.Pseudonym("bo@markbo.example")+".") {
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

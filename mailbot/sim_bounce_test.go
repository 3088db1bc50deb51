package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"unlurbot/mailbot"
	"unlurbot/store"
)

// bounce lets a server on the way report, hours later, that a mail of the bot
// did not arrive, or that it is late.
func (w *world) bounce(m *store.Outgoing, failed bool, dice *rand.Rand) {
	w.letters++
	verb := "delay"
	if failed {
		verb = "bounce"
	}
	l := &simLetter{id: w.letters, from: "mailer-daemon@home.test", intent: intent{verb: verb, answers: m}}
	w.coming++
	w.later(between(dice, time.Minute, 12*time.Hour), fmt.Sprint("bounce", l.id), func() {
		w.coming--
		l.raw = []byte(strings.ReplaceAll(deliveryReport(l.id, m, failed), "\n", "\r\n"))
		l.key = mailbot.ContentKey(l.raw)
		w.fault("mail %d: %s of %s", l.id, verb, m.MessageID)
		w.box.arrive(l, "")
	})
}

// complain lets the provider of somebody report that a mail of the bot is called spam.
func (w *world) complain(m *store.Outgoing, dice *rand.Rand) {
	w.letters++
	l := &simLetter{id: w.letters, from: "fbl@home.test", intent: intent{verb: "complain", answers: m}}
	w.coming++
	w.later(between(dice, time.Minute, 12*time.Hour), fmt.Sprint("complaint", l.id), func() {
		w.coming--
		l.raw = []byte(strings.ReplaceAll(complaint(l.id, m), "\n", "\r\n"))
		l.key = mailbot.ContentKey(l.raw)
		w.fault("mail %d: %s is called spam", l.id, m.MessageID)
		w.box.arrive(l, "")
	})
}

// complaint writes what a provider would (RFC 5965).
func complaint(id int, m *store.Outgoing) string {
	return fmt.Sprintf(`Return-Path: <fbl@home.test>
Delivered-To: %[1]s
Date: %[2]s
From: Feedback <fbl@home.test>
Subject: FW: %[3]s
To: %[1]s
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
	boundary="report-%[4]d"
Message-ID: <complaint-%[4]d@home.test>

--report-%[4]d
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: home/1.0
Version: 1

--report-%[4]d
Content-Type: text/rfc822-headers

Return-Path: <%[1]s>
Message-ID: <%[5]s>
Subject: %[3]s
To: %[6]s

--report-%[4]d--
`, m.EnvelopeFrom, time.Now().Format(time.RFC1123Z), m.Subject, id, m.MessageID, m.EnvelopeTo)
}

// deliveryReport writes what Postfix would (RFC 3464).
func deliveryReport(id int, m *store.Outgoing, failed bool) string {
	subject, action, status := "Delayed Mail (still being retried)", "delayed", "4.4.1"
	if failed {
		subject, action, status = "Undelivered Mail Returned to Sender", "failed", "5.1.1"
	}
	return fmt.Sprintf(`Return-Path: <>
Delivered-To: %[1]s
Date: %[2]s
From: MAILER-DAEMON@home.test (Mail Delivery System)
Subject: %[3]s
To: %[1]s
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="report-%[4]d"
Message-ID: <report-%[4]d@home.test>

This is a MIME-encapsulated message.

--report-%[4]d
Content-Type: text/plain; charset=us-ascii

This is the mail system at host home.test.

<%[5]s>: %[6]s

--report-%[4]d
Content-Type: message/delivery-status

Reporting-MTA: dns; home.test

Final-Recipient: rfc822; %[5]s
Action: %[6]s
Status: %[7]s

--report-%[4]d
Content-Type: text/rfc822-headers

Return-Path: <%[1]s>
Message-ID: <%[8]s>
Subject: %[9]s
To: %[5]s

--report-%[4]d--
`, m.EnvelopeFrom, time.Now().Format(time.RFC1123Z), subject, id, m.EnvelopeTo, action, status, m.MessageID, m.Subject)
}

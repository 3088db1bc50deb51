package parser

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClassify tells class and reason from single header fields, put above the
// header of an ordinary mail. A field named From replaces the ordinary one.
func TestClassify(t *testing.T) {
	tests := []struct {
		fields string
		class  Class
		reason string
	}{
		{"", Person, ReasonNoSign},
		{"Auto-Submitted: no", Person, ReasonNoSign},
		{"Auto-Submitted: NO (written by hand)", Person, ReasonNoSign},
		{"Auto-Submitted: auto-replied", Auto, ReasonAutoSubmitted},
		{"Auto-Submitted: (really) Auto-Generated; x=y", Auto, ReasonAutoSubmitted},
		{"Return-Path: <>", Bounce, ReasonNullSender},
		{"Return-Path: <ana@example.org>", Person, ReasonNoSign},
		{"Return-Path: <>\nAuto-Submitted: auto-replied", Auto, ReasonAutoSubmitted},
		{"Content-Type: multipart/report; report-type=delivery-status; boundary=x", Bounce, ReasonDeliveryStatus},
		{"Content-Type: multipart/report; report-type=disposition-notification; boundary=x", Auto, ReasonReceipt},
		{"Content-Type: message/feedback-report", Bounce, ReasonFeedbackReport},
		{"X-Failed-Recipients: bo@example.org", Bounce, ReasonFailedRecipient},
		{"From: MAILER-DAEMON@example.org", Bounce, ReasonDaemonSender},
		{"From: Mailer-Daemon (Mail System)", Bounce, ReasonDaemonSender},
		{"From: Postmaster <postmaster@example.org>", Bounce, ReasonDaemonSender},
		{"Return-Path: <mailer-daemon@example.org>", Bounce, ReasonDaemonSender},
		{"Subject: Undelivered Mail Returned to Sender", Bounce, ReasonBounceSubject},
		{"Subject: Re: Undelivered Mail Returned to Sender", Person, ReasonNoSign},
		{"X-Autoreply: yes", Auto, ReasonAutoHeader},
		{"X-Autorespond: C4", Auto, ReasonAutoHeader},
		{"X-Auto-Response-Suppress: DR, RN, NRN", Auto, ReasonSuppress},
		{"X-Auto-Response-Suppress: All", Auto, ReasonSuppress},
		{"X-Auto-Response-Suppress: RN", Person, ReasonNoSign},
		{"Precedence: junk", Auto, ReasonAutoPrecedence},
		{"Precedence: auto_reply", Auto, ReasonAutoPrecedence},
		{"Precedence: bulk", List, ReasonBulkPrecedence},
		{"Precedence: List", List, ReasonBulkPrecedence},
		{"Precedence: first-class", Person, ReasonNoSign},
		{"From: no-reply@example.org", Auto, ReasonNoReplySender},
		{"From: NoReply+x@example.org", Auto, ReasonNoReplySender},
		{"From: shop-noreply@example.org", Auto, ReasonNoReplySender},
		{"Subject: Automatic reply: Unlur", Auto, ReasonAutoSubject},
		{"Subject: =?utf-8?q?R=C3=A9ponse_automatique?= : x", Auto, ReasonAutoSubject},
		{"Subject: Abwesenheitsnotiz: x", Auto, ReasonAutoSubject},
		{"List-Id: <x.example.org>", List, ReasonListHeader},
		{"List-Unsubscribe: <mailto:x@example.org>", List, ReasonListHeader},
		{"Mailing-List: contact x@example.org", List, ReasonListHeader},
		{"Feedback-ID: 1:2:mailer", List, ReasonFeedbackID},
		{"Feedback-ID: i1234:Fastmail", Person, ReasonNoSign},
		{"From: owner-games@example.org", List, ReasonListSender},
		{"From: games-request@example.org", List, ReasonListSender},
		{"Return-Path: <games-bounces@example.org>", List, ReasonListSender},
		{"Sender: games-bounces@example.org", List, ReasonListSender},
		{"From: bouncer@example.org", Person, ReasonNoSign},
		{"From: Unlur <UNLUR@example.net>", Own, ReasonOwnAddress},
		{"From: unlur+token@example.net", Own, ReasonOwnAddress},
		{"Return-Path: <unlur+token@example.net>", Own, ReasonOwnAddress},
		{"X-Loop: unlur@example.net", Own, ReasonOwnLoop},
		{"X-Loop: somebody@example.org", Person, ReasonNoSign},
		{"X-Loop: unlur@example.net\nAuto-Submitted: auto-replied", Own, ReasonOwnLoop},
		{strings.Repeat("Received: from a by b\n", MaxReceived) + "Received: from a by b", Auto, ReasonTooManyHops},
		{strings.Repeat("Received: from a by b\n", MaxReceived-1) + "Received: from a by b", Person, ReasonNoSign},
		{"From: ana@example.org, bo@example.org", Unreadable, ReasonBadFrom},
		{"From: ana@example.org\nFrom: bo@example.org", Unreadable, ReasonBadFrom},
		{"From: Ana", Unreadable, ReasonBadFrom},
		{"From: ana@", Unreadable, ReasonBadFrom},
		{"From: <>", Unreadable, ReasonBadFrom},
		{"From: \"ana@example.org\"@", Unreadable, ReasonBadFrom},
	}
	for _, tc := range tests {
		header := tc.fields
		if !strings.HasPrefix(header, "From:") {
			header = strings.TrimLeft(header+"\nFrom: Ana <ana@example.org>", "\n")
		}
		m := ReadMail([]byte(header+"\nTo: unlur@example.net\n\nC4\n"), ours)
		if m.Class != tc.class || m.Reason != tc.reason {
			t.Errorf("%q is %s (%s), want %s (%s)", tc.fields, m.Class, m.Reason, tc.class, tc.reason)
		}
	}
}

// TestAddresses holds who is seen in an address field; "a|b" is name and address.
func TestAddresses(t *testing.T) {
	tests := []struct {
		value string
		want  []string
	}{
		{"ana@example.org", []string{"|ana@example.org"}},
		{"Ana Example <ana@example.org>", []string{"Ana Example|ana@example.org"}},
		{"ana@example.org (Ana)", []string{"Ana|ana@example.org"}},
		{`"Example, Ana" <ana@example.org>, bo@example.org`, []string{"Example, Ana|ana@example.org", "|bo@example.org"}},
		{"Example, Ana <ana@example.org>", []string{"Example, Ana|ana@example.org"}},
		{"Ana [home] <ana@example.org>", []string{"Ana [home]|ana@example.org"}},
		{"=?utf-8?q?N=C3=BA=C3=B1ez?= <n@example.org>", []string{"Núñez|n@example.org"}},
		{"=?x-martian?q?Ana?= <ana@example.org>", []string{"Ana|ana@example.org"}},
		{"Ana\u202eanA <ana@example.org>", []string{"AnaanA|ana@example.org"}},
		{`"bo@example.org" <ana@example.org>`, []string{"bo@example.org|ana@example.org"}},
		{"bo@example.org <ana@example.org>", []string{"bo@example.org|ana@example.org"}},
		{`"bo@example.org, x" [y] <ana@example.org>`, []string{"bo@example.org, x [y]|ana@example.org"}},
		{"undisclosed-recipients:;", nil},
		{"games: ana@example.org, bo@example.org;", []string{"|ana@example.org", "|bo@example.org"}},
		{`"a b"@example.org`, nil},
		{`"ana@example.org;"@example.net`, nil},
		{"ana@[192.0.2.1]", nil},
		{"ana@exa mple.org", nil},
		{"", nil},
	}
	for _, tc := range tests {
		var got []string
		for _, a := range parseAddresses(tc.value) {
			got = append(got, a.Name+"|"+a.Addr)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.value, diff)
		}
	}
}

// TestHeader holds the other things that the header tells.
func TestHeader(t *testing.T) {
	m := ReadMail([]byte(strings.Join([]string{
		"Return-Path: <ana@example.org>",
		"Delivered-To: unlur+Token@example.net",
		"X-Original-To: unlur+token@example.net",
		"Authentication-Results: mx.example.net;\n\tdmarc=pass header.from=example.org",
		"Authentication-Results: old.example.com; none",
		"From: ana@example.org",
		"To: Unlur <UNLUR@example.net>, Bo <bo@example.org>",
		"Cc: bo@example.org",
		"Subject: =?utf-8?b?w4?= =?utf-8?q?caf=C3?= =?UTF-8?Q?=A9?=",
		"Message-ID: <1@example.org>",
		"In-Reply-To: Your message of Friday <2@example.org>",
		"References: <bad> <3@example.org>\n <2@example.org> <no at sign> <a b@example.org>",
		"", "C4",
	}, "\n")), ours)
	got := map[string]any{
		"id": m.MessageID, "reply to": m.InReplyTo, "references": m.References, "return path": m.ReturnPath,
		"recipients": m.Recipients, "results": m.AuthResults, "subject": m.Subject,
	}
	want := map[string]any{
		"id": "1@example.org", "reply to": []string{"2@example.org"}, "references": []string{"3@example.org", "2@example.org"},
		"return path": ReturnPath{Present: true, Addr: "ana@example.org"},
		"recipients":  []string{"unlur+Token@example.net", "UNLUR@example.net", "bo@example.org"},
		"results":     []string{"mx.example.net; dmarc=pass header.from=example.org", "old.example.com; none"},
		"subject":     "Ãcafé",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBigMail holds that a mail over the limit costs only its header.
func TestBigMail(t *testing.T) {
	const header = "From: ana@example.org\nSubject: games\n\n"
	big := []byte(header + strings.Repeat("C4\n", MaxMail))
	for name, m := range map[string]*Mail{
		"too big":     ReadMail(big, ours),
		"header only": ReadMail([]byte(header), Options{HeaderOnly: true}),
	} {
		if o := m.Orders(); len(o.Commands) > 0 {
			t.Errorf("%s: the subject was read, though the text may say otherwise: %v", name, o.Commands)
		}
		if !m.TooBig || m.Text != "" || m.From.Addr != "ana@example.org" || m.Class != Person {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

package parser

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
	"unlurbot/parser/sender"
)

// TestClassify tells class and reason from single header fields, put above the
// header of an ordinary mail. A field named From replaces the ordinary one.
func TestClassify(t *testing.T) {
	tests := []struct {
		fields string
		class  sender.Class
		reason string
	}{
		{"", sender.Person, sender.ReasonNoSign},
		{"Auto-Submitted: no", sender.Person, sender.ReasonNoSign},
		{"Auto-Submitted: NO (written by hand)", sender.Person, sender.ReasonNoSign},
		{"Auto-Submitted: auto-replied", sender.Auto, sender.ReasonAutoSubmitted},
		{"Auto-Submitted: (really) Auto-Generated; x=y", sender.Auto, sender.ReasonAutoSubmitted},
		{"Auto-Submitted:", sender.Person, sender.ReasonNoSign},
		{"Auto-Submitted: (by nobody)", sender.Person, sender.ReasonNoSign},
		{"Auto-Submitted:\nAuto-Submitted: auto-replied", sender.Auto, sender.ReasonAutoSubmitted},
		{"Return-Path: <>", sender.Bounce, sender.ReasonNullSender},
		{"Return-Path: <ana@example.org>", sender.Person, sender.ReasonNoSign},
		{"Return-Path: <>\nAuto-Submitted: auto-replied", sender.Auto, sender.ReasonAutoSubmitted},
		{"Return-Path: <>\nSubject: Re: Unlur #42", sender.Auto, sender.ReasonNullSender},
		{"Return-Path: <>\nPrecedence: bulk", sender.Auto, sender.ReasonBulkPrecedence},
		{"Content-Type: multipart/report; report-type=delivery-status; boundary=x", sender.Bounce, sender.ReasonDeliveryStatus},
		{"Content-Type: multipart/report; report-type=disposition-notification; boundary=x", sender.Auto, sender.ReasonReceipt},
		{"Content-Type: multipart/report; report-type=feedback-report; boundary=x", sender.Bounce, sender.ReasonFeedbackReport},
		{"Content-Type: multipart/report; report-type=tlsrpt; boundary=x", sender.Auto, sender.ReasonReport},
		{"Content-Type: multipart/report; boundary=x", sender.Bounce, sender.ReasonDeliveryStatus},
		{"Subject: complaint about message from 192.0.2.1", sender.Bounce, sender.ReasonFeedbackReport},
		{"Subject: Complaint about messages", sender.Person, sender.ReasonNoSign},
		{"From: post_master@example.org\nSubject: Re:Unlur #42", sender.Bounce, sender.ReasonDaemonSender},
		{"X-Apple-Action: VACATION", sender.Auto, sender.ReasonAutoHeader},
		{"Content-Type: message/feedback-report", sender.Bounce, sender.ReasonFeedbackReport},
		{"Content-Type: message/delivery-status", sender.Bounce, sender.ReasonDeliveryStatus},
		{"Content-Type: message/delivery-status\nSubject: Fwd: what is this?", sender.Person, sender.ReasonNoSign},
		{"Content-Class: urn:content-classes:dsn", sender.Bounce, sender.ReasonDeliveryStatus},
		{"Content-Class: urn:content-classes:mdn", sender.Auto, sender.ReasonReceipt},
		{"Content-Class: urn:content-classes:calendarmessage", sender.Auto, sender.ReasonCalendar},
		{"Content-Class: urn:content-classes:message", sender.Person, sender.ReasonNoSign},
		{"X-Failed-Recipients: bo@example.org", sender.Bounce, sender.ReasonFailedRecipient},
		{"From: MAILER-DAEMON@example.org", sender.Bounce, sender.ReasonDaemonSender},
		{"From: Mailer-Daemon (Mail System)", sender.Bounce, sender.ReasonDaemonSender},
		{"From: Postmaster <postmaster@example.org>", sender.Bounce, sender.ReasonDaemonSender},
		{"Return-Path: <mailer-daemon@example.org>", sender.Bounce, sender.ReasonDaemonSender},
		{"From: mailer_daemon@example.org", sender.Bounce, sender.ReasonDaemonSender},
		{"From: MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org", sender.Bounce, sender.ReasonDaemonSender},
		{"From: Mail Delivery System <root@example.org>", sender.Bounce, sender.ReasonDaemonSender},
		{"From: Microsoft <microsoft@example.org>", sender.Person, sender.ReasonNoSign},
		{"From: postmaster-ana@example.org", sender.Person, sender.ReasonNoSign},
		{"From: admin@example.org", sender.Person, sender.ReasonNoSign},
		{"Subject: Undelivered Mail Returned to Sender", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Re: Undelivered Mail Returned to Sender", sender.Person, sender.ReasonNoSign},
		{"Subject: Fwd: Undeliverable: Unlur #42", sender.Person, sender.ReasonNoSign},
		{"Subject: Undeliverable: Unlur #42", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Undeliverable letters, a novel", sender.Person, sender.ReasonNoSign},
		{"Subject: Delivery failure of my last move?", sender.Person, sender.ReasonNoSign},
		{"Subject: DELIVERY FAILURE: User bo (bo@example.org) not listed", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Delivery Status Notification (Delay)", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Warning: message 1xYzAb-0001-00 delayed 24 hours", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Warning: I play C4", sender.Person, sender.ReasonNoSign},
		{"Subject: Non-Delivery Notification", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Undeliverable mail returned to sender", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Message status - undeliverable", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: Unzustellbar: Unlur #42", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: =?utf-8?q?Non_remis=C2=A0=3A_Unlur?=", sender.Bounce, sender.ReasonBounceSubject},
		{"Subject: =?utf-8?q?=C3=89chec_de_la_remise?=", sender.Bounce, sender.ReasonBounceSubject},
		{"X-Autoreply: yes", sender.Auto, sender.ReasonAutoHeader},
		{"X-Autorespond: C4", sender.Auto, sender.ReasonAutoHeader},
		{"X-Autoreply: no", sender.Person, sender.ReasonNoSign},
		{"X-AutoGenerated: Reply", sender.Auto, sender.ReasonAutoHeader},
		{"X-AutoGenerated: Forward", sender.Person, sender.ReasonNoSign},
		{"Delivered-To: Autoresponder", sender.Auto, sender.ReasonAutoHeader},
		{"Delivered-To: autoresponder@example.net", sender.Person, sender.ReasonNoSign},
		{"X-Mailer: vacation 1.2.7", sender.Auto, sender.ReasonAutoHeader},
		{"X-Mailer: vacation", sender.Auto, sender.ReasonAutoHeader},
		{"X-Mailer: Vacation/v2.0", sender.Auto, sender.ReasonAutoHeader},
		{"X-Mailer: Vacations Mail", sender.Person, sender.ReasonNoSign},
		{"X-Mailer: Vacation Rentals Mailer", sender.Person, sender.ReasonNoSign},
		{"X-Mailer: Vacation, Villas", sender.Person, sender.ReasonNoSign},
		{"X-OTRS-Loop: True", sender.Auto, sender.ReasonAutoHeader},
		{"X-FreeScout-Mail-Type: auto.reply", sender.Auto, sender.ReasonAutoHeader},
		{"X-FreeScout-Mail-Type: customer.message", sender.Person, sender.ReasonNoSign},
		{"X-Loop: yes", sender.Auto, sender.ReasonAutoHeader},
		{"X-Auto-Response-Suppress: DR, RN, NRN", sender.Auto, sender.ReasonSuppress},
		{"X-Auto-Response-Suppress: All", sender.Auto, sender.ReasonSuppress},
		{"X-Auto-Response-Suppress: RN", sender.Person, sender.ReasonNoSign},
		{"X-Auto-Response-Suppress: RN, NRN", sender.Person, sender.ReasonNoSign},
		{"X-Auto-Response-Suppress: OOF, AutoReply", sender.Auto, sender.ReasonSuppress},
		{"X-Auto-Response-Suppress: DR, OOF, AutoReply\nSubject: Re: Unlur #42\nTo: unlur+t0k3n@example.net", sender.Person, sender.ReasonNoSign},
		{"X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\nSubject: [EXTERNAL] RE: Unlur #42\nTo: unlur+t0k3n@example.net\nIn-Reply-To: <1@example.net>", sender.Person, sender.ReasonNoSign},
		{"X-Auto-Response-Suppress: DR, OOF, AutoReply\nSubject: away\nTo: unlur+t0k3n@example.net", sender.Auto, sender.ReasonSuppress},
		{"X-Auto-Response-Suppress: DR, OOF, AutoReply\nSubject: Re: Unlur #42", sender.Auto, sender.ReasonSuppress},
		{"X-Auto-Response-Suppress: All\nSubject: Re: Unlur #42\nTo: unlur+t0k3n@example.net", sender.Auto, sender.ReasonSuppress},
		{"Precedence: junk", sender.Auto, sender.ReasonAutoPrecedence},
		{"Precedence: auto_reply", sender.Auto, sender.ReasonAutoPrecedence},
		{"X-Precedence: auto_reply", sender.Auto, sender.ReasonAutoPrecedence},
		{"Preference: auto_reply", sender.Auto, sender.ReasonAutoPrecedence},
		{"Precedence: bulk", sender.List, sender.ReasonBulkPrecedence},
		{"Precedence: List", sender.List, sender.ReasonBulkPrecedence},
		{"Precedence: first-class", sender.Person, sender.ReasonNoSign},
		{"From: no-reply@example.org", sender.Auto, sender.ReasonNoReplySender},
		{"From: NoReply+x@example.org", sender.Auto, sender.ReasonNoReplySender},
		{"From: shop-noreply@example.org", sender.Auto, sender.ReasonNoReplySender},
		{"From: noreply-dmarc@example.org", sender.Auto, sender.ReasonNoReplySender},
		{"From: noreplyana@example.org", sender.Person, sender.ReasonNoSign},
		{"Reply-To: no-reply@example.org", sender.Auto, sender.ReasonNoReplySender},
		{"Sender: noreply@example.org", sender.Auto, sender.ReasonNoReplySender},
		{"Sender: noreply@example.org\nTo: unlur+t0k3n@example.net", sender.Person, sender.ReasonNoSign},
		{"Subject: Automatic reply: Unlur", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: =?utf-8?q?R=C3=A9ponse_automatique?= : x", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Abwesenheitsnotiz: x", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Out of Office", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Out of office Re: Unlur #42", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Out of office next week, but C4 first", sender.Person, sender.ReasonNoSign},
		{"Subject: Re: Out of office", sender.Person, sender.ReasonNoSign},
		{"Subject: Automatic reply from Ana", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Ana Example is out of the office", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Re: Ana Example is out of the office", sender.Person, sender.ReasonNoSign},
		{"Subject: Unlur #42 (Auto Reply)", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: *** Auto-Reply *** Unlur", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: [=?iso-8859-2?q?Automatyczna_odpowied=BC?=] Unlur", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: =?utf-8?b?6Ieq5YuV5b+c562U77yaIFVubHVy?=", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Absence of mind", sender.Person, sender.ReasonNoSign},
		{"Subject: Auto: my new car", sender.Person, sender.ReasonNoSign},
		{"Subject: Auto: Unlur #42\nIn-Reply-To: <1@example.net>", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Read: Unlur #42\nIn-Reply-To: <1@example.net>", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Read: a good book", sender.Person, sender.ReasonNoSign},
		{"Subject: Read: Unlur #42\nIn-Reply-To: <t0k3n.1@example.net>\nTo: unlur+t0k3n@example.net", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Accepted: Unlur #42\nIn-Reply-To: <1@example.org>", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Accepted: Unlur #42\nIn-Reply-To: <t0k3n.1@example.net>", sender.Person, sender.ReasonNoSign},
		{"Subject: Accepted: Unlur #42\nIn-Reply-To: <t0k3n.1@example.net>\nContent-Type: text/calendar; method=REPLY", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Accepted: Unlur #42\nIn-Reply-To: <t0k3n.1@example.net>\nContent-Type: text/calendar; name=a.ics", sender.Auto, sender.ReasonAutoSubject},
		{"Subject: Accepted: Unlur #42\nIn-Reply-To: <t0k3n.1@example.net>\nContent-Type: application/ms-tnef", sender.Auto, sender.ReasonAutoSubject},
		{"Content-Type: text/calendar; method=REPLY", sender.Auto, sender.ReasonCalendar},
		{"Content-Type: text/calendar; method=publish", sender.Person, sender.ReasonNoSign},
		{"Content-Type: text/vnd.google.email-reaction+json", sender.Auto, sender.ReasonReaction},
		{"Content-Disposition: reaction", sender.Auto, sender.ReasonReaction},
		{"List-Id: <x.example.org>", sender.List, sender.ReasonListHeader},
		{"List-Unsubscribe: <mailto:x@example.org>", sender.List, sender.ReasonListHeader},
		{"Mailing-List: contact x@example.org", sender.List, sender.ReasonListHeader},
		{"Feedback-ID: 1:2:mailer", sender.List, sender.ReasonFeedbackID},
		{"Feedback-ID: i1234:Fastmail", sender.Person, sender.ReasonNoSign},
		{"Feedback-ID: rr0801:zohomail", sender.Person, sender.ReasonNoSign},
		{"Feedback-ID: 12345678:user:proton", sender.Person, sender.ReasonNoSign},
		{"Feedback-ID: 1.eu-west-1.x=:AmazonSES\nTo: unlur+t0k3n@example.net", sender.Person, sender.ReasonNoSign},
		{"List-Unsubscribe: <mailto:x@example.org>\nIn-Reply-To: <t0k3n.1@example.net>", sender.Person, sender.ReasonNoSign},
		{"List-Unsubscribe: <mailto:x@example.org>\nIn-Reply-To: <t0k3n.1@example.org>", sender.List, sender.ReasonListHeader},
		{"List-Id: <x.example.org>\nTo: unlur+t0k3n@example.net", sender.List, sender.ReasonListHeader},
		{"X-BeenThere: games@example.org", sender.List, sender.ReasonListHeader},
		{"X-MLServer: fml [fml 4.0.3]", sender.List, sender.ReasonListHeader},
		{"From: owner-games@example.org", sender.List, sender.ReasonListSender},
		{"From: games-request@example.org", sender.List, sender.ReasonListSender},
		{"Return-Path: <games-bounces@example.org>", sender.List, sender.ReasonListSender},
		{"Sender: games-bounces@example.org", sender.List, sender.ReasonListSender},
		{"Return-Path: <games-return-12-unlur=example.net@example.org>", sender.List, sender.ReasonListSender},
		{"Return-Path: <bounces+123-abc=example.net@example.org>", sender.List, sender.ReasonListSender},
		{"Return-Path: <bounces+123-abc=example.net@example.org>\nTo: unlur+t0k3n@example.net", sender.Person, sender.ReasonNoSign},
		{"Return-Path: <bounces+SRS=abc=xy@example.org>", sender.Person, sender.ReasonNoSign},
		{"Return-Path: <SRS0=abc=xy=example.org=games-bounces@example.com>", sender.List, sender.ReasonListSender},
		{"Return-Path: <SRS0=abc=xy=example.org=ana@example.com>", sender.Person, sender.ReasonNoSign},
		{"Return-Path: <prvs=1234567890=ana@example.org>", sender.Person, sender.ReasonNoSign},
		{"From: bouncer@example.org", sender.Person, sender.ReasonNoSign},
		{"From: bounceman@example.org", sender.Person, sender.ReasonNoSign},
		{"From: request@example.org", sender.Person, sender.ReasonNoSign},
		{"From: games-request@example.org\nTo: unlur+t0k3n@example.net", sender.List, sender.ReasonListSender},
		{"From: Unlur <UNLUR@example.net>", sender.Own, sender.ReasonOwnAddress},
		{"From: unlur+token@example.net", sender.Own, sender.ReasonOwnAddress},
		{"Return-Path: <unlur+token@example.net>", sender.Own, sender.ReasonOwnAddress},
		{"X-Loop: unlur@example.net", sender.Own, sender.ReasonOwnLoop},
		{"Delivered-To: unlur+check-abc@example.net", sender.Own, sender.ReasonOwnCheck},
		{"To: Unlur+CHECK-abc@example.net\nDelivered-To: unlur@example.net", sender.Own, sender.ReasonOwnCheck},
		{"To: unlur+check-abc@example.net, unlur+t0k3n@example.net", sender.Person, sender.ReasonNoSign},
		{"To: bo+check-abc@example.net", sender.Person, sender.ReasonNoSign},
		{"X-Loop: somebody@example.org", sender.Person, sender.ReasonNoSign},
		{"X-Loop: unlur@example.net\nAuto-Submitted: auto-replied", sender.Own, sender.ReasonOwnLoop},
		{strings.Repeat("Received: from a by b\n", sender.MaxReceived) + "Received: from a by b", sender.Auto, sender.ReasonTooManyHops},
		{strings.Repeat("Received: from a by b\n", sender.MaxReceived-1) + "Received: from a by b", sender.Person, sender.ReasonNoSign},
		{"From: ana@example.org, bo@example.org", sender.Unreadable, sender.ReasonBadFrom},
		{"From: ana@example.org\nFrom: bo@example.org", sender.Unreadable, sender.ReasonBadFrom},
		{"From: Ana", sender.Unreadable, sender.ReasonBadFrom},
		{"From: Ana <ana@example.org.>", sender.Unreadable, sender.ReasonBadFrom},
		{"From: Ana [ana@example.org]", sender.Unreadable, sender.ReasonBadFrom},
		{"From: bo@example.org [ana@example.org]", sender.Unreadable, sender.ReasonBadFrom},
		{"From: =?UTF-8?Q?Ana_=3Cana=40example=2Eorg=3E?=", sender.Unreadable, sender.ReasonBadFrom},
		{"From: ana@", sender.Unreadable, sender.ReasonBadFrom},
		{"From: <>", sender.Unreadable, sender.ReasonBadFrom},
		{"From: \"ana@example.org\"@", sender.Unreadable, sender.ReasonBadFrom},
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

// TestAliasServices holds that a reply stays a person's on its way through a
// service that hides the address of its author. Each has an envelope sender and
// fields of its own, and those of the relay that it hires: for complaints, for
// leaving a list. The marks of one are tried on others too, as they may change.
func TestAliasServices(t *testing.T) {
	const reply = "To: unlur+t0k3n@example.net\nSubject: Re: Unlur #42\n"
	services := map[string]string{
		"SimpleLogin": "Return-Path: <sl.ajqwcmzumjyxmwrboi.ge2tsmi@simplelogin.example>\nFrom: swift.word@aleeas.example\nIn-Reply-To: <1@example.net>\n" +
			"X-SimpleLogin-Type: Reply\nX-SimpleLogin-EmailLog-ID: 1234567\nX-SimpleLogin-Want-Signing: yes\nX-SL-Queue-Id: 7c1f8e9a\n",
		"SimpleLogin, old": "Return-Path: <bounce+1234567+@simplelogin.example>\nFrom: swift.word@aleeas.example\nX-SimpleLogin-Type: Reply\n" +
			"List-Unsubscribe: <mailto:unsubscribe@simplelogin.example?subject=1234567=>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n",
		"Hide My Email": "Return-Path: <bits.0v_words@icloud.example>\nFrom: Ana <bits.0v_words@icloud.example>\nIn-Reply-To: <1@example.net>\n" +
			"X-ICloud-HME: p=1234567890\nX-Apple-Message-Wrapper: Yes\nX-Apple-Mail-Remote-Attachments: NO\nX-Apple-Action: RELAY\n",
		"Hide My Email, Sign in with Apple": "Return-Path: <SRS0=ab1C=xy=example.org=ana@privaterelay.appleid.example>\nFrom: q7w2@privaterelay.appleid.example\n" +
			"Feedback-ID: 1:relay:appleid\n",
		"Firefox Relay": "Return-Path: <010f018c0d3e8f2a-1b2c-000000@eu-west-1.amazonses.example>\nFrom: k3jz8q@mozmail.example\nReply-To: k3jz8q@mozmail.example\n" +
			"Feedback-ID: 1.eu-west-1.abc=:AmazonSES\nX-SES-Outgoing: 2026.11.20-192.0.2.7\nResent-From: ana@example.org\n",
		"DuckDuckGo": "Return-Path: <bounces+ana=duck.example@duck.example>\nFrom: ana-word@duck.example\nDuck-Original-From: ana@example.org\n" +
			"Duck-Original-Message-ID: <2@example.org>\nResent-From: ana@duck.example\nResent-Message-ID: <3@duck.example>\nIn-Reply-To: <1@example.net>\n",
	}
	for name, header := range services {
		m := ReadMail([]byte(header+reply+"\nC4\n"), ours)
		if m.Class != sender.Person || len(m.Orders().Commands) != 1 {
			t.Errorf("%s: %s (%s)", name, m.Class, m.Reason)
		}
	}
}

// TestClassifyText tells class and reason from the text of a mail whose header
// says nothing.
func TestClassifyText(t *testing.T) {
	tests := []struct {
		subject, text string
		class         sender.Class
		reason        string
	}{
		{"Hi", "C4", sender.Person, sender.ReasonNoSign},
		{"Problem", "\nThis is the mail system at host mail.example.org.\n\nI'm sorry", sender.Bounce, sender.ReasonBounceText},
		{"Fwd: Problem", "This is the mail system at host mail.example.org.", sender.Person, sender.ReasonNoSign},
		{"What is this?", "I got this today:\n\nThis is the mail system at host mail.example.org.", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "Ana Example reacted to your message:", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "\U0001F44D\n\nAna reacted via Gmail\n<https://www.example.com/gmail>", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana reacted to your message:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "\U0001F44D\U0001F3FD Ana reacted to your message: \u2764\uFE0F", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana Example liked your message", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana reaccionó a tu mensaje:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "A Ana le gusta tu mensaje", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana a réagi à votre message\u00a0:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana hat auf Ihre Nachricht reagiert:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana gefällt Ihre Nachricht", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana ha reagito al tuo messaggio:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana reagiu à sua mensagem:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana heeft op uw bericht gereageerd:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "Ana ha reaccionat al vostre missatge:\n\U0001F44D", sender.Auto, sender.ReasonReaction},
		{"Re: Unlur #42", "I liked your message", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "Bo liked your message!", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "Mir gefällt Ihre Nachricht", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "C4\n\nBo reacted to your message", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "Bo liked your message\nC4", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "Bo liked your message: 4", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "I reacted to your message: C4", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "C4\n\nBo reacted to your message, by the way", sender.Person, sender.ReasonNoSign},
		{"Re: Unlur #42", "\U0001F44D", sender.Person, sender.ReasonNoSign},
	}
	for _, tc := range tests {
		m := ReadMail([]byte("From: ana@example.org\nSubject: "+tc.subject+"\n\n"+tc.text+"\n"), ours)
		if m.Class != tc.class || m.Reason != tc.reason {
			t.Errorf("%q %q is %s (%s), want %s (%s)", tc.subject, tc.text, m.Class, m.Reason, tc.class, tc.reason)
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
		{"Ana <ana@example.org.>", nil},
		{"ana@example.org.", nil},
		{"=?utf-8?q?Ana?= <ana@example.org.>", nil},
		{"Ana <ana@example.org..>", nil},
		{"Ana Example [ana@example.org]", nil},
		{"=?utf-8?q?N=C3=BA=C3=B1ez?= [n@example.org]", nil},
		{"[ana@example.org]", nil},
		{"bo@example.org [ana@example.org]", nil},
		{"[bo@example.org] ana@example.org", nil},
		{"<bo@example.org> [ana@example.org]", nil},
		{"Ana [ana@example.org", nil},
		{`"Ana [ana@example.org]"`, nil},
		{"=?UTF-8?Q?Ana_=3Cana=40example=2Eorg=3E?=", nil},
		{"=?UTF-8?Q?Ana_=5Bana=40example=2Eorg=5D?=", nil},
		{"=?UTF-8?Q?bo=40example=2Ecom?= [ana@example.org]", nil},
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
		for _, a := range mime.ParseAddresses(tc.value) {
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
		"Received: from mail.example.org (mail.example.org [192.0.2.1]) by mx.example.net; Fri, 20 Nov 2026 12:00:00 +0000",
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
		"recipients": m.Recipients, "addressees": m.Addressees, "results": m.AuthResults, "subject": m.Subject,
	}
	want := map[string]any{
		"id": "1@example.org", "reply to": []string{"2@example.org"}, "references": []string{"3@example.org", "2@example.org"},
		"return path": mime.ReturnPath{Present: true, Addr: "ana@example.org"},
		"recipients":  []string{"unlur+Token@example.net", "UNLUR@example.net", "bo@example.org"},
		"addressees":  []string{"UNLUR@example.net", "bo@example.org"},
		"results": []sender.AuthField{{Value: "mx.example.net; dmarc=pass header.from=example.org", Place: sender.AboveBorder},
			{Value: "old.example.com; none", Place: sender.AtBorder}},
		"subject": "Ãcafé",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBigMail holds that a mail over the limit costs only its header.
func TestBigMail(t *testing.T) {
	const header = "From: ana@example.org\nSubject: games\n\n"
	big := []byte(header + strings.Repeat("C4\n", plain.MaxMail))
	for name, m := range map[string]*Mail{
		"too big":     ReadMail(big, ours),
		"header only": ReadMail([]byte(header), Options{HeaderOnly: true}),
	} {
		if o := m.Orders(); len(o.Commands) > 0 {
			t.Errorf("%s: the subject was read, though the text may say otherwise: %v", name, o.Commands)
		}
		if !m.TooBig || m.Text != "" || m.From.Addr != "ana@example.org" || m.Class != sender.Person {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

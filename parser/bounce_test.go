package parser

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/parser/mime"
	"unlurbot/parser/sender"
)

// textBounces are the words of bounces that are no reports, program by program,
// without what makes no difference. The address that failed is bo@example.com.
var textBounces = []struct {
	program, subject, text string
	status                 string
	permanent              bool
}{
	{"qmail", "failure notice", `Hi. This is the qmail-send program at mail.example.com.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bo@example.com>:
Sorry, no mailbox here by that name. (#5.1.1)`, "5.1.1", true},
	{"qmail, refused", "failure notice", `Hi. This is the qmail-send program at mail.example.com.

<bo@example.com>:
192.0.2.15 does not like recipient.
Remote host said: 452 4.2.2 Over quota
Giving up on 192.0.2.15.`, "4.2.2", false},
	{"Exim", "Mail delivery failed: returning message to sender", `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bo@example.com
    host mx.example.com [192.0.2.15]
    SMTP error from remote mail server after RCPT TO:<bo@example.com>:
    550 5.1.1 <bo@example.com>: Recipient address rejected`, "5.1.1", true},
	{"Exim, delayed", "Warning: message 1xYzAb-0001-00 delayed 24 hours", `This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mail.example.net.

The address to which the message has not yet been delivered is:

  bo@example.com
    Delay reason: connection timed out

No action is required on your part.`, "", false},
	{"sendmail 8", "Returned mail: see transcript for details", `The original message was received at Fri, 20 Nov 2026 09:00:00 GMT
from mail.example.net [192.0.2.7]

   ----- The following addresses had permanent fatal errors -----
<bo@example.com>
    (reason: 550 5.1.1 <bo@example.com>... User unknown)

   ----- Transcript of session follows -----
... while talking to mx.example.com.:
>>> DATA
<<< 550 5.1.1 <bo@example.com>... User unknown`, "5.1.1", true},
	{"sendmail 5", "Returned mail: User unknown", `   ----- Transcript of session follows -----
While talking to mx.example.com:
>>> RCPT To:<bo@example.com>
<<< 550 <bo@example.com>, User Unknown
550 <bo@example.com>... User unknown`, "5.0.0", true},
	{"sendmail, delayed", "Warning: could not send message for past 4 hours", `    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **
    **********************************************

   ----- The following addresses had transient non-fatal errors -----
<bo@example.com>

   ----- Transcript of session follows -----
<bo@example.com>... Deferred: Connection timed out with mx.example.com.`, "", false},
	{"Postfix", "Undelivered Mail Returned to Sender", `This is the mail system at host mail.example.net.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

                   The mail system

<bo@example.com>: host mx.example.com[192.0.2.15] said: 554 5.7.1 Rejected (in
    reply to RCPT TO command)`, "5.7.1", true},
	{"Exchange 5.5", "Undeliverable: Unlur #42", `Your message

  To:      bo@example.com
  Subject: Unlur #42
  Sent:    Fri, 20 Nov 2026 09:00:00 +0000

did not reach the following recipient(s):

bo@example.com on Fri, 20 Nov 2026 09:00:05 +0000
    The recipient name is not recognized
    MSEXCH:IMS:EXAMPLE:SITE:MAIL 0 (000C05A6) Unknown Recipient`, "", true},
	{"Exchange 2007", "Undeliverable: Unlur #42", `Delivery has failed to these recipients or distribution lists:

Bo<mailto:bo@example.com>
The recipient's e-mail address was not found.

Diagnostic information for administrators:

Generating server: mta.example.com

bo@example.com
#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##`, "5.1.1", true},
	{"Office 365", "Undeliverable: Unlur #42", `Your message to bo@example.com couldn't be delivered.
bo wasn't found at example.com.

Status code: 550 5.1.10`, "5.1.10", true},
	{"Office 365, two names", "Undeliverable: Unlur #42", `Delivery has failed to these recipients or groups:

Bo Example (bo@example.com)
The recipient's mailbox is full. Error 554 5.2.2 mailbox full`, "5.2.2", true},
	{"Exchange, German", "Unzustellbar: Unlur #42", `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:

bo@example.com
Die eingegebene E-Mail-Adresse konnte nicht gefunden werden.

Diagnoseinformationen für Administratoren:
bo@example.com
Remote Server returned '550 5.1.1 User unknown'`, "5.1.1", true},
	{"Exchange, French", "Non remis : Unlur #42", `Échec de la remise à ces destinataires ou groupes :

bo@example.com
L'adresse de messagerie est introuvable. (550 5.1.1)`, "5.1.1", true},
	{"Exchange, Spanish", "No se puede entregar: Unlur #42", `Error de entrega a estos destinatarios o grupos:

bo@example.com
550 5.4.1 Recipient address rejected: Access denied`, "5.4.1", true},
	{"Exchange, delayed", "Delivery delayed: Unlur #42", `Delivery is delayed to these recipients or groups:

bo@example.com

This message hasn't been delivered yet. Delivery will continue to be attempted.
450 4.7.0 Proxy session setup failed`, "4.7.0", false},
	{"Gmail", "Delivery Status Notification (Failure)", `** Address not found **

Your message wasn't delivered to bo@example.com because the address couldn't
be found, or is unable to receive mail.

The response from the remote server was:
550 5.1.1 <bo@example.com>: Recipient address rejected`, "5.1.1", true},
	{"Gmail, older", "Delivery Status Notification (Failure)", `Delivery to the following recipient failed permanently:

     bo@example.com

Technical details of permanent failure:
The error that the other server returned was: 550 550 5.2.1 Account disabled (state 14).`, "5.2.1", true},
	{"Gmail, delayed", "Delivery Status Notification (Delay)", `** Delivery incomplete **

There was a temporary problem delivering your message to bo@example.com. Gmail
will retry for 46 more hours.`, "", false},
	{"Gmail, Spanish", "Delivery Status Notification (Failure)", `** No se ha encontrado la dirección **

Tu mensaje no se ha entregado a bo@example.com porque no se ha encontrado la
dirección. 550 5.1.1`, "5.1.1", true},
	{"Yahoo", "Failure Notice", `Sorry, we were unable to deliver your message to the following address.

<bo@example.com>:
554: delivery error: dd This user doesn't have an account [0]`, "5.0.0", true},
	{"AOL", "Returned mail: User unknown", `   ----- The following addresses had delivery errors -----
<bo@example.com>

   ----- Transcript of session follows -----
... while talking to air.example.com.:
>>> RCPT To:<bo@example.com>
<<< 550 MAILBOX NOT FOUND
550 <bo@example.com>... User unknown`, "5.0.0", true},
	{"GMX", "Mail delivery failed: returning message to sender", `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address
failed:

"bo@example.com":
SMTP error from remote server after RCPT command:
host: mx.example.com
5.1.1 User Unknown`, "5.1.1", true},
	{"1&1", "Mail delivery failed: returning message to sender", `The following address failed:

bo@example.com

For the following reason:

Mail size limit exceeded.`, "", true},
	{"T-Online", "mail failed, returning to sender", `|------------------------- Failed addresses follow: ---------------------|
 <bo@example.com>
   552 5.2.2 <bo@example.com> Quota exceeded (mailbox for user is full)`, "5.2.2", true},
	{"Domino", "DELIVERY FAILURE: User bo (bo@example.com) not listed", `Your message

  Subject: Unlur #42

was not delivered to:

  bo@example.com

because:

  User bo (bo@example.com) not listed in Domino Directory`, "", true},
	{"Notes", "Undeliverable message", `------- Failure Reasons  --------

User not listed in public Name & Address Book
bo@example.com`, "", true},
	{"GroupWise", "Message status - undeliverable", `The message that you sent was undeliverable to the following:

	bo@example.com (User account is expired)`, "", true},
	{"Courier", "NOTICE: mail delivery status.", `This is a delivery status notification from mail.example.com,
running the Courier mail server, version 0.65.

The original message was received on Fri, 20 Nov 2026 09:00:00 +0000

                           UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<bo@example.com>:
    mx.example.com [192.0.2.15]:
>>> RCPT TO:<bo@example.com>
<<< 550 5.1.1 No such user`, "5.1.1", true},
	{"OpenSMTPD", "Delivery status notification: error", `    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

bo@example.com: 550 5.2.2 <bo@example.com>... Mailbox Full`, "5.2.2", true},
	{"Oracle", "Delivery Notification: Delivery has failed", `This report relates to a message you sent with the following header fields:

  Message-id: <t0k3n.1@example.net>

Your message cannot be delivered to the following recipients:

  Recipient address: bo@example.com
  Reason: Remote SMTP server has rejected address
  Diagnostic code: smtp;550 5.1.6 recipient no longer on server`, "5.1.6", true},
	{"MailEnable", "Message Delivery Failure", `MailEnable: Message delivery has failed.

Message could not be delivered to some recipients.
The following recipient(s) could not be reached:

	Recipient: [SMTP:bo@example.com]
	Reason: Remote SMTP server returned: 550 Invalid recipient`, "5.0.0", true},
	{"IMail", "Undeliverable Mail", `Unknown user: bo@example.com


RCPT TO generated following response:
550 5.1.1 unknown`, "5.1.1", true},
	{"MDaemon", "Warning: bo@example.com - no such user here", `The following addresses did NOT receive a copy of your message:

> bo@example.com

--- Session Transcript ---
  RCPT To:<bo@example.com>
  550 <bo@example.com>, Recipient unknown`, "5.0.0", true},
	{"MailMarshal", "Undeliverable Mail: \"Unlur #42\"", `Your message:
   From:    unlur@example.net
   Subject: Unlur #42

Could not be delivered because of

550 5.1.1 User unknown

The following recipients were affected:
    bo@example.com`, "5.1.1", true},
	{"Zoho", "Undelivered Mail Returned to Sender", `This message was created automatically by mail delivery software.
A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.

bo@example.com Invalid Address, ERROR_CODE :550, ERROR_CODE :Account does not exist`, "5.0.0", true},
	{"MessageLabs", "Mail System Error", `This is the mail delivery agent at mail.example.com.
I was unable to deliver your message to the following addresses:

bo@example.com

Reason: 550 5.1.1 no such user`, "5.1.1", true},
	{"Mimecast", "[Postmaster] Email Delivery Failure", `An email that you attempted to send to the following address could not be delivered:

-- bo@example.com

The problem appears to be :
-- Recipient email address is possibly incorrect

Additional information follows :
-- 5.4.1 Recipient address rejected: Access denied.`, "5.4.1", true},
	{"amavis", "Undeliverable mail, MTA-BLOCKED", `The message WAS NOT relayed to:
  <bo@example.com>: [127.0.0.1] said:
   550 5.1.1 Failed, id=02022-02`, "5.1.1", true},
	{"InterScan", "Mail could not be delivered", `Sent <<< RCPT TO:<bo@example.com>
Received >>> 550 5.1.1 <bo@example.com>... user unknown

Unable to deliver message to <bo@example.com>.`, "5.1.1", true},
	{"James", "[BOUNCE]", `Hi. This is the James mail server at mail.example.com.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up.

Error message below:
550 - Requested action not taken: no such user here

Message details:
  RCPT TO: bo@example.com`, "5.0.0", true},
	{"DragonFly", "Mail delivery failed", `This is the DragonFly Mail Agent v0.13 at mail.example.net.

There was an error delivering your mail to <bo@example.com>.

mx.example.com [192.0.2.15] did not like our RCPT TO:
550 5.1.1 <bo@example.com>: Recipient address rejected`, "5.1.1", true},
	{"a language unknown here", "??", `Ihr Brief kam nicht an, und hier steht warum.

<bo@example.com>:
551 5.1.6 umgezogen`, "5.1.6", true},
	{"Jetmail", "Mail Error", `Your mail cannot be delivered to the following address(es):

 bo@example.com "(0), ErrMsg=mail box space not enough"`, "", true},
	{"Mimecast, older", "[Postmaster] Email Delivery Failure", `This is a delivery failure notification message indicating that
an email unlur@example.net addressed to email address :
-- bo@example.com

could not be delivered. The problem appears to be :
-- 4.4.4 Temporary server error. Please try again later`, "4.4.4", false},
	{"1&1, delayed", "Warning: message delayed 2 days", `A message that you sent has not yet been delivered to one or more of
its recipients after 2 days.

The message has not yet been delivered to the following addresses:

  <bo@example.com>

No action is required on your part. Delivery attempts will continue for
some time.`, "", false},
	{"Netscape", "Mail System Error - Returned Mail", `This Message was undeliverable due to the following reason:

Host example.com is not responding.

The following recipients did not receive your message:

     <bo@example.com>

Please reply to Postmaster@mail.example.org
if you feel this message to be in error.`, "", true},
	{"LSMTP", "Returned Mail - Error During Delivery", `------ Failed Recipients ------

<bo@example.com>: Requested action not taken: mailbox unavailable. [SMTP Error Code 550]`, "5.0.0", true},
	{"ours is never the one", "failure notice", `Your message from <unlur+t0k3n@example.net> failed.
unable to deliver your message to the following addresses, please send mail to postmaster@example.org:

unlur@example.net, bo@example.com`, "", true},
}

// TestBounceText reads each of textBounces, with and without the mail that came
// back below it.
func TestBounceText(t *testing.T) {
	const header = "From: MAILER-DAEMON@example.org\nTo: unlur+b0unc3@example.net\nSubject: "
	const returned = "\n\n------ This is a copy of the message, including all the headers. ------\n\n" +
		"Return-Path: <unlur+0ther@example.net>\nReceived: from mail.example.net\n by mx.example.com\n" +
		"Message-ID: <t0k3n.1@example.net>\nTo: Bo <bo@example.com>\n\nDelivery failed to eve@example.com: 550 5.7.7\n"
	for _, tc := range textBounces {
		want := &sender.Failure{Recipient: "bo@example.com", Status: tc.status, Permanent: tc.permanent, Token: "b0unc3"}
		raw := header + tc.subject + "\n\n" + tc.text + "\n"
		if diff := cmp.Diff(want, ReadMail([]byte(raw), ours).Failure); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.program, diff)
		}
		want.OriginalID = "t0k3n.1@example.net"
		if diff := cmp.Diff(want, ReadMail([]byte(raw+returned), ours).Failure); diff != "" {
			t.Errorf("%s with the mail (-want +got):\n%s", tc.program, diff)
		}
	}
}

// TestDeliveryReport reads the fields of RFC 3464.
func TestDeliveryReport(t *testing.T) {
	const bo = "Final-Recipient: rfc822; bo@example.com\n"
	tests := []struct {
		fields string
		class  sender.Class
		want   *sender.Failure
	}{
		{"Reporting-MTA: dns; x\n\n" + bo + "Action: failed\nStatus: 5.1.1", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.1.1", Permanent: true}},
		{"Reporting-MTA: dns; x\n" + bo + "Action: failed\nStatus: 5.1.1", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.1.1", Permanent: true}},
		{bo + "Action: failed\nStatus: 5.2.2", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.2.2", Permanent: true}},
		{bo + "Action: failed\nStatus: 4.2.2", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "4.2.2"}},
		{bo + "Action: delayed\nStatus: 4.4.7", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "4.4.7"}},
		{bo + "Action: Failed (bad)\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550-5.7.1 no", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.7.1", Permanent: true}},
		{bo + "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 450 4.7.1 later", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.0.0", Permanent: true}},
		{bo + "Action: failed\nDiagnostic-Code: smtp; 552 full", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.0.0", Permanent: true}},
		{bo + "Action: failed", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Permanent: true}},
		{bo + "Action: error\nStatus: 5.0.0", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.0.0", Permanent: true}},
		{bo + "Status: 4.4.1", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "4.4.1"}},
		{"Action: failed\n\n" + bo + "Status: 4.7.0", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "4.7.0"}},
		{"Original-Recipient: rfc822;bo@example.com\nFinal-Recipient: rfc822; 1234@example.org\nAction: failed\nStatus: 5.1.1", sender.Bounce,
			&sender.Failure{Recipient: "bo@example.com", Status: "5.1.1", Permanent: true}},
		{"Final-Recipient: utf-8; bö@example.com\nAction: failed\nStatus: 5.6.7", sender.Bounce, &sender.Failure{Recipient: "bö@example.com", Status: "5.6.7", Permanent: true}},
		{"Final-Recipient: <bo@example.com>\nAction: failed\nStatus: 5.1.1", sender.Bounce, &sender.Failure{Recipient: "bo@example.com", Status: "5.1.1", Permanent: true}},
		{"Final-Recipient: rfc822; ana@example.org\nAction: relayed\nStatus: 2.0.0\n\n" + bo + "Action: failed\nStatus: 5.1.1", sender.Bounce,
			&sender.Failure{Recipient: "bo@example.com", Status: "5.1.1", Permanent: true}},
		{"Final-Recipient: rfc822; ana@example.org\nAction: delayed\nStatus: 4.4.1\n\n" + bo + "Action: failed\nStatus: 5.1.1", sender.Bounce,
			&sender.Failure{Recipient: "bo@example.com", Status: "5.1.1", Permanent: true}},
		{bo + "Action: delivered\nStatus: 2.1.5", sender.Auto, nil},
		{bo + "Action: relayed\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; ana@example.org\nAction: expanded\nStatus: 2.0.0", sender.Auto, nil},
		{"Reporting-MTA: dns; x", sender.Bounce, nil},
	}
	for _, tc := range tests {
		m := ReadMail([]byte("From: MAILER-DAEMON@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\n\n"+
			"--x\nContent-Type: message/delivery-status\n\n"+tc.fields+"\n\n--x--\n"), ours)
		if diff := cmp.Diff(tc.want, m.Failure); diff != "" || m.Class != tc.class {
			t.Errorf("%q is %s (-want +got):\n%s", tc.fields, m.Class, diff)
		}
	}
}

// TestRejection reads what the filter of a reader sends back.
func TestRejection(t *testing.T) {
	const raw = "From: Mail Delivery Subsystem <admin@example.com>\nTo: unlur+b0unc3@example.net\nSubject: Rejected: Unlur #42\n" +
		"Auto-Submitted: auto-replied (rejected)\nContent-Type: multipart/report; report-type=disposition-notification; boundary=x\n\n" +
		"--x\n\nYour message to <bo@example.com> was automatically rejected:\nNo games please.\n\n" +
		"--x\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; bo@example.com\n" +
		"Disposition: automatic-action/MDN-sent-automatically; deleted\n\n" +
		"--x\nContent-Type: message/rfc822\n\nMessage-ID: <t0k3n.1@example.net>\n\n--x--\n"
	m := ReadMail([]byte(raw), ours)
	want := &sender.Failure{Recipient: "bo@example.com", Permanent: true, OriginalID: "t0k3n.1@example.net", Token: "b0unc3"}
	if diff := cmp.Diff(want, m.Failure); diff != "" || m.Class != sender.Bounce {
		t.Errorf("%s (-want +got):\n%s", m.Class, diff)
	}
	unread := ReadMail([]byte(strings.Replace(raw, " (rejected)", "", 1)), ours)
	if unread.Class != sender.Auto || unread.Failure != nil {
		t.Errorf("deleted unread is %s, %+v", unread.Class, unread.Failure)
	}
}

// TestReturnedMail tells where the id and the token of the mail that failed are
// found.
func TestReturnedMail(t *testing.T) {
	const report = "--x\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; bo@example.com\nAction: failed\nStatus: 5.1.1\n\n"
	tests := []struct {
		name, fields, body string
		id, token          string
	}{
		{"attached", "", report + "--x\nContent-Type: message/rfc822\n\nMessage-ID: <1@example.net>\nReply-To: unlur+t0k3n@example.net\n", "1@example.net", "t0k3n"},
		{"header", "", report + "--x\nContent-Type: text/rfc822-headers\n\nMessage-ID: <1@example.net>\nReturn-Path: <UNLUR+T0k3n@example.net>\n", "1@example.net", "T0k3n"},
		{"international", "", report + "--x\nContent-Type: message/global-headers\n\nMessage-ID: <1@example.net>\n", "1@example.net", ""},
		{"encoded", "", report + "--x\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nTWVzc2FnZS1JRDogPDFAZXhhbXBsZS5uZXQ+DQoNCkM0DQo=\n", "1@example.net", ""},
		{"in reply", "In-Reply-To: <1@example.net>\nReferences: <0@example.net>", report, "1@example.net", ""},
		{"references", "References: <0@example.net> <1@example.net>", report, "1@example.net", ""},
		{"to the token", "Delivered-To: unlur+b0unc3@example.net", report + "--x\nContent-Type: message/rfc822\n\nReply-To: unlur+t0k3n@example.net\n", "", "b0unc3"},
		{"first of ours", "To: bo+x@example.org, unlur@example.net, unlur+b0unc3@example.net", report, "", "b0unc3"},
		{"somebody else's", "To: bo+x@example.org", report + "--x\nContent-Type: message/rfc822\n\nFrom: unlur+x@example.org\n", "", ""},
		{"quoted", "", "--x\n\n<bo@example.com>:\nfull mailbox 5.2.2\n\nThe first lines of your mail follow:\n> Received: from mail.example.net\n>       by mx.example.com\n> Message-Id: <1@example.net>\n> Reply-To: unlur+t0k3n@example.net\n>\n> C4\n\n", "1@example.net", "t0k3n"},
		{"two ids", "", report + "--x\nContent-Type: message/rfc822\n\nMessage-ID: <1@example.net> <2@example.net>\n", "", ""},
	}
	for _, tc := range tests {
		raw := "From: MAILER-DAEMON@example.org\nContent-Type: multipart/report; boundary=x\n" + tc.fields + "\n\n" + tc.body + "--x--\n"
		f := ReadMail([]byte(strings.ReplaceAll(raw, "\n\n\n", "\n\n")), ours).Failure
		if f == nil || f.Recipient != "bo@example.com" || f.OriginalID != tc.id || f.Token != tc.token {
			t.Errorf("%s: %+v, want id %q and token %q", tc.name, f, tc.id, tc.token)
		}
	}
}

// TestNoFailure holds which mails tell of none, though they look like it.
func TestNoFailure(t *testing.T) {
	tests := map[string]string{
		"a vacation program":  "Return-Path: <>\nTo: unlur+t0k3n@example.net\nIn-Reply-To: <1@example.net>\nSubject: gone fishing\n\nBack on Monday, write to eve@example.org.\n",
		"a polite one":        "Return-Path: <>\nTo: unlur+t0k3n@example.net\nSubject: thanks\n\nYour message to bo@example.com will be read on Monday.\n",
		"a complaint":         "Content-Type: multipart/report; report-type=feedback-report; boundary=x\nFrom: fbl@example.org\nTo: unlur+t0k3n@example.net\n\n--x\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n\n--x--\n",
		"a person":            "From: ana@example.org\nTo: unlur+t0k3n@example.net\n\nYour message to bo@example.com failed with 550 5.1.1\n",
		"nothing that helps":  "From: mailer-daemon@example.org\n\nSomething went wrong.\n",
		"a receipt":           "From: mailer-daemon@example.org\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; bo@example.com\nAction: relayed\n",
		"only the header":     "From: mailer-daemon@example.org\n",
		"no address after it": "From: mailer-daemon@example.org\n\nfailed recipient\n" + strings.Repeat("x\n", 20) + "bo@example.com\n",
	}
	for name, raw := range tests {
		if m := ReadMail([]byte(raw), ours); m.Failure != nil {
			t.Errorf("%s: %+v", name, m.Failure)
		}
	}
}

// TestComplaint reads whose mail was called spam.
func TestComplaint(t *testing.T) {
	const fbl = "From: fbl@example.org\nSubject: FW: Unlur\nContent-Type: multipart/report; report-type=feedback-report; boundary=x\n"
	const report = "--x\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Rcpt-To: <bo@example.com>\n\n"
	const returned = "--x\nContent-Type: message/rfc822\n\nMessage-ID: <1@example.net>\nReply-To: unlur+t0k3n@example.net\nTo: eve@example.com\n\nC4\n"
	tests := []struct {
		name, raw string
		want      *sender.Complaint
	}{
		{"all", fbl + "\n" + report + returned + "--x--\n", &sender.Complaint{Type: "abuse", Recipient: "bo@example.com", OriginalID: "1@example.net", Token: "t0k3n"}},
		{"no report", fbl + "\n" + returned + "--x--\n", &sender.Complaint{Recipient: "eve@example.com", OriginalID: "1@example.net", Token: "t0k3n"}},
		{"nothing returned", fbl + "To: unlur+b0unc3@example.net\n\n" + report + "--x--\n", &sender.Complaint{Type: "abuse", Recipient: "bo@example.com", Token: "b0unc3"}},
		{"an unsubscribe link", fbl + "\n" + report + strings.Replace(returned, "Reply-To:", "List-Unsubscribe: <mailto:unlur+un5ub@example.net?subject=unsubscribe>\nReply-To:", 1) + "--x--\n",
			&sender.Complaint{Type: "abuse", Recipient: "bo@example.com", OriginalID: "1@example.net", Token: "un5ub"}},
		{"praise", fbl + "\n" + strings.Replace(report, "abuse", "Not-Spam", 1) + "--x--\n", &sender.Complaint{Type: "not-spam", Recipient: "bo@example.com"}},
		{"nothing", fbl + "\n--x\n\nspam!\n--x--\n", &sender.Complaint{}},
		{"in the text", "From: staff@example.org\nSubject: complaint about message from 192.0.2.1\n\n----- Original Message\n" +
			"Message-ID: <1@example.net>\nReply-To: unlur+t0k3n@example.net\nTo: eve@example.com\n", &sender.Complaint{Recipient: "eve@example.com", OriginalID: "1@example.net", Token: "t0k3n"}},
		{"passed on by a person", "From: ana@example.org\nSubject: Fwd: spam?\nContent-Type: multipart/mixed; boundary=x\n\n" + report + "--x--\n", nil},
	}
	for _, tc := range tests {
		m := ReadMail([]byte(tc.raw), ours)
		if diff := cmp.Diff(tc.want, m.Complaint); diff != "" || m.Failure != nil {
			t.Errorf("%s: failure %+v, complaint (-want +got):\n%s", tc.name, m.Failure, diff)
		}
	}
}

// statusForm is that of an enhanced status code (RFC 3463 section 2), or nothing.
var statusForm = regexp.MustCompile(`^([245]\.[0-9]{1,3}\.[0-9]{1,3})?$`)

// FuzzBounce holds what is true of the Failure of any bounce: what it names is
// fit to be compared and logged, and is never ours.
func FuzzBounce(f *testing.F) {
	for _, tc := range textBounces {
		f.Add(tc.subject, tc.text)
	}
	f.Fuzz(func(t *testing.T, subject, text string) {
		subject = strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, subject)
		m := ReadMail([]byte("From: mailer-daemon@example.org\nSubject: "+subject+"\n\n"+text), ours)
		failure := m.Failure
		if failure == nil {
			return
		}
		if m.Class != sender.Bounce || m.Complaint != nil {
			t.Errorf("%s has a failure: %+v", m.Class, failure)
		}
		isOurs := func(a string) bool {
			local, domain, _ := strings.Cut(strings.ToLower(a), "@")
			return domain == "example.net" && (local == "unlur" || strings.HasPrefix(local, "unlur+"))
		}
		if a := failure.Recipient; a != "" && (!mime.IsAddress(a) || isOurs(a)) {
			t.Errorf("recipient %q", a)
		}
		if !statusForm.MatchString(failure.Status) {
			t.Errorf("status %q", failure.Status)
		}
		if id := failure.OriginalID; id != "" && len(mime.MessageIDs([]string{"<" + id + ">"})) != 1 {
			t.Errorf("id %q", id)
		}
		if strings.ContainsFunc(failure.Token, func(r rune) bool { return !mime.IsAddressRune(r) }) {
			t.Errorf("token %q", failure.Token)
		}
	})
}

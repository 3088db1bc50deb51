package parser

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
	"unlurbot/parser/reply"
)

const fromAna = "From: ana@example.org\n"

// damages has for each code of Mail.Problems the mails that it tells of.
var damages = map[string][]string{
	mime.CodeEmptyMail:       {"", "\r\n \n"},
	mime.CodeNoHeader:        {"C4\nHello\n", "\xff\xfe"},
	mime.CodeBadHeaderLine:   {"rubbish\n" + fromAna + "\nC4", fromAna + "x\nTo: bo@example.org\n\nC4"},
	mime.CodeHeaderTooLong:   {fromAna + strings.Repeat("X: y\n", mime.MaxHeaderLines) + "\nC4"},
	mime.CodeTooBig:          {fromAna + "\n" + strings.Repeat("C4\n", plain.MaxMail/3)},
	mime.CodeTooDeep:         {fromAna + nested("mixed", 1)},
	mime.CodeTooManyParts:    {fromAna + multipart + strings.Repeat("--x\n\nC4\n", mime.MaxParts+1)},
	mime.CodeBadContentType:  {fromAna + "Content-Type: text\n\nC4", fromAna + "Content-Type: multipart/mixed; boundary=a=b\n\n--a=b\n\nC4"},
	mime.CodeMissingBoundary: {fromAna + multipart + "C4", fromAna + "Content-Type: multipart/alternative\n\nC4"},
	mime.CodeUnknownEncoding: {fromAna + "Content-Transfer-Encoding: x-rot13\n\nP4"},
	mime.CodeUnknownCharset:  {fromAna + "Content-Type: text/plain; charset=x-martian\n\ncaf\xe9"},
	mime.CodeDamagedBody: {
		fromAna + "Content-Transfer-Encoding: base64\n\nQzQK\n-- \nA list of example.org",
		fromAna + "Content-Transfer-Encoding: base64\n\nQz!Q=",
		fromAna + "Content-Transfer-Encoding: x-uuencode\n\nC4",
		fromAna + "Content-Type: application/pkcs7-mime; smime-type=signed-data\n\nC4",
	},
	mime.CodeNoText: {
		fromAna + "Content-Type: image/png\n\nC4",
		fromAna + multipart + "--x\nContent-Type: message/rfc822\n\nFrom: bo@example.org\n\nC4",
		fromAna + "Content-Type: application/pkcs7-mime; smime-type=certs-only\n\nC4",
		fromAna + cmsHead + encode(cmsPrefix[:len(cmsPrefix)-2]),
	},
	mime.CodeEncrypted: {
		fromAna + "Content-Type: multipart/encrypted; boundary=x\n\n--x\nContent-Type: application/octet-stream\n\nC4\n--x--",
		fromAna + multipart + "--x\n\n\n--x\nContent-Type: application/pgp-encrypted\nContent-Disposition: attachment\n\nVersion: 1\n--x--",
		fromAna + "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nC4",
		fromAna + "Content-Type: application/pkcs7-mime; name=smime.p7m\n\nC4",
		fromAna + "Content-Type: application/octet-stream; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n" +
			encode("\x30\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03"),
		fromAna + "\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n",
		fromAna + "Content-Type: text/html\n\n<p>-----BEGIN PGP MESSAGE-----</p><p>abc</p>",
	},
	mime.CodeWinmail: {
		fromAna + "Content-Type: application/ms-tnef\n\nx",
		fromAna + multipart + "--x\nContent-Type: application/octet-stream; name=WINMAIL.DAT\n\nx\n--x--",
		fromAna + multipart + "--x\n\n \n--x\nContent-Type: application/ms-tnef\nContent-Disposition: attachment\n\nx\n--x--",
	},
	mime.CodeTextTruncated: {
		fromAna + "\n" + strings.Repeat("C4\n", mime.MaxText/3+1),
		fromAna + "\n" + strings.Repeat("one line ", mime.MaxText/8),
		fromAna + "Content-Type: text/html\n\n" + strings.Repeat("<p>C4", mime.MaxText/3),
		fromAna + multipart + "--x\n\n" + strings.Repeat("C4\n", mime.MaxText/4) + "--x\n\n" + strings.Repeat("D5\n", mime.MaxText/4),
	},
	mime.CodeTooManyLines: {fromAna + "\nC4\n" + strings.Repeat("\n", reply.MaxLines) + "D5"},
	mime.CodeBadFrom:      {"To: x\n\nC4", "From: \n\nC4", "From: a@b, c@d\n\nC4", "From: a@b\nFrom: a@b\n\nC4"},
	mime.CodeBadMessageID: {fromAna + "Message-ID: <a b>\n\nC4", fromAna + "Message-ID: <>\n\nC4"},
}

// TestProblems holds that each damage is noticed, and that nothing else is said
// of a sound mail.
func TestProblems(t *testing.T) {
	for code, mails := range damages {
		for _, raw := range mails {
			if m := ReadMail([]byte(raw), ours); !m.Has(code) {
				t.Errorf("%s is not noticed in %.80q..., but %v", code, raw, m.Problems)
			}
		}
	}
	if m := ReadMail([]byte(fromAna+"\nC4"), ours); len(m.Problems) > 0 {
		t.Errorf("a sound mail has %v", m.Problems)
	}
}

// TestProblemsAreComplete holds that no code is without a mail above.
func TestProblemsAreComplete(t *testing.T) {
	src, err := os.ReadFile("mime/findings.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`(?m)^\tCode\w+ += "([a-z-]+)"`).FindAllStringSubmatch(string(src), -1)
	if len(codes) < 18 {
		t.Fatalf("only %d codes are found", len(codes))
	}
	for _, c := range codes {
		if len(damages[c[1]]) == 0 {
			t.Errorf("no mail has %s", c[1])
		}
	}
}

// isMailCode reports whether a problem is one that ReadMail tells of.
func isMailCode(code string) bool { return len(damages[code]) > 0 }

// TestCMS holds what is found in S/MIME, also where it is cut off or nonsense.
func TestCMS(t *testing.T) {
	const inner = "Content-Type: text/plain\r\n\r\nC4\r\n"
	for name, der := range map[string]string{
		"in one piece":           cmsPrefix + octetString(inner),
		"in pieces":              cmsPrefix + "\x24\x80" + octetString(inner[:9]) + octetString(inner[9:]) + "\x00\x00",
		"in pieces of pieces":    cmsPrefix + "\x24\x80\x24\x80" + octetString(inner[:9]) + "\x00\x00" + octetString(inner[9:]) + "\x00\x00",
		"in pieces of one byte":  cmsPrefix + "\x24\x80" + strings.Join(slices.Collect(each(inner)), "") + "\x00\x00",
		"without the signatures": cmsPrefix + octetString(inner)[:len(octetString(inner))-1],
	} {
		if m := ReadMail([]byte(fromAna+cmsHead+encode(der)), ours); strings.TrimSpace(m.Text) != "C4" {
			t.Errorf("%s: %q, %v", name, m.Text, m.Problems)
		}
	}
	if m := ReadMail([]byte(fromAna+cmsHead+encode(cmsPrefix+octetString("\r\nsay: C4"))), ours); m.Text != "say: C4" {
		t.Errorf("an entity without a header: %q", m.Text)
	}
	signed := cmsHead + encode(cmsPrefix+octetString(inner))
	for want, parts := range map[string][]string{
		"C4\n\nA list": {signed, "\nA list"},
		"D5":           {"\nD5", signed},
	} {
		if m := ReadMail([]byte(fromAna+inMultipart("multipart/mixed", parts...)), ours); m.Text != want {
			t.Errorf("in a multipart: %q, want %q", m.Text, want)
		}
	}
	whole := cmsPrefix + octetString(inner)
	for i := range len(whole) {
		ReadMail([]byte(fromAna+cmsHead+encode(whole[:i])), ours)
		ReadMail([]byte(fromAna+cmsHead+encode(whole[:i]+"\xff"+whole[i+1:])), ours)
	}
}

func each(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for i := range len(s) {
			if !yield(fmt.Sprintf("\x04\x01%c", s[i])) {
				return
			}
		}
	}
}

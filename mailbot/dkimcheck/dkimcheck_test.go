package dkimcheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// What honest servers send counts, however they sign.
func TestHonestMails(t *testing.T) {
	oversigned := append(slices.Clone(honestFields), "From", "To", "Cc", "Subject", "Date", "Message-ID", "Reply-To")
	multipart := strings.NewReplacer(
		"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable", "Content-Type: multipart/alternative;\r\n boundary=\"00000000000c\"",
		"C4 #42", "--00000000000c\r\nContent-Type: text/plain\r\n\r\nC4 #42\r\n--00000000000c--").Replace(plain)
	for name, m := range map[string]string{
		"Ed25519":                    signing{}.sign(t, plain),
		"RSA, 1024 bits":             signing{selector: "short", key: rsaKeys()[1024]}.sign(t, plain),
		"RSA, 2048 bits":             signing{selector: "long", key: rsaKeys()[2048]}.sign(t, plain),
		"simple":                     signing{canonical: dkim.CanonicalizationSimple}.sign(t, plain),
		"oversigned":                 signing{fields: oversigned}.sign(t, plain),
		"an end, not yet":            signing{ends: time.Now().Add(time.Hour)}.sign(t, plain),
		"for a user":                 signing{identity: "ANA@example.com"}.sign(t, plain),
		"for nobody in particular":   signing{identity: "@mail.example.com"}.sign(t, plain),
		"another signature above":    signing{domain: "relay.example.net"}.sign(t, signing{}.sign(t, plain)),
		"another signature below":    signing{}.sign(t, signing{domain: "relay.example.net"}.sign(t, plain)),
		"Received lines above":       "Received: from a by b; Sat\r\nX-Spam: no\r\n" + signing{}.sign(t, plain),
		"LF line ends":               strings.ReplaceAll(signing{}.sign(t, plain), "\r", ""),
		"folded and blank otherwise": strings.Replace(signing{}.sign(t, plain), "Subject: my game", "SUBJECT:\r\n\tmy   game ", 1),
		"as Gmail signs": signing{fields: []string{"to", "subject", "message-id", "date", "from", "mime-version",
			"from", "to", "cc", "subject", "date", "message-id", "reply-to"}}.sign(t, multipart),
		"as iCloud signs, several parts": signing{fields: []string{"From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"}}.sign(t, multipart),
		"nothing encoded, and nobody says so": signing{fields: []string{"From", "To", "Subject", "Date", "Message-ID", "Content-Type"}}.sign(t,
			strings.NewReplacer("Content-Transfer-Encoding: quoted-printable\r\n", "", "=\r\n", "").Replace(plain)),
	} {
		t.Run(name, func(t *testing.T) {
			z := anasZone()
			z.records["short._domainkey.example.com"] = []string{published(rsaKeys()[1024])}
			z.records["long._domainkey.example.com"] = []string{published(rsaKeys()[2048])}
			want(t, check(z, m), "")
		})
	}
}

// A forgery is a mail that Ana's server has signed, and what became of it.
type forgery struct {
	name   string
	signed signing
	mail   string // as it was signed; empty for plain
	change func(signed string) string
	want   Refusal
}

func replace(old, by string) func(string) string {
	return func(m string) string { return strings.Replace(m, old, by, 1) }
}

func above(lines string) func(string) string {
	return func(m string) string { return lines + m }
}

// bare is plain without what tells how to read it.
var bare = strings.NewReplacer("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n", "").Replace(plain)

var unnamed = []string{"From", "To", "Subject", "Date", "Message-ID"} // what the shortest honest signature covers

var forgeries = []forgery{
	// The words.
	{name: "another move", change: replace("C4", "resign"), want: BadSignature},
	{name: "a line more", change: func(m string) string { return m + "resign\r\n" }, want: BadSignature},
	{name: "another subject", change: replace("my game", "resign"), want: BadSignature},
	{name: "a subject that was not there", mail: strings.Replace(plain, "Subject: my game\r\n", "", 1),
		signed: signing{fields: []string{"From", "To", "Date", "Message-ID", "Content-Type", "Content-Transfer-Encoding"}},
		change: above("Subject: resign\r\n"), want: Unsigned},
	{name: "another author", change: replace("Ana <ana@", "Bo <ana@"), want: BadSignature},

	// The author.
	{name: "a second From above", change: above("From: bo@example.com\r\n"), want: BadAuthor},
	{name: "a second From below", change: replace("Date: S", "From: ana@example.com\r\nDate: S"), want: BadAuthor},
	{name: "a second From in other letters", change: above("FROM: bo@example.com\r\n"), want: BadAuthor},
	{name: "a From that only some see", change: above("From : bo@example.com\r\n"), want: BadForm},
	{name: "a From behind a CR", change: above("X: y\rFrom: bo@example.com\r\n"), want: BadForm},
	{name: "a From behind a line of blanks", change: above("X: y\r\n \r\nFrom: bo@example.com\r\n"), want: BadForm},
	{name: "a From behind rubbish", change: above("rubbish\r\n"), want: BadForm},
	{name: "a From behind a NUL", change: above("X: \x00\r\n"), want: BadForm},
	{name: "a From line of an mbox", change: above("From ana@example.com Sat Nov 21 10:00:00 2026\r\n"), want: BadForm},
	{name: "a field before an empty line", change: above("\r\n"), want: BadForm},
	{name: "no From", mail: strings.Replace(plain, "From:", "Sender:", 1), signed: signing{}, change: replace("Sender:", "From:"), want: BadSignature},

	// To whom, and once.
	{name: "brought to another", change: replace("unlur@example.org", "unlur@example.net"), want: BadSignature},
	{name: "brought to another, who is added", change: above("To: unlur@example.net\r\n"), want: Unsigned},
	{name: "brought to another by a copy", signed: signing{fields: []string{"From", "To", "Subject", "Date", "Message-ID", "Content-Type", "Content-Transfer-Encoding"}},
		change: above("Cc: unlur@example.net\r\n"), want: Unsigned},
	{name: "To is not signed, as Outlook.com does it", signed: signing{fields: []string{"From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version"}},
		want: Unsigned},
	{name: "the id is not signed, as Yahoo does it", signed: signing{fields: []string{"From", "To", "Cc", "Subject", "Date", "Content-Type"}}, want: Unsigned},
	{name: "the date is not signed", signed: signing{fields: []string{"From", "To", "Subject", "Message-ID", "Content-Type"}}, want: Unsigned},
	{name: "another id", change: replace("<1@", "<2@"), want: BadSignature},
	{name: "a second id", change: above("Message-ID: <2@example.com>\r\n"), want: BadAuthor},
	{name: "no id", mail: strings.Replace(plain, "Message-ID", "X-ID", 1), want: BadAuthor},

	// How the body reads.
	{name: "no type any more", signed: signing{fields: unnamed}, mail: plain,
		change: func(m string) string {
			return strings.NewReplacer("Content-Type: text/plain; charset=utf-8\r\n", "", "Content-Transfer-Encoding: quoted-printable\r\n", "").Replace(m)
		},
		want: Rereadable},
	{name: "no encoding any more", signed: signing{fields: append(unnamed[:5:5], "Content-Type")},
		change: replace("Content-Transfer-Encoding: quoted-printable\r\n", ""), want: Rereadable},
	{name: "an encoding that was not there", mail: bare, signed: signing{fields: append(unnamed[:5:5], "Content-Type")},
		change: above("Content-Transfer-Encoding: quoted-printable\r\n"), want: Rereadable},
	{name: "a type that was not there", mail: bare, signed: signing{fields: unnamed}, change: above("Content-Type: text/html\r\n"), want: Rereadable},
	{name: "a second type", signed: signing{}, change: above("Content-Type: text/html\r\n"), want: Rereadable},
	{name: "another type", change: replace("text/plain", "text/html"), want: BadSignature},
	{name: "parts whose delimiter is not certain", signed: signing{fields: unnamed},
		mail: strings.NewReplacer("text/plain; charset=utf-8", "multipart/mixed; boundary=\"b", "C4", "--b\r\n\r\nC4").Replace(plain), want: Rereadable},
	{name: "parts that there were none", signed: signing{fields: unnamed}, change: replace("text/plain; charset=utf-8", "multipart/mixed; boundary=42"), want: Rereadable},

	// The signature.
	{name: "a part of the body", change: replace("v=1;", "v=1; l=7;"), want: PartOnly},
	{name: "a part of the body, nothing of it", change: replace("v=1;", "v=1; l = 0 ;"), want: PartOnly},
	{name: "ended", signed: signing{ends: time.Now().Add(-time.Second)}, want: BadTime},
	{name: "made tomorrow", change: later(24 * time.Hour), want: BadTime},
	{name: "made a minute from now, by a clock that is fast", change: later(time.Minute), want: BadSignature}, // since it was changed
	{name: "a time that is none", change: replace("v=1;", "v=1; x=soon;"), want: Malformed},
	{name: "SHA-1", change: replace("-sha256", "-sha1"), want: Malformed},
	{name: "another way to the key", change: replace("v=1;", "v=1; q=http;"), want: Malformed},
	{name: "no key there", signed: signing{selector: "s2"}, want: NoKey},
	{name: "a domain below", signed: signing{domain: "mail.example.com"}, want: NoSignature},
	{name: "for another user", signed: signing{identity: "mal@example.com"}, want: NoSignature},
	{name: "for a user of a domain below", signed: signing{identity: "ana@mail.example.com"}, want: NoSignature},
	{name: "for a look-alike", signed: signing{identity: "'ana@example.com"}, want: NoSignature},
	{name: "another domain", signed: signing{domain: "example.net"}, want: NoSignature},
	{name: "a domain that ends alike", signed: signing{domain: "badexample.com"}, want: NoSignature},
	{name: "a domain that begins alike", signed: signing{domain: "example.com.evil.test"}, want: NoSignature},
	{name: "all of .com", signed: signing{domain: "com"}, want: NoSignature},
	{name: "two domains", change: replace("v=1;", "v=1; d=example.com;"), want: NoSignature},
	{name: "a domain with a blank", change: replace("d=example.com", "d=example.com\u00a0"), want: NoSignature},
	{name: "a list with a blank beyond ASCII", change: replace(" h=", " h=\u00a0"), want: NoSignature},
	{name: "another version", change: replace("v=1", "v=2"), want: NoSignature},
	{name: "the same signature twice", change: func(m string) string { return m[:len(m)-len(plain)] + m }, want: Malformed},
	{name: "none", change: func(m string) string { return m[len(m)-len(plain):] }, want: NoSignature},
}

// later makes a signature of the future.
func later(d time.Duration) func(string) string {
	return func(m string) string {
		begin := strings.Index(m, " t=")
		end := begin + strings.IndexByte(m[begin:], ';')
		return m[:begin] + fmt.Sprintf(" t=%d", time.Now().Add(d).Unix()) + m[end:]
	}
}

// What is not wholly as the author's server signed it counts for nothing.
func TestForgeries(t *testing.T) {
	for _, f := range forgeries {
		t.Run(f.name, func(t *testing.T) {
			mail := f.mail
			if mail == "" {
				mail = plain
			}
			signed := f.signed.sign(t, mail)
			if f.change != nil {
				changed := f.change(signed)
				if changed == signed {
					t.Fatal("nothing was changed")
				}
				signed = changed
			}
			want(t, check(anasZone(), signed), f.want)
		})
	}
}

// A header that was put into another order still counts, unless the order says
// something else: of several fields of a name the last ones are signed first.
func TestReordered(t *testing.T) {
	const to, subject = "To: Unlur <unlur@example.org>\r\n", "Subject: my game\r\n"
	signed := signing{}.sign(t, plain)
	want(t, check(anasZone(), strings.Replace(signed, to+subject, subject+to, 1)), "")
	twice := signing{fields: append([]string{"To"}, honestFields...)}.sign(t, "To: bo@example.net\r\n"+plain)
	want(t, check(anasZone(), twice), "")
	swapped := strings.NewReplacer("To: bo@example.net\r\n", to, to, "To: bo@example.net\r\n").Replace(twice)
	want(t, check(anasZone(), swapped), BadSignature)
}

// Records that are no key, or none any more.
func TestKeys(t *testing.T) {
	good := published(edKey)
	for name, row := range map[string]struct {
		records []string
		want    Refusal
	}{
		"good":             {[]string{good}, ""},
		"being used":       {[]string{good + "; t=s"}, ""},
		"revoked":          {[]string{"v=DKIM1; k=ed25519; p="}, NoKey},
		"being tested":     {[]string{good + "; t = s : y"}, NoKey},
		"two":              {[]string{good, good}, NoKey},
		"no record":        {[]string{}, NoKey},
		"of another":       {[]string{published(rsaKeys()[2048])}, NoKey},
		"too short":        {[]string{"k=rsa; p=" + shortKey}, NoKey},
		"for another use":  {[]string{good + "; s=tlsrpt"}, NoKey},
		"huge":             {[]string{good + "; n=" + strings.Repeat("x", 4<<10)}, NoKey},
		"no base64":        {[]string{"k=ed25519; p=*"}, NoKey},
		"another protocol": {[]string{"v=spf1 -all"}, NoKey},
	} {
		t.Run(name, func(t *testing.T) {
			z := anasZone()
			z.records[selector+"._domainkey.example.com"] = row.records
			want(t, check(z, signing{}.sign(t, plain)), row.want)
		})
	}
}

// shortKey is an RSA key of 512 bits, which Go no longer makes.
const shortKey = "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKrbeqkuRk8VcRmWFmtP+LviMB3+6dizWW3DwaffznyHGAFwUJ/ITv0XtbsCyl3QoyKGhrOAy3RvPK5M38iuT0MCAwEAAQ=="

// Of a hundred signatures five are tried, and none that is not the author's.
func TestManySignatures(t *testing.T) {
	signed := signing{}.sign(t, plain)
	for range 100 {
		signed = "DKIM-Signature: v=1; a=rsa-sha256; d=evil.test; s=x; h=from; bh=; b=\r\n" + signed
	}
	z := anasZone()
	want(t, check(z, signed), NoSignature)
	if len(z.asked) > 0 {
		t.Errorf("asked for %q", z.asked)
	}
	signed = plain
	for i := range 100 {
		one := signing{selector: fmt.Sprintf("x%d", i)}.sign(t, plain)
		signed = one[:len(one)-len(plain)] + signed
	}
	want(t, check(z, signed), NoKey)
	if len(z.asked) != maxSignatures {
		t.Errorf("asked %d times: %q", len(z.asked), z.asked)
	}
}

// Who may sign for whom.
func TestAligned(t *testing.T) {
	for _, row := range []struct {
		signer, author string
		want           bool
	}{
		{"example.com", "example.com", true},
		{"example.com", "mail.example.com", true},
		{"example.com", "a.mail.example.com", true},
		{"mail.example.com", "example.com", false}, // who knows whose it is
		{"a.example.com", "b.example.com", false},
		{"example.co.uk", "mail.example.co.uk", true},
		{"ana.github.io", "ana.github.io", true},
		{"ana.github.io", "mail.ana.github.io", true},
		{"co.uk", "example.co.uk", false},
		{"co.uk", "co.uk", true},
		{"co.uk", "org.uk", false},
		{"other.co.uk", "example.co.uk", false},
		{"bo.github.io", "ana.github.io", false},
		{"github.io", "ana.github.io", false},
		{"com", "com", false},
		{"exаmple.com", "example.com", false}, // with a Cyrillic letter
		{"example.com", "example.org", false},
		{"example.com", "", false},
		{"", "", false},
		{".", "example.com", false},
		{"ample.com", "example.com", false},
		{"_x.example.com", "example.com", false},
	} {
		if got := (&signature{domain: row.signer}).speaksFor("", row.author); got != row.want {
			t.Errorf("%q for %q: %v, want %v", row.signer, row.author, got, row.want)
		}
	}
}

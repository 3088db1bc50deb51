package dkimcheck

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"unlurbot/parser"
)

// FuzzCheck brings mails that Ana's server has not made, out of pieces of one that
// it has made, and any record for a key. Nothing must panic, few names are asked
// for, and what counts says what was signed.
func FuzzCheck(f *testing.F) {
	signed := []byte(signing{}.sign(f, plain))
	f.Add(signed, published(edKey))
	for _, x := range forgeries {
		mail := plain
		if x.mail != "" {
			mail = x.mail
		}
		changed := x.signed.sign(f, mail)
		if x.change != nil {
			changed = x.change(changed)
		}
		f.Add([]byte(changed), published(rsaKeys()[1024]))
	}
	genuine := read(signed)
	f.Fuzz(func(t *testing.T, mail []byte, record string) {
		z := anasZone()
		if check(z, string(mail)) == nil {
			// Everything that the bot reads is what Ana's server has seen.
			if got := read(mail); got != genuine {
				t.Errorf("counts, and says\n%s\nwhere this was signed:\n%s", got, genuine)
			}
		}
		if len(z.asked) > maxSignatures {
			t.Errorf("asked for %q", z.asked)
		}
		any := func(context.Context, string) ([]string, error) { return []string{record}, nil }
		_ = New(any, time.Now).Check(context.Background(), signed, ana)
	})
}

// read tells what the bot reads in a mail, but for the blanks at the ends of its
// lines and between words, which no signature covers.
func read(raw []byte) string {
	m := parser.ReadMail(raw, parser.Options{Own: []string{"unlur@example.org"}})
	said := m.From.Addr + "\n" + m.MessageID + "\n" + m.Subject
	for _, a := range m.Addressees {
		said += "\n" + a
	}
	for line := range bytes.Lines([]byte(m.Text)) {
		if words := bytes.Join(bytes.Fields(line), []byte(" ")); len(words) > 0 {
			said += "\n" + string(words)
		}
	}
	return said
}

// BenchmarkCheck is one mail whose key is known.
func BenchmarkCheck(b *testing.B) {
	for name, s := range map[string]signing{"Ed25519": {}, "RSA2048": {selector: "long", key: rsaKeys()[2048]}} {
		b.Run(name, func(b *testing.B) {
			z := anasZone()
			z.records["long._domainkey.example.com"] = []string{published(rsaKeys()[2048])}
			c := New(z.lookup, time.Now)
			mail := []byte(s.sign(b, plain))
			b.SetBytes(int64(len(mail)))
			b.ReportAllocs()
			for b.Loop() {
				if err := c.Check(b.Context(), mail, ana); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCheckHostile is the most expensive mail that was thought of: as large
// as may be, with as many signatures as are tried, each good but for the key.
func BenchmarkCheckHostile(b *testing.B) {
	z := anasZone()
	large := plain + string(bytes.Repeat([]byte("x \r\n"), (maxMail-8<<10)/4))
	mail := large
	for i := range maxSignatures {
		name := string(rune('a' + i))
		z.records[name+"._domainkey.example.com"] = []string{published(rsaKeys()[2048])}
		one := signing{selector: name, key: rsaKeys()[1024]}.sign(b, large)
		mail = one[:len(one)-len(large)] + mail
	}
	c := New(z.lookup, time.Now)
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Check(b.Context(), []byte(mail), ana); !errors.Is(err, BadSignature) {
			b.Fatal(err)
		}
	}
}

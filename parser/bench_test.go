package parser

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkReadMail reads an ordinary mail of 5 kB: multipart, text and HTML, the
// whole older mail quoted below.
func BenchmarkReadMail(b *testing.B) {
	raw, err := os.ReadFile("testdata/mail/01-gmail-reply-multipart.eml")
	if err != nil {
		b.Fatal(err)
	}
	filler := strings.Repeat("> 8 9 10 . . X . . O . . . of the board and the words below it\n", 40)
	raw = []byte(strings.Replace(string(raw), "> Bo played", filler+"> Bo played", 1))
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if m := ReadMail(raw, ours); len(m.Orders().Commands) != 1 {
			b.Fatal("not read")
		}
	}
}

// BenchmarkReadOrders reads a reply of a greeting, a move, a message and a note.
func BenchmarkReadOrders(b *testing.B) {
	const reply = "Hi Bo,\n\nC4\nsay what a game\n\nSee you next week, I hope that\nthe weather holds.\n\nAna"
	b.ReportAllocs()
	for b.Loop() {
		if o := ReadOrders(reply, ""); len(o.Commands) != 2 {
			b.Fatal("not read")
		}
	}
}

// BenchmarkHostile reads mails that were built to be expensive, each of the size
// of the limit.
func BenchmarkHostile(b *testing.B) {
	const head = "From: ana@example.org\n"
	const room = 16 << 10 // for the header, and the nested parts
	fill := func(s string) string { return strings.Repeat(s, (MaxMail-room)/len(s)) }
	nested := ""
	for depth := range MaxDepth + 5 {
		boundary := strings.Repeat("a", depth+1)
		nested += "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n"
	}
	hostile := map[string]string{
		"quotes":       head + "\n" + fill("> > > >\n"),
		"from-lines":   head + "\n" + fill("From: a\n"),
		"on-lines":     head + "\n" + fill("On 2026 a@b:\n"),
		"cr":           head + "\n" + fill("\r"),
		"parts":        head + "Content-Type: multipart/mixed; boundary=x\n\n" + fill("--x\n\n"),
		"nested":       head + nested + fill("--"+strings.Repeat("a", MaxDepth+9)+"\n"),
		"header-lines": head + fill("X: y\n"),
		"bad-lines":    head + fill("x\n"),
		"folded":       head + "Subject: " + fill("=?utf-8?q?a?=\n "),
		"words":        head + "Subject: " + fill("=?a?q? "),
		"addresses":    head + "To: " + fill("(<a@b>,"),
		"references":   head + "References: " + fill("<1@a>"),
		"html-nested":  head + "Content-Type: text/html\n\n" + fill("<blockquote><div>"),
		"html-tags":    head + "Content-Type: text/html\n\n" + fill("<a b=c>"),
		"html-text":    head + "Content-Type: text/html\n\n" + fill("a "),
		"one-line":     head + "\n" + fill("resing #1 "),
		"qp":           head + "Content-Transfer-Encoding: quoted-printable\n\n" + fill("=C4=34"),
		"base64":       head + "Content-Transfer-Encoding: base64\n\n" + fill("QzQK"),
		"binary":       fill("\x00\xff\x01:\n"),
	}
	for name, raw := range hostile {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ReadMail([]byte(raw), ours).Orders()
			}
		})
	}
}

package parser

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
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

// BenchmarkMixed reads 2,500 mails: all samples in turn.
func BenchmarkMixed(b *testing.B) {
	const mails = 2500
	paths, err := filepath.Glob("testdata/mail/*.eml")
	if err != nil || len(paths) == 0 {
		b.Fatalf("no samples: %v", err)
	}
	var samples [][]byte
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		samples = append(samples, raw)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range mails {
			ReadMail(samples[i%len(samples)], ours).Orders()
		}
	}
	b.ReportMetric(mails*float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}

// BenchmarkReadOrders reads a reply of a greeting, a move, a message and a note.
func BenchmarkReadOrders(b *testing.B) {
	const reply = "Hi Bo,\n\nC4\nsay what a game\n\nSee you next week, I hope that\nthe weather holds.\n\nAna"
	b.ReportAllocs()
	for b.Loop() {
		if o := command.ReadOrders(reply, ""); len(o.Commands) != 2 {
			b.Fatal("not read")
		}
	}
}

// BenchmarkHostile reads mails that were built to be expensive, each of the size
// of the limit. None may take more than 100 ms or 16 MB.
func BenchmarkHostile(b *testing.B) {
	for name, raw := range hostileMails() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ReadMail([]byte(raw), ours).Orders()
			}
		})
	}
}

// hostileMails are the constructions that we could think of, and those that a
// search for the slowest mail has found.
func hostileMails() map[string]string {
	const from = "From: ana@example.org\n"
	const html = from + "Content-Type: text/html\n\n"
	const encoded = "Content-Transfer-Encoding: base64\n"
	mails := map[string]string{
		"quotes":         from + "\n" + fill("> > > >\n"),
		"from-lines":     from + "\n" + fill("From: a\n"),
		"on-lines":       from + "\n" + fill("On 2026 a@b:\n"),
		"on-wrapped":     from + "\n" + fill("On 20 x 2026 a@b "+strings.Repeat("a ", 50)+"\n"),
		"on-in-lines":    from + alternatives + strings.Repeat("--b\n\n●○ Bo played D7.\n"+strings.Repeat("É"+strings.Repeat(" on É", 78)+" <a@b.c> wrote:\n", 250), 2),
		"on-1-in-lines":  from + alternatives + strings.Repeat("--b\n\n●○ Bo played D7.\n"+strings.Repeat("É"+strings.Repeat(" on 1É", 70)+" <a@b.c> wrote:\n", 250), 2),
		"on-1-in-ascii":  from + "\n" + fill("e"+strings.Repeat(" on 1", 90)+" <a@b.c> wrote:\n"),
		"colon-lines":    from + "\n" + strings.Repeat(strings.Repeat("É ", 160)+":\n", 300),
		"on-words":       from + "\n" + strings.Repeat("x"+strings.Repeat(" on", 156)+" <a@b.c> wrote:\n", 300),
		"notice-lines":   from + "\nVirus-free.\n" + fill("É On 2026 a@b É\n"),
		"banner-lines":   from + "\n" + fill("caution: a@b.c É 1.2.2026\nÉ\n"),
		"proofpoint":     from + "\n" + fill("ZjQcmQRYFpfptBannerStart\n"),
		"titles":         from + "\n" + fill("--original message--\na@b.c É 1.2.2026\n\n"),
		"notes-heads":    from + "\n" + fill("a@b.c ÉÉÉÉÉÉÉÉÉ\n"),
		"cards":          from + "\n" + fill("|\n"),
		"adverts":        from + "\n" + fill("Sent from É\n\n"),
		"boxes":          from + "\n" + fill("----------\nÉ\n----------\n\n"),
		"html-signature": from + alternatives + "--b\n\n" + strings.Repeat("a\n", 290) + "--b\nContent-Type: text/html\n\n" + fill("<div id=signature>a\n"),
		"labels":         from + "\n" + fill("From: a\n\nTo:\n\n"),
		"rules":          from + "\n" + fill("-----\nBo <a@b> wrote:\n> a\n"),
		"empty-lines":    from + "\n" + fill("\n"),
		"cr":             from + "\n" + fill("\r"),
		"one-line":       from + "\n" + fill("resing #1 "),
		"wide":           from + "\n" + fill("\uFDFA\u202E"),
		"latin1":         from + "\n" + fill("\xE9"),
		"binary":         fill("\x00\xff\x01:\n"),
		"mbox-lines":     fill("\xEF\xBB\xBF\nFrom a\n"),
		"header-lines":   from + fill("X: y\n"),
		"bad-lines":      from + fill("x\n"),
		"delimiters":     from + "X: oundary=\n" + fill("--a\nX: y\n"),
		"unfolded":       from + "X: y;\n" + fill("a=b;\n") + "X: z\n",
		"dropped":        fill("x\n") + "X: y\n",
		"late-fields":    from + "\nContent-Type: text/plain\n" + fill("X: y\n"),
		"late-parts":     from + multipart + fill("--x\n\nContent-Type: a/b\n"+strings.Repeat("X: y\n", 200)),
		"cr-in-header":   from + "X: " + fill("\r"),
		"subject-folds":  from + "Subject: " + fill("=?utf-8?q?a?=\n "),
		"subject-words":  from + "Subject: " + fill("=?a?q? "),
		"subject-open":   from + fill("Subject: =?utf-8?q?"+strings.Repeat("=?", 4000)+"\n"),
		"many-to":        from + fill("To: "+strings.Repeat("a@b,", 2000)+"\n"),
		"words-to":       from + fill("To: "+strings.Repeat("=?utf-8?b?w6k?= <a@b>,", 370)+"\n"),
		"comments":       from + fill("To: "+strings.Repeat("(", 8000)+"\n"),
		"addresses":      from + "To: " + fill("(<a@b>,"),
		"references":     from + "References: " + fill("<1@a>"),
		"message-ids":    from + fill("References: "+strings.Repeat("<", 200)+"\n"),
		"types":          from + fill("Content-Type: multipart/mixed; boundary=x\n"),
		"params":         from + "Content-Type: text/plain" + fill("; a=b"),
		"sections":       from + "Content-Type: text/plain" + sections(9999) + "\n\nC4",
		"parts":          from + multipart + fill("--x\n\n"),
		"part-headers":   from + multipart + fill("--x\n"+strings.Repeat("X: y\n", 250)),
		"part-types":     from + multipart + fill("--x\nContent-Type: text/plain"+strings.Repeat(";a*0*=b", 150)+"\n\nC4\n"),
		"part-texts":     from + multipart + fill("--x\n\n"+strings.Repeat("C4 é\n", 200)),
		"part-html":      from + multipart + fill("--x\nContent-Type: text/html\n\n"+strings.Repeat("<p>C4", 200)+"\n"),
		"part-words":     from + multipart + "--x\n\n" + fill("a "),
		"status-groups":  from + "Content-Type: message/delivery-status\n\n" + fill("a:\n\n"),
		"alternatives":   from + "Content-Type: multipart/alternative; boundary=x\n\n" + fill("--x\n\n> a\n"+strings.Repeat("> q\n", 300)),
		"one-line-parts": from + multipart + fill("--x"),
		"boundaries":     from + multipart + fill("--x \t--"),
		"no-boundary":    from + multipart + fill("--y\n"),
		"nested":         from + nested("mixed", 2) + fill("--"+strings.Repeat("a", mime.MaxDepth+9)+"\n"),
		"nested-short":   from + nested("mixed", 1) + fill("--\n"),
		"nested-choices": from + nested("alternative", 1) + "\n\n> a\n" + fill("On 2026, a@b wrote:\n"),
		"nested-text":    from + nestedText(mime.MaxDepth-1, strings.Repeat("a ", 30<<10), ""),
		"nested-texts":   from + nestedText(mime.MaxDepth-1, strings.Repeat("a ", 30<<10), "b"),
		"nested-base64":  from + nestedBase64(12),
		"nested-cms":     from + nestedCMS(12),
		"cms-open":       from + cmsHead + encode(strings.Repeat("\x30\x80", 90<<10)),
		"cms-pieces":     from + cmsHead + encode(cmsPrefix+"\x24\x80"+strings.Repeat("\x04\x01C", 60<<10)),
		"cms-zeros":      from + cmsHead + encode(cmsPrefix+strings.Repeat("\x24\x80", 8)+strings.Repeat("\x04\x00", 90<<10)),
		"qp":             from + "Content-Transfer-Encoding: quoted-printable\n\n" + fill("=C4=34"),
		"qp-soft":        from + "Content-Transfer-Encoding: quoted-printable\n\n" + fill("=\n"),
		"base64":         from + encoded + "\n" + fill("QzQK"),
		"base64-pads":    from + encoded + "\n" + fill("Qw==\n"),
		"base64-html":    from + encoded + "Content-Type: text/html\n\n" + encode(strings.Repeat("<b>&amp;", 23<<10)),
		"uuencode":       from + "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n" + fill("#0S0*\n"),
		"html-nested":    html + fill("<blockquote><div>"),
		"html-tags":      html + fill("<a b=c>"),
		"html-text":      html + fill("a "),
		"html-entities":  html + fill("&amp;"),
		"html-bad-names": html + fill("&a"),
		"html-numbers":   html + fill("&#65;"),
		"html-less":      html + fill("<"),
		"html-open-tags": html + fill("<a "),
		"html-attrs":     html + "<a " + fill("b=c "),
		"html-styles":    html + fill("<p style='a:b;display:none'>"),
		"html-classes":   html + fill("<p class='"+strings.Repeat("a ", 500)+"'>"),
		"html-comments":  html + fill("<!--"),
		"html-dashes":    html + "<!--" + fill("-"),
		"html-scripts":   html + fill("<script>"),
		"html-script":    html + "<script>" + fill("</scrip"),
		"html-nbsp":      html + fill("&nbsp;"),
		"html-pre":       html + "<pre>" + fill("\n"),
		"html-breaks":    html + fill("<br>a"),
		"html-quotes":    html + fill("<blockquote>a"),
		"enriched":       from + "Content-Type: text/enriched\n\n" + fill("<param>"),
		"enriched-lines": from + "Content-Type: text/enriched\n\n" + fill("\n<nl>a"),
		"flowed":         from + "Content-Type: text/plain; format=flowed; delsp=yes\n\n" + fill(strings.Repeat("a", 70)+" \n"),
	}
	for charset, text := range map[string]string{
		"iso-2022-jp": "\x1B$B#C\x1B(B", "utf-7": "+AOk-", "utf-7-open": "+", "gb18030": "\x81\x30\x81\x30", "big5": "\x88\x62",
		"shift_jis": "\xB1", "utf-16": "\xFDx\xFAx", "iso-2022-kr": "\x0E!!\x0F", "koi8-r": "\xC1", "windows-874": "\xE0", "hz-gb-2312": "~{!!~}",
	} {
		name, _ := strings.CutSuffix(charset, "-open")
		mails["charset-"+charset] = from + "Content-Type: text/html; charset=" + name + "\n\n" + fill(text)
	}
	return mails
}

const alternatives = "Content-Type: multipart/alternative; boundary=b\n\n"

const multipart = "Content-Type: multipart/mixed; boundary=x\n\n"

// fill repeats s up to the limit, less some room for a header before it.
func fill(s string) string {
	const room = 16 << 10
	return strings.Repeat(s, (plain.MaxMail-room)/len(s))
}

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// sections are the parts of a parameter that RFC 2231 has broken up.
func sections(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "; charset*%d*=u", i)
	}
	return s.String()
}

// nested opens multiparts in each other, deeper than is read. The boundary of
// each begins that of the next, step characters longer.
func nested(kind string, step int) string {
	var s strings.Builder
	for depth := range mime.MaxDepth + 5 {
		boundary := strings.Repeat("a", 1+depth*step)
		fmt.Fprintf(&s, "Content-Type: multipart/%s; boundary=%s\n\n--%s\n", kind, boundary, boundary)
	}
	return s.String()
}

// nestedText opens multiparts in each other around a text, and closes them. Below
// each, unless more is empty, stands another text.
func nestedText(depth int, text, more string) string {
	body := "\n" + text
	for i := range depth {
		body = fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d-\n\n--b%[1]d-\n%s\n", i, body)
		if more != "" {
			body += fmt.Sprintf("--b%d-\n\n%s%[1]d\n", i, more)
		}
		body += fmt.Sprintf("--b%d---\n", i)
	}
	return body
}

// nestedBase64 encodes a multipart as a whole, again and again.
func nestedBase64(depth int) string {
	body := "C4"
	for range depth {
		body = "Content-Type: multipart/mixed; boundary=x\nContent-Transfer-Encoding: base64\n\n" + encode("--x\n"+body+strings.Repeat("\n", 1000))
	}
	return body
}

// cmsPrefix is the beginning of a SignedData, up to its content.
const cmsPrefix = "\x30\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02\xA0\x80\x30\x80\x02\x01\x01\x31\x00" +
	"\x30\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01\xA0\x80"

const cmsHead = "Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\n"

// nestedCMS signs a mail again and again.
func nestedCMS(depth int) string {
	body := "\nC4"
	for range depth {
		body = cmsHead + encode(cmsPrefix+"\x24\x80\x04\x82"+string([]byte{byte(len(body) >> 8), byte(len(body))})+body+strings.Repeat("\x00", 8))
	}
	return body
}

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Policies, written out as a browser gets them.
const (
	pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	mailPolicy = "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
	filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"
)

// hostileHTML are mails that try to do something, each with what a reader may
// see of it.
var hostileHTML = map[string]struct{ mail, seen string }{
	"script":           {`a<script>alert(1)</script><script src="//evil.test/x.js"></script><SCRIPT/>evil</script>b`, "ab"},
	"event":            {`<p onclick="alert(1)" ONLOAD=x autofocus onfocus='y'>a</p><body onload=z>b`, "ab"},
	"form":             {`<form action="https://evil.test/"><input name=a value=evil><button formaction=//evil.test>a</button></form>b`, "ab"},
	"refresh":          {`<meta http-equiv=refresh content="0;url=https://evil.test/">a`, "a"},
	"base":             {`<base href="https://evil.test/" target=_top><a href="x">a</a>`, "a"},
	"style sheet":      {`<link rel=stylesheet href="https://evil.test/x.css"><style>@import "https://evil.test/x.css";</style>a`, "a"},
	"style url":        {`<p style="background:url(https://evil.test/x)">a</p><style>p{background:URL('//evil.test')}</style>b`, "ab"},
	"hidden url":       {`<p style="background:u\72l(//evil.test)">a</p><style>p{background:\75 rl(//evil.test)}</style>b`, "ab"},
	"style end":        {`<style><img title="</style><img src=//evil.test onerror=x>">a`, `">a`},
	"javascript":       {`<a href="javascript:alert(1)">a</a><a href=" java&#10;script:x">b</a><a href="data:text/html,evil">c</a>`, "abc"},
	"remote link":      {`<a href="https://evil.test/">a</a><a href="//evil.test/" ping="//evil.test">b</a>`, "ab"},
	"not quite mailto": {`<a href="mailto:%zz">a</a><a href="xmailto:a@sandbox.test">b</a><a href="">c</a>`, "abc"},
	"pictures":         {`<img src="https://evil.test/x.png" alt="a"><img srcset="//evil.test/x 2x"><img src="cid:nobody" alt="b"><picture><source srcset=//evil.test></picture>`, "ab"},
	"backgrounds":      {`<table background="//evil.test"><tr><td background="//evil.test">a</td></tr></table>`, "a"},
	"vectors":          {`<svg onload=x><script>alert(1)</script><a xlink:href="javascript:x"><text>a</text></a></svg><math><mi xlink:href="javascript:y">b</mi></math>`, "ab"},
	"vector styles":    {`<svg><style><img src=x onerror=alert(1)></style></svg>a`, "a"},
	"frames":           {`<iframe src="//evil.test">x</iframe><iframe srcdoc="<script>x</script>"></iframe><frameset><frame src="//evil.test"></frameset><object data="//evil.test">a</object><embed src="//evil.test">b`, "ab"},
	"templates":        {`<template><script>x</script>a</template><noscript><img src=x onerror=y></noscript>b`, "ab"},
	"raw text":         {`<textarea></p><script>x</script></textarea><xmp><script></xmp><title>evil</title><noembed><img src=x></noembed>a<plaintext><script>`, "a"},
	"comments":         {`<!-- <script>x</script> -->a<!--[if mso]><script>x</script><![endif]--><![CDATA[<script>x</script>]]><?php evil ?>b`, "ax]]>b"},
	"quotes":           {`<p title='"><script>x</script>' class="a&quot; onclick=&quot;x">a</p>`, "a"},
	"cut short":        {`<p title="a`, ""},
	"cut in a style":   {`a<style>p{}`, "a"},
	"unclosed":         {strings.Repeat("<table><tr><td><div><b><i>", 40) + "a", "a"},
	"nothing but tags": {strings.Repeat("<", 1000) + strings.Repeat("</", 1000) + "a", ""},
	"video":            {`<video src=//evil.test poster=//evil.test><track src=//evil.test></video><audio src=//evil.test></audio>a`, "a"},
	"dialogs":          {`<dialog open>a</dialog><details open ontoggle=x>b</details><marquee onstart=x>c</marquee>`, "abc"},
}

func TestHostileHTML(t *testing.T) {
	servers, page := open(t)
	v := visit(t, page)
	uid := 0
	for name, test := range hostileHTML {
		uid++
		deliver(t, servers, "ana@sandbox.test", "From: mal@sandbox.test\r\nContent-Type: text/html\r\n\r\n"+test.mail)
		v.open(fmt.Sprintf("/box/ana/mail/%d", uid))
		if got := v.header.Get("Content-Security-Policy"); got != pagePolicy {
			t.Fatalf("%s: the policy of the page is %q", name, got)
		}
		frame := all(v.page, "iframe")[1]
		if got := attribute(frame, "sandbox"); got != "allow-top-navigation-by-user-activation" {
			t.Errorf("%s: the frame may do %q", name, got)
		}
		v.frame("The mail")
		if got := v.header.Get("Content-Security-Policy"); got != mailPolicy {
			t.Fatalf("%s: the policy of the frame is %q", name, got)
		}
		isLockedUp(t, v.page)
		seen := ""
		for _, body := range all(v.page, "body") {
			seen += strings.TrimSpace(visible(body))
		}
		if name != "nothing but tags" && seen != test.seen {
			t.Errorf("%s: a reader sees %q, want %q in:\n%s", name, seen, test.seen, v.body)
		}
	}
}

// visible is the text of an element without that of style sheets.
func visible(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.Data != "style" {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// harmless are the elements of a mail as it is shown, and the attributes that
// they may have, written out once more.
var (
	harmlessElements = strings.Fields("html head body meta style img a abbr address article aside b bdi bdo big blockquote br caption center cite code " +
		"col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp " +
		"section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr")
	harmlessAttributes = strings.Fields("align alt aria-hidden aria-label aria-level bgcolor border cellpadding cellspacing class color colspan dir face " +
		"height lang nowrap role rowspan scope size start style summary title type valign width")
)

// isLockedUp fails the test if a document has anything in it that is not
// harmless.
func isLockedUp(t testing.TB, document *html.Node) {
	t.Helper()
	for n := range document.Descendants() {
		switch n.Type {
		case html.CommentNode:
			t.Errorf("a comment: %q", n.Data)
		case html.TextNode:
			if n.Parent.Data == "style" && strings.ContainsAny(n.Data, `<\`) || n.Parent.Data == "style" && strings.Contains(strings.ToLower(n.Data), "url(") {
				t.Errorf("a style sheet: %q", n.Data)
			}
		case html.ElementNode:
			if n.Namespace != "" || !slices.Contains(harmlessElements, n.Data) {
				t.Errorf("an element %q of %q", n.Data, n.Namespace)
			}
			for _, a := range n.Attr {
				if !isHarmlessAttribute(n.Data, a) {
					t.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
				}
			}
		}
	}
}

func isHarmlessAttribute(element string, a html.Attribute) bool {
	switch {
	case a.Key == "href" && element == "a":
		return strings.HasPrefix(a.Val, "/box/ana/mail/")
	case a.Key == "target" && element == "a":
		return a.Val == "_top"
	case a.Key == "src" && element == "img":
		return strings.HasPrefix(a.Val, "data:image/")
	case (a.Key == "name" || a.Key == "content") && element == "meta":
		return true
	case a.Key == "style":
		return !strings.Contains(strings.ToLower(a.Val), "url(") && !strings.Contains(a.Val, `\`)
	}
	return a.Namespace == "" && slices.Contains(harmlessAttributes, a.Key)
}

// Links that begin a mail fill in the form beside the mail.
func TestLinks(t *testing.T) {
	servers, page := open(t)
	deliver(t, servers, "ana@sandbox.test", "From: bo@sandbox.test\r\nMessage-ID: <1@x.test>\r\nContent-Type: text/html\r\n\r\n"+
		`<a href="mailto:unlur%2Btok@sandbox.test?subject=Unlur%20%231&amp;body=C4">C4</a>`+
		`<a href="MAILTO:a+b@sandbox.test,c@sandbox.test?Body=1+1%0D%0A2&cc=d@sandbox.test#x">sum</a>`+
		`<a href="mailto:?to=x@sandbox.test">to</a>`)
	v := visit(t, page)
	for _, test := range []struct{ link, to, subject, text string }{
		{"C4", "unlur+tok@sandbox.test", "Unlur #1", "C4"},
		{"sum", "a+b@sandbox.test", "", "1+1\r\n2"},
		{"to", "x@sandbox.test", "", ""},
	} {
		v.open("/box/ana/mail/1/html")
		v.click(test.link)
		if got := v.filled(); got.Get("to") != test.to || got.Get("subject") != test.subject || strings.ReplaceAll(got.Get("text"), "\r\n", "\n") != strings.ReplaceAll(test.text, "\r\n", "\n") || got.Get("answers") != "1" {
			t.Errorf("%s fills in %v", test.link, got)
		}
	}
}

// One pixel, as PNG.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

// Pictures and files that come with a mail are shown and saved; a vector picture
// is only saved.
func TestPicturesAndFiles(t *testing.T) {
	servers, page := open(t)
	deliver(t, servers, "ana@sandbox.test", strings.ReplaceAll(`From: bo@sandbox.test
Content-Type: multipart/mixed; boundary=a

--a
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html

<img src="cid:board%40x" alt="the board" width="1"><img src="cid:drawing" alt="a drawing">
--b
Content-Type: image/png
Content-ID: <board@x>
Content-Transfer-Encoding: base64

`+pixel+`
--b
Content-Type: image/svg+xml
Content-ID: <drawing>

<svg/>
--b--
--a
Content-Type: text/html; name=x
Content-Disposition: attachment; filename="../../a <b>.html"

<script>alert(1)</script>
--a--
`, "\n", "\r\n"))
	v := visit(t, page)
	v.open("/box/ana/mail/1")
	v.says("a <b>.html (25 bytes)")
	v.frame("The mail")
	isLockedUp(t, v.page)
	v.says("a drawing")
	pictures := all(v.page, "img")
	if len(pictures) != 1 || attribute(pictures[0], "src") != "data:image/png;base64,"+pixel || attribute(pictures[0], "alt") != "the board" {
		t.Errorf("the frame has %d pictures:\n%s", len(pictures), v.body)
	}
	v.open("/box/ana/mail/1")
	v.click("a <b>.html")
	for field, want := range map[string]string{
		"Content-Disposition": `attachment; filename="a <b>.html"`, "Content-Type": "application/octet-stream",
		"Content-Security-Policy": filePolicy, "X-Content-Type-Options": "nosniff",
	} {
		if got := v.header.Get(field); got != want {
			t.Errorf("the file has %s: %s", field, got)
		}
	}
	if v.body != "<script>alert(1)</script>" {
		t.Errorf("the file is %q", v.body)
	}
}

// Broken mails are shown as far as they can be read.
func TestBrokenMails(t *testing.T) {
	servers, page := open(t)
	v := visit(t, page)
	uid := 0
	for name, test := range map[string]struct{ mail, says string }{
		"nothing":            {"", "(no subject)"},
		"no header":          {"just words\r\n", "just words"},
		"hostile header":     {"Subject: <script>alert(1)</script>\r\nFrom: \"</dd><script>\" <mal@sandbox.test>\r\n\r\n</pre><script>x</script>", "</pre><script>x</script>"},
		"encoded header":     {"Subject: =?iso-8859-1?q?caf=E9?=\r\n\r\nx", "café"},
		"unknown charset":    {"Content-Type: text/plain; charset=klingon\r\n\r\nqapla' \xff", "qapla' \ufffd"},
		"latin":              {"Content-Type: text/plain; charset=iso-8859-1\r\n\r\ncaf\xe9", "café"},
		"unknown encoding":   {"Content-Transfer-Encoding: klingon\r\n\r\nqapla'", "qapla'"},
		"damaged base64":     {"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nd29yZHM=!!!", "words"},
		"no boundary":        {"Content-Type: multipart/mixed\r\n\r\nwords", "Source"},
		"no end":             {"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nwords", "words"},
		"broken type":        {"Content-Type: ;;;\r\n\r\nwords", "words"},
		"parts in parts":     {nested(200), "Source"},
		"many parts":         {"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + strings.Repeat("--a\r\n\r\nwords\r\n", 5000) + "--a--", "words"},
		"a megabyte":         {"Content-Type: text/html\r\n\r\n" + strings.Repeat("<p>words</p>\r\n", 80_000), "Source"},
		"more than is shown": {"Subject: big\r\n\r\n" + strings.Repeat("words \r\n", 600_000), "big"},
		"control characters": {"Subject: a\x00b\x1b[2J\r\n\r\n\x00\x1b[2Jwords", "words"},
	} {
		uid++
		deliver(t, servers, "ana@sandbox.test", test.mail)
		v.open(fmt.Sprintf("/box/ana/mail/%d", uid))
		if !strings.Contains(v.text(), test.says) {
			t.Errorf("%s: it does not say %q but %.500q", name, test.says, v.text())
		}
		if n := len(all(v.page, "script")); n > 0 || v.status != 200 {
			t.Errorf("%s: status %d, and %d scripts", name, v.status, n)
		}
		v.open(fmt.Sprintf("/box/ana/mail/%d/html", uid))
		isLockedUp(t, v.page)
		v.open(fmt.Sprintf("/box/ana/mail/%d/source", uid))
		if v.status != 200 || !strings.Contains(v.body, "Return-Path: <mal@sandbox.test>") {
			t.Errorf("%s: status %d, and the source is %.300q", name, v.status, v.body)
		}
	}
	v.open("/box/ana")
	if n := len(all(v.page, "li")); n != uid || v.status != 200 {
		t.Errorf("the mailbox has %d mails of %d", n, uid)
	}
}

func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return b.String() + "\r\ndeep"
}

// A mail that offers to end further ones has a link for it.
func TestUnsubscribe(t *testing.T) {
	servers, page := open(t)
	deliver(t, servers, "ana@sandbox.test", "From: bo@sandbox.test\r\nList-Unsubscribe: <https://evil.test/>,\r\n <mailto:stop+tok@sandbox.test?subject=unsubscribe>\r\n\r\n")
	v := visit(t, page)
	v.open("/box/ana/mail/1")
	v.click("Unsubscribe")
	if got := v.filled(); got.Get("to") != "stop+tok@sandbox.test" || got.Get("subject") != "unsubscribe" {
		t.Errorf("it fills in %v", got)
	}
	v.send()
	v.open("/box/stop")
	v.says("unsubscribe new")
}

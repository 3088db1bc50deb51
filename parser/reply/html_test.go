package reply

import (
	"testing"

	"unlurbot/parser/plain"
)

// TestHTMLToText holds the shape of the lines that HTML becomes.
func TestHTMLToText(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"blocks", "<p>C4</p><p>Hello\n  there</p>", "C4\n\nHello there"},
		{"line breaks", "C4<br>Hello<br/><br>Bye", "C4\nHello\n\nBye"},
		{"Gmail's lines", "<div>C4</div><div><br></div><div>Bye</div>", "C4\n\nBye"},
		{"an empty paragraph", "<p>C4</p><p>&nbsp;</p><p>Bye</p>", "C4\n\nBye"},
		{"Outlook's lines", "<p class=MsoNormal>C4</p><p class=MsoNormal>Hello</p><p class=MsoNormal>&nbsp;</p><p class=x_MsoNormal>Bye", "C4\nHello\n\nBye"},
		{"lines without a margin", "<p style='margin: 0cm 0cm .0001pt'>C4</p><p style='margin:0'>a</p><p style='margin-top:0px;margin-bottom:0'>b", "C4\na\nb"},
		{"lines with a margin", "<p style='margin: 0cm 0cm 8pt'>C4</p><p style='margin-top:0'>a</p>", "C4\n\na"},
		{"inline", "<b>C</b>4 <i>now</i>", "C4 now"},
		{"a list", "<ul><li>C4</li><li>Bye</li></ul>", "- C4\n- Bye"},
		{"a table", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"},
		{"preformatted", "<pre>  A- . X\n   B- .\n\nend</pre>", "  A- . X\n   B- .\n\nend"},
		{"entities", "a &lt;b&gt; &amp; c&#8217;s", "a <b> & c’s"},
		{"quote and reply", "<blockquote>a<br>b</blockquote>C4", "> a\n> b\n\nC4"},
		{"nested quotes", "<blockquote>a<blockquote>b</blockquote>c</blockquote>C4", "> a\n\n> b\n\n> c\n\nC4"},
		{"a div within a quoting div", `<div class="yahoo_quoted"><div>a</div>b</div>C4`, "> a\n> b\nC4"},
		{"unclosed quote", "C4<blockquote>a<p>b", "C4\n\n> a\n\n> b"},
		{"hidden and style", `<style>x</style><div style="display: none">resign</div>C4<script>y</script>`, "C4"},
		{"everything after the rule", `C4<div id="appendonsend"></div><hr>resign`, "C4\n> resign"},
		{"not HTML at all", "C4", "C4"},
		{"empty", "", ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			if got := plain.Clean(readHTML(tc.src).out.String()); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// TestContainers holds what the programs' containers make of the reply: "C4" is
// the sender's, "resign" is not.
func TestContainers(t *testing.T) {
	tests := []struct{ name, src string }{
		{"Gmail", `<div dir="ltr">C4</div><br><div class="gmail_quote"><div class="gmail_attr">Bo:<br></div><blockquote class="gmail_quote">resign</blockquote></div>`},
		{"Gmail, between", `<div class="gmail_quote"><div class="gmail_attr">Bo:</div><blockquote class="gmail_quote">resign</blockquote><div>C4</div><blockquote class="gmail_quote">resign</blockquote></div>`},
		{"Gmail, forwarded", `<div>C4</div><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">---------- Weitergeleitet ---------<br>Von: Bo</div><br>resign</div>`},
		{"Gmail, forwarded long ago", `<div>C4</div><div class="gmail_quote">---------- Forwarded message ----------<br>From: <b>Bo</b><br><br>resign</div>`},
		{"Gmail, set in", `<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>C4</div></blockquote><div class="gmail_quote"><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid">resign</blockquote></div>`},
		{"Apple, set in", `<blockquote style="margin: 0px 0px 0px 40px; border: none; padding: 0px;">C4</blockquote><blockquote type="cite">resign</blockquote>`},
		{"our own mail", `<div>C4</div><div class="unlur-mail"><p>resign</p></div>`},
		{"our own mail, renamed", `<div class="m_-123456unlur-mail other"><p>resign</p></div><div>C4</div>`},
		{"our own mail, renamed by Outlook", `<div>C4</div><div class="x_unlur-mail">resign</div>`},
		{"Outlook", `<p>C4</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p><b>From:</b> Bo</p></div><p>resign</p>`},
		{"Outlook, blue", `<p>C4</p><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p><b><span>De&nbsp;:</span></b> Bo</p></div><p>resign</p>`},
		{"Outlook, in another order", `<p>C4</p><div style="border-top: 1pt solid rgb(225, 225, 225); border-right: none"><p><b>Von:</b> Bo</p></div><p>resign</p>`},
		{"Outlook, in a language that is not known", `<p>C4</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>Frá Einhverjum:</b> Bo</p></div><p>resign</p>`},
		{"Windows Mail", `<div>C4</div><div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;"><b>От:</b>&nbsp;Bo</div><div>resign</div>`},
		{"a border of one's own", `<div style="border:none;border-top:1px solid red">C4</div><blockquote>resign</blockquote>`},
		{"Outlook on the web", `<div>C4</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">Bo</div><div>resign</div>`},
		{"the new Outlook", `<div>C4</div><div id="mail-editor-reference-message-container">resign</div>`},
		{"Outlook on a phone", `<div>C4</div><div id="ms-outlook-mobile-signature">resign</div>`},
		{"Hotmail", `<div>C4<hr id="stopSpelling">Date: x<br>resign</div>`},
		{"Yahoo", `<div class="ydp1cf54f38yahoo-style-wrap">C4</div><div class="ydp1cf54f38signature">resign</div><div class="ydp1cf54f38yahoo_quoted" id="ydp1cf54f38yahoo_quoted_78">resign</div>`},
		{"Yahoo by id", `<div>C4</div><div id="yahoo_quoted_7899800140">resign</div>`},
		{"Thunderbird", `<p>C4</p><div class="moz-cite-prefix">Bo:</div><blockquote type="cite">resign</blockquote><div class="moz-signature">resign</div>`},
		{"Thunderbird, forwarded", `<p>C4</p><div class="moz-forward-container">resign<p>resign</p></div>`},
		{"Proton", `<div>C4</div><div class="protonmail_signature_block">resign</div><div class="protonmail_quote">resign</div>`},
		{"Spark", `<div name="messageBodySection">C4</div><div name="messageSignatureSection">resign</div><div name="messageReplySection">resign</div>`},
		{"Zimbra", `<div>C4</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">Bo</div><div data-marker="__QUOTED_TEXT__">resign</div>`},
		{"Zoho", `<div>C4</div><div class="zmail_extra_hr"></div><div class="zmail_extra"><blockquote>resign</blockquote></div>`},
		{"GMX", `<div>C4</div><div name="quote">resign</div>`},
		{"NetEase", `<div>C4</div><div id="imail_signature" class="ntes-signature">resign</div><div class="ntes-mailmaster-quote">resign</div>`},
		{"Samsung", `<div>C4</div><div id="composer_signature">resign</div><blockquote>resign</blockquote>`},
		{"Roundcube", `<p>C4</p><div id="_rc_sig">resign</div><p id="v1reply-intro">Bo</p><blockquote type="cite">resign</blockquote>`},
		{"Fastmail", `<div>C4</div><div id="sig1" class="sig-block">resign</div><blockquote type="cite" id="qt">resign</blockquote>`},
		{"Gmail's signature", `<div>C4</div><div class="gmail_signature" data-smartmail="gmail_signature">resign</div>`},
		{"by its attribute alone", `<div>C4</div><div data-smartmail="gmail_signature">resign</div>`},
		{"Avast", `<div>C4</div><div id="DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2"><table><tr><td>resign</td></tr></table></div>`},
		{"hidden", `<div style="display:none">resign</div><span style="font-size:0px">resign</span><p hidden>resign<p>C4<span style="mso-hide: all">resign</span>`},
		{"small is not hidden", `<div style="font-size:0.9em">C4</div>`},
		{"what a screen reader passes over is seen", `<div aria-hidden="true">C4</div>`},
		{"a quote in a table", `<table><tr><td>C4</td></tr></table><table><tr><td><blockquote>resign</blockquote></td></tr></table>`},
		{"the quote first", `<blockquote type="cite"><div>resign</div></blockquote><div><br></div><div>C4</div>`},
		{"an older thread in the quote", `<blockquote type="cite">resign<div id="x_divRplyFwdMsg">Bo</div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><b>From:</b> Bo</div><div class="gmail_attr">---------- Forwarded message</div>resign</blockquote><p>C4</p>`},
		{"no container at all", `<div>C4</div><div>On 20/11/2026 09:58, Unlur wrote:</div><div>resign</div>`},
		{"QQ", `<div>C4</div><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div><b>发件人:</b>&nbsp;"Unlur"</div><div>resign</div>`},
		{"Mail.ru", `<p>C4</p>Пятница, 20 ноября 2026, 9:58 +03:00 от Unlur &lt;unlur@example.net&gt;:<br><blockquote>resign</blockquote>`},
		{"eM Client", `<div>C4</div><div>------ Original Message ------</div><div>From: Unlur</div><blockquote type="cite">resign</blockquote>`},
		{"labels on lines of their own", `<p>C4</p><table><tr><td>From:</td></tr><tr><td>Unlur</td></tr><tr><td>Sent:</td></tr><tr><td>Friday</td></tr></table><p>resign</p>`},
	}
	for _, tc := range tests {
		if got := Trim(plain.Clean(readHTML(tc.src).out.String())).Reply; got != "C4" {
			t.Errorf("%s: %q", tc.name, got)
		}
	}
}

// TestHTMLSignature holds which words of an HTML mail are its signature.
func TestHTMLSignature(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"Gmail", `C4<div class="gmail_signature">Ana<br>Example Ltd.</div>`, "AnaExample Ltd."},
		{"Thunderbird", `C4<div class="moz-signature">-- <br>Ana</div>`, "-- Ana"},
		{"Proton", `C4<div class="protonmail_signature_block"><div>Ana</div></div>`, "Ana"},
		{"Apple", `C4<div id="AppleMailSignature">Ana</div>`, "Ana"},
		{"Outlook on a phone", `C4<div id="ms-outlook-mobile-signature">Ana</div>`, "Ana"},
		{"Outlook on the web", `C4<div id="Signature">Ana</div>`, "Ana"},
		{"hidden text within", `C4<div id="Signature"><style>x</style>Ana</div>`, "Ana"},
		{"in a quote", `C4<blockquote><div id="Signature">Bo</div></blockquote>`, ""},
		{"in an older mail", `C4<div id="appendonsend"></div><div id="Signature">Bo</div>`, ""},
		{"none", `C4`, ""},
	}
	for _, tc := range tests {
		if got := plain.Clean(readHTML(tc.src).signature.String()); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestCutTail holds that only a signature that is all of the last lines is cut.
func TestCutTail(t *testing.T) {
	tests := []struct{ name, reply, signature, want string }{
		{"the same", "C4\n\nAna\nExample Ltd.", "Ana Example Ltd.", "C4"},
		{"what programs add", "C4\n\n*Ana*\n[image: logo]\nExample <https://example.org>", "Ana Example", "C4"},
		{"a longer signature", "C4\n\nAna", "Bo Ana", "C4\n\nAna"},
		{"the end of a line", "C4\n\nHello Ana", "Ana", "C4\n\nHello Ana"},
		{"words below", "C4\n\nAna\nHello", "Ana", "C4\n\nAna\nHello"},
		{"all", "Ana\nExample", "Ana Example", "Ana\nExample"},
		{"a command", "Hi\n\nC4", "C4", "Hi\n\nC4"},
		{"none", "C4\n\nAna", "", "C4\n\nAna"},
	}
	for _, tc := range tests {
		if got, _ := cutTail(tc.reply, lettersOf(tc.signature)); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

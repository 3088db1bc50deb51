package parser

import (
	"strings"
	"testing"
)

// TestAttributions holds that a quote is found by its introduction alone, in
// each language, whether the quoted lines are marked or not.
func TestAttributions(t *testing.T) {
	for _, attribution := range []string{
		"On Fri, Nov 20, 2026 at 9:58 AM Unlur <unlur@example.net> wrote:",
		"On Fri, Nov 20, 2026 at 9:58\u202fAM Unlur <unlur@example.net> wrote:",
		"On Friday, November 20th, 2026 at 09:58, Unlur <unlur@example.net>\nwrote:",
		"On 20/11/2026 09:58, Unlur wrote:",
		"On Fri, 20 Nov 2026 09:58:00 +0100\nUnlur <unlur@example.net> wrote:",
		"*On Fri, Nov 20, 2026, Unlur wrote:*",
		"Unlur <unlur@example.net> writes:",
		"El vie, 20 nov 2026 a las 9:58, Unlur (<unlur@example.net>) escribió:",
		"El 20/11/26 a las 9:58, Unlur escribió:",
		"El 20 nov 2026, a las 9:58, Unlur\n<unlur@example.net>\nescribió:",
		"El dv., 20 de nov. 2026, 9:58, Unlur <unlur@example.net> va escriure:",
		"El 20/11/26 a les 9:58, Unlur ha escrit:",
		"Missatge de Unlur <unlur@example.net> del dia dv., 20 de\nnov. 2026 a les 9:58:",
		"Le ven. 20 nov. 2026 à 09:58, Unlur <unlur@example.net> a écrit\u00a0:",
		"Le 20/11/2026 à 09:58, Unlur a écrit :",
		"Am 20.11.26 um 09:58 schrieb Unlur:",
		"Am Fr., 20. Nov. 2026 um 09:58 Uhr schrieb Unlur <unlur@example.net>:",
		"Unlur <unlur@example.net> schrieb am Fr., 20. Nov. 2026,\n09:58:",
		"Il giorno ven 20 nov 2026 alle ore 09:58 Unlur <unlur@example.net>\nha scritto:",
		"Il 20/11/26 09:58, Unlur ha scritto:",
		"Em sex., 20 de nov. de 2026 às 09:58, Unlur <unlur@example.net> escreveu:",
		"Op vr 20 nov 2026 om 09:58 schreef Unlur <unlur@example.net>:",
		"W dniu 20.11.2026 o 09:58, Unlur pisze:",
		"Den fre 20 nov. 2026 kl 09:58 skrev Unlur <unlur@example.net>:",
		"Dne 20. 11. 26 v 9:58 Unlur napsal(a):",
		"пт, 20 нояб. 2026 г. в 09:58, Unlur <unlur@example.net>:",
		"Unlur <unlur@example.net>, 20 Kas 2026 Cum, 09:58 tarihinde şunu yazdı:",
		"2026年11月20日(金) 9:58 Unlur <unlur@example.net>:",
		"在 2026年11月20日 9:58，Unlur <unlur@example.net> 写道：",
	} {
		for name, quote := range map[string]string{"marked": "> Bo played D7.\n> resign", "bare": "Bo played D7.\nresign"} {
			if got, _ := trimReply("C4\n\nSee you.\n\n" + attribution + "\n\n" + quote); got != "C4\n\nSee you." {
				t.Errorf("%s quote: %q below %q", name, got, attribution)
			}
			if got, _ := trimReply("C4\n" + attribution + "\n" + quote); got != "C4" {
				t.Errorf("%s quote, nothing between: %q below %q", name, got, attribution)
			}
		}
		if got, _ := trimReply(attribution + "\n> Bo played D7.\n\nC4"); got != "C4" {
			t.Errorf("reply below the quote: %q below %q", got, attribution)
		}
	}
}

// TestTrimReply holds what is kept of a text. A line of stars parts the text
// from the reply.
func TestTrimReply(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing to cut", "C4\n\nHello", "C4\n\nHello"},
		{"empty", "", ""},
		{"only a quote", "> a\n> b", ""},
		{"a signature", "C4\n-- \nAna\nresign", "C4"},
		{"a signature without its blank", "C4\n--\nAna", "C4"},
		{"a phone's signature", "C4\n\nSent from my phone\nresign", "C4"},
		{"a phone's signature above the reply", "Sent from my phone\n\nC4", "C4"},
		{"Spanish phone", "C4\n\nEnviado desde mi iPhone", "C4"},
		{"a reply below the quote, signed", "> a\n\nC4\n\n-- \nAna", "C4"},
		{"between quotes", "> a\n\nC4\n\n> b\n\nhello", "C4\n\nhello"},
		{"a greeting above, the reply below", "Hi Bo,\n\n> a\n\nC4", "Hi Bo,\n\nC4"},
		{"above wins over between", "C4\n\n> a\n\nresign", "C4"},
		{"the broken end of a quoted line", "> " + strings.Repeat("x", 70) + "\nblack\n> more\n\nC4", "C4"},
		{"Outlook's header block", "C4\n\nFrom: Unlur\nSent: Friday\nTo: Ana\nSubject: x\n\nresign", "C4"},
		{"in bold", "C4\n\n*From:* Unlur\n*Date:* Friday\n\nresign", "C4"},
		{"in German", "C4\n\nVon: Unlur\nGesendet: Freitag\nAn: Ana\nBetreff: x\n\nresign", "C4"},
		{"in French", "C4\n\nDe : Unlur\nEnvoyé : vendredi\nÀ : Ana\nObjet : x\n\nresign", "C4"},
		{"in Catalan", "C4\n\nDe: Unlur\nEnviat el: divendres\nPer a: Ana\nTema: x\n\nresign", "C4"},
		{"with the date first", "C4\n\nDate: Friday\nFrom: Unlur\nTo: Ana\n\nresign", "C4"},
		{"a short attribution", "C4\n\nUnlur wrote:\n> resign", "C4"},
		{"one label is no block", "From: here to eternity\nC4", "From: here to eternity\nC4"},
		{"original message", "C4\n\n-----Original Message-----\nresign", "C4"},
		{"mensaje original", "C4\n-------- Mensaje original --------\nresign", "C4"},
		{"forwarded", "Look\n\n---------- Forwarded message ---------\nFrom: x\n\nresign", "Look"},
		{"a rule of Outlook", "C4\n________________________________\nresign", "C4"},
		{"dashes of one's own", "C4\n---\nhello", "C4\n---\nhello"},
		{"words that only look like an attribution", "On we go, as Bo wrote:\nC4", "On we go, as Bo wrote:\nC4"},
		{"a time in a note", "C4\n\nCall me at 20:30\nOn Friday I am away", "C4\n\nCall me at 20:30\nOn Friday I am away"},
		{"signed PGP", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n\nC4\n-----BEGIN PGP SIGNATURE-----\nabc", "C4"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got, _ := trimReply(tc.text)
			if got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
			if again, _ := trimReply(got); again != got {
				t.Errorf("trimmed again: %q", again)
			}
		})
	}
}

func TestTrimReplyLooksAtTheFirstLinesOnly(t *testing.T) {
	if got, all := trimReply("C4\n" + strings.Repeat("\n", MaxLines) + "resign"); got != "C4" || all {
		t.Errorf("%q, all = %v", got, all)
	}
}

// TestUnflow holds that lines broken by a program are joined, and those that a
// person ended are not, whatever blank stands at their end.
func TestUnflow(t *testing.T) {
	long := strings.Repeat("word ", 12)
	tests := []struct{ name, text, want string }{
		{"joined", long + "\nend\n", long + "end\n"},
		{"a move with a blank behind it", "C4 \nGood luck\n", "C4 \nGood luck\n"},
		{"a quote is left alone", "> " + long + "\n> end\n", "> " + long + "\n> end\n"},
		{"no joining across a quote", long + "\n> end\n", long + "\n> end\n"},
		{"nor into a signature", long + "\n-- \nAna\n", long + "\n-- \nAna\n"},
		{"a stuffed blank", " From here\n", "From here\n"},
	}
	for _, tc := range tests {
		if got := unflow(tc.text, false); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	if got := unflow(long+"\nend\n", true); got != strings.TrimSpace(long)+"end\n" {
		t.Errorf("DelSp: %q", got)
	}
}

// TestHTMLToText holds the shape of the lines that HTML becomes.
func TestHTMLToText(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"blocks", "<p>C4</p><p>Hello\n  there</p>", "C4\n\nHello there"},
		{"line breaks", "C4<br>Hello<br/><br>Bye", "C4\nHello\n\nBye"},
		{"Gmail's lines", "<div>C4</div><div><br></div><div>Bye</div>", "C4\n\nBye"},
		{"an empty paragraph", "<p>C4</p><p>&nbsp;</p><p>Bye</p>", "C4\n\nBye"},
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
			if got := htmlToText(tc.src); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

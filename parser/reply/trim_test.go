package reply

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestTrimText holds what is kept of a text. A line of stars parts the text
// from the reply.
func TestTrimText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a mark typed before the move", "> C4\n\nOn 20/11/2026 09:58, Unlur wrote:\n> resign", ""},
		{"half a quoted line that would end the contract", "> You can: put a stone (write E5),\nblack\n> resign, help.", ""},
		{"a picture on top", "[cid:image001.png@01DC5A]\n\nC4", "C4"},
		{"a mark typed below a banner", "[EXTERNAL] Do not click links.\n\n> C4\n\nOn 20/11/2026 09:58, Unlur wrote:\n> resign", ""},
		{"two quotes, and no head", "> resign\n\n> black\n\nWhat is the difference?", "What is the difference?"},
		{"a quoted move that stands alone", "> C4", ""},
		{"a quoted move on top of a quote", "> C4\n> resign\n\nOn 20/11/2026 09:58, Unlur wrote:\n> x", ""},
		{"a quoted move below an attribution", "On 20/11/2026 09:58, Unlur wrote:\n> C4\n\n> x", ""},
		{"a quoted word on top", "> Thanks\n\nOn 20/11/2026 09:58, Unlur wrote:\n> x", ""},
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
		{"GroupWise", "C4\n\n>>> Unlur <unlur@example.net> 20.11.2026 12:00 >>>\nBo played D7.\n\nresign", "C4"},
		{"GroupWise, nothing above", ">>> Unlur <unlur@example.net> 11/20/26 12:00 PM >>>\nD7\n\nresign", ""},
		{"GroupWise, broken", "C4\n>>> Unlur <unlur@example.net> 20.11.2026\n12:00 >>>\n\nresign", "C4"},
		{"a thrice quoted line", ">>> Bo played on 20.11.2026\n\nC4", "C4"},
		{"a rule on top", "CAUTION: external\n________________________________\nC4\n\n> q", "C4"},
		{"a rule on top of an older mail", "________________________________\nFrá: Unlur\nresign", ""},
		{"an answer between short quoted lines", "> Bo put a stone on C4. It is your turn: put another black\nC5\n> stone, or write black.", "C5"},
		{"lost line ends", "C4 On Fri, Nov 20, 2026 at 12:00 PM Unlur <unlur@example.net> wrote: > ●○ Bo played. > resign", "C4"},
		{"lost line ends, a long quote", "C4 On Fri, Nov 20, 2026 at 12:00 PM Unlur <unlur@example.net> wrote: > " + strings.Repeat("D7 ", 300), "C4"},
		{"a command above an attribution", "challenge <bo@example.net>\n20.11.2026 12:00, Unlur пишет:\n> resign", "challenge <bo@example.net>"},
		{"a command above a title", "challenge <bo@example.net>\n-----Original Message-----\nresign", "challenge <bo@example.net>"},
		{
			"words with a date above an attribution", "say I saw it on 20.11.2026 at 9:05\nOn Fri, 20 Nov 2026, Unlur <unlur@example.net> wrote:\n> resign",
			"say I saw it on 20.11.2026 at 9:05",
		},
		{"the tag of a gateway before the move", "[EXTERNAL] C4\n\nSee you.", "C4\n\nSee you."},
		{"a tag in Chinese", "【外部邮件】C4", "C4"},
		{"a tag with a colon", "Extern: c4!", "c4!"},
		{"an advertisement above the quote, the reply below", "Sent from HEY\n\n> q\n\nC4", "C4"},
		{"a box", "C4\n\n====================\n山田 太郎\n\nana@example.org\n====================", "C4"},
		{"a box above a quote", "C4\n\nSee you.\n--------------------\nAna Beispiel\nTel. 123\n--------------------\n\n> q", "C4\n\nSee you."},
		{"a command in a box", "Hi\n--------------------\nC4\n--------------------", "Hi\n--------------------\nC4\n--------------------"},
		{"QQ in English", "C4\n\n------------------ Original ------------------\nFrom: Unlur\n\nresign", "C4"},
		{"The Bat!", "C4\n\nВы писали 20 ноября 2026 г., 12:00:00:\n\nresign", "C4"},
		{"NetEase's card", "C4\n\n| |\nAna\n|\n|\nana@example.org\n|\n---- Replied Message ----\n| From | Unlur |\nresign", "C4"},
		{"NetEase's card, in one line", "C4\n\n| | Ana\n|\n|\nana@example.org\n|\n\n---- Replied Message ----\nresign", "C4"},
		{"Lotus Notes", "C4\n\nUnlur <unlur@example.net>\n20.11.2026 12:00\n\nTo\nana@example.org\ncc\n\nSubject\nRe: x\n\nresign", "C4"},
		{"signed PGP", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n\nC4\n-----BEGIN PGP SIGNATURE-----\nabc", "C4"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := Trim(tc.text).Reply
			if got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
			if again := Trim(got).Reply; again != got {
				t.Errorf("trimmed again: %q", again)
			}
		})
	}
}

func TestTrimTextLooksAtTheFirstLinesOnly(t *testing.T) {
	if got := Trim("C4\n" + strings.Repeat("\n", MaxLines) + "resign"); got.Reply != "C4" || got.All {
		t.Errorf("%+v", got)
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

// TestTrimmingTwice holds that trimming a reply again changes nothing, whatever
// mail programs have put together: it takes pieces of everything that is cut, in
// any order.
func TestTrimmingTwice(t *testing.T) {
	pieces := slices.Clone(separatorLines)
	for _, block := range headerBlocks {
		pieces = append(pieces, strings.Split(block, "|")...)
	}
	for _, language := range languages {
		for _, a := range attributions[language.Code] {
			pieces = append(pieces, strings.Split(a, "|")...)
			pieces = append(pieces, strings.ReplaceAll(a, "|", "\n"))
		}
	}
	common := []string{
		"", "", "C4", "see you", "> quoted", "> On Friday Bo wrote:", "--", "-----", "____", "Sent from my iPhone", "Hi Bo,", "On we go",
		"Sent from HEY", "Sent using words", "----------", "[EXTERNAL]", "Extern: C4", "________________________________",
		">>> Bo <bo@example.net> 20.11.2026 12:00 >>>", "| |", "|", "To", "cc", "Subject", "Unlur <unlur@example.net>",
		"> " + strings.Repeat("x", 70), "ZjQcmQRYFpfptBannerStart", "ZjQcmQRYFpfptBannerEnd", "aviso legal: x",
		"This e-mail and any attachments are confidential", "C4 On Fri, Nov 20, 2026 at 9:58 AM, unlur@example.net wrote:",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var lines []string
		for range 1 + random.IntN(12) {
			from := common
			if random.IntN(3) == 0 {
				from = pieces
			}
			lines = append(lines, from[random.IntN(len(from))])
		}
		text := strings.Join(lines, "\n")
		once := Trim(text).Reply
		if twice := Trim(once).Reply; twice != once {
			t.Fatalf("%q became %q and then %q", text, once, twice)
		}
	}
}

// TestNoticesHideNothing holds that what programs and companies put right above
// an older mail does not change what is cut from there on.
func TestNoticesHideNothing(t *testing.T) {
	older := slices.Clone(separatorLines)
	for _, block := range headerBlocks {
		older = append(older, strings.ReplaceAll(block, "|", "\n"))
	}
	for _, list := range attributions {
		for _, a := range list {
			older = append(older, strings.ReplaceAll(a, "|", "\n"))
		}
	}
	for _, notice := range []string{
		strings.Repeat("_", 40), strings.Repeat("_", 40) + "\nplayers mailing list", "CAUTION: external email", "Virus-free.www.example.com",
		"Get Outlook for iOS", "Get Outlook for iOS\n" + strings.Repeat("_", 40), "Sent from my iPhone\nVirus-free.",
		"This e-mail and any attachments\nare confidential.", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256", "-- ", "-----",
	} {
		for _, own := range []string{"", "C4\n", "C4\n\nSee you.\n\n"} {
			for _, text := range older {
				if own == "" && isOutlookRule(text) {
					continue // on top it is none without a field below
				}
				if got, want := Trim(own+notice+"\n"+text+"\n\nresign").Reply, strings.TrimSpace(own); got != want {
					t.Errorf("%q above %q above %q became %q", own, notice, text, got)
				}
			}
		}
	}
}

// TestTightNotices holds that a command right below a notice is the sender's.
func TestTightNotices(t *testing.T) {
	for _, notice := range []string{"CAUTION: external email", "Virus-free.www.example.com", "AVISO LEGAL", "Get Outlook for iOS", strings.Repeat("_", 40)} {
		if got := Trim(notice + "\nC4").Reply; got != "C4" {
			t.Errorf("%q below %q", got, notice)
		}
	}
}

// TestAnswerBelowMarkedQuote holds that an answer below the quote is found where a
// title or a printed header stands above it, if the quote has its marks.
func TestAnswerBelowMarkedQuote(t *testing.T) {
	const quote = "\n\n> ●○ Ana put a black stone on C4.\n>\n>  stone, or write black.\n\n"
	foreign := strings.Replace(quote, "●○ ", "", 1)
	heads := []string{
		"-------- Original Message --------\nOn 20/11/2026 12:00, Unlur <unlur@example.net> wrote:",
		"-------- Original-Nachricht --------\nAm 20.11.2026 12:00 schrieb Unlur <unlur@example.net>:",
		"-------- Original message --------\nFrom: Unlur <unlur@example.net>\nDate: 20/11/2026 12:00 (GMT+01:00)\nTo: Ana\nSubject: x",
		"------------------ 原始邮件 ------------------\n发件人: Unlur\n发送时间: 2026年11月20日 9:58\n收件人: Ana\n主题: x",
		"________________________________\nFrom: Unlur <unlur@example.net>\nSent: Friday\nTo: Ana\nSubject: x",
	}
	for _, block := range headerBlocks {
		heads = append(heads, strings.ReplaceAll(block, "|", "\n"))
	}
	for _, head := range heads {
		if got := Trim(head + quote + "C5").Reply; got != "C5" {
			t.Errorf("below %q: %q", head, got)
		}
		if got := Trim("See below.\n\n" + head + quote + "C5"); got.Reply != "See below." || got.Below != "C5" {
			t.Errorf("words above %q: %+v", head, got)
		}
		for _, older := range []string{"\n\nBo played D7.", "\n\n●○ Bo played D7."} {
			if got := Trim(head + older + quote + "C5").Reply; got != "" {
				t.Errorf("in an older mail below %q: %q", head, got)
			}
		}
	}
	// Below a printed header and a quote that is not ours, it may be somebody else's.
	if got := Trim(heads[len(heads)-1] + foreign + "C5"); got.Reply != "" || got.Below != "C5" {
		t.Errorf("below a foreign quote: %+v", got)
	}
	inner := "\n\nOn 19.11.2026 11:00, Unlur <unlur@example.net> wrote:\n> It is your turn.\n\nresign"
	if got := Trim(heads[4] + inner); got.Reply != "" || got.Below != "" {
		t.Errorf("an older mail that answers below: %+v", got)
	}
	const forward = "---------- Forwarded message ---------\nFrom: Unlur <unlur@example.net>\nDate: Friday\n"
	if got := Trim(forward + quote + "C5"); got.Reply != "" || got.Below != "" {
		t.Errorf("in a mail that is passed on: %+v", got)
	}
}

// TestBanners holds that what gateways put on top of a mail neither hides the move
// nor becomes a note.
func TestBanners(t *testing.T) {
	for _, banner := range []string{
		"[EXTERNAL]", "[EXTERNAL] Do not click links.", "Extern: Diese E-Mail ist von außen.", "***EXTERNAL EMAIL***", "*** EXTERNAL ***",
		"ACHTUNG: Diese E-Mail stammt von einem externen\nAbsender. Öffnen Sie keine Anhänge.", "⚠ External sender", "⚠️ EXTERNAL EMAIL ⚠️",
		"[EXTERNE] Ce courriel provient de l'extérieur.", "【外部邮件】请谨慎打开链接", "【社外】", "CAUTION: This email originated from outside.",
		"You don't often get email from unlur@example.net. Learn why this is important<https://aka.ms/LearnAboutSenderIdentification>",
		"[You don't often get email from unlur@example.net. Learn why this is important at https://aka.ms/LearnAboutSenderIdentification ]",
		"No suele recibir correo electrónico de unlur@example.net. Descubra por qué esto es importante",
		"Vous n’obtenez pas souvent d’e-mail à partir de unlur@example.net. Découvrez pourquoi cela est important",
		"Sie erhalten nicht häufig E-Mails von unlur@example.net. Erfahren Sie, warum dies wichtig ist",
		"unlur@example.net から https://aka.ms/LearnAboutSenderIdentification", "----------\nCAUTION: external\n----------",
		"ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\n\nThis message came from outside.\n\nZjQcmQRYFpfptBannerEnd",
	} {
		for _, between := range []string{"\n", "\n\n"} {
			if got := Trim(banner + between + "C4\n\nSee you.\n\n> q").Reply; got != "C4\n\nSee you." {
				t.Errorf("%q below %q", got, banner)
			}
			if got := Trim(banner + between + "Bo wrote on 20.11.2026:\n> resign").Reply; got != "" {
				t.Errorf("%q below %q, in a quote", got, banner)
			}
		}
	}
	for _, own := range []string{"External pressure made me do it: C4", "Extern ist er gut", "C4\n\n[EXTERNAL] is what I read above it", "Achtung, C4",
		"Caution: I never want to\n\nresign", "Achtung: das ist noch nicht mein Zug\n\nC4", "Disclaimer: the line below is a joke\n\nresign",
		"Sent from my phone by my son, please ignore this\n\nresign", "External! I disagree\n\nC4"} {
		if got := Trim(own).Reply; got != own {
			t.Errorf("%q became %q", own, got)
		}
	}
}

// TestAdvertisements holds what is cut as the last paragraph, but where a person
// may have written the same words is kept elsewhere.
func TestAdvertisements(t *testing.T) {
	for _, line := range []string{
		"Sent from HEY", "Sent from Mailspring ( https://getmailspring.example/ )", "Sent from mobile", "Sent from K-9 Mail", "Sent from Thunderbird",
		"Sent from Fastmail", "Sent with Zoho Mail", "Sent from Front", "Sent via Superhuman ( https://sprh.example/?vip=ana@example.org )",
		"Sent via Shortwave", "Sent via the Samsung Galaxy S21 Ultra 5G, an AT&T 5G smartphone", "Télécharger BlueMail pour Android",
		"Enviado de mi iPhone", "Vom iPhone gesendet", "从 Android 版 Outlook 获取", "来自iPhone", "<Sent from my-mail>",
		"Este mensaje y sus archivos adjuntos son confidenciales y van dirigidos a su destinatario.",
		"No imprima este correo si no es necesario.", "Click here to report this email as spam.",
	} {
		for _, below := range []string{"", "\n\n> q", "\n\nOn 20/11/2026 09:58, Unlur wrote:\n> resign", "\n\n-- \nAna", "\n\nVirus-free.www.example.com"} {
			if got := Trim("C4\n\nSee you.\n\n" + line + below).Reply; got != "C4\n\nSee you." {
				t.Errorf("%q below %q", got, line)
			}
		}
	}
	for _, line := range []string{
		"Sent using my last brain cell, which is tired", "Envoyé via pigeon voyageur…", "Sent by the way I like it.",
		"Mit gleicher Post habe ich dir das versprochene Buch gesendet.", "Disclaimer: this move was made before coffee.",
		"Save a tree: play online!", "Aviso legal: esta jugada es imparable :-)", "Sent via pigeon\nwho is slow",
	} {
		for _, own := range []string{"C4\n\n" + line, "C4\n\n" + line + "\nMore", "C4\n\n" + line + "\n\nMore"} {
			if got := Trim(own + "\n\n> q").Reply; got != own {
				t.Errorf("%q became %q", own, got)
			}
		}
	}
}

// An attribution may be broken anywhere within its address, with a quote below it
// that is marked or not.
func TestBrokenAddresses(t *testing.T) {
	for language, list := range attributions {
		for _, attribution := range list {
			attribution = strings.ReplaceAll(attribution, "|", " ")
			open, end := strings.IndexByte(attribution, '<'), strings.IndexByte(attribution, '>')
			if open < 0 || end < open || strings.Count(attribution, "<") > 1 {
				continue
			}
			at := open + strings.IndexByte(attribution[open:], '@')
			for name, i := range map[string]int{"before": open, "behind <": open + 1, "name": open + 3, "before @": at, "behind @": at + 1, "domain": at + 4, "before >": end, "behind >": end + 1} {
				if !strings.ContainsRune("<>@un xme", rune(attribution[i-1])) {
					continue
				}
				if name == "before" && opens(lowered(attribution)) == 0 && !datesIn(lowered(attribution[:open])).any {
					continue // a name alone could be the author's own
				}
				if rest := strings.TrimSpace(attribution[i:]); name == "behind >" && rest[0] < 0x80 && opens(lowered(rest)) != 0 && datesIn(lowered(rest)).full {
					continue // it is taken for the whole
				}
				broken := attribution[:i] + "\n" + attribution[i:]
				for quote, below := range map[string]string{"marked": "\n> Your turn: Bo played D7.\n", "bare": "\nYour turn: Bo played D7.\n"} {
					text := "E5, I think\n\n" + broken + "\n" + below
					if isIntroduction(attribution) && quote == "bare" {
						continue
					}
					if got := Trim(text).Reply; strings.TrimSpace(got) != "E5, I think" {
						t.Errorf("%s, %s, %s: %q of\n%s", language, name, quote, got, text)
					}
				}
			}
		}
	}
}

// isIntroduction reports whether an attribution says too little to make an older mail
// of what follows without marks.
func isIntroduction(attribution string) bool {
	return strings.TrimSpace(Trim("E5, I think\n\n"+attribution+"\n\nYour turn: Bo played D7.\n").Reply) != "E5, I think"
}

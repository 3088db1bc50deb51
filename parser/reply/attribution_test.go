package reply

import (
	"strings"
	"testing"

	"unlurbot/parser/plain"
)

// attributions are as the programs write them, whether the lines below are
// marked or not. A bar is a line end.
var attributions = map[string][]string{
	"en": {
		"On Fri, Nov 20, 2026 at 9:58 AM Unlur <unlur@example.net> wrote:",
		"On Fri, Nov 20, 2026 at 9:58\u202fAM Unlur <unlur@example.net> wrote:",
		"On Fri, Nov 20, 2026 at 9:58 AM <unlur@example.net> wrote:",
		"On Fri, Nov 20, 2026 at 9:58 AM Unlur <|unlur+k7v2@example.net> wrote:",
		"On Friday, November 20th, 2026 at 09:58, Unlur <unlur@example.net>|wrote:",
		"On the morning of Friday, November|20th, 2026 at 09:58, Unlur <unlur@example.net>|wrote:",
		"On Fri, 20 Nov 2026, 09:58 Unlur, <unlur@example.net> wrote:",
		"On 20 Nov 2026, at 09:58, Unlur <unlur@example.net> wrote:",
		"On Nov 20, 2026, at 9:58 AM, Unlur <unlur@example.net<mailto:unlur@example.net>> wrote:",
		"On 20/11/2026 09:58, Unlur wrote:",
		"On 11/20/26 9:58 AM, Unlur wrote:",
		"On 2026-11-20 09:58, Unlur wrote:",
		"On Fri, 20 Nov 2026 09:58:00 +0100|Unlur <unlur@example.net> wrote:",
		"On Fri, 2026-11-20 at 09:58 +0100, Unlur wrote:",
		"On Friday, 20 November 2026 09:58:00 CET Unlur wrote:",
		"On Friday, November 20, 2026 at 09:58:00 AM GMT+1, Unlur <unlur@example.net> wrote:",
		"On Fri, Nov 20, 2026, at 9:58 AM, Unlur wrote:",
		"On Fri, Nov 20, 2026 at 09:58:00AM +0100, Unlur wrote:",
		"On November 20, 2026, Unlur <unlur@example.net> wrote:",
		"On November 20, 2026 9:58:00 AM GMT+01:00, Unlur <unlur@example.net> wrote:",
		"On 20 Nov 2026, 09:58 +0100, Unlur <unlur@example.net>, wrote:",
		"On Fri, Nov 20, 2026 at 9:58 AM, Unlur < unlur@example.net > wrote:",
		"On Fri, Nov 20, 2026 at 9:58 AM, Unlur (unlur@example.net) wrote:",
		"On 20 Nov 2026 at 09:58, Unlur [mailto:unlur@example.net] wrote:",
		"*On Fri, Nov 20, 2026, Unlur wrote:*",
		"_On Fri, Nov 20, 2026 at 9:58 AM, Unlur wrote:_",
		"Unlur <unlur@example.net> writes:",
		"Unlur <unlur@example.net> wrote on 20/11/2026 09:58:",
		"Unlur wrote on 20/11/2026 9:58 AM:",
		"At 2026-11-20 09:58:00, \"Unlur\" <unlur@example.net> wrote:",
		"At 20/11/2026 09:58 AM, Unlur wrote:",
		"---- On Fri, 20 Nov 2026 09:58:00 +0100 Unlur <unlur@example.net> wrote ----",
		"---- On Fri, 20 Nov 2026 09:58:00 +0100 unlur@example.net wrote ----",
		"----- On Nov 20, 2026, at 9:58 AM, Unlur unlur@example.net wrote:",
		"Quoting Unlur <unlur@example.net>:",
		"2026-11-20 9:58 GMT+01:00 Unlur <unlur@example.net>:",
		"Friday, 20 November 2026, 9:58 AM +0100 from Unlur <unlur@example.net>:",
		"09:58, November 20, 2026, \"Unlur\" <unlur@example.net>:",
	},
	"es": {
		"El vie, 20 nov 2026 a las 9:58, Unlur (<unlur@example.net>) escribió:",
		"El vie., 20 nov. 2026 9:58 a.\u00a0m., Unlur <unlur@example.net> escribió:",
		"El 20/11/26 a las 9:58, Unlur escribió:",
		"El 20 nov 2026, a las 9:58, Unlur|<unlur@example.net>|escribió:",
		"El 20 nov 2026,|a las 9:58, Unlur <unlur@example.net> escribió:",
		"El viernes, 20 de noviembre de 2026, 09:58:00 CET, Unlur <unlur@example.net> escribió:",
		"El 2026-11-20 09:58, Unlur escribió:",
		"viernes, 20 de noviembre de 2026, 9:58:16 +0100, Unlur <unlur@example.net>:",
	},
	"ca": {
		"El dv., 20 de nov. 2026, 9:58, Unlur <unlur@example.net> va escriure:",
		"El 20/11/26 a les 9:58, Unlur ha escrit:",
		"El 20 nov 2026, a les 9:58, Unlur <unlur@example.net> va escriure:",
		"Missatge de Unlur <unlur@example.net> del dia dv., 20 de|nov. 2026 a les 9:58:",
		"El 20 de novembre de 2026 9:58:00 CET, Unlur <unlur@example.net> ha escrit:",
	},
	"gl": {"O ven., 20 nov. 2026 ás 9:58, Unlur (<unlur@example.net>) escribiu:", "O 20/11/26 ás 9:58, Unlur escribiu:"},
	"eu": {"Unlur (<unlur@example.net>) erabiltzaileak hau idatzi zuen (2026 aza. 20, or. (9:58)):"},
	"fr": {
		"Le ven. 20 nov. 2026 à 09:58, Unlur <unlur@example.net> a écrit\u00a0:",
		"Le 20/11/2026 à 09:58, Unlur a écrit :",
		"Le 20 nov. 2026 à 09:58, Unlur <unlur@example.net> a écrit :",
		"Le ven. 20 nov. 2026, 09:58, Unlur <unlur@example.net> a|écrit :",
		"Le vendredi 20 novembre 2026, 09:58:00 UTC+1, Unlur <unlur@example.net> a écrit :",
		"Le vendredi 20 novembre 2026 à 09:58, Unlur <unlur@example.net> a e\u0301crit :",
		"Le 2026-11-20 09:58, Unlur a écrit :",
		"- Le 2026-11-20 09:58, Unlur a écrit :",
		"----- Le 20 Nov 26, à 9:58, Unlur unlur@example.net a écrit :",
	},
	"de": {
		"Am 20.11.26 um 09:58 schrieb Unlur:",
		"Am Fr., 20. Nov. 2026 um 09:58 Uhr schrieb Unlur <unlur@example.net>:",
		"Am Fr., 20. Nov. 2026 um 09:58 Uhr schrieb|Unlur <unlur@example.net>:",
		"Unlur <unlur@example.net> schrieb am Fr., 20. Nov. 2026,|09:58:",
		"Unlur <unlur@example.net>|schrieb am Fr., 20. Nov. 2026, 09:58:",
		"Am 20.11.2026 um 09:58 schrieb Unlur <unlur@example.net>:",
		"Am Freitag, 20. November 2026, 09:58:00 CET schrieb Unlur:",
		"Am Freitag, dem 20.11.2026 um 09:58 +0100 schrieb Unlur:",
		"Am Freitag, 20. November 2026 um 09:58:00 MEZ hat Unlur <unlur@example.net> Folgendes geschrieben:",
		"Am 20. November 2026 09:58:00 MEZ schrieb Unlur <unlur@example.net>:",
		"Zitat von Unlur <unlur@example.net>:",
	},
	"it": {
		"Il giorno ven 20 nov 2026 alle ore 09:58 Unlur <unlur@example.net>|ha scritto:",
		"Il 20/11/26 09:58, Unlur ha scritto:",
		"Il giorno 20 nov 2026, alle ore 09:58, Unlur <unlur@example.net> ha scritto:",
		"Il ven 20 nov 2026, 09:58 Unlur <unlur@example.net> ha scritto:",
		"Il 20/11/2026 09:58 CET Unlur <unlur@example.net> ha scritto:",
		"Il venerdì 20 novembre 2026 alle ore 09:58:00 CET, Unlur <unlur@example.net> ha scritto:",
		"L'8 novembre 2026 alle 9:58, Unlur ha scritto:",
	},
	"pt": {
		"Em sex., 20 de nov. de 2026 às 09:58, Unlur <unlur@example.net> escreveu:",
		"Em 20/11/2026 09:58, Unlur escreveu:",
		"Em 20 de nov. de 2026, à(s) 09:58, Unlur <unlur@example.net> escreveu:",
		"Unlur <unlur@example.net> escreveu (sexta, 20/11/2026 à(s) 09:58):",
		"No dia 20/11/2026, às 09:58, Unlur <unlur@example.net> escreveu:",
		"Às 09:58 de 20/11/2026, Unlur escreveu:",
	},
	"nl": {
		"Op vr 20 nov 2026 om 09:58 schreef Unlur <unlur@example.net>:",
		"Op 20-11-2026 om 09:58 schreef Unlur:",
		"Op 20 nov 2026, om 09:58 heeft Unlur <unlur@example.net> het|volgende geschreven:",
		"Op vrijdag 20 november 2026 09:58 schreef Unlur <unlur@example.net>:",
		"Unlur schreef op 2026-11-20 09:58:",
	},
	"pl": {
		"W dniu 20.11.2026 o 09:58, Unlur pisze:",
		"pt., 20 lis 2026 o 09:58 Unlur <unlur@example.net> napisał(a):",
		"Wiadomość napisana przez Unlur <unlur@example.net> w dniu 20.11.2026, o godz. 09:58:",
		"Dnia 20 listopada 2026 09:58 Unlur <unlur@example.net> napisał(a):",
		"W dniu 2026-11-20 09:58:00 użytkownik Unlur <unlur@example.net> napisał:",
		"W dniu 20 lis 2026, o godz. 09:58, użytkownik Unlur <unlur@example.net>|napisał:",
	},
	"sv": {
		"Den fre 20 nov. 2026 kl 09:58 skrev Unlur <unlur@example.net>:",
		"Den 2026-11-20 kl. 09:58, skrev Unlur:",
		"20 nov. 2026 kl. 09:58 skrev Unlur <unlur@example.net>:",
		"fre 20 nov. 2026 kl. 09:58 skrev Unlur <unlur@example.net>:",
	},
	"da": {
		"Den fre. 20. nov. 2026 kl. 09.58 skrev Unlur <unlur@example.net>:",
		"Den 20-11-2026 kl. 09:58 skrev Unlur:",
		"Den 20. nov. 2026 kl. 09.58 skrev Unlur <unlur@example.net>:",
		"20. nov. 2026 kl. 09.58 skrev Unlur <unlur@example.net>:",
	},
	"nb": {
		"fre. 20. nov. 2026 kl. 09:58 skrev Unlur <unlur@example.net>:",
		"Den 20.11.2026 09:58, skrev Unlur:",
		"20. nov. 2026 kl. 09:58 skrev Unlur <unlur@example.net>:",
		"På 20. november 2026 på 09:58:00, Unlur (unlur@example.net) skrev:",
	},
	"fi": {
		"pe 20. marrask. 2026 klo 9.58 Unlur (unlur@example.net) kirjoitti:",
		"pe 20. marraskuuta 2026 klo 9.58 Unlur|<unlur@example.net> kirjoitti:",
		"Unlur kirjoitti 20.11.2026 klo 9.58:",
		"Unlur <unlur@example.net> kirjoitti 20.11.2026 kello 9.58:",
	},
	"et": {"Kontakt Unlur (<unlur@example.net>) kirjutas kuupäeval R, 20.|november 2026 kell 09:58:"},
	"cs": {
		"Dne 20. 11. 26 v 9:58 Unlur napsal(a):",
		"pá 20. 11. 2026 v 9:58 odesílatel Unlur <unlur@example.net> napsal:",
		"20. 11. 2026 v 9:58, Unlur <unlur@example.net>:",
		"Dne 20. listopadu 2026 9:58:00 SEČ, Unlur <unlur@example.net> napsal:",
	},
	"sk": {
		"Dňa 20. 11. 2026 o 9:58 Unlur napísal(a):",
		"pi 20. 11. 2026 o 9:58 Unlur <unlur@example.net> napísal(a):",
	},
	"hu": {
		"Unlur <unlur@example.net> ezt írta (időpont: 2026. nov.|20., P, 9:58):",
		"2026. 11. 20. 9:58 keltezéssel, Unlur írta:",
		"Unlur <unlur@example.net> írta 2026. nov. 20-án, 9:58 időpontban:",
	},
	"ro": {"În vin., 20 nov. 2026 la 09:58, Unlur <unlur@example.net> a|scris:", "Pe 20.11.2026 09:58, Unlur a scris:"},
	"hr": {"pet, 20. stu 2026. u 09:58 Unlur <unlur@example.net> napisao|je:", "Dana 20.11.2026. u 09:58, Unlur je napisao/la:"},
	"sl": {"V V pet., 20. nov. 2026 ob 09:58 je oseba Unlur <unlur@example.net> napisala:"},
	"ru": {
		"пт, 20 нояб. 2026 г. в 09:58, Unlur <unlur@example.net>:",
		"пт, 20 нояб. 2026 г. в|09:58, Unlur <unlur@example.net>:",
		"20.11.2026 9:58, Unlur пишет:",
		"20 нояб. 2026 г., в 9:58, Unlur <unlur@example.net> написал(а):",
		"Пятница, 20 ноября 2026, 9:58 +03:00 от Unlur <unlur@example.net>:",
		"20.11.2026, 09:58, \"Unlur\" <unlur@example.net>:",
		"20 ноября 2026 г. 9:58 пользователь Unlur <unlur@example.net>|написал:",
		"В Пт, 20/11/2026 в 09:58 +0300, Unlur пишет:",
	},
	"uk": {
		"пт, 20 лист. 2026\u202fр. о 09:58 Unlur <unlur@example.net> пише:",
		"20.11.26 09:58, Unlur пише:",
		"20 лист. 2026 р. о 09:58, Unlur <unlur@example.net> написав(-ла):",
	},
	"bg": {"На пт, 20.11.2026\u202fг. в 9:58 Unlur <unlur@example.net> написа:"},
	"el": {"Στις Παρ 20 Νοε 2026 στις 9:58\u202fπ.μ., ο/η Unlur <unlur@example.net>|έγραψε:"},
	"tr": {
		"Unlur <unlur@example.net>, 20 Kas 2026 Cum, 09:58 tarihinde şunu yazdı:",
		"Unlur <unlur@example.net>, 20 Kas 2026 Cum,|09:58 tarihinde şunu yazdı:",
		"Unlur şunları yazdı (20 Kas 2026 09:58):",
		"20.11.2026 09:58 tarihinde Unlur yazdı:",
	},
	"he": {"\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-9:58 מאת \u202aUnlur\u202c\u200f <\u202aunlur@example.net\u202c\u200f>:\u202c"},
	"ar": {
		"في الجمعة، 20 نوفمبر 2026 في 9:58 ص تمت كتابة ما يلي بواسطة Unlur <|unlur@example.net>:",
		"في ٢٠\u200f/١١\u200f/٢٠٢٦ ٩:٥٨ ص، كتب Unlur:",
	},
	"vi": {"Vào Th 6, 20 thg 11, 2026 vào lúc 09:58 Unlur <unlur@example.net> đã viết:"},
	"ja": {
		"2026年11月20日(金) 9:58 Unlur <unlur@example.net>:",
		"2026/11/20 9:58、Unlur <unlur@example.net>のメール:",
		"2026/11/20 9:58、Unlur のメッセージ:",
		"On 2026/11/20 9:58, Unlur wrote:",
		"2026年11月20日（金） 9:58 Unlur <unlur@example.net>：",
	},
	"zh": {
		"在 2026年11月20日 9:58，Unlur <unlur@example.net> 写道：",
		"Unlur <unlur@example.net> 于2026年11月20日周五 09:58写道：",
		"Unlur <unlur@example.net> 於 2026年11月20日 週五 上午9:58寫道：",
		"在 2026/11/20 9:58, Unlur 写道:",
		"在2026年11月20日 09:58，Unlur<unlur@example.net> 写道：",
		"在 2026-11-20 09:58:00，\"Unlur\" <unlur@example.net> 写道：",
		"Unlur 於 2026/11/20 上午 09:58 寫道:",
		"Unlur <unlur@example.net> 在 2026年11月20日 上午9:58 寫道：",
	},
	"ko": {
		"2026년 11월 20일 (금) 오전 9:58, Unlur <unlur@example.net>님이 작성:",
		"2026. 11. 20. 오전 9:58, Unlur <unlur@example.net> 작성:",
		"2026-11-20 오전 9:58에 Unlur 이(가) 쓴 글:",
	},
}

// TestAttributions holds that a quote is found by its introduction alone, in
// each language, whether the quoted lines are marked or not.
func TestAttributions(t *testing.T) {
	for language, list := range attributions {
		for _, attribution := range list {
			attribution = strings.ReplaceAll(attribution, "|", "\n")
			for name, quote := range map[string]string{"marked": "> Bo played D7.\n> resign", "bare": "Bo played D7.\nresign"} {
				for _, own := range []string{"C4", "C4\n\nSee you.", "C4\nI am free\nat 20:30"} {
					if got := Trim(own + "\n\n" + attribution + "\n\n" + quote).Reply; got != own {
						t.Errorf("%s, %s quote: %q below %q", language, name, got, attribution)
					}
					if got := Trim(own + "\n" + attribution + "\n" + quote).Reply; got != own {
						t.Errorf("%s, %s quote, nothing between: %q below %q", language, name, got, attribution)
					}
				}
			}
			if got := Trim(attribution + "\n> Bo played D7.\n\nC4").Reply; got != "C4" {
				t.Errorf("%s, reply below the quote: %q below %q", language, got, attribution)
			}
		}
	}
}

// TestIntroductions holds what is an attribution only if a quote follows.
func TestIntroductions(t *testing.T) {
	for _, line := range []string{
		"Bo wrote:", "Unlur schrieb:", "Unlur via Bo's list wrote:", "Unlur <unlur@example.net>:", "Op 20 nov schreef Unlur:",
		"2013/10/2 Unlur <unlur@example.net>", "On Fri, Nov 20, 2026, Unlur wrote", "Ddydd Gwener 20 Tachwedd 2026 am 9:58:",
		"Unlur <unlur@example.net> sgrifennodd:", "On 20 Nov 2026 at 9:58, Bo said:",
	} {
		if got := Trim("C4\n\n" + line + "\n> resign").Reply; got != "C4" {
			t.Errorf("%q above a quote: %q", line, got)
		}
		if got := Trim("C4\n\n" + line + "\n\n●○ Bo played D7.\nresign").Reply; got != "C4" {
			t.Errorf("%q above our mail: %q", line, got)
		}
		if got := Trim("C4\n\n" + line + "\nD5").Reply; got != "C4\n\n"+line+"\nD5" && !strings.Contains(line, "<unlur@example.net> s") {
			t.Errorf("%q without a quote: %q", line, got)
		}
	}
}

// TestLostLineEnds holds that an attribution is found on a line with the sender's
// words before it, or the quoted words behind it.
func TestLostLineEnds(t *testing.T) {
	for _, text := range []string{
		"C4 On Fri, Nov 20, 2026 at 9:58 AM, unlur@example.net wrote:\n> resign",
		"C4 On Fri, Nov 20, 2026 at 9:58 AM, Unlur <unlur@example.net> wrote:\nresign",
		"C4--- On Fri, Nov 20, 2026 at 9:58 AM, unlur@example.net wrote:\nresign",
		"C4 Am 20.11.2026 um 09:58 schrieb Unlur <unlur@example.net>:\n> resign",
		"C4\n\nOn Fri, Nov 20, 2026 at 9:58, Unlur<unlur@example.net> wrote:   Bo played D7.\nresign",
		"C4\n\nEm sex., 20 de nov. de 2026 às 09:58, Unlur<unlur@example.net> escreveu:   Bo\nresign",
	} {
		if got := Trim(text).Reply; got != "C4" {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestOwnWords holds sentences that only look like something that is cut.
func TestOwnWords(t *testing.T) {
	for _, text := range []string{
		"From what I see: C4",
		"On Friday I wrote to you",
		"On 20/11/2026 at 9:58 I wrote this:\nD5 is better",
		"On Friday at 20:30 I wrote to Bo:\nhe never answered",
		"Am 20.11.2026 um 9:58 schrieb ich:\nD5 ist besser",
		"As Bo wrote on 20/11:\nthe centre is strong",
		"As Bo wrote on 20/11/2026:\nthe centre is strong",
		"In 2026 Bo wrote:\na book",
		"Call me at 20:30\nOn Friday I am away",
		"On we go, as Bo wrote:\nC4",
		"I sent it to ana@example.org on 20/11/2026:\nno answer",
		"On 20/11/2026 at the club Bo said:\nnever again",
		"I wrote to Bo (bo@example.org):\nno answer",
		"Ce message (C4) est mon coup\nmerci",
		"Ce message est court\nmerci",
		"This message is short\nsorry",
		"Diese E-Mail ist kurz\nsorry",
		"Este mensaje es corto\nlo siento",
		"My address is ana@example.org:\nwrite to me",
		"Von meinem Standpunkt aus ist C4 gut\nund D5 auch",
		"Mit Bo zusammen habe ich dir einen Gruß gesendet\nja",
		"Sent my regards to Bo\nyesterday",
		"The mail was sent from my phone\nsorry",
		"Original message or not, I like it\nreally",
		"- Original message:\nread it\n- Forwarded message\ntoo",
		"-- a dash of salt\nand pepper",
		"This message is for Bo\nhello",
		"From: here to eternity\nC4",
		"To: Bo\nSubject: the game\nwell played",
		"Date: Friday\nTo: Bo\nhello",
		"A: C4\nData: 3\nC: 5",
		"Here are some times:\n\n2026-01-15 14:30:25\n15.01.2026 14:30\nJan 15, 2026 at 14:30\n\nwhich one?",
		"Points\n----\n\n1. one\n2. two\n\n----\n\n====\n\nend",
		"Good\n________________________________________________________\n\nmore",
		"Antworten Sie bitte bis 20.11.\nDanke",
		"To be or not to be:\nthat is the question",
		"Pe curând, la 20:30:\nacolo",
		"El 20 de noviembre de 2026:\nnos vemos",
		"https://example.com/blog/on-date-someone-wrote-about:\nread it",
		"● and ○, black and white\nhe said",
		"Disclaimer: I am a beginner\nsorry",
		"no virus here\nall well",
	} {
		for _, whole := range []string{text, "C4\n\n" + text} {
			if got := Trim(whole).Reply; got != whole {
				t.Errorf("%q became %q", whole, got)
			}
		}
	}
}

// FuzzOwnLines holds that whatever stands below an attribution, marked or not,
// only the sender's own lines above it are the reply.
func FuzzOwnLines(f *testing.F) {
	var all []string
	for _, language := range languages {
		for _, code := range strings.Split(language.Code, ", ") {
			all = append(all, attributions[code]...)
		}
	}
	for i := range all {
		f.Add(i, "C4\n\nsee you then", "Bo played D7.\nresign", i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, which int, own, older string, marked bool) {
		var kept []string
		for _, word := range strings.FieldsFunc(own, func(r rune) bool { return r < 'a' || r > 'z' }) {
			if word != "on" && len(word) < 20 {
				kept = append(kept, "my "+word)
			}
		}
		if len(kept) == 0 || len(kept) > MaxLines/2 {
			return
		}
		own = strings.Join(kept, "\n")
		older = plain.Clean(older)
		if marked {
			older = "> " + strings.ReplaceAll(older, "\n", "\n> ")
		}
		attribution := strings.ReplaceAll(all[int(uint(which)%uint(len(all)))], "|", "\n")
		if got := Trim(own + "\n\n" + attribution + "\n" + older).Reply; got != own {
			t.Errorf("%q above %q became %q", own, attribution, got)
		}
	})
}

package parser

import "testing"

// TestReplySubject tells the subjects of replies and of mails that are passed on
// from others.
func TestReplySubject(t *testing.T) {
	for _, subject := range []string{
		"Re: x", "RE : x", "re:x", "Re[2]: x", "Re(3): x", "Re^2: x", "FWD: x", "Ｒｅ：x", "Re：x", "回复：x", "答复: x", "回覆: x", "轉寄: x", "转发：x",
		"AW: x", "Antwort: x", "WG: x", "Antw: x", "Betr: x", "Betr.: x", "Rép : x", "Réf. : x", "Réponse\u00a0: x", "Respuesta: x", "Resposta: x",
		"Risposta: x", "R: x", "I: x", "BLS: x", "TL: x", "Trả lời: x", "SV: x", "Svar: x", "VS: x", "Odp: x", "Odg: x", "Vá: x", "HA: x", "НА: x",
		"ОТВ: x", "Отв: x", "Ответ: x", "Відп: x", "YNT: x", "İLT: x", "Yan: x", "Cevap: x", "ΑΠ: x", "رد: x", "תשובה: x", "답장: x", "회신: x",
		"[EXTERNAL] RE: x", "[EXT] Re: x", "{Spam?} Re: x", "[SPAM] Re: x", "***SPAM*** Re: x", "*EXT* Re: x", "EXTERNAL: Re: x", "Extern: AW: x",
		"[External Sender] Re: x", "(Ext) Re: x", "[SPAM: 7.2] Re: x", "[EXT][SPAM]Re: x", "EXT: [SPAM] RE：x", "【外部】回复：x",
	} {
		if !isReplySubject(subject) {
			t.Errorf("%q is no reply's", subject)
		}
	}
	for _, subject := range []string{
		"", "x", "Re", "Re x", "Regarding: x", "Away: Re: x", "[OOO] Re: x", "[Auto-Reply] Re: x", "External Re: x", "[EXTERNAL Re: x", "[EXTERNAL]",
		"[EXTERNAL] x", "Automatische Antwort: x", "Resposta automática: x",
	} {
		if isReplySubject(subject) {
			t.Errorf("%q is a reply's", subject)
		}
	}
}

// TestTags holds that what a gateway writes before a subject hides neither a
// command nor a machine.
func TestTags(t *testing.T) {
	const from = "From: ana@example.org\nSubject: "
	for subject, want := range map[string]string{
		"[EXTERNAL] games": "games", "*EXT* show #42": "show #42", "Extern: games": "games", "***SPAM*** [EXT] games": "games",
		"{Spam?} help": "help", "[EXTERNAL] Re: games": "", "[unlur] games": "", "[EXTERNAL]": "",
	} {
		got := ""
		for _, c := range ReadMail([]byte(from+subject+"\n\n\n"), ours).Orders().Commands {
			got += c.String()
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", subject, got, want)
		}
	}
	for subject, want := range map[string]Class{
		"[EXTERNAL] Automatic reply: Unlur": Auto, "***SPAM*** Undeliverable: Unlur": Bounce, "EXTERNAL: Unlur": Person,
	} {
		if got := ReadMail([]byte(from+subject+"\n\nC4\n"), ours).Class; got != want {
			t.Errorf("%q is %s, want %s", subject, got, want)
		}
	}
}

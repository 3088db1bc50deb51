package parser

import (
	"testing"

	"unlurbot/parser/sender"
)

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
		if !sender.IsReplySubject(subject) {
			t.Errorf("%q is no reply's", subject)
		}
	}
	for _, subject := range []string{
		"", "x", "Re", "Re x", "Regarding: x", "Away: Re: x", "[OOO] Re: x", "[Auto-Reply] Re: x", "External Re: x", "[EXTERNAL Re: x", "[EXTERNAL]",
		"[EXTERNAL] x", "Automatische Antwort: x", "Resposta automática: x",
	} {
		if sender.IsReplySubject(subject) {
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
	for subject, want := range map[string]sender.Class{
		"[EXTERNAL] Automatic reply: Unlur": sender.Auto, "***SPAM*** Undeliverable: Unlur": sender.Bounce, "EXTERNAL: Unlur": sender.Person,
	} {
		if got := ReadMail([]byte(from+subject+"\n\nC4\n"), ours).Class; got != want {
			t.Errorf("%q is %s, want %s", subject, got, want)
		}
	}
}

// TestAutoLabels tells the subjects of automatic replies from those of persons
// who write about the same.
func TestAutoLabels(t *testing.T) {
	machines := []string{
		"OOO: Unlur #42", "[OOO] Unlur #42", "OOO", "[EXTERNAL] OOO: Re: Unlur #42", "Autoresponder: Unlur #42", "Annual leave: Unlur #42",
		"Away from office: Unlur #42", "Automatische Rückantwort: Unlur #42", "Abwesenheitsmeldung: Unlur #42", "Abwesenheitsagent: Unlur #42",
		"Nicht im Büro: Unlur #42", "Urlaub: Unlur #42", "Urlaub", "Eingangsbestätigung: Unlur #42", "Réponse d'absence : Unlur #42",
		"Réponse d’absence\u00a0: Unlur #42", "En congés : Unlur #42", "Ausente: Unlur #42", "Absència: Unlur #42", "Assente: Unlur #42",
		"Férias: Unlur #42", "Afwezigheidsmelding", "Niet aanwezig: Unlur #42", "Poza biurem: Unlur #42", "Nieobecność: Unlur #42",
		"Autoodpowiedź: Unlur #42", "Mimo kancelář: Unlur #42", "Nepřítomnost: Unlur #42", "Автоответчик: Unlur #42", "Вне офиса: Unlur #42",
		"Автовідповідь: Unlur #42", "Ofis Dışında: Unlur #42", "Otomatik cevap: Unlur #42", "Frånvaromeddelande: Unlur #42",
		"Ikke på kontoret: Unlur #42", "Automaattivastaus: Unlur #42", "Poissaolo: Unlur #42", "不在通知：Unlur #42", "自動返信メール",
		"부재중 자동응답", "자동응답: Unlur #42", "Gelöscht: Unlur #42", "Recall: Unlur #42",
	}
	for _, subject := range machines {
		m := ReadMail([]byte("From: ana@example.org\nSubject: "+subject+"\n\nC4\n"), ours)
		if m.Class != sender.Auto || m.Reason != sender.ReasonAutoSubject {
			t.Errorf("%q is %s (%s)", subject, m.Class, m.Reason)
		}
	}
	persons := []string{
		"Urlaub? Erst mein Zug", "Ausente ayer, hoy juego C4", "Urlaub - vorher noch C4", "Urlaubsgrüße: C4", "Re: OOO: Unlur #42", "Férias!",
		"OOO, what a move", "Recall my move", "Absent tomorrow", "(Urlaub) C4", "En congés demain", "AW: Urlaub", "Assenteismo: C4",
	}
	for _, subject := range persons {
		m := ReadMail([]byte("From: ana@example.org\nSubject: "+subject+"\n\nC4\n"), ours)
		if m.Class != sender.Person {
			t.Errorf("%q is %s (%s)", subject, m.Class, m.Reason)
		}
	}
}

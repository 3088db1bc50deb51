package sender

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// The subjects by which machines are known where they say it nowhere else. All
// are in lower case. A title must stand alone or have a mark after it, as in
// "Automatic reply: Unlur": persons write the same words at the beginning of
// something else ("Out of office next week, but C4 first"). A prefix is so odd
// that nobody writes it. Persons who answer such a mail or pass it on have "Re:"
// or "Fwd:" before it.

// bounceTitles are the subjects of bounces; at the end those of Exchange, which
// speaks the language of its administrator and puts the old subject behind.
var bounceTitles = []string{
	"undeliverable", "undeliverable mail", "undeliverable message", "undelivered mail", "undelivered message",
	"mail delivery failure", "mail delivery failure notice", "mail delivery problem", "mail delivery error",
	"mail could not be delivered", "sorry, your message could not be delivered", "message undeliverable",
	"message delivery failure", "message delivery has failed", "email delivery failure", "[postmaster] email delivery failure",
	"message not delivered", "delivery failure", "delivery failed", "delivery has failed", "failed delivery", "failure delivery",
	"delivery notification", "delivery report", "delivery delayed", "failure notice",
	"mail failure", "mail system error", "nondeliverable mail", "non-deliverable", "message frozen",
	"postmaster notify", "notice: mail delivery status.", "message status - undeliverable", "returned mail", "returned e-mail",
	"error(s) in forwarding or filtering", "loop alert", "メールエラー通知", "系统退信", "退信通知", "退信",
	"unzustellbar", "nicht zustellbar", "unzustellbare nachricht", "zustellung fehlgeschlagen", "zustellung verzögert",
	"no se puede entregar", "no entregado", "no entregable", "entrega retrasada", "no es pot lliurar", "no s'ha pogut lliurar",
	"non remis", "échec de la remise", "échec de remise", "remise différée", "remise retardée",
	"non recapitabile", "mancato recapito", "não é possível entregar", "não entregue", "não entregável",
	"onbestelbaar", "niet bezorgd", "kan ikke leveres", "ikke leveret", "ikke levert", "olevererbart", "går inte att leverera",
	"toimittaminen epäonnistui", "ei voi toimittaa", "ei voitu toimittaa", "nie można dostarczyć", "niedostarczone", "nedoručitelné",
	"nelze doručit", "не удается доставить", "недоставленное сообщение", "не вдалося доставити", "teslim edilemedi", "teslim edilemez",
	"kézbesíthetetlen", "配信不能", "未送达", "无法送达", "無法傳遞", "배달되지 않음", "배달할 수 없음",
}

// bouncePrefixes are the subjects of bounces that go on with a number, a time or
// a name.
var bouncePrefixes = []string{
	"undelivered mail returned", "undelivered message returned", "undeliverable mail returned", "undeliverable message returned",
	"undeliverable mail, ", "mail delivery failed", "message delivery failed", "returned mail: ", "mail failed, returning", "mail undeliverable",
	"email undeliverable", "delivery status notification", "delivery failure not", "delivery failure report", "message delivery failure not",
	"non delivery ", "non-delivery ", "nondelivery ", "your message could not be delivered", "your mail could not be delivered",
	"your email could not be delivered", "mail not delivered", "email not delivered",
	"delayed mail (still being retried)", "successful mail delivery report", "warning: message ", "warning: could not send message",
	"there was an error sending your mail", "**message you sent blocked by", "delivery failure: user",
}

// complaintPrefixes are the subjects of reports that somebody has called a mail
// of ours spam, from providers who do not write them as RFC 5965 wants.
var complaintPrefixes = []string{"complaint about message from ", "email feedback report for ip "}

// autoTitles are the subjects of vacation notices and other automatic replies.
var autoTitles = []string{
	"automatic reply", "automatic response", "automated reply", "automated response", "auto reply", "auto-reply", "autoreply",
	"auto response", "auto-response", "autoresponse", "yahoo! auto response", "out of office", "out of the office",
	"out-of-office", "out of office autoreply", "out of office reply", "out of office notification", "vacation reply", "vacation notice",
	"on vacation", "away from my mail", "respuesta automática", "respuesta automatica", "fuera de la oficina", "fuera de oficina",
	"resposta automàtica", "fora de l'oficina", "réponse automatique", "absence du bureau", "absent du bureau", "message d'absence",
	"absence", "automatische antwort", "automatische antwort auf ihre e-mail", "abwesenheitsnotiz", "abwesenheitsnachricht",
	"abwesenheitsbenachrichtigung", "abwesend", "abwesenheit", "risposta automatica", "fuori sede", "fuori ufficio", "assenza dall'ufficio",
	"resposta automática", "ausência", "ausência temporária", "fora do escritório", "automatisch antwoord", "automatische reactie",
	"afwezigheidsbericht", "afwezig", "autosvar", "automatiskt svar", "frånvaro", "automatisk svar", "fraværsmelding", "ikke til stede",
	"automaattinen vastaus", "poissaoloilmoitus", "odpowiedź automatyczna", "automatyczna odpowiedź", "automatická odpověď",
	"automatická odpoveď", "автоответ", "автоматический ответ", "автоматична відповідь", "otomatik yanıt", "automatikus válasz",
	"răspuns automat", "automatski odgovor", "samodejni odgovor", "automaatvastus", "αυτόματη απάντηση", "erantzun automatikoa",
	"automātiska atbilde", "automātiskā atbilde", "arpus biroja atrasanas automatiska atbilde", "automatinis atsakymas", "balasan otomatis",
	"trả lời tự động", "תשובה אוטומטית", "رد تلقائي", "ตอบกลับอัตโนมัติ",
	"自動応答", "自動返信", "自动回复", "自动答复", "自動回覆", "자동 회신", "자동 응답",
	"please confirm your message", "sender verification", "antispam uol", "report domain",
}

// autoOpenings are the beginnings of the subjects of automatic replies that go on
// with a name or the old subject.
var autoOpenings = []string{
	"automatic reply from ", "automatic response to", "automatic response from ", "auto-reply from ", "auto reply from ", "autoreply from ",
	"auto response from ", "auto-response from ", "automatische antwort auf ", "automatische antwort von ", "out of office autoreply",
	"out of office auto-reply", "respuesta automática de ", "réponse automatique de ", "risposta automatica da ",
}

// autoPrefixes are the beginnings of the subjects of automatic replies that
// could also be a person's; they count in a conversation only, where a person's
// program would have put "Re:" before them.
var autoPrefixes = []string{
	"auto:", "away:", "vacation:",
	"read:", "not read:", "delivered:", "gelesen:", "ungelesen:", "zugestellt:", "lu:", "lu :", "non lu:", "leído:", "no leído:", "llegit:", "letto:",
	"lida:", "gelezen:", "läst:", "læst:", "lest:", "luettu:", "przeczytano:", "přečteno:", "прочтено:", "прочитано:", "okundu:", "開封済み:", "已读:", "읽음:",
}

// calendarPrefixes are the beginnings of the subjects of answers to invitations.
// They count in a conversation only, too.
var calendarPrefixes = []string{
	"accepted:", "tentative:", "declined:", "zugesagt:", "abgesagt:", "aceptada:", "rechazada:", "accepté:", "refusé:",
}

// autoLabels are the subjects of automatic replies, receipts and recalls that
// persons write about as well: "Urlaub? Erst mein Zug". They count only alone or
// before a colon, and in brackets.
var autoLabels = []string{
	"ooo", "autoresponder", "annual leave", "away from office", "away from the office", "recall", // en
	"automatische rückantwort", "abwesenheitsmeldung", "abwesenheitsagent", "nicht im büro", "urlaub", "eingangsbestätigung", "gelöscht", // de
	"réponse d'absence", "en congés", "en congé", "ausente", "absència", "absent", "assente", "férias", // fr, es, pt, ca, it
	"afwezigheidsmelding", "niet aanwezig", "frånvaromeddelande", "ikke på kontoret", "automaattivastaus", "poissaolo", // nl, sv, da, no, fi
	"poza biurem", "nieobecność", "autoodpowiedź", "mimo kancelář", "nepřítomnost", "автоответчик", "вне офиса", "автовідповідь", // pl, cs, ru, uk
	"ofis dışında", "otomatik cevap", "不在通知", "自動返信メール", "부재중 자동응답", "자동응답", // tr, ja, ko
}

// autoEndings are the ends of the subjects of vacation notices.
var autoEndings = []string{" is out of the office", " is out of the office.", "(out of office)", "(auto reply)", "(auto-reply)", "(autoreply)"}

// hasTitle reports whether a subject is one of the titles, alone or with a mark
// behind it. Brackets and stars before it are left out.
func hasTitle(subject string, titles []string) bool {
	subject = strings.TrimLeft(subject, `[(*<" `)
	return slices.ContainsFunc(titles, func(title string) bool {
		rest, found := strings.CutPrefix(subject, title)
		if !found {
			return false
		}
		rest = strings.TrimLeft(rest, " ")
		return rest == "" || strings.IndexAny(rest, `:;-–])(*>"»`) == 0 || strings.HasPrefix(rest, "re:") || strings.HasPrefix(rest, "aw:")
	})
}

func hasPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// replyPrefixes are the beginnings of a subject by which mail programs of many
// languages say that a mail answers or passes on another one, in lower case.
var replyPrefixes = []string{
	"re", "fwd", "fw", "r", "i", "res", "ref", "réf", "enc", "tr", "rép", "réponse", // en, it, pt, fr
	"aw", "antwort", "wg", "antw", "betr", "doorst", "sv", "svar", "vs", "vb", "vl", // de, nl, sv, da, no, fi
	"rv", "respuesta", "resposta", "rif", "risposta", "bls", "tl", "trả lời", // es, ca, pt, it, id, ms, vi
	"odp", "pd", "odg", "vá", "ha", "на", "отв", "ответ", "відп", // pl, hr, hu, bg, ru, uk
	"ynt", "ilt", "yan", "cevap", "απ", "σχετ", "πρθ", "atb", "رد", "תשובה", // tr, el, lv, ar, he
	"回复", "答复", "转发", "回覆", "答覆", "轉寄", "返信", "転送", "회신", "답장", "전달",
}

// IsReplySubject reports whether a subject begins with "Re:", "Fwd:", "AW:",
// "Re[2]:" or one of their kin, also behind the tags of gateways.
func IsReplySubject(subject string) bool {
	return slices.Contains(replyPrefixes, subjectPrefix(subject))
}

// forwardPrefixes are those of replyPrefixes that only say that a mail is passed
// on. "VS" is left out, which answers in Finnish and passes on in Danish.
var forwardPrefixes = []string{
	"fwd", "fw", "i", "enc", "tr", "wg", "doorst", "vb", "vl", "rv", "pd", "ilt", "πρθ", "转发", "轉寄", "転送", "전달",
}

// IsForwardSubject reports whether a subject begins with "Fwd:" or its kin.
func IsForwardSubject(subject string) bool {
	return slices.Contains(forwardPrefixes, subjectPrefix(subject))
}

// subjectPrefix returns what stands before the first colon of a subject, in lower
// case and without tags, numbers and dots: "Re[2]:", "Betr.:", "Réf. :".
func subjectPrefix(subject string) string {
	head, _, found := strings.Cut(WithoutTags(plain.Fold(subject)), ":")
	if !found {
		return ""
	}
	if i := strings.IndexAny(head, "[(^"); i > 0 {
		head = head[:i]
	}
	return strings.ToLower(strings.Trim(head, " ."))
}

// tagWords are what gateways and filters write before the subject of a mail, in
// lower case: that it comes from outside or may be spam.
var tagWords = []string{
	"external", "ext", "external email", "external mail", "external sender", "external message", "extern", "externe", "externer absender",
	"externo", "esterno", "spam", "spam?", "possible spam", "probable spam", "suspected spam", "junk", "外部", "外部邮件", "外部郵件",
}

// WithoutTags returns a subject without the tags of gateways before it: "[EXTERNAL]",
// "{Spam?}", "***SPAM***", "[SPAM 7.2]" or "Extern:". Only known words count, for players
// and vacation programs put something in brackets too.
func WithoutTags(subject string) string {
	for tagged := true; tagged; {
		text := strings.TrimLeft(subject, " ")
		inside := strings.TrimLeft(text, "[{(<*#【")
		tagged = slices.ContainsFunc(tagWords, func(word string) bool {
			if len(inside) < len(word) || !strings.EqualFold(inside[:len(word)], word) {
				return false
			}
			after := strings.TrimLeft(inside[len(word):], " ")
			rest := strings.TrimPrefix(after, ":")
			if len(inside) < len(text) {
				after = strings.TrimLeft(after, " :0123456789.,/%")
				rest = strings.TrimLeft(after, "]})>*#】")
			}
			if len(rest) == len(after) {
				return false
			}
			subject = strings.TrimLeft(rest, " ")
			return true
		})
	}
	return subject
}

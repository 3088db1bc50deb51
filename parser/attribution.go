package parser

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words by which mail programs introduce an older mail. A language is a line
// in each table; all words are in lower case, after fold.

// attributionWords are what an attribution begins with, and its verb.
var attributionWords = []struct {
	language string
	openers  []string
	verbs    []string
}{
	{"en", []string{"on", "at"}, []string{"wrote", "writes"}},
	{"es", []string{"el", "en"}, []string{"escribió", "escribio", "escribía"}},
	{"ca", []string{"el", "en", "a"}, []string{"va escriure", "ha escrit", "escrigué"}},
	{"fr", []string{"le", "en"}, []string{"a écrit", "a ecrit", "écrivait"}},
	{"de", []string{"am", "an"}, []string{"schrieb"}},
	{"it", []string{"il", "in"}, []string{"ha scritto", "scrisse"}},
	{"pt", []string{"em", "no", "a"}, []string{"escreveu"}},
	{"nl", []string{"op"}, []string{"schreef", "het volgende geschreven"}},
	{"pl", []string{"w", "dnia", "dnia:"}, []string{"napisał", "napisała", "napisał(a)", "pisze"}},
	{"sv, da, nb", []string{"den", "på", "kl."}, []string{"skrev", "skrev følgende"}},
	{"fi", []string{"ke", "ti", "ma", "to", "pe", "la", "su"}, []string{"kirjoitti"}},
	{"cs", []string{"dne"}, []string{"napsal", "napsal(a)"}},
	{"ru", nil, []string{"написал", "написала", "пишет", "написал(а)"}},
	{"uk", nil, []string{"написав", "написала", "пише"}},
	{"tr", nil, []string{"yazdı", "şunu yazdı", "şunları yazdı"}},
	{"zh, ja, ko", []string{"在"}, []string{"写道", "寫道", "のメール", "작성"}},
}

// separators are the titles that stand between dashes above an older mail.
var separators = []string{
	"original message", "forwarded message", "forwarded mail", "original mail", "reply message",
	"mensaje original", "mensaje reenviado", "missatge original", "missatge reenviat",
	"message d'origine", "message d’origine", "message original", "message transféré", "message transmis",
	"ursprüngliche nachricht", "original-nachricht", "originalnachricht", "weitergeleitete nachricht",
	"messaggio originale", "messaggio inoltrato", "mensagem original", "mensagem encaminhada",
	"oorspronkelijk bericht", "doorgestuurd bericht", "wiadomość oryginalna", "ursprungligt meddelande",
	"vidarebefordrat meddelande", "oprindelig meddelelse", "opprinnelig melding", "alkuperäinen viesti",
	"původní zpráva", "исходное сообщение", "пересылаемое сообщение", "özgün ileti", "原始邮件", "元のメッセージ", "원본 메시지",
}

// bareSeparators are such titles that stand without dashes.
var bareSeparators = []string{
	"begin forwarded message:", "inicio del mensaje reenviado:", "inici del missatge reenviat:",
	"début du message réexpédié :", "début du message transféré :", "anfang der weitergeleiteten nachricht:",
	"inizio messaggio inoltrato:",
}

// headerLabels are the names of the fields that Outlook and others print above
// an older mail, and what they are.
var headerLabels = map[string]string{
	"from": "from", "de": "from", "von": "from", "da": "from", "van": "from", "od": "from", "från": "from",
	"fra": "from", "lähettäjä": "from", "от": "from", "від": "from", "kimden": "from", "差出人": "from",
	"发件人": "from", "寄件者": "from", "보낸 사람": "from", "expéditeur": "from", "remitente": "from",
	"sent": "date", "date": "date", "enviado": "date", "enviado el": "date", "fecha": "date", "enviat el": "date",
	"enviat": "date", "data": "date", "envoyé": "date", "gesendet": "date", "datum": "date", "inviato": "date",
	"enviada em": "date", "verzonden": "date", "wysłano": "date", "skickat": "date", "sendt": "date",
	"lähetetty": "date", "odesláno": "date", "отправлено": "date", "gönderildi": "date", "送信日時": "date",
	"发送时间": "date", "보낸 날짜": "date",
	"to": "to", "para": "to", "per a": "to", "a": "to", "à": "to", "an": "to", "aan": "to", "do": "to",
	"till": "to", "til": "to", "destinatari": "to", "destinataire": "to", "宛先": "to", "收件人": "to",
	"subject": "subject", "asunto": "subject", "assumpte": "subject", "tema": "subject", "objet": "subject",
	"betreff": "subject", "oggetto": "subject", "assunto": "subject", "onderwerp": "subject", "temat": "subject",
	"ämne": "subject", "emne": "subject", "aihe": "subject", "předmět": "subject", "тема": "subject",
	"konu": "subject", "件名": "subject", "主题": "subject", "제목": "subject",
}

// mobileSignatures are the beginnings of the lines that phones put under a mail.
var mobileSignatures = []string{
	"sent from my ", "sent from mail for windows", "sent from outlook", "sent from proton", "sent from yahoo",
	"sent with proton", "sent with aqua mail", "sent via ", "get outlook for ", "get bluemail", "sent using ",
	"enviado desde mi ", "enviado desde outlook", "enviado desde correo", "obtener outlook para ",
	"enviat des del meu ", "enviat des de ", "enviat amb ", "envoyé de mon ", "envoyé depuis mon ",
	"envoyé à partir de ", "envoyé depuis ", "télécharger outlook pour ", "obtenez outlook pour ",
	"von meinem ", "gesendet von meinem ", "gesendet mit ", "gesendet von mail", "diese nachricht wurde von meinem ",
	"inviato da ", "inviato dal mio ", "enviado do meu ", "enviado a partir do ", "verzonden vanaf mijn ",
	"verstuurd vanaf mijn ", "wysłane z ", "skickat från min ", "sendt fra min ", "lähetetty ", "отправлено с ",
	"iphoneから送信", "我的 iphone", "从我的",
}

// maxAttribution is the length in bytes of the longest line that is looked at,
// and maxAttributionLines over how many lines an attribution may be broken.
const (
	maxAttribution      = 500
	maxAttributionLines = 4
)

// attributionEnd returns how many lines the attribution takes that begins with
// the first line, or 0 if none does.
func attributionEnd(lines []string) int {
	joined := ""
	for n, line := range lines[:min(len(lines), maxAttributionLines)] {
		line = strings.TrimSpace(fold(line))
		if line == "" || len(line) > maxAttribution || isQuoted(line) {
			return 0
		}
		line = strings.ToLower(line)
		if n == 0 && !hasOpener(line) && !strings.Contains(line, "@") && !hasDate(line) {
			return 0
		}
		if n > 0 && hasOpener(line) && hasDate(line) {
			return 0 // the attribution begins here, not above
		}
		joined += " " + line
		if isAttribution(joined) {
			return n + 1
		}
	}
	return 0
}

// isAttribution reports whether a line says who wrote what follows, and when or
// from which address. An address and a date before a final colon are enough in
// any language; with a verb, one of them is.
func isAttribution(line string) bool {
	end := strings.TrimRight(line, " *_")
	if !strings.HasSuffix(end, ":") && !strings.HasSuffix(end, "：") {
		return false
	}
	address, date := strings.Contains(line, "@"), hasDate(line)
	return (address && date) || ((address || date) && hasVerb(line))
}

// isShortAttribution reports whether a line right above a quote introduces it
// without a date or an address: "Bo wrote:".
func isShortAttribution(line string) bool {
	line = strings.TrimRight(line, " *_")
	return len(line) <= maxAttribution && strings.HasSuffix(line, ":") && hasVerb(strings.ToLower(line))
}

func hasOpener(line string) bool {
	first, _, _ := strings.Cut(line, " ")
	first = strings.TrimLeft(strings.TrimRight(first, ","), "*_")
	for _, w := range attributionWords {
		if slices.Contains(w.openers, first) {
			return true
		}
	}
	return false
}

func hasVerb(line string) bool {
	for _, w := range attributionWords {
		for _, verb := range w.verbs {
			if containsWord(line, verb) {
				return true
			}
		}
	}
	return false
}

// containsWord reports whether word stands in line with no letter beside it.
// Scripts without blanks between words have letters beside every word.
func containsWord(line, word string) bool {
	for at := 0; ; {
		i := strings.Index(line[at:], word)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(line[:i])
		after, _ := utf8.DecodeRuneInString(line[i+len(word):])
		if word[0] >= 0xE0 || (!unicode.IsLetter(before) && !unicode.IsLetter(after)) {
			return true
		}
		at = i + len(word)
	}
}

// hasDate reports whether a line holds a year ("2026") or two numbers joined as
// in a date or a time ("20.11.", "20/11", "9:05", "9h05").
func hasDate(line string) bool {
	digits, joined := 0, false
	for i := 0; i <= len(line); i++ {
		if i < len(line) && isDigit(line[i]) {
			digits++
			if joined {
				return true
			}
			continue
		}
		if digits == 4 && (line[i-4:i-2] == "20" || line[i-4:i-2] == "19") {
			return true
		}
		joined = digits > 0 && digits <= 2 && i < len(line) && strings.IndexByte(":./h", line[i]) >= 0
		digits = 0
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isSeparator reports whether everything below a line is an older mail:
// "-----Original Message-----", "Begin forwarded message:", or the rule of
// underscores that Outlook draws.
func isSeparator(line string) bool {
	if len(line) > maxAttribution {
		return false
	}
	if strings.HasPrefix(line, "____________________") && strings.Trim(line, "_") == "" {
		return true
	}
	if strings.HasPrefix(line, "-----BEGIN PGP ") {
		return true
	}
	lower := strings.ToLower(line)
	if title, dashed := strings.CutPrefix(strings.TrimLeft(lower, "*"), "--"); dashed {
		return hasPrefixFold(strings.Trim(title, "-_* "), separators)
	}
	return slices.Contains(bareSeparators, lower)
}

// isHeaderBlock reports whether lines begin with the printed header of an older
// mail: From and the date, or From, To and Subject. From need not come first, but
// then there must be three of them.
func isHeaderBlock(lines []string) bool {
	const most = 6
	first := headerLabel(lines[0])
	if first == "" || first == "to" {
		return false
	}
	seen := map[string]bool{}
	for _, line := range lines[:min(len(lines), most)] {
		if isBlank(line) {
			break
		}
		if label := headerLabel(line); label != "" {
			seen[label] = true
		}
	}
	return seen["from"] && (seen["date"] || len(seen) > 2) && (first == "from" || len(seen) > 2)
}

// headerLabel returns which field of a printed header a line is, or "".
func headerLabel(line string) string {
	const longest = 40
	i := strings.IndexByte(line, ':')
	if i < 0 {
		i = strings.Index(line, "：")
	}
	if i < 0 || i > longest {
		return ""
	}
	label := strings.Trim(fold(line[:i]), " *_|")
	return headerLabels[strings.ToLower(label)]
}

// isMobileSignature reports whether a line is the advertisement of a mail
// program.
func isMobileSignature(line string) bool {
	const longest = 100
	return len(line) <= longest && hasPrefixFold(line, mobileSignatures)
}

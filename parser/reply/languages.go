package reply

import _ "embed"

// language holds the words by which mail programs of one language introduce an
// older mail and end a new one. Everything is in lower case, as lowered gives it:
// straight apostrophes, hyphens for every kind of dash, ordinary blanks.
//
// To add a language is to add an entry to languages.json, and its words for mail to
// gatewayWords below. An entry need not be complete: what it lacks is only found by its
// shape, such as an address and a date before a colon.
type language struct {
	Code string
	// Openers are the words that an attribution begins with ("On Friday Bo
	// wrote:") and Verbs those by which it says that somebody wrote.
	Openers, Verbs []string
	// Self are the words for "I". With one of them it is the sender who speaks.
	Self []string
	// From, Date, To, Subject and Other are the names of the fields that Outlook
	// and others print above an older mail.
	From, Date, To, Subject, Other []string
	// Titles stand above an older mail: between dashes, or before a colon.
	Titles []string
	// Forwards are the titles above a mail that is passed on.
	Forwards []string
	// Mobile are the lines that phones and programs put below a mail. A star
	// stands for any words; without one, the rest of the line does not matter.
	Mobile []string
	// Sent are the beginnings of such a line in the words that a person could
	// use too. It is one by its shape alone: short, and the last paragraph.
	Sent []string
	// Legal are the beginnings of what companies, virus scanners and mailing
	// lists put below a mail.
	Legal []string
	// Banners are the beginnings of what mail gateways put on top of a mail from
	// outside, without the brackets and signs before it. A single word is one
	// only between brackets or before a colon.
	Banners []string
}

//go:embed languages.json
var languagesJSON []byte

// languages are all that are known, the languages of the bot first.
var languages, book = readLanguages()

// gatewayWords are of what gateways and programs write about: mail and links, in
// all languages, as lowered gives them. A part of a word is enough.
var gatewayWords = []string{
	"mail", "correo", "correu", "courri", "messag", "mensaj", "missatge", "mensag", "nachricht", "messaggi", "bericht", "wiadomo", "meddelande", "besked",
	"melding", "viesti", "zpráv", "письм", "сообщен", "лист", "ileti", "posta", "link", "enlace", "enllaç", "lien", "sender", "absender",
	"remitente", "expéditeur", "mittente", "afzender", "nadawc", "organi", "extern", "outside", "virus", "scanned", "http", "メール", "メッセージ", "邮件", "郵件", "메일",
}

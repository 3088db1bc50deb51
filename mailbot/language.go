package mailbot

import (
	"slices"

	"unlurbot/mailbot/letters"
	"unlurbot/store"
)

// In which language does somebody get mails?
//
//	who                                            the language is
//	a player who has chosen one ("set language")   that one
//	a player who certainly writes in one, see      that one, from the first such mail
//	parser.Mail.Language                           on, until the player chooses
//	any other player                               what the player seemed to write with
//	                                               the first command, even "yes" to an
//	                                               invitation in Catalan, or before; else
//	                                               that of whoever made the invitation
//	a stranger                                     the one that the mail seems to be in
//	everybody else                                 the operator's
//
// A language that was found out stays: a word in another one changes nothing, so that
// nobody gets mails in two.

// spoken gives the language that the mail seems to be in, and whether that is
// certain; "" if nothing speaks for one in which there are mails.
func (e *errand) spoken() (language string, certain bool) {
	language, certain = e.mail.Language()
	if !slices.Contains(e.bot.words.Languages(), language) {
		return "", false
	}
	return language, certain
}

// learnLanguage notes the language of the sender, who certainly wrote the mail, if it
// is not known yet. An invitation came in that of who made it: the answers to one may
// be in another, up to the first one with a command: "What is this?" holds none.
func (e *errand) learnLanguage() {
	language, certain := e.spoken()
	switch {
	case language == "" || e.sender.Language != "" || e.claim.Spent():
		return
	case certain:
		e.sender.Language = language
	case e.newcomer && e.claim.Request() == nil:
		e.sender.Greeted = language
	default:
		return
	}
	e.u.ChangePlayer(e.sender)
}

// stranger gives the sender, who is nobody, as somebody to write to.
func (e *errand) stranger() *store.Player {
	language, _ := e.spoken()
	return &store.Player{Address: e.mail.From.Addr, Greeted: language}
}

// firstLanguage gives the language for somebody who becomes a player with this mail,
// until more is known: the one in which the question was asked that it answers, or
// the one that it seems to be in.
func (e *errand) firstLanguage() string {
	if e.claim.Request() != nil && e.claim.Request().Language != "" {
		return e.claim.Request().Language
	}
	language, _ := e.spoken()
	return language
}

// languageOf gives the language of mails to somebody.
func (b *Bot) languageOf(p *store.Player) string { return letters.LanguageOf(p, b.cfg.Language) }

// Package parser turns the bytes of a mail into the words of a player.
//
// It answers three questions about a mail: what wrote it (a person, an
// autoresponder, a bounce, a list), what did the sender write above the quote
// and the signature, and which commands stand there. It is pure: bytes in,
// values out, no clock, no network, no log, and it never fails. A broken mail
// gives a [Mail] that says what is broken.
//
// It does not know the rules of the game: "Z99" is a move here, and it is for
// package game to say that it is off the board. Nor does it decide whom to
// answer or whom to believe; it only reports what the mail says of itself.
//
// Its callers are the daemon (package mailbot), for each mail that arrives, and
// the command "unlurbot parse", with which an operator looks at one mail.
//
// The steps are packages of their own:
//
//	plain      bytes to text of one form, and the forms in which lines are compared
//	mime       the header and the tree of parts
//	sender     person or machine; what a bounce says; whose word about the author counts
//	reply      what the sender wrote above, below or between the quotes
//	command    the commands in it, in the words of lexicon, which has a file for each language
//
// Here are only Mail, which is made of what they found, with the order of the steps
// (mail.go), why each line was kept, cut or read (explain.go), and the names of commands for
// the callers of this package (face.go). What a mail's sender or its form is called is named
// by packages sender and mime.
//
// The readers accept every damage seen in real mail, because a player does not
// choose how a mail client writes. The grammar is the opposite: forgiving in
// the form, never in the meaning. What is only nearly a command is reported
// with a suggestion and never carried out.
package parser

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
// Package mime reads the header and the tree of parts, package plain makes text of what
// they hold, package sender judges who wrote it, and package command reads the commands.
// The way of a mail from there, with the files of each step:
//
//	mail.go           what is read, its limits, the order of the steps
//	body.go           the parts that hold the sender's words
//	format.go         format=flowed and text/enriched
//	html.go           HTML to text, quotes marked; containers.go knows by their
//	                  names what the programs' elements are for
//	trim.go           the reply above, below or between the quotes; trimmer.go
//	                  knows these by attribution.go, separator.go, signature.go,
//	                  htmlsignature.go and notice.go, in the words of
//	                  languages.go, found by phrases.go
//	explain.go        why each line was kept, cut or read
//	face.go           what callers use of the packages below
//
// The readers accept every damage seen in real mail, because a player does not
// choose how a mail client writes. The grammar is the opposite: forgiving in
// the form, never in the meaning. What is only nearly a command is reported
// with a suggestion and never carried out.
package parser

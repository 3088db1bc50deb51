// Package sender determines who or what wrote a mail, and on whose word.
//
// Judge looks for the signs that programs leave: a mail is from a person, an autoresponder, a
// list, or it is a bounce, of which it reads what it says of the mail that came back. A Trace
// is what servers wrote on the way, and a Voucher picks the server of which it says whether it
// vouches for the author.
//
// It reads no commands, and decides neither whom to answer nor whom to believe. Package
// parser calls Judge and ReadTrace for each mail; the bot asks its Voucher.
package sender

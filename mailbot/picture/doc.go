// Package picture draws games: the final board as a PNG, and the
// whole game, move by move, as an animated GIF.
//
// Pictures say nothing in words, so they are the same in all languages. The same
// game always gives the same bytes: a mail that is sent twice is the same mail.
//
// Package smtpout draws what a finished game's mails show, as late as that; the
// replay command draws for whoever wants to see.
package picture

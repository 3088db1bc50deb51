// Package mailbot is the daemon: it reads the mails of one mailbox, decides
// what each of them asks for, plays, and answers.
//
// The way of one mail is the function handle in receive.go, which reads like
// the list of its steps. What a player can write is the table in package orders, from which
// the "You can" lines and the help are made too, and orders.Read puts a mail into its words.
// What players want done in their games, with offers and for themselves are orders: package
// club carries them out without a mail and says in facts what has come of it, and package
// telling makes answers and letters of these. Letters are written by package letters, which alone
// puts mails into the outbox. Who has written a mail, and what that
// proves, is a value of package author, which is asked and never changed; whose word about an
// author counts is for package voucher, and what programs say of mails of ours for package reports.
//
// All that a mail changes, the answers included, is one transaction of the
// store; nothing is sent from inside a command. Given the same store, mails and
// times, the same bytes come out: time and randomness are given to New.
//
// Three loops run beside each other and meet only in the store. ReceiveLoop
// (package intake) reads the mailbox, has Receive deal with the mails, and files a mail
// when what it changed is on the disk. SendLoop (package outbox) sends what waits,
// and marks it when it was accepted. WakeLoop (package alarms) lets happen what
// happens by itself after a time (wake.go says what). So a process that ends between any two steps
// does the last one again at its next start: a mail is then recognised as dealt
// with, or sent once more with the same Message-ID.
//
// The rules of the game are in package game, the words in package templates,
// the reading of mail in package parser. This package is started by the run,
// sandbox and demo commands through Run.
package mailbot

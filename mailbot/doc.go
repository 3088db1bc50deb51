// Package mailbot is the daemon: it reads the mails of one mailbox, decides
// what each of them asks for, plays, and answers.
//
// The way of one mail is the functions handle and serve in handle.go, which read like the list of
// its steps. Each step is a package of its own, and gives the next one a value that nobody changes:
// docs/architecture.md has them in a table. This package joins them, takes mails into
// transactions (receive.go), lets happen what happens by itself (wake.go), and runs the loops.
//
// All that a mail changes, the answers included, is one transaction of the
// store; nothing is sent from inside a command. Given the same store, mails and
// times, the same bytes come out: the clock is given to New, and what is drawn follows from keys in
// the store.
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

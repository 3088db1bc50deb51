// Package outbox is the loop that sends: it takes the mails that are due out of the
// store, hands them to Senders, and records the result of each. After a temporary
// error a mail is retried, for days; after a permanent one it is given up.
//
// It writes no mail and knows no player: what it means for somebody that a mail is
// given up, and whether anything may leave at all, is handed to New. How a mail gets
// to the relay is a Sender's business, see package smtpout. Package mailbot runs the
// loop, and wakes it when it has put mails into the store.
package outbox

// Package outbox is the loop that sends: it takes the mails that are due out of the
// store, hands them to Senders, and writes down what came of each. What is refused
// for now is tried again, for days; what is refused for good is given up.
//
// It writes no mail and knows no player: what it means for somebody that a mail is
// given up, and whether anything may leave at all, is handed to New. How a mail gets
// to the relay is a Sender's business, see package smtpout. Package mailbot runs the
// loop, and wakes it when it has put mails into the store.
package outbox

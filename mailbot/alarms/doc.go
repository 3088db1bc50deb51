// Package alarms is the loop that runs what is due: it takes the wake-ups out of the store,
// each soon after its time and in the order of their times, once the mails that came before
// are dealt with.
//
// It doesn't know what they are for: what one does is handed to New. One that meets a fault is
// put off to the next day, and costs the others nothing. Package mailbot runs the loop, and has
// it run what was due when a mail arrived before it deals with the mail.
package alarms

// Package alarms is the loop that lets happen what happens by itself: it takes the
// wake-ups that are due out of the store, each soon after its time and in the order of
// their times, once the mails that came before are dealt with.
//
// It sets no wake-up and knows what none of them is for: what one does is handed to New.
// One that meets a fault is tried again the next day, and costs the others nothing.
// Package mailbot runs the loop, and lets happen what was due when a mail arrived before
// it deals with the mail.
package alarms

// Package alarms is the loop that runs scheduled events: it takes the wake-ups out of the store,
// each soon after its time and in the order of their times, once all earlier mails
// have been processed.
//
// It doesn't know what they are for: what one does is passed to New. One that fails is
// put off to the next day and doesn't affect the others. Package mailbot runs the loop, and has
// it run what was due when a mail arrived before it processes the mail.
package alarms

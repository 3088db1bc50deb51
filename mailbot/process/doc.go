// Package process is what the loops of the bot share for as long as its process
// lasts: the store, which they write through Update, the clock, the log, and the
// points at which they say how far they have come.
//
// A process outlives a disk that is full for days, a fault in its own code and
// whatever is wrong with one mail; this package tells the first from the others. A
// StoreError is of the disk: what was to be done is done again later. A Fault is of
// the work itself: to do the same again would end in the same. What follows from
// either is up to those who call it, which are package mailbot and its loops:
// mailbot/intake, mailbot/outbox and mailbot/alarms.
package process

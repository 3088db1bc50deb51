// Package unit is the unit of work of one mail or one wake-up: the transaction in
// which all of it happens, the times that count in it, and the games and players that it
// touches, each of them loaded once, so that every step sees the changes of the others.
//
// It decides nothing. Whoever works on a mail gets a Unit and leaves changes in it; at the
// end they are written back, all or none.
package unit

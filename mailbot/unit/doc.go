// Package unit is the unit of work of one mail, one wake-up or one mail that was given up: the
// transaction in which all of it happens, which mails that are read together share; the times
// that count in it; and the games and players that it touches, each of them loaded once, so
// that every step sees the changes of the others.
//
// It decides nothing. Whoever works on a mail gets a Unit and leaves changes in it; at the
// end they are written back, all or none.
package unit

// Package views shows games, clocks, ratings and players to a reader: it makes of what the
// store has what the templates name, as the reader may see it and in the reader's zone.
//
// It changes nothing and decides nothing; what is shown is for package letters and the commands that look at something to say.
package views

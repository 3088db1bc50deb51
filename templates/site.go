package templates

import "time"

// A SiteLine is what a sentence of the web site is about. Each uses some of it. The sentences
// are pieces whose names begin with "site": those of a language are in LANGUAGE/site.txt.
type SiteLine struct {
	Name       string // of a player, of a tournament, or of who runs the club
	Number, Of int    // of a group of a later round, Of is the round
	Small      bool   // a tournament that is a small cup
	Day        time.Time
	Seat       string // who has won: "black" or "white", or before there were colours "first" or "second"
	Reason     string // why, as game.Reason writes it
}

package facts

import (
	"unlurbot/game"
	"unlurbot/store"
)

// What players settle for themselves.
type (
	// LimitSet is how many games at a time others can begin with the player who wrote; 0 for
	// as many as they like.
	LimitSet struct{ Most int }
	// Muted is that the words of another player are kept from the player who wrote; Off that
	// they are let through again.
	Muted struct {
		Whom store.PlayerID
		Off  bool
	}
	// Renamed is what others call the player who wrote from now on.
	Renamed struct{ Name string }
	// AbsenceSet is a time for which the player who wrote is away, or with Ended that it is over
	// or called off. If it is Known, nothing has changed.
	AbsenceSet struct {
		Span         game.Span
		Ended, Known bool
	}
	// AbsenceAhead is that the player at a seat of a game that has begun is, or will be, away.
	AbsenceAhead struct {
		Game store.GameNumber
		Seat game.Seat
		Span game.Span
	}
	// SettingSet is what the player who wrote has chosen.
	SettingSet struct{ Key, Value string }
	// SettingsAsked is that the player who wrote wants to see what is set.
	SettingsAsked struct{}
	// Said is that the player who wrote has words for the other one in a game.
	Said struct {
		Game  store.GameNumber
		Words string
	}
	// NoteKept is something that the player who wrote has noted in a game, for no eyes but the
	// player's own.
	NoteKept struct{ Game store.GameNumber }
	// OutOfReach is that no mail comes to a player, for a Reason that a server has given; Held
	// mails wait until one does. Again if others have heard of it a short time ago.
	OutOfReach struct {
		Player store.PlayerID
		Reason string
		Held   int
		Again  bool
	}
	// Watching is that the player who wrote watches a game of others from now on, or with Off
	// not any more.
	Watching struct {
		Game store.GameNumber
		Off  bool
	}
)

func (LimitSet) about() store.GameNumber      { return 0 }
func (Muted) about() store.GameNumber         { return 0 }
func (Renamed) about() store.GameNumber       { return 0 }
func (AbsenceSet) about() store.GameNumber    { return 0 }
func (SettingSet) about() store.GameNumber    { return 0 }
func (SettingsAsked) about() store.GameNumber { return 0 }
func (OutOfReach) about() store.GameNumber    { return 0 }

func (f AbsenceAhead) about() store.GameNumber { return f.Game }
func (f Said) about() store.GameNumber         { return f.Game }
func (f NoteKept) about() store.GameNumber     { return f.Game }
func (f Watching) about() store.GameNumber     { return f.Game }

// Why they can't.
type (
	// NoLimit is a number of games that is none to set, up to Most.
	NoLimit struct{ Most int }
	// NobodyCalled is a name that no player has.
	NobodyCalled struct{ Name string }
	// Departed is a player who was forgotten.
	Departed struct{ Player store.PlayerID }
	// BadName is what nobody can be called; the fault is one of package names.
	BadName struct{ Wanted, Fault string }
	// NameTaken is what another player is called.
	NameTaken struct{ Name string }
	// NoDay is what no calendar has.
	NoDay struct{ Word string }
	// AwayBackwards is a time that ends before it begins.
	AwayBackwards struct{ Last string }
	// AwayLong is more days away, within a year, than anybody can be.
	AwayLong struct{ Days int }
	// NoTimeLeft is why the player can't come back: in these games no time would be left.
	NoTimeLeft struct{ Games []store.GameNumber }
	// NoChoice is what a setting can't be.
	NoChoice struct {
		Key, Value string
		Choices    []string
	}
	// NoZone is the name of no time zone; Near are some that may have been meant.
	NoZone struct {
		Value string
		Near  []string
	}
	// NotMuted is a player whose words are let through anyway.
	NotMuted struct{ Player store.PlayerID }
	// NoWatching is a game that the player can't watch, or doesn't.
	NoWatching struct {
		Number store.GameNumber
		Why    WatchRefusal
	}
)

// A WatchRefusal is why somebody can't watch a game, or not cease to.
type WatchRefusal uint8

// Why it can't be.
const (
	NotToWatch    WatchRefusal = iota + 1 // it is not there, does not go on or is private: nobody learns which
	WatchOwn                              // the player has a seat in it
	WatchesEnough                         // the player watches as many as can be
	WatchedEnough                         // as many watch it as can be
	NotWatched                            // the player does not watch it
)

func (NoLimit) reason()       {}
func (NobodyCalled) reason()  {}
func (Departed) reason()      {}
func (BadName) reason()       {}
func (NameTaken) reason()     {}
func (NoDay) reason()         {}
func (AwayBackwards) reason() {}
func (AwayLong) reason()      {}
func (NoTimeLeft) reason()    {}
func (NoChoice) reason()      {}
func (NoZone) reason()        {}
func (NotMuted) reason()      {}
func (NoWatching) reason()    {}

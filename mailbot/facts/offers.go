package facts

import (
	"time"

	"unlurbot/game"
	"unlurbot/store"
)

// What is offered and taken.
type (
	// Offered is a game that the player who wrote offers, to one other or to everybody.
	Offered struct {
		Game    store.GameNumber
		Written string // the address, as the player wrote it; empty if it is not offered to one
		Mailed  bool   // the other one is to hear of it
	}
	// GameStarted is an offer that the player who wrote has taken.
	GameStarted struct {
		Game  store.GameNumber
		Meant bool // the order was about this very offer; not of the second game of a match
	}
	// PlacesLeft follows on a game out of an offer of several, which still waits; or it has
	// ended with this one, since its maker has too many games: then Left is 0.
	PlacesLeft struct {
		Game  store.GameNumber // that has begun
		Offer store.GameNumber
		Left  int
	}
	// OfferEnded is an offer that was declined or withdrawn, or that has lapsed.
	OfferEnded struct {
		Game store.GameNumber
		How  store.State
		Why  EndWhy
	}
)

func (f Offered) about() store.GameNumber     { return f.Game }
func (f GameStarted) about() store.GameNumber { return f.Game }
func (f PlacesLeft) about() store.GameNumber  { return f.Game }
func (f OfferEnded) about() store.GameNumber  { return f.Game }

// An EndWhy is why an offer has ended.
type EndWhy uint8

// Why it has.
const (
	Ordered    EndWhy = iota + 1 // the player who wrote wants that
	LeavesClub                   // one of the two wants to be forgotten,
	WantsNone                    // or no more mails, or no more challenges
	Unanswered                   // its time is up
	MayNotPlay                   // the operator has banned one of the two
)

// Later says whether the player has ended it by an order, so that others hear of it with all
// else that comes of the mail, and not at once.
func (f OfferEnded) Later() bool { return f.Why == Ordered || f.Why == LeavesClub }

// Why nothing is offered or taken.
type (
	// NotOffered is the number of no game that can be taken now.
	NotOffered struct{ Number store.GameNumber }
	// NoInvitation is why somebody can't be challenged; Name is how the player calls them, or
	// has written it.
	NoInvitation struct {
		Why  InviteRefusal
		Name string
	}
	// BadTerms are terms that nobody can play under.
	BadTerms struct {
		Why   TermsFault
		Word  string         // that is wrong
		Known []string       // what it could have been, of UnknownTerm
		Size  int            // of BadSize
		Most  int            // of TooManyWanted
		Fault game.PaceFault // of BadPace
		Day   time.Time      // of BadStart: one that would do
	}
)

func (NotOffered) reason()   {}
func (NoInvitation) reason() {}
func (BadTerms) reason()     {}

// An InviteRefusal is why somebody can't be challenged.
type InviteRefusal uint8

// Why they can't be.
const (
	Nobody           InviteRefusal = iota + 1 // has that name, or can have that address
	InvitesSelf                               // it is the player's own
	InvitesBot                                // or the bot's
	AlreadyInvited                            // a challenge between the two waits
	HasEnoughGames                            // as many as they want
	TakesNoInvites                            // they want no challenges
	InvitedEnough                             // too many have challenged them today
	TooManyInvites                            // too many of the player's wait
	HasBeenForgotten                          // who played is known no more
)

// A TermsFault is what is wrong with terms.
type TermsFault uint8

// What can be.
const (
	UnknownTerm TermsFault = iota + 1
	NoNumber               // behind Word
	BadSize
	TooManyWanted
	BadPace
	PrivateRated // everybody could see by the ratings who has beaten whom
	BadGroup     // of a tournament
	BadStart     // Word is no day on which a tournament can begin
	NeedsClock   // as all games of tournaments
)

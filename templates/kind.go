package templates

// A Kind is a kind of mail: the name of its template file and the value of
// its X-Unlur-Event header.
type Kind string

// The kinds of mail that the bot sends.
const (
	Challenged   Kind = "challenged"   // to the challenger: it is on its way
	Invite       Kind = "invite"       // to the challenged one
	Declined     Kind = "declined"     // to both
	Withdrawn    Kind = "withdrawn"    // to both
	Started      Kind = "started"      // the challenge is accepted, the other one begins
	Turn         Kind = "turn"         // it is your turn
	Moved        Kind = "moved"        // your move was played
	Over         Kind = "over"         // the game is over, to both
	Show         Kind = "show"         // the board again
	Preview      Kind = "preview"      // the board with moves that nobody has played
	History      Kind = "history"      // the record
	Export       Kind = "export"       // games, or all that is known of the reader, as files
	Games        Kind = "games"        // all games of a player
	GamesOf      Kind = "games-of"     // those of another player, or of all
	Standings    Kind = "standings"    // the best players
	Profile      Kind = "profile"      // one player
	Results      Kind = "results"      // how a player's games ended
	Said         Kind = "said"         // your words were passed on
	Message      Kind = "message"      // the opponent's words, without a move
	Planned      Kind = "planned"      // your plan is noted, or dropped
	Away         Kind = "away"         // an opponent is away, or will be
	Back         Kind = "back"         // an opponent is back
	Named        Kind = "named"        // your new name
	Undo         Kind = "undo"         // the opponent wants to take a move back
	NewAddress   Kind = "address"      // is this address a player's?
	Noted        Kind = "noted"        // your wish for the time to come
	Sought       Kind = "sought"       // your offer to everybody
	Seeks        Kind = "seeks"        // the offers to everybody
	Help         Kind = "help"         // what can be written
	Rules        Kind = "rules"        // the rules of the game
	Problem      Kind = "problem"      // not understood
	Refused      Kind = "refused"      // understood, but not allowed
	Stale        Kind = "stale"        // a reply to an older position
	Confirm      Kind = "confirm"      // who wrote is uncertain: was it you?
	Incident     Kind = "incident"     // our own fault
	Unsubscribed Kind = "unsubscribed" // the last mail
	Unreachable  Kind = "unreachable"  // mails to the opponent come back
	Operator     Kind = "operator"     // to whoever runs the bot
	Ordered      Kind = "ordered"      // to whoever runs the bot: what an order has come to
	Reminder     Kind = "reminder"     // it is still your turn
	Net          Kind = "net"          // your time was up, and you are away
	Cancelled    Kind = "cancelled"    // the game is over, since one player never moved
	Lapsed       Kind = "lapsed"       // nobody has answered the challenge
	Never        Kind = "never"        // no more invitations
	Forget       Kind = "forget"       // is the reader to be forgotten?
	Forgotten    Kind = "forgotten"    // it is done, and this the last mail
	ByOperator   Kind = "by-operator"  // whoever runs the bot has banned the reader, say
	Paused       Kind = "paused"       // the reader's mail waits, since whoever runs the bot has paused it
	Digest       Kind = "digest"       // the mail of the day
	Watched      Kind = "watched"      // a game of others, which the reader watches
	Drawn        Kind = "drawn"        // a tournament begins
	ATournament  Kind = "tournament"   // the table of one
	Tournaments  Kind = "tournaments"  // those that there are
	StillThere   Kind = "still-there"  // does the reader still want to play in a tournament?
	Announced    Kind = "announced"    // what whoever runs the bot has to say to all players
	Ladder       Kind = "ladder"       // the ladder
	Analysed     Kind = "analysed"     // where a game turned that is over
	Lesson       Kind = "lesson"       // a position with a task, by which the reader learns the game
	Puzzle       Kind = "puzzle"       // a position of a game, from which the reader is to win
)

// Kinds lists every kind; each has a template in each language.
var Kinds = []Kind{
	Challenged, Invite, Declined, Withdrawn, Started, Turn, Moved, Over, Show, Preview, History, Export, Games, GamesOf, Standings,
	Profile, Results, Said, Message, Planned, Away, Back, Named, Undo, NewAddress, Noted, Sought, Seeks, Help, Rules,
	Problem, Refused, Stale, Confirm, Incident, Unsubscribed, Unreachable, Operator, Ordered, Reminder, Net, Cancelled, Lapsed, Never,
	Forget, Forgotten, Watched, ByOperator, Paused, Digest,
	Drawn, ATournament, Tournaments, StillThere, Ladder, Announced, Analysed, Lesson, Puzzle,
}

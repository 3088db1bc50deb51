package templates

import "unlurbot/game"

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
	History      Kind = "history"      // the record
	Games        Kind = "games"        // all games of a player
	Said         Kind = "said"         // your words were passed on
	Message      Kind = "message"      // the opponent's words, without a move
	Named        Kind = "named"        // your new name
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
	Lapsed       Kind = "lapsed"       // nobody has answered the challenge
	Never        Kind = "never"        // no more invitations
	Forget       Kind = "forget"       // is the reader to be forgotten?
	Forgotten    Kind = "forgotten"    // it is done, and this the last mail
)

// Kinds lists every kind; each has a template in each language.
var Kinds = []Kind{
	Challenged, Invite, Declined, Withdrawn, Started, Turn, Moved, Over, Show, History, Games,
	Said, Message, Named, Help, Rules, Problem, Refused, Stale, Confirm, Incident, Unsubscribed,
	Unreachable, Operator, Lapsed, Never, Forget, Forgotten,
}

// FormerPlayer is what somebody is called who was forgotten.
const FormerPlayer = "a former player"

// A View is everything that a mail says. The names in it are safe to print:
// package mailbot has taken control characters out.
type View struct {
	You      string // the reader's name
	Opponent string // the other player's name; empty outside a game
	Game     *Game  // nil for a mail that is about no game
	Notices  []Notice
	Words    string // the opponent's words, of one or more lines
	Passed   string // the reader's own words that the opponent gets
	Games    []GameLine
	Commands []string // the verbs to explain, for Help
	Verb     string   // for Stale what was not done, for Challenged the address as the reader wrote it
	Asked    []Asked  // for Confirm: what somebody wrote
	Foreign  bool     // for Confirm: they did so from an address that is nobody's
	Number   string   // of an incident
	Address  string   // the bot's own address
	Nothing  bool     // for Refused: nothing else that the mail asked for was done either
}

// Asked is one thing that was asked for in the reader's name.
type Asked struct {
	Text string // the command, one safe line
	Game int    // 0 if it is about none
}

// Repeated says of a Stale mail that the move in it is the one that the reader
// has played at that place.
func (v *View) Repeated() bool {
	return v.Game != nil && len(v.Game.Since) > 0 && v.Game.Since[0].ByYou && v.Game.Since[0].Move == v.Verb
}

// A Game is one game or challenge, as one of its players sees it.
type Game struct {
	Number     int
	Title      string // "Ana - Bo", the same for both and through the game
	Size       int
	Waiting    bool // only a challenge so far, so there is no board
	Challenger bool // the reader made the challenge
	Seat       game.Seat
	Seats      string // "", "first" or "second": what the challenger asked for
	Ply        int
	Phase      game.Phase
	ToMove     game.Seat
	Color      game.Color // the reader's
	Winner     game.Seat
	Reason     game.Reason
	Last       *game.Event // what happened last, nil at the start
	InnerFull  bool        // contract phase without a free inner cell
	Board      string
	Marked     bool         // the board marks a last stone
	Connection bool         // the board marks a connection
	Moves      []string     // all moves, as in a record
	Since      []PlayedMove // for Stale: what was played since the position answered
	Choices    []string     // verbs of what the reader can do now
	Example    string       // a cell that the reader could play now
	Days       int          // for how many days a challenge can be answered, two at least
}

// YourTurn says whether the reader is to move.
func (g *Game) YourTurn() bool { return g.Phase != game.Over && !g.Waiting && g.ToMove == g.Seat }

// ByYou says whether the last event was the reader's.
func (g *Game) ByYou() bool { return g.Last != nil && g.Last.Seat == g.Seat }

// LastKind is the last event's move without its cell: "stone", "black",
// "resign", "timeout", or "" at the start.
func (g *Game) LastKind() string {
	switch {
	case g.Last == nil:
		return ""
	case g.Last.Move.Kind == game.PutStone:
		return "stone"
	}
	return g.Last.Move.String()
}

// IsBlack says whether the reader plays Black.
func (g *Game) IsBlack() bool { return g.Color == game.Black }

// IsWhite says whether the reader plays White.
func (g *Game) IsWhite() bool { return g.Color == game.White }

// YouWon says whether the reader has won.
func (g *Game) YouWon() bool { return g.Winner != game.NoSeat && g.Winner == g.Seat }

// A PlayedMove is one move with who made it.
type PlayedMove struct {
	Ply   int
	Move  string
	ByYou bool
	Name  string
}

// A GameLine is one line of the list of games.
type GameLine struct {
	Number   int
	Size     int
	Opponent string
	Waiting  bool // a challenge; Yours then says who made it
	Yours    bool // your turn, or your challenge
	Over     bool
	Won      bool
	Ply      int
}

// A Notice is one short remark on one thing that a player wrote: what came of
// it beside the main matter of the mail, or why nothing did. The code says
// what, and which of the other fields count; en/notices.txt has the words.
type Notice struct {
	Code    string
	Text    string // the player's own words, one safe line
	Suggest string // what was probably meant
	Cell    string
	Row     string
	First   int // columns of Row
	Last    int
	Size    int
	Number  int // of a game
	Name    string
	Names   []string
	Offered bool // Suggest is a move that is played if the reader answers yes
}

// The codes of notices beyond those of game.Code, which are notices too.
const (
	NoticeUnknown             = "unknown"              // Text is no command
	NoticeNear                = "near"                 // Text is nearly Suggest
	NoticeMaybeMove           = "maybe-move"           // Text mentions one move, Suggest
	NoticeNothingAsked        = "nothing-asked"        // Text, which is yes or no, answers a mail that asks nothing
	NoticeNotTaken            = "not-taken"            // the move that was offered is not played
	NoticeEmpty               = "empty"                // nothing was written
	NoticeTwoMoves            = "two-moves"            // Text lists different moves
	NoticeTooMany             = "too-many-commands"    // the rest was not read
	NoticeNoteCut             = "note-too-long"        // only the beginning was passed on
	NoticeNoteLost            = "note-lost"            // the words were not passed on
	NoticeTooBig              = "too-big"              // the mail was too big to read
	NoticeEncrypted           = "encrypted"            // only the holder of a key could read it
	NoticeWinmail             = "winmail"              // the text came in Outlook's own format only
	NoticeOnlyFiles           = "only-files"           // there was no text in the mail
	NoticeUnreadable          = "unreadable"           // the mail could not be read
	NoticeWhichGame           = "which-game"           // several games fit: Names lists them
	NoticeNoGame              = "no-game"              // no game fits
	NoticeNotYours            = "not-your-game"        // game Number is not the reader's, or does not exist
	NoticeNotStarted          = "not-started"          // game Number is still a challenge
	NoticeNoChallenge         = "no-challenge"         // there is nothing to accept, decline or withdraw
	NoticeOwnChallenge        = "own-challenge"        // one can't accept or decline one's own
	NoticeNotChallenger       = "not-challenger"       // only the challenger can withdraw
	NoticeBegun               = "begun"                // too late: game Number has begun
	NoticeAnswered            = "challenge-answered"   // too late: it is accepted, declined or withdrawn
	NoticePending             = "challenge-pending"    // game Number, with Name, waits for an answer
	NoticeSelf                = "challenge-self"       // one can't challenge oneself
	NoticeBot                 = "challenge-bot"        // the bot does not play
	NoticeNobody              = "nobody"               // nobody is called Text
	NoticeNoWho               = "no-who"               // challenge without a name
	NoticeOption              = "option"               // Text is no option of challenge
	NoticeBadName             = "bad-name"             // Text can't be a name
	NoticeNoName              = "no-name"              // name without one, or with too many words
	NoticeNameTaken           = "name-taken"           // Text is somebody's name
	NoticeNothingSaid         = "nothing-said"         // say without words
	NoticeNamed               = "named"                // the new name is Name
	NoticeSaid                = "said"                 // the words were passed on to Name
	NoticeMoved               = "moved"                // Text was played in game Number
	NoticeNoTopic             = "no-topic"             // there is no help on Text
	NoticeOpponentSilent      = "opponent-silent"      // Name asked for no mails
	NoticeOpponentUnreachable = "opponent-unreachable" // mails to Name come back
	NoticeOtherAddress        = "other-address"        // somebody wrote from another address
	NoticeAccepted            = "accepted"             // Name has accepted the challenge
	NoticeStale               = "stale-move"           // the move Text in game Number answered another position
	NoticePatience            = "patience"             // the next mail like this is not answered
	NoticeTakesNone           = "takes-none"           // Name wants no challenges
	NoticeTooManyOpen         = "too-many-open"        // Number invitations to addresses, 0 for none ever, are open or came to nothing within a week
	NoticeLapsed              = "challenge-lapsed"     // too late: nobody has answered challenge Number in time
	NoticeLeft                = "left"                 // Name has left and is forgotten
	NoticeForgotten           = "forgotten"            // what was to be confirmed is not done
	NoticeSettled             = "settled"              // what was to be confirmed was answered before, or too late
	NoticeConfirm             = "confirm"              // what is to be confirmed waits for a yes
	NoticeDone                = "done"                 // the command Text was carried out
	NoticeTooManyMails        = "too-many-mails"       // more than Number in an hour: none are read until Text
	NoticeLastUnproven        = "last-unproven"        // no more answers, until Text, to mails that prove nothing
	NoticeNoNewPlayers        = "no-new-players"       // no more of them until Text
	NoticeTooManyGames        = "too-many-games"       // Number games and challenges are open
)

// The codes of notices to the operator.
const (
	OperatorSetAside    = "operator-set-aside"   // a mail is in the folder for failed mails, unread
	OperatorIncident    = "operator-incident"    // a mail met the fault with the number Text, and is in that folder too
	OperatorUnreachable = "operator-unreachable" // mails to Name can't be delivered; Text is the address and what a server said
	OperatorLimit       = "operator-limit"       // more than Number mails, the limit Text, were to leave in a day; Name is to whom
	OperatorLast        = "operator-last"        // no more such mails today
)

// NoticeCodes lists every code; each has words in each language.
var NoticeCodes = []string{
	NoticeUnknown, NoticeNear, NoticeMaybeMove, NoticeNothingAsked, NoticeNotTaken,
	NoticeEmpty, NoticeTwoMoves, NoticeTooMany, NoticeNoteCut,
	NoticeNoteLost, NoticeTooBig, NoticeEncrypted, NoticeWinmail, NoticeOnlyFiles, NoticeUnreadable, NoticeWhichGame, NoticeNoGame, NoticeNotYours, NoticeNotStarted,
	NoticeNoChallenge, NoticeOwnChallenge, NoticeNotChallenger, NoticeBegun, NoticeAnswered, NoticePending, NoticeSelf, NoticeBot,
	NoticeNobody, NoticeNoWho, NoticeOption, NoticeBadName, NoticeNoName, NoticeNameTaken, NoticeNothingSaid, NoticeNamed, NoticeSaid,
	NoticeMoved, NoticeNoTopic, NoticeOpponentSilent, NoticeOpponentUnreachable, NoticeOtherAddress, NoticeAccepted, NoticeStale, NoticePatience,
	NoticeTakesNone, NoticeTooManyOpen, NoticeLapsed, NoticeLeft, NoticeForgotten, NoticeSettled, NoticeConfirm, NoticeDone,
	NoticeTooManyMails, NoticeLastUnproven, NoticeNoNewPlayers, NoticeTooManyGames,
	OperatorSetAside, OperatorIncident, OperatorUnreachable, OperatorLimit, OperatorLast,
	string(game.BadSize), string(game.OffBoard), string(game.Occupied), string(game.EdgeInContract),
	string(game.NoPassing), string(game.GameOver), string(game.NotYourTurn),
}

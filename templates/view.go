package templates

import (
	"slices"
	"strings"
	"time"

	"unlurbot/game"
)

// FormerPlayer stands for the name of somebody who was forgotten, and is no name
// that anybody can have. Mails say in their own language what it means.
const FormerPlayer = "(former player)"

// A View is everything that a mail says. The names in it are safe to print:
// package mailbot has taken control characters out.
type View struct {
	You       string // the reader's name
	Plays     bool   // the reader has written to the bot before
	Opponent  string // the other player's name; empty outside a game
	Game      *Game  // nil for a mail that is about no game
	Notices   []Notice
	Words     string  // the opponent's words, of one or more lines
	Passed    string  // the reader's own words that the opponent gets
	Rating    *Rating // for Over: what the game made of the reader's rating; nil if nothing
	Games     []GameLine
	MoreGames int // how many there was no room for; for Digest: that wait for the reader's move
	Seeks     []SeekLine
	MoreSeeks int
	Topics    []TopicGroup // for Help: all commands, or none
	Topic     *Topic       // for Help: the command to explain, nil for all
	Verb      string       // for Stale what was not done, a move or "if"; for Challenged the address as the reader wrote it
	Asked     []Asked      // for Confirm: what somebody wrote
	Wish      string       // for Confirm: the verb of what was probably meant, if nobody doubts who wrote
	Foreign   bool         // for Confirm: they did so from an address that is nobody's
	Boards    []*View      // for Digest: the games in which it is the reader's turn
	Others    []*View      // for Digest: what else has happened
	Told      string       // of one of these: the Kind of mail that would tell it
	Remarks   []string     // of one of these: sentences in the reader's language
	Brief     bool         // of one of these: there is no room for the board and what stands below it
	Day       time.Time    // for Digest: when it is made, in the reader's zone
	Number    string       // of an incident
	Address   string       // the bot's own address
	RunBy     string       // who runs the bot, empty if that is not told
	Reply     *Reply       // what an answer to the mail must carry; nil if it need not be known
	Confirms  bool         // for Moved: it says how to get no such mails
	Nothing   bool         // for Refused: nothing else that the mail asked for was done either
	Files     []string     // the names of what is attached
	Export    *Exported    // for Export
	Picture   *Picture     // of the board, which comes with the mail; nil for none

	// Commands has the words of the reader's language for commands, by the English
	// ones; nil for English.
	Commands map[string]string

	Standings *StandingsTable // for Standings
	Profile   *PlayerProfile  // for Profile
	Results   *PlayerResults  // for Results
}

// A Reply is what a link to write an answer to a mail carries, so that the answer
// is known as one.
type Reply struct {
	Address string
	Tag     string // at the end of the subject, empty if the address says it
}

// A Picture is one that the HTML part shows. It is a part of the mail.
type Picture struct {
	ID            string // its Content-ID, without angle brackets
	Width, Height int    // pixels of the page
}

// An Exported says what the files are that go with a mail.
type Exported struct {
	Me     bool // all that is known of the reader; else games
	Games  int  // how many games are in them
	Left   int  // how many there was no room for, the oldest ones
	Newest int  // the number of the newest of those
}

// Word gives a command without arguments, behind the number of a game perhaps, in the
// words of the reader's language: "#42 black".
func (v *View) Word(command string) string {
	game, verb := "", command
	if strings.HasPrefix(command, "#") {
		game, verb, _ = strings.Cut(command, " ")
		game += " "
	}
	if word, ok := v.Commands[verb]; ok {
		return game + word
	}
	return command
}

// Record lists the moves of the game in words of the reader's language: a record has
// words of commands in it, such as that for black.
func (v *View) Record() []string {
	moves := make([]string, len(v.Game.Moves))
	for i, move := range v.Game.Moves {
		moves[i] = v.Word(move)
	}
	return moves
}

// Plan lists the steps of the reader's plan, with moves in words of the reader's language.
func (v *View) Plan() []PlanStep {
	steps := slices.Clone(v.Game.Plan)
	for i, step := range steps {
		steps[i].If, steps[i].Then = v.Word(step.If), v.Word(step.Then)
	}
	return steps
}

// Can lists what the reader can do now, in words of the reader's language. A move,
// for which there is no word, and a challenge, which goes to the opponent, are left
// to the templates: they are "move" and "challenge" in every language.
func (v *View) Can() []string {
	words := make([]string, len(v.Game.Choices))
	for i, verb := range v.Game.Choices {
		if words[i] = verb; verb != "move" && verb != "challenge" {
			words[i] = v.Word(verb)
		}
	}
	return words
}

// A Topic is a command as help explains it.
type Topic struct {
	Verb     string   // in English: the name of what help says of it
	Word     string   // in the reader's language
	Examples []string // as a player writes it, the most common one first
}

// A TopicGroup is some commands of one kind, as a line of the help.
type TopicGroup struct {
	Name   string // of the line's heading
	Topics []Topic
}

// Examples gives one example of each command of the group.
func (g TopicGroup) Examples() (all []string) {
	for _, t := range g.Topics {
		all = append(all, t.Examples[0])
	}
	return all
}

// Asked is one thing that was asked for in the reader's name.
type Asked struct {
	Text  string // the command, one safe line
	Game  int    // 0 if it is about none
	Verb  string // of the command
	Who   string // of a challenge: whom; empty if that is not to be repeated
	Terms bool   // of a challenge or an offer: it says more than with whom to play
}

// Begins gives what a Confirm asks if that is nothing but to begin a game with somebody
// whom it names, or with anybody; else nil.
func (v *View) Begins() *Asked {
	if len(v.Asked) != 1 || v.Foreign || v.Asked[0].Verb != "seek" && v.Asked[0].Who == "" {
		return nil
	}
	return &v.Asked[0]
}

// Repeated says of a Stale mail that the move in it is the one that the reader
// has played at that place, and that it stands.
func (v *View) Repeated() bool {
	if v.Game == nil || len(v.Game.Since) == 0 {
		return false
	}
	first := v.Game.Since[0]
	return first.ByYou && first.Move == v.Verb && !first.Undone
}

// WaitingGames is how many games wait for a move of the reader, in a Digest.
func (v *View) WaitingGames() int { return len(v.Boards) + v.MoreGames }

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
	Names      [2]string  // of First and Second, for Watched
	Black      game.Seat  // for Watched
	Watchers   []string   // for Show: who looks on
	Winner     game.Seat
	Reason     game.Reason
	Last       *game.Event // what happened last, nil at the start
	InnerFull  bool        // contract phase without a free inner cell
	Board      Diagram
	Marked     bool         // the board marks a last stone
	Connection bool         // the board marks a connection
	Moves      []string     // all moves, as in a record
	TakenBack  []string     // what was just taken back, or for Undo would be: a move, and the answer to it
	Since      []PlayedMove // for Stale: what was played since the position answered
	AtOnce     []PlayedMove // what one mail has brought about, where plans have answered; else nothing
	Plan       []PlanStep   // the reader's own, for nobody else's eyes
	Moment     *Moment      // the board is not that of now
	Notes      []Note       // the same
	OlderNotes int          // how many others there are, before these
	Choices    []string     // verbs of what the reader can do now, in English; see View.Can
	Example    string       // a cell that the reader could play now
	Cancelled  bool         // over before one of the players had moved
	CalledOff  game.Seat    // then: who called it off, NoSeat if a time was up
	Pace       Pace
	Time       *Time // of the player to move; nil without a clock
	Rated      bool
	Private    bool
	Match      bool // a challenge to two games
	Twin       int  // the number of the other game of a match, 0 for none
	After      int  // the game of which this is the rematch, 0 for none
	Wanted     int  // of an offer to everybody: for how many games, those that have begun left out; 1 of a game that came of it; else 0
	Taken      int  // of such an offer: how many games have begun
	Offer      int  // of one of several games that came of an offer: its number, else 0
	Days       int  // for how many days a challenge can be answered, two at least
}

// A Moment is what there is to say of a board that is not that of now. The
// game's Board, Marked, Connection and Color are those of the moment.
type Moment struct {
	Ply    int          // how many moves had been played
	Last   *PlayedMove  // the last of them, nil for none
	Tried  []PlayedMove // for Preview: those of them that nobody has played
	Winner game.Seat    // whom the last one of those would make the winner
	Reason game.Reason
	ToMove game.Seat // whose turn it would be
}

// YouWin says whether the moves that were tried would make the reader win.
func (g *Game) YouWin() bool { return g.Moment.Winner == g.Seat }

// YourTurnThen says whether it would be the reader's turn after the moves that
// were tried.
func (g *Game) YourTurnThen() bool { return g.Moment.ToMove == g.Seat }

// YourTurn says whether the reader is to move.
func (g *Game) YourTurn() bool {
	return g.Phase != game.Over && !g.Waiting && !g.Cancelled && g.ToMove == g.Seat
}

// Name is what a player is called, for a reader who does not play.
func (g *Game) Name(s game.Seat) string {
	if s == game.NoSeat {
		return ""
	}
	return g.Names[s-game.First]
}

// Watched says whether the reader does not play in the game.
func (g *Game) Watched() bool { return g.Names[0] != "" }

// GoesOn says that the game is neither over nor cancelled.
func (g *Game) GoesOn() bool { return g.Phase != game.Over && !g.Cancelled }

// NeverMoved says of a cancelled game whether it was the reader who did not move in time.
func (g *Game) NeverMoved() bool {
	return g.Cancelled && g.CalledOff == game.NoSeat && g.ToMove == g.Seat
}

// YouCalledOff says of a cancelled game whether it was the reader who called it off.
func (g *Game) YouCalledOff() bool { return g.CalledOff != game.NoSeat && g.CalledOff == g.Seat }

// TheyCalledOff says whether it was the opponent.
func (g *Game) TheyCalledOff() bool { return g.CalledOff != game.NoSeat && g.CalledOff != g.Seat }

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

// A PlanStep is one step of a plan. Steps of one Depth below each other are
// alternatives; what follows a step and is deeper comes after it.
type PlanStep struct {
	Depth int
	If    string
	Any   bool // it is for all replies, those excepted that are named beside it
	Alone bool // and no other is named
	Then  string
}

// Indent gives the blanks that show how deep a step is.
func (s PlanStep) Indent() string { return strings.Repeat(" ", s.Depth) }

// A Note is what the reader has written down.
type Note struct {
	Ply  int // how many moves had been played
	Text string
}

// A GameLine is one line of the list of games.
type GameLine struct {
	Time     *Time // of the player to move; nil without a clock
	Number   int
	Size     int
	Opponent string
	Offered  bool // an offer to everybody
	Taken    int  // of an offer of several games: how many have begun
	Left     int  // and how many can still be taken
	Waiting  bool // a challenge; Yours then says who made it
	Yours    bool // your turn, or your challenge
	Over     bool
	Won      bool
	Ply      int
}

// State names what there is to say of a game in a list.
func (l GameLine) State() string {
	switch {
	case l.Offered:
		return "offered"
	case l.Waiting && l.Yours:
		return "challenge"
	case l.Waiting:
		return "invitation"
	case l.Over && l.Won:
		return "won"
	case l.Over:
		return "lost"
	case l.Yours:
		return "your-turn"
	}
	return "their-turn"
}

// A SeekLine is one line of the list of offers to everybody.
type SeekLine struct {
	Number  int
	Name    string // who offers
	Yours   bool
	Size    int
	Pace    string // as a player writes it, empty for no clock
	Rated   bool
	Private bool
	Wanted  int
}

package templates

import (
	"slices"
	"strings"

	"unlurbot/game"
)

// FormerPlayer stands for the name of somebody who was forgotten, and is no name
// that anybody can have. Mails say in their own language what it means.
const FormerPlayer = "(former player)"

// A View is everything that a mail says, or in the mail of the day what it says of one
// game. The names in it are safe to print: package mailbot has taken control characters
// out.
type View struct {
	You      string // the reader's name
	Opponent string // the other player's name; empty outside a game
	Game     *Game  // nil if it is about none
	Notices  []Notice
	Remarks  []string // sentences in the reader's language, above the notices
	Newcomer bool     // fewer than three games of the reader have ended: the mail says how to win
	Words    string   // the opponent's words, of one or more lines
	Passed   string   // the reader's own words that the opponent gets
	// Commands has the words of the reader's language for commands, by the English
	// ones; nil for English.
	Commands map[string]string
	Says     Says // what mails of no other kind say; nil for nothing
	Envelope Envelope
}

// An Envelope is what a mail has besides: who sends it to whom, and what comes with it.
type Envelope struct {
	Robots  bool     // there are robots to play against
	Plays   bool     // the reader has written to the bot before
	Address string   // the bot's own address
	RunBy   string   // who runs the bot, empty if that is not told
	Reply   *Reply   // what an answer to the mail must carry; nil if it need not be known
	Files   []string // the names of what is attached
	Picture *Picture // of the board, which comes with the mail; nil for none
}

// Listed gives the opponent's name as it stands in lists and by the board, with what marks a robot.
func (v *View) Listed() string {
	if v.Game != nil && v.Game.Robot != nil {
		return v.Opponent + RobotMark
	}
	return v.Opponent
}

// RobotMark stands behind the names of robots, so that nobody takes one for a person. It is the same in all languages.
const RobotMark = " (robot)"

// Word gives a command without arguments in the words of the reader's language; one that
// has none, such as a cell, is its own.
func (v *View) Word(command string) string {
	if word, ok := v.Commands[command]; ok {
		return word
	}
	return command
}

// Plan lists the steps of the reader's plan, with moves in words of the reader's language.
func (v *View) Plan() []PlanStep {
	steps := slices.Clone(v.Game.Plan)
	for i, step := range steps {
		steps[i].If, steps[i].Then = v.Word(step.If), v.Word(step.Then)
	}
	return steps
}

// CanMove says whether the reader can place a stone now.
func (v *View) CanMove() bool { return slices.Contains(v.Game.Choices, "move") }

// Can lists what else the reader can do now, as commands in words of the reader's
// language. That help can be had the footer says.
func (v *View) Can() (commands []string) {
	for _, verb := range v.Game.Choices {
		switch verb {
		case "move", "help":
			continue
		case "challenge":
			verb = v.Word(verb) + " " + v.Opponent
		default:
			verb = v.Word(verb)
		}
		commands = append(commands, command(verb))
	}
	return commands
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

// A Game is one game or challenge, as one of its players or somebody else sees it.
type Game struct {
	Number int
	Title  string // "Ana - Bo", the same for both and through the game
	Size   int
	Seat   game.Seat  // the reader's, NoSeat for who does not play
	Names  [2]string  // of First and Second, for a reader who does not play
	Board  Diagram    // of now, or of the moment that the mail shows,
	Color  game.Color // and the reader's on it
	Time   *Time      // of the player to move; nil without a clock
	Course
	Played
	Terms
	Own
}

// A Course is how a game stands.
type Course struct {
	Waiting   bool // it is only a challenge so far, so there is no board
	Ply       int
	Phase     game.Phase
	ToMove    game.Seat
	Black     game.Seat
	Winner    game.Seat
	Reason    game.Reason
	InnerFull bool      // contract phase without a free inner cell
	Cancelled bool      // over before one of the players had moved, or by the operator
	CalledOff game.Seat // then: who called it off, NoSeat if a time was up
	Voided    bool      // or that it was the operator
}

// CourseOf gives what a position says of how its game stands.
func CourseOf(p *game.Position) Course {
	return Course{
		Ply: p.Ply(), Phase: p.Phase(), ToMove: p.ToMove(), Black: p.Black(), Winner: p.Winner(), Reason: p.Reason(), InnerFull: !p.InnerCellsLeft(),
	}
}

// Cancel gives how the game stands once it is cancelled: by a seat, by the operator, or else by
// the clock.
func (c Course) Cancel(by game.Seat, voided bool) Course {
	c.Cancelled, c.CalledOff, c.Voided = true, by, voided
	return c
}

// Played is what was played in a game, and what of it is news.
type Played struct {
	Last      *game.Event  // what happened last, nil at the start
	Moves     []string     // all moves, as in a record
	TakenBack []string     // what was just taken back, or for Undo would be: a move, and the answer to it
	AtOnce    []PlayedMove // what one mail has brought about, where plans have answered or a robot has; else nothing
}

// Terms are those of a challenge, of an offer, and of the game that has come of it.
type Terms struct {
	Challenger bool   // the reader made the challenge
	Seats      string // "", "first" or "second": what the challenger asked for
	Pace       Pace
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

// Own is what a player alone sees and can do in a game.
type Own struct {
	Choices    []string // verbs of what the reader can do now, in English; see View.Can
	Example    string   // a cell that the reader could play now
	Plan       []PlanStep
	Notes      []Note
	OlderNotes int       // how many others there are, before these
	Follows    bool      // the reader, who does not play, gets each position
	Score      *Score    // of the match that the game was one of, once it is over; else nil
	Cup        *CupScore // of the tournament that it is a game of; nil for none
	Climb      *Climb    // of a game of the ladder; else nil
	Robot      *Robot    // of a game against one; else nil
	Opens      bool      // the robot has begun it, and the reader has seen nothing of it before
}

// A Robot is what there is to say of the one that plays.
type Robot struct {
	Hints int // that the reader has had
	Next  int // the level to play next, once the game is over: a higher one for who has won; 0 for none
}

// A Score is how a match of two games stands.
type Score struct {
	Yours, Theirs int  // games won by the reader and by the opponent
	GoesOn        bool // the other game is not over
}

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
	return g.Cancelled && !g.Voided && g.CalledOff == game.NoSeat && g.ToMove == g.Seat
}

// YouCalledOff says of a cancelled game whether it was the reader who called it off.
func (g *Game) YouCalledOff() bool { return g.CalledOff != game.NoSeat && g.CalledOff == g.Seat }

// TheyCalledOff says whether it was the opponent.
func (g *Game) TheyCalledOff() bool { return g.CalledOff != game.NoSeat && g.CalledOff != g.Seat }

// ByYou says whether the last event was the reader's.
func (g *Game) ByYou() bool { return g.Last != nil && g.Last.Seat == g.Seat }

// News names what has happened before the reader's turn, for mails to put into words.
func (g *Game) News() string {
	switch {
	case len(g.AtOnce) > 0:
		return "at once"
	case g.Last == nil:
		return "begun"
	case len(g.TakenBack) > 0:
		return "taken back"
	case g.Last.Move.Kind == game.SayBlack:
		return "black"
	case g.Phase == game.Contract:
		return "contract"
	}
	return "move"
}

// Begins says that the reader sees the game for the first time.
func (g *Game) Begins() bool { return g.Opens || g.Last == nil }

// OneMove says that the news is one move of the opponent's, and nothing else.
func (g *Game) OneMove() bool { return !g.Begins() && len(g.AtOnce) == 0 && len(g.TakenBack) == 0 }

// Turn names what there is to do, and for whom: what the reader builds as "black" or "white",
// in the contract "contract", or "full" where black is the one move left; or "theirs".
func (g *Game) Turn() string {
	switch {
	case !g.YourTurn():
		return "theirs"
	case g.IsBlack():
		return "black"
	case g.IsWhite():
		return "white"
	case g.InnerFull:
		return "full"
	}
	return "contract"
}

// LastKind is the last event's move without its cell: "stone", "black",
// "resign", "timeout", or "" at the start.
func (p *Played) LastKind() string {
	switch {
	case p.Last == nil:
		return ""
	case p.Last.Move.Kind == game.PutStone:
		return "stone"
	}
	return p.Last.Move.String()
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

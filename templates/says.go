package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"unlurbot/game"
)

// Says is what mails of one kind say and no others; each of its types is for the kind that
// it names. A mail of a kind that has none says what all can, a View.
type Says interface{ kind() Kind }

func (*Act) kind() Kind            { return ByOperator }
func (*Announcement) kind() Kind   { return Announced }
func (*Claimant) kind() Kind       { return NewAddress }
func (*Lecture) kind() Kind        { return Lesson }
func (*Riddle) kind() Kind         { return Puzzle }
func (*Addressee) kind() Kind      { return Challenged }
func (*Question) kind() Kind       { return Confirm }
func (*Day) kind() Kind            { return Digest }
func (*Exported) kind() Kind       { return Export }
func (*GameList) kind() Kind       { return Games }
func (*PublicGames) kind() Kind    { return GamesOf }
func (*Seen) kind() Kind           { return Watched }
func (*Manual) kind() Kind         { return Help }
func (*Erasure) kind() Kind        { return Forgotten }
func (*Fault) kind() Kind          { return Incident }
func (*Confirmation) kind() Kind   { return Moved }
func (*Ratings) kind() Kind        { return Over }
func (*Tries) kind() Kind          { return Preview }
func (*Pause) kind() Kind          { return Paused }
func (*PlayerProfile) kind() Kind  { return Profile }
func (*Refusal) kind() Kind        { return Refused }
func (*PlayerResults) kind() Kind  { return Results }
func (*SeekList) kind() Kind       { return Seeks }
func (*Shown) kind() Kind          { return Show }
func (*Month) kind() Kind          { return Operator }
func (*Output) kind() Kind         { return Ordered }
func (*Outdated) kind() Kind       { return Stale }
func (*StandingsTable) kind() Kind { return Standings }

// An Act is what whoever runs the bot has done to the reader: "ban", "unban" or "rename".
type Act struct {
	Kind          string
	Before, After string // names
	Reason        string // whoever did it gives; empty for none
}

// An Announcement is what whoever runs the bot has to say to all players.
type Announcement struct{ Text string }

// A Lecture is a lesson of the game, and what became of the reader's answer to it, or to the one before.
type Lecture struct {
	Number, Of int    // Number is 0 after the last one
	Answer     string // the reader's move; empty for none
	Solved     int    // the lesson that it solves, the one before this; 0 for none
	Told       bool   // the reader didn't know, and the Answer is not the reader's
}

// Name is the lesson's, in the names of what is said of it.
func (l *Lecture) Name() string { return strconv.Itoa(l.Number) }

// Before is the name of the lesson that is solved.
func (l *Lecture) Before() string { return strconv.Itoa(l.Solved) }

// Next is the lesson after this one, 0 for none.
func (l *Lecture) Next() int {
	if l.Number == l.Of {
		return 0
	}
	return l.Number + 1
}

// TaskOn shows the position of a lesson to whoever is to move in it.
func TaskOn(p game.Position) *Game {
	g := &Game{Seat: p.ToMove(), Board: Draw(p).Playable(""), Color: p.Color(p.ToMove())}
	g.Choices = []string{"move"}
	if g.Phase = p.Phase(); g.Phase == game.Contract {
		g.Choices = append(g.Choices, "black")
	}
	return g
}

// A Riddle is a puzzle, and what becomes of the reader's answer to it.
type Riddle struct {
	Number, Stones int    // with so many stones the reader is to win
	Weekly         bool   // the reader gets one a week
	Answer         string // the reader's cell, or the one that is told; empty for none
	Verdict        string // on the Answer
	Reply          string // of the opponent, which refutes it; empty for none
	Shown          *Game  // its position, or how it ends
	Solution
}

// A Solution is how a puzzle goes on, once it is solved.
type Solution struct {
	Line    []string // for both sides in turn, to the end
	Other   bool     // the Answer is right, too, and the Line begins with another stone
	From    int      // the game
	Players string   // of it
	Played  string   // what was played there; empty if it ended in that position
	Found   bool     // which was right
	Next    bool     // there is one that the reader has not got yet
}

// Verdicts on an answer to a puzzle.
const (
	RiddleSolved  = "solved"
	RiddleTold    = "told"    // the reader didn't know
	RiddleLost    = "lost"    // it completes the opponent's goal
	RiddleRefuted = "refuted" // the opponent has a Reply to it
	RiddleSlow    = "slow"    // it needs more stones
)

// Name is the puzzle's in the names of what is said of it.
func (r *Riddle) Name() string { return strconv.Itoa(r.Stones) }

// Solved says whether the solution is shown.
func (r *Riddle) Solved() bool { return r.Verdict == RiddleSolved || r.Verdict == RiddleTold }

// FirstStone is that with which the Line begins.
func (s *Solution) FirstStone() string { return s.Line[0] }

// Moves gives the Line in a row.
func (s *Solution) Moves() string { return strings.Join(s.Line, " ") }

// BoardOf gives the board that is what a mail says, nil for none.
func BoardOf(says Says) *Game {
	if r, ok := says.(*Riddle); ok {
		return r.Shown
	}
	return nil
}

// SolvedOn shows the position in which a puzzle ends to the seat that wins there.
func SolvedOn(p game.Position, seat game.Seat) *Game {
	return &Game{Seat: seat, Board: Draw(p), Color: p.Color(seat), Course: Course{Phase: p.Phase()}}
}

// A Pause is that no mail is read for a time.
type Pause struct{ Words string } // of whoever runs the bot

// An Erasure is that the reader was forgotten.
type Erasure struct {
	ByOperator bool // who gives a Reason; else the reader wanted it
	Reason     string
	Banned     bool // the reader can't come back
}

// A Claimant is who says that an address is theirs.
type Claimant struct{ Name string }

// An Addressee is who was challenged by an address, as the reader wrote it.
type Addressee struct{ Address string }

// A Fault is one of the program.
type Fault struct{ Number string }

// A Confirmation is of a move that went well.
type Confirmation struct{ Teaches bool } // it says how to get no such mails

// A Refusal is of all that a mail asked for, or of some.
type Refusal struct{ Nothing bool } // nothing else was done either

// A Question is whether to do what somebody wrote.
type Question struct {
	Asked   []Asked
	Wish    string // the verb of what was probably meant, if nobody doubts who wrote
	Foreign bool   // it came from an address that is nobody's
}

// Asked is one thing that was asked for in the reader's name.
type Asked struct {
	Text  string // the command, one safe line
	Game  int    // 0 if it is about none
	Verb  string // of the command
	Who   string // of a challenge: whom; empty if that is not to be repeated
	Terms bool   // of a challenge or an offer: it says more than with whom to play
}

// Begins gives what is asked if that is nothing but to begin a game with somebody whom it
// names, or with anybody; else nil.
func (q *Question) Begins() *Asked {
	if len(q.Asked) != 1 || q.Foreign || q.Asked[0].Verb != "seek" && q.Asked[0].Who == "" {
		return nil
	}
	return &q.Asked[0]
}

// A Day is what the mail of a day tells. It shows the boards that wait for a move; of other
// games it says the news in a row.
type Day struct {
	Date   time.Time   // when it is made, in the reader's zone
	Boards []*GameNews // the games in which it is the reader's turn
	More   int         // how many of those there was no room for
	Others []*GameNews // what else has happened
}

// Board gives the first of the other games of which the reader can get a board, or nil.
func (d *Day) Board() *GameNews {
	i := slices.IndexFunc(d.Others, func(n *GameNews) bool { return n.Look() != "" })
	if i < 0 {
		return nil
	}
	return d.Others[i]
}

// WaitingGames is how many games wait for a move of the reader.
func (d *Day) WaitingGames() int { return len(d.Boards) + d.More }

// GameNews are of one game. They are told in remarks, and notices have no place there.
type GameNews struct {
	View  *View
	Told  string // the Kind of mail that would tell it
	Brief bool   // there is no room for the board and what stands below it
}

// Final says that this is the last that somebody hears of a game who watched it. No
// command shows it any more, so the mail does.
func (n *GameNews) Final() bool { return n.Told == string(Watched) && n.View.Game.Phase == game.Over }

// Look is what a reader writes who wants to see the game, in words of the reader's
// language; nothing if there is no board to see.
func (n *GameNews) Look() string {
	verb := "show"
	switch g := n.View.Game; {
	case g.Waiting && n.Told != string(Invite), n.Told == string(Watched) && !g.GoesOn():
		return ""
	case n.Told == string(Watched):
		verb = "watch"
	}
	return fmt.Sprintf("%s #%d", n.View.Word(verb), n.View.Game.Number)
}

// A Month is what the operator is told of one when it is over. Mails to the operator of other
// things don't have it.
type Month struct {
	First time.Time // its first day
	Since time.Time // when counting began in it; zero if it was counted from its first day on

	Games     struct{ Begun, Over int }
	Players   struct{ New, Active, All int } // who came, who wrote, and all
	Mails     MonthsMails
	Incidents int
	Limits    []Reached
	Outage    *Outage // the longest one; nil if there was none

	Store, Grown Bytes
	Backup       *Saved // the last good one; nil if the bot makes none
	Filed        *Filed // nil for few
}

// An Output is what an order of the operator's has come to. As that of the commands, it is in English in
// mails of all languages.
type Output struct {
	Subject string
	Title   string      // how it stands now, in a sentence
	Words   string      // what goes on behind it
	Fields  [][2]string // names and values
	Quote   string      // words of others
}

// MonthsMails are those of a month.
type MonthsMails struct {
	In, Out, GivenUp int
	Held             int // that wait until their readers write
}

// An Outage is a time in which no mails could be read.
type Outage struct {
	Took  Duration
	Since time.Time
}

// A Saved is a backup; without a time there is none yet.
type Saved struct {
	At  time.Time
	Age Duration
}

// Filed are processed mails, of which nothing deletes any.
type Filed struct {
	Mails  int
	Folder string
}

// A Reached limit is one of the configuration, with how often it held something up.
type Reached struct {
	Limit string
	Times int
}

// Bytes are so many, in whole MB or, of less than ten, in KB.
type Bytes struct {
	Count int
	Mega  bool
}

// BytesOf counts them.
func BytesOf(n int64) Bytes {
	if n < 10<<20 {
		return Bytes{Count: int(n >> 10)}
	}
	return Bytes{Count: int(n >> 20), Mega: true}
}

// An Exported says what the files are that go with a mail.
type Exported struct {
	Me     bool   // all that is known of the reader; else games,
	Of     string // of the reader, or of another player of this name
	Games  int    // how many games are in them
	Left   int    // how many there was no room for, the oldest ones
	Newest int    // the number of the newest of those
}

// Seen is what a mail about a game of others has that was asked for.
type Seen struct{ Moment *Moment }

// PublicGames are those of one player, or of all, that everybody may see.
type PublicGames struct {
	Of      string       // the player's name, empty for all
	Running []PublicGame // the newest first
	Over    []ResultLine // of one player, the latest first
	More    bool         // there are others in progress
}

// First is the number of a game in the list, 0 if there is none.
func (p *PublicGames) First() int {
	switch {
	case len(p.Running) > 0:
		return p.Running[0].Number
	case len(p.Over) > 0:
		return p.Over[0].Game
	}
	return 0
}

// A PublicGame is one line of that list.
type PublicGame struct {
	Number, Size, Ply int
	Players           string // both, or the opponent of the one
	Rated             bool
}

// A GameList is of the reader's games.
type GameList struct {
	Lines []GameLine
	More  int // how many there was no room for
}

// Waiting is how many games wait for a move of the reader.
func (l *GameList) Waiting() (n int) {
	for _, line := range l.Lines {
		if line.State() == "your-turn" {
			n++
		}
	}
	return n
}

// Board is the number of a game in the list of which there is a board, 0 if there is none.
func (l *GameList) Board() int {
	for _, line := range l.Lines {
		if !line.Offered && !line.Waiting {
			return line.Number
		}
	}
	return 0
}

// A GameGroup is some games of a list, by what the reader can do with them.
type GameGroup struct {
	Name  string // of its heading
	Lines []GameLine
}

// Groups parts the list. What can be done comes first.
func (l *GameList) Groups() (groups []GameGroup) {
	groupOf := map[string]string{"your-turn": "yours", "their-turn": "theirs", "won": "over", "lost": "over"}
	for _, name := range []string{"yours", "open", "theirs", "over"} {
		group := GameGroup{Name: name}
		for _, line := range l.Lines {
			if line.Grouped = true; cmp.Or(groupOf[line.State()], "open") == name {
				group.Lines = append(group.Lines, line)
			}
		}
		if len(group.Lines) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
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
	Grouped  bool       // it is in a group, whose heading says whose turn it is
	Color    game.Color // the reader's, NoColor before there is one
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

// A SeekList is of the offers to everybody.
type SeekList struct {
	Lines []SeekLine
	More  int  // how many there was no room for
	Cup   bool // there is one that the reader can join
	// Ladder says the same of the ladder.
	Ladder bool
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

// A Manual says what can be written; to somebody who has just come, the zero value, what
// Unlur is and how to begin.
type Manual struct {
	Groups []TopicGroup // all commands
	Topic  *Topic       // the command to explain, nil for all
	Own    string       // what whoever runs the bot says of that topic; empty for what the bot says
}

// A Topic is a command as help explains it.
type Topic struct {
	Verb     string   // in English: the name of what help says of it
	Word     string   // in the reader's language
	Examples []string // as a player writes it, the most common one first
}

// Name is what stands for the command in the list of all: a move has no word.
func (t Topic) Name() string {
	if t.Verb == "move" {
		return t.Examples[0]
	}
	return t.Word
}

// A TopicGroup is some commands of one kind, as a line of the help.
type TopicGroup struct {
	Name   string // of the line's heading
	Topics []Topic
}

// Shown is a game that the reader looks at.
type Shown struct {
	Watchers []string
	Moment   *Moment // of which the board is; nil for now
}

// A Moment is one in the course of a game.
type Moment struct {
	Ply  int         // how many moves had been played
	Last *PlayedMove // the last of them, nil for none
}

// Tries are moves that nobody has played, and what they would lead to.
type Tries struct {
	Moves  PlayedMoves // one at least
	You    game.Seat
	Winner game.Seat // whom the last one would make the winner
	Reason game.Reason
	ToMove game.Seat // whose turn it would be
}

// Last gives the last of the moves.
func (t *Tries) Last() PlayedMove { return t.Moves[len(t.Moves)-1] }

// YouWin says whether the moves would make the reader win.
func (t *Tries) YouWin() bool { return t.Winner == t.You }

// YourTurn says whether it would be the reader's turn after the moves.
func (t *Tries) YourTurn() bool { return t.ToMove == t.You }

// Outdated is an order that answered an older position of its game.
type Outdated struct {
	Verb  string      // of what was not done, a move or "if"
	Since PlayedMoves // what was played since that position
}

// Repeated says that the order is the move that the reader has played at that place, and
// that it stands.
func (o *Outdated) Repeated() bool {
	return len(o.Since) > 0 && o.Since[0].ByYou && o.Since[0].Move == o.Verb && !o.Since[0].Undone
}

// A MoveRow is a move in a table. Its number and the move, in words of the reader's
// language, are as wide as in the other rows.
type MoveRow struct {
	Number, Cell string // Cell is empty for a take-back
	ByYou        bool
	Name         string
}

// Rows is the table of the last moves that were played since, for a mail.
func (o *Outdated) Rows(v *View) []MoveRow {
	moves := o.Since.Listed()
	rows := make([]MoveRow, len(moves))
	numbers, cells := 0, 0
	for i, m := range moves {
		rows[i] = MoveRow{Number: fmt.Sprint(m.Ply), Cell: v.Word(m.Move), ByYou: m.ByYou, Name: m.Name}
		if m.Ply == 0 {
			rows[i].Number, rows[i].Cell = "-", "" // the number is not nothing: quoted, the row would be a command
		}
		numbers, cells = max(numbers, len(rows[i].Number)), max(cells, columns(rows[i].Cell))
	}
	for i := range rows {
		rows[i].Number = fmt.Sprintf("%*s", numbers, rows[i].Number)
		if rows[i].Cell != "" {
			rows[i].Cell += strings.Repeat(" ", cells-columns(rows[i].Cell))
		}
	}
	return rows
}

// A PlayedMove is one move, or a take-back, with who made it.
type PlayedMove struct {
	Ply    int // its number in the record, 0 for a take-back
	Move   string
	ByYou  bool
	Name   string
	Undone bool // it was taken back since
}

// PlayedMoves are some that follow each other.
type PlayedMoves []PlayedMove

// Listed gives the last ones, as many as there is room for.
func (m PlayedMoves) Listed() PlayedMoves { return m[max(0, len(m)-20):] }

// Count leaves take-backs out.
func (m PlayedMoves) Count() (n int) {
	for _, move := range m {
		if move.Ply > 0 {
			n++
		}
	}
	return n
}

// A Rating is how strong a player seems to be.
type Rating struct {
	Value       int
	Least, Most int // the true strength very probably lies between
	Gain        int // by the last game; less than 0 for a loss
	Games       int // how many are rated
	Settled     int // how many make a rating that is not provisional
}

// Provisional says that there are too few games for the rating to mean much.
func (r *Rating) Provisional() bool { return r.Games < r.Settled }

// Ratings are what a game has made of those of both players.
type Ratings struct{ Yours, Theirs *Rating }

// Score is the rating beside a player's name, and what the last game did to it.
func (r *Rating) Score() string {
	score := strongMark + strconv.Itoa(r.Value) + endMark
	if r.Gain != 0 {
		score += fmt.Sprintf(" (%+d)", r.Gain)
	}
	return score
}

// A StandingsTable is the table of ratings, as one player sees it.
type StandingsTable struct {
	Best    []Place // the first places
	Around  []Place // the reader and the neighbours, if the reader is not among the first
	Place   int     // of the reader, 0 for none
	Of      int     // how many places there are
	Rating  *Rating // the reader's, nil for none
	Settled int     // how many rated games it takes to stand in the table
}

// A Place is one line of the table.
type Place struct {
	Place  int
	Name   string
	Rating int
	Games  int
	You    bool
}

// A PlayerProfile is what everybody can know of a player.
type PlayerProfile struct {
	Name      string
	You       bool // it is the reader
	Since     time.Time
	Rating    *Rating   // nil before the first rated game
	Place, Of int       // in the table, 0 for none
	AwayUntil time.Time // the last day of an absence; zero for none
	Rated     Tally
	Friendly  Tally
	Running   int           // games that go on
	Private   *PrivateGames // that only the player sees; nil if there are none, and for everybody else
	Late      Reliability
}

// A Tally counts the games of a player that are over.
type Tally struct{ Won, Lost int }

// PrivateGames counts the private games of a player.
type PrivateGames struct{ Won, Lost, Running int }

// Reliability says how often a player was late.
type Reliability struct {
	Games    int // finished, also those that are nobody's win
	Moves    int // made in time in those
	Timeouts int // how many of them were lost on time
	NoShows  int // how many were cancelled, since the player never moved
}

// PlayerResults is how the games of a player ended.
type PlayerResults struct {
	Name  string
	You   bool         // it is the reader
	Lines []ResultLine // the latest first
	Won   int          // of all games
	Lost  int

	YouWon, YouLost int // the reader, against the player
}

// A ResultLine is one line of the list of results.
type ResultLine struct {
	Game      int
	Ended     time.Time
	Opponent  string
	Won       bool
	Cancelled bool // it is nobody's win, and has no reason
	Reason    game.Reason
	Rated     bool
	Spared    bool // it was to be rated, and is not: see Game.Spared
}

// Outcome names how the game ended for the player whose results are listed.
func (l ResultLine) Outcome() string {
	switch {
	case l.Cancelled:
		return "cancelled"
	case l.Won:
		return "won " + l.Reason.String()
	}
	return "lost " + l.Reason.String()
}

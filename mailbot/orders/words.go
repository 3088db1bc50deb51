package orders

import (
	"cmp"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/names"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// What the words behind a verb mean.

// NameOf gives the verb in the table of a command as it is read.
func NameOf(c parser.Command) string {
	if len(c.Args) > 0 {
		switch name := c.Verb + " " + c.Args[0]; name {
		case ForgetIfs, TournamentJoin, TournamentLeave, TournamentOpen, LadderJoin, LadderLeave:
			return name
		}
	}
	return c.Verb
}

// TournamentIn gives the tournament that a command names, 0 if it names none.
func TournamentIn(c parser.Command) tournament.Number {
	if len(c.Args) == 0 {
		return 0
	}
	n, _ := strconv.ParseUint(c.Args[len(c.Args)-1], 10, 32) // 0 of a word
	return tournament.Number(n)
}

// GameIn gives the game that a command names; 0 if it names none, facts.NoSuchGame for a
// number that no game can have. The parser puts "#42" behind the other arguments; words to
// say or to note that happen to begin so name no game.
func GameIn(c parser.Command) store.GameNumber {
	last := len(c.Args) - 1
	if last < 0 || (c.Verb == Say || c.Verb == Note) && last == 0 || !strings.HasPrefix(c.Args[last], "#") {
		return 0
	}
	n, err := strconv.ParseUint(c.Args[last][1:], 10, 32)
	if err != nil || n == 0 {
		return facts.NoSuchGame
	}
	return store.GameNumber(n)
}

// IsAboutGame says whether a command is about one game, which it need not name.
func (cmd Command) IsAboutGame(c parser.Command) bool {
	switch cmd.Verb {
	case Challenge, Never:
		return false
	case Export:
		return ScopeOf(c) == OneGame
	}
	return cmd.Can != nil
}

// Fits says which games a command can be about that names none.
func (cmd Command) Fits(c parser.Command) club.Fits {
	switch {
	case IsMove(c):
		return FitsMove(c)
	case c.Verb == Say, c.Verb == Note, c.Verb == If:
		return club.WhilePlaying
	}
	return cmd.Can
}

// BeginsGame says whether a command wants to begin a game, which somebody can do who
// is no player yet: it names no game of theirs.
func BeginsGame(c parser.Command) bool {
	return c.Verb == Challenge || c.Verb == Seek || NameOf(c) == TournamentJoin || NameOf(c) == LadderJoin || c.Verb == Accept && GameIn(c) != 0
}

// Refuses says whether nothing but answers of somebody who was invited and does not want to
// play is among some commands. They make nobody a player.
func Refuses(commands []parser.Command) bool {
	refusals := []string{Decline, Never, Stop, No}
	return !slices.ContainsFunc(commands, func(c parser.Command) bool { return !slices.Contains(refusals, c.Verb) })
}

// IsMove says whether a command is a move, which ends a turn or the game.
func IsMove(c parser.Command) bool {
	return c.Verb == Move || c.Verb == Black || c.Verb == Resign
}

// MoveWord is a move as a record has it.
func MoveWord(c parser.Command) string {
	if c.Verb == Move {
		return c.Args[0]
	}
	return c.Verb
}

// MoveOf gives the move that a command stands for; it fails for a cell of no board.
func MoveOf(c parser.Command) (game.Move, error) { return game.ParseMove(MoveWord(c)) }

// FitsMove says for which games a move can be meant that names none.
func FitsMove(c parser.Command) club.Fits {
	m, _ := MoveOf(c)
	return club.Play{Move: m}.Fits()
}

func play(about club.About, c parser.Command) club.Order {
	m, err := MoveOf(c)
	if err != nil {
		return nil
	}
	return club.Play{About: about, Move: m}
}

// mute is to unmute as well.
func mute(about club.About, c parser.Command) club.Order {
	o := club.Mute{About: about, Off: c.Verb == Unmute}
	if len(c.Args) > 0 && about.Game == 0 {
		o.Name = c.Args[0]
	}
	return o
}

// subjectNumber is that of a game in the subject of a mail about it.
var subjectNumber = regexp.MustCompile(`#([0-9]{1,9})\b`)

// GameInSubject gives the game that a subject names, 0 for none. It is good for looking at it and
// nothing else: anybody can write a subject.
func GameInSubject(subject string) store.GameNumber {
	found := subjectNumber.FindStringSubmatch(subject)
	if found == nil {
		return 0
	}
	n, _ := strconv.ParseUint(found[1], 10, 32)
	return store.GameNumber(n)
}

// A Scope is what an export is of.
type Scope string

// One game, the player's games, all that is known of the player, or games of another player.
const (
	OneGame  Scope = ""
	OfPlayer Scope = "player"
	AllGames Scope = "all"
	AllOfMe  Scope = "me"
)

// ScopeOf gives what a command wants exported.
func ScopeOf(c parser.Command) Scope {
	switch {
	case len(c.Args) == 0, strings.HasPrefix(c.Args[0], "#"):
		return OneGame
	case c.Args[0] == string(AllGames), c.Args[0] == string(AllOfMe):
		return Scope(c.Args[0])
	}
	return OfPlayer
}

// formerVerbs are the names that commands have had, for requests that were stored
// under them.
var formerVerbs = map[string]string{"unsubscribe": "stop"}

// CommandOf gives the command that was asked for, as if it stood in a line of
// the mail that confirms it.
func CommandOf(r store.Requested, line int) parser.Command {
	args := slices.Clone(r.Args)
	if r.Game != 0 {
		args = append(args, "#"+strconv.Itoa(int(r.Game)))
	}
	return parser.Command{Verb: cmp.Or(formerVerbs[r.Verb], r.Verb), Args: args, Line: line}
}

// challenge takes a number behind a name for a size, "challenge Ana 8", unless somebody is
// called so.
func challenge(about club.About, c parser.Command) club.Order {
	o := challengeOf(about, c.Args)
	last := strings.LastIndexByte(c.Args[0], ' ')
	if last < 0 || slices.Contains(c.Args, "size") {
		return o
	}
	name, size := c.Args[0], c.Args[0][last+1:]
	if _, err := strconv.Atoi(size); err != nil {
		return o
	}
	c.Args = slices.Concat([]string{name[:last], "size", size}, c.Args[1:])
	about.Text = c.String()
	return club.IfCalled{Name: name, Order: o, Else: challengeOf(about, c.Args)}
}

func challengeOf(about club.About, args []string) club.Order {
	if level, is := robotIn(args[0]); is {
		terms, wrong := ParseTerms(args[1:], RobotOptions)
		if wrong != nil {
			return club.Impossible{About: about, Why: wrong}
		}
		return club.ChallengeRobot{About: about, Level: cmp.Or(terms.Level, level), Rated: slices.Contains(args[1:], "rated"), Terms: terms}
	}
	if slices.Contains(args[1:], "level") {
		return club.Impossible{About: about, Why: facts.LevelOfPeople}
	}
	o := club.Challenge{About: about, Whom: args[0]}
	var wrong facts.Reason
	if o.Terms, wrong = ParseTerms(args[1:], ChallengeOptions); wrong != nil {
		return club.Impossible{About: about, Why: wrong}
	}
	if !strings.Contains(o.Whom, "@") {
		return o
	}
	parsed, err := mail.ParseAddress(o.Whom)
	if err != nil {
		return club.Impossible{About: about, Why: facts.NoInvitation{Why: facts.Nobody, Name: o.Whom}}
	}
	o.Address, o.Called = parsed.Address, names.FromAddress(parsed.Address)
	return o
}

// firstLevel is that of a robot whose level nobody says.
const firstLevel = 1

// robotIn says whether a name is that of a robot, and gives its level: "robot", "robot-3", "Robot 3".
func robotIn(name string) (level int, is bool) {
	rest, is := strings.CutPrefix(strings.ToLower(name), "robot")
	if rest = strings.TrimLeft(rest, "- "); !is || rest == "" {
		return firstLevel, is
	}
	level, err := strconv.Atoi(rest)
	return level, err == nil
}

// plain makes an order of which there is no more to say.
func plain[O interface {
	~struct{ club.About }
	club.Order
}](about club.About, _ parser.Command) club.Order {
	return O(struct{ club.About }{about})
}

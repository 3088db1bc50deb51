// Package orders knows what a player can write, and what is meant by it. One table has a row
// for each command, from which help, the "You can" lines and the proof that a command needs
// are taken; Read puts what a mail says into the words of that table: what "yes" means below
// the mail that it answers, what a sentence proposes, what is not clear enough to be done.
//
// It finds no commands in a text, which package parser does, and carries nothing out: what the
// club does is an order made here. Package mailbot reads mails by it, and package letters asks
// what a reader can do.
package orders

import (
	"net/mail"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
)

// The verbs, in the parser's words. ForgetIfs and the others of two words are none of them:
// they are verbs with an argument, see NameOf.
const (
	Move      = "move" // a cell that stands as a command
	Black     = "black"
	Resign    = "resign"
	Abort     = "abort"
	If        = "if" // a line of play
	ForgetIfs = "forget ifs"
	Undo      = "undo"
	Hint      = "hint"
	Allow     = "allow"
	Deny      = "deny"
	Accept    = "accept"
	Decline   = "decline"
	Withdraw  = "withdraw"
	Say       = "say"
	Note      = "note"
	Mute      = "mute"
	Unmute    = "unmute"
	Show      = "show"
	Preview   = "preview"
	History   = "history"
	Analyse   = "analyse"
	Export    = "export"
	Challenge = "challenge"
	Rematch   = "rematch"
	Seek      = "seek"
	Seeks     = "seeks"
	Clocks    = "clocks"
	Limit     = "limit"
	Games     = "games"
	Standings = "standings"
	Profile   = "profile"
	Results   = "results"
	Away      = "away"
	Back      = "back"
	Watch     = "watch"
	Unwatch   = "unwatch"
	Name      = "name"
	Set       = "set"
	Address   = "address"
	Help      = "help"
	Rules     = "rules"
	Learn     = "learn"
	Puzzle    = "puzzle"
	Stop      = "stop" // "unsubscribe" is another word for it
	Never     = "never"
	Forget    = "forget"

	Tournament      = "tournament"
	TournamentJoin  = "tournament join"
	TournamentLeave = "tournament leave"
	TournamentOpen  = "tournament open"
	Ladder          = "ladder"
	LadderJoin      = "ladder join"
	LadderLeave     = "ladder leave"
)

// The answers to a question in a mail of ours.
const (
	Yes = "yes"
	No  = "no"
)

// A Command is what there is to know of a verb, whoever writes it.
type Command struct {
	Verb string
	// Group is where help lists it; empty for what another one explains.
	Group Group
	// Examples are lines as a player may write it, which help shows in the words of
	// the reader's language; see ownExamples for those with words of a player.
	Examples []string
	// Open says that somebody who has not proven to be the player may use it: it changes
	// nothing, and the answer goes to the player.
	Open bool
	// Fresh says that a spent token is no proof for it.
	Fresh bool
	// Clear says beside which lines that were not understood it is not carried out.
	Clear Clearness
	// Bar says where it is not for a player whom the operator has banned.
	Bar Bar
	// Rare keeps it out of the "You can" line, where few would miss it.
	Rare bool
	// Can says whether a player can use it now in a game; it makes the "You
	// can" line. Nil is never: the command is about no game.
	Can club.Fits
	// Order makes an order for the club of it, nil if it can't be read after all. It is nil
	// itself for what the club does not carry out.
	Order func(about club.About, c parser.Command) club.Order
}

// A Clearness says how clear a mail must be for one of its commands.
type Clearness int

const (
	// ClearLine is enough where the command itself is understood.
	ClearLine Clearness = iota
	// ClearPlay wants no other line that was not understood and by which games may be
	// begun and played, for it may be a part of the command, or take it back.
	ClearPlay
	// ClearMail wants all of the mail understood, as the command can't be taken back.
	ClearMail
)

// A Bar says what a banned player may not do. It keeps the player from beginning games, and from
// words to others and from names for others to read, but in games that go on.
type Bar int

const (
	// Free is a command that a banned player may use.
	Free Bar = iota
	// InRunning is one only for games that go on.
	InRunning
	// Barred is one not at all.
	Barred
)

// IsBarred says whether a command is not for a player, in the game that it is about; nil for none.
func (cmd Command) IsBarred(p *store.Player, g *store.Game) bool {
	return !p.Banned.IsZero() && (cmd.Bar == Barred || cmd.Bar == InRunning && g != nil && g.State != store.Playing)
}

// A Group is a line of the short help.
type Group string

// The groups, in the order of the help.
const (
	ToPlay   Group = "play"
	ToBegin  Group = "begin"
	ToLook   Group = "look"
	ToTalk   Group = "talk"
	OfTime   Group = "time"
	AboutYou Group = "you"
)

// Groups has them in that order.
var Groups = []Group{ToPlay, ToBegin, ToLook, ToTalk, OfTime, AboutYou}

// Table has all commands, in the order in which help and the "You can" lines name them.
var Table = []Command{
	{Verb: Move, Group: ToPlay, Examples: []string{"C4", "C4 #42"}, Can: club.OnTurn, Order: play},
	{Verb: Black, Group: ToPlay, Examples: []string{"black"}, Clear: ClearMail, Can: club.CanSayBlack, Order: play},
	{Verb: Resign, Group: ToPlay, Examples: []string{"resign"}, Clear: ClearMail, Can: club.CanResign, Order: play},
	{Verb: Abort, Group: ToPlay, Examples: []string{"abort", "abort #42"}, Clear: ClearMail, Can: club.CanAbort, Order: plain[club.Abort]},
	{
		Verb: If, Group: ToPlay, Examples: []string{"if C4 D5", "if C4 D5, E6 F7", "if any black"},
		Clear: ClearPlay, Can: club.WaitsForMove,
		Order: func(about club.About, c parser.Command) club.Order {
			line, err := game.ParsePlan(besideNumber(c))
			if err != nil {
				return club.Plan{About: about}
			}
			return club.Plan{About: about, Line: &line}
		},
	},
	{Verb: ForgetIfs, Group: ToPlay, Examples: []string{"forget ifs"}, Fresh: true, Can: club.HasPlan, Order: plain[club.DropPlan]},
	{Verb: Undo, Group: ToPlay, Examples: []string{"undo", "undo #42"}, Can: club.CanUndo, Order: plain[club.Undo]},
	{Verb: Hint, Group: ToPlay, Examples: []string{"hint", "hint #42"}, Can: club.CanHint, Order: plain[club.Hint]},
	{Verb: Allow, Group: ToPlay, Examples: []string{"allow"}, Clear: ClearMail, Can: club.AskedToUndo, Order: plain[club.Allow]},
	{Verb: Deny, Group: ToPlay, Examples: []string{"deny"}, Can: club.AskedToUndo, Order: plain[club.Deny]},
	{Verb: Accept, Group: ToBegin, Bar: Barred, Examples: []string{"accept", "accept #42"}, Clear: ClearPlay, Can: club.CanAccept, Order: plain[club.Accept]},
	{Verb: Decline, Group: ToBegin, Examples: []string{"decline", "decline #42"}, Can: club.CanAccept, Order: plain[club.Decline]},
	{Verb: Withdraw, Group: ToBegin, Examples: []string{"withdraw", "withdraw #42"}, Clear: ClearPlay, Can: club.CanWithdraw, Order: plain[club.Withdraw]},
	{
		Verb: Say, Group: ToTalk, Bar: InRunning, Examples: []string{"say Bravo"}, Can: club.CanSay,
		Order: func(about club.About, c parser.Command) club.Order {
			words := safe.Text(c.Args[0])
			if words == "" { // of characters that nobody sees
				return club.Impossible{About: about, Why: facts.NothingSaid}
			}
			return club.Say{About: about, Words: words}
		},
	},
	{
		Verb: Note, Group: ToTalk, Examples: []string{"note: D6 next", "#42 note: D6 next"}, Can: club.HasStarted,
		Fresh: true, // what somebody else has written must not look like the own note
		Order: func(about club.About, c parser.Command) club.Order {
			words := safe.Text(c.Args[0])
			if words == "" {
				return club.Impossible{About: about, Why: facts.NothingNoted}
			}
			return club.NoteDown{About: about, Words: words}
		},
	},
	{Verb: Mute, Group: ToTalk, Examples: []string{"mute", "mute Bo", "mute #42"}, Order: mute},
	{Verb: Unmute, Group: ToTalk, Examples: []string{"unmute Bo"}, Order: mute},
	{Verb: Show, Group: ToLook, Examples: []string{"show", "show #42", "show #42 at 12"}, Open: true, Can: club.HasStarted},
	{Verb: Preview, Group: ToLook, Examples: []string{"preview C4 D5 E6"}, Open: true, Can: club.WhilePlaying},
	{Verb: History, Group: ToLook, Examples: []string{"history", "history #42"}, Open: true, Can: club.HasStarted},
	{Verb: Analyse, Group: ToLook, Examples: []string{"analyse", "analyse #42"}, Can: club.IsFinished, Order: plain[club.Analyse]},
	{
		Verb: Export, Group: ToLook, Examples: []string{"export", "export #42", "export all", "export Ana", "export me"},
		Fresh: true, Rare: true, Can: club.HasStarted,
	},
	{
		Verb: Challenge, Group: ToBegin, Bar: Barred, Examples: []string{"challenge ana@example.org", "challenge Ana size 8 first pace 3d", "challenge Ana friendly match"},
		Fresh: true, Clear: ClearPlay, Can: club.CanChallengeAgain, Order: challenge,
	},
	{
		Verb: Rematch, Group: ToBegin, Bar: Barred, Examples: []string{"rematch", "rematch #42", "rematch level 3"}, Fresh: true, Clear: ClearPlay, Can: club.IsFinished,
		Order: func(about club.About, c parser.Command) club.Order {
			terms, wrong := ParseTerms(besideNumber(c), RematchOptions)
			if wrong != nil {
				return club.Impossible{About: about, Why: wrong}
			}
			return club.Rematch{About: about, Level: terms.Level}
		},
	},
	{
		Verb: Seek, Group: ToBegin, Bar: Barred, Examples: []string{"seek", "seek size 8 pace 3d count 2"}, Clear: ClearPlay,
		Order: func(about club.About, c parser.Command) club.Order {
			terms, wrong := ParseTerms(c.Args, SeekOptions)
			if wrong != nil {
				return club.Impossible{About: about, Why: wrong}
			}
			return club.Seek{About: about, Terms: terms}
		},
	},
	{Verb: Seeks, Group: ToBegin, Examples: []string{"seeks"}, Open: true},
	{Verb: Tournament, Group: ToBegin, Examples: []string{"tournament", "tournament 5"}, Open: true},
	{
		Verb: TournamentJoin, Bar: Barred, Examples: []string{"tournament join"}, Clear: ClearPlay,
		Order: func(about club.About, c parser.Command) club.Order {
			return club.Enter{About: about, Number: TournamentIn(c)}
		},
	},
	{
		Verb: TournamentLeave, Examples: []string{"tournament leave", "tournament leave 5"}, Clear: ClearMail,
		Order: func(about club.About, c parser.Command) club.Order {
			return club.Leave{About: about, Number: TournamentIn(c)}
		},
	},
	{Verb: Ladder, Group: ToBegin, Examples: []string{"ladder"}, Open: true},
	{Verb: LadderJoin, Bar: Barred, Examples: []string{"ladder join"}, Clear: ClearPlay, Order: plain[club.JoinLadder]},
	{Verb: LadderLeave, Examples: []string{"ladder leave"}, Clear: ClearMail, Order: plain[club.LeaveLadder]},
	{
		Verb: TournamentOpen, Bar: Barred, Examples: []string{"tournament open", "tournament open size 8 group 5 starts 2027-03-01"}, Fresh: true, Clear: ClearPlay,
		Order: func(about club.About, c parser.Command) club.Order {
			terms, wrong := tournamentTerms(c.Args[1:], about.At)
			if wrong != nil {
				return club.Impossible{About: about, Why: wrong}
			}
			return club.OpenTournament{About: about, Terms: terms}
		},
	},
	{
		Verb: Limit, Group: ToBegin, Examples: []string{"limit 3", "limit none"},
		Order: func(about club.About, c parser.Command) club.Order {
			most, _ := strconv.Atoi(c.Args[0]) // of more digits than it has room for, too many
			return club.Limit{About: about, Most: most, None: c.Args[0] == "none"}
		},
	},
	{Verb: Games, Group: ToLook, Examples: []string{"games", "games Ana", "games all"}, Open: true},
	{Verb: Clocks, Group: ToLook, Examples: []string{"clocks"}, Open: true},
	{Verb: Standings, Group: ToLook, Examples: []string{"standings"}, Open: true},
	{Verb: Profile, Group: ToLook, Examples: []string{"profile Ana", "profile"}, Open: true},
	{Verb: Results, Group: ToLook, Examples: []string{"results", "results Ana"}, Open: true},
	{
		Verb: Away, Group: OfTime, Examples: []string{"away 2026-12-20 to 2027-01-06", "away until monday", "away 10d"},
		Order: func(about club.About, c parser.Command) club.Order {
			span, wrong := readAway(c.Args, about.At)
			if wrong != nil {
				return club.Impossible{About: about, Why: wrong}
			}
			return club.Away{About: about, Span: span}
		},
	},
	{Verb: Back, Group: OfTime, Examples: []string{"back"}, Order: plain[club.Back]},
	{Verb: Watch, Group: ToLook, Bar: Barred, Examples: []string{"watch #42"}, Order: plain[club.Watch]},
	{Verb: Unwatch, Group: ToLook, Examples: []string{"unwatch #42"}, Order: plain[club.Unwatch]},
	{
		Verb: Name, Group: AboutYou, Bar: Barred, Examples: []string{"name Ana"},
		Order: func(about club.About, c parser.Command) club.Order {
			wanted := strings.Join(c.Args, " ")
			name, wrong := names.Clean(wanted)
			if wrong != "" {
				return club.Impossible{About: about, Why: facts.BadName{Wanted: wanted, Fault: string(wrong)}}
			}
			return club.Rename{About: about, Name: name}
		},
	},
	{
		Verb: Set, Group: AboutYou,
		Examples: []string{"set", "set language fr", "set zone Europe/Madrid", "set weekends off", "set reminders off", "set mails daily", "set confirmations off", "set net off", "set news off", "set web on", "set puzzle weekly"},
		Order: func(about club.About, c parser.Command) club.Order {
			if len(c.Args) == 0 {
				return club.Set{About: about}
			}
			if _, ok := club.FindSetting(c.Args[0]); !ok { // the parser knows more than there are
				return nil
			}
			return club.Set{About: about, Key: c.Args[0], Value: c.Args[1]}
		},
	},
	{
		Verb: Address, Group: AboutYou, Bar: Barred, Examples: []string{"address add ana@example.net", "address drop ana@example.org"},
		Fresh: true,
		Order: func(about club.About, c parser.Command) club.Order {
			parsed, err := mail.ParseAddress(c.Args[1])
			written := safe.Line(c.Args[1], 80)
			if err != nil {
				return club.Impossible{About: about, Why: facts.NoAddress{Why: facts.NobodysAddress, Address: written}}
			}
			return club.ChangeAddress{About: about, Address: parsed.Address, Written: written, Drop: c.Args[0] == "drop"}
		},
	},
	{Verb: Help, Group: ToLook, Examples: []string{"help", "help challenge"}, Open: true, Can: func(*store.Game, game.Seat) bool { return true }},
	{Verb: Rules, Group: ToLook, Examples: []string{"rules"}, Open: true, Can: club.CanAccept},
	{Verb: Learn, Group: ToLook, Examples: []string{"learn", "learn 4"}, Open: true},
	{Verb: Puzzle, Group: ToLook, Examples: []string{"puzzle", "puzzle 7"}, Open: true},
	{Verb: Stop, Group: AboutYou, Examples: []string{"stop"}, Order: plain[club.Stop]},
	{Verb: Never, Group: AboutYou, Examples: []string{"never"}, Can: club.CanAccept, Order: plain[club.Never]},
	{
		Verb: Forget, Group: AboutYou, Examples: []string{"forget me"}, Clear: ClearMail,
		Order: func(about club.About, c parser.Command) club.Order {
			return club.Forget{About: about, Sure: slices.Equal(c.Args, ForgetForGood)}
		},
	},
}

// besideNumber is what stands behind a command, but for the game that it names.
func besideNumber(c parser.Command) []string {
	return slices.DeleteFunc(slices.Clone(c.Args), func(w string) bool { return strings.HasPrefix(w, "#") })
}

// LookUp gives the row of a verb.
func LookUp(verb string) (Command, bool) {
	i := slices.IndexFunc(Table, func(c Command) bool { return c.Verb == verb })
	if i < 0 {
		return Command{}, false
	}
	return Table[i], true
}

// Of gives the row of a command as it is read.
func Of(c parser.Command) (Command, bool) { return LookUp(NameOf(c)) }

// Choices lists what a player can do now in a game.
func Choices(g *store.Game, seat game.Seat) (can []string) {
	for _, c := range Table {
		if c.Can != nil && !c.Rare && c.Can(g, seat) {
			can = append(can, c.Verb)
		}
	}
	return can
}

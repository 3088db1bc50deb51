package samples

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/templates"
)

// A maker makes views as package mailbot does, of games on boards of its size.
type maker struct{ size int }

// Records of games that are over. They are won on boards of size 4.
const (
	whiteWins = "size=4 black A3 A4 B3 B5 C4 C6 D4 D7 E5 E7 F5 F7 G6"
	blackWins = "size=4 black B2 A1 E6 A2 D3 A3 C3 B5 E4 C6 D5 D7 E5 E7 F4 F7 F6 G7 F3 A4"
	loserLine = "size=4 black B2 A1 B3 B1 C3 C1 E3 D1 F4 E2 E6 F3 F5 G4"
)

const first, second, nobody = game.First, game.Second, game.NoSeat

// choices are what most players can do on their turn; game leaves "black" out where
// it is too late for that.
var choices = []string{"move", "black", "abort", "say", "show", "history", "help"}

// afterwards is what both players can do in a game that is over.
var afterwards = []string{"say", "note", "show", "history", "challenge", "rematch", "help"}

var (
	noon      = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	morning   = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	madrid    = time.FixedZone("Europe/Madrid", 60*60)
	said      = []templates.Notice{{Code: templates.NoticeSaid, Name: "Bo"}}
	gameFiles = []string{"unlur-42.sgf", "unlur-42.json"}
	allFiles  = []string{"unlur-games.sgf", "unlur-games.jsonl"}
)

// read gives the game of a record, which may begin with a size of its own; what is
// not possible in the maker's size is played in the usual one.
func (m maker) read(record string) *game.Game {
	g, err := game.ParseRecord(record, m.size)
	if err != nil {
		g, err = game.ParseRecord(record, game.DefaultSize)
	}
	if err != nil {
		panic(fmt.Sprintf("samples: %s: %v", record, err)) // the tests make all of them
	}
	return g
}

// lineWin is a game in which White walks down the middle of the board and wins.
func (m maker) lineWin() string {
	record := "black"
	for row := range 2*m.size - 1 {
		_, last, _ := game.RowColumns(m.size, row)
		record += fmt.Sprintf(" %c%d", 'A'+row, m.size/2+row/2+1)
		if row < 2*m.size-2 {
			record += fmt.Sprintf(" %c%d", 'A'+row, last)
		}
	}
	return record
}

// game shows a record to one of its players.
func (m maker) game(record string, seat game.Seat, can ...string) *templates.Game {
	g := m.read(record)
	p := g.Position()
	can = slices.DeleteFunc(slices.Clone(can), func(verb string) bool {
		return verb == "black" && p.Phase() != game.Contract || verb == "move" && p.Winner() != game.NoSeat
	})
	v := &templates.Game{
		Number: 42, Title: "Ana - Bo", Size: p.Size(), Seat: seat, Color: p.Color(seat), Board: templates.Draw(p), Course: templates.CourseOf(&p),
		Terms: templates.Terms{Challenger: seat == first}, Own: templates.Own{Choices: can, Example: "E5"},
	}
	if slices.Contains(can, "move") {
		v.Board = v.Board.Playable("")
	}
	if events := g.Events(); len(events) > 0 {
		v.Last = &events[len(events)-1]
		v.Moves = strings.Fields(g.Record())[1:][:v.Ply] // a resignation stands in no mail
	}
	return v
}

// moment shows, of the game that a record begins, the position after some of its
// moves and some more that are only tried; without those the game is the whole
// record.
func (m maker) moment(to func(*templates.Game, ...templates.Notice) *templates.View, record string, ply, tried int, seat game.Seat) *templates.View {
	then := m.read(record)
	words := then.Moves()
	size := fmt.Sprintf("size=%d ", then.Size())
	g := m.game(size+strings.Join(words, " "), seat)
	if tried > 0 {
		g = m.game(size+strings.Join(words[:ply], " "), seat)
	}
	if g.Choices = []string{"say"}; g.ToMove == seat {
		g.Choices = []string{"move", "say"}
	}
	shown := m.game(size+strings.Join(words[:ply+tried], " "), seat)
	g.Board, g.Color = shown.Board, shown.Color
	var moves []templates.PlayedMove
	for i, word := range words[:ply+tried] {
		by := then.Events()[i].Seat
		moves = append(moves, templates.PlayedMove{Ply: i + 1, Move: word, ByYou: by == seat, Name: nameOf(by)})
	}
	if tried > 0 {
		return saying(to(g), &templates.Tries{Moves: moves[ply:], You: seat, Winner: shown.Winner, Reason: shown.Reason, ToMove: shown.ToMove})
	}
	moment := &templates.Moment{Ply: ply}
	if ply > 0 {
		moment.Last = &moves[ply-1]
	}
	return saying(to(g), &templates.Shown{Moment: moment})
}

func nameOf(s game.Seat) string {
	if s == first {
		return "Ana"
	}
	return "Bo"
}

// waiting is a challenge as Ana sees it, who made it, asked as Bo does, and seeking
// an offer of Ana's to everybody, of which some games were taken and others are wanted.
func (m maker) waiting() *templates.Game {
	g := m.asked("withdraw", "say", "help")
	g.Challenger, g.Seats = true, "first"
	return g
}

func (m maker) asked(can ...string) *templates.Game {
	if len(can) == 0 {
		can = []string{"accept", "decline", "never", "help", "rules"}
	}
	return &templates.Game{
		Number: 42, Title: "Ana - Bo", Size: m.size, Course: templates.Course{Waiting: true}, Own: templates.Own{Choices: can},
		Terms: templates.Terms{Pace: templates.PaceOf(game.DefaultPace()), Rated: true, Days: 14},
	}
}

func (m maker) seeking(taken, wanted int) *templates.Game {
	g := m.asked("withdraw", "help")
	g.Title, g.Challenger, g.Taken, g.Wanted = "Ana", true, taken, wanted
	return g
}

// toldInUTC tells the time of a game to somebody who has set no zone.
func toldInUTC(v *templates.View) *templates.View {
	v.Game.Time.Until, v.Game.Time.Zone = v.Game.Time.Until.UTC(), "UTC"
	return v
}

// ana shows a game to Ana, who moves first, bo to Bo, and seen to Carla, who only
// watches. Without a game it is a mail to them about none.
func ana(g *templates.Game, notices ...templates.Notice) *templates.View {
	return &templates.View{You: "Ana", Opponent: "Bo", Game: g, Notices: notices}
}

func bo(g *templates.Game, notices ...templates.Notice) *templates.View {
	return &templates.View{You: "Bo", Opponent: "Ana", Game: g, Notices: notices}
}

func seen(g *templates.Game, black game.Seat, notices ...templates.Notice) *templates.View {
	g.Seat, g.Color, g.Names, g.Black, g.Follows = game.NoSeat, game.NoColor, [2]string{"Ana", "Bo"}, black, true
	return &templates.View{You: "Carla", Game: g, Notices: notices}
}

// inMatch shows one game of a match, with how many the reader and the opponent have won.
func inMatch(g *templates.Game, yours, theirs int, goesOn bool) *templates.Game {
	g.Twin, g.Score = 43, &templates.Score{Yours: yours, Theirs: theirs, GoesOn: goesOn}
	return g
}

// looked is for a reader who does not watch the game.
func looked(v *templates.View) *templates.View {
	v.Game.Follows = false
	return v
}

// called is a mail about no game to somebody else, or without a name to a stranger.
func called(name string, notices ...templates.Notice) *templates.View {
	return &templates.View{You: name, Notices: notices}
}

// saying adds what only mails of a kind say.
func saying(v *templates.View, says templates.Says) *templates.View {
	v.Says = says
	return v
}

// refused tells Ana that nothing was done.
func refused(notices ...templates.Notice) *templates.View {
	return saying(ana(nil, notices...), &templates.Refusal{Nothing: true})
}

// news of a game are a part of a mail of the day; told is the kind of mail that would
// tell them.
func news(told templates.Kind, v *templates.View) *templates.GameNews {
	return &templates.GameNews{View: v, Told: string(told)}
}

func words(v *templates.View, text string) *templates.View {
	v.Words = text
	return v
}

// pictured adds the picture that comes with a mail.
func pictured(v *templates.View) *templates.View {
	v.Envelope.Picture = &templates.Picture{ID: "board@unlurbot", Width: 320, Height: 300}
	return v
}

// filed adds the names of files.
func filed(v *templates.View, names ...string) *templates.View {
	v.Envelope.Files = names
	return v
}

func passed(v *templates.View, text string) *templates.View {
	v.Passed = text
	return v
}

// undone shows a game of which the last event is a take-back.
func undone(g *templates.Game, by game.Seat, moves ...string) *templates.Game {
	g.Last = &game.Event{Seat: by, Move: game.Move{Kind: game.TakeBack}}
	g.TakenBack = moves
	return g
}

// asking shows a game in which the opponent wants to take moves back.
func asking(g *templates.Game, moves ...string) *templates.Game {
	g.TakenBack = moves
	return g
}

// cancelled shows a game that one of the players has called off, or NoSeat's time.
func cancelled(by game.Seat, g *templates.Game) *templates.Game {
	g.Cancelled, g.CalledOff = true, by
	return g
}

// voided shows one that the operator has cancelled.
func voided(g *templates.Game) *templates.Game {
	g = cancelled(nobody, g)
	g.Voided = true
	return g
}

// offered shows a game that has come of an offer, which has a number if it is for several.
func offered(offer int, g *templates.Game) *templates.Game {
	g.Wanted, g.Offer = 1, offer
	return g
}

func noted(g *templates.Game, older int, texts ...string) *templates.Game {
	for i, text := range texts {
		g.Notes = append(g.Notes, templates.Note{Ply: i, Text: text})
	}
	g.OlderNotes = older
	return g
}

// timed gives the player to move some time, and still lets that clock stand still.
func timed(g *templates.Game, left time.Duration) *templates.Game {
	g.Time = &templates.Time{Left: templates.DurationOf(left), Until: time.Date(2026, 11, 29, 14, 0, 0, 0, madrid), Zone: madrid.String(), Other: templates.Duration{Days: 8}}
	return g
}

func still(g *templates.Game) *templates.Game {
	left := g.Time.Until.Sub(g.Time.Until.AddDate(0, 0, -9))
	g.Time.Still = holiday(true).To
	g.Time.Until = g.Time.Still.Add(left)
	return g
}

// caught shows Ana a game in which the time was up, and Ana is away now.
func caught(g *templates.Game) *templates.View {
	until := g.Time.Until
	span := templates.Span{From: until.AddDate(0, 0, -7), To: until, Zone: g.Time.Zone, Begun: true}
	return ana(g, templates.Notice{Code: templates.NoticeCaught, Number: 38, Span: span})
}

// holiday is a time for which somebody is away.
func holiday(begun bool) templates.Span {
	return templates.Span{
		From: time.Date(2026, 12, 20, 0, 0, 0, 0, madrid), To: time.Date(2027, 1, 7, 0, 0, 0, 0, madrid), Zone: madrid.String(), Begun: begun,
	}
}

// hours is one that begins in an afternoon.
func hours(begun bool) templates.Span {
	s := holiday(begun)
	s.From, s.To = s.From.Add(14*time.Hour), s.To.Add(9*time.Hour)
	return s
}

// atOnce shows Ana a game in which one mail has brought about all moves but the
// first ones, see templates.Game.AtOnce; by is who wrote it.
func atOnce(g *templates.Game, by string, from int, notices ...templates.Notice) *templates.View {
	for i, m := range g.Moves[from:] {
		mine := (i%2 == 0) == (by == "you")
		name := "Bo"
		if mine {
			name = "Ana"
		}
		g.AtOnce = append(g.AtOnce, templates.PlayedMove{Ply: from + i + 1, Move: m, ByYou: mine, Name: name})
	}
	return ana(g, notices...)
}

func planned(v *templates.View) *templates.View {
	v.Game.Plan = []templates.PlanStep{
		{If: "C4", Then: "D5"}, {Depth: 1, If: "E6", Then: "F7"}, {Depth: 2, Any: true, Alone: true, Then: "K11"},
		{Depth: 1, If: "G7", Then: "F7"}, {If: "black", Then: "E5"}, {Any: true, Then: "black"},
	}
	return v
}

func topic(verb string, examples ...string) templates.Topic {
	return templates.Topic{Verb: verb, Examples: examples}
}

// newcomer makes the reader of a mail one who has hardly played.
func newcomer(v *templates.View) *templates.View {
	v.Newcomer = true
	return v
}

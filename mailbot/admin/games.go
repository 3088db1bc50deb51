package admin

import (
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/store"
	"unlurbot/store/acts"
)

// A Party is one side of a game.
type Party struct {
	ID     store.PlayerID `json:"id"` // 0 for nobody yet
	Name   string         `json:"name,omitempty"`
	Called string         `json:"log,omitempty"` // as the log calls the address
}

// A GameLine is one game or challenge in a list.
type GameLine struct {
	Number  store.GameNumber `json:"number"`
	State   store.State      `json:"state"`
	Size    int              `json:"size"`
	Players [2]Party         `json:"players"` // First, Second
	Moves   int              `json:"moves"`   // that stand
	ToMove  store.PlayerID   `json:"to_move,omitempty"`
	Winner  store.PlayerID   `json:"winner,omitempty"`
	Reason  string           `json:"reason,omitempty"` // how it was won
	Created time.Time        `json:"created"`
	Ended   time.Time        `json:"ended,omitzero"`
	Until   time.Time        `json:"until,omitzero"` // the deadline of the move, or of the answer to a challenge
}

// A GamePage is all that an operator is told of one game.
type GamePage struct {
	GameLine
	Title    string     `json:"title"`
	Started  time.Time  `json:"started,omitzero"`
	Pace     string     `json:"pace,omitempty"`
	Left     [2]float64 `json:"left_seconds,omitzero"` // of First and Second
	Rated    bool       `json:"rated"`
	Private  bool       `json:"private"`
	Watchers int        `json:"watchers"`
	Rings    time.Time  `json:"rings,omitzero"` // when the clock is looked at next
	Reminded int        `json:"reminded"`       // reminders of this turn
	Undo     bool       `json:"undo_asked"`
	Events   []Event    `json:"events"`
	Mails    []Mail     `json:"mails"`          // about it, that have not left
	Acts     []acts.Act `json:"acts,omitempty"` // of the operator, the latest first
}

// An Event is one of a game.
type Event struct {
	At     time.Time      `json:"at"`
	Player store.PlayerID `json:"player"`
	Move   string         `json:"move"`
}

// mostListed is how many games an answer has at most; lists that long need --player or --open.
const (
	mostListed    = 1000
	defaultListed = 100
)

// games lists the newest games first: of a player, or those that go on, or all.
func games(r reading, asked url.Values) (any, error) {
	most := defaultListed
	if given := asked.Get("last"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 || n > mostListed {
			return nil, fmt.Errorf("the number of games is from 1 to %d", mostListed)
		}
		most = n
	}
	open := asked.Get("open") != ""
	var list iter.Seq2[*store.Game, error]
	switch who := asked.Get("player"); {
	case who != "":
		p, err := r.player(who)
		if err != nil {
			return nil, err
		}
		list = r.u.Tx.LastGamesOf(p.ID)
	case open:
		list = r.u.Tx.LastOpenGames()
	default:
		list = r.u.Tx.LastGames()
	}
	lines := []GameLine{}
	for g, err := range list {
		if err != nil {
			return nil, err
		}
		if len(lines) == most {
			break
		}
		if open && !g.IsOpen() {
			continue
		}
		line, err := r.line(g)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func (r reading) line(g *store.Game) (GameLine, error) {
	line := GameLine{
		Number: g.Number, State: g.State, Size: g.Size, Moves: g.Course.Ply, Created: g.Created, Ended: g.Ended, Until: g.Lapses,
	}
	for i, id := range g.Players {
		line.Players[i] = Party{ID: id, Name: g.Called}
		if id == store.NoPlayer {
			continue
		}
		p, err := r.u.Player(id)
		if err != nil {
			return line, err
		}
		line.Players[i].Name = p.Name
		if p.Forgotten.IsZero() {
			line.Players[i].Called = r.who.Of(p.Address)
		}
	}
	if s := g.Course.Winner; s != game.NoSeat {
		line.Winner, line.Reason = g.Player(s), g.Course.Reason.String()
	}
	if g.State != store.Playing {
		return line, nil
	}
	line.ToMove, line.Until = g.Player(g.Course.ToMove), time.Time{}
	if g.Pace.None() {
		return line, nil
	}
	cal, err := clocks.CalendarToMove(r.u, g)
	line.Until = g.Clock.Deadline(g.Pace, g.Course.ToMove, cal)
	return line, err
}

func gamePage(r reading, asked url.Values) (any, error) { return gameOf(r, asked) }

// gamePage tells all of one game.
func (r reading) gamePage(g *store.Game) (page GamePage, err error) {
	page = GamePage{
		Title: g.Title, Started: g.Started, Rated: g.Rated, Private: g.Private, Watchers: len(g.Watchers),
		Reminded: g.Reminded, Undo: g.UndoAsked != game.NoSeat, Events: []Event{},
	}
	if page.GameLine, err = r.line(g); err != nil {
		return page, err
	}
	for _, e := range g.Events {
		page.Events = append(page.Events, Event{e.At, g.Player(e.Seat), e.Move.String()})
	}
	if g.State == store.Playing && !g.Pace.None() {
		cal, err := clocks.CalendarToMove(r.u, g)
		if err != nil {
			return page, err
		}
		page.Pace, page.Rings = g.Pace.String(), g.Rings
		for i, s := range []game.Seat{game.First, game.Second} {
			page.Left[i] = g.Clock.LeftAt(g.Pace, s, g.Course.ToMove, cal, r.u.Now).Seconds()
		}
	}
	page.Mails = r.unsent(func(m Mail) bool { return m.Game == g.Number })
	for a, err := range r.u.Tx.Acts() {
		if err != nil {
			return page, err
		}
		if a.Game == uint32(g.Number) {
			page.Acts = append(page.Acts, *a)
		}
	}
	return page, nil
}

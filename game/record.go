package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Record writes the game as one line that ParseRecord reads back:
//
//	size=6 C4 E6 black F6 resign
//
// A resignation or a forfeit out of turn is written with its seat: resign=first,
// resign=second. The times of the moves are not part of it.
func (g *Game) Record() string {
	size := fmt.Sprintf("size=%d", g.Size())
	return strings.Join(append([]string{size}, g.Moves()...), " ")
}

// Moves lists the moves that stand in the words of a record.
func (g *Game) Moves() []string {
	words := make([]string, len(g.Line()))
	toMove := First
	for i, e := range g.Line() {
		words[i] = e.Move.String()
		if e.Seat != toMove {
			words[i] += "=" + e.Seat.String()
		}
		toMove = e.Seat.Other() // seats alternate through both phases
	}
	return words
}

// ParseRecord replays a game record: moves separated by white space or
// commas, "#" comments to the end of the line, an optional size=N in front
// (size is used where it is missing), and optional move numbers ("1 C4 2 E6",
// "1. C4"). A cell may be written with a blank ("C 4"). The moves belong to
// the seats in turn and have no times. A mail that has a record in it is read
// from its line "Moves:" to the next empty one.
//
// On an *Error the game holds all moves before the one that Error.Ply counts.
func ParseRecord(text string, size int) (*Game, error) {
	words := recordWords(movesOfMail(text))
	if len(words) > 0 && strings.HasPrefix(strings.ToLower(words[0]), "size=") {
		n, err := strconv.Atoi(words[0][len("size="):])
		if err != nil {
			return nil, &Error{Code: BadSize, Token: words[0][len("size="):]}
		}
		size, words = n, words[1:]
	}
	g, err := New(size)
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		ply := len(g.events) + 1
		if strings.TrimSuffix(w, ".") == strconv.Itoa(ply) {
			continue
		}
		if err := g.play(w, time.Time{}); err != nil {
			return g, atPly(err, ply)
		}
	}
	return g, nil
}

// movesOfMail gives the record in a mail of ours, which may be quoted. Any other
// text is left as it is.
func movesOfMail(text string) string {
	if !strings.Contains(text, "Moves:") {
		return text
	}
	var moves strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimRight(line, "\r\n"), "> \t")
		rest, begins := strings.CutPrefix(line, "Moves:")
		switch {
		case inside && line == "":
			return moves.String()
		case !inside && begins:
			inside, line = true, rest
		}
		if inside {
			moves.WriteString(line + "\n")
		}
	}
	if !inside {
		return text
	}
	return moves.String()
}

func recordWords(text string) []string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		kept.WriteString(line)
		kept.WriteByte('\n')
	}
	words := strings.FieldsFunc(kept.String(), func(r rune) bool {
		return r == ',' || r == ' ' || '\t' <= r && r <= '\r'
	})
	joined := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		if len(w) == 1 && !isDigit(w[0]) && i+1 < len(words) && isDigit(words[i+1][0]) {
			i++
			w += words[i]
		}
		joined = append(joined, w)
	}
	return joined
}

// play reads one word of a record and plays it for the seat to move, or for
// the seat that it names.
func (g *Game) play(word string, at time.Time) error {
	word, by, named := strings.Cut(word, "=")
	m, err := ParseMove(word)
	if err != nil || m.Kind.undoes() {
		return &Error{Code: NotAMove, Token: word}
	}
	seat := g.pos.ToMove()
	if named {
		if err := seat.UnmarshalText([]byte(by)); err != nil || m.Kind != Resign && m.Kind != Forfeit || seat == NoSeat {
			return &Error{Code: NotAMove, Token: word + "=" + by}
		}
	}
	e, err := g.Decide(seat, m, at)
	if err != nil {
		return err
	}
	return g.Apply(e)
}

package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The properties of an SGF file (FF[4]) of ours. GM is a number from a list in
// which Unlur is not; so it is one that the list is far from, the year in which
// Unlur was invented, and never 1, which a file without GM would mean, and
// which is Go. A private property says what game it is.
const (
	sgfUnlur   = "UNLUR"   // the version of the properties that follow
	sgfNumber  = "GAME"    // the number of the game where it was played
	sgfFirst   = "FIRST"   // the player who moves first
	sgfSecond  = "SECOND"  // the other one
	sgfStarted = "STARTED" // when the game began
	sgfRated   = "RATED"   // "yes", or absent
	sgfAt      = "AT"      // when a move was made
	sgfEnd     = "END"     // "first resign", "second timeout"
)

const sgfGame = "2001"

// SGF writes the record as an SGF file. B is a black stone and W a white one, so
// before the contract is closed both players put B, in turn; B[black] closes
// it. Who gives up or runs out of time is in END, for that may be before there
// are colours. It fails for a record that the rules refuse.
func (r *Record) SGF() (string, error) {
	played, err := r.Replay()
	if err != nil {
		return "", err
	}
	end := played.Position()
	var b strings.Builder
	put := func(name, value string) {
		if value != "" {
			b.WriteString(name + "[" + sgfEscaper.Replace(value) + "]")
		}
	}
	b.WriteString("(;FF[4]CA[UTF-8]AP[unlurbot:" + strconv.Itoa(recordVersion) + "]GM[" + sgfGame + "]\n")
	put(sgfUnlur, strconv.Itoa(recordVersion))
	put("SZ", strconv.Itoa(r.Size))
	if r.Number > 0 {
		put("GN", fmt.Sprintf("Unlur #%d", r.Number))
		put(sgfNumber, strconv.Itoa(r.Number))
	}
	put(sgfFirst, oneLine(r.Players[0]))
	put(sgfSecond, oneLine(r.Players[1]))
	if black := end.Black(); black != NoSeat {
		put("PB", oneLine(r.Player(black)))
		put("PW", oneLine(r.Player(black.Other())))
	}
	if !r.Started.IsZero() {
		put("DT", r.Started.UTC().Format(time.DateOnly))
		put(sgfStarted, r.Started.UTC().Format(time.RFC3339Nano))
	}
	put("OT", oneLine(r.Pace))
	if r.Rated {
		put(sgfRated, "yes")
	}
	put("RE", sgfResult(&end))
	pos, _ := NewPosition(r.Size)
	for _, e := range r.Events {
		b.WriteString("\n;")
		put(sgfMove(&pos, e))
		if !e.At.IsZero() {
			put(sgfAt, e.At.UTC().Format(time.RFC3339Nano))
		}
		_ = pos.apply(e) // Replay has done the same
	}
	b.WriteString("\n)\n")
	return b.String(), nil
}

// sgfMove gives the property for an event in a position.
func sgfMove(p *Position, e Event) (name, value string) {
	switch {
	case e.Move.Kind.Ends():
		return sgfEnd, e.Seat.String() + " " + e.Move.String()
	case p.Color(p.ToMove()) == White:
		return "W", e.Move.String()
	}
	return "B", e.Move.String()
}

// sgfResult gives the result as FF[4] writes it: that of a game without colours
// has no form there, and is "?". It is empty while the game goes on.
func sgfResult(p *Position) string {
	winner := map[Color]string{Black: "B+", White: "W+"}[p.Color(p.Winner())]
	switch {
	case p.Phase() != Over:
		return ""
	case winner == "":
		return "?"
	case p.Reason() == ByResignation:
		return winner + "R"
	case p.Reason() == ByTimeout:
		return winner + "T"
	case p.Reason() == ByForfeit:
		return winner + "F"
	}
	return winner
}

// sgfEscaper writes what FF[4] calls SimpleText.
var sgfEscaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// oneLine takes out of a text what SimpleText can't hold: line ends and other
// control characters. What is left is the same in SGF and in JSON.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s))
}

package game

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// A Record is a game with all that a file about it says: the events, and who
// played where and when. docs/rules.md describes the files.
type Record struct {
	Number  int       // of the game where it was played; 0 for none
	Size    int       // of the board
	Players [2]string // the names of First and Second; empty where they are not known
	Started time.Time // zero if that is not known
	Pace    string    // how much time there was, in words; empty if that is not known
	Rated   bool
	Events  []Event // without times, if At is zero
}

// Player gives the name of who sits on a seat.
func (r *Record) Player(s Seat) string { return r.Players[s-First] }

// Replay plays the events of the record.
func (r *Record) Replay() (*Game, error) { return Replay(r.Size, r.Events) }

// longestRecords is how many bytes of records are read, which is enough for a
// thousand games in any form.
const longestRecords = 16 << 20

// ReadRecords reads games in any of the forms that they are written in: JSON
// objects if the text begins with a brace, SGF if it begins with a parenthesis,
// and otherwise the moves of one game as ParseRecord reads them. The size is
// for a text that does not say its own.
//
// An *Error of the rules names the ply; the records then are those before it.
func ReadRecords(text string, size int) ([]*Record, error) {
	text = strings.TrimLeft(strings.TrimPrefix(strings.ToValidUTF8(text, "\ufffd"), "\ufeff"), " \t\r\n")
	switch {
	case len(text) > longestRecords:
		return nil, badRecord("it is too long")
	case strings.HasPrefix(text, "{"):
		return readJSONRecords(text, size)
	case strings.HasPrefix(text, "("):
		return readSGF(text)
	}
	played, err := ParseRecord(text, size)
	if err != nil {
		return nil, err
	}
	return []*Record{{Size: played.Size(), Events: played.Events()}}, nil
}

// ReadRecord reads a text that holds exactly one game.
func ReadRecord(text string, size int) (*Record, error) {
	records, err := ReadRecords(text, size)
	switch {
	case err != nil:
		return nil, err
	case len(records) != 1:
		return nil, badRecord("it holds several games")
	}
	return records[0], nil
}

func badRecord(why string) *Error { return &Error{Code: BadRecord, Token: why} }

// contradiction is what a file says of a game, and what its moves give.
func contradiction(said, given string) *Error {
	return &Error{Code: Contradiction, Token: said, Given: given}
}

// recordVersion is the version of both forms, which files name, so that later
// ones can differ and old ones stay readable.
const recordVersion = 1

// A jsonRecord is the JSON object for a game. Its words are those that replay
// prints.
type jsonRecord struct {
	Unlur       int         `json:"unlur"` // recordVersion
	Number      int         `json:"number,omitempty"`
	Size        int         `json:"size"`
	First       string      `json:"first,omitempty"`
	Second      string      `json:"second,omitempty"`
	Started     time.Time   `json:"started,omitzero"`
	Pace        string      `json:"pace,omitempty"`
	Rated       bool        `json:"rated,omitempty"`
	Moves       []string    `json:"moves"`
	Times       []time.Time `json:"times,omitempty"` // of the moves, one for each
	Winner      *Seat       `json:"winner,omitempty"`
	WinnerColor *Color      `json:"winner_color,omitempty"`
	Reason      *Reason     `json:"reason,omitempty"`
}

// MarshalJSON writes the record as one JSON object. It fails for a record that
// the rules refuse.
func (r *Record) MarshalJSON() ([]byte, error) {
	played, err := r.Replay()
	if err != nil {
		return nil, err
	}
	j := jsonRecord{
		Unlur: recordVersion, Number: r.Number, Size: r.Size, First: r.Players[0], Second: r.Players[1],
		Started: r.Started.UTC(), Pace: r.Pace, Rated: r.Rated, Moves: played.Moves(),
	}
	timed := false
	for _, e := range r.Events {
		j.Times = append(j.Times, e.At.UTC())
		timed = timed || !e.At.IsZero()
	}
	if !timed {
		j.Times = nil
	}
	if p := played.Position(); p.Phase() == Over {
		winner, color, reason := p.Winner(), p.Color(p.Winner()), p.Reason()
		j.Winner, j.WinnerColor, j.Reason = &winner, &color, &reason
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote, and what replay prints. What it
// does not know it passes over; what it knows must agree with the moves. If it
// doesn't say the size, that is the one which the record has.
func (r *Record) UnmarshalJSON(b []byte) error {
	j := jsonRecord{Unlur: recordVersion, Size: r.Size}
	if err := json.Unmarshal(b, &j); err != nil {
		return badRecord(err.Error())
	}
	switch {
	case j.Unlur != recordVersion:
		return badRecord("it is of a version that is not known here")
	case j.Moves == nil:
		return badRecord("it has no moves")
	case j.Number < 0 || j.Number > math.MaxInt32:
		return badRecord("its number is none")
	case len(j.Times) > 0 && len(j.Times) != len(j.Moves):
		return badRecord("it does not have a time for each move")
	case slices.ContainsFunc(append(j.Times, j.Started), isAbsurd):
		return badRecord("a time in it is none")
	}
	played, err := New(j.Size)
	if err != nil {
		return err
	}
	for i, word := range j.Moves {
		at := time.Time{}
		if len(j.Times) > 0 {
			at = j.Times[i].UTC()
		}
		if err := played.play(word, at); err != nil {
			return atPly(err, i+1)
		}
	}
	*r = Record{
		Number: j.Number, Size: j.Size, Players: [2]string{oneLine(j.First), oneLine(j.Second)}, Started: j.Started.UTC(),
		Pace: oneLine(j.Pace), Rated: j.Rated, Events: played.Events(),
	}
	return j.agrees(played.Position())
}

// isAbsurd says whether a time can't be written in both forms.
func isAbsurd(t time.Time) bool { return t.UTC().Year() < 1 || t.UTC().Year() > 9999 }

// agrees says whether the object says the same of the end as its moves.
func (j *jsonRecord) agrees(p Position) error {
	switch {
	case j.Winner != nil && *j.Winner != p.Winner():
		return contradiction("winner "+j.Winner.String(), p.Winner().String())
	case j.WinnerColor != nil && *j.WinnerColor != p.Color(p.Winner()):
		return contradiction("winner_color "+j.WinnerColor.String(), p.Color(p.Winner()).String())
	case j.Reason != nil && *j.Reason != p.Reason():
		return contradiction("reason "+j.Reason.String(), p.Reason().String())
	}
	return nil
}

func readJSONRecords(text string, size int) (records []*Record, err error) {
	objects := json.NewDecoder(strings.NewReader(text))
	for {
		r := &Record{Size: size}
		err := objects.Decode(r)
		switch _, ours := errors.AsType[*Error](err); {
		case errors.Is(err, io.EOF):
			return records, nil
		case ours:
			return records, err
		case err != nil:
			return records, badRecord(err.Error())
		}
		records = append(records, r)
	}
}

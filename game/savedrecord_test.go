package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawRecord draws a game of any size that may have been left anywhere, given
// up by either player or lost on time, with names that nobody has.
func drawRecord(t *rapid.T) *Record {
	var moves []Move
	var size int
	drawGame(t, func(before Position, m Move, _ Position) {
		moves, size = append(moves, m), before.Size()
	})
	kept := rapid.IntRange(0, len(moves)).Draw(t, "moves kept")
	began := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	timed := rapid.Bool().Draw(t, "timed")
	name := rapid.StringN(0, 30, -1)
	r := &Record{
		Number: rapid.IntRange(0, 1<<31-1).Draw(t, "number"), Size: size,
		Players: [2]string{oneLine(name.Draw(t, "first")), oneLine(name.Draw(t, "second"))},
		Pace:    rapid.SampledFrom([]string{"", "3d", "10d+1d max 20d"}).Draw(t, "pace"),
		Rated:   rapid.Bool().Draw(t, "rated"),
	}
	g, err := New(size)
	if err != nil {
		t.Fatal(err)
	}
	if timed {
		r.Started = began
	}
	play := func(seat Seat, m Move) {
		e := Event{Seat: seat, Move: m}
		if timed {
			e.At = began.Add(time.Duration(len(r.Events)) * time.Hour)
		}
		if err := g.Apply(e); err != nil {
			t.Fatal(err)
		}
		r.Events = append(r.Events, e)
	}
	for _, m := range moves[:kept] {
		play(g.pos.ToMove(), m)
	}
	if g.pos.Phase() != Over {
		switch rapid.IntRange(0, 3).Draw(t, "end") {
		case 0:
			play(First, Move{Kind: Resign})
		case 1:
			play(Second, Move{Kind: Resign})
		case 2:
			play(g.pos.ToMove(), Move{Kind: RunOutOfTime})
		}
	}
	return r
}

// What is written in either form is read as the same game, and says the same of
// it.
func TestRecordsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		sgf, err := r.SGF()
		if err != nil {
			t.Fatal(err)
		}
		object, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string]string{"SGF": sgf, "JSON": string(object)} {
			got, err := ReadRecord(text, DefaultSize)
			if err != nil {
				t.Fatalf("%s: %v\n%s", form, err, text)
			}
			if diff := cmp.Diff(r, got); diff != "" {
				t.Fatalf("%s (-want +got):\n%s\n%s", form, diff, text)
			}
		}
		played, err := r.Replay()
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadRecord(played.Record(), DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		again, err := got.Replay()
		if err != nil || played.Position() != again.Position() {
			t.Fatalf("text: another position, %v:\n%s", err, played.Record())
		}
	})
}

// Several games in one file are read in their order.
func TestRecordsOfSeveralGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Custom(drawRecord), 1, 4).Draw(t, "records")
		var collection, lines strings.Builder
		for _, r := range want {
			sgf, err := r.SGF()
			if err != nil {
				t.Fatal(err)
			}
			collection.WriteString(sgf)
			if err := json.NewEncoder(&lines).Encode(r); err != nil {
				t.Fatal(err)
			}
		}
		for _, text := range []string{collection.String(), lines.String()} {
			got, err := ReadRecords(text, DefaultSize)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Fatalf("%v (-want +got):\n%s", err, diff)
			}
		}
	})
}

// A record in a mail is read from there, quoted or not.
func TestRecordInMail(t *testing.T) {
	const mail = `●○ The record of game #42; the odd moves are Bo's.

  Moves: 1 C4  2 E6  3 black  4 F6  5 D7  6 E7  7 C5
  8 D4  9 black

You can: show.
`
	const want = "size=6 C4 E6 black F6 D7 E7 C5 D4"
	quoted := "> " + strings.ReplaceAll(mail, "\n", "\n> ")
	for _, text := range []string{mail, quoted, strings.ReplaceAll(mail, "\n", "\r\n"), "Moves: 1 C4  2 E6\n3 black 4 F6 5 D7 6 E7 7 C5 8 D4"} {
		g, err := ParseRecord(strings.Replace(text, "  9 black", "", 1), DefaultSize)
		if err != nil || g.Record() != want {
			t.Errorf("%q is %v, %v", text, g.Record(), err)
		}
	}
	if _, err := ParseRecord(mail, DefaultSize); !hasCode(err, NoPassing) {
		t.Errorf("the last line was not read: %v", err)
	}
}

func TestSGFGolden(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 12, minute, 0, 0, time.UTC) }
	g, err := ParseRecord("size=6 C4 black D7 resign=first", DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	events := slices.Clone(g.Events())
	for i := range events {
		events[i].At = at(i + 1)
	}
	r := &Record{Number: 42, Size: 6, Players: [2]string{`Ana ]\`, "Bo\nB[A1]"}, Started: at(0), Pace: "3d", Rated: true, Events: events}
	got, err := r.SGF()
	if err != nil {
		t.Fatal(err)
	}
	const want = `(;FF[4]CA[UTF-8]AP[unlurbot:1]GM[2001]
UNLUR[1]SZ[6]GN[Unlur #42]GAME[42]FIRST[Ana \]\\]SECOND[Bo B[A1\]]PB[Bo B[A1\]]PW[Ana \]\\]DT[2026-11-20]STARTED[2026-11-20T12:00:00Z]OT[3d]RATED[yes]RE[B+R]
;B[C4]AT[2026-11-20T12:01:00Z]
;B[black]AT[2026-11-20T12:02:00Z]
;W[D7]AT[2026-11-20T12:03:00Z]
;END[first resign]AT[2026-11-20T12:04:00Z]
)
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("SGF (-want +got):\n%s", diff)
	}
}

// What other programs do to a file of ours is read all the same.
func TestSGFTolerance(t *testing.T) {
	const root = "GM[2001]UNLUR[1]SZ[4]"
	for name, text := range map[string]string{
		"as we write it":         "(;" + root + ";B[C3];B[black];W[D4])",
		"a comment":              "(;FF[4]C[why (;B[A1\\] here?]" + root + ";B[C3]C[good]N[x];B[black];W[D4])",
		"a variation":            "(;" + root + ";B[C3](;B[black];W[D4])(;B[D3])(;B[B2];B[D3]))",
		"blanks everywhere":      "\r\n( ; GM [2001] \n UNLUR [1]\tSZ[4]\n;B\n[C3]\n;B[ black ];W[D4]\n)\n",
		"small letters in names": "(;GaMe[2001]UNLUR[1]SiZe[4];Black[C3];B[black];White[D4])",
		"nodes without a move":   "(;" + root + ";C[x];B[C3];;B[black];W[D4];)",
		"moves in the root":      "(;" + root + "B[C3];B[black];W[D4])",
		"line ends escaped":      "(;" + root + "C[a\\\nb\\\r\nc];B[C\\\n3];B[bl\\ack];W[D4])",
	} {
		r, err := ReadRecord(text, DefaultSize)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if g, err := r.Replay(); err != nil || g.Record() != "size=4 C3 black D4" {
			t.Errorf("%s: %v, %v", name, g.Record(), err)
		}
	}
}

// A JSON object that doesn't say its size is of the one that was asked for.
func TestJSONWithoutSize(t *testing.T) {
	r, err := ReadRecord(`{"moves":["C3","black","D4"]}`, 4)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := r.Replay(); err != nil || g.Record() != "size=4 C3 black D4" {
		t.Errorf("%v, %v", g.Record(), err)
	}
}

func TestBadRecords(t *testing.T) {
	const root = "(;GM[2001]UNLUR[1]SZ[4]"
	for text, want := range map[string]struct {
		code Code
		ply  int
	}{
		"(;GM[1]FF[4]SZ[19];B[pd])":                  {BadRecord, 0},
		"(;FF[4]SZ[4]UNLUR[1];B[C3])":                {BadRecord, 0},
		"(;GM[2001]UNLUR[2]SZ[4])":                   {BadRecord, 0},
		"(;GM[2001]UNLUR[1]SZ[99])":                  {BadSize, 0},
		"(;GM[2001]UNLUR[1])":                        {BadSize, 0},
		"(;GM[2001]UNLUR[1]SZ[four])":                {BadRecord, 0},
		"(;GM[2001]UNLUR[1]SZ[4]SZ[5])":              {BadRecord, 0},
		"(;GM[2001]UNLUR[1]SZ[4]RATED[no])":          {BadRecord, 0},
		"(;GM[2001]UNLUR[1]SZ[4]STARTED[today])":     {BadRecord, 0},
		"(":                                          {BadRecord, 0},
		"()":                                         {BadRecord, 0},
		"(GM[2001])":                                 {BadRecord, 0},
		root:                                         {BadRecord, 0},
		root + ";B[C3)":                              {BadRecord, 0},
		root + ";B[C3\\":                             {BadRecord, 0},
		root + ";B)":                                 {BadRecord, 0},
		root + ";7[C3])":                             {BadRecord, 0},
		root + ";B[C3]) rest":                        {BadRecord, 0},
		root + ";B[C3]W[D4])":                        {BadRecord, 1},
		root + ";B[C3]END[first resign])":            {BadRecord, 1},
		root + ";AB[C3])":                            {BadRecord, 1},
		root + ";B[C3]AT[noon])":                     {BadRecord, 1},
		root + ";B[C3];B[C3])":                       {Occupied, 2},
		root + ";B[tt])":                             {NotAMove, 1},
		root + ";B[])":                               {NotAMove, 1},
		root + ";B[resign])":                         {NotAMove, 1},
		root + ";END[third resign])":                 {NotAMove, 1},
		root + ";END[first C3])":                     {NotAMove, 1},
		root + ";END[second timeout])":               {NotYourTurn, 1},
		root + ";W[C3])":                             {Contradiction, 1},
		root + ";B[black];B[C3])":                    {Contradiction, 2},
		root + "RE[B+R];B[black];END[first resign])": {Contradiction, 0}, // the first one is Black
		root + "RE[W+R];B[black])":                   {Contradiction, 0},
		root + ";END[first resign];B[C3])":           {GameOver, 2},
		"{":                                          {BadRecord, 0},
		"{}":                                         {BadRecord, 0},
		`{"size":4}`:                                 {BadRecord, 0},
		`{"size":4,"moves":"C3"}`:                    {BadRecord, 0},
		`{"size":99,"moves":[]}`:                     {BadSize, 0},
		`{"unlur":2,"size":4,"moves":[]}`:            {BadRecord, 0},
		`{"size":4,"moves":["C3","C3"]}`:             {Occupied, 2},
		`{"size":4,"moves":["C3"],"times":[]} [`:     {BadRecord, 0},
		`{"size":4,"moves":["C3"],"times":["now"]}`:  {BadRecord, 0},
		`{"size":4,"moves":["C3","D3"],"winner":"first"}`:      {Contradiction, 0},
		`{"size":4,"moves":["resign"],"winner":"first"}`:       {Contradiction, 0},
		`{"size":4,"moves":["resign"],"reason":"timeout"}`:     {Contradiction, 0},
		`{"size":4,"moves":["resign"],"winner_color":"black"}`: {Contradiction, 0},
		`{"size":4,"moves":[],"number":-1}`:                    {BadRecord, 0},
	} {
		_, err := ReadRecords(text, DefaultSize)
		if e, ok := errors.AsType[*Error](err); !ok || e.Code != want.code || e.Ply != want.ply {
			t.Errorf("%s: %v, want %v at %d", text, err, want.code, want.ply)
		}
	}
	if _, err := ReadRecords(strings.Repeat(" C4", longestRecords/3+1), DefaultSize); !hasCode(err, BadRecord) {
		t.Errorf("a text without end: %.80v", err)
	}
	if _, err := ReadRecords(strings.Repeat("(;", 1<<20), DefaultSize); !hasCode(err, BadRecord) {
		t.Errorf("parentheses without end: %.80v", err)
	}
}

// FuzzReadRecords reads anything, and what it takes for records it writes in
// such a way that they are read again.
func FuzzReadRecords(f *testing.F) {
	for _, text := range []string{
		"size=4 C3 black D4", "1 C4  2 E6 # why", "  Moves: 1 C4  2 E6\n  3 black\n\nmore",
		"(;GM[2001]UNLUR[1]SZ[4]FIRST[A\\]n]OT[3d]RE[?]C[x](;B[C3]AT[2026-11-20T12:00:00Z];END[first resign])(;B[D3]))",
		`{"unlur":1,"size":4,"first":"Ana","moves":["C3","black","resign=first"],"times":["2026-11-20T12:00:00Z","2026-11-20T12:00:00Z","2026-11-20T12:00:00Z"]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		records, err := ReadRecords(text, DefaultSize)
		if _, ours := errors.AsType[*Error](err); err != nil && !ours {
			t.Fatalf("%T: %v", err, err)
		}
		var written strings.Builder
		for _, r := range records {
			sgf, err := r.SGF()
			if err != nil {
				t.Fatal(err)
			}
			object, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&written, sgf)
			fromJSON, err := ReadRecord(string(object), 0)
			if diff := cmp.Diff(r, fromJSON); diff != "" || err != nil {
				t.Fatalf("%v (-want +got):\n%s", err, diff)
			}
		}
		again, err := ReadRecords("("+strings.TrimPrefix(written.String(), "("), DefaultSize)
		if diff := cmp.Diff(records, again); len(records) > 0 && (diff != "" || err != nil) {
			t.Fatalf("%v (-want +got):\n%s\n%s", err, diff, written.String())
		}
	})
}

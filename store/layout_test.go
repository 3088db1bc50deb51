package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/rating"
	"unlurbot/store/acts"
	"unlurbot/store/kv"
	"unlurbot/store/ladder"
	"unlurbot/store/layout"
	"unlurbot/store/mailkey"
	"unlurbot/store/months"
	"unlurbot/store/page"
	"unlurbot/store/tournament"
)

// fillFile writes what the file in testdata of a new schema is made of: a record of
// each kind, and between them each field that there is.
func fillFile(tx *Tx) error {
	check(fillAll(tx))
	day := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	fay := &Player{
		Address: "fay@example.org", Others: []string{"Fay@example.net"}, Name: "Fay López", Renamed: "Fay Lopez", Language: "ca", Greeted: "es", Active: true, MostGames: 9,
		Zone: "Europe/Madrid", ZoneSeen: "Europe/Paris", ZoneTold: true, FreeWeekends: true, Away: []game.Span{{From: day(1), To: day(9)}}, NoReminders: true, TextOnly: true, Daily: true, NoConfirmations: true, NoNews: true,
		Muted: []PlayerID{1}, Created: noon, Warned: noon, Row: Row{Began: noon, Wish: "0123456789abcdef", Same: 1, Nothing: 1},
		Doubted: Row{Began: noon, Wish: "fedcba9876543210", Same: 2}, Unreachable: noon, UnreachableTold: noon, Missed: []GameNumber{7}, Heard: noon,
	}
	check(tx.AddPlayer(fay))
	gus := &Player{Address: "gus@example.org", Name: "Gus", Active: true, Silent: true, Created: noon}
	check(tx.AddPlayer(gus))
	check(errors.Join(tx.Ban(gus, noon), tx.PutPlayer(gus)))
	check(tx.AddAct(&acts.Act{At: noon, Kind: acts.Ban, Player: uint32(gus.ID), Reason: "Wrote nonsense.", Mailed: true}))
	check(tx.AddAct(&acts.Act{At: noon, Kind: acts.Rename, Player: uint32(gus.ID), Reason: "It was another's.", Before: "Guss", After: "Gus"}))
	pause := &acts.Act{At: noon, Kind: acts.Pause, Reason: "The server moves."}
	check(tx.AddAct(pause))
	check(tx.SetPaused(pause))
	played := func(record string) *game.Game {
		played, err := game.ParseRecord(record, game.DefaultSize)
		check(err)
		return played
	}
	add := func(g *Game, record string) *Game {
		g.Players, g.Challenger, g.Asked, g.Size, g.Created, g.Started = [2]PlayerID{fay.ID, 1}, game.First, game.Second, 6, noon, noon
		g.Title, g.State = "Fay López - Ana", Playing
		check(tx.AddGame(g))
		check(g.Record(played(record), noon))
		check(tx.PutGame(g))
		return g
	}
	g := add(&Game{}, "C4 D5 E6")
	g.Threads = [2]Thread{{Root: "a@example.org", Last: "b@example.org"}, {Root: "c@example.org", Last: "d@example.org"}}
	g.Pace, g.Rated, g.Private, g.Match, g.Twin, g.After = game.DefaultPace(), true, true, true, 8, 3
	g.Clock, g.Rings, g.Reminded, g.TurnMail, g.Reminder, g.Graced = game.StartClock(g.Pace, noon), day(5), 1, 1, 2, true
	g.OutOfOffice, g.UndoAsked, g.Plans = [2]OutOfOffice{Out, OutAndSaid}, game.First, [2]game.Plan{planOf("F5 F6"), {}}
	g.Notes = [2][]Note{{{Ply: 1, Text: "Beware of D6."}}, {{Ply: 2, Text: "Hm."}}}
	g.Shown = [2]Shown{{Turn: 1, Since: noon}, {Turn: 2, Since: noon}}
	check(tx.Watch(g, 2))
	check(tx.PutGame(g))
	check(tx.WakeAt(WakeUp{At: g.Rings, Kind: WakeClock, Number: uint32(g.Number)}))
	offer := &Game{
		Players: [2]PlayerID{fay.ID, NoPlayer}, Challenger: game.First, Size: 6, Created: noon, Lapses: day(14), Title: "Fay López", State: Waiting, Wanted: 3, Taken: 1,
	}
	check(tx.AddGame(offer))
	over := add(&Game{Rated: true, Wanted: 1, Offer: offer.Number}, "C4 D5 resign=first")
	check(addResult(tx, over))
	check(addResult(tx, add(&Game{Private: true}, "C4 D5 resign=first")))
	left := add(&Game{}, "C4")
	check(left.Cancel(game.NoSeat, noon))
	check(addResult(tx, left))
	off := add(&Game{Rated: true}, "C4")
	check(off.Cancel(game.Second, noon))
	check(addResult(tx, off))
	void := add(&Game{}, "C4 D5 E6")
	check(void.Void(noon))
	check(addResult(tx, void))
	check(tx.AddAct(&acts.Act{At: noon, Kind: acts.End, Game: uint32(void.Number), Reason: "They agreed.", After: acts.Cancel}))
	spared := add(&Game{Rated: true}, "C4 D5")
	late, err := spared.Replay()
	check(err)
	check(late.Apply(game.Event{At: noon, Seat: game.First, Move: game.Move{Kind: game.RunOutOfTime}}))
	check(spared.Record(late, noon))
	spared.Spared, fay.TimedOut, fay.NoNet, fay.Nets = true, day(-1), true, []Net{{At: day(2), Games: []GameNumber{g.Number}}}
	check(addResult(tx, spared))
	fay.Lates, fay.Web = []time.Time{day(-9)}, true
	check(tx.PutPlayer(fay))
	for n := 1; rating.Provisional(n); n++ { // until they stand in the table
		check(addResult(tx, add(&Game{Rated: true}, "C4 D5 resign=first")))
	}

	cup := func() *tournament.Tournament {
		c := &tournament.Tournament{State: tournament.Joining, Terms: tournament.Terms{Size: 6, Pace: game.DefaultPace(), Rated: true, Group: 5}, Created: noon}
		for _, id := range []PlayerID{fay.ID, 1} {
			check(c.Join(tournament.Entrant{Player: uint32(id), Joined: noon}))
		}
		check(tx.AddTournament(c))
		return c
	}
	joining := cup()
	check(errors.Join(joining.Join(tournament.Entrant{Player: uint32(gus.ID), Joined: noon}), tx.PutTournament(joining)))
	check(tx.WakeAt(WakeUp{At: day(30), Kind: WakeTournament, Number: uint32(joining.Number)}))
	together := func(c *tournament.Tournament) []tournament.Group {
		return []tournament.Group{{Players: []uint32{uint32(fay.ID), 1}, Games: []uint32{uint32(add(&Game{Tournament: c.Number}, "C4 D5").Number)}}}
	}
	for _, ends := range []bool{false, true} {
		c := cup()
		check(c.Draw(together(c), noon))
		if ends {
			check(errors.Join(c.Exit(tournament.Exit{Player: uint32(fay.ID), At: noon, After: 3, Late: true}), c.Decide(noon)))
		}
		check(tx.PutTournament(c))
	}
	opened := cup()
	opened.Opened, opened.Opener, opened.Title, opened.Starts, opened.PutOff = true, uint32(fay.ID), "spring tournament", day(30), 1
	opened.Asked = day(27)
	opened.Entrants[0].Rating = 1500
	check(tx.PutTournament(opened))
	final := cup()
	final.Opened = true
	check(final.Draw([]tournament.Group{{Players: []uint32{uint32(fay.ID)}}, {Players: []uint32{1}}}, noon))
	check(errors.Join(final.Draw(together(final), noon), tx.PutTournament(final)))
	off2 := cup()
	check(errors.Join(off2.CallOff(noon), tx.PutTournament(off2)))

	for _, done := range []bool{true, false} {
		act := &acts.Act{At: noon, Kind: acts.Announce, After: "0123456789abcdef"}
		check(tx.AddAct(act))
		a := &Announcement{Number: act.Number, At: noon, Hash: act.After, Urgent: true, Text: "The club moves.", Texts: map[string]string{"es": "El club se muda."}}
		check(tx.Announce(a))
		if done {
			a.Next, a.Sent, a.Done, a.Text, a.Texts = a.Last+1, 2, noon, "", nil
			check(tx.PutAnnouncement(a))
		}
	}
	happens := func(e ladder.Event) *ladder.Event {
		e.At = noon
		_, err := tx.AddLadderEvent(&e)
		check(err)
		return &e
	}
	happens(ladder.Event{Kind: ladder.Joined, Player: uint32(gus.ID)})
	happens(ladder.Event{Kind: ladder.Left, Player: uint32(gus.ID)})
	happens(ladder.Event{Kind: ladder.Joined, Player: 1})
	happens(ladder.Event{Kind: ladder.Joined, Player: uint32(fay.ID)})
	for _, record := range []string{"C4 D5 resign=second", "C4 D5"} {
		g := add(&Game{}, record)
		began := happens(ladder.Event{Kind: ladder.Began, Player: uint32(fay.ID), Other: 1, First: true, Game: uint32(g.Number)})
		g.Ladder = &ladder.Course{Began: began.Number}
		if g.State == Finished {
			check(addResult(tx, g))
			g.Ladder.Ended = happens(ladder.Event{Kind: ladder.Ended, Player: uint32(fay.ID), Game: uint32(g.Number)}).Number
			happens(ladder.Event{Kind: ladder.Late, Player: 1, Game: uint32(g.Number)})
			happens(ladder.Event{Kind: ladder.Joined, Player: 1})
		}
		check(tx.PutGame(g))
	}
	check(tx.WakeAt(WakeUp{At: day(1), Kind: WakeLadder}))

	fay.Puzzle, fay.Weekly = 1, day(6)
	check(errors.Join(tx.PutPlayer(fay), tx.WakeAt(WakeUp{At: fay.Weekly, Kind: WakeWeekly, Number: uint32(fay.ID)})))
	check(tx.WakeAt(WakeUp{At: day(1), Kind: WakePuzzles}))
	finished := add(&Game{}, puzzling)
	check(addResult(tx, finished))
	check(tx.SetLookedForPuzzles(finished.Result))
	check(tx.AddPuzzle(puzzleOf(finished)))

	check(tx.MarkSeen(Seen{At: noon, Decision: "played"}, mailkey.Filed(3, 4), mailkey.Author("fay@example.org", "y@example.org")))
	check(tx.MarkSeen(Seen{At: noon, Decision: "held", Doubt: 3, Forms: []string{"person"}, Request: 1}, mailkey.Content("fay@example.org", "y@example.org", "C4", nil)))
	check(tx.AddRequest(&Request{
		Player: fay.ID, Address: "fay@example.com", Commands: []Requested{{Verb: "move", Args: []string{"C4"}, Game: 7, Ply: 3}},
		Note: "Hello!", Language: "fr", Made: noon, Settled: true, Done: true,
	}))
	check(tx.SetAlive(noon))
	check(tx.AddOutage(game.Span{From: day(-2), To: day(-1)}))
	_, err = tx.CountOperatorMail(noon)
	check(err)
	check(tx.SetRestored(day(-1)))
	m := &Outgoing{
		Player: fay.ID, Game: 8, Games: []GameNumber{7, 8}, EnvelopeFrom: "unlur+b@example.org", EnvelopeTo: fay.Address,
		From: Mailbox{"Unlur", "unlur@example.org"}, To: Mailbox{"", fay.Address}, ReplyTo: Mailbox{"Unlur", "unlur+t@example.org"},
		Subject: "Unlur #8: Fay López - Ana", Date: noon, MessageID: "m8@example.org", InReplyTo: "x@example.org", References: []string{"x@example.org"},
		Header: []Field{{"X-Unlur-Event", "over"}}, Boundary: "b", Text: "text\n", HTML: page.New([]byte("<p>text</p>\n")),
		Files:        []File{{Name: "unlur-8.sgf", Type: "application/x-go-sgf", Data: []byte("(;)")}},
		Picture:      &game.Record{Number: 8, Size: 6, Players: [2]string{"Fay López", "Ana"}, Started: noon, Pace: "none", Rated: true, Events: over.Events},
		Announcement: true,
		Told:         &Told{Kind: "turn", Ply: 3, Remarks: []string{"Ana is away."}, Words: "Hello!", Passed: "Hi!", Before: "m6@example.org"},
		Instead:      []Replaced{{MessageID: "m7@example.org", Kind: "message", Ply: 2}},
		Precedence:   Precedence{Waits: true, Caused: 3},
		Delivery:     Delivery{NextTry: noon, Recallable: true, Held: true},
	}
	check(tx.Enqueue(m))
	return tx.GiveUp(m.ID, noon, "550 no such person")
}

// made compares a golden file of a schema with what it would be today. It is made with
// -update where there is none, but never changed: a schema that was released stays as
// it is, and a change of the layout is a new one. Of one that nobody has used yet the
// files can be made anew:
//
//	rm testdata/vN* && go test . -run 'TestLayout|TestOldFiles' -update
func made(t *testing.T, path, today string) {
	t.Helper()
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && *update {
		check(os.WriteFile(path, []byte(today), 0o644))
		return
	}
	check(err)
	if diff := cmp.Diff(string(want), today); diff != "" {
		t.Errorf("%s: the layout is another than schema %d has: raise layout.Latest, and write a migration. %s", path, layout.Latest, diff)
	}
}

// keepFile makes the file of a new schema, to be kept for as long as there is a
// migration for it.
func keepFile(t *testing.T) {
	t.Helper()
	path := fmt.Sprintf("testdata/v%d.db", layout.Latest)
	if _, err := os.Stat(path); err == nil {
		return
	}
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillFile)
	check(s.View(func(tx *Tx) error { // without the room that a new file has
		_, err := SaveCopy(path, func(w io.Writer) error {
			_, err := tx.WriteTo(w)
			return err
		})
		return err
	}))
}

// A file of each schema from the oldest on opens, and says the same for ever.
func TestOldFilesOpen(t *testing.T) {
	if *update {
		keepFile(t)
	}
	for schema := layout.Oldest; schema <= layout.Latest; schema++ {
		t.Run(fmt.Sprint(schema), func(t *testing.T) {
			old, err := os.ReadFile(fmt.Sprintf("testdata/v%d.db", schema))
			check(err)
			path := filepath.Join(t.TempDir(), "copy.db")
			check(os.WriteFile(path, old, 0o600))
			s := open(t, path)
			noFaults(t, s)
			check(s.View(func(tx *Tx) error { // a mail that was dealt with is known again, whatever its keys were
				_, err := tx.WasSeen(mailkey.Content("ana@example.org", "x@example.org", "C4", nil))
				return err
			}))
			golden := fmt.Sprintf("testdata/v%d.txt", schema)
			if schema == layout.Latest {
				made(t, golden, dump(t, s))
				return
			}
			if *update {
				check(os.WriteFile(golden, []byte(dump(t, s)), 0o644))
			}
			want, err := os.ReadFile(golden)
			check(err)
			if diff := cmp.Diff(string(want), dump(t, s)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file that is written today holds what the file of its schema holds, byte for byte
// in every key and value.
func TestLayoutIsThatOfTheSchema(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "new.db"))
	do(t, s, fillFile)
	noFaults(t, s)
	made(t, fmt.Sprintf("testdata/v%d.txt", layout.Latest), dump(t, s))
}

// metaLayout says what the keys in meta hold.
var metaLayout = map[string]any{
	"alive": "text", "keys": Keys{}, "ladder": ladder.Ladder{}, "months": months.Log{}, "paused": acts.Act{}, "operator-mails": operatorMails{}, "outages": []game.Span{}, "puzzles": ResultNumber(0), "program": "", "restored": "text", "schema": [8]byte{},
}

// Each field of what is stored is in a golden file, if it was empty in all records
// too, and the keys of the file of this schema have the shapes that are said.
func TestLayoutOfEachField(t *testing.T) {
	var b strings.Builder
	for _, row := range buckets {
		fmt.Fprintf(&b, "[%s]\n%s  %s\n", row.name, row.key, sampleOf(row.value))
		if row.name == bucketMeta {
			for _, key := range slices.Sorted(maps.Keys(metaLayout)) {
				fmt.Fprintf(&b, "%s  %s\n", key, sampleOf(metaLayout[key]))
			}
		}
	}
	made(t, fmt.Sprintf("testdata/v%d-fields.txt", layout.Latest), b.String())

	s := open(t, filepath.Join(t.TempDir(), "new.db"))
	do(t, s, fillFile)
	check(s.db.View(func(tx *kv.Tx) error {
		for _, row := range buckets {
			n := 0
			for key, value := range tx.Bucket(row.name).Scan(nil) {
				n++
				if row.name != bucketMeta {
					fits(t, row.name, key, value, row.key, row.value)
				} else if of, known := metaLayout[string(key)]; !known {
					t.Errorf("meta: %s is in no golden file", key)
				} else {
					fits(t, "meta", key, value, "text", of)
				}
			}
			if n == 0 {
				t.Errorf("%s: the file of a schema has a record of each kind", row.name)
			}
		}
		return nil
	}))
}

// fits holds a key and a value against what the table says.
func fits(t *testing.T, bucket string, key, value []byte, shape string, of any) {
	t.Helper()
	length, free := 0, false
	for part := range strings.FieldsSeq(shape) {
		_, bytes, fixed := strings.Cut(part, ":")
		n, _ := strconv.Atoi(bytes)
		length, free = length+n, free || !fixed
	}
	if len(key) < length || len(key) > length && !free {
		t.Errorf("%s: the key %x has %d bytes and should be: %s", bucket, key, len(key), shape)
	}
	switch kind := reflect.TypeOf(of); {
	case of == nil:
		if len(value) > 0 {
			t.Errorf("%s: %x has the value %q", bucket, key, value)
		}
	case of == "text":
	case kind.Kind() == reflect.Array:
		if len(value) != kind.Len() {
			t.Errorf("%s: %x has the value %x", bucket, key, value)
		}
	default:
		// The same JSON comes out again only if each field of it has a place.
		v := reflect.New(kind)
		check(json.Unmarshal(value, v.Interface()))
		again, err := encode(v.Interface())
		check(err)
		if diff := cmp.Diff(string(value), string(again)); diff != "" {
			t.Errorf("%s: %x is no %v: %s", bucket, key, kind, diff)
		}
	}
}

// sampleOf gives what is stored of a value in which nothing is empty.
func sampleOf(v any) string {
	switch kind := reflect.TypeOf(v); {
	case v == nil:
		return ""
	case v == "text":
		return "text"
	case kind.Kind() == reflect.Array:
		return fmt.Sprintf("%d bytes", kind.Len())
	default:
		full := reflect.New(kind)
		fillValue(full.Elem())
		raw, err := encode(full.Interface())
		check(err)
		var indented bytes.Buffer
		check(json.Indent(&indented, raw, "", "  "))
		return indented.String()
	}
}

// samples are values of types that write themselves.
var samples = map[reflect.Type]any{
	reflect.TypeFor[time.Time]():   noon,
	reflect.TypeFor[game.Seat]():   game.First,
	reflect.TypeFor[game.Phase]():  game.Main,
	reflect.TypeFor[game.Reason](): game.ByResignation,
	reflect.TypeFor[game.Pace]():   game.DefaultPace(),
	reflect.TypeFor[game.Plan]():   planOf("F5 F6"),
	reflect.TypeFor[game.Event]():  eventOf("2026-11-20T12:00:00Z first C4"),
	reflect.TypeFor[game.Record](): game.Record{Size: 6, Events: []game.Event{eventOf("2026-11-20T12:00:00Z first C4")}},
	reflect.TypeFor[page.Page]():   page.New([]byte("<p>text</p>\n")),
}

func eventOf(text string) (e game.Event) {
	check(e.UnmarshalText([]byte(text)))
	return e
}

// fillValue leaves nothing empty.
func fillValue(v reflect.Value) {
	if sample, is := samples[v.Type()]; is {
		v.Set(reflect.ValueOf(sample))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("text")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillValue(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillValue(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fillValue(key)
		fillValue(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Array:
		for i := range v.Len() {
			fillValue(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillValue(v.Field(i))
			}
		}
	default:
		panic("there is no sample of " + v.Type().String())
	}
}

// spoiled gives a copy of the file of a schema, changed.
func spoiled(t *testing.T, schema int, change func(*kv.Tx) error) (path string) {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("testdata/v%d.db", schema))
	check(err)
	path = filepath.Join(t.TempDir(), "s.db")
	check(os.WriteFile(path, raw, 0o600))
	db, err := kv.Open(path, kv.Options{})
	check(err)
	check(db.Update(change))
	check(db.Close())
	return path
}

func putSchema(tx *kv.Tx, schema uint64) error {
	return tx.Bucket(bucketMeta).Put(layout.KeySchema, binary.BigEndian.AppendUint64(nil, schema))
}

// A file of another layout than that of its number, or of a number that is unknown
// here, is refused by whatever opens it, as it is: the error says which program
// made it, and what to do.
func TestOtherLayouts(t *testing.T) {
	const development = "a development version of unlurbot from before 22 November 2026"
	numbered := func(n uint64) func(*kv.Tx) error {
		return func(tx *kv.Tx) error { return putSchema(tx, n) }
	}
	by := func(program string, change func(*kv.Tx) error) func(*kv.Tx) error {
		return func(tx *kv.Tx) error {
			return errors.Join(put(&Tx{tx: tx}, bucketMeta, layout.KeyProgram, &program), change(tx))
		}
	}
	for name, c := range map[string]struct {
		schema       int
		change       func(*kv.Tx) error
		want, advice string
	}{
		"schema 1": {2, numbered(1), "has schema 1; it was written by " + development, "export"},
		"without its later buckets": {2, func(tx *kv.Tx) error {
			return errors.Join(tx.DeleteBucket("news"), tx.DeleteBucket("open"))
		}, "has schema 2, but lacks buckets news, open; it was written by " + development, "export"},
		"schema 2 with more":   {2, func(tx *kv.Tx) error { _, err := tx.CreateBucket("ladders"); return err }, "has schema 2, but has unknown bucket ladders; it was written by a version of unlurbot that the file doesn't name", "Use the version that wrote it"},
		"with one bucket more": {layout.Latest, by("v9.9.9", func(tx *kv.Tx) error { _, err := tx.CreateBucket("ladders"); return err }), "but has unknown bucket ladders; it was written by unlurbot v9.9.9, and this is unlurbot ", "Use the version that wrote it"},
		"of a later version":   {layout.Latest, by("v9.9.9", numbered(layout.Latest+1)), fmt.Sprintf("has schema %d; it was written by unlurbot v9.9.9, and this is unlurbot %s, which reads schemas 2 to %d", layout.Latest+1, layout.Program(), layout.Latest), fmt.Sprintf(".schema-%d)", layout.Latest)},
		"of a much later version": {layout.Latest, func(tx *kv.Tx) error {
			return errors.Join(putSchema(tx, 99), tx.Bucket(bucketMeta).Put(layout.KeyProgram, []byte{0xff}), tx.DeleteBucket("seen"))
		}, "has schema 99; it was written by a version of unlurbot that the file doesn't name", "or a newer one"},
	} {
		t.Run(name, func(t *testing.T) {
			path := spoiled(t, c.schema, c.change)
			refusesAs(t, path, c.want, c.advice)
		})
	}
	for _, schema := range []int{2, layout.Latest} {
		for _, name := range bucketsOf(uint64(schema)) {
			if name != "meta" { // without which it is no store at all
				refusesAs(t, spoiled(t, schema, func(tx *kv.Tx) error { return tx.DeleteBucket(name) }), "but lacks bucket "+name+";", "")
			}
		}
	}
}

// refusesAs tries all ways to open a file.
func refusesAs(t *testing.T, path, want, advice string) {
	t.Helper()
	before, err := os.ReadFile(path)
	check(err)
	for way, open := range map[string]func() error{
		"Open":       func() error { _, err := Open(path, fixedSecret); return err },
		"OpenToRead": func() error { _, err := OpenToRead(path); return err },
		"Peek":       func() error { _, err := Peek(path); return err },
		"CopyFile":   func() error { return CopyFile(path, io.Discard) },
		"Restore":    func() error { _, err := Restore(path, filepath.Join(t.TempDir(), "restored.db"), nil); return err },
	} {
		err := open()
		opening, other := (*OpenError)(nil), (*layout.Error)(nil)
		if !errors.As(err, &opening) || !errors.As(err, &other) || opening.Path != path || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", way, err, want)
		} else if !strings.Contains(other.Advice(), advice) {
			t.Errorf("%s: the advice %q, want %q", way, other.Advice(), advice)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) || len(beside(path)) != 1 {
		t.Errorf("the file was changed (%v), or there is more: %q", err, beside(path))
	}
}

// A file says which program wrote it last, whatever it said before.
func TestProgramIsNoted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := Open(path, fixedSecret)
	check(err)
	noted := func() string {
		t.Helper()
		looked, err := OpenToRead(path)
		check(err)
		defer looked.Close()
		var name string
		check(looked.View(func(tx *Tx) error { name = layout.Writer(tx.tx); return nil }))
		return name
	}
	check(s.Close())
	if noted() != layout.Program() {
		t.Errorf("a new file was written by %q", noted())
	}
	for _, before := range []string{`"v1.0.0"`, "nonsense"} {
		db, err := kv.Open(path, kv.Options{})
		check(err)
		check(db.Update(func(tx *kv.Tx) error { return tx.Bucket(bucketMeta).Put(layout.KeyProgram, []byte(before)) }))
		check(db.Close())
		s, err := Open(path, fixedSecret)
		check(err)
		noFaults(t, s)
		check(s.Close())
		if noted() != layout.Program() {
			t.Errorf("after %s it was written by %q", before, noted())
		}
	}
}

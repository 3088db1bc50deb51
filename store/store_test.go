package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/store/kv"
	"unlurbot/store/layout"
	"unlurbot/store/mailkey"
	"unlurbot/store/page"
)

var update = flag.Bool("update", false, "rewrite the golden files; those of a schema's layout only if they are missing")

func init() { LockPatience = 1 } // who has a file open here keeps it

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func fixedSecret() ([]byte, error) { return []byte("a secret for tests"), nil }

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, fixedSecret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func do(t testing.TB, s *Store, f func(*Tx) error) {
	t.Helper()
	if err := s.Update(f); err != nil {
		t.Fatal(err)
	}
}

// nobody is a busy func for those who don't mind.
func nobody(string) bool { return false }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// noFaults asks Verify, and about the pages whoever has written them too.
func noFaults(t testing.TB, s *Store) {
	t.Helper()
	faults, err := s.Verify(nil)
	if err != nil || len(faults) > 0 {
		t.Errorf("verify: %v %q", err, faults)
	}
	check(s.db.View(func(tx *kv.Tx) error {
		tx.SlowCheck(t.Errorf)
		return nil
	}))
}

// fillAll writes one of everything.
func fillAll(tx *Tx) error {
	ana := &Player{Address: "Ana@example.org", Name: "Ana", Active: true, Created: noon}
	bo := &Player{Address: "bo@example.net", Name: "bo", Created: noon, Row: Row{Began: noon, Wish: "0123456789abcdef", Same: 1, Nothing: 2}}
	check(tx.AddPlayer(ana))
	check(tx.AddPlayer(bo))
	for _, record := range []string{"", "size=4 C4 B3 black D4", "C4 D5 resign=first"} {
		played, err := game.ParseRecord(record, game.DefaultSize)
		check(err)
		g := &Game{
			State: Playing, Size: played.Size(), Title: "Ana - bo", Players: [2]PlayerID{bo.ID, ana.ID},
			Challenger: game.Second, Asked: game.Second, Created: noon, Started: noon,
		}
		g.Thread(game.First).Root = "root@example.org"
		check(tx.AddGame(g))
		check(g.Record(played, noon.Add(time.Hour)))
		check(tx.PutGame(g))
		if g.State == Finished {
			g.Rated = true
			check(addResult(tx, g))
		}
	}
	check(tx.AddGame(&Game{State: Waiting, Size: 8, Title: "bo - Ana", Players: [2]PlayerID{ana.ID, bo.ID}, Challenger: game.First, Created: noon}))
	check(tx.MarkSeen(Seen{At: noon, Decision: "played"}, mailkey.Place(7, 12), mailkey.Content("ana@example.org", "x@example.org", "C4", nil),
		mailkey.Bytes("ana@example.org", "x@example.org", []byte("From: ana\r\nSubject: move\r\n\r\nC4\r\n"))))
	check(tx.RotateKey([]byte("a second secret"), noon, time.Hour))
	check(tx.AddRequest(&Request{Player: ana.ID, Commands: []Requested{{Verb: "move", Args: []string{"C4"}, Game: 1}}, Note: "Hello!", Made: noon}))
	carla := &Player{Address: "carla@example.com", Created: noon}
	check(tx.AddPlayer(carla))
	key, err := tx.AddressKey(carla.Address)
	check(err)
	check(tx.AddGame(&Game{
		State: Waiting, Size: 6, Title: "Ana - carla", Players: [2]PlayerID{ana.ID, carla.ID}, Challenger: game.First,
		Called: "carla", Invited: key[:], Created: noon, Lapses: noon.AddDate(0, 0, 14),
	}))
	check(tx.AddGame(&Game{
		State: Waiting, Size: 7, Title: "Ana - anybody", Players: [2]PlayerID{ana.ID, NoPlayer}, Challenger: game.First,
		Rated: true, Private: true, Wanted: 2, Created: noon, Lapses: noon.AddDate(0, 0, 14),
	}))
	bo.Daily, bo.TextOnly, bo.Muted, bo.Digest = true, true, []PlayerID{ana.ID}, noon.AddDate(0, 0, 1)
	check(tx.PutPlayer(bo))
	check(tx.AddNews(bo.ID, &News{Game: 1, Kind: "turn", Words: "Good luck!", Remarks: []string{"Ana has accepted the challenge."}}))
	check(tx.WakeAt(WakeUp{At: bo.Digest, Kind: WakeDigest, Number: uint32(bo.ID)}))
	watched, err := tx.Game(2)
	check(err)
	check(tx.Watch(watched, carla.ID))
	watched.Watchers[0].Thread = Thread{Root: "watch@example.org", Last: "watch@example.org"}
	check(tx.PutGame(watched))
	check(tx.NoteInvitation(ana.ID, carla.Address, noon))
	check(tx.Suppress("dan@example.com", noon))
	check(tx.AddPlayer(&Player{Created: noon, Forgotten: noon}))
	check(tx.WakeAt(WakeUp{At: noon.AddDate(0, 0, 14), Kind: WakeInvitation, Number: 5}))
	check(tx.WakeAt(WakeUp{At: noon.AddDate(0, 0, 100), Kind: WakeStranger, Number: uint32(carla.ID)}))
	check(tx.WakeAt(WakeUp{At: noon.AddDate(0, 0, 3), Kind: WakeRequest, Number: 1}))
	check(tx.TellStranger("eve@example.com", ToldAnybody, noon))
	err = tx.SetTrials(mailkey.Place(7, 13), 1)
	check(err)
	_, err = tx.Count(Counter{Kind: "mails_in_per_hour", Whom: "ana@example.org", Window: time.Hour}, noon)
	check(err)
	for i, to := range []string{"ana@example.org", "bo@example.net"} {
		check(tx.Enqueue(&Outgoing{
			EnvelopeFrom: "unlur+b@example.org", EnvelopeTo: to, From: Mailbox{"Unlur", "unlur@example.org"}, To: Mailbox{"", to},
			ReplyTo: Mailbox{"Unlur", "unlur+t@example.org"}, Subject: "Unlur #1: Ana - bo", Date: noon, MessageID: fmt.Sprintf("m%d@example.org", i),
			InReplyTo: "x@example.org", References: []string{"x@example.org"}, Header: []Field{{"X-Unlur-Event", "turn"}},
			Boundary: "b", Text: "text\n", HTML: page.New([]byte("<p>text</p>\n")), Player: PlayerID(i + 1), Game: 1,
			Delivery: Delivery{NextTry: noon},
		}))
	}
	check(tx.Enqueue(&Outgoing{EnvelopeTo: "gone@example.com", MessageID: "m2@example.org"}))
	check(tx.GiveUp(3, noon, "550 no such person"))
	return nil
}

// dump writes every bucket as text, for a person to read and a golden to keep.
func dump(t testing.TB, s *Store) string {
	t.Helper()
	var b strings.Builder
	check(s.db.View(func(tx *kv.Tx) error {
		for name := range tx.Names() {
			fmt.Fprintf(&b, "[%s]\n", name)
			for k, v := range tx.Bucket(name).Scan(nil) {
				if bytes.ContainsFunc(k, func(r rune) bool { return r < ' ' || r > '~' }) {
					k = fmt.Appendf(nil, "%x", k)
				}
				if name == bucketMeta && string(k) == string(layout.KeyProgram) {
					v = []byte(`"the version"`)
				}
				if !json.Valid(v) {
					v = fmt.Appendf(nil, "%x", v)
				}
				fmt.Fprintf(&b, "%s  %s\n", k, v)
			}
		}
		return nil
	}))
	return b.String()
}

func TestPlayers(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	do(t, s, func(tx *Tx) error {
		ana, err := tx.PlayerByAddress(" ana@EXAMPLE.org")
		check(err)
		if bo, err := tx.PlayerByName("BO"); err != nil || bo.ID == ana.ID {
			t.Errorf("bo is %+v %v", bo, err)
		}
		if err := tx.AddPlayer(&Player{Address: "x@example.org", Name: "ANA"}); !errors.Is(err, ErrTaken) {
			t.Errorf("a second Ana: %v", err)
		}
		ana.Name = "Bo"
		if err := tx.PutPlayer(ana); !errors.Is(err, ErrTaken) {
			t.Errorf("Ana becomes Bo: %v", err)
		}
		ana.Name = "José"
		check(tx.PutPlayer(ana))
		if same, err := tx.PlayerByName("JOSE\u0301"); err != nil || same.ID != ana.ID {
			t.Errorf("José, typed as two characters, is %+v %v", same, err)
		}
		ana.Name = "Anna"
		check(tx.PutPlayer(ana))
		if _, err := tx.PlayerByName("Ana"); !errors.Is(err, ErrNotFound) {
			t.Errorf("the old name is still known: %v", err)
		}
		games, err := tx.GamesOf(ana.ID)
		check(err)
		if len(games) != 6 || games[0].Number != 1 || games[2].State != Finished || games[2].SeatOf(ana.ID) != game.Second {
			t.Errorf("games: %+v", games)
		}
		return nil
	})
	noFaults(t, s)
}

func TestSeenByEitherKey(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	do(t, s, func(tx *Tx) error {
		for key, known := range map[mailkey.Key]bool{
			mailkey.Place(7, 12): true, mailkey.Place(8, 12): false,
			mailkey.Content("ANA@example.org", "x@example.org", "C4", nil):                                               true,
			mailkey.Content("ana@example.org", "x@example.org", "D5", nil):                                               false, // the id was used twice
			mailkey.Content("eve@example.org", "x@example.org", "C4", nil):                                               false, // nobody blocks another's mail
			mailkey.Content("", "", "", []byte("raw")):                                                                   false,
			mailkey.Bytes("ANA@example.org", "x@example.org", []byte("Received: again\nFrom: ana\nsubject: move\n\nC4")): true,
			mailkey.Bytes("ana@example.org", "x@example.org", []byte("From: ana\nSubject: move\n me\n\nC4\n")):           false,
			mailkey.Bytes("ana@example.org", "x@example.org", []byte("From: ana\nSubject: move\n\nD5\n")):                false,
			mailkey.Bytes("eve@example.org", "x@example.org", []byte("From: ana\nSubject: move\n\nC4\n")):                false,
			mailkey.Bytes("ana@example.org", "", []byte("raw")):                                                          false,
		} {
			if _, err := tx.WasSeen(key); (err == nil) != known {
				t.Errorf("%s: %v, want known %v", key, err, known)
			}
		}
		return nil
	})
}

// Order is kept for each recipient: what has failed holds back what comes after.
func TestOutboxOrder(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	dueIDs := func(now time.Time) (ids []uint64, next time.Time) {
		check(s.View(func(tx *Tx) error {
			due, at, err := tx.Due(now, 10, nobody)
			for _, m := range due {
				ids = append(ids, m.ID)
			}
			next = at
			return err
		}))
		return ids, next
	}
	do(t, s, func(tx *Tx) error {
		for _, to := range []string{"ana", "bo", "ana", "carla"} {
			check(tx.Enqueue(&Outgoing{EnvelopeTo: to, MessageID: "m", Delivery: Delivery{NextTry: noon}}))
		}
		check(tx.Postpone(1, noon, noon.Add(time.Minute), "451 later"))
		check(tx.GiveUp(4, noon, "550 no"))
		return nil
	})
	ids, next := dueIDs(noon)
	if diff := cmp.Diff([]uint64{2}, ids); diff != "" || !next.Equal(noon.Add(time.Minute)) {
		t.Errorf("at noon: %v, next %v", ids, next)
	}
	ids, next = dueIDs(noon.Add(time.Minute))
	if diff := cmp.Diff([]uint64{1, 3, 2}, ids); diff != "" || !next.IsZero() {
		t.Errorf("a minute later: %v, next %v", ids, next)
	}
	do(t, s, func(tx *Tx) error { return tx.Sent(1) })
	do(t, s, func(tx *Tx) error {
		mails, err := tx.Outbox()
		check(err)
		if len(mails) != 2 || mails[0].ID != 2 {
			t.Errorf("outbox: %+v", mails)
		}
		givenUp, err := tx.GivenUp()
		check(err)
		if len(givenUp) != 1 || givenUp[0].LastAnswer != "550 no" || givenUp[0].Attempts != 1 || !givenUp[0].FirstTry.Equal(noon) {
			t.Errorf("given up: %+v", givenUp)
		}
		return nil
	})
	noFaults(t, s)
}

// A mail that can't be read any more is in the way of nothing that is done with the
// others, and does not outlive whom it may be about.
func TestUnreadableMails(t *testing.T) {
	for name, spoil := range map[string]func(tx *Tx, key []byte) error{
		"the mail":     func(tx *Tx, key []byte) error { return raw(bucketLetters, string(key), `{"subject";`)(tx) },
		"its delivery": func(tx *Tx, key []byte) error { return raw(bucketOutbox, string(key), `{"recipient";`)(tx) },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "s.db"))
			do(t, s, fillAll)
			var spoilt, sound uint64
			do(t, s, func(tx *Tx) error {
				for _, id := range []*uint64{&spoilt, &sound} {
					m := &Outgoing{Player: 1, EnvelopeTo: "old@example.org", MessageID: "m", Delivery: Delivery{NextTry: noon.Add(time.Hour), Recallable: true}}
					check(tx.Enqueue(m))
					*id = m.ID
				}
				return spoil(tx, place(spoilt))
			})
			do(t, s, func(tx *Tx) error {
				if tx.Waits(spoilt) || !tx.Waits(sound) {
					t.Errorf("waits: %v %v", tx.Waits(spoilt), tx.Waits(sound))
				}
				check(tx.Hasten(spoilt, noon))
				_, err := tx.Hold("old@example.org")
				check(err)
				check(tx.Readdress("old@example.org", "new@example.org"))
				released, err := tx.Release("new@example.org", noon)
				check(err)
				if len(released) != 1 || released[0].ID != sound {
					t.Errorf("%d mails are released", len(released))
				}
				check(raw(bucketGivenUp, string(place(spoilt)), `{"mail";`)(tx))
				check(tx.Forget(1, "a former player", noon))
				_, err = tx.GivenUp()
				check(err)
				left, err := tx.Outbox()
				if err != nil || slices.ContainsFunc(left, func(m *Outgoing) bool { return m.ID >= spoilt }) {
					t.Errorf("%d mails are left, %v", len(left), err)
				}
				return nil
			})
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.db")
	open(t, path)
	if _, err := Open(path, fixedSecret); !errors.Is(err, ErrLocked) {
		t.Errorf("a second process: %v", err)
	}
	info, err := os.Stat(path)
	check(err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	foreign := filepath.Join(dir, "foreign.db")
	f, err := kv.Open(foreign, kv.Options{})
	check(err)
	check(f.Update(func(tx *kv.Tx) error {
		_, err := tx.CreateBucket(bucketMeta)
		return err
	}))
	check(f.Close())
	if _, err := Open(foreign, fixedSecret); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "foreign.db") {
		t.Errorf("a file of another program: %v", err)
	}
}

func TestListsOfGames(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	numbers := func(games []*Game, err error) (all []GameNumber) {
		check(err)
		for _, g := range games {
			all = append(all, g.Number)
		}
		return all
	}
	expect := func(what string, got, want []GameNumber) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	do(t, s, func(tx *Tx) error {
		expect("all of Ana's", numbers(tx.GamesOf(1)), []GameNumber{1, 2, 3, 4, 5, 6})
		expect("what Ana has open", numbers(tx.OpenGamesOf(1)), []GameNumber{1, 2, 4, 5, 6})
		expect("what bo has open", numbers(tx.OpenGamesOf(2)), []GameNumber{1, 2, 4})
		expect("for everybody", numbers(tx.Seeks()), []GameNumber{6})
		var newest []*Game
		for g, err := range tx.LastGamesOf(2) {
			check(err)
			if newest = append(newest, g); len(newest) == 3 {
				break
			}
		}
		expect("bo's newest", numbers(newest, nil), []GameNumber{4, 3, 2})
		for g, err := range tx.LastGamesOf(77) {
			t.Errorf("nobody has game %d (%v)", g.Number, err)
		}
		seek, err := tx.Game(6)
		check(err)
		if err := tx.TakeSeat(seek, 1); !errors.Is(err, ErrTaken) {
			t.Errorf("Ana plays against Ana: %v", err)
		}
		check(tx.TakeSeat(seek, 2))
		seek.State, seek.Started = Playing, noon
		check(tx.PutGame(seek))
		if err := tx.TakeSeat(seek, 3); !errors.Is(err, ErrTaken) {
			t.Errorf("a third player: %v", err)
		}
		expect("what bo has open now", numbers(tx.OpenGamesOf(2)), []GameNumber{1, 2, 4, 6})
		expect("for everybody now", numbers(tx.Seeks()), nil)
		return nil
	})
	noFaults(t, s)
}

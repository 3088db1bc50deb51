package store

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strings"

	"unlurbot/game"
)

func (v *verifier) games() {
	walk(v, bucketGames, func(key []byte, g *Game) {
		if string(key) != string(number(g.Number)) {
			v.fault("game %d is stored under the key %x", g.Number, key)
		}
		v.course(g)
		v.state(g)
		for i, id := range g.Players {
			if v.tx.tx.Bucket(bucketSeats).Get(seatKey(id, g.Number)) == nil {
				v.fault("game %d is missing in the list of player %d", g.Number, id)
			} else {
				v.seatsTaken++
			}
			if p, err := v.tx.Player(id); err != nil {
				v.fault("game %d: player %d: %v", g.Number, id, err)
			} else if g.State == Playing && !p.Forgotten.IsZero() {
				v.fault("game %d: player %d is forgotten and plays", g.Number, id)
			}
			if t := g.Threads[i]; (t.Root == "" && t.Last != "") || !isMessageID(t.Root) || !isMessageID(t.Last) {
				v.fault("game %d: the thread of player %d is %+v", g.Number, id, t)
			}
		}
		if g.Players[0] == g.Players[1] {
			v.fault("game %d: player %d plays against nobody else", g.Number, g.Players[0])
		}
	})
}

// course compares what is stored about the course with the events.
func (v *verifier) course(g *Game) {
	played, err := g.Replay()
	if err != nil {
		v.fault("%v", err)
		return
	}
	course := CourseOf(played.Position())
	if g.Course != course {
		v.fault("game %d is stored as %+v, its events give %+v", g.Number, g.Course, course)
	}
	if over := course.Phase == game.Over; over != (g.State == Finished) {
		v.fault("game %d is %s in the phase %v", g.Number, g.State, course.Phase)
	}
	if len(g.Events) > 0 && g.State != Playing && g.State != Finished {
		v.fault("game %d is %s and has been played", g.Number, g.State)
	}
}

// state compares the state with the times and the seats that belong to it.
func (v *verifier) state(g *Game) {
	if !slices.Contains([]State{Waiting, Declined, Withdrawn, Lapsed, Playing, Finished}, g.State) {
		v.fault("game %d: there is no state %q", g.Number, g.State)
		return
	}
	if begun := g.State == Playing || g.State == Finished; begun == g.Started.IsZero() {
		v.fault("game %d is %s and began at %v", g.Number, g.State, g.Started)
	}
	if open := g.State == Waiting || g.State == Playing; open != g.Ended.IsZero() {
		v.fault("game %d is %s and ended at %v", g.Number, g.State, g.Ended)
	}
	if g.Challenger != game.First && g.Challenger != game.Second {
		v.fault("game %d: nobody is the challenger", g.Number)
	}
	if g.Called == "" && len(g.Invited) > 0 || len(g.Invited) > 0 && len(g.Invited) != len(AddressKey{}) {
		v.fault("game %d: %q was invited under the key %x", g.Number, g.Called, g.Invited)
	}
	if g.Title == "" || g.Created.IsZero() {
		v.fault("game %d has no title or no beginning", g.Number)
	}
}

// isMessageID tells whether a thread can hold this: nothing, or what can stand
// in one field of a mail between angle brackets.
func isMessageID(id string) bool {
	return !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r == '<' || r == '>' || r == 0x7f })
}

// seats checks that each entry of the players' lists is of a game of theirs. It
// looks at each of them only if there are others than those that games found.
func (v *verifier) seats() {
	entered := 0
	for range entries(v.tx.tx.Bucket(bucketSeats)) {
		entered++
	}
	if entered == v.seatsTaken {
		return
	}
	for key := range entries(v.tx.tx.Bucket(bucketSeats)) {
		if len(key) != 8 {
			v.fault("seats: %x is no seat", key)
			continue
		}
		id, n := PlayerID(binary.BigEndian.Uint32(key)), GameNumber(binary.BigEndian.Uint32(key[4:]))
		if g, err := v.tx.Game(n); err != nil || g.SeatOf(id) == game.NoSeat {
			v.fault("seats: the list of player %d leads to game %d, which is not theirs (%v)", id, n, err)
		}
	}
}

func (v *verifier) players() {
	walk(v, bucketPlayers, func(key []byte, p *Player) {
		if string(key) != string(number(p.ID)) {
			v.fault("player %d is stored under the key %x", p.ID, key)
		}
		if p.Created.IsZero() {
			v.fault("player %d was made at %v", p.ID, p.Created)
		}
		for _, row := range []Row{p.Row, p.Doubted} {
			if n := row.Same + row.Nothing; min(row.Same, row.Nothing) < 0 || n > 0 && row.Began.IsZero() || row.Same > 0 && row.Wish == "" {
				v.fault("player %d: a row with %d answers since %v, %d of them to %q", p.ID, n, row.Began, row.Same, row.Wish)
			}
		}
		if !p.Forgotten.IsZero() {
			if !reflect.DeepEqual(*p, Player{ID: p.ID, Created: p.Created, Forgotten: p.Forgotten}) {
				v.fault("player %d is forgotten and has a name, an address or a past", p.ID)
			}
			return
		}
		v.leadsTo(bucketAddresses, FoldAddress(p.Address), p.ID)
		if p.Name != "" {
			v.leadsTo(bucketNames, FoldName(p.Name), p.ID)
		} else if p.Active {
			v.fault("player %d has written and has no name", p.ID)
		}
	})
}

func (v *verifier) leadsTo(index []byte, key string, id PlayerID) {
	found := v.tx.tx.Bucket(index).Get([]byte(key))
	if string(found) != string(number(id)) {
		v.fault("%s: the entry of player %d leads to %x", index, id, found)
	}
}

// index checks that each entry leads to a player who leads back to it.
func (v *verifier) index(name []byte, keyOf func(*Player) string) {
	for key, id := range entries(v.tx.tx.Bucket(name)) {
		if len(id) != 4 {
			v.fault("%s: %q leads to %x, which is no player", name, key, id)
			continue
		}
		p, err := v.tx.Player(PlayerID(binary.BigEndian.Uint32(id)))
		if err != nil || keyOf(p) != string(key) {
			v.fault("%s: %q leads to player %x, who is another (%v)", name, key, id, err)
		}
	}
}

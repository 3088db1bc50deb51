package store

import (
	"encoding/binary"
	"slices"

	"unlurbot/game"
	"unlurbot/store/acts"
)

func (v *verifier) games() {
	known := &knownPlayers{v.tx, map[PlayerID]*Player{}}
	checked, all := 0, v.tx.Numbered()
	walk(v, bucketGames, func(key []byte, g *Game) {
		checked++
		v.told.tell(checked, all)
		if string(key) != string(number(g.Number)) {
			v.fault("game %d is stored under the key %x", g.Number, key)
		}
		v.course(g)
		v.notes(g, known)
		v.state(g)
		v.lists(g)
		v.result(g)
		v.watchers(g)
		v.ofTournament(g)
		v.ofLadder(g)
		for i, id := range g.Players {
			if id == NoPlayer {
				continue
			}
			if p, err := known.player(id); err != nil {
				v.fault("game %d: player %d: %v", g.Number, id, err)
			} else if g.State == Playing && !p.Forgotten.IsZero() {
				v.fault("game %d: player %d is forgotten and plays", g.Number, id)
			}
			if t := g.Threads[i]; !t.isSound() {
				v.fault("game %d: the thread of player %d is %+v", g.Number, id, t)
			}
		}
		if g.Players[0] == g.Players[1] {
			v.fault("game %d: player %d plays against nobody else", g.Number, g.Players[0])
		}
	})
}

// lists looks for a game in all lists where it should be found. Those in which it
// should not are for seats and seeks.
func (v *verifier) lists(g *Game) {
	for _, id := range g.Players {
		switch {
		case id != NoPlayer:
			v.isListed(bucketSeats, listKey(id, g.Number), "game %d is missing in the list of player %d", g.Number, id)
			if g.IsOpen() {
				v.isListed(bucketOpen, listKey(id, g.Number), "game %d is missing in the list of what player %d has open", g.Number, id)
			}
		case g.State == Waiting:
			v.isListed(bucketSeeks, number(g.Number), "game %d is for everybody and missing in their list (player %d)", g.Number, id)
		case g.State != Withdrawn && g.State != Lapsed && g.State != Taken:
			v.fault("game %d is %s with a free seat", g.Number, g.State)
		}
	}
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
	if len(g.Events) > 0 && !g.hasBegun() {
		v.fault("game %d is %s and has been played", g.Number, g.State)
	}
	v.plans(g, played.Position())
}

// plans tries what the players have planned: only who waits for a move has a
// plan.
func (v *verifier) plans(g *Game, now game.Position) {
	for _, seat := range []game.Seat{game.First, game.Second} {
		plan := g.Plan(seat)
		switch {
		case plan.IsEmpty():
		case g.State != Playing || seat == now.ToMove():
			v.fault("game %d: the %v player has a plan and does not wait for a move", g.Number, seat)
		default:
			if err := plan.Check(now); err != nil {
				v.fault("game %d: the plan of the %v player: %v", g.Number, seat, err)
			}
		}
	}
}

// notes checks what players have written down: somebody who is forgotten nothing.
func (v *verifier) notes(g *Game, known *knownPlayers) {
	for i, notes := range g.Notes {
		for _, n := range notes {
			if n.Text == "" || n.Ply < 0 {
				v.fault("game %d: player %d has a note of %d letters at ply %d", g.Number, g.Players[i], len(n.Text), n.Ply)
			}
		}
		if len(notes) == 0 {
			continue
		}
		if p, err := known.player(g.Players[i]); err != nil || !p.Forgotten.IsZero() {
			v.fault("game %d: player %d has notes and is forgotten, or nobody", g.Number, g.Players[i])
		}
	}
}

// state compares the state with the times and the seats that belong to it.
func (v *verifier) state(g *Game) {
	if !slices.Contains([]State{Waiting, Declined, Withdrawn, Lapsed, Taken, Playing, Finished, Cancelled}, g.State) {
		v.fault("game %d: there is no state %q", g.Number, g.State)
		return
	}
	v.times(g)
	v.offer(g)
	byOperator(v, g)
	if g.State == Cancelled && g.Course.BothMoved() && !g.Voided || g.State != Cancelled && g.CalledOff != game.NoSeat {
		v.fault("game %d is %s after %d moves, and was called off by %q", g.Number, g.State, g.Course.Ply, g.CalledOff)
	}
	if lost := g.State == Finished && g.Rated && g.Course.Reason == game.ByTimeout; g.Spared && !lost {
		v.fault("game %d is spared from the ratings, for which there is no cause", g.Number)
	}
	v.robots(g)
	if g.Title == "" || g.Created.IsZero() {
		v.fault("game %d has no title or no beginning", g.Number)
	}
}

// byOperator notes how the operator has ended a game, for the log of acts to agree.
func byOperator(v *verifier, g *Game) {
	switch {
	case g.Voided && (g.State != Cancelled || g.CalledOff != game.NoSeat):
		v.fault("game %d is %s, called off by %q, and the operator has cancelled it", g.Number, g.State, g.CalledOff)
	case g.Voided:
		v.ended[uint32(g.Number)] = acts.Cancel
	case g.Course.Reason == game.ByForfeit:
		v.ended[uint32(g.Number)] = g.Course.Winner.String()
	}
}

// times checks that a game has those that its state asks for, and no others.
func (v *verifier) times(g *Game) {
	if g.hasBegun() == g.Started.IsZero() {
		v.fault("game %d is %s and began at %v", g.Number, g.State, g.Started)
	}
	if g.IsOpen() != g.Ended.IsZero() {
		v.fault("game %d is %s and ended at %v", g.Number, g.State, g.Ended)
	}
	if rings := g.State == Playing && (!g.Pace.None() || g.RobotToMove()); rings == g.Rings.IsZero() {
		v.fault("game %d is %s at the pace %v and its clock rings at %v", g.Number, g.State, g.Pace, g.Rings)
	} else if rings && v.tx.tx.Bucket(bucketWakeUps).Get(g.Ring().key()) == nil {
		v.fault("game %d: no wake-up is noted for its clock at %v", g.Number, g.Rings)
	}
}

// offer checks who has asked whom for how many games.
func (v *verifier) offer(g *Game) {
	if g.Challenger != game.First && g.Challenger != game.Second {
		v.fault("game %d: nobody is the challenger", g.Number)
	}
	if len(g.Invited) > 0 && (g.Called == "" || len(g.Invited) != len(AddressKey{})) {
		v.fault("game %d: %q was invited under the key %x", g.Number, g.Called, g.Invited)
	}
	if all := g.Taken > 0 && g.Left() == 0; all != (g.State == Taken) || g.Left() < 0 || g.Taken > 0 && g.FreeSeat() == game.NoSeat {
		v.fault("game %d is %s, with %d of %d games taken", g.Number, g.State, g.Taken, g.Wanted)
	}
}

// seats checks that each entry of the players' lists is of a game of theirs, and
// of one that goes on if the list is of those.
func (v *verifier) seats(list string, belongs func(*Game) bool) {
	for key := range v.strays(list) {
		if len(key) != 8 {
			v.fault("%s: %x is no seat", list, key)
			continue
		}
		id, n := PlayerID(binary.BigEndian.Uint32(key)), GameNumber(binary.BigEndian.Uint32(key[4:]))
		if g, err := v.tx.Game(n); err != nil || g.SeatOf(id) == game.NoSeat || !belongs(g) {
			v.fault("%s: the list of player %d leads to game %d, which does not belong there (%v)", list, id, n, err)
		}
	}
}

// seeks checks the list of challenges to everybody in the same way.
func (v *verifier) seeks() {
	for key := range v.strays(bucketSeeks) {
		if len(key) != 4 {
			v.fault("seeks: %x is no game", key)
			continue
		}
		n := GameNumber(binary.BigEndian.Uint32(key))
		if g, err := v.tx.Game(n); err != nil || g.State != Waiting || g.FreeSeat() == game.NoSeat {
			v.fault("seeks: game %d is no challenge to everybody (%v)", n, err)
		}
	}
}

// result checks that the log has what a game that is over says, and nothing of others.
func (v *verifier) result(g *Game) {
	if !g.HasResult() {
		if g.Result != 0 {
			v.fault("game %d is %s and has result %d", g.Number, g.State, g.Result)
		}
		return
	}
	r, err := v.tx.Result(g.Result)
	if err != nil {
		v.fault("game %d: result %d: %v", g.Number, g.Result, err)
		return
	}
	if want := resultOf(g); *r != want {
		v.fault("result %d says %+v, its game %+v", g.Result, *r, want)
		return
	}
	v.agree(uint32(g.Result))
}

// mostPlayers is how many players are kept decoded.
const mostPlayers = 10_000

// A knownPlayers has some of the players decoded, who are looked at again and again as the games are walked through.
type knownPlayers struct {
	tx   *Tx
	some map[PlayerID]*Player
}

func (k *knownPlayers) player(id PlayerID) (*Player, error) {
	if p, ok := k.some[id]; ok {
		return p, nil
	}
	p, err := k.tx.Player(id)
	if err != nil {
		return nil, err
	}
	if len(k.some) >= mostPlayers {
		clear(k.some)
	}
	k.some[id] = p
	return p, nil
}

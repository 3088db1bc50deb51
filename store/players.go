package store

import (
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/store/fold"
)

// A Player is somebody who has written to the bot, or was challenged by
// somebody who has.
type Player struct {
	ID       PlayerID `json:"id"`
	Address  string   `json:"address"`            // as first written; mails go here and nowhere else
	Others   []string `json:"others,omitempty"`   // addresses from which the player writes too
	Name     string   `json:"name"`               // what other players see; unlike any other, see fold.NameKeys; empty until somebody who was invited writes
	Renamed  string   `json:"renamed,omitempty"`  // the name before it got a number, since another was like it, until the player is told
	Language string   `json:"language,omitempty"` // of mails, chosen or found out
	Greeted  string   `json:"greeted,omitempty"`  // the language of the first mail, as long as there is no other
	Active   bool     `json:"active,omitempty"`   // has written to the bot
	Robot    int      `json:"robot,omitempty"`    // the level of a robot, which has no address; 0 for people
	Silent   bool     `json:"silent,omitempty"`   // asked for no more mails
	// MostGames is how many games at a time others can begin with the player; 0 for
	// any number.
	MostGames int `json:"most_games,omitempty"`

	// When the player's clocks stand still, and in which zone days are counted and
	// times told, by its name in the IANA database; empty is UTC. Away are the times
	// of the last year in which the player was, or will be, away.
	Zone         string      `json:"zone,omitempty"`
	ZoneSeen     string      `json:"zone_seen,omitempty"` // from which the last mail seemed to be, until that is told
	ZoneTold     bool        `json:"zone_told,omitempty"` // a zone was proposed
	FreeWeekends bool        `json:"free_weekends,omitempty"`
	Away         []game.Span `json:"away,omitempty"`
	NoReminders  bool        `json:"no_reminders,omitempty"`

	// NoNet says that the player rather loses on time than be away by itself. Nets are the
	// absences that have begun so, the oldest first; there are so few that all are kept.
	NoNet bool  `json:"no_net,omitempty"`
	Nets  []Net `json:"nets,omitempty"`

	// Web says that the player may be named on the public web site of the club.
	Web bool `json:"web,omitempty"`

	// TimedOut is when a rated game was lost on time, the first one since the player
	// last moved in any game; zero if there was none. Until the next move no other
	// one that is lost so is rated.
	TimedOut time.Time `json:"timed_out,omitzero"`

	// Lates are when the player got out of a tournament for games lost on time or never begun, the
	// oldest first. For a time after the last one the player can join none.
	Lates []time.Time `json:"lates,omitempty"`

	// NoConfirmations says that the player wants no answer to a move that went well.
	NoConfirmations bool `json:"no_confirmations,omitempty"`

	// NoNews says that the player wants no announcements of the operator.
	NoNews bool `json:"no_news,omitempty"`

	// Puzzle is the last puzzle that the player has got; they come in their order. Weekly is when the next one comes by
	// itself, once a week; zero for a player who wants none.
	Puzzle PuzzleNumber `json:"puzzle,omitempty"`
	Weekly time.Time    `json:"weekly,omitzero"`

	// TextOnly leaves the HTML part out of mails. Daily gathers the mails that can
	// wait into one a day; Digest is when the next one is due, zero if nothing waits.
	TextOnly bool      `json:"text_only,omitempty"`
	Daily    bool      `json:"daily,omitempty"`
	Digest   time.Time `json:"digest,omitzero"`

	// Muted are those whose words the player does not want.
	Muted []PlayerID `json:"muted,omitempty"`

	Created time.Time `json:"created"`
	Warned  time.Time `json:"warned,omitzero"` // last, of mails from a foreign address

	// Forgotten is when somebody was erased on whose games others still look:
	// beside the number nothing is left then.
	Forgotten time.Time `json:"forgotten,omitzero"`

	// Banned is since when the operator lets the player begin no more games; zero if
	// the operator does. Games that go on are played to their ends.
	Banned time.Time `json:"banned,omitzero"`

	// Row and Doubted are mails that asked for the same: those that were certainly
	// the player's, and those that may be another's.
	Row     Row `json:"row,omitzero"`
	Doubted Row `json:"doubted,omitzero"`

	// Unreachable is since when mails to the address come back; zero if they
	// arrive. Nothing is sent there until the player writes again.
	Unreachable time.Time `json:"unreachable,omitzero"`

	// UnreachableTold is when the opponents were last told so.
	UnreachableTold time.Time `json:"unreachable_told,omitzero"`

	// Missed are the games about which mails came back, to be shown again.
	Missed []GameNumber `json:"missed,omitempty"`

	// Heard is when a mail came last that was certainly the player's.
	Heard time.Time `json:"heard,omitzero"`
}

// A Row is some mails, one after the other, of which none asked for anything new.
type Row struct {
	Began   time.Time `json:"began,omitzero"`    // when the first one came
	Wish    string    `json:"wish,omitempty"`    // what they asked for, as a keyed hash; empty for nothing
	Same    int       `json:"same,omitempty"`    // how many answers those who asked for that have got
	Nothing int       `json:"nothing,omitempty"` // and those who asked for nothing
}

// isSound says whether nothing is negative, and a row that is not empty has a beginning.
func (r Row) isSound() bool {
	return min(r.Same, r.Nothing) >= 0 && (r.Same+r.Nothing == 0 || !r.Began.IsZero()) && (r.Same == 0 || r.Wish != "")
}

// hearsFor is how long a player is written to unasked after writing.
const hearsFor = 365 * 24 * time.Hour

// Hears says whether a player may be written to unasked: somebody who has written within a year, can be reached, has not turned
// off all mails, and has a part in the club.
func (p *Player) Hears(now time.Time) bool {
	last := p.Heard
	if p.Created.After(last) {
		last = p.Created
	}
	isThere := p.Active && !p.Silent && p.Forgotten.IsZero() && p.Banned.IsZero() && p.Unreachable.IsZero()
	return isThere && last.Add(hearsFor).After(now)
}

// Addresses lists those from which the player writes, first the one to which mails
// go; none of somebody who is forgotten, or of a robot.
func (p *Player) Addresses() []string {
	if !p.Forgotten.IsZero() || p.Robot > 0 {
		return nil
	}
	return append([]string{p.Address}, p.Others...)
}

// addressKeys are those by which the player is found.
func (p *Player) addressKeys() (keys []string) {
	for _, address := range p.Addresses() {
		keys = append(keys, fold.Address(address))
	}
	return keys
}

// HasAddress says whether the player writes from an address.
func (p *Player) HasAddress(address string) bool {
	return slices.Contains(p.addressKeys(), fold.Address(address))
}

// Player gives a player by id.
func (t *Tx) Player(id PlayerID) (*Player, error) {
	return get[Player](t, bucketPlayers, number(id))
}

// PlayerByAddress gives the player who writes from an address.
func (t *Tx) PlayerByAddress(address string) (*Player, error) {
	return t.playerBy(bucketAddresses, fold.Address(address))
}

// PlayerByName gives the player who has a name, or one that looks the same.
func (t *Tx) PlayerByName(name string) (*Player, error) {
	for _, key := range fold.NameKeys(name) {
		if p, err := t.playerBy(bucketNames, key); !errors.Is(err, ErrNotFound) {
			return p, err
		}
	}
	return nil, ErrNotFound
}

// FreeName gives a name that no other player has: the one that is asked for, or else
// with the first number behind it that makes it one.
func (t *Tx) FreeName(name string, id PlayerID) string {
	return fold.FreeName(name, func(key string) bool {
		owner := t.tx.Bucket(bucketNames).Get([]byte(key))
		return owner != nil && PlayerID(binary.BigEndian.Uint32(owner)) != id
	})
}

// PlayerByAddressNumber gives the player whose mails go to an address of which the
// AddressKey has a number, the one with the first address if there are several. It
// looks at all addresses.
func (t *Tx) PlayerByAddressNumber(n uint32) (*Player, error) {
	fixed, err := t.FixedKey(purposeOfAddresses)
	if err != nil {
		return nil, err
	}
	for address, id := range t.tx.Bucket(bucketAddresses).Scan(nil) {
		if addressKey(fixed, string(address)).Number() != n {
			continue
		}
		p, err := t.Player(PlayerID(binary.BigEndian.Uint32(id)))
		if err != nil || fold.Address(p.Address) == string(address) {
			return p, err
		}
	}
	return nil, ErrNotFound
}

func (t *Tx) playerBy(index string, key string) (*Player, error) {
	id := t.tx.Bucket(index).Get([]byte(key))
	if id == nil {
		return nil, ErrNotFound
	}
	return t.Player(PlayerID(binary.BigEndian.Uint32(id)))
}

// AddPlayer makes a player and gives the id. It fails with ErrTaken if the name or an
// address is somebody's. One who is forgotten from the beginning stands for somebody of
// whom nothing may be kept.
func (t *Tx) AddPlayer(p *Player) error {
	id, err := t.SkipPlayerID()
	if err != nil {
		return err
	}
	p.ID = id
	if err := t.lead(bucketNames, nil, fold.NameKeys(p.Name), id); err != nil {
		return err
	}
	if err := t.lead(bucketAddresses, nil, p.addressKeys(), id); err != nil {
		return err
	}
	return put(t, bucketPlayers, number(id), p)
}

// SkipPlayerID uses up a number that no player gets: whoever sees the numbers of
// others, which tokens contain, must not see who was new and who was not.
func (t *Tx) SkipPlayerID() (PlayerID, error) {
	id, err := t.tx.Bucket(bucketPlayers).NextSequence()
	return PlayerID(id), err
}

// PutPlayer writes a player back. It fails with ErrTaken if a new name or a new
// address is somebody else's.
func (t *Tx) PutPlayer(p *Player) error {
	old, err := t.Player(p.ID)
	if err != nil {
		return err
	}
	if p.Name != old.Name {
		if err := t.lead(bucketNames, fold.NameKeys(old.Name), fold.NameKeys(p.Name), p.ID); err != nil {
			return err
		}
	}
	if p.Address != old.Address || !slices.Equal(p.Others, old.Others) {
		if err := t.lead(bucketAddresses, old.addressKeys(), p.addressKeys(), p.ID); err != nil {
			return err
		}
	}
	return put(t, bucketPlayers, number(p.ID), p)
}

// lead makes keys of an index lead to a player, and those from before to nobody. It
// fails with ErrTaken, and changes nothing, if one is another's or there twice.
func (t *Tx) lead(index string, before, now []string, id PlayerID) error {
	b := t.tx.Bucket(index)
	for i, key := range now {
		if slices.Contains(now[:i], key) || b.Get([]byte(key)) != nil && !slices.Contains(before, key) {
			return ErrTaken
		}
	}
	for _, key := range before {
		if err := b.Delete([]byte(key)); err != nil {
			return err
		}
	}
	for _, key := range now {
		if err := b.Put([]byte(key), number(id)); err != nil {
			return err
		}
	}
	return nil
}

// LastPlayer gives the number that was given last, which may be nobody's; 0 before the first.
func (t *Tx) LastPlayer() PlayerID { return PlayerID(t.tx.Bucket(bucketPlayers).Sequence()) }

// EachPlayer calls f for every player, in the order of their ids.
func (t *Tx) EachPlayer(f func(*Player) error) error {
	return each(t, bucketPlayers, func(_ []byte, p *Player) error { return f(p) })
}

// told leaves out what says nothing to anybody but us.
func (p *Player) told() *Player {
	known := *p
	known.Row.Wish, known.Doubted.Wish = "", ""
	return &known
}

// A leaver is a player as he was, to be forgotten.
type leaver struct {
	*Player
	called string // in the titles of games
	at     time.Time
}

// forgetPlayer leaves the number, and takes the player out of the lists of those who
// wanted no words of theirs. Of somebody who never wrote there were none.
func (t *Tx) forgetPlayer(l *leaver) error {
	var by []*Player
	if l.Active {
		err := t.EachPlayer(func(other *Player) error {
			if slices.Contains(other.Muted, l.ID) {
				by = append(by, other)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, other := range by {
		other.Muted = slices.DeleteFunc(other.Muted, func(id PlayerID) bool { return id == l.ID })
		if err := t.PutPlayer(other); err != nil {
			return err
		}
	}
	return put(t, bucketPlayers, number(l.ID), &Player{ID: l.ID, Created: l.Created, Forgotten: l.at})
}

func (v *verifier) players() {
	walk(v, bucketPlayers, func(key []byte, p *Player) {
		if string(key) != string(number(p.ID)) {
			v.fault("player %d is stored under the key %x", p.ID, key)
		}
		if p.Created.IsZero() {
			v.fault("player %d was made at %v", p.ID, p.Created)
		}
		v.weekly(p)
		for _, row := range []Row{p.Row, p.Doubted} {
			if !row.isSound() {
				v.fault("player %d: a row with %d answers since %v, %d of them to %q", p.ID, row.Same+row.Nothing, row.Began, row.Same, row.Wish)
			}
		}
		for _, id := range p.Muted {
			if other, err := v.tx.Player(id); id == p.ID || err != nil || !other.Forgotten.IsZero() {
				v.fault("player %d wants no words of player %d, of whom there are none (%v)", p.ID, id, err)
			}
		}
		if !p.Forgotten.IsZero() {
			if !reflect.DeepEqual(*p, Player{ID: p.ID, Created: p.Created, Forgotten: p.Forgotten}) {
				v.fault("player %d is forgotten and has a name, an address or a past", p.ID)
			}
			return
		}
		v.absences(p)
		v.nets(p)
		v.leadTo(p, bucketAddresses, p.addressKeys())
		v.leadTo(p, bucketNames, fold.NameKeys(p.Name))
		v.robot(p)
		if p.Active && p.Name == "" {
			v.fault("player %d has written and has no name", p.ID)
		}
	})
}

// leadTo checks that keys of an index lead to a player.
func (v *verifier) leadTo(p *Player, index string, keys []string) {
	for _, key := range keys {
		if found := v.tx.tx.Bucket(index).Get([]byte(key)); string(found) != string(number(p.ID)) {
			v.fault("%s: the entry of player %d leads to %x", index, p.ID, found)
		}
	}
}

// index checks that each entry leads to a player who leads back to it.
func (v *verifier) index(name string, leadsBack func(p *Player, key string) bool) {
	for key, id := range v.tx.tx.Bucket(name).Scan(nil) {
		if len(id) != 4 {
			v.fault("%s: %q leads to %x, which is no player", name, key, id)
			continue
		}
		p, err := v.tx.Player(PlayerID(binary.BigEndian.Uint32(id)))
		if err != nil || !leadsBack(p, string(key)) {
			v.fault("%s: %q leads to player %x, who is another (%v)", name, key, id, err)
		}
	}
}

package layout

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"unlurbot/store/fold"
	"unlurbot/store/kv"
	"unlurbot/store/page"
)

// toSchema3 brings a file of schema 2 to schema 3: one step for each thing that is
// stored in another way now. What can't be read stays as it is, for Verify to tell.
var toSchema3 = []func(*kv.Tx) error{packPages, hidePrivateResults, lineUpMails, tellNamesApart}

// packPages compresses HTML parts of mails that are stored as they read, as the first
// versions of schema 2 did.
func packPages(tx *kv.Tx) error {
	err := rewrite(tx, "letters", func(_, raw []byte) ([]byte, error) { return packPage(raw) })
	if err != nil {
		return err
	}
	return rewrite(tx, "given-up", func(_, raw []byte) ([]byte, error) {
		var fields map[string]json.RawMessage
		if json.Unmarshal(raw, &fields) != nil {
			return nil, nil
		}
		mail, err := packPage(fields["mail"])
		if mail == nil || err != nil {
			return nil, err
		}
		fields["mail"] = mail
		return encode(fields)
	})
}

func packPage(mail []byte) ([]byte, error) {
	var fields map[string]json.RawMessage
	var html string
	if json.Unmarshal(mail, &fields) != nil || json.Unmarshal(fields["html"], &html) != nil || !bytes.HasPrefix([]byte(html), []byte("<")) {
		return nil, nil
	}
	packed, err := encode(page.New([]byte(html)))
	if err != nil {
		return nil, err
	}
	fields["html"] = packed
	return encode(fields)
}

// A tally3 is what games have made of a player's standing.
type tally3 struct {
	Wins           int `json:"wins,omitempty"`
	Losses         int `json:"losses,omitempty"`
	FriendlyWins   int `json:"friendly_wins,omitempty"`
	FriendlyLosses int `json:"friendly_losses,omitempty"`
	Cancelled      int `json:"cancelled,omitempty"`
	Moves          int `json:"moves,omitempty"`
	Timeouts       int `json:"timeouts,omitempty"`
	NoShows        int `json:"no_shows,omitempty"`
}

// A result3 is what is read of a result.
type result3 struct {
	Game    uint32
	Players [2]uint32
	Winner  string // empty for nobody
	Reason  string
	Rated   bool
	Plies   int
}

// count adds a result, as it is for the first or the second player.
func (t *tally3) count(r result3, player int) {
	won := r.Winner == [2]string{"first", "second"}[player]
	t.Moves += (r.Plies + 1 - player) / 2
	switch {
	case r.Winner == "":
		t.Cancelled++
		if r.Plies%2 == player {
			t.NoShows++
		}
	case r.Rated && won:
		t.Wins++
	case r.Rated:
		t.Losses++
	case won:
		t.FriendlyWins++
	default:
		t.FriendlyLosses++
	}
	if r.Winner != "" && !won && r.Reason == "timeout" {
		t.Timeouts++
	}
}

// hidePrivateResults notes of the results of private games that they are, and counts
// what such games make of the standings of their players.
func hidePrivateResults(tx *kv.Tx) error {
	private := map[string]*tally3{} // by the key of the player
	tallyOf := func(player uint32) *tally3 {
		key := string(number(player))
		if private[key] == nil {
			private[key] = &tally3{}
		}
		return private[key]
	}
	err := rewrite(tx, "results", func(_, raw []byte) ([]byte, error) {
		var fields map[string]json.RawMessage
		var result result3
		if json.Unmarshal(raw, &fields) != nil || json.Unmarshal(raw, &result) != nil {
			return nil, nil
		}
		var of struct{ Private bool }
		if json.Unmarshal(tx.Bucket("games").Get(number(result.Game)), &of) != nil || !of.Private {
			return nil, nil
		}
		tallyOf(result.Players[0]).count(result, 0)
		tallyOf(result.Players[1]).count(result, 1)
		fields["private"] = json.RawMessage("true")
		return encode(fields)
	})
	if err != nil {
		return err
	}
	return rewrite(tx, "standing", func(key, raw []byte) ([]byte, error) {
		var fields map[string]json.RawMessage
		t := private[string(key)]
		if t == nil || json.Unmarshal(raw, &fields) != nil {
			return nil, nil
		}
		part, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		fields["private"] = part
		return encode(fields)
	})
}

// lineUpMails puts the mails of the outbox in the lines of their recipients, and notes
// which games they tell of.
func lineUpMails(tx *kv.Tx) error {
	lines, err := tx.CreateBucket("lines")
	if err != nil {
		return err
	}
	return rewrite(tx, "outbox", func(key, raw []byte) ([]byte, error) {
		var delivery map[string]json.RawMessage
		var recipient string
		if json.Unmarshal(raw, &delivery) != nil || json.Unmarshal(delivery["recipient"], &recipient) != nil {
			return nil, nil
		}
		if err := lines.Put(append([]byte(recipient+"\x00"), key...), bytes.Clone(key)); err != nil {
			return nil, err
		}
		var mail map[string]json.RawMessage
		if json.Unmarshal(tx.Bucket("letters").Get(key), &mail) != nil || mail["game"] == nil {
			return nil, nil
		}
		delivery["game"] = mail["game"]
		return encode(delivery)
	})
}

// tellNamesApart lists the names by fold.NameKeys. Of two players with names that are the
// same by that, the later one gets a number, and is to be told.
func tellNamesApart(tx *kv.Tx) error {
	type player struct {
		ID      uint32
		Name    string
		Created time.Time
	}
	var all []player
	for _, raw := range tx.Bucket("players").Scan(nil) {
		var p player
		if json.Unmarshal(raw, &p) == nil && p.Name != "" {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b player) int { return a.Created.Compare(b.Created) })
	if err := tx.DeleteBucket("names"); err != nil {
		return err
	}
	index, err := tx.CreateBucket("names")
	if err != nil {
		return err
	}
	renamed := map[string]string{} // by the key of the player
	for _, p := range all {
		name := fold.FreeName(p.Name, func(key string) bool {
			owner := index.Get([]byte(key))
			return owner != nil && binary.BigEndian.Uint32(owner) != p.ID
		})
		for _, key := range fold.NameKeys(name) {
			if err := index.Put([]byte(key), number(p.ID)); err != nil {
				return err
			}
		}
		if name != p.Name {
			renamed[string(number(p.ID))] = name
		}
	}
	return rewrite(tx, "players", func(key, raw []byte) ([]byte, error) {
		var fields map[string]json.RawMessage
		name, is := renamed[string(key)]
		if !is || json.Unmarshal(raw, &fields) != nil {
			return nil, nil
		}
		fields["renamed"] = fields["name"]
		if fields["name"], err = encode(name); err != nil {
			return nil, err
		}
		return encode(fields)
	})
}

// number makes the key of a game or a player.
func number(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

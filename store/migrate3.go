package store

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
func toSchema3(tx *kv.Tx) error {
	for _, step := range []func(*kv.Tx) error{
		packPages,
		hidePrivateResults,
		lineUpMails,
		tellNamesApart,
	} {
		if err := step(tx); err != nil {
			return err
		}
	}
	return nil
}

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
	packed, err := encode(page.New(html))
	if err != nil {
		return nil, err
	}
	fields["html"] = packed
	return encode(fields)
}

// hidePrivateResults notes of the results of private games that they are, and counts
// what such games make of the standings of their players.
func hidePrivateResults(tx *kv.Tx) error {
	type tally struct {
		Wins           int `json:"wins,omitempty"`
		Losses         int `json:"losses,omitempty"`
		FriendlyWins   int `json:"friendly_wins,omitempty"`
		FriendlyLosses int `json:"friendly_losses,omitempty"`
		Cancelled      int `json:"cancelled,omitempty"`
		Moves          int `json:"moves,omitempty"`
		Timeouts       int `json:"timeouts,omitempty"`
		NoShows        int `json:"no_shows,omitempty"`
	}
	seats := [2]string{"first", "second"}
	private := map[string]*tally{} // by the key of the player
	err := rewrite(tx, "results", func(_, raw []byte) ([]byte, error) {
		var fields map[string]json.RawMessage
		var result struct {
			Game    uint32
			Players [2]uint32
			Winner  string // empty for nobody
			Reason  string
			Rated   bool
			Plies   int
		}
		if json.Unmarshal(raw, &fields) != nil || json.Unmarshal(raw, &result) != nil {
			return nil, nil
		}
		var of struct{ Private bool }
		if json.Unmarshal(tx.Bucket("games").Get(number(result.Game)), &of) != nil || !of.Private {
			return nil, nil
		}
		for i, player := range result.Players {
			key := string(binary.BigEndian.AppendUint32(nil, player))
			if private[key] == nil {
				private[key] = &tally{}
			}
			t, won := private[key], result.Winner == seats[i]
			t.Moves += (result.Plies + 1 - i) / 2
			switch {
			case result.Winner == "":
				t.Cancelled++
				if result.Plies%2 == i {
					t.NoShows++
				}
			case result.Rated && won:
				t.Wins++
			case result.Rated:
				t.Losses++
			case won:
				t.FriendlyWins++
			default:
				t.FriendlyLosses++
			}
			if result.Winner != "" && !won && result.Reason == "timeout" {
				t.Timeouts++
			}
		}
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
		key     []byte
		id      PlayerID
		name    string
		created time.Time
		fields  map[string]json.RawMessage
	}
	var all []player
	players := tx.Bucket("players")
	for key, raw := range players.Scan(nil) {
		p := player{key: bytes.Clone(key)}
		var known struct {
			ID      PlayerID
			Name    string
			Created time.Time
		}
		if json.Unmarshal(raw, &p.fields) == nil && json.Unmarshal(raw, &known) == nil && known.Name != "" {
			p.id, p.name, p.created = known.ID, known.Name, known.Created
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b player) int { return a.created.Compare(b.created) })
	if err := tx.DeleteBucket("names"); err != nil {
		return err
	}
	index, err := tx.CreateBucket("names")
	if err != nil {
		return err
	}
	for _, p := range all {
		name := p.name
		for n := 2; isTaken(index.Get, name, p.id); n++ {
			name = numbered(p.name, n)
		}
		for _, key := range fold.NameKeys(name) {
			if err := index.Put([]byte(key), number(p.id)); err != nil {
				return err
			}
		}
		if name == p.name {
			continue
		}
		for field, value := range map[string]string{"name": name, "renamed": p.name} {
			if p.fields[field], err = encode(value); err != nil {
				return err
			}
		}
		raw, err := encode(p.fields)
		if err != nil {
			return err
		}
		if err := players.Put(p.key, raw); err != nil {
			return err
		}
	}
	return nil
}

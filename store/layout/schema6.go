package layout

import (
	"encoding/json"

	"unlurbot/store/kv"
)

// toSchema6 brings a file of schema 5 to schema 6, which has announcements, and tournaments of several groups. A field
// that is new needs no step: where it is missing nobody has chosen anything.
var toSchema6 = []func(*kv.Tx) error{makeBucket("announcements"), makeBucket("tournaments-open"), groupTournaments}

// groupTournaments puts the games of each tournament that has begun into the one group that it has, in the order of
// its players, and notes those that can be joined.
func groupTournaments(tx *kv.Tx) error {
	type group struct {
		Round   int      `json:"round"`
		Players []uint32 `json:"players"`
		Games   []uint32 `json:"games"`
	}
	var open [][]byte
	err := rewrite(tx, "tournaments", func(key, raw []byte) ([]byte, error) {
		var old struct {
			State    string `json:"state"`
			Entrants []struct {
				Player uint32 `json:"player"`
			} `json:"entrants"`
			Games []uint32 `json:"games"`
		}
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal(raw, &old); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, err
		}
		if old.State == "joining" {
			open = append(open, append([]byte{}, key...))
			return nil, nil
		}
		g := group{Round: 1, Games: old.Games}
		for _, e := range old.Entrants {
			g.Players = append(g.Players, e.Player)
		}
		groups, err := encode([]group{g})
		if err != nil {
			return nil, err
		}
		delete(fields, "games")
		fields["groups"] = groups
		return encode(fields)
	})
	for _, key := range open {
		if err == nil {
			err = tx.Bucket("tournaments-open").Put(key, []byte{})
		}
	}
	return err
}

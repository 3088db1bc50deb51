package mailbot

import (
	"errors"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/store"
)

// ownerOf names the player who writes from an address, "" for nobody.
func (h *house) ownerOf(address string) (name string) {
	h.t.Helper()
	err := h.store.View(func(tx *store.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err == nil {
			name = p.Name
		}
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		h.t.Fatal(err)
	}
	return name
}

// Whoever adds an address reads the same, whosever it is, and an address is asked
// once a week at most, by all players together.
func TestNobodyLearnsWhoseAnAddressIs(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.vouched("carla@example.com", "help")
	h.write(note{from: "dan@example.com", body: "never", vouched: true})
	h.fresh = nil
	answers := map[string]bool{}
	for _, address := range []string{"bo@example.net", "dan@example.com", "new@example.com", "new@example.com"} {
		h.vouched("ana@example.org", "address add "+address)
		answers[strings.ReplaceAll(h.last("ana@example.org").Text, address, "it")] = true
	}
	h.vouched("carla@example.com", "address add new@example.com")
	if len(answers) != 1 {
		t.Errorf("Ana reads %d different answers", len(answers))
	}
	asked := 0
	for _, m := range h.fresh {
		switch m.EnvelopeTo {
		case "new@example.com":
			asked++
		case "bo@example.net", "dan@example.com":
			t.Errorf("%s gets a mail: %s", m.EnvelopeTo, m.Subject)
		}
	}
	if asked != 1 {
		t.Errorf("new@example.com was asked %d times", asked)
	}
	h.fresh = nil
}

// Only an answer from the address itself, with the token of the question, makes it
// the player's, and only in three days.
func TestOnlyTheAddressItselfAgrees(t *testing.T) {
	t.Parallel()
	for name, try := range map[string]struct {
		from string
		body string
		wait time.Duration
		want string
	}{
		"from there":            {"new@example.com", "yes", 0, "ana"},
		"on the last day":       {"new@example.com", "yes", author.RequestRest - time.Hour, "ana"},
		"too late":              {"new@example.com", "yes", author.RequestRest, ""},
		"no":                    {"new@example.com", "no", 0, ""},
		"something else":        {"new@example.com", "games", 0, ""},
		"from somebody's":       {"bo@example.net", "yes", 0, ""},
		"from nobody's":         {"eve@example.com", "yes", 0, ""},
		"from the player's own": {"ana@example.org", "yes", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			h.vouched("ana@example.org", "address add new@example.com")
			question := h.last("new@example.com")
			h.now = h.now.Add(try.wait)
			h.write(note{from: try.from, answers: question, body: try.body})
			if owner := h.ownerOf("new@example.com"); owner != try.want {
				t.Errorf("the address is %q's", owner)
			}
			h.write(note{from: "new@example.com", answers: question, body: "yes"})
			if owner := h.ownerOf("eve@example.com") + h.ownerOf("bo@example.net"); owner != "bo" {
				t.Errorf("others' addresses are %q's", owner)
			}
			h.fresh = nil
		})
	}
}

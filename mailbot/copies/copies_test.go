package copies

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// Each row of the table above the package: what became of a mail, and whether another one with
// the same sender, id and words is a copy of it.
func TestWhatIsACopy(t *testing.T) {
	const raw = "From: Ana <ana@example.org>\nTo: unlur@example.org\nMessage-ID: <1@example.org>\n\nC4\n"
	now := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	mail := parser.ReadMail([]byte(raw), parser.Options{})
	token1 := token.Token{Purpose: token.ForGame, Number: 1, Seat: 1}
	token2 := token.Token{Purpose: token.ForGame, Number: 1, Seat: 1, Ply: 2}
	for name, tc := range map[string]struct {
		first, then   author.Doubt
		became        decision.Decision
		sealed, later token.Token
		want          bool
	}{
		"more certain before":            {author.DoubtVouched, author.DoubtUnproven, decision.Played, token1, token1, true},
		"as certain":                     {author.DoubtToken, author.DoubtToken, decision.Played, token1, token1, true},
		"as certain, in another form":    {author.DoubtToken, author.DoubtToken, decision.Played, token1, token2, false},
		"less certain before":            {author.DoubtUnproven, author.DoubtToken, decision.Held, token1, token1, false},
		"the bot failed on it":           {author.DoubtToken, author.DoubtToken, decision.Incident, token1, token1, false},
		"ignored, and written once more": {author.DoubtToken, author.DoubtToken, decision.Limited, token1, token1, false},
	} {
		secret := func() ([]byte, error) { return make([]byte, 32), nil }
		s, err := store.Open(filepath.Join(t.TempDir(), "copies.db"), secret)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Update(func(tx *store.Tx) error {
			u := unit.New(tx, unit.At(now))
			known := Of(mailkey.Place(1, 1), mail, []byte(raw)).Weighed(mail, tc.sealed, tc.first)
			if found, err := known.Look(u); found.Copy || err != nil {
				t.Errorf("%s: %+v, %v before anything came", name, found, err)
			}
			if err := known.Mark(u, tc.became, 0); err != nil {
				return err
			}
			if here, err := known.WasHere(u); !here || err != nil {
				t.Errorf("%s: not known at its place (%v)", name, err)
			}
			later := unit.New(tx, unit.At(now.AddDate(0, 0, 1)))
			found, err := Of(mailkey.Place(1, 2), mail, []byte(raw)).Weighed(mail, tc.later, tc.then).Look(later)
			if found.Copy != tc.want {
				t.Errorf("%s: a copy: %t", name, found.Copy)
			}
			return err
		})
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

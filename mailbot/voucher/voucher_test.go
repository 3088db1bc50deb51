package voucher

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/copies"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

const (
	border  = "Received: from mail.client.test (mail.client.test [203.0.113.7]) by mx.example.org with ESMTPS; Fri, 20 Nov 2026 12:00:00 +0000\n"
	verdict = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"
	written = "From: ana@example.org\nTo: unlur@example.org\nSubject: our game\nMessage-ID: <1@client.test>\n\nresign\n"
)

var trust = Trust{Own: "unlur@example.org", AuthservID: "mx.example.org"}

// inStore gives a unit of work on a store in which nothing is.
func inStore(t *testing.T, story func(*unit.Unit)) {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "voucher.db"), func() ([]byte, error) { return make([]byte, 32), nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	now := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	if err := s.Update(func(tx *store.Tx) error {
		story(unit.New(tx, unit.At(now)))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// The word of our server counts above the border, and that of the author's domain anywhere;
// both only in a mail to the bot with one author and an id. What nobody vouches for, and
// a signature could, is to be asked about.
func TestWhoVouches(t *testing.T) {
	good, bad, none := Signature{asked: true}, Signature{asked: true, refusal: errors.New("no")}, Signature{}
	elsewhere := strings.Replace(written, "To: unlur@", "Delivered-To: unlur@example.org\nTo: bo@", 1)
	for name, row := range map[string]struct {
		raw                 string
		signature           Signature
		vouches, worthWhile bool
	}{
		"our server":                     {verdict + border + written, none, true, false},
		"the same below the border":      {border + verdict + written, none, false, true},
		"nobody":                         {border + written, none, false, true},
		"a signature":                    {border + written, good, true, true},
		"a bad signature":                {border + written, bad, false, true},
		"our server, to somebody else":   {verdict + border + elsewhere, none, false, false},
		"a signature, to somebody else":  {border + elsewhere, good, false, false},
		"a signature of two authors":     {border + "From: bo@example.net\n" + written, good, false, false},
		"a signature in a group":         {border + strings.Replace(written, "ana@example.org", "us: ana@example.org;", 1), good, false, false},
		"a signature without an id":      {border + strings.Replace(written, "Message-ID", "X-ID", 1), good, false, false},
		"a program's":                    {border + "Auto-Submitted: auto-replied\n" + written, none, false, false},
		"a signature of what came whole": {border + strings.Replace(written, "To:", "Cc: bo@example.net\nTo:", 1), good, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			inStore(t, func(u *unit.Unit) {
				m := trust.Read([]byte(row.raw), false)
				vouches, err := trust.Vouches(u, m, row.signature)
				if vouches != row.vouches || err != nil {
					t.Errorf("it is vouched for: %v, %v", vouches, err)
				}
				ask, err := trust.Unproven(u, m, copies.Of(mailkey.Place(1, 1), m, []byte(row.raw)), nil)
				if ask != row.worthWhile || err != nil {
					t.Errorf("a signature is asked for: %v, %v", ask, err)
				}
			})
		})
	}
}

// An author and a Message-ID vouch once, unless the bot has failed on the mail; and about a
// copy nobody is asked.
func TestVouchesOnce(t *testing.T) {
	for d, again := range map[decision.Decision]bool{decision.Played: false, decision.Incident: true} {
		inStore(t, func(u *unit.Unit) {
			raw := []byte(verdict + border + written)
			m := trust.Read(raw, false)
			known := copies.Of(mailkey.Place(1, 1), m, raw).Weighed(m, token.Token{}, 0)
			if err := known.Mark(u, d, 0, Key(m)); err != nil {
				t.Fatal(err)
			}
			changed := trust.Read([]byte(verdict+border+strings.Replace(written, "resign", "resign ", 1)), false)
			if vouches, err := trust.Vouches(u, changed, Signature{}); vouches != again || err != nil {
				t.Errorf("after %s: %v, %v", d, vouches, err)
			}
			unsure := []byte(border + written)
			m = trust.Read(unsure, false)
			if ask, err := trust.Unproven(u, m, copies.Of(mailkey.Place(1, 2), m, unsure), nil); ask != again || err != nil {
				t.Errorf("after %s a signature is asked for: %v, %v", d, ask, err)
			}
		})
	}
}

package mailbot_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/site"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/page"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// Mishaps are what the bot of a season goes through.
type mishaps struct {
	fate   *rand.Rand // draws them; nil for none
	deaths int
	died   bool // at the last point
	losses int  // of its store

	backup string // of this day; empty for none
	filed  uint32 // the last UID in the folder of filed mails
	reads  bool   // those once more
	sent   []sentMail
	known  map[string]sentMail // the same by their IDs
}

// A sentMail is what a mail said to whom.
type sentMail struct{ ID, To, Subject, Text string }

func newMishaps(fate *rand.Rand) mishaps {
	return mishaps{fate: fate, filed: 1 << 20, known: map[string]sentMail{}}
}

// mayDie kills the bot at some points, but not twice in a row: over a mail that kills it again and again it would not try
// for ever.
func (m *mishaps) mayDie() {
	if m.died = m.fate != nil && !m.died && !m.reads && m.fate.IntN(10) == 0; m.died {
		m.deaths++
		runtime.Goexit()
	}
}

// maySave makes a backup on some days, from which the bot may have to go on that day.
func (s *clubSeason) maySave() {
	s.backup = ""
	if s.fate != nil && s.fate.IntN(3) == 0 {
		s.backup = s.Backup()
	}
}

// mayLose has the bot lose its store after some mails, go on with the backup of the day, and read all mails since then
// once more.
func (s *clubSeason) mayLose() {
	if s.backup == "" || s.fate.IntN(3) > 0 {
		return
	}
	s.losses++
	s.GoBackTo(s.backup)
	s.backup = ""
	mails := filedSince(s.Bot, 0)
	for i := range mails {
		s.filed++
		mails[i].UID = s.filed
	}
	s.reads = true
	_, err := s.Mailbot.Receive(s.T.Context(), mails...)
	s.reads = false
	s.Check(err)
	s.Check(s.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
	s.Wake()
}

// isFirst says whether a mail was not sent before. One that is sent again is the same.
func (s *clubSeason) isFirst(m *store.Outgoing) bool {
	mail := sentMail{m.MessageID, m.EnvelopeTo, m.Subject, m.Text}
	before, again := s.known[m.MessageID]
	if !again {
		s.sent = append(s.sent, mail)
		s.known[m.MessageID] = mail
	} else if diff := cmp.Diff(before, mail); diff != "" {
		s.T.Errorf("a mail is sent again as another (-then +again):\n%s", diff)
	}
	return !again
}

// kept gives what the store knows of games, tournaments and the ladder.
func (s *clubSeason) kept() (all []string) {
	s.Check(s.Store.View(func(tx *store.Tx) error {
		keep := func(record any, err error) error {
			if err == nil {
				var text []byte
				text, err = json.Marshal(record)
				all = append(all, string(text))
			}
			return err
		}
		for c, err := range tx.LastTournaments() {
			if err := keep(c, err); err != nil {
				return err
			}
		}
		if err := keep(tx.Ladder()); err != nil {
			return err
		}
		return tx.EachGame(func(g *store.Game) error { return keep(g, nil) })
	}))
	return all
}

// names writes the site of the club, and holds that it names nobody who has not agreed to that, and whoever has, once a
// game of theirs is over.
func (s *clubSeason) names() {
	s.T.Helper()
	dir := filepath.Join(s.T.TempDir(), "site")
	_, err := site.Write(s.T.Context(), s.Store, page.Club{Language: "en", Address: bottest.Address, Cups: true, Ladder: true}, &folder.Folder{Dir: dir})
	s.Check(err)
	named := map[string]bool{}
	name := regexp.MustCompile(`\bplayer\d+\b`) // the first one is called as all are in some sentences
	s.Check(filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".css") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, n := range name.FindAllString(string(text), -1) {
			named[n] = true
		}
		return err
	}))
	s.Check(s.Store.View(func(tx *store.Tx) error {
		played := map[store.PlayerID]bool{}
		if err := tx.EachGame(func(g *store.Game) error {
			if g.State == store.Finished {
				played[g.Players[0]], played[g.Players[1]] = true, true
			}
			return nil
		}); err != nil {
			return err
		}
		return tx.EachPlayer(func(p *store.Player) error {
			switch is := named[p.Name]; {
			case is && !p.Web:
				s.T.Errorf("%s is named on the site, and has not agreed to that", p.Name)
			case !is && p.Web && played[p.ID] && name.MatchString(p.Name):
				s.T.Errorf("%s is not named on the site", p.Name)
			}
			return nil
		})
	}))
}

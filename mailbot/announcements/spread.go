package announcements

import (
	"maps"
	"slices"
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// batch is how many mails are written in one transaction, so that nobody waits for it who has moved, and
	// looked how many players are looked at.
	batch  = 50
	looked = 5000
	// pause is how long others have their turn then.
	pause = time.Minute
)

// ADay gives how many readers of all announcements get one in a day, when some number of mails leaves in all.
func ADay(mails int) int { return max(1, mails/4) }

func wake(tx *store.Tx, a *store.Announcement, at time.Time) error {
	return tx.WakeAt(store.WakeUp{At: at, Kind: store.WakeAnnouncement, Number: a.Number})
}

// Spread writes to the next readers of an announcement, and sees to it that the others get it later: soon, or
// tomorrow if as many as can get one have got it today. What happened before a backup was restored has left then,
// and is only counted. Due is when this was to happen.
func Spread(u *unit.Unit, desk *letters.Desk, number uint32, due time.Time, mails int) error {
	a, err := u.Tx.Announcement(number)
	if err != nil || !a.Done.IsZero() {
		return err
	}
	share := shares.Draw{Pot: shares.Pot{Name: "mails_out_for_announcements", Most: ADay(mails)}}
	room, err := share.Room(u, u.Now)
	if err != nil {
		return err
	}
	if room <= 0 {
		return wake(u.Tx, a, shares.Tomorrow(u.Now))
	}
	readers, err := nextReaders(u, a, min(room, batch))
	if err != nil {
		return err
	}
	// The ids of its mails are the same whenever they are written.
	defer func(cause string) { desk.Occasion.Cause = cause }(desk.Occasion.Cause)
	desk.Occasion.Cause = "announcement " + a.Hash
	for _, p := range readers {
		if a.Sent++; desk.Occasion.Replaying {
			continue
		}
		if _, err := share.Take(u, u.Now); err != nil {
			return err
		}
		if err := desk.Send(letterTo(p, a.In(desk.LanguageOf(p)))); err != nil {
			return err
		}
	}
	if a.Next > a.Last {
		a.Done, a.Text, a.Texts = u.Now, "", nil
		return u.Tx.PutAnnouncement(a)
	}
	if err := u.Tx.PutAnnouncement(a); err != nil {
		return err
	}
	return wake(u.Tx, a, due.Add(pause))
}

// nextReaders gives the next readers of an announcement, at most some, and notes which players were looked at.
func nextReaders(u *unit.Unit, a *store.Announcement, most int) (readers []*store.Player, err error) {
	var found []store.PlayerID
	end := min(a.Last, a.Next+looked-1)
	next := end + 1
	for p, err := range u.Tx.PlayersFrom(a.Next) {
		if err != nil {
			return nil, err
		}
		if p.ID > end {
			break
		}
		if len(found) == most {
			next = p.ID
			break
		}
		if IsReader(p, u.Now) {
			found = append(found, p.ID)
		}
	}
	a.Next = next
	for _, id := range found {
		p, err := u.Player(id)
		if err != nil {
			return nil, err
		}
		readers = append(readers, p)
	}
	return readers, nil
}

func letterTo(p *store.Player, text string) letters.Letter {
	return letters.Letter{To: p, Kind: templates.Announced, Says: &templates.Announcement{Text: text}}
}

// A Sum is to whom an announcement goes, and what they read.
type Sum struct {
	Readers int    `json:"readers"`
	ADay    int    `json:"a_day"` // how many of them get it in a day, at most
	Mails   []Mail `json:"mails"` // by language
}

// A Mail is what the readers of one language get.
type Mail struct {
	Language string `json:"language"`
	Readers  int    `json:"readers"`
	Subject  string `json:"subject"`
	Text     string `json:"text"`
}

// Count gives the Sum of an announcement; mails is how many leave in a day in all. A text in a language that nobody
// reads is in it, too. It changes nothing in the store.
func Count(u *unit.Unit, desk *letters.Desk, a *store.Announcement, mails int) (sum Sum, err error) {
	sum.ADay = ADay(mails)
	at := map[string]int{}
	add := func(p *store.Player, language string, readers int) (err error) {
		i, known := at[language]
		if !known {
			i = len(sum.Mails)
			m := Mail{Language: language}
			if m.Subject, m.Text, err = desk.Draft(letterTo(p, a.In(language))); err != nil {
				return err
			}
			at[language], sum.Mails = i, append(sum.Mails, m)
		}
		sum.Readers += readers
		sum.Mails[i].Readers += readers
		return nil
	}
	err = u.Tx.EachPlayer(func(p *store.Player) error {
		if !IsReader(p, u.Now) {
			return nil
		}
		return add(p, desk.LanguageOf(p), 1)
	})
	for _, language := range slices.Sorted(maps.Keys(a.Texts)) {
		if err == nil {
			err = add(&store.Player{Language: language}, language, 0)
		}
	}
	if err == nil && sum.Readers == 0 {
		err = ErrNobody
	}
	return sum, err
}

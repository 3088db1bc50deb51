package club

import (
	"errors"
	"slices"

	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Limit sets how many games at a time others can begin with the player. What the player
// begins or accepts is not held back: that is a later wish.
type Limit struct {
	About
	Most int  // 0 for what is no number
	None bool // in its place
}

func (o Limit) do(s *Session) error {
	if !o.None && (o.Most < 1 || o.Most > s.rules.OpenGames) {
		return refuse(nil, facts.NoLimit{Most: s.rules.OpenGames})
	}
	s.me.MostGames = o.Most
	s.ChangePlayer(s.me)
	s.note(facts.LimitSet{Most: o.Most})
	return nil
}

// Mute keeps the words of another player from this one, in all games with that player, or
// with Off lets them through again; moves and what else happens are told as before. Whoever
// writes words then reads that they reach nobody: to write them in vain would be worse.
type Mute struct {
	About
	Name string // of that player; empty for the opponent in the game
	Off  bool
}

func (o Mute) do(s *Session) error {
	whom, err := o.whom(s)
	if err != nil {
		return err
	}
	muted := slices.Contains(s.me.Muted, whom.ID)
	switch {
	case o.Off && !muted:
		return refuse(nil, facts.NotMuted{Player: whom.ID})
	case o.Off:
		s.me.Muted = slices.DeleteFunc(s.me.Muted, func(id store.PlayerID) bool { return id == whom.ID })
		s.ChangePlayer(s.me)
	case !muted:
		s.me.Muted = append(s.me.Muted, whom.ID)
		s.ChangePlayer(s.me)
	}
	s.note(facts.Muted{Whom: whom.ID, Off: o.Off})
	return nil
}

// whom finds whose words it is about. Addresses find nobody, since that would tell who is known
// here.
func (o Mute) whom(s *Session) (*store.Player, error) {
	if o.Name != "" {
		found, err := s.Tx.PlayerByName(o.Name)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil, refuse(nil, facts.NobodyCalled{Name: o.Name})
		case err != nil:
			return nil, err
		case found.ID == s.me.ID:
			return nil, refuse(nil, facts.MutesSelf)
		}
		return s.Player(found.ID)
	}
	g, err := s.withBoard(o.Game)
	if err != nil {
		return nil, err
	}
	opponent, err := s.Seated(g, g.SeatOf(s.me.ID).Other())
	if err == nil && !opponent.Forgotten.IsZero() {
		return nil, refuse(nil, facts.Departed{Player: opponent.ID})
	}
	return opponent, err
}

// Rename changes what other players call the player, to what can be a name.
type Rename struct {
	About
	Name string
}

func (o Rename) do(s *Session) error {
	switch owner, err := s.Tx.PlayerByName(o.Name); {
	case err == nil && owner.ID != s.me.ID:
		return refuse(nil, facts.NameTaken{Name: o.Name})
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	}
	s.me.Name, s.me.Renamed = o.Name, ""
	if err := s.Tx.PutPlayer(s.me); err != nil { // claims the name for the orders below
		return err
	}
	s.note(facts.Renamed{Name: o.Name})
	return nil
}

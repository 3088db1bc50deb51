package club

import "unlurbot/mailbot/facts"

// Limit sets how many games at a time others can begin with the player. What the player
// begins or accepts is not held back: that is a later wish.
type Limit struct {
	About
	Most int  // 0 for what is no number
	None bool // in its place
}

func (o Limit) do(s *Session) error {
	if !o.None && (o.Most < 1 || o.Most > s.rules.OpenGames) {
		return s.refuse(nil, facts.NoLimit{Most: s.rules.OpenGames})
	}
	s.me.MostGames = o.Most
	s.ChangePlayer(s.me)
	s.note(facts.LimitSet{Most: o.Most})
	return nil
}

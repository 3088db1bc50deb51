package mailbot

import (
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// resultsListed is how many finished games a list of results has.
const resultsListed = 20

// lastResults lists how a player's last games ended, and how that player and the
// sender have done against each other.
func lastResults(e *errand, c parser.Command) (result, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	s, err := e.u.Tx.Standing(p.ID)
	if err != nil {
		return result{}, err
	}
	seen := s.Public()
	if p == e.sender {
		seen = *s
	}
	about := &templates.PlayerResults{
		Name: nameOfPlayer(p), You: p == e.sender, Won: seen.Wins + seen.FriendlyWins, Lost: seen.Losses + seen.FriendlyLosses,
	}
	if about.Lines, err = e.resultLines(p); err != nil {
		return result{}, err
	}
	err = e.headToHead(p, about)
	return result{
		kind: templates.Results, decision: Answered, args: c.Args,
		fill: func(v *templates.View) { v.Results = about },
	}, err
}

// resultLines gives a player's last results that the sender may see, the latest first.
func (e *errand) resultLines(p *store.Player) (lines []templates.ResultLine, err error) {
	for r, err := range e.u.Tx.ResultsOf(p.ID) {
		if err != nil {
			return nil, err
		}
		if !r.Shows(e.sender.ID) {
			continue
		}
		opponent, err := e.u.Player(r.Opponent(p.ID))
		if err != nil {
			return nil, err
		}
		lines = append(lines, templates.ResultLine{
			Game: int(r.Game), Ended: r.Ended, Opponent: nameOfPlayer(opponent),
			Won: r.Won(p.ID), Cancelled: r.Cancelled(), Reason: r.Reason, Rated: r.Rated, Spared: r.Spared,
		})
		if len(lines) == resultsListed {
			break
		}
	}
	return lines, nil
}

// headToHead counts the games that the sender has won and lost against a player. Those
// that were private are among the player's for the sender alone.
func (e *errand) headToHead(p *store.Player, about *templates.PlayerResults) error {
	for r, err := range e.u.Tx.ResultsOf(e.sender.ID) {
		switch {
		case err != nil:
			return err
		case r.Opponent(e.sender.ID) != p.ID || r.Cancelled():
			continue
		}
		ours, theirs := &about.YouWon, &about.Lost
		if !r.Won(e.sender.ID) {
			ours, theirs = &about.YouLost, &about.Won
		}
		*ours++
		if r.Private {
			*theirs++
		}
	}
	return nil
}

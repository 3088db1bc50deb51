package mailbot

import (
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// resultsListed is how many finished games a list of results has.
const resultsListed = 20

var resultsCommand = command{
	verb: "results", group: toLook, examples: []string{"results", "results Ana"},
	open: true, run: lastResults,
}

// lastResults lists how a player's last games ended, and how that player and the
// sender have done against each other.
func lastResults(e *errand, c parser.Command) (result, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	s, err := e.tx.Standing(p.ID)
	if err != nil {
		return result{}, err
	}
	about := &templates.PlayerResults{
		Name: nameOfPlayer(p), You: p == e.sender, Won: s.Wins + s.FriendlyWins, Lost: s.Losses + s.FriendlyLosses,
	}
	if about.Lines, err = e.resultLines(p); err != nil {
		return result{}, err
	}
	about.YouWon, about.YouLost, err = e.headToHead(p)
	return result{
		kind: templates.Results, decision: Answered, args: c.Args,
		fill: func(v *templates.View) { v.Results = about },
	}, err
}

// resultLines gives a player's last results, the latest first.
func (e *errand) resultLines(p *store.Player) (lines []templates.ResultLine, err error) {
	for r, err := range e.tx.ResultsOf(p.ID) {
		if err != nil {
			return nil, err
		}
		opponent, err := e.player(r.Opponent(p.ID))
		if err != nil {
			return nil, err
		}
		lines = append(lines, templates.ResultLine{
			Game: int(r.Game), Ended: r.Ended, Opponent: nameOfPlayer(opponent),
			Won: r.Won(p.ID), Cancelled: r.Cancelled(), Reason: r.Reason, Rated: r.Rated,
		})
		if len(lines) == resultsListed {
			break
		}
	}
	return lines, nil
}

// headToHead counts the games that the sender has won and lost against a player.
func (e *errand) headToHead(p *store.Player) (won, lost int, err error) {
	for r, err := range e.tx.ResultsOf(e.sender.ID) {
		switch {
		case err != nil:
			return 0, 0, err
		case r.Opponent(e.sender.ID) != p.ID || r.Cancelled():
		case r.Won(e.sender.ID):
			won++
		default:
			lost++
		}
	}
	return won, lost, nil
}

package admin

import (
	"net/url"
	"time"

	"unlurbot/game"
)

// A PlayerPage is all that an operator is told of one player.
type PlayerPage struct {
	Party
	Address     string      `json:"address,omitempty"` // where mails go
	Others      []string    `json:"other_addresses,omitempty"`
	Language    string      `json:"language,omitempty"`
	Zone        string      `json:"zone,omitempty"`
	Created     time.Time   `json:"created"`
	Heard       time.Time   `json:"heard,omitzero"`
	Active      bool        `json:"active"` // has written
	Silent      bool        `json:"silent"` // wants no mails
	Unreachable time.Time   `json:"unreachable,omitzero"`
	Forgotten   time.Time   `json:"forgotten,omitzero"`
	Away        []game.Span `json:"away,omitempty"`
	Rating      float64     `json:"rating,omitempty"`
	Deviation   float64     `json:"deviation,omitempty"`
	Open        []GameLine  `json:"open_games"` // the oldest first
	Mails       []Mail      `json:"mails"`      // to the player, that have not left
}

// playerPage tells of one player.
func playerPage(r reading, asked url.Values) (any, error) {
	p, err := r.player(asked.Get("who"))
	if err != nil {
		return nil, err
	}
	page := PlayerPage{
		Party: Party{ID: p.ID, Name: p.Name}, Address: p.Address, Others: p.Others, Language: p.Language, Zone: p.Zone,
		Created: p.Created, Heard: p.Heard, Active: p.Active, Silent: p.Silent, Unreachable: p.Unreachable, Forgotten: p.Forgotten,
		Away: p.Away, Open: []GameLine{},
	}
	if p.Forgotten.IsZero() {
		page.Called = r.who.Of(p.Address)
	}
	standing, err := r.u.Tx.Standing(p.ID)
	if err != nil {
		return nil, err
	}
	page.Rating, page.Deviation = standing.Rating, standing.Deviation
	open, err := r.u.Tx.OpenGamesOf(p.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range open {
		line, err := r.line(g)
		if err != nil {
			return nil, err
		}
		page.Open = append(page.Open, line)
	}
	page.Mails = r.unsent(func(m Mail) bool { return m.Player == p.ID })
	return page, nil
}

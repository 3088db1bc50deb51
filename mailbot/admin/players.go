package admin

import (
	"net/url"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/store/acts"
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
	Banned      time.Time   `json:"banned,omitzero"`
	Away        []game.Span `json:"away,omitempty"`
	Rating      float64     `json:"rating,omitempty"`
	Deviation   float64     `json:"deviation,omitempty"`
	Open        []GameLine  `json:"open_games"` // the oldest first
	Mails       []Mail      `json:"mails"`      // to the player, that have not left
	Acts        []acts.Act  `json:"acts"`       // done to the player by the operator, the latest first
}

// playerPage tells of one player.
func playerPage(r reading, asked url.Values) (any, error) {
	p, err := r.player(asked.Get("who"))
	if err != nil {
		return nil, err
	}
	return r.page(p)
}

// page makes the page of a player.
func (r reading) page(p *store.Player) (page PlayerPage, err error) {
	page = PlayerPage{
		Party: Party{ID: p.ID, Name: p.Name}, Address: p.Address, Others: p.Others, Language: p.Language, Zone: p.Zone,
		Created: p.Created, Heard: p.Heard, Active: p.Active, Silent: p.Silent, Unreachable: p.Unreachable, Forgotten: p.Forgotten,
		Away: p.Away, Open: []GameLine{}, Acts: []acts.Act{},
	}
	if p.Forgotten.IsZero() {
		page.Called = r.who.Of(p.Address)
	}
	standing, err := r.u.Tx.Standing(p.ID)
	if err != nil {
		return page, err
	}
	page.Rating, page.Deviation = standing.Rating, standing.Deviation
	open, err := r.u.Tx.OpenGamesOf(p.ID)
	if err != nil {
		return page, err
	}
	for _, g := range open {
		line, err := r.line(g)
		if err != nil {
			return page, err
		}
		page.Open = append(page.Open, line)
	}
	page.Mails = r.unsent(func(m Mail) bool { return m.Player == p.ID })
	done, err := r.u.Tx.ActsOn(p.ID)
	page.Acts = append(page.Acts, done...) // of none, an empty list
	ofBans := func(a acts.Act) bool { return a.Kind == acts.Ban || a.Kind == acts.Unban }
	if i := slices.IndexFunc(done, ofBans); i >= 0 && done[i].Kind == acts.Ban { // which outlives what is known of a player
		page.Banned = done[i].At
	}
	return page, err
}

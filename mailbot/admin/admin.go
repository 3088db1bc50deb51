// Package admin answers an operator's queries to a store: which games there are, which mails
// wait, who a player is, and what became of a mail.
//
// What it can change by itself are the bot's own mails that have not left; what is done to players
// and games is left to the bot, of which a Desk is told how. Each act is logged, with what was before and the
// reason. All else is read only. The answers go over the control socket as JSON and are what
// the commands print with --json: times are of RFC 3339, and a key without a value is left out.
// No answer has a token, a player's notes or plans, or what players say to each other; what
// became of a mail shows the lines of that mail. Package mailbot serves the answers while it
// runs, and cmd/unlurbot asks for them directly while no bot does.
package admin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/fold"
	"unlurbot/store/tournament"
)

// The requests, by name.
const (
	Games  = "games"  // gives []GameLine
	Game   = "game"   // gives a GamePage
	Mails  = "mails"  // gives []Mail
	Player = "player" // gives a PlayerPage
	Why    = "why"    // gives []Verdict

	Tournaments = "tournaments" // gives []TournamentLine

	OnMail = "mail" // does something with a mail, and gives it as it was

	OnPlayer = "player-act" // does something to a player, and gives it as a Done
	OnGame   = "game-act"   // ends a game or lets it go on, and gives a Ruling
	OnBot    = "bot-act"    // pauses the bot, or has it go on, and gives a Halt

	OnTournament = "tournament-act" // opens a tournament, calls one off or takes a player out of one, and gives a TournamentDone
)

// A reading is where something is looked up.
type reading struct {
	u   *unit.Unit
	who *discreet.Pseudonyms
}

// looks are the requests that the store alone answers.
var looks = map[string]func(reading, url.Values) (any, error){Games: games, Game: gamePage, Mails: mails, Player: playerPage, Tournaments: tournaments}

// An Archive is where mails are found that the bot has read: it gives those that have a
// Message-ID, wherever in the mailbox they lie.
type Archive func(ctx context.Context, messageID string) ([]Found, error)

// A Desk is where an operator asks.
type Desk struct {
	Store   *store.Store
	Now     func() time.Time
	Archive Archive
	Read    Reader

	// For acts, which need all of them.
	Change func(func(*store.Tx) error) error // a transaction of the store
	// Act carries out what is done to players, to games or to the bot, logs it in the store, and gives it its number.
	Act func(*store.Tx, *acts.Act) error
	// Open opens a tournament under some terms, and gives its number.
	Open func(*store.Tx, tournament.Terms) (uint32, error)
	Wake func() // lets what is due leave
	Log  *slog.Logger
}

// Requests gives all requests, for the control socket. The errors say what was wrong with one.
func (d *Desk) Requests() map[string]func(context.Context, url.Values) (any, error) {
	all := map[string]func(context.Context, url.Values) (any, error){Why: d.why, OnMail: d.mailAct, OnPlayer: d.playerAct, OnGame: d.gameAct, OnBot: d.botAct, OnTournament: d.tournamentAct}
	for name, look := range looks {
		all[name] = func(_ context.Context, asked url.Values) (answer any, err error) {
			err = d.view(func(r reading) error {
				answer, err = look(r, asked)
				return err
			})
			return answer, err
		}
	}
	return all
}

func (d *Desk) view(f func(reading) error) error {
	return d.Store.View(func(tx *store.Tx) error {
		r, err := d.reading(tx)
		if err != nil {
			return err
		}
		return f(r)
	})
}

func (d *Desk) reading(tx *store.Tx) (reading, error) {
	who, err := discreet.NewPseudonyms(tx)
	return reading{unit.New(tx, unit.At(d.Now().UTC().Truncate(time.Second))), who}, err
}

// errNobody is for a player who is not there.
var errNobody = errors.New("there is no such player; unlurbot players lists all of them")

// player finds the one that is meant by an address, a pseudonym of the log, a name, or the
// number that others answers give. Somebody who was forgotten is found by number alone, and one
// who is banned by address too.
func (r reading) player(who string) (found *store.Player, err error) {
	switch {
	case strings.Contains(who, "@"):
		found, err = r.u.Tx.PlayerByAddress(who)
		if errors.Is(err, store.ErrNotFound) {
			var banned store.PlayerID
			if banned, err = r.u.Tx.BannedAt(who); err == nil {
				found, err = r.u.Tx.Player(banned)
			}
		}
	case strings.HasPrefix(who, "~"):
		err = r.u.Tx.EachPlayer(func(p *store.Player) error {
			if p.Forgotten.IsZero() && r.who.Of(p.Address) == strings.ToLower(who) {
				found = p
			}
			return nil
		})
	default:
		if fold.Name(who) != "" {
			found, err = r.u.Tx.PlayerByName(who)
		}
		if n, wrong := strconv.ParseUint(who, 10, 32); wrong == nil && found == nil {
			found, err = r.u.Tx.Player(store.PlayerID(n))
		}
	}
	if errors.Is(err, store.ErrNotFound) || err == nil && found == nil {
		return nil, fmt.Errorf("%q: %w", who, errNobody)
	}
	return found, err
}

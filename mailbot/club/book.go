package club

import (
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// A book is where it is written down what comes of orders and of clocks: in games, with their
// clocks, wake-ups and ratings, and as facts. It knows nothing of who has ordered it.
type book struct {
	u     *unit.Unit
	rules Rules
	by    string        // the order at hand, as an answer quotes it
	log   []facts.Entry // what has come of it
	begun []*store.Game // in this session
}

// note notes what has come of the order at hand.
func (b *book) note(f facts.Fact) { b.log = append(b.log, facts.Entry{By: b.by, Fact: f}) }

// add stores a new game.
func (b *book) add(g *store.Game) error {
	if err := b.u.Tx.AddGame(g); err != nil {
		return err
	}
	b.u.ChangeGame(b.u.Own(g))
	return nil
}

// start sets a game going.
func (b *book) start(g *store.Game, meant bool) error {
	if err := g.Begin(b.u.Now); err != nil {
		return err
	}
	g.Rated = g.Rated && !g.Private // which was offered when such games were rated
	b.note(facts.GameStarted{Game: g.Number, Meant: meant})
	b.begun = append(b.begun, g)
	return clocks.Start(b.u, g)
}

// setUp begins a game that the club arranges between its two players, under terms that they know.
func (b *book) setUp(g *store.Game) error {
	g.Created = b.u.Now
	if err := b.title(g); err != nil {
		return err
	}
	if err := b.add(g); err != nil {
		return err
	}
	if err := g.Begin(b.u.Now); err != nil {
		return err
	}
	return clocks.Start(b.u, g)
}

// title calls a game by its players.
func (b *book) title(g *store.Game) error {
	first, err := b.u.Seated(g, game.First)
	if err != nil {
		return err
	}
	second, err := b.u.Seated(g, game.Second)
	g.Title = b.rules.NameOf(first) + " - " + b.rules.NameOf(second)
	return err
}

// move decides on a move, whoever has ordered it and when, and makes it, which is told by a fact.
// If a rule forbids it, nothing is changed, and the error is a *game.Error.
func (b *book) move(f facts.Fact, g *store.Game, seat game.Seat, m game.Move, at time.Time) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	return b.moveIn(played, f, g, seat, m, at)
}

// moveIn is move for who has replayed the game.
func (b *book) moveIn(played *game.Game, f facts.Fact, g *store.Game, seat game.Seat, m game.Move, at time.Time) error {
	event, err := played.Decide(seat, m, at)
	if err != nil {
		return err
	}
	if err := played.Apply(event); err != nil {
		return err
	}
	b.note(f)
	return b.record(g, played)
}

// takeBack takes the last move of a seat back, and what was answered to it.
func (b *book) takeBack(g *store.Game, seat game.Seat, f facts.Fact) error {
	g.Plans = [2]game.Plan{} // which were made for another position
	return b.move(f, g, seat, game.Move{Kind: game.TakeBack}, b.u.Now)
}

// record takes over what was played last in a game, and charges the player who has made
// it. It is the only way in which a move gets into a game, so that no clock is forgotten.
func (b *book) record(g *store.Game, played *game.Game) error {
	last := played.Events()[len(played.Events())-1]
	if err := clocks.Charge(b.u, g, last, b.rules.UndoGrace); err != nil {
		return err
	}
	end := b.u.Now
	if last.Move.Kind == game.RunOutOfTime { // then it is over since the time was up
		end = last.At
	}
	g.TurnMail = 0
	if err := g.Record(played, end); err != nil {
		return err
	}
	b.u.ChangeGame(g)
	if g.State == store.Finished {
		if err := b.ended(g); err != nil {
			return err
		}
	}
	return clocks.NewTurn(b.u, g)
}

// ended logs how a game has ended, in whatever way, and rates its players.
func (b *book) ended(g *store.Game) error {
	changes, err := b.u.Tx.AddResult(g, Rate)
	if err != nil {
		return err
	}
	b.note(facts.GameOver{Game: g.Number, Changes: changes})
	if b.rules.Puzzles && g.GivesPuzzles() {
		if err := puzzles.AwaitNight(b.u, g); err != nil {
			return err
		}
	}
	switch {
	case g.Tournament != 0:
		return director{b}.endedIn(g)
	case g.Ladder != nil:
		return endedOnLadder(b.u, g)
	}
	return nil
}

// cancel ends a game in which one player has not moved: nobody wins it. By is who called it
// off, NoSeat if a time was up.
func (b *book) cancel(g *store.Game, by game.Seat, end time.Time) error {
	if err := g.Cancel(by, end); err != nil {
		return err
	}
	b.u.ChangeGame(g)
	return errors.Join(b.ended(g), clocks.NewTurn(b.u, g))
}

// void ends a game at the operator's wish: nobody wins it.
func (b *book) void(g *store.Game) error {
	if err := g.Void(b.u.Now); err != nil {
		return err
	}
	b.u.ChangeGame(g)
	return errors.Join(b.ended(g), clocks.NewTurn(b.u, g))
}

// reopen lets a game go on at the operator's wish, after what has ended it was taken back; if that was
// a stone, it gives its cell.
func (b *book) reopen(g *store.Game) (stone string, err error) {
	played, err := g.Replay()
	if err != nil {
		return "", err
	}
	if g.State == store.Finished {
		if last := g.Events[len(g.Events)-1].Move; !last.Kind.Ends() {
			stone = last.String()
		}
		event, err := played.Decide(game.NoSeat, game.Move{Kind: game.Reopen}, b.u.Now)
		if err := errors.Join(err, played.Apply(event)); err != nil {
			return "", err
		}
	}
	for _, seat := range []game.Seat{game.First, game.Second} { // who lost this one on time is not known for it
		p, err := b.u.Seated(g, seat)
		if err != nil {
			return "", err
		}
		if p.TimedOut.Equal(g.Ended) && !p.TimedOut.IsZero() {
			p.TimedOut = time.Time{}
			b.u.ChangePlayer(p)
		}
	}
	late := g.Player(LateSeat(g))
	if err := errors.Join(g.Reopen(played), director{b}.readmit(g, late)); err != nil {
		return "", err
	}
	if g.Ladder != nil {
		if err := reopenOnLadder(b.u, g); err != nil {
			return "", err
		}
	}
	g.TurnMail = 0
	b.u.ChangeGame(g)
	return stone, errors.Join(b.u.Tx.DropResult(g, Rate), clocks.Reopen(b.u, g, stone != ""))
}

// end ends an offer.
func (b *book) end(g *store.Game, how store.State, why facts.EndWhy) error {
	if err := g.End(how, b.u.Now); err != nil {
		return err
	}
	b.u.ChangeGame(g)
	b.note(facts.OfferEnded{Game: g.Number, How: how, Why: why})
	return nil
}

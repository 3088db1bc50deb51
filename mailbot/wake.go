package mailbot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"unlurbot/game/engine"
	"unlurbot/mailbot/announcements"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/robots"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// A waking is what is done when the time of a wake-up has come, and all that is due up to some
// time happens now. What it was for may be gone by then, or settled.
type waking func(w work, due store.WakeUp, upTo time.Time) error

// The clocks of games that begin by themselves run from the time of the wake-up, as they do when that happens once more
// after a backup was restored.
func newWakings() map[store.WakeKind]waking {
	return map[store.WakeKind]waking{
		store.WakeRequest: func(w work, due store.WakeUp, _ time.Time) error {
			return w.u.Tx.DropRequest(store.RequestID(due.Number))
		},
		store.WakeInvitation: func(w work, due store.WakeUp, _ time.Time) error {
			return w.tell(w.session(nil, club.Answer{}).Do(club.Lapse{About: club.About{Game: store.GameNumber(due.Number)}}))
		},
		store.WakeClock: func(w work, due store.WakeUp, upTo time.Time) error {
			return w.tell(w.session(nil, club.Answer{}).Do(club.Ring{About: club.About{Game: store.GameNumber(due.Number)}, Due: due.At, UpTo: upTo, Replaying: w.desk.Occasion.Replaying}))
		},
		store.WakeStranger: func(w work, due store.WakeUp, _ time.Time) error {
			p, err := w.u.Player(store.PlayerID(due.Number))
			if err != nil {
				return err
			}
			return w.tell(w.session(p, club.Answer{}).Do(club.ForgetInvited{}))
		},
		store.WakeTournament: func(w work, due store.WakeUp, _ time.Time) error {
			w.u.Times = unit.Since(w.u.Now, due.At)
			return w.tell(w.session(nil, club.Answer{}).Do(club.LookAtTournament{Number: tournament.Number(due.Number), Due: due.At}))
		},
		store.WakeAnnouncement: func(w work, due store.WakeUp, _ time.Time) error {
			return announcements.Spread(w.u, w.desk, due.Number, due.At, w.bot.cfg.Limits.Out)
		},
		store.WakeLadder: func(w work, due store.WakeUp, _ time.Time) error {
			w.u.Times = unit.Since(w.u.Now, due.At)
			return w.tell(w.session(nil, club.Answer{}).Do(club.BeginLadderGames{Due: due.At}))
		},
		store.WakeWeekly: func(w work, due store.WakeUp, _ time.Time) error {
			p, err := w.u.Player(store.PlayerID(due.Number))
			if err != nil {
				return err
			}
			return w.tell(w.session(p, club.Answer{}).Do(club.GiveWeekly{Due: due.At}))
		},
		store.WakeDigest: func(w work, due store.WakeUp, _ time.Time) error {
			p, err := w.u.Player(store.PlayerID(due.Number))
			if err != nil {
				return err
			}
			return w.desk.Digest(p)
		},
	}
}

// WakeLoop lets happen what happens by itself until ctx ends, see alarms.Alarms.Loop.
func (b *Bot) WakeLoop(ctx context.Context) error { return b.alarms.Loop(ctx) }

// Wake lets happen what is due now, and has the robots think, for those who run no loops for that.
func (b *Bot) Wake(ctx context.Context) error { return upTo(ctx, b, b.process.Now(), false) }

// upTo lets happen all that is due at a time, in the order of its times, or as much of it as can before ctx ends: what the
// engine has to search for as well. Again is as in alarms.Happen.
func upTo(ctx context.Context, b *Bot, at time.Time, again bool) error {
	for ctx.Err() == nil {
		next, thinks, err := nextDue(b, at)
		switch {
		case err != nil:
			return process.InStore(err)
		case next.IsZero():
			return nil
		case thinks:
			err = b.robots.AllUpTo(ctx, next, again)
		default:
			_, err = b.alarms.One(at, again)
			err = process.InStore(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nextDue gives when the next of all that is due at a time was to happen, the zero time for nothing, and whether the engine has to search for it.
func nextDue(b *Bot, at time.Time) (next time.Time, thinks bool, err error) {
	alarm, err := b.alarms.Next(at)
	if err != nil {
		return next, false, err
	}
	thought, waits, err := b.robots.Next(at)
	if waits && (alarm.At.IsZero() || thought.At.Before(alarm.At)) {
		return thought.At, true, err
	}
	return alarm.At, false, err
}

// happen does what a wake-up is for, see alarms.Happen. The ids of the mails that come of
// it follow from the wake-up.
func (b *Bot) happen(tx *store.Tx, due store.WakeUp, upTo time.Time, again bool) error {
	do, known := b.wakings[due.Kind]
	if !known {
		return fmt.Errorf("mailbot: no action for %q", due.Kind)
	}
	w := beginDue(b, tx, due, again)
	if again || upTo.Before(due.At) {
		upTo = due.At
	}
	return errors.Join(do(w, due, upTo), w.end())
}

// beginDue begins what a wake-up leads to.
func beginDue(b *Bot, tx *store.Tx, due store.WakeUp, again bool) work {
	w := b.begin(tx, letters.Occasion{
		Cause: fmt.Sprintf("wake-up %s %d %d", due.Kind, due.Number, due.At.Unix()), Replaying: again, Due: due.At,
	})
	if again {
		w.u.Times = unit.At(due.At)
	}
	return w
}

// Skip puts the clock forward to a time, by set, and lets happen what comes by itself
// until then, each thing at its own time and in that order. Before that it waits until
// all mails that have come are dealt with and all that is to leave has left. The time
// that is skipped is no outage: the mailbox was read all along. It fails if ctx ends,
// if the store does, or if the bot is paused; the clock then stands at the last thing that has happened. No
// two calls may overlap.
func (b *Bot) Skip(ctx context.Context, to time.Time, set func(time.Time)) error {
	if paused, err := b.process.Paused(); paused || err != nil {
		return cmp.Or(err, ErrPaused)
	}
	if err := b.intake.Until(ctx, b.process.Now()); err != nil {
		return err
	}
	for {
		if err := b.outbox.UntilSent(ctx); err != nil {
			return err
		}
		at, _, err := nextDue(b, to)
		if err != nil {
			return err
		}
		last := at.IsZero()
		if last {
			at = to
		}
		if at.After(b.process.Now()) { // the clock may go ahead already
			if err := b.intake.NoOutage(at); err != nil {
				return err
			}
			set(at)
			b.process.Alarms.Works(at) // they are looked for here
			b.outbox.Wake()            // for what waits for its time
		}
		if last {
			return nil
		}
		if err := upTo(ctx, b, at, false); err != nil {
			return err
		}
	}
}

// ErrPaused is that nothing happens until the operator has the bot go on.
var ErrPaused = errors.New("the bot is paused; unlurbot resume has it go on")

// Think has the robots answer what waits for them now, for those who run no loop for them.
func Think(ctx context.Context, b *Bot) error { return b.robots.AllUpTo(ctx, b.process.Now(), false) }

// conclude does what a thought was for, if the game has not gone on meanwhile: the robot moves, its opponent gets a
// hint, or who asked gets an analysis; or a puzzle is kept. The ids of the mails that come of it follow from the wake-up.
func conclude(b *Bot, tx *store.Tx, t robots.Thought, again bool) error {
	due := t.For
	w := beginDue(b, tx, due, again)
	if due.Kind == store.WakePuzzles {
		return errors.Join(puzzles.Keep(w.u, t.Find, due.At), w.end())
	}
	g, err := w.u.Game(store.GameNumber(due.Number))
	switch {
	case err != nil:
		return err
	case due.Kind == store.WakeAnalysis:
		return errors.Join(tellAnalysis(w, g, t.Analysis, again), w.end())
	case g.State != store.Playing || g.Turn() != t.Turn || g.RobotToMove() != (due.Kind == store.WakeRobot):
		return nil
	}
	reader, err := w.u.Seated(g, g.Robot.Seat.Other())
	if err != nil {
		return err
	}
	about, s := club.About{Game: g.Number}, w.session(nil, club.Answer{})
	var log []facts.Entry
	if due.Kind == store.WakeHint {
		log, err = s.Do(club.GiveHint{About: about, Move: t.Choice.Move})
	} else {
		log, err = s.Do(club.MoveRobot{About: about, Move: t.Choice.Move, Chance: t.Choice.Chance})
	}
	teller := telling.New(w.u, w.desk, w.terms(), reader, true)
	return errors.Join(teller.Tell(log, err), telling.Report(teller), w.end())
}

// tellAnalysis sends what the engine thinks of a game to those who have asked for it, unless it did so before.
func tellAnalysis(w work, g *store.Game, a engine.Analysis, again bool) error {
	readers := g.AnalysisFor
	g.AnalysisFor = nil
	w.u.ChangeGame(g)
	if again {
		return nil
	}
	for _, id := range readers {
		p, err := w.u.Player(id)
		if err != nil {
			return err
		}
		says, err := views.Analysis(w.u, g, a)
		if err != nil {
			return err
		}
		if err := w.desk.Send(letters.Letter{To: p, Kind: templates.Analysed, Game: g, Says: says}); err != nil {
			return err
		}
	}
	return nil
}

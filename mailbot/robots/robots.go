// Package robots is the loop in which the engine thinks: it takes the wake-ups out of the store for which something has to
// be searched, a robot's move, a hint or an analysis, one after the other in the order in which they were noted, and has what
// was found written down. An analysis and the search for puzzles, which may take long, let robots move in between.
//
// A search runs beside everything else, outside of any transaction. It gives way to mails, and
// what it finds counts only if the wake-up is still there then: whoever takes a move back, resigns or
// is forgotten meanwhile takes that away. A search that is cut off by the end of the process is made again after the next
// start, and finds the same, since nothing in it is left to chance or to the clock.
//
// What a thought comes to is passed to New. Once it is in the store nobody thinks of it again: a move of a robot is an
// event like any other. Only where mails are read again after a backup was restored, the robots think again about
// what they had thought since, as nothing else knows it.
package robots

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"unlurbot/game"
	"unlurbot/game/engine"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/puzzles"
	"unlurbot/store"
)

const (
	// look is how long to wait for what to think about if nobody says that there is something.
	look = time.Minute
	// troubleRest is how long to wait when the store can't be read.
	troubleRest = 5 * time.Minute
	// faultRest is when a thought that met a fault is tried again, which an update may have mended by then.
	faultRest = 24 * time.Hour
	// longestWait is how long a search waits for mails before its next steps, looking that often whether they are done.
	longestWait, shortWait = 20 * time.Millisecond, time.Millisecond
	// hintLevel is the level that gives hints: strong, and quick.
	hintLevel = 4
)

// A Thought is what the engine makes of a position.
type Thought struct {
	For      store.WakeUp
	Turn     int             // of the position
	Choice   engine.Choice   // what to play there,
	Analysis engine.Analysis // or where the game turned that has ended there
	Find     puzzles.Find    // or a puzzle, of any game
}

// Act does what was thought for. Again says that mails are read anew from a restored backup: then as of when it was due.
type Act func(tx *store.Tx, t Thought, again bool) error

// Robots are those in a store. The methods are safe for concurrent use.
type Robots struct {
	process *process.Process
	nightly int
	act     Act
	acted   func()
	news    chan struct{}
	spent   atomic.Bool // memory, for a search
}

// New gives the robots of a process, which look for a puzzle in nightly games; acted is called after each thought, when what came of it is on the disk.
func New(p *process.Process, nightly int, act Act, acted func()) *Robots {
	return &Robots{process: p, nightly: nightly, act: act, acted: acted, news: make(chan struct{}, 1)}
}

// Wake says that there may be something to think about.
func (r *Robots) Wake() {
	select {
	case r.news <- struct{}{}:
	default:
	}
}

// Loop thinks whenever there is something to think about, until ctx ends. The error is nil then; otherwise it is
// store.ErrBroken.
func (r *Robots) Loop(ctx context.Context) error {
	for ctx.Err() == nil {
		rest := look
		err := r.due(ctx)
		trouble := (*process.StoreError)(nil)
		switch {
		case errors.Is(err, store.ErrBroken):
			return err
		case errors.As(err, &trouble): // which is logged
			rest = process.StoreRest
		case err != nil:
			r.process.Log.Error("robots can't move", "err", err, "advice", process.StoreAdvice(err))
			rest = troubleRest
		}
		if r.spent.CompareAndSwap(true, false) { // what a search of the highest level takes is given back at once
			r.process.Tidy()
		}
		timer := time.NewTimer(rest)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-r.news:
		}
		timer.Stop()
	}
	return nil
}

// due thinks about all that there is; about nothing while the bot rests.
func (r *Robots) due(ctx context.Context) error {
	if rests, err := r.process.Rests(); rests || err != nil {
		return err
	}
	return r.AllUpTo(ctx, r.process.Now(), false)
}

// Next gives the first wake-up for which something is to be searched, of those that are due at a time; ok is false for none.
func (r *Robots) Next(at time.Time) (w store.WakeUp, ok bool, err error) {
	err = r.process.Store.View(func(tx *store.Tx) error {
		w, ok, err = tx.NextThought(at)
		return err
	})
	return w, ok, err
}

// AllUpTo thinks about all that is due at a time, or as much of it as can be before ctx ends. Again is as in Act.
func (r *Robots) AllUpTo(ctx context.Context, at time.Time, again bool) error {
	for ctx.Err() == nil {
		t, about, err := r.next(at, again)
		if about == nil || err != nil {
			return process.InStore(err)
		}
		if err := r.deal(ctx, t, about, again); err != nil {
			return err
		}
	}
	return nil
}

// next gives what there is to think about, without what comes of it, and how to find that; nil if there is nothing. What was
// analysed before is not again: nothing hangs on it, and its mails have left.
func (r *Robots) next(at time.Time, again bool) (t Thought, think func(context.Context, *Thought) error, err error) {
	err = r.process.Store.View(func(tx *store.Tx) error {
		w, ok, err := tx.NextThought(at)
		if !ok || err != nil {
			return err
		}
		t.For = w
		think = func(context.Context, *Thought) error { return nil }
		if w.Kind == store.WakePuzzles {
			plan, err := puzzles.NewPlan(tx, r.nightly)
			think = func(ctx context.Context, t *Thought) error {
				t.Find = plan.Search(r.betweenOthers(ctx, again))
				return nil
			}
			return err
		}
		g, err := tx.Game(store.GameNumber(w.Number))
		if err != nil {
			return err
		}
		t.Turn = g.Turn()
		played, err := g.Replay()
		if err != nil {
			return err
		}
		switch {
		case w.Kind == store.WakeAnalysis && len(g.AnalysisFor) > 0 && !again:
			seed := engine.Seed(uint64(g.Number), g.Course.Ply, 0)
			think = func(ctx context.Context, t *Thought) error {
				t.Analysis = engine.Analyse(played, seed, r.betweenOthers(ctx, again))
				return nil
			}
		case w.Kind == store.WakeHint && g.State == store.Playing && g.Robot != nil && !g.RobotToMove():
			think = r.search(g, played, hintLevel)
		case w.Kind == store.WakeRobot && g.RobotToMove():
			think = r.search(g, played, g.Robot.Level)
		} // else nobody waits for it any more
		return nil
	})
	return t, think, err
}

// search says how to find what to play in a game.
func (r *Robots) search(g *store.Game, played *game.Game, level int) func(context.Context, *Thought) error {
	budget, _ := engine.Level(level)
	p, seed := played.Position(), engine.Seed(uint64(g.Number), g.Course.Ply, level)
	return func(ctx context.Context, t *Thought) (err error) {
		budget.Between = func() bool { return r.goOn(ctx) }
		t.Choice, err = engine.Choose(&p, budget, seed)
		return err
	}
}

// goOn lets others work, of which mails go first; in a flood of them a search still goes on, in small steps. It says whether
// ctx has not ended meanwhile.
func (r *Robots) goOn(ctx context.Context) bool {
	runtime.Gosched()
	for waited := time.Duration(0); r.process.Mails.Load() > 0 && waited < longestWait; waited += shortWait {
		time.Sleep(shortWait)
	}
	return ctx.Err() == nil
}

// betweenOthers is asked between the steps of a search that may take long and for which nobody waits at the board: it lets the
// robots move whose turn has come, and says as goOn whether to go on. While mails are read again each has its turn in the
// order of its time.
func (r *Robots) betweenOthers(ctx context.Context, again bool) func() bool {
	if again {
		return func() bool { return r.goOn(ctx) }
	}
	return func() bool {
		select {
		case <-r.news:
			for ctx.Err() == nil && r.moveOne(ctx) {
			}
		default:
		}
		return r.goOn(ctx)
	}
}

// moveOne deals with the next thought if somebody waits for it at the board, and says whether it did. What goes wrong goes
// wrong again when its turn comes.
func (r *Robots) moveOne(ctx context.Context) bool {
	if rests, err := r.process.Rests(); rests || err != nil {
		return false
	}
	now := r.process.Now()
	w, ok, err := r.Next(now)
	if !ok || err != nil || w.Kind != store.WakeRobot && w.Kind != store.WakeHint {
		return false
	}
	t, think, err := r.next(now, false)
	return think != nil && err == nil && r.deal(ctx, t, think, false) == nil
}

// deal thinks, and has the thought acted on in one transaction, unless its wake-up was taken back meanwhile. One that
// meets a fault is put off, and costs the others nothing.
func (r *Robots) deal(ctx context.Context, t Thought, think func(context.Context, *Thought) error, again bool) error {
	began := r.process.Now()
	r.process.Reach(process.PointWaking)
	err := error(nil)
	if fault := process.Catch(func() error { return think(ctx, &t) }); fault != nil {
		err = fault
	}
	if ctx.Err() != nil { // what was found may not be all
		return nil
	}
	r.spent.Store(true)
	r.process.Reach(process.PointThought)
	took := r.process.Now().Sub(began)
	if err == nil {
		err = r.process.Update(func(tx *store.Tx) error {
			there, err := tx.Woken(t.For)
			if !there || err != nil {
				return err
			}
			if fault := process.Catch(func() error { return r.act(tx, t, again) }); fault != nil {
				return fault
			}
			return nil
		})
	}
	fault := (*process.Fault)(nil)
	switch {
	case errors.As(err, &fault):
		r.process.Tally.Note(func(c *process.Counts) { c.Incidents++ })
		r.process.Log.Error("incident", "wake-up", t.For.Kind, "number", t.For.Number, "again_in", faultRest, "err", fault.Err, "stack", fault.Stack)
		return r.process.Update(func(tx *store.Tx) error { return tx.PutOff(t.For, r.process.Now().Add(faultRest)) })
	case err != nil:
		return err
	}
	r.process.Log.Info("thought", "kind", t.For.Kind, "game", t.For.Number, "sims", t.Choice.Sims, "took", took.Round(time.Millisecond))
	r.process.Reach(process.PointWoken)
	r.acted()
	return nil
}

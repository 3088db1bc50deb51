package mailbot_test

import (
	"errors"
	"fmt"
	"os"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// A follower is the store of a second machine, to which everything is applied that the bot writes. It lives
// longer than the process of the first one.
type follower struct {
	store *store.Store
	clubs int // a store that was lost begins another
}

// hasFollower says whether there is one in a history.
func (w *world) hasFollower() bool { return w.seed%6 == 0 }

// open opens the store of a life, as that of a machine that leads where there is another one.
func (w *world) open(l *life) (s *store.Store, err error) {
	if !w.hasFollower() {
		return store.Open(l.path, bottest.Secret)
	}
	alone, err := store.Open(l.path, bottest.Secret)
	if err == nil {
		if err = w.found(alone); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, store.ErrReplica) {
		return nil, err
	}
	if s, err = store.OpenReplica(l.path); err != nil {
		return nil, err
	}
	head, err := s.Head()
	if err != nil {
		return nil, err
	}
	return s, s.Lead(func(set *store.WriteSet) (store.Head, error) {
		if l.gone.Load() {
			return head, store.ErrDeposed
		}
		head.Number, head.ID = head.Number+1, fmt.Sprint("entry ", head.Number+1)
		return head, w.follower.store.Apply(head, set)
	}, func() bool { return true })
}

// found makes a store that is alone the first of two.
func (w *world) found(alone *store.Store) error {
	path := alone.Path()
	w.follower.clubs++
	club := fmt.Sprint("club ", w.follower.clubs)
	err := errors.Join(alone.Adopt(club), alone.Close())
	if err != nil {
		return err
	}
	if w.follower.store != nil {
		if err := w.follower.store.Close(); err != nil {
			return err
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	copied := path + ".follower"
	if err := os.WriteFile(copied, whole, 0o600); err != nil {
		return err
	}
	w.follower.store, err = store.OpenReplica(copied)
	return err
}

// checkFollower holds that the second machine has the same as the first one.
func (w *world) checkFollower(l *life) {
	if !w.hasFollower() {
		return
	}
	err := l.store.View(func(here *store.Tx) error {
		return w.follower.store.View(func(there *store.Tx) error {
			if !store.Same(here, there) {
				w.violate("the two machines have different stores")
			}
			return nil
		})
	})
	if err != nil {
		w.violate("comparing two machines: %v", err)
	}
}

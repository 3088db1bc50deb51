package intake

import (
	"context"
	"maps"
	"slices"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store/mailkey"
)

// pausedWait is how often a bot that is paused looks at its mailbox at least: no longer than
// that, nobody hears of it when it goes on.
const pausedWait = 15 * time.Second

// holdAll looks at the mails that have come since the last look in this pause. All stay where they
// are; what was dealt with before the pause is filed.
func (r *reader) holdAll(ctx context.Context, there []uint32) error {
	i := r.intake
	if err := r.file(ctx); err != nil {
		return err
	}
	present := map[mailkey.Key]bool{}
	for _, uid := range there {
		present[r.box.place(uid)] = true
	}
	maps.DeleteFunc(i.held, func(key mailkey.Key, _ bool) bool { return !present[key] })
	rest := slices.DeleteFunc(there, func(uid uint32) bool { return i.held[r.box.place(uid)] })
	for len(rest) > 0 {
		asked := rest
		messages, left, err := r.box.Fetch(ctx, asked)
		if err != nil {
			return err
		}
		i.process.Mailbox.Works(i.process.Now())
		if err := i.hold(ctx, r.mails(messages)); err != nil {
			return process.InStore(err)
		}
		for _, uid := range asked[:len(asked)-len(left)] {
			i.held[r.box.place(uid)] = true
		}
		rest = left
	}
	return nil
}

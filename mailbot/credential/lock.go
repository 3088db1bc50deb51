package credential

import (
	"context"
	"time"
)

// lockLook is how long to wait before the next look at whether a lock is free. Who holds one asks the provider, which
// takes a second as a rule and patience at most.
const lockLook = 50 * time.Millisecond

// locked lets one process after the other read a token file, renew the token and write it: a refresh token may be
// good for one renewal only, and some providers take a second one for a theft and end the login. The lock is on
// the folder of the file, so it leaves nothing behind, and root and the bot's user can both have it. It ends with
// its process. Where nothing can be locked, or the folder is gone, it does without.
//
// The error is that of ctx, while another process has the lock.
func locked(ctx context.Context, folder string) (release func(), err error) {
	for {
		release, busy := tryLock(folder)
		if !busy {
			return release, nil
		}
		timer := time.NewTimer(lockLook)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, context.Cause(ctx)
		case <-timer.C:
		}
	}
}

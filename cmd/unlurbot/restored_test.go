package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/livebot"
)

// restoredFromBackup goes back to a backup, some hundred mails later: the
// store is lost with the disk. What came after the backup is read again, also
// when the bot is killed again and again meanwhile; and the answers are the same
// mails.
func restoredFromBackup(t *testing.T, c *circle) {
	const deaths = 10
	l := &lives{rng: rand.New(rand.NewPCG(*seed, 4)), left: deaths, ended: map[mailbot.Point]int{}}
	_, got := c.unharmed(t, func(r *round) *livebot.Process {
		bot := r.Start()
		bot.AwaitLog(r.Ctx, "msg=sent")
		backup := filepath.Join(r.Dir, "backup.db")
		r.mustRun("backup", backup)
		bot.AwaitTimes(r.Ctx, "msg=sent", len(c.want)/3)
		bot.Kill()
		check(t, os.Remove(r.Store()))
		r.mustRun("restore", backup)
		r.restored = true
		return r.endOften(l, (*livebot.Process).Kill)
	})
	if l.left == deaths {
		t.Error("all was over before it was killed")
	}
	t.Logf("%d of %d mails came again; killed %d times", got.copies(), len(got), deaths-l.left)
}

// mustRun runs a command of the program that must do what it is for.
func (r *round) mustRun(args ...string) {
	r.T.Helper()
	if said, err := r.Command(args...); err != nil {
		r.T.Fatalf("%s: %v\n%s", args, err, said)
	}
}

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"unlurbot/mailbot"
)

// restoredFromBackup goes back to a backup, some hundred mails later: the
// store is lost with the disk. What came after the backup is read again, also
// when the bot is killed again and again meanwhile; and the answers are the same
// mails.
func restoredFromBackup(t *testing.T, c *circle) {
	l := &lives{rng: rand.New(rand.NewPCG(*seed, 4)), left: 10, ended: map[mailbot.Point]int{}}
	_, got := c.unharmed(t, func(r *round) *daemon {
		bot := r.start()
		bot.awaitLog(r.ctx, "msg=sent")
		backup := filepath.Join(r.dir, "backup.db")
		r.command("backup", backup)
		bot.awaitTimes(r.ctx, "msg=sent", len(c.want)/3)
		bot.kill()
		check(t, os.Remove(r.storePath()))
		r.command("restore", backup)
		r.restored = true
		return r.endOften(l, (*daemon).kill)
	})
	t.Logf("%d of %d mails came again", got.copies(), len(got))
}

// command runs a command of the program on the household's store.
func (h *household) command(name, argument string) {
	h.t.Helper()
	cmd := exec.Command("unlurbot", name, "--config", h.config, argument)
	cmd.Env = append(os.Environ(), h.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		h.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

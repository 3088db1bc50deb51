package main

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// A bot that somebody has started in a terminal reads its configuration anew when it is told to, and ends with the terminal,
// although the signal is the same.
func TestHangup(t *testing.T) {
	t.Parallel()
	b := livebot.New(t, livebot.Sandbox(t))
	person, program := pseudoTerminal(t)
	cmd := exec.CommandContext(t.Context(), "unlurbot", "run", "--config", b.Config)
	cmd.Stdin, cmd.SysProcAttr = program, &syscall.SysProcAttr{Setsid: true, Setctty: true}
	bot := b.Launch((*exec.Cmd).Start, cmd)
	bot.AwaitLog(b.Ctx, "mailbox open")
	reloads(b, bot)
	check(t, program.Close())
	check(t, person.Close())
	select {
	case <-bot.Ended:
	case <-b.Ctx.Done():
		t.Fatal("it goes on without its terminal")
	}
	if bot.Err != nil || !strings.Contains(bot.Said(), "msg=stopped") {
		t.Errorf("it ends with %v:\n%s", bot.Err, bot.Said())
	}
}

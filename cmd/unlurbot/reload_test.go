package main

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/testing/livebot"
)

// rewrite changes a file, which must have what is to be changed.
func rewrite(t testing.TB, file string, pairs ...string) {
	t.Helper()
	text, err := os.ReadFile(file)
	check(t, err)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(string(text), pairs[i]) {
			t.Fatalf("no %s in\n%s", pairs[i], text)
		}
	}
	check(t, os.WriteFile(file+".new", []byte(strings.NewReplacer(pairs...).Replace(string(text))), 0o600))
	check(t, os.Rename(file+".new", file)) // somebody may be reading it
}

// reloads lets a bot read its configuration anew, and waits until it has.
func reloads(b *livebot.Bot, bot *livebot.Process) {
	b.T.Helper()
	before := strings.Count(bot.Said(), "msg=reloaded")
	check(b.T, bot.Process.Signal(syscall.SIGHUP))
	bot.AwaitTimes(b.Ctx, "msg=reloaded", before+1)
}

// reloadedAtEachPoint lets the bot read its configuration anew behind each step of its work, in as many correspondences as it takes.
func reloadedAtEachPoint(t *testing.T, c *circle) {
	for left := points; len(left) > 0; {
		before := len(left)
		c.unharmed(t, func(r *round) *livebot.Process { return r.reloadAt(&left) })
		if len(left) == before {
			t.Fatalf("all is over before %s", left[0])
		}
	}
}

// reloadAt has the bot do so behind one step after the other, until the correspondence is over, and asks it meanwhile how it is.
// Something in the configuration is different each time.
func (r *round) reloadAt(left *[]mailbot.Point) *livebot.Process {
	bot := r.StartAs("telling")
	asking, enough := context.WithCancel(r.Ctx)
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		for range livebot.Polls(asking) {
			if said, err := r.Command("status"); err != nil {
				r.T.Errorf("while it reads its configuration: %v, %s", err, said)
				return
			}
		}
	}()
	poll := []string{"poll_interval: 2s", "poll_interval: 3s"}
	times := 0
	for over := false; len(*left) > 0 && !over; {
		p := (*left)[0]
		passed := strings.Count(bot.Said(), pointField+string(p)+"\n")
		select {
		case <-r.done:
			over = true
			continue
		case <-bot.Ended:
			r.T.Fatalf("the bot has ended: %v\n%s", bot.Err, bot.Said())
		case <-bot.Until(hasPassed(p, passed+1)):
		}
		rewrite(r.T, r.Config, poll[times%2], poll[1-times%2])
		reloads(r.Bot, bot)
		times++
		*left = (*left)[1:]
	}
	enough()
	<-asked
	if got := strings.Count(bot.Said(), "msg=reloaded taken_over=imap.poll_interval\n"); got != times {
		r.T.Errorf("%d reloads of %d:\n%s", got, times, bot.Said())
	}
	return bot
}

// hearing is what a bot tells its service manager of its states.
func hearing(t testing.TB, b *livebot.Bot) (env string, told <-chan string) {
	t.Helper()
	socket := filepath.Join(b.Dir, "notify")
	news, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "unixgram", socket)
	check(t, err)
	t.Cleanup(func() { _ = news.Close() })
	all := make(chan string, 1<<16)
	go func() {
		line := make([]byte, 1<<10)
		for {
			n, _, err := news.ReadFrom(line)
			if err != nil {
				close(all)
				return
			}
			if said := string(line[:n]); !strings.HasPrefix(said, "STATUS=") && said != "WATCHDOG=1" {
				all <- said
			}
		}
	}()
	return "NOTIFY_SOCKET=" + socket, all
}

// TestReload is an operator's day without a restart: in the middle of a game the relay moves, the metrics go elsewhere, the
// log gets another form, and at last the club has a web site. A configuration that is wrong changes nothing, and the log
// says of it what check says. What was counted is not forgotten, and what can't be changed is named.
func TestReload(t *testing.T) {
	t.Parallel()
	servers := livebot.Sandbox(t)
	var metrics [2]string
	for i := range metrics {
		free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		check(t, err)
		metrics[i] = free.Addr().String()
		check(t, free.Close())
	}
	relay := servers.SMTP.Addr
	servers.SMTP.Addr = "127.0.0.1:1" // where nobody is
	servers.More += "metrics: " + metrics[0] + "\n"
	b := livebot.New(t, servers)
	env, told := hearing(t, b)
	bot := b.Start(env)
	hears := func(want string) {
		t.Helper()
		if got := <-told; !strings.HasPrefix(got, want) {
			t.Errorf("the service manager hears %q instead of %q", got, want)
		}
	}
	hears("READY=1")

	// Mails wait for a relay that has moved. The bot would try again in a quarter of a minute, and then ever later.
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	ana.Writes("challenge " + bo.Address + " first")
	bot.AwaitLog(b.Ctx, "msg=relay")
	_, port, err := net.SplitHostPort(relay)
	check(t, err)
	rewrite(t, b.Config, "port: 1,", "port: "+port+",", metrics[0], metrics[1])
	check(t, os.WriteFile(filepath.Join(b.Dir, "imap.password"), []byte("another\n"), 0o600))
	reloads(b, bot)
	hears("RELOADING=1\nMONOTONIC_USEC=")
	hears("READY=1")
	bot.AwaitLog(b.Ctx, `msg=reloaded taken_over="imap.password_file smtp.port metrics"`)
	bo.Gets("invite")
	bo.Replies("accept")
	ana.Gets("turn")

	// A mistake is told as check tells it, and the game goes on.
	rewrite(t, b.Config, "port: "+port, "prot: "+port)
	check(t, bot.Process.Signal(syscall.SIGHUP))
	bot.AwaitLog(b.Ctx, "msg=\"not reloaded: ")
	hears("RELOADING=1\n")
	hears("READY=1")
	said, err := b.Command("check")
	wrong := strings.TrimSpace(strings.TrimPrefix(said, "unlurbot: "))
	if err == nil || !strings.Contains(wrong, ": smtp.prot: is not a known key") || !strings.Contains(bot.Said(), wrong) {
		t.Errorf("check says %v, %s", err, said)
	}
	ana.Replies("C4")
	bo.Gets("turn")

	// The store stays where it is; everything else of the same file is taken over.
	rewrite(t, b.Config, "prot: "+port, "port: "+port, "path: unlurbot.db", "path: elsewhere.db", "limits: {", "run_by: the club of Girona\nlog: {format: json}\nlimits: {")
	check(t, bot.Process.Signal(syscall.SIGHUP))
	bot.AwaitLog(b.Ctx, `"msg":"reloaded","taken_over":"run_by log.format","needs_restart":"store.path"`)
	rewrite(t, b.Config, "path: elsewhere.db", "path: unlurbot.db")
	bo.Replies("D5")
	if turn := ana.Gets("turn"); !strings.Contains(turn.Text, "the club of Girona") {
		t.Errorf("the mail does not say who runs the bot:\n%s", turn.Text)
	}
	bot.AwaitLog(b.Ctx, `"msg":"sent"`)

	var s health.Status
	said, err = b.Command("status", "--json")
	check(t, err)
	check(t, json.Unmarshal([]byte(said), &s))
	if !s.Good || !s.Loaded.After(s.Started) || s.Relay.Worked.IsZero() {
		t.Errorf("it is %s", said)
	}
	if said, err := b.Command("status"); err != nil || !strings.Contains(said, "configuration  reloaded ") {
		t.Errorf("%v: %s", err, said)
	}
	text := scraped(t, metrics[1])
	for _, line := range []string{`unlurbot_mails_total{decision="challenged"} 1`, `unlurbot_mails_total{decision="started"} 1`, `unlurbot_mails_total{decision="played"} 2`} {
		if !strings.Contains(text, line) {
			t.Errorf("the metrics have no %s:\n%s", line, text)
		}
	}
	if conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", metrics[0]); err == nil {
		t.Error("the metrics are still served where they were", conn.Close())
	}
	hears("RELOADING=1\n")
	hears("READY=1")
	// From now on there is a web site; who wants another one meanwhile gets the same.
	rewrite(t, b.Config, "log: {format: json}\n", "site: {dir: public}\n")
	reloads(b, bot)
	hears("RELOADING=1\n")
	hears("READY=1")
	bot.AwaitLog(b.Ctx, "msg=site written=")
	if said, err := b.Command("site", filepath.Join(b.Dir, "copy")); err != nil {
		t.Errorf("%v: %s", err, said)
	}
	for _, dir := range []string{"public", "copy"} {
		if page, err := os.ReadFile(filepath.Join(b.Dir, dir, "index.html")); err != nil || !strings.Contains(string(page), "Run by the club of Girona.") {
			t.Errorf("%s: %v\n%s", dir, err, page)
		}
	}
	if said, err := b.Command("status"); err != nil || !strings.Contains(said, "site           last written: ") {
		t.Errorf("%v: %s", err, said)
	}
	bot.Stop()
	hears("STOPPING=1")
}

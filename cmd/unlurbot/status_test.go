package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/health"
	"unlurbot/mailbot/testing/livebot"
)

// A bot tells its service manager that it is ready and goes round, a server elsewhere that all
// is well, whoever scrapes it what it has done, and the operator how it is.
func TestBotTellsHowItIs(t *testing.T) {
	beats := make(chan string, 1)
	far := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case beats <- r.URL.Path:
		default:
		}
	}))
	defer far.Close()
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	check(t, err)
	metrics := free.Addr().String()
	check(t, free.Close())

	servers := livebot.Sandbox(t)
	saved := t.TempDir()
	servers.More += "backup: {dir: " + saved + "}\nheartbeat: " + far.URL + "/secret\nmetrics: " + metrics + "\nlog: {format: json}\n"
	b := livebot.New(t, servers)
	if said, err := b.Command("status"); err == nil || !strings.Contains(said, "isn't running") {
		t.Errorf("before the start: %v, %s", err, said)
	}
	manager := filepath.Join(b.Dir, "notify")
	news, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "unixgram", manager)
	check(t, err)
	defer func() { _ = news.Close() }()
	bot := b.Start("NOTIFY_SOCKET="+manager, "WATCHDOG_USEC=100000")
	told := make(chan string, 1<<16)
	go func() {
		line := make([]byte, 1<<10)
		for {
			n, _, err := news.ReadFrom(line)
			if err != nil {
				close(told)
				return
			}
			told <- string(line[:n])
		}
	}()
	hears := func(want string) {
		t.Helper()
		for said := range told {
			if strings.HasPrefix(said, want) {
				return
			}
		}
		t.Fatalf("it does not say %s", want)
	}
	hears("READY=1")
	hears("STATUS=good")
	hears("WATCHDOG=1")
	if path := <-beats; path != "/secret" {
		t.Errorf("the heartbeat asks for %s", path)
	}
	ana := servers.Person(t, "ana")
	ana.Writes("help")
	ana.Reads()
	bot.AwaitLog(t.Context(), `"msg":"backup"`)

	var s health.Status
	said, err := b.Command("status", "--json")
	check(t, err)
	check(t, json.Unmarshal([]byte(said), &s))
	if !s.Good || s.Address != servers.At("unlur") || s.Mailbox.Worked.IsZero() || s.Relay.Worked.IsZero() || s.Store.Bytes == 0 {
		t.Errorf("it is %s", said)
	}
	if said, err := exec.CommandContext(t.Context(), "unlurbot", "verify", filepath.Join(saved, s.Backup.Last)).CombinedOutput(); err != nil || s.Backup.Worked.IsZero() {
		t.Errorf("the backup: %v, %s", err, said)
	}
	said, err = b.Command("status")
	if err != nil || !strings.HasPrefix(said, s.Address+": good") {
		t.Errorf("%v: %s", err, said)
	}
	if said, err := b.Command("status", "--quiet"); err != nil || said != "" {
		t.Errorf("%v: %q", err, said)
	}
	text := scraped(t, metrics)
	for _, line := range []string{`unlurbot_mails_total{decision="answered"} 1`, "unlurbot_sent_total 1", "unlurbot_healthy 1"} {
		if !strings.Contains(text, line) {
			t.Errorf("the metrics have no %s:\n%s", line, text)
		}
	}
	bot.Stop()
	hears("STOPPING=1")
	if log := bot.Said(); strings.Contains(log, "secret") || !strings.HasPrefix(log, `{"time":`) {
		t.Errorf("the log is\n%s", log)
	}
}

// scraped gives what is served at the address of the metrics.
func scraped(t testing.TB, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/metrics", nil)
	check(t, err)
	answer, err := http.DefaultClient.Do(request)
	check(t, err)
	text, err := io.ReadAll(answer.Body)
	check(t, err)
	check(t, answer.Body.Close())
	return string(text)
}

// Why a server doesn't answer is told at once, also while the bot still counts as good.
func TestStatusSaysWhyAServerFails(t *testing.T) {
	at := func(second int) time.Time { return time.Date(2026, 11, 24, 3, 0, second, 0, time.UTC) }
	s := health.Status{Now: at(30), Started: at(0), Mailbox: health.Mailbox{Server: health.Server{Worked: at(29)}}}
	s.Relay = health.Server{Since: at(28), Says: "connection refused. Check smtp.port.", Again: at(43)}
	s.Judge()
	var said strings.Builder
	check(t, s.Write(&said))
	for _, line := range []string{
		": good;", "mailbox  last read: 1s ago\n", "SMTP     last email accepted: never since the start; next attempt in 13s\n         connection refused. Check smtp.port.\n",
	} {
		if !strings.Contains(said.String(), line) {
			t.Errorf("it lacks %q:\n%s", line, said.String())
		}
	}
}

// A service manager that asks to be told and never reads holds nobody up.
func TestDeafManager(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	manager := filepath.Join(b.Dir, "notify")
	deaf, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "unixgram", manager)
	check(t, err)
	defer func() { _ = deaf.Close() }()
	bot := b.Start("NOTIFY_SOCKET="+manager, "WATCHDOG_USEC=1000")
	ana := b.Servers.Person(t, "ana")
	ana.Writes("help")
	ana.Reads()
	bot.Stop()
}

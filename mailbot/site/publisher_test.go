package site_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/site"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
)

// The bot writes the site at once and then each hour. If it can't, that is logged and makes the
// bot unwell in time; when it can again, all is well.
func TestBotPublishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, "Ana+", "Bohumil")
		var log bytes.Buffer
		p := &process.Process{Store: c.store, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))}
		cfg := &config.Config{Language: "en", Address: "unlur@example.org"}
		above := filepath.Join(tempdir.New(t), "srv")
		cfg.Site.Dir, cfg.Site.Every = filepath.Join(above, "site"), time.Hour
		check(os.Mkdir(above, 0o755))
		public := site.NewPublisher(p, cfg)
		began := time.Now()
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- public.Loop(ctx) }()
		synctest.Wait()
		passes := func(d time.Duration) { time.Sleep(d); synctest.Wait() }
		has := func(words string) bool { return strings.Contains(content(t, cfg.Site.Dir)["games.html"], words) }
		well := func() bool {
			s := &health.Status{Now: time.Now(), Started: began, Loaded: began, Site: public.State()}
			s.Mailbox.Worked, s.Store.Alarms = s.Now, s.Now
			s.Judge()
			return s.Good
		}
		if !has("No game") || !well() || !public.State().Worked.Equal(began.UTC()) {
			t.Errorf("at once: %+v\n%s", public.State(), log.String())
		}
		c.plays("Ana", "Bohumil", shortGame, store.Game{})
		if passes(59 * time.Minute); has("One public game") {
			t.Error("it is written before its time")
		}
		if passes(2 * time.Minute); !has("One public game") {
			t.Errorf("after an hour it is not written:\n%s", log.String())
		}
		log.Reset()
		passes(3 * time.Hour)
		if log.Len() > 0 {
			t.Errorf("nothing has changed, and it says\n%s", log.String())
		}

		check(os.Rename(above, above+"-away"))
		passes(2 * time.Hour)
		if state := public.State(); !well() || !strings.Contains(state.Says, "Check site.dir") {
			t.Errorf("after two hours without the directory: %+v", state)
		}
		passes(2 * time.Hour)
		if well() || !strings.Contains(log.String(), "the site was not written") {
			t.Errorf("after four hours: %+v\n%s", public.State(), log.String())
		}
		check(os.Rename(above+"-away", above))
		c.plays("Ana", "Bohumil", shortGame, store.Game{})
		passes(11 * time.Minute)
		if state := public.State(); !well() || state.Says != "" || state.Files == 0 || !has("2 games") {
			t.Errorf("the directory is back: %+v\n%s", state, log.String())
		}

		// Another configuration, of the same directory: it has been written.
		worked := public.State().Worked
		stop()
		check(<-done)
		next := site.NewPublisher(p, cfg)
		next.Follow(public)
		if !next.State().Worked.Equal(worked) {
			t.Errorf("%+v", next.State())
		}
		cfg.Site.Dir = ""
		none := site.NewPublisher(p, cfg)
		none.Follow(next)
		if err := none.Loop(t.Context()); err != nil || none.State() != nil {
			t.Errorf("without a directory: %v, %v", err, none.State())
		}
	})
}

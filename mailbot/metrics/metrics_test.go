package metrics

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// sample is a bot that has done something, and whose relay is down.
func sample() (*health.Status, process.Counts, error) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	s := &health.Status{
		Now: noon, Version: "v1", Mailbox: health.Mailbox{Server: health.Server{Worked: noon.Add(-time.Minute)}},
		Relay: health.Server{Since: noon.Add(-time.Hour)}, Store: health.Store{Bytes: 4096, Overdue: 3},
		Outbox: store.Queue{Waiting: 7, Held: 2, Late: noon.Add(-2 * time.Hour)},
	}
	s.Backup = &health.Backup{Server: health.Server{Worked: noon}, Every: time.Hour}
	s.Token = &health.Token{Expires: noon}
	s.Judge()
	c := process.Counts{Mails: map[string]int{"played": 5, "refused": 1}, Limits: map[string]int{"hour": 1}, Sent: 9, GivenUp: 2, Incidents: 1}
	c.Commits.Add(3 * time.Millisecond)
	c.Commits.Add(time.Second)
	return s, c, nil
}

func scrape(t *testing.T, read Read) (status int, text string) {
	t.Helper()
	answer := httptest.NewRecorder()
	Handler(read).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if kind := answer.Header().Get("Content-Type"); answer.Code == http.StatusOK && kind != "text/plain; version=0.0.4; charset=utf-8" {
		t.Errorf("the metrics are %s", kind)
	}
	return answer.Code, answer.Body.String()
}

// A scrape has each number under its name, and all names and units are as Prometheus wants them.
func TestScrape(t *testing.T) {
	status, text := scrape(t, sample)
	if status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	lines := strings.Split(text, "\n")
	for _, line := range []string{
		`unlurbot_mails_total{decision="played"} 5`, `unlurbot_limits_hit_total{limit="hour"} 1`, `unlurbot_sent_total 9`,
		`unlurbot_given_up_total 2`, `unlurbot_incidents_total 1`, `unlurbot_healthy 0`, `unlurbot_problem{code="relay"} 1`,
		`unlurbot_problem{code="store"} 0`, `unlurbot_outbox_waiting 7`, `unlurbot_outbox_held 2`, `unlurbot_outbox_late_seconds 7200`,
		`unlurbot_mailbox_last_read_timestamp_seconds 1.76726874e+09`, `unlurbot_relay_up 0`, `unlurbot_token_expiry_timestamp_seconds 1.7672688e+09`, `unlurbot_problem{code="token"} 0`, `unlurbot_store_bytes 4096`,
		`unlurbot_alarms_overdue 3`, `unlurbot_backup_last_timestamp_seconds 1.7672688e+09`, `unlurbot_store_commit_seconds_bucket{le="0.0025"} 0`, `unlurbot_store_commit_seconds_bucket{le="0.005"} 1`,
		`unlurbot_store_commit_seconds_bucket{le="1"} 2`, `unlurbot_store_commit_seconds_count 2`, `unlurbot_store_commit_seconds_sum 1.003`,
		`unlurbot_store_commit_seconds_bucket{le="+Inf"} 2`, `unlurbot_build_info{goversion="` + runtime.Version() + `",version="v1"} 1`,
	} {
		if !slices.Contains(lines, line) {
			t.Errorf("there is no %s", line)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v: %v", err, problems)
	}
}

// A scrape fails when the bot can't be read: no numbers are better than old ones.
func TestScrapeFails(t *testing.T) {
	if status, text := scrape(t, func() (*health.Status, process.Counts, error) {
		return nil, process.Counts{}, errors.New("no store")
	}); status != http.StatusInternalServerError {
		t.Errorf("status %d: %s", status, text)
	}
}

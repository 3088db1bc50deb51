// Package metrics shows how a bot is and what it has done to Prometheus, in names and units
// of its conventions (https://prometheus.io/docs/practices/naming/). It keeps no numbers:
// each scrape asks package mailbot/pulse, which serves it.
//
// The text is written here: Prometheus' own library brings protocol buffers, and would be an eighth of the program even where nobody
// scrapes it.
package metrics

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strconv"

	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
)

// Read gives how a bot is, and what it has done since it was started.
type Read func() (*health.Status, process.Counts, error)

// Handler serves the metrics at /metrics. A scrape fails with status 500 if they can't be
// read.
func Handler(read Read) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		s, counts, err := read()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(exposed(s, counts))
	})
	return mux
}

// A kind is what Prometheus can do with a number.
type kind string

const (
	counter   kind = "counter"
	gauge     kind = "gauge"
	histogram kind = "histogram"
)

// A metric is a number of the bot's, or one for each value of a label.
type metric struct {
	name, help string
	kind       kind
	label      string
	value      func(*health.Status, process.Counts) float64        // without a label
	values     func(*health.Status, process.Counts) map[string]int // with one
}

// metrics are all but the histogram of commits and the build.
var metrics = []metric{
	{name: "mails_total", help: "Mails dealt with, by decision.", kind: counter, label: "decision",
		values: func(_ *health.Status, c process.Counts) map[string]int { return c.Mails }},
	{name: "limits_hit_total", help: "Mails that a limit kept from being read or answered.", kind: counter, label: "limit",
		values: func(_ *health.Status, c process.Counts) map[string]int { return c.Limits }},
	{name: "sent_total", help: "Mails that the SMTP server has taken.", kind: counter,
		value: func(_ *health.Status, c process.Counts) float64 { return float64(c.Sent) }},
	{name: "given_up_total", help: "Mails that could not be sent.", kind: counter,
		value: func(_ *health.Status, c process.Counts) float64 { return float64(c.GivenUp) }},
	{name: "incidents_total", help: "Faults of the bot itself.", kind: counter,
		value: func(_ *health.Status, c process.Counts) float64 { return float64(c.Incidents) }},
	{name: "healthy", help: "Whether unlurbot status says good.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 { return truth(s.Good) }},
	{name: "problem", help: "Whether there is a problem, by code.", kind: gauge, label: "code", values: problems},
	{name: "outbox_waiting", help: "Mails waiting to be sent.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Outbox.Waiting) }},
	{name: "outbox_held", help: "Mails waiting for players who can't be reached.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Outbox.Held) }},
	{name: "outbox_late_seconds", help: "How long the mail has been late that is so by more than an hour; 0 if none is.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Outbox.Late.IsZero() {
				return 0
			}
			return s.Now.Sub(s.Outbox.Late).Seconds()
		}},
	{name: "mailbox_last_read_timestamp_seconds", help: "When the mailbox was last read; 0 for not since the start.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Mailbox.Worked.IsZero() {
				return 0
			}
			return float64(s.Mailbox.Worked.Unix())
		}},
	{name: "token_expiry_timestamp_seconds", help: "When the OAuth token in use ends; 0 for none.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Token == nil || s.Token.Expires.IsZero() {
				return 0
			}
			return float64(s.Token.Expires.Unix())
		}},
	{name: "relay_up", help: "Whether the SMTP server took the last mail.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 { return truth(s.Relay.Since.IsZero()) }},
	{name: "store_bytes", help: "The size of the store's file.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Store.Bytes) }},
	{name: "backup_last_timestamp_seconds", help: "When the last good backup was begun that the bot made; 0 for none.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Backup == nil || s.Backup.Worked.IsZero() {
				return 0
			}
			return float64(s.Backup.Worked.Unix())
		}},
	{name: "alarms_overdue", help: "Timed events that are late; counted as far as 1000.", kind: gauge,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Store.Overdue) }},
}

func problems(s *health.Status, _ process.Counts) map[string]int {
	all := map[string]int{}
	for _, code := range health.Codes {
		all[string(code)] = int(truth(health.Has(s.Problems, code)))
	}
	return all
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// exposed gives all metrics in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/), 0.0.4.
func exposed(s *health.Status, counts process.Counts) []byte {
	var out bytes.Buffer
	begin := func(name, help string, k kind) {
		fmt.Fprintf(&out, "# HELP unlurbot_%[1]s %[2]s\n# TYPE unlurbot_%[1]s %[3]s\n", name, help, k)
	}
	line := func(name, labels string, value float64) {
		fmt.Fprintf(&out, "unlurbot_%s%s %s\n", name, labels, strconv.FormatFloat(value, 'g', -1, 64))
	}
	for _, m := range metrics {
		begin(m.name, m.help, m.kind)
		if m.label == "" {
			line(m.name, "", m.value(s, counts))
			continue
		}
		values := m.values(s, counts)
		for _, is := range slices.Sorted(maps.Keys(values)) {
			line(m.name, fmt.Sprintf("{%s=%q}", m.label, is), float64(values[is]))
		}
	}
	commits := counts.Commits
	begin("store_commit_seconds", "Transactions that were written to the store, with the work in them.", histogram)
	for i, bound := range process.CommitBounds {
		line("store_commit_seconds_bucket", fmt.Sprintf("{le=\"%g\"}", bound), float64(commits.Classes[i]))
	}
	line("store_commit_seconds_bucket", `{le="+Inf"}`, float64(commits.Count))
	line("store_commit_seconds_sum", "", commits.Sum.Seconds())
	line("store_commit_seconds_count", "", float64(commits.Count))
	begin("build_info", "The program; the value is always 1.", gauge)
	line("build_info", fmt.Sprintf("{goversion=%q,version=%q}", runtime.Version(), s.Version), 1)
	return out.Bytes()
}

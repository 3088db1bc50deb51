// Package metrics shows how a bot is and what it has done to Prometheus, in names and units
// of its conventions (https://prometheus.io/docs/practices/naming/). It keeps no numbers:
// each scrape asks package mailbot, which serves it.
package metrics

import (
	"net/http"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
)

// Read gives how a bot is, and what it has done since it was started.
type Read func() (*health.Status, process.Counts, error)

// Handler serves the metrics at /metrics. A scrape fails with status 500 if they can't be
// read.
func Handler(read Read) http.Handler {
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(&collector{read})
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return mux
}

// A metric is a number of the bot's, or one for each value of a label.
type metric struct {
	name, help string
	kind       prometheus.ValueType
	label      string
	value      func(*health.Status, process.Counts) float64        // without a label
	values     func(*health.Status, process.Counts) map[string]int // with one
}

// metrics are all but the histogram of commits and the build.
var metrics = []metric{
	{name: "mails_total", help: "Mails dealt with, by decision.", kind: prometheus.CounterValue, label: "decision",
		values: func(_ *health.Status, c process.Counts) map[string]int { return c.Mails }},
	{name: "limits_hit_total", help: "Mails that a limit kept from being read or answered.", kind: prometheus.CounterValue, label: "limit",
		values: func(_ *health.Status, c process.Counts) map[string]int { return c.Limits }},
	{name: "sent_total", help: "Mails that the SMTP server has taken.", kind: prometheus.CounterValue,
		value: func(_ *health.Status, c process.Counts) float64 { return float64(c.Sent) }},
	{name: "given_up_total", help: "Mails that could not be sent.", kind: prometheus.CounterValue,
		value: func(_ *health.Status, c process.Counts) float64 { return float64(c.GivenUp) }},
	{name: "incidents_total", help: "Faults of the bot itself.", kind: prometheus.CounterValue,
		value: func(_ *health.Status, c process.Counts) float64 { return float64(c.Incidents) }},
	{name: "healthy", help: "Whether unlurbot status says good.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 { return truth(s.Good) }},
	{name: "problem", help: "Whether there is a problem, by code.", kind: prometheus.GaugeValue, label: "code", values: problems},
	{name: "outbox_waiting", help: "Mails waiting to be sent.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Outbox.Waiting) }},
	{name: "outbox_held", help: "Mails waiting for players who can't be reached.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Outbox.Held) }},
	{name: "outbox_late_seconds", help: "How long the mail has been late that is so by more than an hour; 0 if none is.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Outbox.Late.IsZero() {
				return 0
			}
			return s.Now.Sub(s.Outbox.Late).Seconds()
		}},
	{name: "mailbox_last_read_timestamp_seconds", help: "When the mailbox was last read; 0 for not since the start.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Mailbox.Worked.IsZero() {
				return 0
			}
			return float64(s.Mailbox.Worked.Unix())
		}},
	{name: "token_expiry_timestamp_seconds", help: "When the OAuth token in use ends; 0 for none.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Token == nil || s.Token.Expires.IsZero() {
				return 0
			}
			return float64(s.Token.Expires.Unix())
		}},
	{name: "relay_up", help: "Whether the SMTP server took the last mail.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 { return truth(s.Relay.Since.IsZero()) }},
	{name: "store_bytes", help: "The size of the store's file.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 { return float64(s.Store.Bytes) }},
	{name: "backup_last_timestamp_seconds", help: "When the last good backup was begun that the bot made; 0 for none.", kind: prometheus.GaugeValue,
		value: func(s *health.Status, _ process.Counts) float64 {
			if s.Backup == nil || s.Backup.Worked.IsZero() {
				return 0
			}
			return float64(s.Backup.Worked.Unix())
		}},
	{name: "alarms_overdue", help: "Timed events that are late; counted as far as 1000.", kind: prometheus.GaugeValue,
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

// A collector is what a registry asks at each scrape.
type collector struct{ read Read }

var (
	commits = prometheus.NewDesc("unlurbot_store_commit_seconds", "Transactions that were written to the store, with the work in them.", nil, nil)
	build   = prometheus.NewDesc("unlurbot_build_info", "The program; the value is always 1.", []string{"version", "goversion"}, nil)
)

func (m *metric) desc() *prometheus.Desc {
	var labels []string
	if m.label != "" {
		labels = []string{m.label}
	}
	return prometheus.NewDesc("unlurbot_"+m.name, m.help, labels, nil)
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range metrics {
		to <- m.desc()
	}
	to <- commits
	to <- build
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	s, counts, err := c.read()
	if err != nil {
		to <- prometheus.NewInvalidMetric(build, err)
		return
	}
	for _, m := range metrics {
		if m.label == "" {
			to <- prometheus.MustNewConstMetric(m.desc(), m.kind, m.value(s, counts))
			continue
		}
		for label, n := range m.values(s, counts) {
			to <- prometheus.MustNewConstMetric(m.desc(), m.kind, float64(n), label)
		}
	}
	buckets := map[float64]uint64{}
	for i, bound := range process.CommitBounds {
		buckets[bound] = uint64(counts.Commits.Classes[i])
	}
	to <- prometheus.MustNewConstHistogram(commits, uint64(counts.Commits.Count), counts.Commits.Sum.Seconds(), buckets)
	to <- prometheus.MustNewConstMetric(build, prometheus.GaugeValue, 1, s.Version, runtime.Version())
}

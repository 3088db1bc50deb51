// Package pulse checks a running bot periodically and reports to the outside: problems to
// the log, that all is well to the service manager and a heartbeat's server, and how the bot
// is to anyone who asks at the control socket or scrapes the metrics.
//
// What is wrong is for mailbot/health to say. Package mailbot runs it beside the other loops.
package pulse

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/metrics"
	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/cluster"
	"unlurbot/store/layout"
)

const (
	// longestStep is how often a bot looks at itself.
	longestStep = 30 * time.Second
	// beatStep is how often the heartbeat's server hears that all is well.
	beatStep = 5 * time.Minute
	// beatPatience is how long it may take to answer.
	beatPatience = 10 * time.Second
	// clusterPatience is how long etcd may take to tell how the other machines are.
	clusterPatience = time.Second
)

// A Manager is what has started the process and wants to hear from it. The zero value wants
// nothing.
type Manager struct {
	Notify   func(news string) // see sd_notify(3); may be nil
	Watchdog time.Duration     // how often it wants to hear that the loops go round; 0 for never
}

// A Pulse is that of one process. Its methods are safe for concurrent use.
type Pulse struct {
	process *process.Process
	cfg     *config.Config
	manager Manager
	started time.Time
	loaded  time.Time // when the configuration was read
	heart   *http.Client
	backup  func() *health.Backup
	site    func() *health.Site
	token   func() *health.Token

	// Cluster tells how things stand with the other machines; nil for a bot that is alone. Follows says that one of those does
	// the work; then there need be nobody to tell of backups, site and token. Both are set before the Pulse is used.
	Cluster func(context.Context) *cluster.State
	Follows bool
}

// New takes the pulse of a process, which starts now; backup tells of its backups, site of its web
// site, token of what it logs in with.
func New(p *process.Process, cfg *config.Config, m Manager, backup func() *health.Backup, site func() *health.Site, token func() *health.Token) *Pulse {
	if m.Notify == nil {
		m.Notify = func(string) {}
	}
	now := p.Now()
	return &Pulse{process: p, cfg: cfg, manager: m, started: now, loaded: now, heart: &http.Client{}, backup: backup, site: site, token: token}
}

// ErrFollowed is the cause of the end of a context when another Pulse follows, of the same process with another
// configuration, or in another part of a cluster.
var ErrFollowed = errors.New("the process goes on")

// Reloading tells the service manager that the configuration is about to be read anew. Ready ends that, and so does the Loop
// of the Pulse that follows.
func (l *Pulse) Reloading() { l.manager.Notify("RELOADING=1" + monotonic()) }

// Ready tells the service manager that the bot is at work.
func (l *Pulse) Ready() { l.manager.Notify("READY=1") }

// Follow takes over when the process has begun, and when the configuration was read if it is the same. It is called before
// the Pulse is used.
func (l *Pulse) Follow(former *Pulse) {
	l.started = former.started
	if l.cfg == former.cfg {
		l.loaded = former.loaded
	}
}

// Status looks. The error is that of a store that can't be read.
func (l *Pulse) Status() (*health.Status, error) {
	p := l.process
	s := &health.Status{
		Now: p.Now(), Started: l.started, Loaded: l.loaded, Version: layout.Program(), Address: l.cfg.Address,
		Store: health.Store{
			Path: l.cfg.Store.Path, Alarms: p.Alarms.State().Worked, Disk: health.DiskOf(filepath.Dir(l.cfg.Store.Path)),
		},
	}
	if l.Cluster != nil {
		asking, done := context.WithTimeout(context.Background(), clusterPatience)
		s.Cluster = l.Cluster(asking)
		done()
	}
	var err error
	if l.Follows {
		err = p.Store.View(func(tx *store.Tx) error {
			s.Store.Bytes = tx.Size()
			return nil
		})
	} else {
		err = l.statusOfWork(s)
	}
	s.Judge()
	return s, err
}

// statusOfWork adds how a bot is that does the work.
func (l *Pulse) statusOfWork(s *health.Status) error {
	p := l.process
	s.Mailbox = health.Mailbox{Server: health.ServerOf(p.Mailbox.State()), Inbox: health.ServerOf(p.Inbox.State()), Poll: l.cfg.IMAP.PollInterval}
	s.Backup, s.Site, s.Token, s.Relay = l.backup(), l.site(), l.token(), health.ServerOf(p.Relay.State())
	if since, why := p.StoreTrouble(); why != nil {
		s.Store.Since, s.Store.Says = since, why.Error()+". "+process.StoreAdvice(why)
	}
	return p.Store.View(func(tx *store.Tx) (err error) {
		s.Store.Bytes = tx.Size()
		paused, err := tx.Paused()
		if err != nil {
			return err
		}
		if paused.Number != 0 {
			s.Paused = &health.Pause{Since: paused.At, Words: paused.Reason}
		}
		due, err := tx.DueWakes(s.Now.Add(-health.AlarmLate), health.MostOverdue)
		if err != nil {
			return err
		}
		s.Store.Overdue = len(due)
		thought, waits, err := tx.NextThought(s.Now.Add(-health.AlarmLate))
		if err != nil {
			return err
		}
		if waits && thought.Kind != store.WakeAnalysis && thought.Kind != store.WakePuzzles { // which may take long
			s.Store.Overdue++
		}
		s.Outbox, err = tx.Queue(s.Now, health.OutboxLong)
		return err
	})
}

// Loop looks at the bot again and again, until ctx ends. What has become bad and what is
// good again is logged, and the service manager and the heartbeat's server are told.
func (l *Pulse) Loop(ctx context.Context) error {
	step := longestStep
	if l.manager.Watchdog > 0 {
		step = min(step, l.manager.Watchdog/2)
	}
	l.Ready()
	var bad []health.Problem
	var nextBeat time.Time
	silent := false // the heartbeat's server, the last time
	for ctx.Err() == nil {
		s, err := l.Status()
		if err != nil {
			l.process.Log.Error("can't tell how the bot is", "err", err, "advice", process.StoreAdvice(err))
		} else {
			l.tell(bad, s)
			bad = s.Problems
		}
		if err == nil && s.Turns(l.process) {
			l.manager.Notify("WATCHDOG=1")
		}
		if now := l.process.Now(); l.cfg.Heartbeat != "" && err == nil && s.Good && !s.Mailbox.Worked.IsZero() && !now.Before(nextBeat) {
			nextBeat = now.Add(beatStep)
			err := l.beat(ctx)
			if err != nil && !silent && ctx.Err() == nil {
				l.process.Log.Warn("the heartbeat was not taken", "err", err, "again_in", beatStep)
			}
			silent = err != nil
		}
		process.Pass(ctx, step)
	}
	if !errors.Is(context.Cause(ctx), ErrFollowed) {
		l.manager.Notify("STOPPING=1")
	}
	return nil
}

// tell tells what is bad that was not before, and what is good again.
func (l *Pulse) tell(before []health.Problem, s *health.Status) {
	log := l.process.Log
	for _, p := range s.Problems {
		if !health.Has(before, p.Code) {
			log.Error("unwell", "code", p.Code, "since", p.Since, "problem", p.Text)
		}
	}
	for _, p := range before {
		if !health.Has(s.Problems, p.Code) {
			log.Info("well again", "code", p.Code)
		}
	}
	l.manager.Notify("STATUS=" + strings.ReplaceAll(s.Line(), "\n", " "))
}

// beat tells the heartbeat's server that all is well. The URL is a secret of the operator's,
// and stands in no error.
func (l *Pulse) beat(ctx context.Context) error {
	patience := beatPatience
	if w := l.manager.Watchdog; w > 0 {
		patience = min(patience, w/4) // the loop that waits here feeds it
	}
	ctx, done := context.WithTimeout(ctx, patience)
	defer done()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.cfg.Heartbeat, nil)
	if err != nil {
		return errors.New("the URL can't be used")
	}
	answer, err := l.heart.Do(request)
	if whole := (*url.Error)(nil); errors.As(err, &whole) {
		return whole.Err
	}
	if err != nil {
		return err
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode/100 == 2 {
		return err
	}
	return fmt.Errorf("it answered %s", answer.Status)
}

// ServeMetrics answers at the address of the configuration until ctx ends. A bot can do
// without: that there can be no such server is logged.
func (l *Pulse) ServeMetrics(ctx context.Context) error {
	if l.cfg.Metrics == "" {
		return nil
	}
	log := l.process.Log
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", l.cfg.Metrics)
	if err != nil {
		log.Error("no metrics", "err", err, "advice", "Check metrics in the configuration; another program may have the port.")
		return nil
	}
	handler := metrics.Handler(func() (*health.Status, process.Counts, error) {
		s, err := l.Status()
		return s, l.process.Tally.Counts(), err
	})
	server := &http.Server{Handler: handler, ReadHeaderTimeout: beatPatience, WriteTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })() // it ends all connections, too
	log.Info("metrics", "at", "http://"+listener.Addr().String()+"/metrics")
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Error("no metrics", "err", err)
	}
	return nil
}

package site

import (
	"context"
	"sync"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/page"
)

const (
	// look is how often it is seen whether the site is due.
	look = time.Minute
	// rest is when it is tried again after a failure, if it isn't due before.
	rest = 10 * time.Minute
)

// ClubOf gives what the site says of a club.
func ClubOf(cfg *config.Config) page.Club {
	return page.Club{Language: cfg.Language, Address: cfg.Address, RunBy: cfg.RunBy, Index: cfg.Site.Index, Cups: cfg.Club.Cups, Ladder: cfg.Club.Ladder}
}

// A Publisher has the bot write its site by itself. Its methods are safe for concurrent use.
type Publisher struct {
	process *process.Process
	cfg     config.Site
	club    page.Club

	mu    sync.Mutex
	state health.Site
	next  time.Time // when it is due
}

// NewPublisher makes one. The site is due at once: a run in which nothing has changed is cheap, and
// what it says may be another configuration's.
func NewPublisher(p *process.Process, cfg *config.Config) *Publisher {
	return &Publisher{process: p, cfg: cfg.Site, club: ClubOf(cfg), state: health.Site{Dir: cfg.Site.Dir, Every: cfg.Site.Every}}
}

// State tells of the site; nil if there is to be none.
func (p *Publisher) State() *health.Site {
	if p.cfg.Dir == "" {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	state := p.state
	return &state
}

// Follow takes over what is known of the site from the publisher of another configuration, before
// the loop begins.
func (p *Publisher) Follow(former *Publisher) {
	if before := former.State(); before != nil && before.Dir == p.cfg.Dir {
		p.state.Worked = before.Worked
	}
}

// Loop writes the site whenever it is due, until ctx ends. That it can't is logged, and told by
// State.
func (p *Publisher) Loop(ctx context.Context) error {
	if p.cfg.Dir == "" {
		return nil
	}
	for ctx.Err() == nil {
		now := p.process.Now()
		if !now.Before(p.next) || p.next.Sub(now) > p.cfg.Every { // the clock may have been put back
			p.publish(ctx, now)
		}
		process.Pass(ctx, look)
	}
	return nil
}

// publish writes the site and notes what came of it.
func (p *Publisher) publish(ctx context.Context, now time.Time) {
	report, err := Write(ctx, p.process.Store, p.club, &folder.Folder{Dir: p.cfg.Dir})
	if ctx.Err() != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil {
		p.state.Server, p.state.Files = health.Server{Worked: now.UTC().Truncate(time.Second)}, report.Written+report.Kept
		p.next = now.Add(p.cfg.Every)
		if report.Written+report.Removed > 0 {
			p.process.Log.Info("site", "written", report.Written, "unchanged", report.Kept, "removed", report.Removed)
		}
		return
	}
	advice := "Check site.dir: the directory above it must exist, have room, and the bot's user must be able to write there."
	p.next = now.Add(min(rest, p.cfg.Every))
	if p.state.Since.IsZero() {
		p.state.Since = now
	}
	p.state.Says, p.state.Again = err.Error()+". "+advice, p.next
	p.process.Log.Error("the site was not written", "err", err, "advice", advice, "again_in", p.next.Sub(now))
}

package mailbot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"strings"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/backups"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/keep"
	"unlurbot/mailbot/monthly"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/pulse"
	"unlurbot/mailbot/site"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/cluster"
)

// A session is the bot at work with one configuration. When that is read anew the session ends, as the whole
// process does when it is stopped, and another one begins on the same store. So every key can be changed
// while the bot runs but that of the store, and no part of the bot has to know that anything can change.
type session struct {
	cfg      *config.Config
	env      Environment
	store    *store.Store
	process  *process.Process
	beat     *pulse.Pulse
	loops    []func(context.Context) error // which run until their context ends
	requests control.Requests

	// What only a bot at work has; nil in a session that follows another machine.
	bot    *Bot
	proof  Credentials
	month  *monthly.Monthly
	public *site.Publisher

	term term
}

// A term is for how long a machine of a cluster leads. The zero value is that of one that doesn't, or is alone.
type term struct {
	leads context.Context // ends when it leads no longer
	end   func()          // lets another one lead
}

// over ends a term, if there is one.
func (t *term) over() {
	if t.end != nil {
		t.end()
	}
	*t = term{}
}

// newSession makes a session, which does nothing yet.
func newSession(cfg *config.Config, env Environment, s *store.Store) (*session, error) {
	bot, err := New(BotConfig(cfg, env), s, env.Now, env.Log(cfg.Log))
	if err != nil {
		return nil, err
	}
	proof := NewCredentials(cfg, bot.process.Log)
	boxes, err := bot.mailboxes(cfg, proof, env.Ready)
	if err != nil {
		return nil, err
	}
	var senders []*smtpout.Sender
	for range connections {
		out, err := smtpout.New(SMTPConfig(cfg, proof))
		if err != nil {
			return nil, err
		}
		senders = append(senders, out)
	}
	saved := backups.New(bot.process, cfg.Store.Path, cfg.Backup)
	filed := keep.Mailbox{
		Expire: func(ctx context.Context, before time.Time) (deleted int, err error) {
			c := IMAPConfig(cfg, proof)
			c.Mailbox = c.DoneMailbox
			box, err := imapbox.Dial(ctx, c)
			if err != nil {
				return 0, err
			}
			deleted, err = box.Expire(ctx, before)
			return deleted, errors.Join(err, box.Close())
		},
		Needed: saved.Needed,
	}
	public := site.NewPublisher(bot.process, cfg)
	beat := pulse.New(bot.process, cfg, env.Manager, saved.State, public.State, proof.State)
	month := bot.Monthly(cfg, proof, saved.State)
	requests := control.Requests{
		RequestStatus:    func(context.Context, url.Values) (any, error) { return beat.Status() },
		RequestRotateKey: bot.requestedKey,
		RequestAnnounce:  requestedAnnouncement(bot),
	}
	desk := AdminDesk(cfg, proof, env, s)
	bot.Operate(desk, beat.Status)
	maps.Copy(requests, desk.Requests())
	maps.Copy(requests, env.Requests)
	return &session{
		cfg: cfg, env: env, store: s, process: bot.process, bot: bot, proof: proof, beat: beat, month: month, public: public, requests: requests,
		loops: []func(context.Context) error{
			func(ctx context.Context) error {
				return bot.ReceiveLoop(ctx, boxes, cfg.IMAP.PollInterval)
			},
			func(ctx context.Context) error { return bot.send(ctx, senders) },
			bot.WakeLoop,
			bot.robots.Loop,
			func(ctx context.Context) error { return bot.keeper.Loop(ctx, filed) },
			saved.Loop,
			public.Loop,
			month.Loop,
			beat.Loop,
			beat.ServeMetrics,
		},
	}, nil
}

// next makes the session that can follow, with the configuration as it is now, and says for the log what is new in it.
func (n *session) next() (next *session, news []any, err error) {
	cfg, err := n.env.Load()
	if err != nil {
		return nil, nil, err
	}
	var waits []any
	for _, key := range n.cfg.Changes(cfg) {
		if strings.HasPrefix(key, "store.") { // which is open and locked, and beside which commands find the bot
			waits = append(waits, "needs_restart", key)
		}
	}
	cfg.Store = n.cfg.Store
	taken := "nothing has changed"
	if changes := n.cfg.Changes(cfg); len(changes) > 0 {
		taken = strings.Join(changes, " ")
	}
	env := n.env
	env.Ready = nil // it was
	switch {
	case n.bot == nil:
		next = newStandby(cfg, env, false)
	default:
		next, err = newSession(cfg, env, n.store)
		if err == nil && n.term.leads != nil {
			next.inTerm(n.term)
		}
	}
	return next, append([]any{"taken_over", taken}, waits...), err
}

// goOn takes over what a session has seen that has ended.
func (n *session) goOn(former *session) {
	n.beat.Follow(former.beat)
	if n.bot == nil || former.bot == nil { // what another machine has done meanwhile is not known here
		return
	}
	n.process.Follow(former.process)
	n.month.Follow(former.month)
	n.public.Follow(former.public)
	if n.proof.Token != nil && former.proof.Token != nil {
		n.proof.Token.Follow(former.proof.Token)
	}
}

// A Cluster is this machine's part in a club of several machines, see package store/replica.
type Cluster struct {
	Store  *store.Store
	Copies net.Listener // where other machines fetch a copy of it
	// Follow does what the leader does, until this machine leads. That lasts until the context ends that it gives, and end
	// is to be called afterwards.
	Follow func(context.Context) (leads context.Context, end func(), err error)
	State  func(context.Context) *cluster.State
}

// What a session in a cluster ends with when this machine begins or ceases to lead.
var (
	errLeads     = fmt.Errorf("mailbot: this machine leads: %w", pulse.ErrFollowed)
	errDeposed   = fmt.Errorf("mailbot: another machine leads: %w", pulse.ErrFollowed)
	errHandsOver = fmt.Errorf("mailbot: another machine is to lead: %w", pulse.ErrFollowed)
)

// RequestHandOver asks a bot to let another machine lead.
const RequestHandOver = "hand-over"

// newStandby makes a session that follows the machine that leads. Yields says that another machine should
// lead, if there is one.
func newStandby(cfg *config.Config, env Environment, yields bool) *session {
	p := &process.Process{Store: env.Cluster.Store, Now: env.Now, Log: env.Log(cfg.Log)}
	n := &session{cfg: cfg, env: env, store: env.Cluster.Store, process: p, beat: pulse.New(p, cfg, env.Manager, nil, nil, nil)}
	n.beat.Follows, n.beat.Cluster = true, env.Cluster.State
	n.requests = control.Requests{RequestStatus: func(context.Context, url.Values) (any, error) { return n.beat.Status() }}
	elsewhere := func(ctx context.Context, _ url.Values) (any, error) {
		if leader := env.Cluster.State(ctx).Leader; leader != "" {
			return nil, fmt.Errorf("this machine follows another one, %s: run the command there", leader)
		}
		return nil, errors.New("this machine follows, and no other leads at the moment")
	}
	for name := range (&admin.Desk{}).Requests() {
		n.requests[name] = elsewhere
	}
	n.requests[RequestRotateKey], n.requests[RequestAnnounce], n.requests[RequestHandOver] = elsewhere, elsewhere, elsewhere
	maps.Copy(n.requests, env.Requests)
	n.loops = []func(context.Context) error{
		func(ctx context.Context) error { return n.follow(ctx, yields) },
		n.beat.Loop,
		n.beat.ServeMetrics,
	}
	return n
}

// yieldFor is how long a machine that has handed over waits for another one to lead.
const yieldFor = 10 * time.Second

// follow follows until this machine leads, which ends the session.
func (n *session) follow(ctx context.Context, yields bool) error {
	if yields {
		waiting, done := context.WithTimeout(ctx, yieldFor)
		defer done()
		for waiting.Err() == nil && n.env.Cluster.State(waiting).Leader == "" {
			process.Pass(waiting, 50*time.Millisecond)
		}
	}
	leads, end, err := n.env.Cluster.Follow(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	n.term = term{leads, end}
	return errLeads
}

// lead is the session of the machine that leads, after one that has followed.
func (n *session) lead() (next *session, err error) {
	if m, done := n.store.Migrated(); done {
		n.process.Log.Info("store upgraded", "from_schema", m.From, "to_schema", m.To, "copy", m.Copy)
	}
	if next, err = newSession(n.cfg, n.env, n.store); err != nil {
		return nil, err
	}
	next.inTerm(n.term)
	return next, nil
}

// inTerm makes a session one that ends when this machine leads no longer.
func (n *session) inTerm(t term) {
	handOver := make(chan struct{}, 1)
	n.term = t
	n.beat.Cluster = n.env.Cluster.State
	n.requests[RequestHandOver] = func(ctx context.Context, _ url.Values) (any, error) {
		state := n.env.Cluster.State(ctx)
		if !state.HasStandby() {
			return nil, errors.New("no other machine follows that could take over")
		}
		select {
		case handOver <- struct{}{}:
		default:
		}
		return state, nil
	}
	n.loops = append(n.loops, func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return nil
		case <-t.leads.Done():
			return errDeposed
		case <-handOver:
			return errHandsOver
		}
	})
}

// after gives the session that follows one that has ended, nil for none, with what it ended with.
func (n *session) after(ctx context.Context, ended error) (next *session, err error) {
	switch {
	case n.env.Cluster == nil, ctx.Err() != nil, errors.Is(ended, store.ErrBroken):
		return nil, ended
	case errors.Is(ended, errLeads):
		n.process.Log.Info("this machine leads")
		return n.lead()
	case errors.Is(ended, errDeposed), errors.Is(ended, errHandsOver):
		n.term.over()
		n.process.Log.Info("this machine follows", "handed_over", errors.Is(ended, errHandsOver))
		return newStandby(n.cfg, n.env, errors.Is(ended, errHandsOver)), nil
	}
	return nil, ended
}

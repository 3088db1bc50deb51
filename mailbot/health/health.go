package health

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/cluster"
)

// A Status is how a bot is at one moment. Its JSON is what unlurbot status --json prints:
// times are of RFC 3339, sizes in bytes, and a key without a value is left out.
type Status struct {
	Good     bool      `json:"good"`     // whether there are no Problems
	Problems []Problem `json:"problems"` // the worst first

	Now     time.Time `json:"now"`
	Started time.Time `json:"started"`
	Loaded  time.Time `json:"loaded"` // the configuration that is in use
	Version string    `json:"version"`
	Address string    `json:"address"` // the bot's own

	Paused *Pause `json:"paused,omitempty"` // nil if the operator has not paused it

	Mailbox Mailbox     `json:"mailbox"`
	Relay   Server      `json:"relay"`
	Outbox  store.Queue `json:"outbox"`
	Store   Store       `json:"store"`
	Backup  *Backup     `json:"backup,omitempty"` // nil if the bot makes none
	Site    *Site       `json:"site,omitempty"`   // nil if the bot writes none
	Token   *Token      `json:"token,omitempty"`  // nil if the bot logs in with passwords

	// Cluster is nil for a bot that is alone. A machine that follows has neither mailbox nor relay.
	Cluster *cluster.State `json:"cluster,omitempty"`
}

// Follows says whether another machine does the work.
func (s *Status) Follows() bool { return s.Cluster != nil && !s.Cluster.Leads }

// A Pause is one that the operator wants, which is no Problem.
type Pause struct {
	Since time.Time `json:"since"`
	Words string    `json:"words"` // which those read who write meanwhile
}

// A Problem is something that the bot can't mend, or hasn't for long.
type Problem struct {
	Code  Code      `json:"code"`
	Since time.Time `json:"since,omitzero"`
	Text  string    `json:"text"` // one or more sentences for the operator
}

// A Code names a kind of Problem.
type Code string

// The codes. The list is closed.
const (
	StoreRefuses  Code = "store"   // it can't be written
	MailboxUnread Code = "mailbox" // it has not been read for three polls, or not all of it for inboxLong
	RelayDown     Code = "relay"   // it has taken nothing for relayLong
	OutboxLate    Code = "outbox"  // a mail could have left more than OutboxLong ago
	DiskFull      Code = "disk"    // less than a twentieth of it is free
	AlarmsStuck   Code = "alarms"  // nothing happens by itself
	TokenDead     Code = "token"   // the provider gives no other, and wants the operator to act
	SiteOld       Code = "site"    // the web site was last written longer ago than three times Site.Every
	BackupOld     Code = "backup"  // the last good one is older than three times Backup.Every, or a later one is bad
	ClusterBad    Code = "cluster" // etcd is out of reach, or this machine can't follow
	StandbyNone   Code = "standby" // no machine could take over from the one that leads
)

// Codes are all of them.
var Codes = []Code{StoreRefuses, ClusterBad, TokenDead, MailboxUnread, RelayDown, OutboxLate, DiskFull, AlarmsStuck, BackupOld, SiteOld, StandbyNone}

// A Server is how a server answers.
type Server struct {
	Worked time.Time `json:"worked,omitzero"`        // the last time, since the bot was started
	Since  time.Time `json:"failing_since,omitzero"` // the first failure after that
	Says   string    `json:"error,omitempty"`        // the last one, and what to do
	Again  time.Time `json:"again_at,omitzero"`
}

// ServerOf gives what a process has seen of one.
func ServerOf(s process.State) Server {
	return Server{Worked: s.Worked, Since: s.Since, Says: s.Says, Again: s.Again}
}

// A Token is what the bot logs in with where no password is wanted.
type Token struct {
	Expires time.Time `json:"expires,omitzero"`       // of the one in use; it is renewed before
	Since   time.Time `json:"failing_since,omitzero"` // when it could not be renewed for the first time
	Says    string    `json:"error,omitempty"`        // why, and what to do
	Dead    bool      `json:"dead"`                   // trying again doesn't mend it
}

// A Mailbox is the one that the bot reads.
type Mailbox struct {
	Server
	Inbox Server        `json:"inbox"` // whether all that lies in it can be dealt with, and moved away
	Poll  time.Duration `json:"-"`     // how often it is looked into at least
}

// A Store is the file, and the disk on which it lies.
type Store struct {
	Path    string    `json:"path"`
	Bytes   int64     `json:"bytes"`
	Since   time.Time `json:"failing_since,omitzero"`
	Says    string    `json:"error,omitempty"`
	Alarms  time.Time `json:"alarms_seen,omitzero"` // when what is due was last looked for
	Overdue int       `json:"alarms_overdue"`       // how many events are late, at most MostOverdue
	Disk    Disk      `json:"disk"`
}

// A Backup is what became of those that the bot makes by itself. Server.Worked is when the
// copying of the last good one began, also before the bot was started.
type Backup struct {
	Server
	Dir     string        `json:"dir"`
	Last    string        `json:"last,omitempty"`    // the file of the last good one
	Bytes   int64         `json:"bytes,omitempty"`   // its size
	Damaged string        `json:"damaged,omitempty"` // a file that was made after that and is bad
	Every   time.Duration `json:"-"`
}

// A Site is the web site that the bot writes by itself. Server.Worked is when the writing began that
// succeeded last, since the bot was started.
type Site struct {
	Server
	Dir   string        `json:"dir"`
	Files int           `json:"files"` // how many there are
	Every time.Duration `json:"-"`
}

// A Disk is its room in bytes; zero where that can't be told.
type Disk struct {
	Free uint64 `json:"free"` // for the bot's user
	Size uint64 `json:"size"`
}

const (
	// leastPoll keeps a bot that polls each second from being called ill by one slow mail.
	leastPoll = 20 * time.Second
	relayLong = 15 * time.Minute
	inboxLong = 15 * time.Minute
	// OutboxLong is how long a mail may be late.
	OutboxLong = time.Hour
	alarmsLong = 15 * time.Minute
	// leastFree is the share of the disk that should be free: one in.
	leastFree = 20
	// backupPatience is what a bot has after its start to make up for a backup.
	backupPatience = time.Hour
	// clusterLong is how long etcd may be out of reach.
	clusterLong = 15 * time.Second
	// clockPatience is by how much the clocks of two machines may differ.
	clockPatience = time.Minute
	// standbyPatience is how long the other machines have after a start.
	standbyPatience = 5 * time.Minute
	// AlarmLate is how long what is due may wait before it counts as late.
	AlarmLate = 5 * time.Minute
	// MostOverdue is as far as events that are late are counted.
	MostOverdue = 1000
)

// Judge fills in what is wrong.
func (s *Status) Judge() {
	s.Problems = []Problem{}
	bad := func(is bool, code Code, since time.Time, text string) {
		if is {
			s.Problems = append(s.Problems, Problem{code, since, text})
		}
	}
	full := s.Store.Disk.Free < s.Store.Disk.Size/leastFree
	fullText := fmt.Sprintf("The disk of the store is nearly full: %d of %d MB are free.", s.Store.Disk.Free>>20, s.Store.Disk.Size>>20)
	if c := s.Cluster; c != nil {
		bad(c.Says != "" && s.Now.Sub(latest(c.Since, c.Seen)) >= clusterLong, ClusterBad, c.Since, sentence("The cluster is not well", c.Says))
		for _, m := range c.Machines { // the one that is behind sees it
			ahead := m.At.Sub(s.Now)
			bad(m.Alive && ahead > clockPatience, ClusterBad, time.Time{},
				fmt.Sprintf("The clock of %s is ahead of this machine's by %v: set both right, or mails and alarms are late when the other one leads.", m.Name, ahead.Round(time.Second)))
		}
		bad(c.Leads && c.Says == "" && !c.HasStandby() && s.Now.Sub(latest(s.Started, s.Loaded)) > standbyPatience, StandbyNone, time.Time{},
			"No other machine could take over from this one: none runs, or those that do are behind.")
	}
	if s.Follows() {
		bad(full, DiskFull, time.Time{}, fullText)
		s.Good = len(s.Problems) == 0
		return
	}
	s.judgeWork(bad)
	bad(full, DiskFull, time.Time{}, fullText)
	slices.SortStableFunc(s.Problems, func(a, b Problem) int { return slices.Index(Codes, a.Code) - slices.Index(Codes, b.Code) })
	s.Good = len(s.Problems) == 0
}

// judgeWork says what is wrong with a bot that does the work.
func (s *Status) judgeWork(bad func(is bool, code Code, since time.Time, text string)) {
	read, seen := latest(s.Mailbox.Worked, s.Started), latest(s.Store.Alarms, s.Started)
	bad(!s.Store.Since.IsZero(), StoreRefuses, s.Store.Since, sentence("The store can't be written", s.Store.Says))
	if t := s.Token; t != nil {
		bad(t.Dead, TokenDead, t.Since, sentence("The provider gives no token", t.Says))
	}
	unread, left := s.Now.Sub(read) > 3*max(s.Mailbox.Poll, leastPoll), s.Mailbox.Inbox.Since
	bad(unread, MailboxUnread, read, sentence("The mailbox can't be read", s.Mailbox.Says))
	bad(!unread && !left.IsZero() && s.Now.Sub(left) > inboxLong, MailboxUnread, left, sentence("Mails stay in the mailbox", s.Mailbox.Inbox.Says))
	bad(!s.Relay.Since.IsZero() && s.Now.Sub(s.Relay.Since) > relayLong, RelayDown, s.Relay.Since, sentence("The SMTP server isn't accepting mail", s.Relay.Says))
	bad(!s.Outbox.Late.IsZero(), OutboxLate, s.Outbox.Late, fmt.Sprintf("Mails are late; waiting in the outbox: %d.", s.Outbox.Waiting))
	bad(s.Now.Sub(seen) > alarmsLong, AlarmsStuck, seen, "Nothing happens by itself: no clock ends a game. Restart the bot, and look for the reason in the log.")
	if b := s.Backup; b != nil {
		old := s.Now.Sub(b.Worked) > 3*b.Every && (b.Says != "" || s.Now.Sub(latest(s.Started, s.Loaded)) > backupPatience)
		bad(old || b.Damaged != "", BackupOld, latest(b.Worked, b.Since), sentence("There is no good backup of late", b.Says))
	}
	if w := s.Site; w != nil {
		written := latest(w.Worked, latest(s.Started, s.Loaded))
		bad(w.Says != "" && s.Now.Sub(written) > 3*w.Every, SiteOld, latest(w.Worked, w.Since), sentence("The web site is out of date", w.Says))
	}
}

// sentence makes one of what is wrong and of what was said of it, if anything.
func sentence(wrong, says string) string {
	if says == "" {
		return wrong + "."
	}
	return wrong + ": " + strings.TrimSuffix(says, ".") + "."
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// stuckAfter is how long a loop may say nothing: a mailbox is read every hour at least, and
// a connection that hangs is given up long before.
const stuckAfter = 30 * time.Minute

// Turns says whether the loops of a process still go round, which is not whether they succeed:
// a restart mends a loop that hangs, and no server that is down.
func (s *Status) Turns(p *process.Process) bool {
	turned := func(r *process.Reach, pause time.Duration) bool {
		state := r.State()
		return s.Now.Sub(latest(latest(state.Tried, state.Again), s.Started)) < pause+stuckAfter // a server may ask for patience
	}
	return s.Follows() || turned(&p.Mailbox, s.Mailbox.Poll) && turned(&p.Alarms, 0)
}

// Has says whether a problem is among some.
func Has(problems []Problem, code Code) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Code == code })
}

// Line says in one line how the bot is.
func (s *Status) Line() string {
	if s.Good && s.Follows() {
		if s.Cluster.Leader == "" {
			return "good; follows, and nobody leads at the moment"
		}
		return "good; follows " + s.Cluster.Leader
	}
	if s.Good && s.Paused != nil {
		return fmt.Sprintf("paused since %s; mails in the outbox: %d", s.Paused.Since.Format(time.RFC3339), s.Outbox.Waiting)
	}
	if s.Good {
		return fmt.Sprintf("good; mails in the outbox: %d", s.Outbox.Waiting)
	}
	var codes []string
	for _, p := range s.Problems {
		codes = append(codes, string(p.Code))
	}
	return "bad: " + strings.Join(codes, ", ") + ". " + s.Problems[0].Text
}

package health

import (
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/cluster"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func before(d time.Duration) time.Time { return noon.Add(-d) }

// well is a bot that has run for a day and is well.
func well() *Status {
	return &Status{
		Now: noon, Started: before(24 * time.Hour), Address: "unlur@example.org",
		Mailbox: Mailbox{Server: Server{Worked: before(time.Minute)}, Poll: time.Minute},
		Relay:   Server{Worked: before(5 * time.Hour)},
		Store:   Store{Alarms: before(time.Minute), Disk: Disk{Free: 6, Size: 100}},
	}
}

// pair is a machine that leads, with another one that is some entries behind.
func pair(behind uint64) *cluster.State {
	return &cluster.State{Name: "a", Leads: true, Number: 500, Machines: []cluster.Machine{{Name: "a", Leads: true, Alive: true, Number: 500}, {Name: "b", Alive: true, Number: 500 - behind}}}
}

// Each thing that can be wrong is told when it has lasted long enough, and not before.
func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Status)
		want  []Code
		says  string
	}{
		"all is well":        {func(*Status) {}, nil, ""},
		"a new start":        {func(s *Status) { s.Started, s.Mailbox.Worked, s.Store.Alarms = noon, time.Time{}, time.Time{} }, nil, ""},
		"the third poll":     {func(s *Status) { s.Mailbox.Worked = before(3 * time.Minute) }, nil, ""},
		"three polls missed": {func(s *Status) { s.Mailbox.Worked = before(3*time.Minute + time.Second) }, []Code{MailboxUnread}, "The mailbox can't be read."},
		"never read":         {func(s *Status) { s.Started, s.Mailbox.Worked = before(4*time.Minute), time.Time{} }, []Code{MailboxUnread}, "can't be read."},
		"a poll each second": {func(s *Status) { s.Mailbox.Poll, s.Mailbox.Worked = time.Second, before(time.Minute) }, nil, ""},
		"why it is not read": {func(s *Status) {
			s.Mailbox.Server = Server{Worked: before(time.Hour), Says: "login refused. Check the password."}
		}, []Code{MailboxUnread}, "The mailbox can't be read: login refused. Check the password."},
		"a mail that can't be read, lately": {func(s *Status) { s.Mailbox.Inbox.Since = before(15 * time.Minute) }, nil, ""},
		"a mail that can't be read": {func(s *Status) {
			s.Mailbox.Inbox = Server{Since: before(16 * time.Minute), Says: "UID 7"}
		}, []Code{MailboxUnread}, "Mails stay in the mailbox: UID 7."},
		"none can be read": {func(s *Status) {
			s.Mailbox.Worked, s.Mailbox.Inbox.Since = before(time.Hour), before(time.Hour)
		}, []Code{MailboxUnread}, "The mailbox can't be read."},
		"the relay, lately":      {func(s *Status) { s.Relay.Since = before(15 * time.Minute) }, nil, ""},
		"the relay, for long":    {func(s *Status) { s.Relay.Since, s.Relay.Says = before(16*time.Minute), "refused" }, []Code{RelayDown}, "The SMTP server isn't accepting mail: refused."},
		"a late mail":            {func(s *Status) { s.Outbox = store.Queue{Waiting: 7, Late: before(2 * time.Hour)} }, []Code{OutboxLate}, "waiting in the outbox: 7"},
		"a full disk":            {func(s *Status) { s.Store.Disk.Free = 4 }, []Code{DiskFull}, "nearly full"},
		"an unknown disk":        {func(s *Status) { s.Store.Disk = Disk{} }, nil, ""},
		"the store":              {func(s *Status) { s.Store.Since, s.Store.Says = noon, "no space" }, []Code{StoreRefuses}, "The store can't be written: no space."},
		"a dead token":           {func(s *Status) { s.Token = &Token{Since: noon, Says: "invalid_grant", Dead: true} }, []Code{TokenDead}, "The provider gives no token: invalid_grant."},
		"a late token":           {func(s *Status) { s.Token = &Token{Since: noon, Says: "the provider is down"} }, nil, ""},
		"alarms":                 {func(s *Status) { s.Store.Alarms = before(time.Hour) }, []Code{AlarmsStuck}, "Nothing happens by itself"},
		"a site that is written": {func(s *Status) { s.Site = &Site{Every: time.Hour, Server: Server{Worked: before(9 * time.Hour)}} }, nil, ""},
		"a site that fails, not long": {func(s *Status) {
			s.Site = &Site{Every: time.Hour, Server: Server{Worked: before(3 * time.Hour), Says: "full"}}
		}, nil, ""},
		"a site that fails": {func(s *Status) {
			s.Site = &Site{Every: time.Hour, Server: Server{Worked: before(4 * time.Hour), Says: "full"}}
		}, []Code{SiteOld}, "The web site is out of date: full."},
		"a site that fails since the start":   {func(s *Status) { s.Site = &Site{Every: time.Hour, Server: Server{Says: "full"}} }, []Code{SiteOld}, ""},
		"a first backup to come":              {func(s *Status) { s.Started, s.Backup = before(time.Minute), &Backup{Every: time.Hour} }, nil, ""},
		"a first one, by a new configuration": {func(s *Status) { s.Loaded, s.Backup = before(time.Minute), &Backup{Every: time.Hour} }, nil, ""},
		"no first backup":                     {func(s *Status) { s.Backup = &Backup{Every: time.Hour} }, []Code{BackupOld}, "There is no good backup of late."},
		"follows": {func(s *Status) {
			s.Cluster, s.Mailbox.Worked, s.Store.Alarms = &cluster.State{Leader: "a"}, time.Time{}, time.Time{}
		}, nil, ""},
		"follows on a full disk": {func(s *Status) { s.Cluster, s.Store.Disk.Free = &cluster.State{Leader: "a"}, 4 }, []Code{DiskFull}, "nearly full"},
		"etcd, for a moment": {func(s *Status) {
			s.Cluster = &cluster.State{Seen: before(14 * time.Second), Since: before(14 * time.Second), Says: "no answer"}
		}, nil, ""},
		"etcd": {func(s *Status) {
			s.Cluster = &cluster.State{Seen: before(15 * time.Second), Since: before(15 * time.Second), Says: "no answer"}
		}, []Code{ClusterBad}, "The cluster is not well: no answer."},
		"leads, and another follows":     {func(s *Status) { s.Cluster = pair(100) }, nil, ""},
		"leads, and the other is behind": {func(s *Status) { s.Cluster = pair(101) }, []Code{StandbyNone}, "No other machine could take over"},
		"leads, and was just started":    {func(s *Status) { s.Cluster, s.Started = pair(101), before(5*time.Minute) }, nil, ""},
		"a clock a minute ahead":         {func(s *Status) { s.Cluster = pair(0); s.Cluster.Machines[1].At = noon.Add(time.Minute) }, nil, ""},
		"a clock further ahead":          {func(s *Status) { s.Cluster = pair(0); s.Cluster.Machines[1].At = noon.Add(time.Hour) }, []Code{ClusterBad}, "The clock of b is ahead of this machine's by 1h0m0s"},
		"leads alone": {func(s *Status) {
			s.Cluster = pair(0)
			s.Cluster.Machines[1].Alive = false
		}, []Code{StandbyNone}, ""},
		"backups fail": {func(s *Status) {
			s.Backup = &Backup{Every: time.Hour, Server: Server{Worked: before(3 * time.Hour), Says: "full"}}
		}, nil, ""},
		"backups fail for long": {func(s *Status) {
			s.Started, s.Backup = before(time.Minute), &Backup{Every: time.Hour, Server: Server{Worked: before(4 * time.Hour), Says: "full"}}
		}, []Code{BackupOld}, "There is no good backup of late: full."},
		"off for long": {func(s *Status) {
			s.Started, s.Backup = before(time.Minute), &Backup{Every: time.Hour, Server: Server{Worked: before(99 * time.Hour)}}
		}, nil, ""},
		"a backup is damaged": {func(s *Status) {
			s.Backup = &Backup{Every: time.Hour, Server: Server{Worked: noon}, Damaged: "a.db.bad"}
		}, []Code{BackupOld}, ""},
		"several": {func(s *Status) { s.Store.Since, s.Store.Disk.Free, s.Relay.Since = noon, 0, before(time.Hour) }, []Code{StoreRefuses, RelayDown, DiskFull}, ""},
	} {
		s := well()
		c.spoil(s)
		s.Judge()
		var got []Code
		texts := ""
		for _, p := range s.Problems {
			got, texts = append(got, p.Code), texts+p.Text
		}
		if !slices.Equal(got, c.want) || s.Good != (len(c.want) == 0) || !strings.Contains(texts, c.says) {
			t.Errorf("%s: %v, good %v, %q", name, got, s.Good, texts)
		}
		for _, code := range got {
			if !slices.Contains(Codes, code) || !strings.Contains(s.Line(), string(code)) {
				t.Errorf("%s: the line is %q", name, s.Line())
			}
		}
	}
}

// Loops that fail go round as well as those that succeed; one that says nothing does not.
func TestTurns(t *testing.T) {
	p := &process.Process{}
	for i, c := range []struct {
		does func()
		now  time.Time
		want bool
	}{
		{func() {}, noon.Add(time.Minute), true},
		{func() {}, noon.Add(time.Hour), false},
		{func() { p.Alarms.Works(noon.Add(time.Hour)) }, noon.Add(time.Hour), false},
		{func() { p.Mailbox.Fails(noon.Add(time.Hour), store.ErrNoRoom, "", noon) }, noon.Add(time.Hour), true},
		{func() {}, noon.Add(2 * time.Hour), false},
		{func() { p.Mailbox.Fails(noon.Add(2*time.Hour), store.ErrNoRoom, "", noon.Add(3*time.Hour)) }, noon.Add(2*time.Hour + 50*time.Minute), false},
		{func() { p.Alarms.Works(noon.Add(2*time.Hour + 50*time.Minute)) }, noon.Add(2*time.Hour + 50*time.Minute), true}, // the server asks for patience
	} {
		c.does()
		s := &Status{Now: c.now, Started: noon, Mailbox: Mailbox{Poll: time.Minute}}
		if got := s.Turns(p); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
		if s.Cluster = (&cluster.State{}); !s.Turns(p) {
			t.Errorf("%d: a machine that follows reads no mailbox", i)
		}
	}
}

// The disk of a directory has some size, and none is told of what is not there.
func TestDiskOf(t *testing.T) {
	if d := DiskOf(t.TempDir()); d.Size == 0 && DiskOf("/") != d || d.Free > d.Size {
		t.Errorf("the disk is %+v", d)
	}
	if d := DiskOf(t.TempDir() + "/nowhere"); d != (Disk{}) {
		t.Errorf("nowhere is %+v", d)
	}
}

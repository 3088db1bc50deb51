package health

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"unlurbot/mailbot/safe"
)

// Write writes a Status as a person reads it.
func (s *Status) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", s.Address, s.Line())
	for _, p := range s.Problems {
		since := ""
		if !p.Since.IsZero() {
			since = ", for " + s.Now.Sub(p.Since).Truncate(time.Second).String()
		}
		fmt.Fprintf(w, "\n  %s%s\n  %s\n", p.Code, since, safe.Runes(p.Text))
	}
	fmt.Fprintln(w)
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range s.Fields() {
		fmt.Fprintf(out, "%s\t%s\n", f[0], strings.ReplaceAll(f[1], "\n", "\n\t"))
	}
	return out.Flush()
}

// Fields gives what there is to say of a Status beside its Problems, in names and values of one line or two.
func (s *Status) Fields() (fields [][2]string) {
	add := func(name, format string, values ...any) {
		fields = append(fields, [2]string{name, fmt.Sprintf(format, values...)})
	}
	ago := func(at time.Time) string {
		if at.IsZero() {
			return "never since the start"
		}
		return s.Now.Sub(at).Truncate(time.Second).String() + " ago"
	}
	again := func(at time.Time) string {
		if at.After(s.Now) {
			return "; next attempt in " + at.Sub(s.Now).Round(time.Second).String()
		}
		return ""
	}
	fails := func(server Server) string { // long before that makes the bot unwell
		if server.Says == "" {
			return ""
		}
		return "\n" + safe.Runes(server.Says)
	}
	if c := s.Cluster; c != nil {
		add("cluster", "%s", s.machines())
	}
	if s.Follows() {
		add("store", "%s, %d MB", s.Store.Path, s.Store.Bytes>>20)
		if size := s.Store.Disk.Size; size > 0 {
			add("disk", "%d MB free of %d", s.Store.Disk.Free>>20, size>>20)
		}
		add("running", "for %s, unlurbot %s", s.Now.Sub(s.Started).Truncate(time.Second), s.Version)
		return fields
	}
	add("mailbox", "last read: %s%s%s", ago(s.Mailbox.Worked), again(s.Mailbox.Again), fails(s.Mailbox.Server)+fails(s.Mailbox.Inbox))
	add("SMTP", "last email accepted: %s%s%s", ago(s.Relay.Worked), again(s.Relay.Again), fails(s.Relay))
	add("outbox", "%d waiting, %d of them for players who can't be reached; %d given up", s.Outbox.Waiting, s.Outbox.Held, s.Outbox.GivenUp)
	add("store", "%s, %d MB", s.Store.Path, s.Store.Bytes>>20)
	if size := s.Store.Disk.Size; size > 0 {
		add("disk", "%d MB free of %d", s.Store.Disk.Free>>20, size>>20)
	}
	if b := s.Backup; b == nil {
		add("backup", "none by the bot: see backup.dir in the configuration")
	} else if b.Last == "" {
		add("backup", "none yet in %s%s", b.Dir, again(b.Again))
	} else {
		add("backup", "%s, %s in %s, %d MB%s", ago(b.Worked), b.Last, b.Dir, b.Bytes>>20, again(b.Again))
	}
	if w := s.Site; w != nil {
		add("site", "last written: %s, %d files in %s%s%s", ago(w.Worked), w.Files, w.Dir, again(w.Again), fails(w.Server))
	}
	if s.Paused != nil {
		add("paused", "%s: %s", ago(s.Paused.Since), safe.Runes(s.Paused.Words))
		add("alarms", "%d wait for the end of the pause", s.Store.Overdue)
	} else {
		add("alarms", "%d late", s.Store.Overdue)
	}
	add("running", "for %s, unlurbot %s", s.Now.Sub(s.Started).Truncate(time.Second), s.Version)
	if s.Loaded.After(s.Started) {
		add("configuration", "reloaded %s", ago(s.Loaded))
	}
	return fields
}

// machines tells of the cluster, a line for each of its machines.
func (s *Status) machines() string {
	c := s.Cluster
	role := "follows"
	if c.Leads {
		role = fmt.Sprintf("leads, term %d", c.Term)
	}
	lines := []string{fmt.Sprintf("this machine, %s, %s; last entry of the log: %d", c.Name, role, c.Number)}
	for _, m := range c.Machines {
		state := fmt.Sprintf("follows, %d behind", c.Behind(m))
		switch {
		case !m.Alive:
			state = fmt.Sprintf("DOWN, %d behind", c.Behind(m))
		case m.Leads:
			state = "leads"
		}
		lines = append(lines, fmt.Sprintf("%s  %s, unlurbot %s", safe.Runes(m.Name), state, safe.Runes(m.Program)))
	}
	if c.Says != "" {
		lines = append(lines, safe.Runes(c.Says))
	}
	return strings.Join(lines, "\n")
}

package mailbot_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/imapbox"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A simLetter is a mail that somebody has written to the bot.
type simLetter struct {
	id     int
	from   string
	raw    []byte
	intent intent
	key    mailkey.Key // its content's

	// read is when the bot got to read it, and at which place among others; by
	// says over which connection, until it is read over another one.
	read      [2]int
	by        *session
	arrived   time.Time // the first copy that was read over it
	decidedAt time.Time

	forgery bool // somebody else's, of which nothing comes
	forged  bool // one of this mail was on the way
}

// A copyOf is a letter as it lies in a folder: the network may deliver it twice,
// and what was filed may come back.
type copyOf struct {
	*simLetter
	uid     uint32
	arrived time.Time
	kept    bool     // the server named it and did not give it
	reader  *session // over which the bot got it last
	deaths  int      // of processes that were at work on it
	marked  bool     // as filed, on a server that can't move
}

// A simServer is an IMAP server with the folders of the bot.
type simServer struct {
	w           *world
	inbox, done []*copyOf // by UID
	validity    uint32
	uid         uint32 // the last one
	fetches     int
	undecided   []*simLetter // arrived and not dealt with
	sessions    []*session
	places      []mailkey.Key // of all mails that were ever in the inbox
	reached     []time.Time   // when the bot had the inbox open, and could look
}

func newServer(w *world) *simServer { return &simServer{w: w, validity: 1} }

// arrive puts a letter into the inbox.
func (s *simServer) arrive(l *simLetter, how string) {
	if l.decidedAt.IsZero() && !l.forgery && !slices.Contains(s.undecided, l) {
		s.undecided = append(s.undecided, l)
	}
	s.uid++
	s.places = append(s.places, mailkey.Place(s.validity, s.uid))
	s.inbox = append(s.inbox, &copyOf{simLetter: l, uid: s.uid, arrived: time.Now()})
	s.w.history.note("mail %d arrives%s as %d", l.id, how, s.uid)
	for _, open := range s.sessions {
		select {
		case open.news <- struct{}{}:
		default:
		}
	}
}

// renumber gives all mails new UIDs.
func (s *simServer) renumber() {
	s.w.fault("all mails have new numbers")
	s.validity++
	s.uid = 0
	for _, c := range s.inbox {
		s.uid++
		c.uid = s.uid
		s.places = append(s.places, mailkey.Place(s.validity, s.uid))
	}
	s.breakOff()
}

// breakOff ends all connections.
func (s *simServer) breakOff() {
	for _, open := range s.sessions {
		close(open.broken)
	}
	s.sessions = nil
}

// inHand lists what a process has read and not dealt with.
func (s *simServer) inHand(l *life) (copies []*copyOf) {
	err := l.store.View(func(tx *store.Tx) error {
		for _, c := range append(slices.Clone(s.inbox), s.done...) {
			if c.reader == nil || c.reader.life != l {
				continue
			}
			place := mailbot.Incoming{UIDValidity: c.reader.validity, UID: c.uid, Filed: c.reader.folder == &s.done}.Place()
			if _, err := tx.WasSeen(place); err != nil {
				copies = append(copies, c)
			}
		}
		return nil
	})
	if err != nil {
		s.w.violate("the store can't be read: %v", err)
	}
	return copies
}

// waiting lists the letters that must be dealt with. One of which no copy is
// left need not be.
func (s *simServer) waiting() []*simLetter {
	return slices.DeleteFunc(slices.Clone(s.undecided), func(l *simLetter) bool {
		return !s.holds(s.inbox, l) && !s.holds(s.done, l)
	})
}

// giveBack puts something that was filed back into the inbox, but no mail of a stranger's
// that got no answer: once its writer is a player, it gets one.
func (s *simServer) giveBack(n int) {
	if len(s.done) == 0 {
		return
	}
	if l := s.done[n%len(s.done)].simLetter; s.w.model.decided[l.id] != decision.IgnoredStranger {
		s.w.fault("a filed mail comes back")
		s.arrive(l, " again")
	}
}

// steal removes a mail from the inbox, as somebody may who reads there too. If it
// tells that a mail of the bot came back, nobody can know.
func (s *simServer) steal(n int) {
	if len(s.inbox) == 0 {
		return
	}
	n %= len(s.inbox)
	s.w.fault("somebody removes mail %d", s.inbox[n].id)
	if gone := s.inbox[n].intent; gone.verb == "bounce" {
		s.w.model.unaware[gone.answers.EnvelopeTo] = true
	}
	s.inbox = slices.Delete(s.inbox, n, n+1)
}

func (s *simServer) holds(folder []*copyOf, l *simLetter) bool {
	return slices.ContainsFunc(folder, func(c *copyOf) bool { return c.simLetter == l })
}

// overtakes holds that mails are dealt with in the order of their arrival,
// unless the server has kept one back.
func (s *simServer) overtakes(l *simLetter) {
	if l.by == nil || l.by.folder != &s.inbox {
		return // it was read among the filed ones
	}
	at := slices.IndexFunc(s.inbox, func(c *copyOf) bool { return c.simLetter == l && c.reader == l.by })
	for _, c := range s.inbox[:max(0, at)] {
		if !c.kept && slices.Contains(s.undecided, c.simLetter) {
			s.w.violate("mail %d is dealt with before mail %d", l.id, c.id)
		}
	}
}

// judge holds the end: everything was dealt with and filed, and no note of an
// attempt is left over.
func (s *simServer) judge(l *life) {
	err := l.store.View(func(tx *store.Tx) error {
		for _, place := range s.places {
			tried, err := tx.Trials(place)
			if _, seen := tx.WasSeen(place); seen == nil && tried > 0 {
				s.w.violate("%s was dealt with, and is noted as under way", place)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.w.violate("the store can't be read: %v", err)
	}
	for _, l := range s.waiting() {
		s.w.violate("mail %d was never dealt with:\n%s", l.id, l.raw)
	}
	for _, c := range s.inbox {
		if !c.marked {
			s.w.violate("mail %d is left in the inbox", c.id)
		}
	}
}

// forget makes all mails undecided that were dealt with after a time.
func (s *simServer) forget(since time.Time) {
	for _, c := range append(slices.Clone(s.inbox), s.done...) {
		if c.decidedAt.After(since) && !c.forgery {
			c.decidedAt, c.by = time.Time{}, nil
			s.undecided = append(s.undecided, c.simLetter)
		}
	}
}

// A session is one connection to the server, with one folder open.
type session struct {
	w        *world
	life     *life
	folder   *[]*copyOf
	since    time.Time // lists nothing older than this day
	validity uint32
	news     chan struct{}
	broken   chan struct{}
	given    [2][]imapbox.Message // by the last Fetch and the one before
}

var _ mailbot.Mailbox = (*session)(nil)

// open logs in and opens a folder.
func (s *simServer) open(ctx context.Context, l *life, folder *[]*copyOf, since time.Time) (mailbot.Mailbox, error) {
	open := &session{w: s.w, life: l, folder: folder, since: since, news: make(chan struct{}, 1), broken: make(chan struct{})}
	err := s.w.operation(ctx, l, imapbox.OpLogin, "", func() error {
		switch {
		case s.w.isOut("login"):
			s.w.fault("the login is refused")
			return errors.New("NO [UNAVAILABLE] later")
		case s.w.isOut("folder"):
			s.w.fault("the folder can't be created")
			return errors.New("NO permission denied")
		}
		open.validity = s.validity
		if folder != &s.inbox {
			open.validity = s.w.trouble.doneValidity
		}
		s.sessions = append(s.sessions, open)
		return nil
	})
	if err != nil {
		return nil, &imapbox.Error{Op: imapbox.OpLogin, Err: err}
	}
	s.noteReached(open)
	return open, nil
}

// noteReached notes that the bot has the inbox open and knows it.
func (s *simServer) noteReached(by *session) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if by.folder == &s.inbox && !by.life.dead && by.life.ctx.Err() == nil {
		s.reached = append(s.reached, time.Now())
	}
}

// do is one command on a connection.
func (s *session) do(ctx context.Context, op string, effect func() error) error {
	s.w.mu.Lock()
	s.w.observe(s.life)
	s.w.mu.Unlock()
	err := s.w.operation(ctx, s.life, op, "", func() error {
		select {
		case <-s.broken:
			return errReset
		default:
			return effect()
		}
	})
	if err != nil && ctx.Err() == nil {
		return &imapbox.Error{Op: op, Err: err}
	}
	return err
}

// UIDValidity implements Mailbox.
func (s *session) UIDValidity() uint32 { return s.validity }

// List implements Mailbox.
func (s *session) List(ctx context.Context) (uids []uint32, err error) {
	err = s.do(ctx, imapbox.OpList, func() error {
		select {
		case <-s.news:
		default:
		}
		for _, c := range *s.folder {
			if !c.arrived.Before(s.since.Truncate(24 * time.Hour)) {
				uids = append(uids, c.uid)
			}
		}
		return nil
	})
	return uids, err
}

// Fetch implements Mailbox. Somebody may have removed a mail since it was
// listed, and a server may name a mail and not give it.
func (s *session) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	for _, m := range s.given[1] { // as imapbox.Config.Overwrite allows, also of a Fetch that fails
		copy(m.Raw, bytes.Repeat([]byte("#"), len(m.Raw)))
	}
	s.given = [2][]imapbox.Message{nil, s.given[0]}
	asked := uids[:min(len(uids), s.w.trouble.fetchAtMost)]
	err = s.do(ctx, imapbox.OpFetch, func() error {
		s.w.box.fetches++
		dice := s.w.dice("fetch", s.w.box.fetches)
		if s.w.strikes(dice, s.w.trouble.stolen) && s.folder == &s.w.box.inbox {
			s.w.box.steal(dice.IntN(1000))
		}
		for _, c := range *s.folder {
			if !slices.Contains(asked, c.uid) {
				continue
			}
			if c.kept = s.folder == &s.w.box.inbox && s.w.strikes(dice, s.w.trouble.kept); c.kept {
				s.w.fault("mail %d is kept back", c.id)
				continue
			}
			c.reader = s
			if c.by != s {
				c.read, c.by = [2]int{s.w.box.fetches, len(messages)}, s
				if c.decidedAt.IsZero() {
					c.simLetter.arrived = c.arrived
				}
			}
			messages = append(messages, imapbox.Message{UID: c.uid, Arrived: c.arrived, Size: int64(len(c.raw)), Raw: slices.Clone(c.raw)})
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	s.given[0] = messages
	return messages, uids[len(asked):], nil
}

// File implements Mailbox. It may break off when the mails are copied and still
// in their place, and on some servers it can't move at all.
func (s *session) File(ctx context.Context, folder imapbox.Folder, uids []uint32) error {
	return s.do(ctx, imapbox.OpFile, func() error {
		dice := s.w.dice("file", s.w.count("file"))
		if s.w.strikes(dice, s.w.trouble.stolen) {
			s.w.box.steal(dice.IntN(1000))
		}
		half := s.w.strikes(dice, s.w.trouble.cut)
		for _, uid := range uids {
			at := slices.IndexFunc(*s.folder, func(c *copyOf) bool { return c.uid == uid })
			if at < 0 {
				continue
			}
			c := (*s.folder)[at]
			if folder != imapbox.Done {
				s.w.violate("mail %d is filed as one that failed:\n%s", c.id, c.raw)
			}
			if c.decidedAt.IsZero() && !c.forgery {
				s.w.violate("mail %d is filed and was not dealt with", c.id)
			}
			if s.w.trouble.noMove {
				c.marked = true
				continue
			}
			s.w.box.done = append(s.w.box.done, &copyOf{simLetter: c.simLetter, uid: uint32(len(s.w.box.done) + 1), arrived: c.arrived})
			if !half {
				*s.folder = slices.Delete(*s.folder, at, at+1)
			}
		}
		s.w.history.note("filed: %v", uids)
		if half {
			s.w.fault("breaks off when the mails are copied")
			return errReset
		}
		return nil
	})
}

// Wait implements Mailbox. Not every server announces mails.
func (s *session) Wait(ctx context.Context, atMost time.Duration) error {
	s.w.mu.Lock()
	s.w.observe(s.life)
	s.w.mu.Unlock()
	news := s.news
	if s.w.trouble.noIdle {
		news = nil
	}
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.broken:
		return &imapbox.Error{Op: imapbox.OpWait, Err: errReset}
	case <-news:
	case <-timer.C:
	}
	err := s.do(ctx, imapbox.OpWait, func() error { return nil })
	if err == nil {
		s.w.box.noteReached(s)
	}
	return err
}

// Close implements Mailbox.
func (s *session) Close() error {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	s.w.box.sessions = slices.DeleteFunc(s.w.box.sessions, func(o *session) bool { return o == s })
	return nil
}

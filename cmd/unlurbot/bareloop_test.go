//go:build realservers

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"mime/quotedprintable"
	"net/textproto"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message"
	"github.com/wneessen/go-mail"

	"unlurbot/store"
	"unlurbot/store/kv"
)

const (
	bareSet         = 100   // mails that are fetched, committed and moved together
	bareRow         = 5_000 // bytes of each of the three rows that a mail leads to: its game and two answers
	bareConnections = 4     // to the SMTP server
)

func init() { programs["bareloop"] = bareLoop }

// A bareTask is what the bare loop reads from its standard input.
type bareTask struct {
	IMAP, User, Password, SMTP, Store string
	Letters                           []*store.Outgoing
	Ready                             bool // the pages leave as they are in the letters, in quoted-printable already
}

// bareLoop is what the machine and the libraries allow: it fetches the mails of a mailbox, parses all their parts,
// commits as much for each as the bot does, sends two mails for each while it goes on reading, and moves them
// away. It understands nothing, and has what it writes and says before it begins. go-mail puts its pages into
// quoted-printable, as it does for anybody, or they are ready like the bot's own.
func bareLoop() {
	var task bareTask
	must(json.NewDecoder(os.Stdin).Decode(&task))
	debug.SetGCPercent(400) // its memory does not count, so it collects less often than the bot
	l := newBare(task)
	l.run()
	must(l.box.Logout().Wait())
	for _, c := range l.relay {
		must(c.Close())
	}
}

// A bare is that loop at work.
type bare struct {
	box     *imapclient.Client
	db      *kv.DB
	relay   []*mail.Client
	letters []bareLetter // what it sends, again and again
	ready   bool         // see bareTask
	row     []byte
	written uint64
}

// A bareLetter is a mail with its page, as it leaves and as it is read.
type bareLetter struct {
	*store.Outgoing
	ready []byte
	page  string
}

func newBare(task bareTask) *bare {
	l := &bare{ready: task.Ready}
	for _, o := range task.Letters {
		ready := o.HTML.String()
		page, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(ready)))
		must(err)
		l.letters = append(l.letters, bareLetter{o, []byte(strings.ReplaceAll(ready, "\n", "\r\n")), string(page)})
	}
	for len(l.row) < bareRow {
		l.row = append(l.row, task.Letters[0].Text...)
	}
	l.row = l.row[:bareRow]
	var err error
	l.db, err = kv.Open(task.Store, kv.Options{})
	must(err)
	must(l.db.Update(func(tx *kv.Tx) error {
		_, err := tx.CreateBucket("bare")
		return err
	}))
	l.box, err = imapclient.DialInsecure(task.IMAP, nil)
	must(err)
	must(l.box.Login(task.User, task.Password).Wait())
	must(l.box.Create("Done", nil).Wait())
	_, err = l.box.Select("INBOX", nil).Wait()
	must(err)
	host, port, err := hostPort(task.SMTP)
	must(err)
	for range bareConnections {
		c, err := mail.NewClient(host, mail.WithPort(port), mail.WithTLSPolicy(mail.NoTLS), mail.WithoutNoop(), mail.WithoutRset())
		must(err)
		must(c.DialWithContext(context.Background()))
		l.relay = append(l.relay, c)
	}
	return l
}

// run goes through the whole mailbox.
func (l *bare) run() {
	ready := make(chan bareLetter, 2*bareSet)
	var sending sync.WaitGroup
	for _, c := range l.relay {
		sending.Go(func() {
			for o := range ready {
				must(c.Send(o.message(l.ready)))
			}
		})
	}
	found, err := l.box.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
	must(err)
	sent := 0
	for uids := range slices.Chunk(found.AllUIDs(), bareSet) {
		mails := l.fetch(uids)
		for _, m := range mails {
			l.parse(m)
		}
		must(l.db.Update(func(tx *kv.Tx) error { return l.write(tx.Bucket("bare"), 3*len(mails)) }))
		for range 2 * len(mails) {
			ready <- l.letters[sent%len(l.letters)]
			sent++
		}
		_, err := l.box.Move(imap.UIDSetNum(uids...), "Done").Wait()
		must(err)
	}
	close(ready)
	sending.Wait()
}

func (l *bare) fetch(uids []imap.UID) (mails [][]byte) {
	whole := &imap.FetchItemBodySection{Peek: true}
	answer, err := l.box.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	must(err)
	for _, m := range answer {
		mails = append(mails, m.FindBodySection(whole))
	}
	return mails
}

func (l *bare) parse(raw []byte) {
	e, err := message.Read(bytes.NewReader(raw))
	must(err)
	must(e.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil || part.MultipartReader() != nil {
			return err
		}
		_, err = io.Copy(io.Discard, part.Body)
		return err
	}))
}

func (l *bare) write(b *kv.Bucket, rows int) error {
	for range rows {
		l.written++
		if err := b.Put(binary.BigEndian.AppendUint64(nil, l.written), l.row); err != nil {
			return err
		}
	}
	return nil
}

// message makes go-mail's message in the plainest way.
func (o bareLetter) message(ready bool) *mail.Msg {
	m := mail.NewMsg()
	m.SetAddrHeaderIgnoreInvalid(mail.HeaderFrom, o.From.Addr)
	m.SetAddrHeaderIgnoreInvalid(mail.HeaderTo, o.To.Addr)
	m.SetMessageIDWithValue(o.MessageID)
	m.Subject(o.Subject)
	for _, f := range o.Header {
		m.SetGenHeader(mail.Header(textproto.CanonicalMIMEHeaderKey(f.Name)), f.Value)
	}
	m.SetBodyString(mail.TypeTextPlain, o.Text)
	if !ready {
		m.AddAlternativeString(mail.TypeTextHTML, o.page)
		return m
	}
	m.AddAlternativeWriter(mail.TypeTextHTML, func(w io.Writer) (int64, error) {
		n, err := w.Write(o.ready)
		return int64(n), err
	}, mail.WithPartEncoding(mail.NoEncoding))
	return m
}

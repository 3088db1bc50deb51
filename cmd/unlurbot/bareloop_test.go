//go:build realservers

package main

import (
	"encoding/binary"
	"encoding/json"
	"net/textproto"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/wneessen/go-mail"

	"unlurbot/mailbot/testing/realservers"
	"unlurbot/store"
	"unlurbot/store/kv"
)

const (
	bareSet         = 100 // mails that are fetched and committed together
	bareConnections = 4   // to the SMTP server
)

// A bareLoop is what the machine and the libraries allow: it fetches the mails
// of a mailbox, writes as much for each as the bot does, sends two mails for
// each, and understands nothing.
type bareLoop struct {
	t       testing.TB
	box     *imapclient.Client
	db      *kv.DB
	relay   []*mail.Client
	letters []*store.Outgoing // what it sends, again and again
	written uint64
}

// newBareLoop opens the mailbox and all else that run needs.
func newBareLoop(t testing.TB, s *realservers.Servers, user, smtpAddr string, letters []*store.Outgoing) *bareLoop {
	t.Helper()
	l := &bareLoop{t: t, letters: letters}
	var err error
	l.db, err = kv.Open(filepath.Join(t.TempDir(), "bare.db"), kv.Options{})
	check(t, err)
	check(t, l.db.Update(func(tx *kv.Tx) error {
		_, err := tx.CreateBucket("bare")
		return err
	}))
	l.box, err = imapclient.DialInsecure(s.IMAPAddr, nil)
	check(t, err)
	check(t, l.box.Login(user, realservers.Password).Wait())
	_, err = l.box.Select("INBOX", nil).Wait()
	check(t, err)
	host, port, err := hostPort(smtpAddr)
	check(t, err)
	for range bareConnections {
		c, err := mail.NewClient(host, mail.WithPort(port), mail.WithTLSPolicy(mail.NoTLS), mail.WithoutNoop(), mail.WithoutRset())
		check(t, err)
		check(t, c.DialWithContext(t.Context()))
		l.relay = append(l.relay, c)
	}
	return l
}

func (l *bareLoop) close() {
	for _, c := range l.relay {
		check(l.t, c.Close())
	}
	check(l.t, l.box.Logout().Wait())
	check(l.t, l.db.Close())
}

// run goes through the whole mailbox.
func (l *bareLoop) run() {
	found, err := l.box.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
	check(l.t, err)
	for uids := range slices.Chunk(found.AllUIDs(), bareSet) {
		mails := l.fetch(uids)
		check(l.t, l.db.Update(func(tx *kv.Tx) error { return l.write(tx.Bucket("bare"), mails) }))
		l.send(2 * len(mails))
	}
}

func (l *bareLoop) fetch(uids []imap.UID) (mails [][]byte) {
	whole := &imap.FetchItemBodySection{Peek: true}
	answer, err := l.box.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	check(l.t, err)
	for _, m := range answer {
		mails = append(mails, m.FindBodySection(whole))
	}
	return mails
}

// write stores two mails of the bot for each that came, and a piece of that one
// which is as long as a game.
func (l *bareLoop) write(b *kv.Bucket, mails [][]byte) error {
	const game = 1500
	put := func(value []byte) error {
		l.written++
		return b.Put(binary.BigEndian.AppendUint64(nil, l.written), value)
	}
	for i, m := range mails {
		if err := put(m[:min(game, len(m))]); err != nil {
			return err
		}
		for j := range 2 {
			letter, err := json.Marshal(l.letters[(2*i+j)%len(l.letters)])
			if err != nil {
				return err
			}
			if err := put(letter); err != nil {
				return err
			}
		}
	}
	return nil
}

// send sends so many mails on all connections.
func (l *bareLoop) send(mails int) {
	var sending sync.WaitGroup
	for i, c := range l.relay {
		sending.Go(func() {
			for j := i; j < mails; j += len(l.relay) {
				if err := c.Send(message(l.letters[j%len(l.letters)])); err != nil {
					l.t.Error(err)
					return
				}
			}
		})
	}
	sending.Wait()
}

// message makes go-mail's message in the plainest way.
func message(o *store.Outgoing) *mail.Msg {
	m := mail.NewMsg()
	m.SetAddrHeaderIgnoreInvalid(mail.HeaderFrom, o.From.Addr)
	m.SetAddrHeaderIgnoreInvalid(mail.HeaderTo, o.To.Addr)
	m.SetMessageIDWithValue(o.MessageID)
	m.Subject(o.Subject)
	for _, f := range o.Header {
		m.SetGenHeader(mail.Header(textproto.CanonicalMIMEHeaderKey(f.Name)), f.Value)
	}
	m.SetBodyString(mail.TypeTextPlain, o.Text)
	m.AddAlternativeWriter(mail.TypeTextHTML, o.HTML.WriteTo)
	return m
}

package mailbot_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/baddisk"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
)

// A runningLog is a log that can be read while the bot writes it.
type runningLog struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (j *runningLog) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

func (j *runningLog) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// With a full disk the bot waits, however long that takes: it says so once, mails stay
// where they are, and it goes on by itself soon after there is room.
func TestFullDiskForDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := bottest.New(t)
		said := &runningLog{}
		b.UseClock(time.Now)
		b.Configure(func(c *mailbot.Config) { c.AuthservID = "example.org" })
		b.LogTo(slog.NewTextHandler(said, nil))
		servers, err := sandbox.Start(sandbox.Config{Domain: "example.org", Listen: loopback.Listen})
		b.Check(err)
		mail := fmt.Sprintf("From: ana@example.org\r\nTo: %s\r\nMessage-ID: <1@client.test>\r\n\r\nhelp\r\n", bottest.Address)
		b.Check(loopback.SendMail(t.Context(), servers.SMTPAddr(), "ana@example.org", []string{bottest.Address}, []byte(mail)))
		host, name, err := net.SplitHostPort(servers.IMAPAddr())
		b.Check(err)
		port, err := strconv.Atoi(name)
		b.Check(err)
		open := func(ctx context.Context) (mailbot.Mailbox, error) {
			return imapbox.Dial(ctx, imapbox.Config{
				Host: host, Port: port, Security: imapbox.SecurityNone, Username: "unlur", Credential: credential.Password("x"), Dial: loopback.Dial,
				Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed",
			})
		}
		room, err := baddisk.Fill(b.Path)
		b.Check(err)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- mailbot.Together(ctx,
				func(ctx context.Context) error {
					return b.Mailbot.ReceiveLoop(ctx, mailbot.Mailboxes{Inbox: open}, time.Minute)
				}, b.Mailbot.WakeLoop)
		}()
		time.Sleep(3 * 24 * time.Hour)
		synctest.Wait()
		if n := strings.Count(said.String(), "can't write to the store"); n != 1 || strings.Contains(said.String(), "the store is writable again") {
			t.Errorf("it said %d times that it can't write:\n%s", n, said)
		}
		b.Check(room())
		time.Sleep(2 * process.StoreRest)
		b.Check(b.Store.View(func(tx *store.Tx) error {
			waiting, err := tx.Outbox()
			if len(waiting) != 1 {
				t.Errorf("%d mails wait to be sent", len(waiting))
			}
			return err
		}))
		time.Sleep(time.Hour) // it looks whether it can write when it next has something to write
		if n := strings.Count(said.String(), "the store is writable again"); n != 1 {
			t.Errorf("it said %d times that it can write again:\n%s", n, said)
		}
		stop()
		b.Check(<-ended)
		b.Check(servers.Close())
		b.Fresh, b.Now = nil, time.Now()
	})
}

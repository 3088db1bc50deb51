package mailbot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/badnet"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/loopback"
)

// stopPatience is what a service manager gives the bot at least to end.
const stopPatience = 5 * time.Second

// Whatever its connections hang in, and however long, the bot ends within seconds when it
// is told to: with connections that have died without a word anywhere on the way of
// a mail. No other test says how long anything takes, since on a busy machine that is
// not the bot's doing; here no time passes while it has something to do.
func TestStopTakesSeconds(t *testing.T) {
	hung := 0
	seeds := bottest.Some(make([]struct{}, 64))
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if stopInDeadNetwork(t, uint64(seed)) {
					hung++
				}
			})
		})
	}
	if 2*hung < len(seeds) {
		t.Errorf("only %d of %d bots had a connection that hung", hung, len(seeds))
	}
}

// stopInDeadNetwork stops a bot some time after its connections have begun to hang, and
// tells whether one did.
func stopInDeadNetwork(t *testing.T, seed uint64) (hung bool) {
	b := bottest.New(t)
	b.UseClock(time.Now)
	b.Configure(func(c *mailbot.Config) { c.AuthservID, c.Limits = "example.org", mailbot.GenerousLimits })
	servers, err := sandbox.Start(sandbox.Config{Domain: "example.org", Listen: loopback.Listen})
	b.Check(err)
	var stalled atomic.Bool
	network := func(target string, seed uint64) (host string, port int, end func() error) {
		random := badnet.Random(seed, badnet.Stall)
		proxy, err := badnet.StartInMemory(target, func(connection int) badnet.Trouble {
			trouble := random(connection)
			trouble.Struck = func() { stalled.Store(true) }
			return trouble
		})
		b.Check(err)
		host, name, err := net.SplitHostPort(proxy.Addr())
		b.Check(err)
		port, err = strconv.Atoi(name)
		b.Check(err)
		return host, port, proxy.Close
	}
	imapHost, imapPort, endIMAP := network(servers.IMAPAddr(), 2*seed)
	smtpHost, smtpPort, endSMTP := network(servers.SMTPAddr(), 2*seed+1)
	for i := range 12 {
		from := fmt.Sprintf("person%d@example.org", i)
		mail := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <%d@client.test>\r\n\r\nhelp\r\n", from, bottest.Address, i)
		b.Check(loopback.SendMail(t.Context(), servers.SMTPAddr(), from, []string{bottest.Address}, []byte(mail)))
	}
	open := func(ctx context.Context) (mailbot.Mailbox, error) {
		box, err := imapbox.Dial(ctx, imapbox.Config{
			Host: imapHost, Port: imapPort, Security: imapbox.SecurityNone, Username: "unlur", Credential: credential.Password("x"), Dial: loopback.Dial,
			Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", Owner: "store.instance", Now: time.Now,
		})
		if err != nil {
			return nil, err
		}
		return box, nil
	}
	var senders []*smtpout.Sender
	for range mailbot.Connections {
		s, err := smtpout.New(smtpout.Config{Host: smtpHost, Port: smtpPort, Security: smtpout.SecurityNone, Dial: loopback.Dial})
		b.Check(err)
		senders = append(senders, s)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- mailbot.Together(ctx,
			func(ctx context.Context) error {
				return b.Mailbot.ReceiveLoop(ctx, mailbot.Mailboxes{Inbox: open}, time.Minute)
			},
			func(ctx context.Context) error { return b.Mailbot.Send(ctx, senders) },
			b.Mailbot.WakeLoop)
	}()
	rng := rand.New(rand.NewPCG(seed, 0))
	synctest.Wait()
	time.Sleep(time.Duration(rng.Int64N(int64(2 * time.Minute)))) // after a minute the bot gives up a connection
	began := time.Now()
	stop()
	b.Check(<-ended)
	if took := time.Since(began); took > stopPatience {
		t.Errorf("it took %v to stop", took)
	}
	b.Check(endIMAP())
	b.Check(endSMTP())
	b.Check(servers.Close())
	b.Fresh, b.Now = nil, time.Now()
	return stalled.Load()
}

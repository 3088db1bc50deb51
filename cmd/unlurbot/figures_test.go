//go:build realservers

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/bigclub"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/realservers"
)

const (
	backlog = 10_000 // mails that wait in BenchmarkBacklog
	// restTime is how long after the backlog the memory is looked at.
	restTime = 30 * time.Second
)

// BenchmarkBacklog starts the bot while 10,000 move mails wait in Dovecot, and
// takes the time until an SMTP server has taken the last of its 20,000 answers.
// Beside it run two loops over the same mails that do nothing but what takes time on any machine (see bareLoop): one
// leaves the encoding of its pages to go-mail, as whoever writes to a library would, and the other has them ready. The
// ratios are the bot's speed, and its time of CPU, to each. The loops have their turns before and after the bot, since the
// machine's speed changes, and a machine on which it changes much takes several rounds: -benchtime 3x.
// The memory is the whole resident set, the mapped pages of the
// store's file included, at its highest and half a minute later.
func BenchmarkBacklog(b *testing.B) {
	released(b)
	var plain, ready, bot turns
	for b.Loop() {
		s := realservers.Start(b)
		relay := startSink(b, 2*backlog)
		servers := livebot.Real(b, s, "none")
		servers.SMTP.Addr = relay.addr
		live := livebot.New(b, servers)
		c := gather(b, live.Store(), servers.At("unlur"), backlog)
		plain.bare(b, s, "plain-before", relay, c, false)
		ready.bare(b, s, "ready-before", relay, c, true)

		s.Deliver(b, "unlur", c.moves...)
		began := time.Now()
		p := live.Start()
		took := relay.await().Sub(began)
		filedAll(live, backlog)
		b.ReportMetric(memoryMB(b, p.Process.Pid, "VmHWM"), "MB-most")
		<-time.After(restTime)
		b.ReportMetric(memoryMB(b, p.Process.Pid, "VmRSS"), "MB-after-30s")
		p.Stop()
		bot.add(took, spent(p.ProcessState))

		ready.bare(b, s, "ready-after", relay, c, true)
		plain.bare(b, s, "plain-after", relay, c, false)
	}
	b.ReportMetric(1/bot.took(), "mails/s")
	b.ReportMetric(1e6*bot.used(), "µs-cpu/mail")
	b.ReportMetric(plain.took()/bot.took(), "ratio")
	b.ReportMetric(plain.used()/bot.used(), "cpu-ratio")
	b.ReportMetric(ready.took()/bot.took(), "ready-ratio")
	b.ReportMetric(ready.used()/bot.used(), "ready-cpu-ratio")
	b.ReportMetric(0, "ns/op")
}

// spent is the time of CPU that a process has used.
func spent(p *os.ProcessState) time.Duration { return p.UserTime() + p.SystemTime() }

// turns are what a program took for the backlog, each time that it had its turn.
type turns struct {
	n                 int
	allTook, allOfCPU time.Duration
}

func (t *turns) add(took, used time.Duration) {
	t.n++
	t.allTook += took
	t.allOfCPU += used
}

// took and used are seconds for each mail, by the clock and of the CPU.
func (t *turns) took() float64 { return t.allTook.Seconds() / float64(t.n*backlog) }
func (t *turns) used() float64 { return t.allOfCPU.Seconds() / float64(t.n*backlog) }

// bare gives the bare loop a turn, over the crowd's mails in a mailbox of its own.
func (t *turns) bare(b *testing.B, s *realservers.Servers, user string, relay *sink, c *crowd, ready bool) {
	b.Helper()
	s.Deliver(b, user, c.moves...)
	task, err := json.Marshal(bareTask{
		IMAP: s.IMAPAddr, User: user, Password: realservers.Password, SMTP: relay.addr,
		Store: filepath.Join(b.TempDir(), user+".db"), Letters: c.letters, Ready: ready,
	})
	check(b, err)
	loop := exec.Command("bareloop")
	loop.Stdin, loop.Stderr = bytes.NewReader(task), os.Stderr
	began := time.Now()
	check(b, loop.Start())
	took := relay.await().Sub(began)
	check(b, loop.Wait())
	t.add(took, spent(loop.ProcessState))
}

// BenchmarkIdleMail is one move mail to a bot that has nothing to do: the time
// from the moment when the server announces it to the one when the relay has
// taken both answers. It is measured with Dovecot, which waits half a second before it announces a mail, and with the
// sandbox's mailbox, with no other games in the store and with many. The first mail does not count: a bot that has
// just started deals with challenges that have lapsed meanwhile.
func BenchmarkIdleMail(b *testing.B) {
	released(b)
	b.Run("Dovecot", func(b *testing.B) {
		s := realservers.Start(b)
		idleMail(b, livebot.Real(b, s, "none"), 0, 22, func(mail []byte) { s.Deliver(b, "unlur", mail) })
	})
	for _, games := range []int{0, 200_000} {
		b.Run(fmt.Sprintf("sandbox/%d", games), func(b *testing.B) {
			servers := livebot.Sandbox(b)
			idleMail(b, servers, games, 201, func(mail []byte) {
				from, _, _ := strings.Cut(strings.TrimPrefix(string(mail), "Return-Path: <"), ">")
				check(b, smtp.SendMail(servers.SMTPAddr, nil, from, []string{servers.At("unlur")}, bytes.ReplaceAll(mail, []byte("\n"), []byte("\r\n"))))
			})
		})
	}
}

// idleMail gives the bot so many mails, one after the other, with so many games of others in its store.
func idleMail(b *testing.B, servers livebot.Servers, games, mails int, deliver func(mail []byte)) {
	for b.Loop() {
		relay := startSink(b, 2)
		ear := listen(b, servers.IMAPAddr)
		servers.IMAP.Addr, servers.SMTP.Addr, servers.Poll = ear.addr, relay.addr, "60s"
		live := livebot.New(b, servers)
		if games > 0 {
			check(b, bigclub.Make(live.Store(), bigclub.Size{Players: games / 100, Finished: games}, club.Rate))
		}
		c := gather(b, live.Store(), servers.At("unlur"), mails)
		bot := live.Start()

		var took []time.Duration
		for i, move := range c.moves {
			<-ear.idle
			deliver(move)
			announced := <-ear.announced
			if taken := relay.await(); i > 0 {
				took = append(took, taken.Sub(announced))
			}
			filedAll(live, i+1)
		}
		bot.Stop()
		slices.Sort(took)
		for _, share := range []int{50, 99, 100} {
			b.ReportMetric(1000*took[(len(took)-1)*share/100].Seconds(), fmt.Sprintf("ms-p%d", share))
		}
		b.ReportMetric(0, "ns/op")
	}
}

// An ear is a connection between the bot and its mailbox that is listened to.
type ear struct {
	addr      string
	idle      chan struct{}  // the bot has begun to wait for mail
	announced chan time.Time // and the server has told it of some
}

// listen makes an ear for one connection to a server.
func listen(b *testing.B, server string) *ear {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(b, err)
	b.Cleanup(func() { l.Close() })
	e := &ear{addr: l.Addr().String(), idle: make(chan struct{}), announced: make(chan time.Time)}
	go func() {
		client, err := l.Accept()
		if err != nil {
			return
		}
		defer client.Close()
		upstream, err := net.Dial("tcp", server)
		if err != nil {
			return
		}
		defer upstream.Close()
		go func() { _, _ = io.Copy(upstream, client) }()
		e.relay(client, upstream)
	}()
	return e
}

// relay hands on what the server says. "+ " is its answer to IDLE, and what
// it says next while the bot waits is the news.
func (e *ear) relay(client io.Writer, server io.Reader) {
	waiting := false
	for chunk := make([]byte, 64<<10); ; {
		n, err := server.Read(chunk)
		if err != nil {
			return
		}
		said, now := chunk[:n], time.Now()
		if _, err := client.Write(said); err != nil {
			return
		}
		switch {
		case bytes.HasPrefix(said, []byte("+ idling")):
			waiting = true
			e.idle <- struct{}{}
		case waiting && bytes.Contains(said, []byte(" EXISTS\r\n")):
			waiting = false
			e.announced <- now
		}
	}
}

// BenchmarkKilledInABacklog kills the bot again and again while it works on a backlog, and tells how many mails leave once more
// for each kill.
func BenchmarkKilledInABacklog(b *testing.B) {
	const mails, kills = 4000, 8
	released(b)
	for b.Loop() {
		s := realservers.Start(b)
		relay := startSink(b, 1)
		servers := livebot.Real(b, s, "none")
		servers.SMTP.Addr = relay.addr
		live := livebot.New(b, servers)
		c := gather(b, live.Store(), servers.At("unlur"), mails)
		s.Deliver(b, "unlur", c.moves...)
		bot := live.Start()
		taken := 0
		for range kills {
			for range mails / kills {
				relay.await()
				taken++
			}
			bot.Kill()
			bot = live.Start()
		}
		for ; taken < 2*mails; taken++ {
			relay.await()
		}
		filedAll(live, mails)
		bot.Stop() // which hands over what is on its way
		relay.quiet(&taken)
		b.ReportMetric(float64(taken-2*mails)/kills, "again/kill")
		b.ReportMetric(0, "ns/op")
	}
}

// quiet counts what is still told of, until nothing comes any more from a bot that has ended.
func (s *sink) quiet(taken *int) {
	for {
		select {
		case <-s.taken:
			*taken++
		case <-time.After(time.Second):
			return
		}
	}
}

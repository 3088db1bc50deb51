//go:build realservers

package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
)

// A crowd is many people in the middle of their games, with a move mail of
// everybody whose turn it is.
type crowd struct {
	t       testing.TB
	path    string // of the store
	address string // of the bot
	moves   [][]byte
	letters []*store.Outgoing // some of the mails that they answer, and to the other player
	players []store.PlayerID
	games   []store.GameNumber
}

const (
	gamesEach = 5 // as many as a player begins; they are in twice as many
	vouching  = "mx.vouching.test"
)

// crowdMoves is the game that everybody plays, up to the move in the mail.
var crowdMoves = strings.Fields("E5 G7 F6 D4 black B1 B7 A4 C1 B5 C7 B4 C6 B3 D5 B2 H7 F2 C2 A6 D3")

// gather makes a crowd in a store, which may be new: the store as the bot would have left it,
// with the tokens and threads of its own mails, and no mail waiting to go out.
func gather(t testing.TB, path, address string, games int) *crowd {
	t.Helper()
	c := &crowd{t: t, path: path, address: address}
	s, err := store.Open(path, mailbot.NewSecret)
	check(t, err)
	c.begin(s, games)
	c.playLast(s, games)
	check(t, s.Close())
	return c
}

// begin puts players and games into the store, each game two plies before the
// one that the crowd's mails play.
func (c *crowd) begin(s *store.Store, games int) {
	c.t.Helper()
	players := max(2, games/gamesEach)
	now := time.Now().UTC().Truncate(time.Second)
	check(c.t, s.Update(func(tx *store.Tx) error {
		for i := range players {
			p := &store.Player{Address: personAddress(i), Name: fmt.Sprintf("One of many %d", i), Active: true, Created: now}
			if err := tx.AddPlayer(p); err != nil {
				return err
			}
			c.players = append(c.players, p.ID)
		}
		return nil
	}))
	var events []game.Event
	for ply, word := range crowdMoves[:len(crowdMoves)-2] {
		m, err := game.ParseMove(word)
		check(c.t, err)
		events = append(events, game.Event{At: now, Seat: game.First + game.Seat(ply%2), Move: m})
	}
	check(c.t, s.Update(func(tx *store.Tx) error {
		for i := range games {
			first, second := seats(i, players)
			g := &store.Game{
				State: store.Playing, Size: game.DefaultSize, Title: fmt.Sprintf("One of many %d - One of many %d", first, second),
				Players: [2]store.PlayerID{c.players[first], c.players[second]}, Challenger: game.First,
				Created: now, Started: now, Events: events,
			}
			if err := tx.AddGame(g); err != nil {
				return err
			}
			c.games = append(c.games, g.Number)
		}
		return nil
	}))
}

// seats says who plays a game.
func seats(i, players int) (first, second int) {
	first = i % players
	return first, (first + 1 + i/players%(players-1)) % players
}

func personAddress(i int) string { return fmt.Sprintf("person%d@people%d.test", i, i%50) }

// isPerson says whether somebody of a crowd has an address.
func isPerson(address string) bool { return strings.Contains(address, "@people") }

// playLast lets the bot play the move before the last in each game, which
// brings the mails that the crowd then answers.
func (c *crowd) playLast(s *store.Store, games int) {
	c.t.Helper()
	bot, err := mailbot.New(mailbot.Config{Address: c.address, AuthservID: vouching, Limits: mailbot.GenerousLimits},
		s, time.Now, slog.New(slog.DiscardHandler))
	check(c.t, err)
	desk := &desk{}
	for i := range games {
		_, second := seats(i, max(2, games/gamesEach))
		desk.in = append(desk.in, moveByNumber(c.games[i], personAddress(second), c.address))
	}
	ctx, cancel := livebot.UntilDeadline(c.t)
	defer cancel()
	var loops sync.WaitGroup
	loops.Go(func() { check(c.t, bot.ReceiveLoop(ctx, mailbot.Mailboxes{Inbox: desk.open}, time.Hour)) })
	loops.Go(func() { check(c.t, bot.SendLoop(ctx, []mailbot.Sender{desk})) })
	c.quiet(ctx, s, desk, 2*games)
	cancel()
	loops.Wait()
	for _, m := range desk.out {
		if bottest.Field(m, "X-Unlur-Event") == "turn" {
			c.moves = append(c.moves, reply(m, len(c.moves), crowdMoves[len(crowdMoves)-1]))
		}
	}
	if len(c.moves) != games {
		c.t.Fatalf("%d move mails for %d games", len(c.moves), games)
	}
	c.letters = desk.out[:min(len(desk.out), 1000)]
}

// quiet waits until all mails have come out and none is left in the store, except those held back for players of the big club.
func (c *crowd) quiet(ctx context.Context, s *store.Store, d *desk, mails int) {
	c.t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			c.t.Fatalf("%d mails came out, want %d", d.sent(), mails)
		case <-ticker.C:
		}
		if d.sent() < mails {
			continue
		}
		var waiting []*store.Outgoing
		check(c.t, s.View(func(tx *store.Tx) (err error) {
			waiting, err = tx.Outbox()
			return err
		}))
		if !slices.ContainsFunc(waiting, func(m *store.Outgoing) bool { return !m.Delivery.Held }) {
			return
		}
	}
}

// moveByNumber is a move in a fresh mail, vouched for by the mail server.
func moveByNumber(n store.GameNumber, from, to string) []byte {
	move := crowdMoves[len(crowdMoves)-2]
	return fmt.Appendf(nil, "Return-Path: <%s>\nAuthentication-Results: %s; dmarc=pass header.from=%s\n"+
		"Received: from mail.client.test (mail.client.test [203.0.113.7]) by mx.test with ESMTPS; Fri, 20 Nov 2026 12:00:00 +0000\nFrom: %s\nTo: %s\nSubject: my move\nMessage-ID: <fresh-%d@client.test>\n\n#%d %s\n",
		from, vouching, strings.Split(from, "@")[1], from, to, n, n, move)
}

// reply answers a mail of the bot as people do: three of four in Gmail, which
// quotes both parts, the others in a plain client.
func reply(m *store.Outgoing, i int, move string) []byte {
	header := fmt.Sprintf(`Return-Path: <%[1]s>
Delivered-To: %[2]s
Received: from mail.people.test (mail.people.test [192.0.2.1])
	by mx.mail.test with ESMTPS id x%[3]d for <%[2]s>;
	Fri, 20 Nov 2026 12:30:00 +0000
MIME-Version: 1.0
References: <%[4]s>
In-Reply-To: <%[5]s>
From: %[6]s <%[1]s>
Date: Fri, 20 Nov 2026 12:30:00 +0000
Message-ID: <reply-%[3]d@mail.people.test>
Subject: Re: %[7]s
To: Unlur <%[2]s>
`, m.EnvelopeTo, m.ReplyTo.Addr, i, strings.Join(append(m.References, m.MessageID), "> <"), m.MessageID, m.To.Name, m.Subject)
	text := fmt.Sprintf("%s\n\nOn Fri, Nov 20, 2026 at 12:00 PM Unlur <%s> wrote:\n\n> %s\n",
		move, m.ReplyTo.Addr, strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> "))
	if i%4 == 3 {
		return []byte(header + "Content-Type: text/plain; charset=utf-8\n\n" + text)
	}
	return fmt.Appendf(nil, `%sContent-Type: multipart/alternative; boundary="000000000000a1b2c3"

--000000000000a1b2c3
Content-Type: text/plain; charset="UTF-8"

%s
--000000000000a1b2c3
Content-Type: text/html; charset="UTF-8"

<div dir="ltr">%s</div><br><div class="gmail_quote"><div class="gmail_attr">On Fri, Nov 20, 2026 at 12:00 PM Unlur wrote:</div><blockquote class="gmail_quote">%s</blockquote></div>

--000000000000a1b2c3--
`, header, text, move, m.HTML)
}

// A desk is both ends of the bot in memory: a mailbox that is full of mails,
// and a relay that keeps what it gets.
type desk struct {
	in    [][]byte
	filed int // they are filed in their order

	mu  sync.Mutex
	out []*store.Outgoing
}

func (d *desk) open(context.Context) (mailbot.Mailbox, error) { return d, nil }

func (d *desk) UIDValidity() uint32 { return 1 }

func (d *desk) List(context.Context) (uids []uint32, err error) {
	for i := d.filed; i < len(d.in); i++ {
		uids = append(uids, uint32(i+1))
	}
	return uids, nil
}

func (d *desk) Fetch(_ context.Context, uids []uint32) (mails []imapbox.Message, rest []uint32, err error) {
	n := min(100, len(uids))
	for _, uid := range uids[:n] {
		mails = append(mails, imapbox.Message{UID: uid, Raw: d.in[uid-1], Size: int64(len(d.in[uid-1]))})
	}
	return mails, uids[n:], nil
}

func (d *desk) File(_ context.Context, _ imapbox.Folder, uids []uint32) error {
	d.filed += len(uids)
	return nil
}

func (d *desk) Wait(ctx context.Context, _ time.Duration) error {
	<-ctx.Done()
	return io.EOF
}

func (d *desk) Close() error { return nil }

func (d *desk) Send(_ context.Context, m *store.Outgoing) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if isPerson(m.EnvelopeTo) { // and no player of the big club
		d.out = append(d.out, m)
	}
	return nil
}

func (d *desk) sent() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.out)
}

package mailbot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/rating"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

var errRollBack = errors.New("the benchmark changes nothing")

// BenchmarkMail is the way of one move mail without the disk: read, find game
// and seat, decide, apply, render both answers, and take it all back. The mail
// is what Gmail sends, with the board quoted; the game is 20 plies old.
func BenchmarkMail(b *testing.B) {
	h := bottest.New(b)
	ana := h.Person("ana@example.org")
	h.Begin(ana, h.Person("bo@example.net"))
	for i, m := range strings.Fields("E5 G7 F6 D4 black B1 B7 A4 C1 B5 C7 B4 C6 B3 D5 B2 H7 F2 C2 A6") {
		if d := h.Person([]string{"ana@example.org", "bo@example.net"}[i%2]).Replies(m).Decision; d != decision.Played {
			b.Fatalf("%s: %s", m, d)
		}
	}
	raw := gmailReply(ana.Last(), "D3")
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		err := h.Store.Update(func(tx *store.Tx) error {
			in := mailbot.Incoming{UIDValidity: 1, UID: 1 << 20, Raw: raw}
			d, err := h.Mailbot.Handle(tx, in)
			if d != decision.Played || err != nil {
				b.Fatal(d, err)
			}
			return errRollBack
		})
		if !errors.Is(err, errRollBack) {
			b.Fatal(err)
		}
	}
}

func gmailReply(m *store.Outgoing, move string) []byte {
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> ")
	attribution := "On Fri, Nov 20, 2026 at 12:00 PM Unlur <unlur@example.org> wrote:"
	return []byte(strings.ReplaceAll(fmt.Sprintf(`Delivered-To: %s
Return-Path: <ana@example.org>
Received: from mail.example.org (mail.example.org [192.0.2.1])
	by mx.example.org with ESMTPS id x1 for <unlur@example.org>;
	Fri, 20 Nov 2026 12:30:00 +0000
MIME-Version: 1.0
References: <%s>
In-Reply-To: <%s>
From: Ana <ana@example.org>
Date: Fri, 20 Nov 2026 12:30:00 +0000
Message-ID: <CAxyz@mail.example.org>
Subject: Re: %s
To: Unlur <%s>
Content-Type: multipart/alternative; boundary="000000000000a1b2c3"

--000000000000a1b2c3
Content-Type: text/plain; charset="UTF-8"

%s

%s

%s

--000000000000a1b2c3
Content-Type: text/html; charset="UTF-8"

<div dir="ltr">%s</div><br><div class="gmail_quote"><div class="gmail_attr">%s</div><blockquote class="gmail_quote">%s</blockquote></div>

--000000000000a1b2c3--
`, m.ReplyTo.Addr, m.MessageID, m.MessageID, m.Subject, m.ReplyTo.Addr, move, attribution, quoted, move, attribution, m.HTML.String()), "\n", "\r\n"))
}

// BenchmarkDraw is the way of the mail that fills a cup: ten games begin, and fifteen mails leave. All
// other mails wait for as long. Without the disk.
func BenchmarkDraw(b *testing.B) {
	h := bottest.New(b)
	h.Configure(func(c *mailbot.Config) { c.Cups = true })
	for _, address := range cupPlayers[:4] {
		h.Person(address).Writes("tournament join").Is(decision.Noted)
	}
	raw := []byte(bottest.Note{From: cupPlayers[4], Vouched: true, Body: "tournament join"}.Raw(99, h.Now))
	for b.Loop() {
		err := h.Store.Update(func(tx *store.Tx) error {
			d, err := h.Mailbot.Handle(tx, mailbot.Incoming{UIDValidity: 1, UID: 1 << 20, Raw: raw})
			if d != decision.Started || err != nil {
				b.Fatal(d, err)
			}
			return errRollBack
		})
		if !errors.Is(err, errRollBack) {
			b.Fatal(err)
		}
	}
}

// BenchmarkStandings is the way of a mail that asks for the standings, of which
// 10,000 players have a place, without the disk.
func BenchmarkStandings(b *testing.B) {
	h := bottest.New(b)
	ana := h.Person("ana@example.org")
	fillTable(h, 10_000)
	ana.Writes("name Ana")
	h.Begin(ana, h.Person(addressAt(h, 9_999)))
	raw := gmailReply(ana.Last(), "standings")
	for b.Loop() {
		err := h.Store.Update(func(tx *store.Tx) error {
			d, err := h.Mailbot.Handle(tx, mailbot.Incoming{UIDValidity: 1, UID: 1 << 20, Raw: raw})
			if d != decision.Answered || err != nil {
				b.Fatal(d, err)
			}
			return errRollBack
		})
		if !errors.Is(err, errRollBack) {
			b.Fatal(err)
		}
	}
}

// fillTable has an even number of players finish as many rated games as it takes
// for a place in the table.
func fillTable(b *bottest.Bot, players int) {
	b.T.Helper()
	resigned := []game.Event{{At: b.Now, Seat: game.First, Move: game.Move{Kind: game.Resign}}}
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		for i := range players {
			p := &store.Player{Address: fmt.Sprintf("p%d@example.com", i), Name: fmt.Sprintf("Player %d", i), Active: true, Created: b.Now}
			b.Check(tx.AddPlayer(p))
		}
		return nil
	}))
	for round := range rating.Settled {
		b.Check(b.Store.Update(func(tx *store.Tx) error {
			for i := 0; i < players; i += 2 {
				first, second := store.PlayerID(1+i), store.PlayerID(1+(i+2*round+1)%players)
				g := &store.Game{
					State: store.Finished, Size: game.DefaultSize, Title: fmt.Sprintf("Player %d - Player %d", i, second-1), Challenger: game.First,
					Players: [2]store.PlayerID{first, second}, Rated: true, Created: b.Now, Started: b.Now, Ended: b.Now, Events: resigned,
				}
				b.Check(tx.AddGame(g))
				_, err := tx.AddResult(g, club.Rate)
				b.Check(err)
			}
			return nil
		}))
	}
}

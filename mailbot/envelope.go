package mailbot

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// displayName is how the bot calls itself in From.
const displayName = "Unlur"

// maxReferences keeps References short, as mail clients do with long threads.
const maxReferences = 20

// address gives a mail its ids, its place in the thread, and the tokens: in its
// id, and in addresses, or in the subject where those can have none. It gives the id
// of the last mail in its thread before it.
func (e *errand) address(m *store.Outgoing, l letter, keys token.Ring, sealed string) (before string) {
	back, bare := "", e.bot.cfg.BareAddress
	m.ReplyTo = m.From
	m.EnvelopeFrom = e.bot.cfg.Address
	switch {
	case sealed == noToken:
	case bare:
		m.Subject += " " + e.reply(l, sealed).Tag
	default:
		m.ReplyTo = store.Mailbox{Name: displayName, Addr: e.reply(l, sealed).Address}
	}
	if l.to.ID != 0 {
		back = keys.Seal(token.OfBounce(l.to.ID, e.u.Now))
		if !bare {
			m.EnvelopeFrom, back = e.bot.detail(back), ""
		}
	}
	// The id follows from the mail that caused this one: should that be dealt
	// with again from a restored backup, its answers are the same mails. What comes
	// of it may be another thing then, and that must be another mail.
	// The mails to one reader are counted apart, so that nobody can tell from an
	// id whether somebody else was written to.
	e.sent[l.to.Address]++
	cause := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s\x00%s\x00%d", e.cause, e.sent[l.to.Address], l.kind, sealed, m.Game))
	m.MessageID = writeID(sealed, back, hex.EncodeToString(cause[:8]), e.bot.domain)
	m.Boundary = "unlur-" + hex.EncodeToString(cause[8:20])
	return e.thread(m, l)
}

// noToken stands in ids for a token where an answer need not bring one back.
const noToken = "help"

// sealReply gives the token that an answer to a letter brings back as text, or
// noToken.
func (e *errand) sealReply(l letter, keys token.Ring) string {
	if t := e.replyToken(l); t.Purpose != 0 {
		return keys.Seal(t)
	}
	return noToken
}

// reply says where an answer to a letter that brings back a token goes. In a subject
// the game's number stands before it, for people.
func (e *errand) reply(l letter, sealed string) *templates.Reply {
	switch {
	case sealed == noToken:
		return &templates.Reply{Address: e.bot.cfg.Address}
	case e.bot.cfg.BareAddress && l.game != nil:
		return &templates.Reply{Address: e.bot.cfg.Address, Tag: fmt.Sprintf("[#%d %s]", l.game.Number, sealed)}
	case e.bot.cfg.BareAddress:
		return &templates.Reply{Address: e.bot.cfg.Address, Tag: "[" + sealed + "]"}
	}
	return &templates.Reply{Address: e.bot.detail(sealed)}
}

// replyToken gives the token that an answer to a letter brings back, none for
// what a stranger need not answer.
func (e *errand) replyToken(l letter) token.Token {
	g := e.aboutGame(l)
	switch {
	case l.asks == token.AskForget:
		return token.OfForgetting(l.to.ID, e.u.Now)
	case l.kind == templates.Digest:
		return token.OfDigest(l.to.ID, e.digestTime())
	case l.request != nil:
		t := token.Token{Purpose: token.ForRequest, Number: uint32(l.request.ID)}
		if g != nil {
			t.Ply = g.Turn()
		}
		return t
	case l.to.ID == 0 && l.stranger != 0:
		return token.Token{Purpose: token.ForNewcomer, Number: l.stranger, Ply: token.Month(e.u.Now)}
	case l.to.ID == 0:
		return token.Token{}
	case g == nil:
		return token.OfPlayer(l.to.ID, e.u.Now)
	case g.SeatOf(l.to.ID) == game.NoSeat:
		t := token.OfPlayer(l.to.ID, e.u.Now)
		t.Asks = token.AskWatch
		return t
	}
	t := token.OfGame(g, g.SeatOf(l.to.ID))
	t.Asks = l.asks
	if asksToAccept(l.kind) && t.Asks == 0 && club.CanAccept(g, t.Seat) {
		t.Asks = token.AskAccept
	}
	return t
}

// asksToAccept says whether mails of a kind, sent to somebody who was challenged, ask
// whether to accept.
func asksToAccept(k templates.Kind) bool {
	return slices.Contains([]templates.Kind{templates.Invite, templates.Show, templates.Problem}, k)
}

// aboutGame gives the game to which a reply to a letter belongs, nil if there
// is none. Help that was asked for in a game's thread is read in that thread,
// and what is written below it is meant for that game.
func (e *errand) aboutGame(l letter) *store.Game {
	if l.game == nil && l.answer && e.token.Purpose == token.ForGame {
		return e.u.Loaded(store.GameNumber(e.token.Number))
	}
	return l.game
}

// thread places a mail among those that came before, so that one game is one
// conversation in the player's mail program (RFC 5322 section 3.6.4). It gives the
// last of them that is about the same game.
func (e *errand) thread(m *store.Outgoing, l letter) (last string) {
	var before []string
	if l.game != nil && l.game.ThreadOf(l.to.ID) != nil {
		t := l.game.ThreadOf(l.to.ID)
		last, before = t.Last, append(before, t.Root, t.Last)
		if t.Root == "" {
			t.Root = m.MessageID
		}
		t.Last = m.MessageID
		e.u.ChangeGame(l.game)
	}
	if l.answer {
		if l.game == nil {
			before = append(before, e.mail.References...)
		}
		before = append(before, e.mail.MessageID)
	}
	for _, id := range before {
		if id != "" && !slices.Contains(m.References, id) {
			m.References = append(m.References, id)
		}
	}
	m.References = m.References[max(0, len(m.References)-maxReferences):]
	if n := len(m.References); n > 0 {
		m.InReplyTo = m.References[n-1]
	}
	return last
}

// header gives the fields beyond those that every mail has: what keeps other
// programs from answering (RFC 3834), what lets a player end all this
// (RFC 2369), and what filters and scripts go by.
func (e *errand) header(l letter, v *templates.View, keys token.Ring) ([]store.Field, error) {
	auto := "auto-generated"
	if l.answer {
		auto = "auto-replied"
	}
	fields := []store.Field{
		{Name: "Auto-Submitted", Value: auto},
		{Name: "X-Auto-Response-Suppress", Value: "All"},
		{Name: "X-MS-Reactions", Value: "disallow"}, // a thumb up in Outlook is no move
		{Name: "X-Loop", Value: e.bot.cfg.Address},
		{Name: "List-Id", Value: "Unlur by mail <unlur." + e.bot.domain + ">"},
		{Name: "X-Unlur-Event", Value: string(l.kind)},
	}
	if l.kind != templates.Operator { // that one is turned off in the configuration
		link, err := e.unsubscribeLink(l.to, keys)
		if err != nil {
			return nil, err
		}
		fields = slices.Insert(fields, 5, store.Field{Name: "List-Unsubscribe", Value: link})
	}
	if g := v.Game; g != nil && l.game != nil {
		fields = append(fields, gameFields(g)...)
	}
	return fields, nil
}

// unsubscribeLink gives a mailto link (RFC 6068): a mail program sends what it
// says without asking the player for more.
func (e *errand) unsubscribeLink(p *store.Player, keys token.Ring) (string, error) {
	t := token.OfStopLink(p.ID, e.u.Now)
	if p.ID == 0 {
		key, err := e.u.Tx.AddressKey(p.Address)
		if err != nil {
			return "", err
		}
		t = token.OfStranger(key, e.u.Now)
	}
	sealed := keys.Seal(t)
	if e.bot.cfg.BareAddress {
		return "<mailto:" + e.bot.cfg.Address + "?subject=unsubscribe%20%5B" + sealed + "%5D>", nil
	}
	return "<mailto:" + e.bot.detail(sealed) + "?subject=unsubscribe>", nil
}

func gameFields(g *templates.Game) []store.Field {
	fields := []store.Field{
		{Name: "X-Unlur-Game", Value: fmt.Sprint(g.Number)},
		{Name: "X-Unlur-Ply", Value: fmt.Sprint(g.Ply)},
	}
	if g.Waiting {
		return fields
	}
	fields = append(fields, store.Field{Name: "X-Unlur-Phase", Value: g.Phase.String()})
	switch {
	case g.Cancelled:
		return append(fields, store.Field{Name: "X-Unlur-Result", Value: "cancelled"})
	case g.YouWon():
		fields = append(fields, store.Field{Name: "X-Unlur-Result", Value: "won"})
	case g.Winner != game.NoSeat && g.Seat == game.NoSeat:
		fields = append(fields, store.Field{Name: "X-Unlur-Result", Value: g.Winner.String()})
	case g.Winner != game.NoSeat:
		fields = append(fields, store.Field{Name: "X-Unlur-Result", Value: "lost"})
	case g.Seat == game.NoSeat:
		return append(fields, store.Field{Name: "X-Unlur-To-Move", Value: g.ToMove.String()})
	case g.YourTurn():
		return append(fields, store.Field{Name: "X-Unlur-To-Move", Value: "you"})
	default:
		return append(fields, store.Field{Name: "X-Unlur-To-Move", Value: "opponent"})
	}
	return append(fields, store.Field{Name: "X-Unlur-Reason", Value: g.Reason.String()})
}

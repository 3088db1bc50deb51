package letters

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

// maxReferences keeps References short, as mail clients do with long threads.
const maxReferences = 20

// address gives a mail its ids, its place in the thread, and the tokens: in its
// id, and in addresses, or in the subject where those can have none. It gives the id
// of the last mail about the same game before it.
func (l *draft) address(m *store.Outgoing, keys token.Ring, sealed string) (before string) {
	back, bare := "", l.config.Bare
	m.ReplyTo = m.From
	m.EnvelopeFrom = l.config.Address
	switch {
	case sealed == noToken:
	case bare:
		m.Subject += " " + l.reply(sealed).Tag
	default:
		m.ReplyTo = store.Mailbox{Name: displayName, Addr: l.reply(sealed).Address}
	}
	if l.To.ID != 0 {
		back = keys.Seal(token.OfBounce(l.To.ID, l.u.Now))
		if !bare {
			m.EnvelopeFrom, back = l.config.Detail(back), ""
		}
	}
	// The id follows from the mail that caused this one: should that be dealt
	// with again from a restored backup, its answers are the same mails. What comes
	// of it may be another thing then, and that must be another mail.
	// The mails to one reader are counted apart, so that nobody can tell from an
	// id whether somebody else was written to.
	l.sent[l.To.Address]++
	cause := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s\x00%s\x00%d", l.Occasion.Cause, l.sent[l.To.Address], l.Kind, sealed, m.Game))
	m.MessageID = token.ID(sealed, back, hex.EncodeToString(cause[:8]), l.config.domain())
	m.Boundary = "unlur-" + hex.EncodeToString(cause[8:20])

	// One game is one conversation in the player's mail program (RFC 5322 section 3.6.4).
	var thread []string
	if l.Game != nil && l.Game.ThreadOf(l.To.ID) != nil {
		t := l.Game.ThreadOf(l.To.ID)
		before, thread = t.Last, append(thread, t.Root, t.Last)
		if t.Root == "" {
			t.Root = m.MessageID
		}
		t.Last = m.MessageID
		l.u.ChangeGame(l.Game)
	}
	if l.Answer {
		if l.Game == nil {
			thread = append(thread, l.Occasion.Mail.References...)
		}
		thread = append(thread, l.Occasion.Mail.MessageID)
	}
	for _, id := range thread {
		if id != "" && !slices.Contains(m.References, id) {
			m.References = append(m.References, id)
		}
	}
	m.References = m.References[max(0, len(m.References)-maxReferences):]
	if n := len(m.References); n > 0 {
		m.InReplyTo = m.References[n-1]
	}
	return before
}

// noToken stands in ids for a token where an answer need not bring one back.
const noToken = "help"

// reply says where an answer to a letter that brings back a token goes. In a subject
// the game's number stands before it, for people.
func (l *draft) reply(sealed string) *templates.Reply {
	switch {
	case sealed == noToken:
		return &templates.Reply{Address: l.config.Address}
	case l.config.Bare && l.Game != nil:
		return &templates.Reply{Address: l.config.Address, Tag: fmt.Sprintf("[#%d %s]", l.Game.Number, sealed)}
	case l.config.Bare:
		return &templates.Reply{Address: l.config.Address, Tag: "[" + sealed + "]"}
	}
	return &templates.Reply{Address: l.config.Detail(sealed)}
}

// replyToken gives the token that an answer to a letter brings back, none for
// what a stranger need not answer.
func (l *draft) replyToken() token.Token {
	g := l.Game
	if g == nil && l.Answer {
		// Help that was asked for in a game's thread is read in that thread, and what is
		// written below it is meant for that game.
		g = l.u.Loaded(l.Occasion.Claim.Game())
	}
	switch {
	case l.Back.Asks == token.AskForget:
		return token.OfForgetting(l.To.ID, l.u.Now)
	case l.Kind == templates.Digest:
		return token.OfDigest(l.To.ID, l.digestTime())
	case l.Back.Request != nil:
		t := token.Token{Purpose: token.ForRequest, Number: uint32(l.Back.Request.ID)}
		if g != nil {
			t.Ply = g.Turn()
		}
		return t
	case l.To.ID == 0 && l.Back.Stranger != 0:
		return token.Token{Purpose: token.ForNewcomer, Number: l.Back.Stranger, Ply: token.Month(l.u.Now), Asks: l.Back.Asks}
	case l.To.ID == 0:
		return token.Token{}
	case g == nil, l.Kind == templates.Lesson, l.Kind == templates.Puzzle: // which has a board of its own
		return l.ofPlayer()
	case g.SeatOf(l.To.ID) == game.NoSeat:
		t := token.OfPlayer(l.To.ID, l.u.Now)
		t.Asks = token.AskWatch
		return t
	}
	t := token.OfGame(g, g.SeatOf(l.To.ID))
	t.Asks = l.Back.Asks
	toAccept := []templates.Kind{templates.Invite, templates.Show, templates.Problem} // who was challenged
	if slices.Contains(toAccept, l.Kind) && t.Asks == 0 && club.CanAccept(g, t.Seat) {
		t.Asks = token.AskAccept
	}
	return t
}

// ofPlayer is the token of a mail that is about no game.
func (l *draft) ofPlayer() token.Token {
	t := token.OfPlayer(l.To.ID, l.u.Now)
	switch l.Kind {
	case templates.Announced:
		t.Asks = token.AskNews
	case templates.Lesson, templates.Puzzle:
		t.Asks = l.Back.Asks
	}
	return t
}

// toOperator are the kinds of mail for whoever runs the bot. They are turned off in the configuration, or ordered.
var toOperator = []templates.Kind{templates.Operator, templates.Ordered}

// unsubscribe gives the field with the link that ends the mails, or of an announcement the announcements, or of a puzzle those. A mail
// program sends what a mailto link says (RFC 6068) without asking for more.
func (l *draft) unsubscribe(keys token.Ring) (store.Field, error) {
	t := token.OfStopLink(l.To.ID, l.u.Now)
	switch {
	case l.Kind == templates.Announced:
		t.Asks = token.AskNews
	case l.Kind == templates.Puzzle && !l.Answer:
		t.Asks = token.AskPuzzles
	case l.To.ID == 0:
		key, err := l.u.Tx.AddressKey(l.To.Address)
		if err != nil {
			return store.Field{}, err
		}
		t = token.OfStranger(key, l.u.Now)
	}
	link := "<mailto:" + l.config.Detail(keys.Seal(t)) + "?subject=unsubscribe>"
	if l.config.Bare {
		link = "<mailto:" + l.config.Address + "?subject=unsubscribe%20%5B" + keys.Seal(t) + "%5D>"
	}
	return store.Field{Name: "List-Unsubscribe", Value: link}, nil
}

// header gives the fields beyond those that every mail has: what keeps other
// programs from answering (RFC 3834), what lets a player end all this
// (RFC 2369), and what filters and scripts go by.
func (l *draft) header(v *templates.View, keys token.Ring) ([]store.Field, error) {
	auto := "auto-generated"
	if l.Answer {
		auto = "auto-replied"
	}
	fields := []store.Field{
		{Name: "Auto-Submitted", Value: auto},
		{Name: "X-Auto-Response-Suppress", Value: "All"},
		{Name: "X-MS-Reactions", Value: "disallow"}, // a thumb up in Outlook is no move
		{Name: "X-Loop", Value: l.config.Address},
		{Name: "List-Id", Value: "Unlur by mail <unlur." + l.config.domain() + ">"},
		{Name: "X-Unlur-Event", Value: string(l.Kind)},
	}
	if !slices.Contains(toOperator, l.Kind) {
		field, err := l.unsubscribe(keys)
		if err != nil {
			return nil, err
		}
		fields = slices.Insert(fields, 5, field)
	}
	if l.Game == nil {
		return fields, nil
	}
	g := v.Game
	fields = append(fields, store.Field{Name: "X-Unlur-Game", Value: fmt.Sprint(g.Number)}, store.Field{Name: "X-Unlur-Ply", Value: fmt.Sprint(g.Ply)})
	if g.Waiting {
		return fields, nil
	}
	fields = append(fields, store.Field{Name: "X-Unlur-Phase", Value: g.Phase.String()})
	switch {
	case g.Cancelled:
		return append(fields, store.Field{Name: "X-Unlur-Result", Value: "cancelled"}), nil
	case g.YouWon():
		fields = append(fields, store.Field{Name: "X-Unlur-Result", Value: "won"})
	case g.Winner != game.NoSeat && g.Seat == game.NoSeat:
		fields = append(fields, store.Field{Name: "X-Unlur-Result", Value: g.Winner.String()})
	case g.Winner != game.NoSeat:
		fields = append(fields, store.Field{Name: "X-Unlur-Result", Value: "lost"})
	case g.Seat == game.NoSeat:
		return append(fields, store.Field{Name: "X-Unlur-To-Move", Value: g.ToMove.String()}), nil
	case g.YourTurn():
		return append(fields, store.Field{Name: "X-Unlur-To-Move", Value: "you"}), nil
	default:
		return append(fields, store.Field{Name: "X-Unlur-To-Move", Value: "opponent"}), nil
	}
	return append(fields, store.Field{Name: "X-Unlur-Reason", Value: g.Reason.String()}), nil
}

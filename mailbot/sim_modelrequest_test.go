package mailbot_test

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// A modelRequest is what a mail asked for that was not certain to be from whom
// it said.
type modelRequest struct {
	in      intent
	who     string // in whose name
	number  int    // of the game it is about, 0 for none
	ply     int    // of that game at the time
	made    time.Time
	settled bool
}

// arrived is when the mail at hand came.
func (m *model) arrived() time.Time {
	return m.handled[len(m.handled)-1].arrived.UTC().Truncate(time.Second)
}

// meant gives what "yes" and "no" mean as an answer to who asks to take a move back, and to the
// question whether to be forgotten.
func (in intent) meant() intent {
	if in.answers != nil && bottest.Field(in.answers, "X-Unlur-Event") == string(templates.Undo) {
		switch in.verb {
		case "yes":
			in.verb = "allow"
		case "no":
			in.verb = "deny"
		}
	}
	if in.answers != nil && bottest.Field(in.answers, "X-Unlur-Event") == string(templates.Forget) && in.verb == "yes" {
		in.verb = "forget for good"
	}
	return in
}

// isWorn says whether a mail proves too little for what it asks: the board that it
// answers is an old one, of which others may have a copy.
func (m *model) isWorn(in intent, req *modelRequest, about, turn int) bool {
	if in.vouched || !slices.Contains([]string{"forget ifs", "rematch", "away", "back"}, in.verb) {
		return false
	}
	if req != nil {
		return req.settled
	}
	g := m.game(about)
	return g != nil && g.state != store.Waiting && turn != g.turn()
}

// isSpent says whether what an answered mail was about is over: a position, or a question.
func (m *model) isSpent(answered *store.Outgoing, req *modelRequest) bool {
	if req != nil {
		return req.settled
	}
	sealed, ok := token.Bytes(token.InID(answered.MessageID))
	if !ok || token.Purpose(sealed[0]>>2) != token.ForGame {
		return false
	}
	g := m.game(int(binary.BigEndian.Uint32(sealed[1:])))
	return g != nil && g.state != store.Waiting && int(binary.BigEndian.Uint16(sealed[5:])) != g.turn()
}

// pay notes that a mail was answered that proves nothing but that somebody has got a mail
// of ours, and says whether that was the first one with its token.
func (m *model) pay(answered *store.Outgoing) (first bool) {
	token := token.InID(answered.MessageID)
	first = !m.paid[token]
	m.paid[token] = true
	return first
}

// isConfirm says whether a mail asks for a yes to a request, at first or again.
func isConfirm(m *store.Outgoing) bool {
	if m == nil || bottest.Field(m, "X-Unlur-Event") == string(templates.Confirm) {
		return m != nil
	}
	text := strings.Join(strings.Fields(m.Text), " ")
	return slices.ContainsFunc(reminders(), func(again string) bool { return strings.Contains(text, again) })
}

// reminders are what mails say, in each language, while a request waits for a yes.
var reminders = sync.OnceValue(func() (all []string) {
	words, err := templates.Load()
	if err != nil {
		panic(err)
	}
	for _, language := range words.Languages() {
		again, err := words.Say(language, "notice "+templates.NoticeConfirm, templates.Notice{})
		if err != nil {
			panic(err)
		}
		all = append(all, again)
	}
	return all
})

// asked gives the request about which a mail asked, nil if that is forgotten. It
// is known by the mail that made it.
func (m *model) asked(answered *store.Outgoing) *modelRequest {
	id, _, _ := strings.Cut(answered.InReplyTo, "@")
	n, err := strconv.Atoi(id)
	if err != nil {
		return nil
	}
	req := m.requests[n]
	if req == nil || m.arrived().Sub(req.made) >= author.RequestRest {
		return nil
	}
	return req
}

// late says whether a mail answers a question that is forgotten.
func (m *model) late(answered *store.Outgoing) bool {
	return isConfirm(answered) && m.asked(answered) == nil
}

// requestIn gives the request that a mail from an address answers and can still
// confirm; nil for none.
func (m *model) requestIn(answered *store.Outgoing, from string) *modelRequest {
	if !isConfirm(answered) {
		return nil
	}
	req := m.asked(answered)
	if req == nil || answered.Player == 0 && req.who != from { // a stranger's, and no player has it
		return nil
	}
	return req
}

// hold asks the owner of an address whether a mail was theirs.
func (m *model) hold(who string, in intent, number, about, ply int) decision.Decision {
	if m.isBarred(who, in, number) {
		return m.refuse(who, 0)
	}
	if m.names[who] != "" && !slices.Contains([]string{"challenge", "seek", "limit", "set", "away", "back", "name", "stop", "tournament join", "tournament leave", "ladder join", "ladder leave", "forget me", "forget for good"}, in.verb) {
		if g := m.game(number); g == nil || g.seatOf(who) == game.NoSeat {
			return m.refuse(who, 0)
		}
	} else {
		number = 0
	}
	m.mail(who, templates.Confirm, number, true)
	if about != number && number != 0 {
		ply = m.game(number).turn()
	}
	m.requests[m.handled[len(m.handled)-1].id] = &modelRequest{in: in, who: who, number: number, ply: ply, made: m.termBegins()}
	return decision.Held
}

// foreign is a mail with a player's token from an address that is nobody's.
func (m *model) foreign(owner string, in intent, about, ply int) decision.Decision {
	first := m.pay(in.answers)
	if slices.Contains(openVerbs, in.verb) {
		return m.turnAway(owner, about, first)
	}
	return m.hold(owner, in, m.numberOf(owner, in, about), about, ply)
}

// firstContact is a mail from an address that is nobody's; the decision is empty
// if it makes a player of it.
func (m *model) firstContact(from string, in intent, req *modelRequest) decision.Decision {
	late := m.names[from] == "" && m.late(in.answers)
	owed := late && in.verb != "no" && !m.suppressed[from] && m.pay(in.answers)
	switch {
	case late && in.verb == "no":
		return decision.Answered
	case req != nil && in.verb == "no":
		req.made = time.Time{} // forgotten
		return decision.Answered
	case req != nil, in.vouched && in.verb != "nonsense":
		m.join(from)
		return ""
	case in.verb == "nonsense" && !in.vouched && !owed:
		return decision.IgnoredStranger
	case in.verb == "challenge", in.verb == "seek", in.verb == "tournament join", in.verb == "ladder join", in.verb == "accept" && in.number != 0:
		return m.hold(from, in, 0, 0, 0)
	}
	if m.suppressed[from] {
		return decision.IgnoredStranger
	}
	kind := templates.Help
	if in.verb == "rules" {
		kind = templates.Rules
	}
	m.mail(from, kind, 0, true)
	return decision.NotUnderstood
}

// answerRequest is a mail of the one who was asked, beside a board after some
// plies.
func (m *model) answerRequest(from string, in intent, req *modelRequest, ply int) decision.Decision {
	wasSettled, worn := req.settled, m.isWorn(in, req, 0, 0)
	switch {
	case in.verb == "nonsense" && !wasSettled:
		m.requests[m.handled[len(m.handled)-1].id] = req // the answer asks again
		m.mail(from, templates.Problem, req.number, true)
		return decision.Answered
	case in.verb == "yes" && !wasSettled:
		req.settled = true
		asked := req.in
		asked.note = strings.Trim(asked.note+"\n\n"+in.note, "\n")
		m.agrees = true
		defer func() { m.agrees = false }()
		return m.perform(from, asked, cmp.Or(asked.number, req.number), req.ply)
	case in.verb == "yes", in.verb == "no":
		req.settled = true
		m.mail(from, templates.Problem, req.number, true)
		return decision.Answered
	case !slices.Contains(openVerbs, in.verb):
		req.settled = true
	}
	number := m.numberOf(from, in, req.number)
	if worn {
		return m.hold(from, in, number, req.number, ply)
	}
	if number != req.number {
		ply = -1
	}
	return m.perform(from, in, number, ply)
}

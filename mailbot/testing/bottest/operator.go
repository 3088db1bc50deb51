package bottest

import (
	"net/url"
	"strings"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/announcements"
)

// A request is how package admin is asked for an act: by name, with the values that stand for
// whom or what it is done to and for what is made of it.
type request struct {
	name, whom, what string
}

// requests are those for the acts, by the operator's words.
var requests = map[string]request{
	"ban": {admin.OnPlayer, "who", ""}, "unban": {admin.OnPlayer, "who", ""}, "forget": {admin.OnPlayer, "who", ""},
	"reachable": {admin.OnPlayer, "who", ""}, "rename": {admin.OnPlayer, "who", "name"},
	"end": {admin.OnGame, "number", "how"}, "reopen": {admin.OnGame, "number", ""},
	"call-off": {admin.OnTournament, "number", ""}, "remove": {admin.OnTournament, "number", "who"}, "open": {admin.OnTournament, "starts", "title"},
	"pause": {admin.OnBot, "", ""}, "resume": {admin.OnBot, "", ""},
}

// Operator does what an operator asks a running bot for, in the form "ACT WHOM WHAT: REASON":
// "ban bo@example.org: He shouts.", "rename bo@example.org Robert: ...", "end 1 cancel: ...", "pause: We move.",
// "open 2027-03-01 Spring tournament:", "remove 5 bo: Two accounts.", "call-off 5: I'm away.",
// "announce: We move.", "announce urgent: We move.". It gives
// "done", with what is decided on the mails that waited for the end of a pause, or why it is refused.
func (b *Bot) Operator(line string) string {
	b.T.Helper()
	order, reason, _ := strings.Cut(line, ":")
	words := strings.SplitN(order, " ", 3)
	if words[0] == "announce" {
		_, err := mailbot.Announce(b.Mailbot, announcements.Draft{Text: strings.TrimSpace(reason), Urgent: len(words) > 1}, true)
		b.Wake()
		if err != nil {
			return err.Error()
		}
		return "done"
	}
	r, known := requests[words[0]]
	if !known || len(words) < 2 && r.whom != "" {
		b.T.Fatalf("the operator can't %q", line)
	}
	values := url.Values{"act": {words[0]}, "reason": {strings.TrimSpace(reason)}}
	if r.whom != "" {
		values.Set(r.whom, words[1])
	}
	if len(words) > 2 {
		values.Set(r.what, words[2])
	}
	if words[0] == "pause" {
		b.lives()
	}
	desk := &admin.Desk{Store: b.Store, Now: func() time.Time { return b.clock() }}
	b.Mailbot.Operate(desk, nil)
	_, err := desk.Requests()[r.name](b.T.Context(), values)
	b.Quiet()
	defer func() { b.Now = b.Now.Add(time.Minute) }()
	if err != nil {
		return err.Error()
	}
	done := []string{"done"}
	switch words[0] {
	case "pause":
		b.paused = true
	case "resume":
		for _, d := range goOn(b) {
			done = append(done, string(d))
		}
	}
	return strings.Join(done, ", ")
}

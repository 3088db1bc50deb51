package mailbot

import (
	"strings"
	"testing"

	"unlurbot/parser"
	"unlurbot/store"
)

// quotedBack is how mail programs bring our words back to us, with nothing of
// the player's own above them.
var quotedBack = map[string]func(m *store.Outgoing) string{
	"bare": func(m *store.Outgoing) string { return m.Text },
	"quoted": func(m *store.Outgoing) string {
		return "> " + strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> ")
	},
	"quoted below an attribution": func(m *store.Outgoing) string {
		return "On Fri, 20 Nov 2026 at 12:00, Unlur <unlur@example.org> wrote:\n\n> " + strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> ")
	},
	"below Outlook's header": func(m *store.Outgoing) string {
		return "\n________________________________\nFrom: Unlur <unlur@example.org>\nSent: Friday, November 20, 2026 12:00\nTo: Ana\nSubject: " + m.Subject + "\n\n" + m.Text
	},
	"forwarded": func(m *store.Outgoing) string {
		return "\n-------- Forwarded Message --------\nSubject: " + m.Subject + "\nFrom: Unlur\n\n" + m.Text
	},
	"without line ends inside paragraphs": func(m *store.Outgoing) string {
		return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(m.Text, "\n\n", "\x00"), "\n", " "), "\x00", "\n\n")
	},
}

// ownWordsNeverPlay is a law that every house holds at its end: no mail that we
// sent, brought back to us in whatever way, holds a command.
func (h *house) ownWordsNeverPlay() {
	for _, mails := range h.mails {
		for _, m := range mails {
			for how, quote := range quotedBack {
				mail := "From: ana@example.org\nTo: unlur@example.org\nMessage-ID: <q@client.test>\nIn-Reply-To: <x@example.org>\nSubject: Re: " + m.Subject + "\n\n" + quote(m) + "\n"
				read := parser.ReadMail([]byte(mail), parser.Options{})
				if orders := read.Orders(); len(orders.Commands) > 0 {
					h.t.Errorf("%s, our own words are %v:\n%s", how, orders.Commands, mail)
				}
			}
			html := "From: ana@example.org\nTo: unlur@example.org\nMessage-ID: <q@client.test>\nIn-Reply-To: <x@example.org>\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n" + m.HTML
			if orders := parser.ReadMail([]byte(html), parser.Options{}).Orders(); len(orders.Commands) > 0 {
				h.t.Errorf("as HTML, our own words are %v:\n%s", orders.Commands, html)
			}
		}
	}
}

// Below a move of the player's own, our words add nothing to it: neither a
// second move nor words for the opponent.
func TestOwnWordsBelowAMove(t *testing.T) {
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "C4")
	turn := h.last("bo@example.net")
	h.fresh = nil
	for how, quote := range quotedBack {
		if how == "bare" || how == "without line ends inside paragraphs" {
			continue // nobody could tell that from words of the player's own
		}
		mail := "From: bo@example.net\nTo: unlur@example.org\nMessage-ID: <q@client.test>\nIn-Reply-To: <x@example.org>\n\nD5\n\n" + quote(turn) + "\n"
		orders := parser.ReadMail([]byte(mail), parser.Options{}).Orders()
		if len(orders.Commands) != 1 || orders.Note != "" || len(orders.Problems) > 0 {
			t.Errorf("%s: %+v", how, orders)
		}
	}
}

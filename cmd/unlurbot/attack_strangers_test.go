package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/testing/livebot"
)

// lure stands for what Mal wants Vic to read.
const lure = "cheap-pills.example"

// Mal writes in the name of Vic, and the answers go to Vic: one short mail a week,
// with nothing in it that Mal has written.
func TestReflection(t *testing.T) {
	t.Parallel()
	reflection(newTarget(t, livebot.Sandbox(t)))
}

func reflection(s *target) {
	const week = 7*24*time.Hour + time.Minute
	for _, round := range []struct {
		name string
		note note
		want string
	}{
		{"nothing at all", note{body: lure}, ""},
		{"help", note{subject: lure, body: "help\r\n\r\n" + lure}, "vic: help"},
		{"a challenge", note{subject: lure, body: "challenge LURE size 8 first\r\n\r\n" + lure}, "vic: confirm"},
		{"a challenge by name", note{body: "challenge " + lure}, "vic: confirm"},
		{"a challenge with terms", note{body: "challenge LURE " + lure}, "vic: confirm"},
		{"a name", note{body: "name " + lure + "\r\nchallenge " + s.at("bo")}, "vic: confirm"},
		{"a name alone", note{body: "name " + lure}, "vic: help"},
		{"a display name", note{author: `"` + lure + `" <VIC>`, body: "help"}, "vic: help"},
		{"a Message-ID", note{id: lure + "@" + lure, extra: "References: <" + lure + "@client.test>\r\n", body: "help"}, "vic: help"},
		{"a large mail", note{body: "help\r\n\r\n" + strings.Repeat(lure+"\r\n", 20_000)}, ""},
	} {
		s.try(round.name, func() {
			s.later(week)
			n := round.note
			n.sender = "mal"
			n.author = strings.ReplaceAll(n.author, "VIC", s.at("vic"))
			if n.author == "" {
				n.author = s.at("vic")
			}
			n.body = strings.ReplaceAll(n.body, "LURE", s.at("bo"))
			for range 3 {
				n.body += " " // or it is the same mail
				s.post(n)
			}
			s.quiet()
			before := s.latest["vic"]
			s.receive(round.want)
			if l := s.latest["vic"]; l != before {
				s.harmless(l)
			}
		})
	}
	s.stillPlays()
}

// harmless holds a mail to somebody who has not asked for it to being short and the
// bot's own.
func (s *target) harmless(l *correspondent.Letter) {
	s.T.Helper()
	const short = 16 << 10
	if len(l.Raw) > short {
		s.T.Errorf("the mail has %d bytes", len(l.Raw))
	}
	if shown := l.Subject + l.Header.Get("From") + l.Header.Get("To") + l.Text + l.Raw[strings.Index(l.Raw, "\r\n\r\n"):]; strings.Contains(shown, lure) {
		s.T.Errorf("Mal's words are in the mail:\n%s", l.Text)
	}
}

// Mal has Vic invited by people that he makes up, and by himself; then many do so
// who have mailboxes. Vic gets one invitation a week.
func TestInvitationBombing(t *testing.T) {
	t.Parallel()
	invitationBombing(newTarget(t, livebot.Sandbox(t)))
}

func invitationBombing(s *target) {
	s.try("by people that are made up", func() {
		for i := range 30 {
			s.post(note{sender: "mal", author: fmt.Sprintf("nobody%d@%s", i, s.Servers.Domain), body: "challenge " + s.at("vic")})
		}
		s.quiet()
		s.receive("")
	})
	if !s.Servers.Vouched {
		return
	}
	s.try("by many people", func() {
		for i := range 10 {
			s.post(note{from: fmt.Sprintf("mal%d", i), body: fmt.Sprintf("name %s %d\r\nchallenge %s", lure, i, s.at("vic"))})
		}
		s.quiet()
		s.receive("vic: invite")
		s.later(6 * 24 * time.Hour)
		s.post(note{from: "mal", body: "challenge " + s.at("vic")})
		s.quiet()
		s.receive("")
	})
	s.try("of many people", func() {
		for i := range 10 {
			s.post(note{from: "mal", body: fmt.Sprintf("challenge vic%d@%s", i, s.Servers.Domain)})
		}
		s.quiet()
		invited := 0
		for i := range 10 {
			invited += len(s.got(fmt.Sprintf("vic%d", i)))
		}
		if invited > 3 {
			s.T.Errorf("%d people were invited", invited)
		}
	})
	s.stillPlays()
}

// Mal asks for things in Vic's name, in all the ways in which Vic's address can be
// written, and in the names of many others at Vic's domain.
func TestSubscriptionBombing(t *testing.T) {
	t.Parallel()
	subscriptionBombing(newTarget(t, livebot.Sandbox(t)))
}

func subscriptionBombing(s *target) {
	s.try("in all ways of writing", func() {
		domain := s.Servers.Domain
		for i, author := range []string{
			"vic@" + domain, "VIC@" + domain, "Vic <vic@" + strings.ToUpper(domain) + ">", `"vic"@` + domain, "vic@" + domain + ".",
			"vic+1@" + domain, "vic+2@" + domain, "Vic+News@" + domain, "vic+@" + domain, "vic+a+b@" + domain,
		} {
			for _, words := range []string{"help", "rules", "challenge " + s.at("bo"), "name Vic"} {
				s.post(note{sender: "mal", author: author, body: fmt.Sprintf("%s\r\n\r\n%d", words, i)})
			}
		}
		s.quiet()
		s.receive("vic: help")
	})
	s.stillPlays()
}

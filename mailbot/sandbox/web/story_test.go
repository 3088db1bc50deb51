package web_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/sandbox/web"
)

// A newcomer plays both sides: the challenge is ready to be sent, cells of boards
// are clicked, and each answer is there when the page is.
func TestPlayBothSides(t *testing.T) {
	v := visit(t, openWithBot(t))
	v.send()
	v.says("bo@sandbox.test")
	v.await("bo", "0")
	v.send("text", "accept")
	v.says("Unlur #1")
	v.await("ana", "1")

	// Only the board of whoever is to move has links.
	v.frame("The mail")
	players := []string{"ana", "bo"}
	if !hasLink(v, "C4") {
		slices.Reverse(players)
	}
	for ply, move := range []string{"C4", "E5", "D6", "black", "A1"} {
		mover, other := players[ply%2], players[(ply+1)%2]
		known := v.newest(other)
		v.open("/box/" + mover + "/mail/" + v.newest(mover))
		if move == "black" {
			v.send("text", "black")
		} else {
			v.frame("The mail")
			v.click(move)
			if got := v.filled(); got.Get("text") != move || !strings.HasPrefix(got.Get("to"), "unlur+") || !strings.Contains(got.Get("subject"), "Unlur #1") {
				t.Errorf("the link of %s fills in %v", move, got)
			}
			v.send()
		}
		v.says(fmt.Sprintf("%d %s", ply+1, move))
		v.await(other, known)
		v.says(fmt.Sprintf("%d %s", ply+1, move))
	}
}

// await opens the mail of somebody that comes after another one.
func (v *visitor) await(name, after string) {
	v.t.Helper()
	v.open("/box/" + name + "/answer?after=" + after)
	if path.Base(path.Dir(v.at.Path)) != "mail" {
		v.t.Fatalf("%s got no mail after %s:\n%s", name, after, v.text())
	}
}

// newest gives the UID of somebody's newest mail.
func (v *visitor) newest(name string) string {
	v.t.Helper()
	v.open("/box/" + name)
	for _, a := range all(v.page, "a") {
		if to := attribute(a, "href"); strings.Contains(to, "/mail/") {
			return path.Base(to)
		}
	}
	v.t.Fatalf("%s has no mail:\n%s", name, v.text())
	return ""
}

func hasLink(v *visitor, words string) bool {
	for _, a := range all(v.page, "a") {
		if text(a) == words {
			return true
		}
	}
	return false
}

// Two people write to each other as mail programs do, and the strip tells who has
// mail.
func TestCorrespondence(t *testing.T) {
	_, page := open(t)
	v := visit(t, page)
	v.open("/open?name=Cy@sandbox.test")
	v.says("cy@sandbox.test")
	v.open("/box/cy/write?to=dee@sandbox.test&subject=Hé&text=One%0ATwo")
	v.send()
	v.says("The mail is sent.")
	v.open("/box/dee")
	v.says("Hé new")
	v.open("/box/cy")
	v.frame("Mailboxes")
	v.says("ana bo cy dee 1 new")
	v.click("1 new")
	v.says("Fromcy@sandbox.test")
	v.says("One Two")
	if got := v.filled(); got.Get("to") != "cy@sandbox.test" || got.Get("subject") != "Re: Hé" || got.Get("text") != "" {
		t.Errorf("the answer begins with %v", got)
	}
	v.send("text", "Three")
	v.await("cy", "0")
	v.says("Re: Hé")
	if got := v.filled().Get("subject"); got != "Re: Hé" {
		t.Errorf("a second answer is called %q", got)
	}
	v.open(v.at.Path + "/source")
	answer := v.body
	v.open("/box/dee/mail/1/source")
	_, id, _ := strings.Cut(v.body, "Message-Id: ")
	id, _, _ = strings.Cut(id, "\r\n")
	for _, field := range []string{"In-Reply-To: ", "References: "} {
		if !strings.Contains(answer, field) || strings.Count(answer, id) != 2 {
			t.Errorf("the answer does not name the mail %s:\n%s", id, answer)
		}
	}
}

// Where no answer comes, the mailbox says so.
func TestNoAnswer(t *testing.T) {
	servers, _ := open(t)
	page, err := web.Start(web.Config{Addr: "127.0.0.1:0", Servers: servers, Bot: bot, Patience: 1})
	check(t, err)
	defer page.Close()
	v := visit(t, page)
	v.send()
	v.says("The mail was sent. There's no reply yet")
}

// What can't be sent stays in the form, with the reason.
func TestNotSent(t *testing.T) {
	_, page := open(t)
	v := visit(t, page)
	for _, test := range []struct{ to, says string }{
		{"somebody@example.org", "only its own domain has mailboxes"},
		{"nobody", "is not a mail address"},
		{"a@sandbox.test, b@sandbox.test", "is not a mail address"},
		{"", "is not a mail address"},
		{"a@sandbox.test\r\nBcc: b@sandbox.test", "is not a mail address"},
	} {
		v.open("/box/ana/write")
		v.send("to", test.to, "text", "Words of mine")
		v.says(test.says)
		if got := v.filled(); v.status != 422 || got.Get("text") != "Words of mine" {
			t.Errorf("status %d, and the form has %v", v.status, got)
		}
	}
	v.open("/box/ana/write")
	v.send("text", strings.Repeat("x", 300<<10))
	if v.status != 413 {
		t.Errorf("a long mail has status %d:\n%s", v.status, v.text())
	}
	v.open("/box/ana/write")
	v.send("to", "Bo <bo@sandbox.test>", "subject", "a\r\nBcc: cy@sandbox.test\x00b", "text", "x")
	v.open("/box/bo")
	v.says("a Bcc: cy@sandbox.test b new")
}

func TestNoSuchPage(t *testing.T) {
	_, page := open(t)
	v := visit(t, page)
	for _, path := range []string{
		"/nowhere", "/box/unlur", "/box/ana+x", "/box/a%20b", "/box/%22a%22", "/box/a%0ab", "/box/" + strings.Repeat("x", 70),
		"/box/ana/mail/1", "/box/ana/mail/0", "/box/ana/mail/-1", "/box/ana/mail/x", "/box/ana/mail/99999999999",
		"/box/ana/mail/1/html", "/box/ana/mail/1/file/0", "/open?name=", "/open?name=unlur", "/pages/page.html",
	} {
		v.open(path)
		if v.status != 404 {
			t.Errorf("%s has status %d:\n%s", path, v.status, v.text())
		}
	}
	if n := len(all(v.page, "a")); n == 0 {
		t.Error("there is no way back")
	}
}

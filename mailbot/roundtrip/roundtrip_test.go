package roundtrip

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/address"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/smtpout"
)

// The address of a letter is valid for any bot whose address the configuration takes.
func TestAddressIsShortEnough(t *testing.T) {
	own := address.Own(strings.Repeat("u", 32) + "@example.org")
	to := write(own, false, time.Time{}).to()
	if local, _, _ := strings.Cut(to, "@"); len(local) > 64 || !own.Is(to) {
		t.Errorf("%s has %d characters", to, len(local))
	}
}

// Fields are compared however they are folded, and what is below the header is none.
func TestChanges(t *testing.T) {
	l := write("unlur@example.org", true, time.Time{})
	var sent bytes.Buffer
	if err := smtpout.Write(&sent, l.mail); err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(sent.String(), "\r\n\r\n")
	header = strings.NewReplacer("X-Loop: ", "X-Spam: ", "From: ", "from:\r\n\t", "Message-ID: <", "Message-ID: <x", "\r\n", "\n").Replace(header)
	raw := "Received: 2\n\tmore\nReceived: 1\n" + header + "\n\nX-Loop: unlur@example.org\n"
	got := strings.Join(changes(t.Context(), l, Means{}, found{Message: imapbox.Message{Raw: []byte(raw)}}), "\n")
	const want = "fields added: Received (2), X-Spam\nfields changed: Message-ID\nfields removed: X-Loop\n" +
		"WARNING: a server changes or removes Message-ID: replies then refer to an id that the bot doesn't know, and a mail that is sent again is shown twice\n" +
		"WARNING: a server changes or removes X-Loop: a mail that runs in a circle is then harder to know"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

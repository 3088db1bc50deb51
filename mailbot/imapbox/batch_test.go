package imapbox_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
)

// held counts the bytes of mails.
func held(messages []imapbox.Message) (bytes int) {
	for _, m := range messages {
		bytes += cap(m.Raw)
	}
	return bytes
}

func TestSameMailTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		deliver(t, s, "C4")
		if mails := fetchAll(t, b, []uint32{1, 1}); len(mails) != 1 {
			t.Errorf("fetched %v", mails)
		}
	})
}

// What one call gives is bounded by number and by size, and the rest comes back
// as it was.
func TestBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		cfg := config(portOf(t, s.IMAPAddr()))
		cfg.MaxSize = 0
		b := dial(t, cfg)
		fill(t, s, 230)
		for range 3 {
			deliver(t, s, strings.Repeat("0123456789abcde\n", 3<<13)) // three eighths of a MiB
		}
		deliver(t, s, strings.Repeat("0123456789abcde\n", 9<<14)) // alone too much
		deliver(t, s, "last")
		rest := list(t, b)
		for _, want := range []int{100, 100, 31, 1, 1, 1, 1} {
			before := rest
			var messages []imapbox.Message
			var err error
			if messages, rest, err = b.Fetch(t.Context(), rest); err != nil {
				t.Fatal(err)
			}
			if len(messages) != want || !slices.Equal(rest, before[want:]) {
				t.Errorf("%d mails and %d more of %d, want %d", len(messages), len(rest), len(before), want)
			}
		}
		if len(rest) != 0 {
			t.Errorf("%v are left", rest)
		}
	})
}

// What a Fetch gave stays as it is until the second one after it, which gives its mails in the same memory.
func TestOverwrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		cfg := config(portOf(t, s.IMAPAddr()))
		cfg.Overwrite, cfg.MaxSize = true, 0
		b := dial(t, cfg)
		const large = 300 << 10 // one to a Fetch
		for _, letter := range "abcde" {
			deliver(t, s, strings.Repeat(string(letter)+"\n", large/2))
		}
		uids := list(t, b)
		var given [][]byte
		for i, letter := range "abcde" {
			messages, _, err := b.Fetch(t.Context(), uids[i:i+1])
			if err != nil || len(messages) != 1 {
				t.Fatal(len(messages), err)
			}
			given = append(given, messages[0].Raw)
			for at := max(0, i-1); at <= i; at++ {
				if want := letter - rune(i-at); bytes.Count(given[at], []byte(string(want)+"\r\n")) < large/2 {
					t.Errorf("mail %d was overwritten by Fetch %d", at, i)
				}
			}
			if i >= 2 && &given[i][0] != &given[i-2][0] {
				t.Errorf("mail %d does not lie where mail %d lay", i, i-2)
			}
		}
	})
}

// Ten thousand mails wait, and the memory stays flat. (Fifty thousand do so with
// Dovecot: the memory server takes too long.)
func TestVeryManyMails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		deliver(t, s, strings.Repeat("0123456789\n", 380))
		const mails = 10_000
		multiply(t, s, mails)
		uids := list(t, b)
		if len(uids) != mails {
			t.Fatalf("%d mails wait", len(uids))
		}
		// The memory server takes time in proportion to the mailbox for each answer,
		// so only some of the way is gone.
		for rest := uids; len(rest) > mails-1_000; {
			messages, left, err := b.Fetch(t.Context(), rest)
			if err != nil {
				t.Fatal(err)
			}
			if n := held(messages); len(messages) != 100 || n > 512<<10 {
				t.Fatalf("%d mails of %d bytes at a time", len(messages), n)
			}
			rest = left
		}
	})
}

// multiply copies the one mail in the mailbox until there are many.
func multiply(t *testing.T, s *sandbox.Servers, mails int) {
	t.Helper()
	c := client(t, s)
	if err := c.Create("Copies", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	for there := 1; there < mails; {
		if _, err := c.Select("INBOX", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		more := min(there, mails-there)
		var some imap.SeqSet
		some.AddRange(1, uint32(more))
		if _, err := c.Copy(some, "Copies").Wait(); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Select("Copies", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Move(some, "INBOX").Wait(); err != nil {
			t.Fatal(err)
		}
		there += more
	}
}

// Another client takes mails away at every moment.
func TestMailsVanish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		thief := dial(t, config(portOf(t, s.IMAPAddr())))
		steal := func(uids ...uint32) {
			t.Helper()
			if err := thief.File(t.Context(), imapbox.Failed, uids); err != nil {
				t.Fatal(err)
			}
		}
		fill(t, s, 250)
		uids := list(t, b)
		steal(1, 2, 150) // before anything was asked
		first, rest, err := b.Fetch(t.Context(), uids)
		if err != nil || len(first) != 100 || first[0].UID != 3 {
			t.Fatalf("%d mails, %v", len(first), err)
		}
		steal(3, 120) // fetched, and only measured
		second, rest, err := b.Fetch(t.Context(), rest)
		if err != nil || len(second) != 99 || !slices.Equal(rest, uids[203:]) {
			t.Fatalf("%d mails and %v, %v", len(second), rest, err)
		}
		third, rest, err := b.Fetch(t.Context(), rest)
		if err != nil || len(third) != 47 || len(rest) != 0 {
			t.Fatalf("%d mails and %v, %v", len(third), rest, err)
		}
		steal(200)
		if err := b.File(t.Context(), imapbox.Done, uids); err != nil {
			t.Fatal(err)
		}
		wantList(t, b)
		if n := len(list(t, done(t, s))); n != 250-6 {
			t.Errorf("%d mails were filed", n)
		}
	})
}

// Somebody reads the mails at the same time as the bot, and the server speaks of
// that in the middle of its answers.
func TestFlagsInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		asked := 0
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.Contains(line, "RFC822.SIZE") || strings.Contains(line, "BODY[]") {
				if asked++; asked%2 == 1 {
					line = "* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n" + line
				}
			}
			return line, false
		})))
		if mails := fetchAll(t, b, []uint32{1}); len(mails) != 1 || len(mails[0].Raw) == 0 {
			t.Errorf("fetched %v", mails)
		}
		if asked != 4 {
			t.Errorf("the server was asked %d times", asked)
		}
	})
}

// Since leaves out whole days, and rather one too few: the server has its own
// idea of when a day begins.
func TestSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		c := client(t, s)
		zone := time.FixedZone("far west", -11*60*60)
		for day := range 6 {
			put(t, c, time.Date(2026, 3, 10+day, 23, 0, 0, 0, zone))
		}
		cfg := config(portOf(t, s.IMAPAddr()))
		// By the clock of the far west it is still the 13th.
		cfg.Since = time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)
		wantList(t, dial(t, cfg), 4, 5, 6)
	})
}

// put puts a mail into INBOX as one that arrived at a time.
func put(t *testing.T, c *imapclient.Client, at time.Time) {
	t.Helper()
	mail := fmt.Sprintf("Subject: %s\r\n\r\n", at.Format(time.DateTime))
	command := c.Append("INBOX", int64(len(mail)), &imap.AppendOptions{Time: at})
	_, _ = command.Write([]byte(mail))
	_ = command.Close()
	if _, err := command.Wait(); err != nil {
		t.Fatal(err)
	}
}

// Mails that are read since a time are read in the order of their arrival, also
// if somebody has moved them about; but dates that are a little out of order are
// the server's own, and tell less than the UIDs.
func TestSinceInOrderOfArrival(t *testing.T) {
	noon := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name    string
		arrived []time.Duration // after noon
		want    []uint32
	}{
		{"untouched", []time.Duration{0, time.Minute, time.Hour}, []uint32{1, 2, 3}},
		{"at the same time", []time.Duration{0, 40 * time.Second, 20 * time.Second}, []uint32{1, 2, 3}},
		{"brought back", []time.Duration{3 * time.Hour, 4 * time.Hour, 0, 0, time.Hour}, []uint32{3, 4, 5, 1, 2}},
	} {
		t.Run(test.name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			c := client(t, s)
			for _, after := range test.arrived {
				put(t, c, noon.Add(after))
			}
			cfg := config(portOf(t, s.IMAPAddr()))
			wantList(t, dial(t, cfg), ascending(len(test.arrived))...)
			cfg.Since = noon
			b := dial(t, cfg)
			wantList(t, b, test.want...)
			for i, m := range fetchAll(t, b, test.want) {
				if m.UID != test.want[i] {
					t.Errorf("mail %d is %d, want %d", i, m.UID, test.want[i])
				}
			}
		}))
	}
}

func ascending(n int) (uids []uint32) {
	for i := range n {
		uids = append(uids, uint32(i+1))
	}
	return uids
}

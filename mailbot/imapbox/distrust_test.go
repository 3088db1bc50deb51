package imapbox_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"

	"unlurbot/mailbot/imapbox"
)

// What a search finds is spread out by us: one of these made the library panic,
// the other one never came to an end.
func TestImpossibleUIDs(t *testing.T) {
	for answer, want := range map[string][]uint32{
		"* SEARCH 0\r\n":                             nil,
		"* SEARCH 4294967295\r\n":                    {4294967295},
		"* SEARCH 3 1 2 1\r\n":                       {1, 2, 3},
		"* ESEARCH (TAG \"T0\") ALL 1:3\r\n":         nil, // numbers, not UIDs
		"* ESEARCH (TAG \"T0\") UID ALL 7,2:3\r\n":   {2, 3, 7},
		"* SEARCH -1\r\n":                            nil,
		"* SEARCH 4294967296\r\n":                    nil,
		"* ESEARCH (TAG \"T0\") UID ALL 1:*\r\n":     nil,
		"* ESEARCH (TAG \"T0\") UID COUNT (x y)\r\n": nil,
	} {
		t.Run(answer, bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), found(answer+"T0 OK\r\n", false))))
			got, err := b.List(t.Context())
			if want == nil {
				checkError(t, err, imapbox.OpList, nil)
				return
			}
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%v, %v", got, err)
			}
		}))
	}
}

// found answers a search with other words, T0 being that of the command.
func found(words string, hangUp bool) script {
	return func(line string, _ <-chan struct{}) (string, bool) {
		if strings.HasPrefix(line, "* SEARCH") {
			return "", false
		}
		if tag, ok := strings.CutSuffix(line, " OK UID SEARCH completed\r\n"); ok {
			return strings.ReplaceAll(words, "T0", tag), hangUp
		}
		return line, false
	}
}

// A server that names all UIDs there are does not fill the memory.
func TestEndlessSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(proxy(t, s.IMAPAddr(), found("* ESEARCH (TAG \"T0\") UID ALL 1:4294967295\r\nT0 OK\r\n", false))))
		if got := list(t, b); len(got) != 1_000_000 || got[len(got)-1] != 1_000_000 {
			t.Errorf("%d UIDs", len(got))
		}
	})
}

func TestEndlessLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(proxy(t, s.IMAPAddr(), instead("* SEARCH", "* OK "+strings.Repeat("x", 20<<20), false))))
		_, err := b.List(t.Context())
		checkError(t, err, imapbox.OpList, nil)
	})
}

// Over the first ones of these the library's reader never came to an end, with a
// processor to itself; over the last, the process ended without a word.
func TestParentheses(t *testing.T) {
	deep := strings.Repeat("(", 8<<20)
	for name, answer := range map[string]string{
		"capabilities":              "* CAPABILITY( ",
		"capabilities at the end":   "* CAPABILITY IMAP4rev1 (\r\n",
		"many capabilities":         "* CAPABILITY" + strings.Repeat(" XYZ", 2000) + " (\r\n",
		"a count of capabilities":   "* 3 capability (",
		"capabilities in a text":    "* OK [CAPABILITY IMAP4rev1 (] x\r\n",
		"capabilities in an answer": "T0 OK [CAPABILITY(] x\r\n",
		"parts within parts":        "* 1 FETCH (BODYSTRUCTURE " + deep,
		"values within values":      "* NAMESPACE ((\"\" \"/\" \"X\" " + deep,
	} {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			b := dial(t, config(proxy(t, s.IMAPAddr(), found(answer, true))))
			_, err := b.List(t.Context())
			checkError(t, err, imapbox.OpList, nil)
		}))
	}
}

// Parentheses in the words behind a list of capabilities are words.
func TestParenthesesInWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		b := dial(t, config(proxy(t, s.IMAPAddr(), before("* SEARCH", "* OK [CAPABILITY IMAP4rev1 IDLE] (ready) for (all)\r\n"))))
		if got := list(t, b); len(got) != 1 {
			t.Errorf("%d mails", len(got))
		}
	})
}

// The server numbers all mails anew while we are at work.
func TestNewUIDValidity(t *testing.T) {
	calls := map[string]struct {
		at   string
		call func(context.Context, *imapbox.Box) error
	}{
		imapbox.OpList: {"SEARCH completed", func(ctx context.Context, b *imapbox.Box) error {
			_, err := b.List(ctx)
			return err
		}},
		imapbox.OpFetch: {"FETCH completed", func(ctx context.Context, b *imapbox.Box) error {
			_, _, err := b.Fetch(ctx, []uint32{1})
			return err
		}},
		imapbox.OpFile: {"MOVE completed", func(ctx context.Context, b *imapbox.Box) error {
			return b.File(ctx, imapbox.Done, []uint32{1})
		}},
	}
	for op, c := range calls {
		t.Run(op, bubble(func(t *testing.T) {
			s := startSandbox(t)
			deliver(t, s, "C4")
			b := dial(t, config(proxy(t, s.IMAPAddr(), before(c.at, "* OK [UIDVALIDITY 7] numbered anew\r\n"))))
			checkError(t, c.call(t.Context(), b), op, nil)
			if _, err := b.List(t.Context()); err == nil {
				t.Error("the connection is still in use")
			}
		}))
	}
}

// before lets the server say something more ahead of a line.
func before(begin, words string) script {
	return func(line string, _ <-chan struct{}) (string, bool) {
		if strings.Contains(line, begin) {
			line = words + line
		}
		return line, false
	}
}

// A mail is bytes: what it says is not taken for the server's words.
func TestMailThatSpeaksIMAP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		b := dial(t, config(portOf(t, s.IMAPAddr())))
		deliver(t, s, "C4 {999}\r\n* OK [UIDVALIDITY 7] x\r\n* BYE [LIMIT] go away\r\n* SEARCH 0")
		if mails := fetchAll(t, b, []uint32{1}); len(mails) != 1 || !strings.Contains(string(mails[0].Raw), "* SEARCH 0\r\n") {
			t.Errorf("fetched %v", mails)
		}
		wantList(t, b, 1)
	})
}

// Some servers only estimate sizes. Whether memory is used again or not, mails come whole.
func TestWrongSizes(t *testing.T) {
	for name, c := range map[string]struct {
		size      string
		overwrite bool
	}{"too small": {"2", false}, "too large": {"9000", false}, "too small, overwritten": {"2", true}, "too large, overwritten": {"9000", true}} {
		t.Run(name, bubble(func(t *testing.T) {
			s := startSandbox(t)
			deliver(t, s, "C4")
			deliver(t, s, "D5")
			cfg := config(proxy(t, s.IMAPAddr(), sized(c.size)))
			cfg.Overwrite = c.overwrite
			mails := fetchAll(t, dial(t, cfg), []uint32{1, 2})
			for i, word := range []string{"C4", "D5"} {
				if len(mails) != 2 || !strings.HasSuffix(string(mails[i].Raw), "\r\n\r\n"+word+"\r\n") {
					t.Fatalf("fetched %v", mails)
				}
			}
		}))
	}
}

// sized changes every size that the server names.
func sized(size string) script {
	return func(line string, _ <-chan struct{}) (string, bool) {
		if before, _, ok := strings.Cut(line, "RFC822.SIZE "); ok {
			line = before + "RFC822.SIZE " + size + ")\r\n"
		}
		return line, false
	}
}

// A mail of which the server gives less than it has, and less each time.
func TestBodyCutByTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		left := 9
		b := dial(t, config(proxy(t, s.IMAPAddr(), shortened(&left))))
		_, _, err := b.Fetch(t.Context(), []uint32{1})
		checkError(t, err, imapbox.OpFetch, nil)
	})
}

// shortened answers every request for a body with a well-formed shorter one.
func shortened(left *int) script {
	inBody := false
	return func(line string, _ <-chan struct{}) (string, bool) {
		switch {
		case strings.Contains(line, "BODY[] {"):
			inBody = true
			*left--
			return fmt.Sprintf("* 1 FETCH (UID 1 BODY[] {%d}\r\n%s", *left, strings.Repeat("x", *left)), false
		case inBody && line == ")\r\n":
			inBody = false
		case inBody:
			return "", false
		}
		return line, false
	}
}

// A body far larger than the mail is refused before it is in the memory.
func TestBodyOutOfAllProportion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		b := dial(t, config(proxy(t, s.IMAPAddr(), func(line string, _ <-chan struct{}) (string, bool) {
			if strings.Contains(line, "BODY[] {") {
				line = "* 1 FETCH (UID 1 BODY[] {999999999999}\r\n"
			}
			return line, false
		})))
		_, _, err := b.Fetch(t.Context(), []uint32{1})
		checkError(t, err, imapbox.OpFetch, nil)
	})
}

// A connection that is cut inside a body gives no mail, not even the whole
// ones before it.
func TestCutInsideABody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		deliver(t, s, "D5")
		b := dial(t, config(proxy(t, s.IMAPAddr(), instead("D5\r\n", "D", true))))
		mails, rest, err := b.Fetch(t.Context(), []uint32{1, 2})
		checkError(t, err, imapbox.OpFetch, nil)
		if mails != nil || rest != nil {
			t.Errorf("fetched %v and %v", mails, rest)
		}
	})
}

// What nobody asked for is dropped.
func TestUnaskedMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		b := dial(t, config(proxy(t, s.IMAPAddr(), before(" OK UID FETCH completed",
			"* 9 FETCH (UID 9 BODY[] {4}\r\nE6\r\n)\r\n"))))
		mails := fetchAll(t, b, []uint32{1})
		if len(mails) != 1 || mails[0].UID != 1 {
			t.Errorf("fetched %v", mails)
		}
	})
}

// An empty body is what some servers give of a mail that has just gone.
func TestEmptyBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		deliver(t, s, "C4")
		left := 1
		b := dial(t, config(proxy(t, s.IMAPAddr(), shortened(&left))))
		mails, rest, err := b.Fetch(t.Context(), []uint32{1})
		if err != nil || len(mails) != 0 || len(rest) != 0 {
			t.Errorf("fetched %v and %v, %v", mails, rest, err)
		}
	})
}

// How servers ask for patience, and for how long they get it.
func TestThrottling(t *testing.T) {
	for said, want := range map[string]time.Duration{
		"NO [LIMIT] enough":                      time.Minute,
		"NO [UNAVAILABLE] the disk is away":      time.Minute,
		"NO [INUSE] somebody else is at work":    time.Minute,
		"NO [OVERQUOTA] Account exceeded limits": time.Minute,
		"NO [limit] enough":                      time.Minute,
		"NO not today":                           0,
		"BAD Request is throttled. Suggested Backoff Time: 299961 milliseconds": 299961 * time.Millisecond,
		"NO Suggested Backoff Time: 999999999999 milliseconds":                  time.Hour,
		"BYE Too many simultaneous connections":                                 time.Minute,
		"BYE [UNAVAILABLE] Suggested Backoff Time: 120000 milliseconds":         2 * time.Minute,
		"BYE shutting down": 0,
	} {
		t.Run(said, bubble(func(t *testing.T) {
			s := startSandbox(t)
			words, bye := "T0 "+said+"\r\n", strings.HasPrefix(said, "BYE")
			if bye {
				words = "* " + said + "\r\n"
			}
			b := dial(t, config(proxy(t, s.IMAPAddr(), found(words, bye))))
			_, err := b.List(t.Context())
			checkWait(t, err, want)
			if failed := new(imap.Error); !errors.As(err, &failed) || !strings.HasSuffix(said, failed.Text) {
				t.Errorf("the words of the server are lost in %v", err)
			}
		}))
	}
}

func TestRefusedLoginTakesItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startSandbox(t)
		cfg := config(portOf(t, s.IMAPAddr()))
		cfg.Username = "unlur@elsewhere.test"
		_, err := imapbox.Dial(t.Context(), cfg)
		checkWait(t, err, time.Minute)
	})
}

func checkWait(t *testing.T, err error, want time.Duration) {
	t.Helper()
	var failed *imapbox.Error
	if !errors.As(err, &failed) {
		t.Fatalf("got %v", err)
	}
	if got := failed.Wait(); got != want {
		t.Errorf("%v: waits %v, want %v", err, got, want)
	}
	if failed.Wait() > 0 && failed.Op != imapbox.OpLogin && !strings.Contains(failed.Advice(), "limit") {
		t.Errorf("advice: %s", failed.Advice())
	}
}

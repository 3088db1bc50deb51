package imapbox

import (
	"bytes"
	"errors"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/emersion/go-imap/v2"
)

// A tap overhears what the server says of itself. The client library keeps the
// words of a BYE after the greeting to itself, and a UIDVALIDITY that is not
// part of the answer to SELECT; it reads a line without an end until the memory
// is full, and values within values until the stack is, which ends the process;
// and over a parenthesis in a list of capabilities it goes round and round, even
// when the connection is closed.
type tap struct {
	net.Conn

	// Of the line that is being read, which goes on behind a literal.
	begin   []byte // its first bytes
	end     []byte // its last bytes
	length  int    // literals not counted
	opened  int    // parentheses, likewise
	literal int64  // bytes still to come of a literal

	poison error // what the client must not be given to read

	mu       sync.Mutex
	goodbye  error
	validity uint32
}

const (
	maxBegin = 4 << 10
	maxEnd   = 32
	maxLine  = 16 << 20 // a million UIDs in one answer have room
	maxOpen  = 1000     // parentheses in a line; what we ask for needs a dozen
)

var (
	errEndlessLine  = errors.New("the server sent a line that does not end")
	errNested       = errors.New("the server sent a line with too many nested parentheses")
	errCapabilities = errors.New("the server's list of capabilities has a parenthesis in it")
)

// Read implements net.Conn.
func (t *tap) Read(p []byte) (int, error) {
	n, err := t.Conn.Read(p)
	t.hear(p[:n])
	if t.poison != nil {
		return 0, t.poison
	}
	if err == nil && t.length > maxLine {
		err = errEndlessLine
	}
	return n, err
}

func (t *tap) hear(p []byte) {
	for len(p) > 0 {
		if t.literal > 0 {
			skip := min(t.literal, int64(len(p)))
			t.literal -= skip
			p = p[skip:]
			continue
		}
		part, _, ended := bytes.Cut(p, []byte("\n"))
		p = p[min(len(part)+1, len(p)):]
		t.length += len(part)
		t.begin = append(t.begin, part[:min(len(part), maxBegin-len(t.begin))]...)
		t.end = append(t.end, part[max(0, len(part)-maxEnd):]...)
		t.end = t.end[max(0, len(t.end)-maxEnd):]
		if opened := bytes.Count(part, []byte("(")); opened > 0 {
			if t.opened += opened; t.opened > maxOpen {
				t.poison = errNested
			}
			// Of a long line only the begin is known, and the list may go on behind it.
			if list := capabilities.Find(t.begin); bytes.IndexByte(list, '(') >= 0 || len(list) == maxBegin {
				t.poison = errCapabilities
			}
		}
		if !ended {
			continue
		}
		// The line is complete. One that speaks of status is text, and a number in braces at
		// its end is no literal.
		status := statusLine.Match(t.begin)
		if m := literalMark.FindSubmatch(t.end); m != nil && !status {
			t.literal, _ = strconv.ParseInt(string(m[1]), 10, 64) // 18 digits fit
			t.end = t.end[:0]
			continue
		}
		if status {
			t.mu.Lock()
			if answer := new(imap.Error); errors.As(answerIn("* ", strings.TrimRight(string(t.begin), "\r")), &answer) && answer.Type == imap.StatusResponseTypeBye {
				t.goodbye = answer
			}
			if m := newValidity.FindSubmatch(t.begin); m != nil {
				n, _ := strconv.ParseUint(string(m[1]), 10, 32) // too large becomes the largest, and differs as well
				t.validity = uint32(n)
			}
			t.mu.Unlock()
		}
		t.begin, t.end, t.length, t.opened = t.begin[:0], t.end[:0], 0, 0
	}
}

var (
	statusLine  = regexp.MustCompile(`(?i)^(\+|[^* ]+ |\* (OK|NO|BAD|BYE|PREAUTH)\b)`)
	literalMark = regexp.MustCompile(`\{(\d{1,18})\}\r?$`)
	newValidity = regexp.MustCompile(`(?i)^\* OK \[UIDVALIDITY (\d+)\]`)
)

// capabilities finds the list of them, up to a bracket that closes it. They come
// in a line of their own and in the text of others.
var capabilities = regexp.MustCompile(`(?i)^[^ ]+ (?:[^ ]+ \[|[0-9]+ )?CAPABILITY[^\]]*`)

// said gives the last UIDVALIDITY that the server named, whether or not it was asked; and
// what it said when it ended the connection, an *imap.Error, nil if it did not speak.
func (t *tap) said() (uidValidity uint32, bye error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.validity, t.goodbye
}

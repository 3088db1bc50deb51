package imapbox

import (
	"errors"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"pgregory.net/rapid"
)

// What the tap hears does not depend on the pieces in which it comes, and words
// inside a mail are nobody's.
func TestTapHearsTheSame(t *testing.T) {
	mail := "* OK [UIDVALIDITY 9] x\r\n* BYE [LIMIT] x\r\n{3}\r\n"
	said := strings.Join([]string{
		"* OK [UIDVALIDITY 4] text {5}",
		"* 1 FETCH (UID 1 BODY[] {50}\r\n" + mail + strings.Repeat("x", 50-len(mail)) + ")",
		"* 2 FETCH (BODY[1] {0}\r\n BODY[2] {2}\r\n\r\n)",
		"T7 OK [UIDVALIDITY 8] not unasked {9}",
		"+ {4}",
		"* ok [uidvalidity 5] x",
		strings.Repeat("long ", 1000),
		"* BYE [Unavailable later] back soon",
		"* 3 FETCH (UID 3 BODY[] {100}\r\n* BYE [INUSE] in a mail",
	}, "\r\n")
	rapid.Check(t, func(t *rapid.T) {
		heard := &tap{}
		for rest := []byte(said); len(rest) > 0; {
			n := min(rapid.IntRange(1, 80).Draw(t, "piece"), len(rest))
			heard.hear(rest[:n])
			rest = rest[n:]
		}
		uidValidity, goodbye := heard.said()
		bye := new(imap.Error)
		if !errors.As(goodbye, &bye) || bye.Code != imap.ResponseCodeUnavailable || bye.Text != "back soon" {
			t.Errorf("the goodbye is %v", goodbye)
		}
		if uidValidity != 5 {
			t.Errorf("UIDVALIDITY %d", uidValidity)
		}
		if want := int64(100 - len("* BYE [INUSE] in a mail")); heard.literal != want {
			t.Errorf("%d bytes of the last mail are to come, want %d", heard.literal, want)
		}
	})
}

package imapbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// maxPlainLines and maxPlainLine bound what a server may say before TLS.
const (
	maxPlainLines = 100
	maxPlainLine  = 8 << 10
)

// askForTLS reads the greeting and asks for TLS (RFC 3501 section 6.2.1). The
// library could do that too, but would then put TLS out of the reach of the
// tap. Everything is read byte by byte, so that words which somebody slips in
// before the handshake are not taken for the server's (CVE-2011-0411).
func (w *wire) askForTLS(ctx context.Context) error {
	err := w.do(ctx, OpGreeting, func() error {
		line, err := readPlain(w.conn)
		if err != nil {
			return err
		}
		if strings.HasPrefix(line, "* OK") {
			return nil
		}
		if answer := answerIn("* ", line); answer != nil {
			return answer
		}
		return fmt.Errorf("the greeting is %q", line)
	})
	if err != nil {
		return err
	}
	return w.do(ctx, OpTLS, func() error {
		const tag = "S1 "
		if _, err := io.WriteString(w.conn, tag+"STARTTLS\r\n"); err != nil {
			return err
		}
		for range maxPlainLines {
			line, err := readPlain(w.conn)
			if err != nil || strings.HasPrefix(line, tag+"OK") {
				return err
			}
			if answer := answerIn(tag, line); answer != nil {
				return answer
			}
			if strings.HasPrefix(line, "* BYE") {
				return answerIn("* ", line)
			}
		}
		return errors.New("many lines, and no answer to STARTTLS among them")
	})
}

// readPlain reads one line and nothing beyond it.
func readPlain(conn net.Conn) (string, error) {
	var line strings.Builder
	for one := make([]byte, 1); line.Len() < maxPlainLine; {
		if _, err := io.ReadFull(conn, one); err != nil {
			return "", err
		}
		if one[0] == '\n' {
			return strings.TrimSuffix(line.String(), "\r"), nil
		}
		line.WriteByte(one[0])
	}
	return "", errEndlessLine
}

var answerLine = regexp.MustCompile(`(?i)^(NO|BAD|BYE)\b *(?:\[([A-Z0-9-]+)[^\]]*\] *)?(.*)$`)

// answerIn reads a refusal behind a tag, nil if the line is none.
func answerIn(tag, line string) error {
	said, ours := strings.CutPrefix(line, tag)
	m := answerLine.FindStringSubmatch(said)
	if !ours || m == nil {
		return nil
	}
	return &imap.Error{
		Type: imap.StatusResponseType(strings.ToUpper(m[1])),
		Code: imap.ResponseCode(strings.ToUpper(m[2])),
		Text: m[3],
	}
}

// greeted is a connection that begins with the greeting which the library waits
// for, although the server's own is over.
type greeted struct {
	net.Conn
	in io.Reader
}

// Read implements net.Conn.
func (g greeted) Read(p []byte) (int, error) { return g.in.Read(p) }

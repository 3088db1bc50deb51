package parser

import (
	"encoding/base64"
	"fmt"
	"maps"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/sender"
)

// said is what a mail says to the bot.
type said struct {
	Class    sender.Class
	From     mime.Address
	Subject  string
	Reply    string
	Commands []command.Command
	Note     string
}

func wordsOf(raw string) said {
	m := ReadMail([]byte(raw), ours)
	o := m.Orders()
	return said{m.Class, m.From, m.Subject, m.Reply, o.Commands, o.Note}
}

// wrappings put an entity, its Content fields and its body, into another one.
var wrappings = map[string]func(entity string) string{
	"mixed": func(entity string) string {
		return inMultipart("multipart/mixed", entity)
	},
	"mixed with a picture": func(entity string) string {
		return inMultipart("multipart/mixed", entity, "Content-Type: image/png\n\nC4")
	},
	"mixed with a file": func(entity string) string {
		return inMultipart("multipart/mixed", entity, "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nresign")
	},
	"signed": func(entity string) string {
		return inMultipart("multipart/signed; protocol=\"application/pgp-signature\"", entity, "Content-Type: application/pgp-signature\n\nC4")
	},
	"related": func(entity string) string {
		return inMultipart("multipart/related", entity, "Content-Type: image/png\nContent-ID: <1>\n\nC4")
	},
	"above a forwarded mail": func(entity string) string {
		return inMultipart("multipart/mixed", entity, "Content-Type: message/rfc822\n\nFrom: bo@example.org\n\nresign")
	},
	"below a forwarded mail": func(entity string) string {
		return inMultipart("multipart/mixed", "Content-Type: message/rfc822\n\nFrom: bo@example.org\n\nresign", entity)
	},
	"without the last boundary": func(entity string) string {
		return strings.TrimSuffix(inMultipart("multipart/mixed", entity), "--"+wrapBoundary+"--\n")
	},
	"encoded as a whole": func(entity string) string {
		head, body, _ := strings.Cut(inMultipart("multipart/mixed", entity), "\n\n")
		return head + "\nContent-Transfer-Encoding: base64\n\n" + encode(body)
	},
	"opaque signed": func(entity string) string {
		return cmsHead + encode(cmsPrefix+"\x24\x80"+octetString(entity[:len(entity)/2])+octetString(entity[len(entity)/2:])+strings.Repeat("\x00", 12))
	},
}

const wrapBoundary = "=_wrapping_2026_"

func inMultipart(kind string, parts ...string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Content-Type: %s; boundary=%q\n\n", kind, wrapBoundary)
	for _, p := range parts {
		fmt.Fprintf(&s, "--%s\n%s\n", wrapBoundary, p)
	}
	fmt.Fprintf(&s, "--%s--\n", wrapBoundary)
	return s.String()
}

func octetString(s string) string {
	n := len(s)
	return "\x04\x84" + string([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}) + s
}

// TestWrapping holds that it makes no difference to the words of a mail what
// they are wrapped in.
func TestWrapping(t *testing.T) {
	// Their damage is in what the wrapping replaces.
	damaged := []string{"49", "197", "198", "201", "203", "207", "221", "239"}
	samples, err := filepath.Glob("testdata/mail/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range samples {
		name := filepath.Base(path)
		number, _, _ := strings.Cut(name, "-")
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		header, entity := splitEntity(strings.ReplaceAll(string(mime.UnixLines(raw)), "\n>From ", "\nFrom ")) // as in an mbox file
		want := wordsOf(string(raw))
		if want.Class == sender.Bounce || want.Class == sender.Auto || slices.Contains(damaged, number) {
			continue
		}
		for kind, wrap := range wrappings {
			if diff := cmp.Diff(want, wordsOf(header+wrap(entity))); diff != "" {
				t.Errorf("%s %s (-plain +wrapped):\n%s", name, kind, diff)
			}
		}
	}
}

// splitEntity parts the header fields of a mail from those of its content.
func splitEntity(raw string) (header, entity string) {
	head, body, _ := strings.Cut(raw, "\n\n")
	content := false
	for line := range strings.Lines(head + "\n") {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			content = strings.HasPrefix(strings.ToLower(line), "content-")
		}
		if content {
			entity += line
		} else {
			header += line
		}
	}
	return header, entity + "\n" + body
}

// FuzzWrapping holds the same for any text: wrapped, encoded, above any other
// mail that is passed on.
func FuzzWrapping(f *testing.F) {
	f.Add("C4\n\nHello", "From: bo@example.org\n\nresign")
	f.Add("> C4\nresign\n-- \nAna", "\n\nresign")
	f.Add("C4\r\n\xE9", "")
	f.Fuzz(func(t *testing.T, text, forwarded string) {
		text = string(mime.UnixLines([]byte(text)))
		if len(text)+len(forwarded) > mime.MaxText || strings.Contains(text+forwarded, wrapBoundary) || isPage(text) {
			return
		}
		const header = "From: ana@example.org\nSubject: C4\n"
		want := wordsOf(header + "Content-Type: text/plain\n\n" + text)
		entities := map[string]string{
			"text":             "Content-Type: text/plain\n\n" + text,
			"base64":           "Content-Transfer-Encoding: base64\n\n" + encode(text),
			"quoted-printable": "Content-Transfer-Encoding: quoted-printable\n\n" + encodeQP([]byte(text)),
		}
		for encoding, entity := range entities {
			if encoding != "text" {
				if diff := cmp.Diff(want, wordsOf(header+entity)); diff != "" {
					t.Errorf("%s (-plain +encoded):\n%s", encoding, diff)
				}
			}
			for kind, wrap := range wrappings {
				if diff := cmp.Diff(want, wordsOf(header+wrap(entity))); diff != "" {
					t.Errorf("%s, %s (-plain +wrapped):\n%s", encoding, kind, diff)
				}
			}
			passedOn := inMultipart("multipart/mixed", entity, "Content-Type: message/rfc822\n\n"+forwarded)
			if diff := cmp.Diff(want, wordsOf(header+passedOn)); diff != "" {
				t.Errorf("%s above %q (-plain +wrapped):\n%s", encoding, forwarded, diff)
			}
		}
	})
}

func encodeQP(b []byte) string {
	var out strings.Builder
	w := quotedprintable.NewWriter(&out)
	w.Binary = slices.Contains(b, 0) // of UTF-16, whose bytes are no lines
	if _, err := w.Write(b); err != nil {
		panic(err) // a strings.Builder never fails
	}
	w.Close()
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// TestEncodings holds that a text reads the same in every character set that has
// its letters and in every transfer encoding.
func TestEncodings(t *testing.T) {
	alphabets := map[string][]string{
		"C4 resign \nHello, you?": {"us-ascii", "utf-8", "iso-8859-1", "windows-1252", "koi8-r", "gbk", "iso-2022-jp", "utf-16", "utf-7", "macintosh"},
		"C4 \nàéîõüñçß":           {"utf-8", "iso-8859-1", "iso-8859-15", "windows-1252", "macintosh", "utf-16be", "utf-16le", "utf-7"},
		"C4 \nжёлтыйЩЮ":           {"utf-8", "koi8-r", "windows-1251", "iso-8859-5", "gb18030", "x-mac-cyrillic", "utf-16", "utf-7"},
		"C4 \n一二三手待つ":             {"utf-8", "iso-2022-jp", "shift_jis", "euc-jp", "gbk", "gb18030", "utf-16", "utf-7"},
		"C4 \n안녕하세요 좋은 수":         {"utf-8", "euc-kr", "ks_c_5601-1987", "utf-16", "utf-7"},
		"C4 \nสวัสดีครับ":         {"utf-8", "windows-874", "tis-620", "utf-16", "utf-7"},
		"C4 \nšđčćžŁęąőű":         {"utf-8", "iso-8859-2", "windows-1250", "utf-16", "utf-7"},
		"C4 \n👍🎲 Ｃ４ “so” – ok…":   {"utf-8", "gb18030", "utf-16", "utf-7"},
	}
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom(slices.Sorted(maps.Keys(alphabets))).Draw(t, "alphabet")
		text := "C" + rapid.StringOfN(rapid.SampledFrom([]rune(alphabet)), 0, 200, -1).Draw(t, "text") + "\n"
		want := ReadMail([]byte("From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n"+text), ours).Text
		if want != text {
			t.Fatalf("%q is read as %q", text, want)
		}
		charset := rapid.SampledFrom(alphabets[alphabet]).Draw(t, "charset")
		b := encodeCharset(t, charset, text)
		head := "From: a@example.org\nContent-Type: text/plain; charset=" + charset + "\nContent-Transfer-Encoding: "
		bodies := []string{
			"base64\n\n" + encode(string(b)),
			"base64\n\n" + inLines(encode(string(b)), rapid.IntRange(1, 100).Draw(t, "columns")),
			"base64\n\n" + strings.TrimRight(encode(string(b)), "="),
			"quoted-printable\n\n" + encodeQP(b),
			"Quoted-Printable\n\n" + strings.ToLower(hexQP(b)),
		}
		if !strings.HasPrefix(charset, "utf-16") {
			bodies = append(bodies, "8bit\n\n"+string(b), "binary\n\n"+string(b))
		}
		for _, body := range bodies {
			m := ReadMail([]byte(head+body), ours)
			if m.Text != text {
				t.Fatalf("%s, %s: %q is read as %q", charset, body, text, m.Text)
			}
		}
	})
}

func encodeCharset(t *rapid.T, name, text string) []byte {
	switch name {
	case "us-ascii":
		return []byte(text)
	case "utf-7":
		return []byte(encodeUTF7(text))
	case "utf-16":
		name = "utf-16be" // the order without a mark (RFC 2781 section 4.3)
	case "tis-620":
		name = "windows-874"
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	if name == "utf-16be" {
		enc = utf16BE
	}
	b, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s can't hold %q: %v", name, text, err)
	}
	return b
}

func inLines(s string, columns int) string {
	var out strings.Builder
	for chunk := range slices.Chunk([]byte(s), columns) {
		out.Write(append(chunk[:len(chunk):len(chunk)], '\n'))
	}
	return out.String()
}

// hexQP spells every byte but the line ends.
func hexQP(b []byte) string {
	var out strings.Builder
	for i, c := range b {
		if c == '\n' && !slices.Contains(b, 0) {
			out.WriteByte('\n')
			continue
		}
		if i%20 == 19 {
			out.WriteString("=\n")
		}
		fmt.Fprintf(&out, "=%02X", c)
	}
	return out.String()
}

// encodeUTF7 shifts every character that is not plain (RFC 2152).
func encodeUTF7(text string) string {
	var out strings.Builder
	for _, r := range text {
		if r < 0x80 && r != '+' {
			out.WriteRune(r)
			continue
		}
		b, _ := utf16BE.NewEncoder().Bytes([]byte(string(r)))
		out.WriteString("+" + base64.RawStdEncoding.EncodeToString(b) + "-")
	}
	return out.String()
}

var utf16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)

// isPage reports whether a text is read as a page of HTML, whatever its part says of it.
func isPage(text string) bool {
	text = strings.ToLower(strings.TrimLeft(text, " \t\n"))
	return strings.HasPrefix(text, "<html") || strings.HasPrefix(text, "<!doctype html")
}

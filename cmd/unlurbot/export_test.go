package main

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/testing/livebot"
)

// A game that a player exports by mail is shown by replay as it is: the files
// that arrive, and the text of the mail.
func TestReplayReadsMails(t *testing.T) {
	t.Parallel()
	s := newTarget(t, livebot.Sandbox(t))
	s.send(note{from: "ana", answers: s.turn, body: "C4"})
	s.send(note{from: "bo", answers: s.last("bo", "turn"), body: "black"})
	s.send(note{from: "ana", answers: s.last("ana", "turn"), body: "D7"})
	s.send(note{from: "ana", answers: s.last("ana", "moved"), body: "export\nhistory"})
	want := shownByReplay(t, "size=6 C4 black D7")
	for _, event := range []string{"export", "history"} {
		m := s.last("ana", event)
		records := attached(t, m)
		if len(records) != 2 {
			t.Fatalf("%s has %d files:\n%s", event, len(records), m.Raw)
		}
		for _, text := range append(records, m.Text) {
			if got := shownByReplay(t, text); got != want {
				t.Errorf("%s is shown as\n%s\nwant\n%s\nand is\n%s", event, got, want, text)
			}
		}
	}
}

// shownByReplay gives what replay prints of a record.
func shownByReplay(t *testing.T, record string) string {
	t.Helper()
	var out bytes.Buffer
	c := &replayCommand{Size: game.DefaultSize}
	check(t, c.Run(process{ctx: t.Context(), in: strings.NewReader(record), out: &out}))
	return out.String()
}

// attached gives what is attached to a mail.
func attached(t *testing.T, m *correspondent.Letter) (files []string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	check(t, err)
	_, body, _ := strings.Cut(m.Raw, "\r\n\r\n")
	for parts := multipart.NewReader(strings.NewReader(body), params["boundary"]); ; {
		part, err := parts.NextPart()
		if err == io.EOF {
			return files
		}
		check(t, err)
		if part.FileName() != "" {
			data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
			check(t, err)
			files = append(files, string(data))
		}
	}
}

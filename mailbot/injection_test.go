package mailbot_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"unlurbot/game"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/page"
	"unlurbot/templates"
)

// hostileTexts are what people could call themselves, write, or put into headers
// to make a mail of ours into something else.
var hostileTexts = []string{
	"Ana", "", " ", "a\r\nBcc: everybody@evil.test", "a\nSubject: you have won\n\nbody", "a\n\n●○ resign",
	"a\x00b\x1b[2Jc\x7f", "\u202eevil\u202c \u2066x\u2069 \u200b\u200d\u2060\ufeff", "a\u2028b\u2029c\u0085d\u000be\u000cf",
	"\U000e0041\U000e0042\U000e007f", "\xff\xfe\xed\xa0\x80\xc0\xaf", "\ufffd",
	"<script>alert(1)</script><img src=x onerror=y>", `"><a href="https://evil.test">`, "</pre></p></div><h1>", "<!--", "]]>", "&lt;b&gt; &#60;b&#62; &amp",
	"{{.Address}} {{template \"help\"}}", "https://evil.test/ ftp://evil.test www.evil.test mailto:eve@evil.test",
	"=?utf-8?q?=0D=0ABcc:_x?=", "=?utf-8?b?DQpCY2M6IHg=?= =?utf-8?q?y?=", "=?", "a, b <eve@evil.test>, c", "\"a\" (b) <c>", ":;@,<>[]\\", "--unlur-", "\n--unlur-0123\n",
	strings.Repeat("w", 10_000), strings.Repeat("ß", 500), strings.Repeat("\u0301", 300), strings.Repeat("a ", 500), strings.Repeat("\n", 300), "\n.\n..\n", "a\r", "\r\n", "=\r\n=", "\xcb\\", "é\\", "\\",
}

// A skeleton is what must be the same in a mail whatever people write: the names
// of its fields, whom it is for, and its parts.
type skeleton struct{ fields, to, parts []string }

// skeletonOf reads a mail off the wire.
func skeletonOf(t testing.TB, raw []byte) (s skeleton, texts []string) {
	t.Helper()
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%v in\n%s", err, raw)
	}
	for f := e.Header.Fields(); f.Next(); {
		s.fields = append(s.fields, f.Key())
	}
	to, err := (&mail.Header{Header: e.Header}).AddressList("To")
	if err != nil {
		t.Fatalf("%v in\n%s", err, raw)
	}
	for _, a := range to {
		s.to = append(s.to, a.Address)
	}
	parts := e.MultipartReader()
	if parts == nil {
		t.Fatalf("no parts in\n%s", raw)
	}
	for {
		p, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return s, texts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, raw)
		}
		for f := p.Header.Fields(); f.Next(); {
			value := f.Value()
			if len(s.parts) >= 2 && value == "7bit" { // of a page, which is encoded if it has a word longer than a line
				value = "Quoted-Printable"
			}
			s.parts = append(s.parts, f.Key()+": "+value)
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			t.Fatalf("%v in\n%s", err, raw)
		}
		texts = append(texts, string(body))
	}
}

// needsGame are the kinds that are always about a game.
var needsGame = []templates.Kind{
	templates.Challenged, templates.Invite, templates.Declined, templates.Withdrawn, templates.Started, templates.Turn, templates.Moved,
	templates.Over, templates.Planned, templates.Show, templates.Preview, templates.History, templates.Said, templates.Message, templates.Stale, templates.Rules, templates.Unreachable, templates.Lapsed, templates.Sought, templates.Undo, templates.Reminder, templates.Net, templates.Cancelled, templates.Watched, templates.Analysed, templates.Lesson, templates.Puzzle,
}

// viewsWith gives the views of a kind with a text in the place of every string,
// but for codes and the board.
func viewsWith(kind templates.Kind, text string) []*templates.View {
	played, err := game.ParseRecord("C4 black D7", game.DefaultSize)
	if err != nil {
		panic(err)
	}
	p, events := played.Position(), played.Events()
	var views []*templates.View
	for _, g := range []*templates.Game{
		{Course: templates.Course{Waiting: true}, Terms: templates.Terms{Challenger: true, Seats: "first"}, Played: templates.Played{Last: &events[0]}},
		{Course: templates.CourseOf(&p), Seat: game.First, Color: p.Color(game.First), Played: templates.Played{Last: &events[2]}, Own: templates.Own{Plan: make([]templates.PlanStep, 3)}},
		{Course: templates.CourseOf(&p), Seat: game.First, Color: p.Color(game.First), Played: templates.Played{Last: &events[2], AtOnce: make([]templates.PlayedMove, 3)}},
		{Course: templates.Course{Phase: game.Over, Winner: game.First, Reason: game.ByResignation, Ply: p.Ply()}, Seat: game.Second, Played: templates.Played{Last: &events[2]}},
		nil,
	} {
		if g == nil && slices.Contains(needsGame, kind) {
			continue
		}
		v := &templates.View{
			Game: g, Says: says(kind, g), Envelope: templates.Envelope{Reply: &templates.Reply{Address: "unlur+k3x9@example.org"}, Files: make([]string, 2)},
		}
		if g != nil {
			g.Number, g.Size, g.Moves, g.Choices = 42, game.DefaultSize, make([]string, 9), make([]string, 3)
			g.Board = templates.Draw(p).Playable("")
			g.TakenBack = make([]string, 2)
		}
		codes := []string{templates.NoticeUnknown}
		// The others share the words, and all of them would be more than a page has room for.
		switch all := allNotices(); kind {
		case templates.Problem:
			codes = all[:len(all)/2]
		case templates.Refused:
			codes = all[len(all)/2:]
		}
		for _, code := range codes {
			v.Notices = append(v.Notices, templates.Notice{Code: code, Names: make([]string, 2), Games: make([]templates.GameLine, 1), Offered: len(v.Notices)%2 == 0, Why: &templates.Notice{Code: templates.NoticeNobody}})
		}
		fill(reflect.ValueOf(v), text)
		views = append(views, v)
	}
	return views
}

// allNotices lists the codes of notices: each has a piece of its own.
var allNotices = sync.OnceValue(func() (codes []string) {
	words, err := templates.Load()
	if err != nil {
		panic(err)
	}
	for _, piece := range words.Pieces(templates.Default) {
		if code, ok := strings.CutPrefix(piece, "notice "); ok {
			codes = append(codes, code)
		}
	}
	return codes
})

// says gives what mails of a kind alone say, with room for a text in every string.
func says(kind templates.Kind, g *templates.Game) templates.Says {
	moves := make([]templates.PlayedMove, 2)
	day := &templates.Day{}
	if g != nil {
		day.Boards = []*templates.GameNews{{View: &templates.View{Game: g, Remarks: make([]string, 2)}}}
		for _, told := range []templates.Kind{templates.Show, templates.Over, templates.Watched, templates.Declined} {
			day.Others = append(day.Others, &templates.GameNews{View: &templates.View{Game: g, Remarks: make([]string, 1)}, Told: string(told)})
		}
	}
	return map[templates.Kind]templates.Says{
		templates.ByOperator: &templates.Act{Kind: "rename"}, templates.Paused: &templates.Pause{}, templates.Announced: &templates.Announcement{}, templates.Forgotten: &templates.Erasure{ByOperator: true},
		templates.NewAddress: &templates.Claimant{}, templates.Challenged: &templates.Addressee{}, templates.Confirm: &templates.Question{Asked: make([]templates.Asked, 2)},
		templates.Digest: day, templates.Export: &templates.Exported{Games: 2, Left: 1}, templates.Games: &templates.GameList{Lines: make([]templates.GameLine, 3)},
		templates.Help: &templates.Manual{}, templates.Incident: &templates.Fault{}, templates.Moved: &templates.Confirmation{Teaches: true},
		templates.Over: &templates.Ratings{Yours: &templates.Rating{}, Theirs: &templates.Rating{}}, templates.Preview: &templates.Tries{Moves: moves}, templates.Profile: &templates.PlayerProfile{},
		templates.Refused: &templates.Refusal{Nothing: true}, templates.Lesson: &templates.Lecture{Number: 2, Of: 6, Solved: 1}, templates.Puzzle: &templates.Riddle{Number: 7, Stones: 3, Answer: "C4", Verdict: templates.RiddleSolved, Solution: templates.Solution{Line: []string{"C4"}}}, templates.Results: &templates.PlayerResults{Lines: []templates.ResultLine{{Reason: game.ByLine}, {Cancelled: true}}},
		templates.GamesOf:  &templates.PublicGames{Of: "?", Running: make([]templates.PublicGame, 2), Over: []templates.ResultLine{{Reason: game.ByForfeit}}, More: true},
		templates.Analysed: &templates.Analysis{Chances: make([]templates.Chance, 2), Turns: make([]templates.TurningMove, 2)},
		templates.Watched:  &templates.Seen{Moment: &templates.Moment{Ply: 1, Last: &moves[0]}},
		templates.Seeks:    &templates.SeekList{Lines: make([]templates.SeekLine, 2)}, templates.Show: &templates.Shown{Watchers: make([]string, 2)},
		templates.Stale: &templates.Outdated{Since: moves},
		templates.Drawn: &templates.CupBegun{Games: make([]templates.DrawnGame, 2)}, templates.StillThere: &templates.StillIn{},
		templates.ATournament: &templates.Tournament{
			Begun: true, Decided: true, Groups: []templates.CrossGroup{{
				Rows: []templates.CrossRow{{Place: 1, Cells: make([]string, 2)}, {Cells: make([]string, 2)}}, InProgress: make([]templates.PublicGame, 1),
			}},
		},
		templates.Tournaments: &templates.TournamentList{Open: make([]templates.OpenLine, 1), Running: make([]templates.TournamentLine, 1), Past: []templates.TournamentLine{{Winners: make([]string, 2)}}},
		templates.Ladder:      &templates.LadderTable{Place: 2, Of: 2, Reach: 1, Top: make([]templates.Rung, 2), Around: make([]templates.Rung, 1), Games: make([]templates.PublicGame, 1)},
		templates.Ordered:     &templates.Output{Fields: make([][2]string, 2)},
		templates.Standings:   &templates.StandingsTable{Best: make([]templates.Place, 2), Around: make([]templates.Place, 2)},
	}[kind]
}

// kept are the strings that nobody outside can set.
var kept = []string{"Told", "Code", "Seats", "Reply", "Kind", "Verdict"}

func fill(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			fill(v.Elem(), text)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), text)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			if field.IsExported() && !slices.Contains(kept, field.Name) {
				fill(value, text)
			}
		}
	case reflect.String:
		v.SetString(text)
	}
}

var everyWay = flag.Bool("everyway", false, "try each hostile text in mails of every kind")

// FuzzViews puts a hostile text into every string of every kind of mail, though
// package mailbot cleans most of them first, and into the fields of its header.
// The mail keeps its skeleton, and no tag of its HTML part is the text's.
func FuzzViews(f *testing.F) {
	// Each text meets some kinds, and each kind some texts: which is one law for all.
	for n, text := range bottest.Some(hostileTexts) {
		for i := range templates.Kinds {
			if *everyWay || (n+i)%4 == 0 {
				f.Add(text, byte(i))
			}
		}
	}
	words, err := templates.Load()
	if err != nil {
		f.Fatal(err)
	}
	render := func(t testing.TB, kind templates.Kind, view *templates.View) templates.Rendered {
		rendered, err := words.Render(templates.Default, kind, view)
		if err != nil {
			t.Fatal(err)
		}
		return rendered
	}
	sent := func(t testing.TB, rendered templates.Rendered, kind templates.Kind, text string) (skeleton, []string) {
		var b bytes.Buffer
		if err := smtpout.Write(&b, mailSaying(rendered, kind, text)); err != nil {
			t.Fatal(err)
		}
		return skeletonOf(t, b.Bytes())
	}
	want := map[templates.Kind]skeleton{}
	for _, kind := range templates.Kinds {
		want[kind], _ = sent(f, render(f, kind, viewsWith(kind, "Ana")[0]), kind, "Ana")
	}
	f.Fuzz(func(t *testing.T, text string, number byte) {
		if len(text) > 10_000 || strings.Trim(text, "\r\n\x00\\") == "" {
			return // a field without a value is left out
		}
		kind := templates.Kinds[int(number)%len(templates.Kinds)]
		for _, view := range viewsWith(kind, text) {
			rendered := render(t, kind, view)
			bottest.NoLiveTag(t, rendered.HTML)
			if rendered.HTML == "" {
				continue // too long for this part
			}
			got, texts := sent(t, rendered, kind, text)
			if !reflect.DeepEqual(want[kind], got) {
				t.Fatalf("%s: %q, want %q", kind, got, want[kind])
			}
			if len(texts) != 2 || !strings.ContainsRune(text, '\r') && (lf(texts[0]) != rendered.Text || lf(texts[1]) != rendered.HTML) {
				t.Fatalf("%s: what arrives is not what was written:\n%q\n%q", kind, texts, rendered)
			}
		}
	})
}

// mailSaying makes a mail with a text wherever its fields have room for one. Its
// boundary follows from the text, as it does from the mail that causes one: nobody
// can write it down before.
func mailSaying(r templates.Rendered, kind templates.Kind, text string) *store.Outgoing {
	return &store.Outgoing{
		From: store.Mailbox{Name: "Unlur", Addr: bottest.Address}, To: store.Mailbox{Name: text, Addr: "ana@example.org"},
		ReplyTo: store.Mailbox{Name: text, Addr: bottest.Address}, Subject: r.Subject, Text: r.Text, HTML: page.New([]byte(r.HTML)),
		Date: time.Unix(0, 0).UTC(), MessageID: "1@example.org", InReplyTo: text, References: []string{text, text},
		Boundary: fmt.Sprintf("unlur-%x", sha256.Sum256([]byte(text))),
		Header:   []store.Field{{Name: "X-Unlur-Event", Value: string(kind)}, {Name: "List-Id", Value: text + " <unlur.example.org>"}},
	}
}

func lf(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// FuzzWords lets somebody put a hostile text wherever a mail has room for one:
// into a name, words, commands, the subject, the id, and into the report of a
// server. Every mail that comes of it is held to what bottest.Laws ask, and every
// line of the log is one line.
func FuzzWords(f *testing.F) {
	for _, text := range bottest.Some(hostileTexts) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := bottest.New(t)
		anaExample, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
		b.Brief = true
		var asJSON bytes.Buffer
		debug := &slog.HandlerOptions{Level: slog.LevelDebug}
		b.LogTo(both{slog.NewTextHandler(&b.Log, debug), slog.NewJSONHandler(&asJSON, debug)})
		b.Begin(anaExample, bo)
		ana := bottest.Note{From: "ana@example.org", Answers: anaExample.Last(), Body: "C4\n\n" + text}
		b.Write(ana)
		for _, body := range []string{"name " + text, "say " + text, "challenge " + text, "challenge " + text + "@evil.test", text, "help " + text, "show #1 " + text, "profile " + text, "results " + text} {
			anaExample.Writes(body)
		}
		b.Write(bottest.Note{From: "carla@example.org", Subject: text, Extra: "Message-ID: <" + text + "@carla.test>\nReferences: <" + text + "> <" + text + "@x>\n", Body: "challenge bo", Vouched: true})
		b.Person(text + " <dan@example.org>").WritesUnproven("games\n" + text)
		b.Person(text + "@evil.test").WritesUnproven("games")
		b.Receive(strings.Replace(bottest.Returned(bo.Last(), "failed", "5.1.1"), "something is wrong", text, 1))
		relayRefuses(b, anaExample.Last(), &smtpout.Failure{Step: smtpout.StepRecipient, Code: 450, Text: text})
		records := strings.Count(asJSON.String(), "\n")
		for line := range strings.Lines(asJSON.String()) {
			if !json.Valid([]byte(line)) || bottest.Invisible(line) {
				t.Errorf("a line of the log: %q", line)
			}
		}
		if strings.Count(b.Log.String(), "\n") != records || strings.Count(b.Log.String(), "level=") < records || bottest.Invisible(b.Log.String()) {
			t.Errorf("%d records:\n%q", records, b.Log.String())
		}
	})
}

// Somebody who was invited has a number like a player and may never have heard of
// the bot. Mails with a forged From make it repeat nothing to such a person.
func TestInviteesReadNobodysWords(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"name Visit-www.evil.test", "help www.evil.test", "challenge www.evil.test",
		"challenge bo@example.net www.evil.test", "say www.evil.test #1", "accept\nname Visit-www.evil.test",
	} {
		b := bottest.New(t)
		b.Brief = true
		b.Person("ana@example.org").Writes("challenge victim@example.com")
		b.Fresh = nil
		b.Person("victim@example.com").WritesUnproven(body)
		for _, m := range b.Fresh {
			if strings.Contains(m.Subject+m.Text+m.HTML.String(), "evil") {
				t.Errorf("%q is repeated:\n%s", body, m.Text)
			}
		}
		b.Fresh = nil
	}
}

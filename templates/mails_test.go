package templates_test

import (
	"bytes"
	"io"
	"io/fs"
	"mime/multipart"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/smtpout"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/page"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func load(t testing.TB) *templates.Set {
	t.Helper()
	set, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// render renders a sample for a reader of a language.
func render(set *templates.Set, language string, sample samples.Sample) (templates.Rendered, error) {
	view, err := sample.In(set, language, parser.Words(language))
	if err != nil {
		return templates.Rendered{}, err
	}
	return set.Render(language, sample.Kind, view)
}

// pages are the samples of which the HTML part is kept too, to be looked at: they show
// all of its elements.
var pages = map[string][]string{
	"digest": {"ca", "en", "es", "fr"},
	"over":   {"en"}, "over-own-goal-lost": {"en"}, "help": {"en"}, "address": {"en"}, "turn": {"en"}, "moved-at-once": {"en"},
	"history": {"en"}, "standings": {"en"}, "invite": {"en"},
}

// TestEveryMail compares mails with the golden files, which are mails as they are
// sent: NAME.txt is the header and the text part, NAME.html the other part. In English
// these are all samples, in other languages one of each kind; TestWords holds the rest.
func TestEveryMail(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		dir := filepath.Join("mails", language)
		var wanted []string
		keep := func(name, part string) {
			templates.Golden(t, filepath.Join(dir, name), part)
			wanted = append(wanted, name)
		}
		for _, sample := range samples.All(game.DefaultSize) {
			mail, err := render(set, language, sample)
			if err != nil {
				t.Fatal(err)
			}
			if !templates.IsPlain(mail.Text) {
				t.Errorf("%s, %s: not well set:\n%s", language, sample.Name, mail.Text)
			}
			text, html := asSent(t, sample, mail)
			if language == templates.Default || sample.Name == string(sample.Kind) {
				keep(sample.Name+".txt", text)
			}
			if slices.Contains(pages[sample.Name], language) {
				keep(sample.Name+".html", html)
			}
		}
		noOrphans(t, filepath.Join("testdata", dir), wanted)
	}
}

// noOrphans wants no file in a folder but those named; with -update it removes them.
func noOrphans(t *testing.T, dir string, wanted []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if slices.Contains(wanted, e.Name()) {
			continue
		}
		if !*templates.Update {
			t.Errorf("%s/%s is the golden file of no sample", dir, e.Name())
		} else if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			t.Error(err)
		}
	}
}

// asSent gives both parts of a mail as it leaves, the first with the header. Lines
// end in LF, and what was encoded is decoded, so that a person can read it.
func asSent(t *testing.T, sample samples.Sample, mail templates.Rendered) (text, html string) {
	t.Helper()
	const boundary = "unlur-boundary"
	var raw bytes.Buffer
	err := smtpout.Write(&raw, &store.Outgoing{
		From: store.Mailbox{Name: "Unlur", Addr: "unlur@example.org"}, To: store.Mailbox{Name: sample.View.You, Addr: "player@example.org"},
		ReplyTo: store.Mailbox{Name: "Unlur", Addr: "unlur+token@example.org"},
		Subject: mail.Subject, Date: noon, MessageID: "sample@example.org", Boundary: boundary,
		Header: []store.Field{{Name: "X-Unlur-Event", Value: string(sample.Kind)}},
		Text:   mail.Text, HTML: page.New([]byte(mail.HTML)),
	})
	if err != nil {
		t.Fatal(err)
	}
	header, body, _ := strings.Cut(raw.String(), "\r\n\r\n")
	parts := multipart.NewReader(strings.NewReader(body), boundary)
	plain, _ := nextPart(t, parts)
	rich, _ := nextPart(t, parts)
	if plain != mail.Text || rich != mail.HTML {
		t.Error("the mail is not as it was rendered")
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		t.Errorf("behind both parts: %v", err)
	}
	return strings.ReplaceAll(header, "\r\n", "\n") + "\n\n" + plain, rich
}

func nextPart(t *testing.T, parts *multipart.Reader) (body, mediaType string) {
	t.Helper()
	part, err := parts.NextPart() // which decodes quoted-printable
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(decoded), "\r\n", "\n"), part.Header.Get("Content-Type")
}

// Every kind has a sample of its name, and names are there once.
func TestEveryKindHasASample(t *testing.T) {
	names := samples.Names()
	for _, kind := range templates.Kinds {
		if s, err := samples.Find(string(kind), game.DefaultSize); err != nil || s.Kind != kind {
			t.Errorf("%s: %v, %v", kind, s.Kind, err)
		}
	}
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("two samples have one name")
	}
	for _, s := range samples.All(game.DefaultSize) {
		if s.Name != string(s.Kind) && !strings.HasPrefix(s.Name, string(s.Kind)+"-") {
			t.Errorf("%s is a mail of kind %s", s.Name, s.Kind)
		}
	}
}

// The samples are mails on boards of every size.
func TestSamplesOfAllSizes(t *testing.T) {
	set := load(t)
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for _, s := range samples.All(size) {
			if _, err := set.Render(templates.Default, s.Kind, s.View); err != nil {
				t.Errorf("%s, size %d: %v", s.Name, size, err)
			}
		}
		if turn, err := samples.Find("turn", size); err != nil || turn.View.Game.Size != size {
			t.Errorf("size %d: %v", size, err)
		}
	}
	// Without a size every sample can be shown, those of a game on another board too.
	for _, name := range samples.Names() {
		if _, err := samples.Find(name, 0); err != nil {
			t.Error(err)
		}
	}
}

// Each language has every kind and nothing else, the pieces that English has, and
// no piece that no mail takes in. That help has words for each command, and no
// others, is shown in package mailbot, which knows the commands; and that the web site says each of its
// pieces, in mailbot/site/page.
func TestNothingMissingNothingLeft(t *testing.T) {
	set := load(t)
	english := set.Pieces(templates.Default)
	for _, language := range set.Languages() {
		entries, err := fs.ReadDir(templates.Files, language)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			kind := templates.Kind(strings.TrimSuffix(e.Name(), ".txt"))
			if !slices.Contains(templates.Kinds, kind) && !slices.Contains(templates.SharedFiles, e.Name()) {
				t.Errorf("%s/%s is no kind of mail", language, e.Name())
			}
		}
		pieces := set.Pieces(language)
		for _, p := range english {
			if !slices.Contains(pieces, p) {
				t.Errorf("%s: no piece %q", language, p)
			}
		}
		called := append(set.Called(language), "former player", "footer", "picture", "unlinked", "stones", "play", "left", "label *", "site *")
		for _, p := range pieces {
			first, rest, _ := strings.Cut(p, " ")
			switch {
			case !slices.Contains(english, p):
				t.Errorf("%s: English has no piece %q", language, p)
			case first == "notice" && !slices.Contains(templates.NoticeCodes(), rest):
				t.Errorf("%s: no notice has the code %q", language, rest)
			case !slices.Contains(called, p) && !slices.Contains(called, first+" *"):
				t.Errorf("%s: no mail has the piece %q", language, p)
			}
		}
	}
}

// Of two pieces of one name the one that is read later would take the other's place,
// also in mails that mean that one.
func TestPiecesHaveNamesOfTheirOwn(t *testing.T) {
	define := regexp.MustCompile(`{{-?\s*define "([^"]*)"`)
	for _, language := range load(t).Languages() {
		file := map[string]string{}
		entries, err := fs.ReadDir(templates.Files, language)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			text, err := fs.ReadFile(templates.Files, language+"/"+e.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range define.FindAllStringSubmatch(string(text), -1) {
				if other := file[found[1]]; other != "" {
					t.Errorf("%s: %q is in %s and in %s", language, found[1], other, e.Name())
				}
				file[found[1]] = e.Name()
			}
		}
		if len(file) != len(load(t).Pieces(language)) {
			t.Errorf("%s: %d pieces in the files, %d in the set", language, len(file), len(load(t).Pieces(language)))
		}
	}
}

// Each notice has words, and words of its own.
func TestNoticesHaveWords(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		texts := map[string]string{}
		for _, code := range templates.NoticeCodes() {
			said, err := set.Say(language, "notice "+code, templates.Notice{Code: code})
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := texts[said]; ok || said == "" {
				t.Errorf("%s: %s and %q say the same: %s", language, code, other, said)
			}
			texts[said] = code
		}
	}
}

// Whatever a player is called or writes, it stays inside its block.
func TestWordsStayWords(t *testing.T) {
	sample, err := samples.Find("turn-contract", game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	sample.View.Words = "<b>bold</b> {{.You}} (former player)\n\n\nSubject: x\n" + strings.Repeat("w", 3000)
	mail, err := load(t).Render("xx", sample.Kind, sample.View)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(mail.Text, "\n  | <b>bold</b> {{.You}} (former player)\n  |\n  |\n  | Subject: x\n  | www") {
		t.Errorf("text part:\n%.600s", mail.Text)
	}
	if strings.Contains(mail.HTML, "<b>bold") || !strings.Contains(mail.HTML, "&lt;b&gt;bold&lt;/b&gt; {{.You}}") {
		t.Errorf("HTML part:\n%s", mail.HTML)
	}
	if !strings.HasPrefix(mail.HTML, "<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">") {
		t.Errorf("language: %.60s", mail.HTML)
	}
}

// However long a name is, no line of a mail is too long.
func TestLongNames(t *testing.T) {
	set := load(t)
	for _, name := range []string{"Johann Sebastian von der Heide", strings.Repeat("棋", 20)} {
		for _, language := range set.Languages() {
			for _, s := range longNamed(name) {
				mail, err := render(set, language, s)
				if err != nil {
					t.Fatal(err)
				}
				if !templates.IsPlain(mail.Text) {
					t.Errorf("%s/%s:\n%s", language, s.Name, mail.Text)
				}
			}
		}
	}
}

// longNamed are the samples in which names stand in lines that are not wrapped.
func longNamed(name string) (all []samples.Sample) {
	for _, s := range samples.All(game.DefaultSize) {
		if !slices.Contains([]templates.Kind{templates.Games, templates.Seeks, templates.Results, templates.Standings}, s.Kind) {
			continue
		}
		switch says := s.View.Says.(type) {
		case *templates.GameList:
			for i := range says.Lines {
				says.Lines[i].Opponent = name
			}
		case *templates.SeekList:
			for i := range says.Lines {
				says.Lines[i].Name = name
			}
		case *templates.PlayerResults:
			for i := range says.Lines {
				says.Lines[i].Opponent = name
			}
		}
		all = append(all, s)
	}
	return all
}

// Who was forgotten has no name, in any language.
func TestFormerPlayerIsNoName(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		said, err := set.Say(language, "former player", nil)
		if err != nil || !strings.HasPrefix(said, "(") || !strings.HasSuffix(said, ")") {
			t.Errorf("%s: %q, %v", language, said, err)
		}
		sample, err := samples.Find("show-over", game.DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		sample.View.Game.Title, sample.View.Opponent = "Ana - "+templates.FormerPlayer, templates.FormerPlayer
		mail, err := render(set, language, sample)
		if err != nil || mail.Subject != "Unlur #42: Ana - "+said {
			t.Errorf("%s: %q, %v", language, mail.Subject, err)
		}
	}
}

// TestReaderIsCalledOnce holds that the first paragraph of a mail has its reader's
// name once: "You answered an older mail, Ana. It is your turn, Ana." sounds cross.
func TestReaderIsCalledOnce(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, sample := range samples.All(game.DefaultSize) {
			mail, err := render(set, language, sample)
			if err != nil {
				t.Fatal(err)
			}
			if sample.View.You == "" {
				continue
			}
			first, _, _ := strings.Cut(mail.Text, "\n\n")
			first = strings.Join(strings.Fields(first), " ")
			called := regexp.MustCompile(`(^●○ |, )` + regexp.QuoteMeta(sample.View.You) + ` ?[,.:;!?]`)
			if len(called.FindAllString(first, -1)) > 1 {
				t.Errorf("%s, %s: %s", language, sample.Name, first)
			}
		}
	}
}

// A mail ends with three lines at most: what its reader can always write, if that is
// somebody who writes to the bot, and who runs it.
func TestFooter(t *testing.T) {
	set := load(t)
	const (
		help    = "Reply HELP for all commands, or STOP for no more emails.\n"
		unwatch = "Reply UNWATCH #42 to stop watching.\n"
		runBy   = "Run by the Unlur club of Girona.\n"
	)
	for name, footer := range map[string]string{
		"turn": help + runBy, "help": help + runBy, "watched": unwatch + help + runBy,
		"invite": runBy, "confirm-stranger": runBy, "operator": "", "unsubscribed": "", "forgotten": "", "address": "",
	} {
		sample, err := samples.Find(name, game.DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		mail, err := set.Render(templates.Default, sample.Kind, sample.View)
		if err != nil {
			t.Fatal(err)
		}
		if footer != "" && !strings.HasSuffix(mail.Text, "\n\n"+footer) || footer == "" && strings.Contains(mail.Text, runBy) {
			t.Errorf("%s does not end with %q:\n%s", name, footer, mail.Text)
		}
	}
}

// A mail that tells of a take-back says so before it says whose turn it is.
func TestTakeBacksAreToldFirst(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, name := range []string{"show-undo-asked", "show-undo-denied", "show-undo-stands"} {
			sample, err := samples.Find(name, game.DefaultSize)
			if err != nil {
				t.Fatal(err)
			}
			told := sample.View.Notices[0]
			want, err := set.Say(language, "notice "+told.Code, told)
			if err != nil {
				t.Fatal(err)
			}
			mail, err := render(set, language, sample)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(mail.Text, "\n\n")
			if got := strings.ReplaceAll(first, "\n", " "); got != "●○ "+want {
				t.Errorf("%s, %s begins with %q", language, name, got)
			}
		}
	}
}

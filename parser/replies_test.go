package parser

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// missed are the replies of testdata/replies.txtar that are not yet read as they
// should be, and why.
var missed = map[string]string{
	"github/email_reply_parser email_sent_from_my_not_signature": "a sentence that begins as the line of a phone does is taken for one",
	"mailgun/talon test_reply_wraps_quotations":                  "below a quote nothing is read while words stand above it",
}

// TestReplies holds how many of the replies that public parsers are tested with are
// read exactly: at least 97 of 100, and all but those named above.
func TestReplies(t *testing.T) {
	const least, bar = 80, 97 // replies, percent of them
	archive, err := txtar.ParseFile("testdata/replies.txtar")
	if err != nil {
		t.Fatal(err)
	}
	exact, all := 0, len(archive.Files)/2
	for i := 0; i+1 < len(archive.Files); i += 2 {
		name, found := strings.CutSuffix(archive.Files[i].Name, ".mail")
		if !found || archive.Files[i+1].Name != name+".want" {
			t.Fatalf("%q and %q are no pair", archive.Files[i].Name, archive.Files[i+1].Name)
		}
		text, want := string(archive.Files[i].Data), strings.TrimSpace(string(archive.Files[i+1].Data))
		kind := "plain"
		if strings.HasPrefix(text, "<") {
			kind = "html"
		}
		m := ReadMail([]byte("From: Ana Tarn <ana@example.org>\nSubject: Re: Unlur #42: Ana - Bo\nIn-Reply-To: <1@example.net>\n"+
			"Content-Type: text/"+kind+"; charset=utf-8\n\n"+text), ours)
		_, known := missed[name]
		got := strings.TrimSpace(m.Reply)
		switch {
		case got == want && known:
			t.Errorf("%s is read, and named as missed", name)
		case got == want:
			exact++
		case !known:
			t.Errorf("%s:\n%q, want\n%q", name, got, want)
		}
	}
	t.Logf("%d of %d replies are read exactly", exact, all)
	if all < least || 100*exact < bar*all {
		t.Errorf("%d of %d replies are read exactly", exact, all)
	}
}

// An attribution may be broken anywhere within its address, with a quote below it
// that is marked or not.
func TestBrokenAddresses(t *testing.T) {
	for language, list := range attributions {
		for _, attribution := range list {
			attribution = strings.ReplaceAll(attribution, "|", " ")
			open, end := strings.IndexByte(attribution, '<'), strings.IndexByte(attribution, '>')
			if open < 0 || end < open || strings.Count(attribution, "<") > 1 {
				continue
			}
			at := open + strings.IndexByte(attribution[open:], '@')
			for name, i := range map[string]int{"before": open, "behind <": open + 1, "name": open + 3, "before @": at, "behind @": at + 1, "domain": at + 4, "before >": end, "behind >": end + 1} {
				if !strings.ContainsRune("<>@un xme", rune(attribution[i-1])) {
					continue
				}
				if name == "before" && opens(lowered(attribution)) == 0 && !datesIn(lowered(attribution[:open])).any {
					continue // a name alone could be the author's own
				}
				if rest := strings.TrimSpace(attribution[i:]); name == "behind >" && rest[0] < 0x80 && opens(lowered(rest)) != 0 && datesIn(lowered(rest)).full {
					continue // it is taken for the whole
				}
				broken := attribution[:i] + "\n" + attribution[i:]
				for quote, below := range map[string]string{"marked": "\n> Your turn: Bo played D7.\n", "bare": "\nYour turn: Bo played D7.\n"} {
					text := "E5, I think\n\n" + broken + "\n" + below
					if isIntroduction(attribution) && quote == "bare" {
						continue
					}
					if got := trimText(text).reply; strings.TrimSpace(got) != "E5, I think" {
						t.Errorf("%s, %s, %s: %q of\n%s", language, name, quote, got, text)
					}
				}
			}
		}
	}
}

// isIntroduction reports whether an attribution says too little to make an older mail
// of what follows without marks.
func isIntroduction(attribution string) bool {
	return strings.TrimSpace(trimText("E5, I think\n\n"+attribution+"\n\nYour turn: Bo played D7.\n").reply) != "E5, I think"
}

package templates

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"unlurbot/game"
)

func load(t testing.TB) *Set {
	t.Helper()
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// gameView shows a record to one of its players, as package mailbot does it.
func gameView(t testing.TB, record string, seat game.Seat, choices ...string) *Game {
	t.Helper()
	g, err := game.ParseRecord(record, game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	v := &Game{
		Number: 42, Title: "Ana - Bo", Size: p.Size(), Seat: seat, Challenger: seat == game.First, Ply: p.Ply(),
		Phase: p.Phase(), ToMove: p.ToMove(), Color: p.Color(seat), Winner: p.Winner(), Reason: p.Reason(),
		InnerFull: !p.InnerCellsLeft(), Board: Board(&p, Marks{Last: true, Connection: true}),
		Connection: len(p.Connection()) > 0, Choices: choices, Example: "E5",
	}
	_, v.Marked = p.Last()
	if events := g.Events(); len(events) > 0 {
		v.Last = &events[len(events)-1]
		v.Moves = strings.Fields(g.Record())[1:]
	}
	return v
}

const (
	whiteWins = "size=4 black A3 A4 B3 B5 C4 C6 D4 D7 E5 E7 F5 F7 G6"
	blackWins = "size=4 black B2 A1 E6 A2 D3 A3 C3 B5 E4 C6 D5 D7 E5 E7 F4 F7 F6 G7 F3 A4"
	loserLine = "size=4 black B2 A1 B3 B1 C3 C1 E3 D1 F4 E2 E6 F3 F5 G4"
)

// The mails of each kind, in the situations that change their words.
func samples(t testing.TB) map[string]struct {
	kind Kind
	view *View
} {
	said := []Notice{{Code: NoticeSaid, Name: "Bo"}}
	turn := []string{"move", "black", "resign", "say", "show", "history", "help"}
	waiting := &Game{Number: 42, Title: "Ana - Bo", Size: 8, Waiting: true, Challenger: true, Seats: "first", Choices: []string{"withdraw", "say", "help"}, Days: 14}
	asked := &Game{Number: 42, Title: "Ana - Bo", Size: 6, Waiting: true, Choices: []string{"accept", "decline", "never", "help", "rules"}, Days: 14}
	ana := func(g *Game, notices ...Notice) *View {
		return &View{You: "Ana", Opponent: "Bo", Game: g, Notices: notices, Address: "unlur@example.org"}
	}
	bo := func(g *Game, notices ...Notice) *View {
		return &View{You: "Bo", Opponent: "Ana", Game: g, Notices: notices, Address: "unlur@example.org"}
	}
	words := func(v *View, text string) *View { v.Words = text; return v }
	passed := func(v *View, text string) *View { v.Passed = text; return v }
	first, second := game.First, game.Second
	return map[string]struct {
		kind Kind
		view *View
	}{
		"challenged":         {Challenged, ana(waiting)},
		"challenged-address": {Challenged, func() *View { v := ana(waiting); v.Verb = "bo@example.net"; return v }()},
		"lapsed-by-you":      {Lapsed, ana(waiting)},
		"lapsed":             {Lapsed, bo(asked)},
		"never":              {Never, bo(nil)},
		"forget":             {Forget, bo(nil)},
		"forgotten":          {Forgotten, bo(nil)},
		"over-left":          {Over, ana(gameView(t, "C4 resign", first), Notice{Code: NoticeLeft, Name: "Bo"})},
		"invite":             {Invite, bo(asked)},
		"declined-by-you":    {Declined, bo(asked)},
		"declined":           {Declined, ana(waiting)},
		"withdrawn-by-you":   {Withdrawn, ana(waiting)},
		"withdrawn":          {Withdrawn, bo(asked)},
		"started":            {Started, bo(gameView(t, "", second, "say", "resign", "help"))},
		"turn-first":         {Turn, ana(gameView(t, "", first, turn...))},
		"turn-contract":      {Turn, words(bo(gameView(t, "C4", second, turn...)), "Greetings from a rainy Girona.\n\nAnd now a line that is far too long for a mail and must therefore be broken before it ends.")},
		"turn-after-black":   {Turn, ana(gameView(t, "C4 black", first, "move", "resign", "help"))},
		"turn-main":          {Turn, bo(gameView(t, "C4 black D7", second, "move", "resign", "help"))},
		"moved-contract":     {Moved, passed(ana(gameView(t, "C4", first, "say", "resign"), said...), "Good luck!\n\nAna")},
		"moved-black":        {Moved, bo(gameView(t, "C4 black", second, "say", "resign"))},
		"moved-main":         {Moved, ana(gameView(t, "C4 black D7", first, "say", "resign"))},
		"over-line-won":      {Over, bo(gameView(t, whiteWins, second, "challenge"))},
		"over-line-lost":     {Over, ana(gameView(t, whiteWins, first, "challenge"))},
		"over-y-won":         {Over, ana(gameView(t, blackWins, first, "challenge"))},
		"over-own-goal-won":  {Over, bo(gameView(t, loserLine, second, "challenge"))},
		"over-own-goal-lost": {Over, ana(gameView(t, loserLine, first, "challenge"))},
		"over-resigned":      {Over, words(ana(gameView(t, "C4 resign", first, "challenge")), "Thank you!")},
		"over-you-resigned":  {Over, bo(gameView(t, "C4 resign", second, "challenge"))},
		"show":               {Show, ana(gameView(t, "C4 black D7", first, "say", "resign"))},
		"show-challenge":     {Show, ana(waiting)},
		"show-over":          {Show, ana(gameView(t, "C4 resign", first, "challenge"))},
		"history":            {History, ana(gameView(t, "C4 black D7", first, "say", "resign"))},
		"history-empty":      {History, ana(gameView(t, "", first, "move"))},
		"said":               {Said, passed(ana(gameView(t, "C4", first, "say"), said...), "Are you there?")},
		"message":            {Message, words(bo(gameView(t, "C4", second, turn...)), "Are you there?")},
		"problem-game":       {Problem, ana(gameView(t, "", first, turn...), Notice{Code: NoticeNear, Text: "blakc", Suggest: "black"})},
		"problem-waiting":    {Problem, bo(asked, Notice{Code: NoticeUnknown, Text: "perhaps later"})},
		"refused-waiting":    {Refused, ana(waiting, Notice{Code: NoticeOwnChallenge, Number: 42})},
		"refused-game":       {Refused, bo(gameView(t, "C4 black D7", second, "move"), Notice{Code: string(game.OffBoard), Cell: "G12", Row: "G", First: 2, Last: 11})},
		"refused-limit":      {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeTooManyMails, Number: 200, Text: "15:00 UTC"}}}},
		"refused-invites":    {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeTooManyOpen, Number: 3}}}},
		"refused-games":      {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeTooManyGames, Number: 100}}}},
		"refused-stranger":   {Refused, &View{Notices: []Notice{{Code: NoticeNoNewPlayers, Text: "00:00 UTC"}}}},
		"refused-over":       {Refused, bo(gameView(t, "C4 resign", second, "challenge"), Notice{Code: string(game.GameOver)})},
		"stale": {Stale, func() *View {
			v := ana(gameView(t, "C4 black D7 E5", first, "move", "resign"))
			v.Verb, v.Game.Since = "C5", []PlayedMove{{Ply: 3, Move: "D7", ByYou: true}, {Ply: 4, Move: "E5", Name: "Bo"}}
			return v
		}()},
		"confirm-game": {Confirm, func() *View {
			v := ana(gameView(t, "", first, turn...))
			v.Asked = []Asked{{Text: "C4", Game: 42}}
			return v
		}()},
		"confirm-foreign": {Confirm, func() *View {
			v := ana(gameView(t, "", first, turn...))
			v.Asked, v.Foreign = []Asked{{Text: "C4", Game: 42}, {Text: "resign", Game: 43}}, true
			return v
		}()},
		"games": {Games, &View{You: "Ana", Games: []GameLine{
			{Number: 42, Size: 6, Opponent: "Bo", Yours: true, Ply: 5},
			{Number: 43, Size: 8, Opponent: "Carla", Ply: 11},
			{Number: 44, Size: 6, Opponent: "Dan", Waiting: true},
			{Number: 45, Size: 6, Opponent: "Eva", Waiting: true, Yours: true},
			{Number: 40, Size: 6, Opponent: "Bo", Over: true, Won: true, Ply: 30},
		}}},
		"games-none":          {Games, &View{You: "Ana"}},
		"named":               {Named, &View{You: "Ana", Notices: []Notice{{Code: NoticeNamed, Name: "Ana"}}}},
		"help":                {Help, &View{You: "Ana", Address: "unlur@example.org", Commands: []string{"move", "black", "resign", "challenge", "accept", "decline", "withdraw", "show", "history", "games", "say", "name", "help", "rules", "unsubscribe"}}},
		"help-word":           {Help, &View{You: "Ana", Address: "unlur@example.org", Commands: []string{"say"}}},
		"rules":               {Rules, ana(gameView(t, "", first))},
		"problem":             {Problem, &View{You: "Ana", Notices: []Notice{{Code: NoticeUnknown, Text: "What is this?"}}}},
		"refused":             {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeNobody, Text: "Zoe"}}}},
		"confirm":             {Confirm, &View{You: "Ana", Asked: []Asked{{Text: "name Eve"}, {Text: "challenge bo@example.net size 8"}}}},
		"confirm-stranger":    {Confirm, &View{Asked: []Asked{{Text: "challenge bo@example.net"}}}},
		"incident":            {Incident, &View{You: "Ana", Number: "k7f3q2"}},
		"unsubscribed":        {Unsubscribed, &View{You: "Ana", Address: "unlur@example.org"}},
		"unreachable":         {Unreachable, ana(gameView(t, "C4", first, "say", "resign", "show"))},
		"unreachable-waiting": {Unreachable, ana(waiting)},
		"moved-to-nobody":     {Moved, ana(gameView(t, "C4", first, "say", "resign"), Notice{Code: NoticeOpponentUnreachable, Name: "Bo"})},
		"operator": {Operator, &View{Address: "unlur@example.org", Notices: []Notice{
			{Code: OperatorUnreachable, Name: "Bo", Text: "bo@example.net: 550 5.1.1 no such mailbox"}, {Code: OperatorLast},
		}}},
		"operator-limit": {Operator, &View{Address: "unlur@example.org", Notices: []Notice{
			{Code: OperatorLimit, Text: "limits.mails_out_per_address", Number: 1000, Name: "Bo"},
			{Code: OperatorLimit, Text: "limits.mails_out", Number: 10000},
		}}},
		"operator-incident":  {Operator, &View{Address: "unlur@example.org", Notices: []Notice{{Code: OperatorIncident, Text: "1f7ac02e"}}}},
		"operator-set-aside": {Operator, &View{Address: "unlur@example.org", Notices: []Notice{{Code: OperatorSetAside}}}},
	}
}

func TestEveryMail(t *testing.T) {
	set := load(t)
	seen := map[Kind]bool{}
	for name, sample := range samples(t) {
		t.Run(name, func(t *testing.T) {
			seen[sample.kind] = true
			mail, err := set.Render(Default, sample.kind, sample.view)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "mails/en/"+name+".txt", "Subject: "+mail.Subject+"\n\n"+mail.Text)
			for line := range strings.Lines(mail.Text) {
				if columns(strings.TrimSuffix(line, "\n")) > lineWidth || strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
					t.Errorf("too long, or blanks at the end: %q", line)
				}
			}
			if strings.Contains(mail.Text, "\n\n\n") || strings.HasPrefix(mail.Text, "\n") || strings.Contains(mail.Text, "<no value>") {
				t.Errorf("not well set:\n%s", mail.Text)
			}
		})
	}
	for _, kind := range Kinds {
		if !seen[kind] {
			t.Errorf("no sample of %q", kind)
		}
	}
	turn := samples(t)["turn-contract"]
	mail, err := set.Render(Default, turn.kind, turn.view)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "mails/en/turn-contract.html", mail.HTML)
}

// Each language has every kind and nothing else, and words for each notice.
func TestNothingMissingNothingLeft(t *testing.T) {
	set := load(t)
	for language := range set.mails {
		entries, err := fs.ReadDir(files, language)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			kind := Kind(strings.TrimSuffix(e.Name(), ".txt"))
			if !slices.Contains(Kinds, kind) && !slices.Contains(sharedFiles, e.Name()) {
				t.Errorf("%s/%s is no kind of mail", language, e.Name())
			}
		}
		texts := map[string]string{}
		for _, code := range NoticeCodes {
			mail, err := set.Render(language, Named, &View{Notices: []Notice{{Code: code}}})
			if err != nil {
				t.Fatal(err)
			}
			first := firstParagraph(mail)
			if other, ok := texts[first]; ok {
				t.Errorf("%s: %s and %s say the same: %s", language, code, other, first)
			}
			texts[first] = code
		}
		nothing, err := set.Render(language, Named, &View{})
		if err != nil {
			t.Fatal(err)
		}
		first := firstParagraph(nothing)
		if code, ok := texts[first]; ok {
			t.Errorf("%s: no words for %s", language, code)
		}
	}
}

// firstParagraph gives what stands below the marker.
func firstParagraph(mail Rendered) string {
	_, below, _ := strings.Cut(mail.Text, "\n\n")
	first, _, _ := strings.Cut(below, "\n\n")
	return first
}

// Whatever a player is called or writes, it stays inside its block.
func TestWordsStayWords(t *testing.T) {
	set := load(t)
	v := &View{You: "Ana", Opponent: "Bo", Game: gameView(t, "C4", game.Second),
		Words: "<b>bold</b> {{.You}}\n\n\nSubject: x\n" + strings.Repeat("w", 3000)}
	mail, err := set.Render("xx", Turn, v)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(mail.Text, "\n  | <b>bold</b> {{.You}}\n  |\n  |\n  | Subject: x\n  | www") {
		t.Errorf("text part:\n%.600s", mail.Text)
	}
	if strings.Contains(mail.HTML, "<b>") || !strings.Contains(mail.HTML, "&lt;b&gt;bold&lt;/b&gt; {{.You}}") {
		t.Errorf("HTML part:\n%s", mail.HTML)
	}
	if !strings.HasPrefix(mail.HTML, "<!DOCTYPE html>\n<html lang=\"en\">") {
		t.Errorf("language: %.60s", mail.HTML)
	}
}

package parser

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lineCases are single lines and how the command reads in its canonical form.
var lineCases = []struct{ line, want string }{
	// A cell, however it is written.
	{"C4", "C4"}, {"c4", "C4"}, {"C-4", "C4"}, {"C 4", "C4"}, {"4c", "C4"}, {"4 C", "C4"}, {"4-C", "C4"},
	{"C4.", "C4"}, {"c4!", "C4"}, {"(C4)", "C4"}, {"*C4*", "C4"}, {"**c4**", "C4"}, {"_C4_", "C4"}, {"`C4`", "C4"},
	{"\"C4\"", "C4"}, {"“C4”", "C4"}, {"«C4»", "C4"}, {"  C4  ", "C4"}, {"\tC4", "C4"}, {"- C4", "C4"}, {"• C4", "C4"},
	{"C4 :-)", "C4"}, {"C4 🙂", "C4"}, {"C04", "C4"}, {"C\u00a04", "C4"}, {"C\u200b4", "C4"}, {"\ufeffC4", "C4"},
	{"Ｃ４", "C4"}, {"ｃ４", "C4"}, {"C–4", "C4"}, {"C.4", "C4"},
	{"G12", "G12"}, {"Z99", "Z99"}, {"a1", "A1"}, {"A0", "A0"},
	// With words and numbers around it.
	{"My move: C4", "C4"}, {"my move is c4.", "C4"}, {"1. C4", "C4"}, {"1 C4", "C4"}, {"12) C4", "C4"}, {"1.C4", "C4"},
	{"move C4", "C4"}, {"play C4", "C4"}, {"Move: c-4", "C4"}, {"mon coup : c4", "C4"}, {"Mi jugada: C4", "C4"},
	{"move 4c", "C4"}, {"3. black", "black"}, {"my move: black", "black"},
	// With the game.
	{"#42 C4", "C4 #42"}, {"C4 #42", "C4 #42"}, {"#42: c4", "C4 #42"}, {"move C4 #42.", "C4 #42"}, {"#042 c4", "C4 #42"},
	{"(#42) C4", "C4 #42"}, {"resign #7", "resign #7"}, {"#7 resign!", "resign #7"}, {"#42 1. C4", "C4 #42"},
	// The words for black.
	{"black", "black"}, {"BLACK!", "black"}, {"pass", "black"}, {"Negras.", "black"}, {"negro", "black"},
	{"negre", "black"}, {"negres", "black"}, {"noir", "black"}, {"noirs", "black"}, {"red", "black"}, {"rojo", "black"},
	{"vermell", "black"}, {"vermelles", "black"}, {"rouge", "black"}, {"black #42", "black #42"},
	// The others.
	{"resign", "resign"}, {"/resign", "resign"}, {"accept", "accept"}, {"accept #3", "accept #3"}, {"Decline.", "decline"},
	{"withdraw", "withdraw"}, {"games", "games"}, {"rules", "rules"}, {"yes", "yes"}, {"YES!", "yes"},
	{"Yes, please.", "yes"}, {"Sí", "yes"}, {"Oui !", "yes"}, {"no", "no"}, {"No, thanks", "no"},
	{"Yes, C4", "C4"}, {"ok c4", "C4"}, {"ja: black", "black"}, {"sí, C4 #7", "C4 #7"},
	{"show", "show"}, {"show #42", "show #42"}, {"show 42", "show #42"}, {"history #42", "history #42"},
	{"help", "help"}, {"Help!", "help"}, {"help challenge", "help challenge"}, {"help: Move", "help move"},
	{"name Ana", "name Ana"}, {"name: Ana Maria.", "name Ana Maria"}, {"name \"J. R.\"", "name J. R"},
	{"say Hi! there?", "say Hi! there?"}, {"say: hello", "say hello"}, {"say hi #42", "#42 say hi"},
	{"say #42 hi", "#42 say hi"}, {"#42 say hi", "#42 say hi"}, {"*say* well played", "say well played"},
	{"say こんにちは！", "say こんにちは！"}, {"say we meet in #42, ok?", "say we meet in #42, ok?"},
	// Challenges.
	{"challenge bo@example.org", "challenge bo@example.org"},
	{"challenge bo@example.org size 8 first", "challenge bo@example.org size 8 first"},
	{"Challenge <Bo@example.org>, Size 8, FIRST", "challenge Bo@example.org size 8 first"},
	{"challenge bo@example.org <mailto:bo@example.org> size 8", "challenge bo@example.org size 8"},
	{"challenge [bo@example.org](mailto:bo@example.org) rated", "challenge bo@example.org rated"},
	{"challenge Bo Example <bo@example.org> second", "challenge bo@example.org second"},
	{"challenge mailto:bo@example.org", "challenge bo@example.org"},
	{"challenge bo@example.org size=8 pace: 7", "challenge bo@example.org size 8 pace 7"},
	{"challenge Ana Maria size 8 friendly", "challenge Ana Maria size 8 friendly"},
	{"challenge \"Ana\"", "challenge Ana"}, {"challenge @ana", "challenge ana"},
	// No commands.
	{"", ""}, {"Thanks!", ""}, {"> C4", ""}, {">C4", ""}, {" > resign", ""}, {"| C4", ""}, {"C4?", ""}, {"resign?", ""},
	{"C4 D5", ""}, {"C", ""}, {"4", ""}, {"C444", ""}, {"CC4", ""}, {"С4", ""}, {"1 C4 2 E6", ""}, {"4. C", ""},
	{"black please", ""}, {"say", ""}, {"name", ""}, {"challenge", ""}, {"challenge size 8", ""}, {"move", ""},
	{"challenge a@example.org b@example.org", ""}, {"help me please", ""}, {"accept it", ""}, {"games #4", ""},
	{"#42", ""}, {"1. e", ""}, {"not C4", ""}, {"resign tomorrow", ""}, {"A- . . X . . . / 8", ""},
	{"name " + strings.Repeat("very ", 20) + "long", ""},
}

func TestParseLine(t *testing.T) {
	for _, tc := range lineCases {
		got := ""
		if c, ok := parseLine(tc.line); ok {
			got = c.String()
			checkReadsBack(t, c)
		}
		if got != tc.want {
			t.Errorf("%q reads as %q, want %q", tc.line, got, tc.want)
		}
	}
}

// TestReadOrders tells small stories: a reply, and what becomes of it. The want
// lists the commands, the note and the problems, one a line.
func TestReadOrders(t *testing.T) {
	tests := []struct{ name, reply, subject, want string }{
		{"a bare move", "C4", "", "C4"},
		{"greeting, move, note", "Hi Bo,\n\nC4\n\nThanks!\n\nAna", "", "C4\nnote: Thanks!\\n\\nAna"},
		{"several commands", "C4\nsay hello\nshow #7", "", "C4\nsay hello\nshow #7"},
		{"a paragraph for each command, as HTML mail has it", "C4\n\nsay hello\n\nBye now", "", "C4\nsay hello\nnote: Bye now"},
		{"a note directly below", "C4\nNice game so far.", "", "C4\nnote: Nice game so far."},
		{"thanks is not a slip", "C4\nThanks!", "", "C4\nnote: Thanks!"},
		{"a note that talks of black", "C4\nBlack is in trouble now", "", "C4\nnote: Black is in trouble now"},
		{"a note that names a cell", "C4\n\nI feared D5.", "", "C4\nnote: I feared D5."},
		{"the move is announced", "My move:\nC4", "", "C4"},
		{"greeting and announcement", "Hello!\nmy move is\nC4", "", "C4"},
		{"a slip", "blakc", "", "near: blakc -> black"},
		{"another", "resing", "", "near: resing -> resign"},
		{"a slip in a long command", "chalenge bo@example.org size 8", "", "near: chalenge bo@example.org size 8 -> challenge bo@example.org size 8"},
		{"a slip below a command that is no move", "show\nsya hello", "", "show\nnear: sya hello -> say hello"},
		{"a slip that may be a move holds back the move", "C4\nresing", "", "near: resing -> resign"},
		{"a question is no move", "C4?", "", "near: C4? -> C4"},
		{"a command and more", "Black, please!", "", "near: Black, please! -> black"},
		{"a command without its words", "challenge", "", "near: challenge -> help challenge"},
		{"a slip of the finger in a cell", "Cl0", "", "near: Cl0 -> C10"},
		{"a Cyrillic letter", "С4", "", "near: С4 -> C4"},
		{"a sentence with a cell", "I think I'll take C4", "", "maybe-move: I think I'll take C4 -> C4"},
		{"a broken sentence with a cell", "After long thought\nI'll take C4", "", "maybe-move: After long thought -> C4"},
		{"words first, then the move", "Nice one!\n\nC4\n\nAna", "", "maybe-move: C4 -> C4"},
		{"words first, then two moves", "Nice one!\nC4\nblack", "", "two-moves: C4, black"},
		{"words first, a cell in the second sentence", "Hello again.\n\nI'll take C4.", "", "maybe-move: I'll take C4. -> C4"},
		{"a word for a move in a sentence", "I resign.", "", "maybe-move: I resign. -> resign"},
		{"another", "Then I pass, I think", "", "maybe-move: Then I pass, I think -> black"},
		{"a long sentence about black", "I like how black has put the stones there", "", "unknown: I like how black has put the stones there"},
		{"a question about resigning", "Did you resign?", "", "unknown: Did you resign?"},
		{"no, and more", "No idea what to do", "", "unknown: No idea what to do"},
		{"a sentence with two cells", "C4 is better than D5", "", "unknown: C4 is better than D5"},
		{"two cells on a line", "C4 or D5", "", "two-moves: C4, D5"},
		{"two moves", "C4\nD5", "", "two-moves: C4, D5"},
		{"two moves and a word", "C4\nsay hi\nresign", "", "say hi\ntwo-moves: C4, resign"},
		{"the same move twice", "C4\nc-4", "", "C4"},
		{"moves in two games", "#1 C4\n#2 D5", "", "C4 #1\nD5 #2"},
		{"nothing", "", "", "empty: "},
		{"only blanks", " \n\u00a0\n", "", "empty: "},
		{"only a greeting", "Hello!", "", "unknown: Hello!"},
		{"only thanks", "Thanks!", "", "unknown: Thanks!"},
		{"a greeting that hides a command", "Hi Bo, resign", "", "maybe-move: Hi Bo, resign -> resign"},
		{"quoted lines are nobody's words", "> C4\n> resign\nD5", "", "D5"},
		{"the subject", "", "challenge Bo size 8", "challenge Bo size 8"},
		{"the subject and a note", "Fancy a game?", "challenge Bo", "challenge Bo\nnote: Fancy a game?"},
		{"the text goes before the subject", "games", "rules", "games"},
		{"a slip in the text keeps the subject unread", "resing", "accept", "near: resing -> resign"},
		{"a slip in the subject", "", "acept #3", "near: acept #3 -> accept #3"},
		{"the subject is no command", "Hello there", "A question", "unknown: Hello there"},
		{"a long note", "C4\n\n" + strings.Repeat("x", MaxNote+1), "", "C4\nnote: " + strings.Repeat("x", MaxNote) + "\nnote-too-long: "},
		{"long words, and a note", "say " + strings.Repeat("x", MaxNote+1) + "\n\nBye", "",
			"say " + strings.Repeat("x", MaxNote) + "\nnote: Bye\nnote-too-long: "},
		{"too many", strings.Repeat("help\n", MaxCommands) + "resign", "",
			strings.Repeat("help\n", MaxCommands) + "too-many-commands: resign"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			orders := ReadOrders(tc.reply, tc.subject)
			checkOrders(t, orders)
			if diff := cmp.Diff(tc.want, tell(orders)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// tell writes orders in the form of the table above.
func tell(o Orders) string {
	var lines []string
	for _, c := range o.Commands {
		lines = append(lines, c.String())
	}
	if o.Note != "" {
		lines = append(lines, "note: "+strings.ReplaceAll(o.Note, "\n", `\n`))
	}
	for _, p := range o.Problems {
		line := p.Code + ": " + p.Text
		if p.Suggest != "" {
			line += " -> " + p.Suggest
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestOrdinaryWords holds that what people write below a move is a note, and no
// slip of a command.
func TestOrdinaryWords(t *testing.T) {
	for _, note := range []string{
		"Thanks!", "Thank you", "Your turn", "Good game", "Good luck", "Have fun", "Nice one", "Cheers", "Best,", "Bye",
		"Hello", "Game on!", "Games are long", "Well played", "Sorry for the delay", "Hell of a move", "Same here",
		"Names are hard", "Help is on the way", "Back on Monday", "Rested and ready", "Past midnight here", "Show me what you have",
		"Plan B", "Snow at last!", "See you", "Ana", "Bo", "Gracias", "Suerte", "Gràcies", "Merci", "À toi", "Danke", "Grüße",
		"Salut", "Adéu", "Adiós", "Hasta luego", "Moved house this week", "Yesterday I was ill", "More later", "Sent in haste",
		"Played from my phone", "Accepting my fate", "Rough weather", "Without hope", "So be it", "OK", "Hm", "😀", "...", "--",
	} {
		got := ReadOrders("C4\n"+note, "")
		if tell(got) != "C4\nnote: "+note {
			t.Errorf("%q below a move: %s", note, tell(got))
		}
	}
}

func TestOrdersReadsTheSubjectOnlyAtTheBeginning(t *testing.T) {
	const head = "From: ana@example.org\nTo: unlur@example.net\n"
	for header, want := range map[string]string{
		"Subject: games\n": "games",
		"Subject: games\nIn-Reply-To: <1@example.org>\n":   "empty: ",
		"Subject: games\nReferences: <1@example.org>\n":    "empty: ",
		"Subject: Re: games\n":                             "empty: ",
		"Subject: FWD: games\n":                            "empty: ",
		"Subject: AW: games\n":                             "empty: ",
		"Subject: Re[2]: games\n":                          "empty: ",
		"Subject: =?utf-8?q?show_=23?=\n =?utf-8?q?42?=\n": "show #42",
		"Subject: say: hello\n":                            "say hello",
		"Subject: games\nAuto-Submitted: auto-generated\n": "",
		"Subject: games\nFrom: eve@example.org\n":          "",
	} {
		m := ReadMail([]byte(head+header+"\n\n"), ours)
		if got := tell(m.Orders()); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

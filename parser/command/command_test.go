package command

import (
	"strings"
	"testing"
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
	{"withdraw", "withdraw"}, {"games", "games"}, {"clocks", "clocks"}, {"rules", "rules"}, {"yes", "yes"}, {"YES!", "yes"},
	{"Yes, please.", "yes"}, {"Sí", "yes"}, {"Oui !", "yes"}, {"no", "no"}, {"No, thanks", "no"},
	{"Yes, C4", "C4"}, {"ok c4", "C4"}, {"ja: black", "black"}, {"sí, C4 #7", "C4 #7"},
	{"show", "show"}, {"show #42", "show #42"}, {"show 42", "show #42"}, {"history #42", "history #42"},
	{"help", "help"}, {"Help!", "help"}, {"help challenge", "help challenge"}, {"help: Move", "help move"},
	{"name Ana", "name Ana"}, {"name: Ana Maria.", "name Ana Maria"}, {"name \"J. R.\"", "name J. R"},
	{"say Hi! there?", "say Hi! there?"}, {"say: hello", "say hello"}, {"say hi #42", "#42 say hi"},
	{"say #42 hi", "#42 say hi"}, {"#42 say hi", "#42 say hi"}, {"*say* well played", "say well played"},
	{"say こんにちは！", "say こんにちは！"}, {"say we meet in #42, ok?", "say we meet in #42, ok?"},
	// With polite words behind it.
	{"C4 please", "C4"}, {"C4, good luck!", "C4"}, {"C4 - thanks", "C4"}, {"C4, sorry!", "C4"}, {"c4 (thanks)", "C4"}, {"C4、お願いします", "C4"},
	{"accept, thanks!", "accept"}, {"black please", "black"}, {"resign, thank you", "resign"}, {"#7 C4, thanks, have fun!", "C4 #7"},
	{"1. C4 please", "C4"}, {"My move: C4, thanks", "C4"}, {"show 42 please", "show #42"}, {"help please", "help"},
	{"help forget me", "help forget me"}, {"help forget if", "help forget ifs"}, {"help forget it", ""},
	{"help tournament join", "help tournament join"}, {"Help: tournaments leave 5", "help tournament leave"}, {"help tournament 5", "help tournament"}, {"help tournament rules", ""},
	{"help challenge, please", "help challenge"}, {"C4, s’il te plaît", "C4"}, {"C4 si us plau", "C4"}, {"C4，谢谢！", "C4"},
	{"ok c4 bitte", "C4"}, {"C4, dziękuję", "C4"}, {"C4 спасибо", "C4"}, {"C4 teşekkürler", "C4"}, {"C4 감사합니다", "C4"},
	{"No, sorry!", "no"}, {"No, lo siento", "no"}, {"No, ho sento!", "no"}, {"Non, désolée", "no"}, {"no gracias", "no"}, {"nein danke", "no"}, {"non merci", "no"}, {"oui merci", "yes"}, {"ja gerne", "yes"},
	{"sí, gràcies", "yes"}, {"Sì", "yes"}, {"はい、お願いします", "yes"}, {"yes, play it", "yes"}, {"Nej tack", "no"},
	{"say thanks", "say thanks"}, {"say no, thanks", "say no, thanks"},
	{"C4, no wait", ""}, {"C4 or D5", ""}, {"C4 would be nice", ""}, {"C4 (my other idea was D5)", ""}, {"C4 thanks?", ""},
	{"C4? thanks", ""}, {"not C4, thanks", ""}, {"C4(thanks)", ""}, {"C4.Thanks", ""}, {"Thanks, C4", ""},
	// Behind an arrow, and below words of other languages.
	{"->C4", "C4"}, {"-> C4", "C4"}, {"=> resign", "resign"}, {"→ C4", "C4"}, {"- > C4", ""}, {"->> C4", ""},
	{"Zug: C4", "C4"}, {"Mein Zug ist C4", "C4"}, {"Gioco C4", "C4"}, {"Mijn zet: C4", "C4"}, {"Mój ruch: C4", "C4"},
	{"Мой ход: C4", "C4"}, {"Next move: C4", "C4"}, {"Minha jogada: C4", "C4"},
	// Challenges.
	{"challenge bo@example.org please", "challenge bo@example.org"}, {"challenge Bo size 8, thanks!", "challenge Bo size 8"},
	{"challenge मीनू size 8.", "challenge मीनू size 8"}, {"challenge Bo, please", "challenge Bo"}, {"challenge Bo Tack", "challenge Bo Tack"}, {"challenge Merci", "challenge Merci"},
	{"Challenge me again when I am back from holidays please", ""}, {"Challenge accepted!", ""}, {"Challenge accepted! Let's go.", ""},
	{"challenge " + strings.Repeat("o", 30), "challenge " + strings.Repeat("o", 30)}, {"challenge " + strings.Repeat("o", 31), ""},
	{"challenge bo@example.org", "challenge bo@example.org"},
	{"challenge bo@example.org size 8 first", "challenge bo@example.org size 8 first"},
	{"Challenge <Bo@example.org>, Size 8, FIRST", "challenge Bo@example.org size 8 first"},
	{"challenge bo@example.org <mailto:bo@example.org> size 8", "challenge bo@example.org size 8"},
	{"challenge [bo@example.org](mailto:bo@example.org) rated", "challenge bo@example.org rated"},
	{"challenge Bo Example <bo@example.org> second", "challenge bo@example.org second"},
	{"challenge mailto:bo@example.org", "challenge bo@example.org"},
	{"challenge 'bo@example.org'", "challenge bo@example.org"}, {"challenge 'bo@example.org', size 8", "challenge bo@example.org size 8"},
	{"challenge o'brien@example.org", "challenge o'brien@example.org"}, {"challenge \"bo@example.org\".", "challenge bo@example.org"},
	{"challenge 'bo@example.org", ""}, {"challenge bo@example.org'", ""}, {"challenge “bo@example.org", ""}, {"challenge bo@example..org", ""},
	{"challenge .bo@example.org", ""}, {"challenge bo @ example.org", ""}, {"challenge bo@exаmple.org bo@example.org", ""},
	{"challenge bo@example.org size=8 pace: 7", "challenge bo@example.org size 8 pace 7"},
	{"challenge Ana Maria size 8 friendly", "challenge Ana Maria size 8 friendly"},
	{"challenge \"Ana\"", "challenge Ana"}, {"challenge @ana", "challenge ana"},
	{"challenge Bo pace 10d + 1d max 20d rated", "challenge Bo pace 10d+1d max 20d rated"},
	{"challenge Bo Pace: 10 days + 1 day, max 20 days, size 7", "challenge Bo pace 10d+1d max 20d size 7"},
	{"challenge Bo pace 10d+ 1d", "challenge Bo pace 10d+1d"}, {"challenge Bo pace 36 hours", "challenge Bo pace 36h"},
	{"challenge Bo pace none match private", "challenge Bo pace none match private"}, {"challenge Count Bo", "challenge Count Bo"},
	// The club: who wants to play, and how.
	{"seek", "seek"}, {"Seek size 8, pace 3 days, friendly", "seek size 8 pace 3d friendly"}, {"seek rated count 3 please", "seek rated count 3"},
	{"seek count=2", "seek count 2"}, {"seek first", "seek first"}, {"seek Bo", ""}, {"Seek and you will find", ""},
	{"seeks", "seeks"}, {"seeks #4", ""}, {"withdraw #4", "withdraw #4"}, {"accept 4", "accept #4"},
	{"limit 5", "limit 5"}, {"Limit: 05.", "limit 5"}, {"limit", ""}, {"limit five", ""}, {"limit -1", ""}, {"limit - 5", "limit 5"}, {"limit 12345", ""},
	// A tournament has a number of its own.
	{"tournament", "tournament"}, {"Tournaments.", "tournament"}, {"CUP", ""}, {"cups", ""}, {"tournament, please", "tournament"},
	{"tournament 5", "tournament 5"}, {"Tournament #5", "tournament 5"}, {"tournament: #05!", "tournament 5"}, {"tournament no 5", "tournament 5"}, {"tournament No. 5", "tournament 5"},
	{"tournament number 5", "tournament 5"}, {"tournament №5", "tournament 5"}, {"tournament (#5)", "tournament 5"}, {"*tournament* 5", "tournament 5"},
	{"tournament join", "tournament join"}, {"tournament join 5", "tournament join 5"}, {"Tournament Join #5, thanks!", "tournament join 5"}, {"tournament join no. 5", "tournament join 5"},
	{"tournament enter 5", "tournament join 5"}, {"tournament take part", "tournament join"}, {"tournament leave", "tournament leave"}, {"tournament leave #5", "tournament leave 5"}, {"tournament quit 5", "tournament leave 5"},
	{"tournament 5 join", "tournament join 5"}, {"tournament #5: leave", "tournament leave 5"}, {"tournament no 5 leave", "tournament leave 5"},
	{"#5 tournament", ""}, {"#5 tournament join", ""}, {"tournament 5 #6", ""}, {"tournament 5 6", ""}, {"tournament 12345", ""}, {"tournament C4", ""}, {"tournament 5?", ""}, {"tournament join?", ""},
	{"tournament join Bo", ""}, {"tournament join leave", ""}, {"tournament join 5 leave", ""}, {"tournament join 5 pace 3d", ""}, {"tournament no", ""}, {"tournament game 5", ""}, {"tournament 5th", ""},
	{"tournament was fun", ""}, {"Tournament, join me!", ""}, {"Tournament is over, leave", ""}, {"cup of tea", ""}, {"join tournament 5", ""}, {"leave", ""}, {"> tournament join", ""},
	{"puzzle", "puzzle"}, {"Puzzle 7", "puzzle 7"}, {"puzzle, please", "puzzle"}, {"puzzle 7 g10", "puzzle 7 G10"}, {"puzzle #7: answer", "puzzle 7 answer"}, {"problema 12 solución", "puzzle 12 answer"}, {"problème numéro 3", "puzzle 3"},
	{"puzzle 7 D4 D5", ""}, {"puzzle any", ""}, {"puzzles me", ""}, {"Problem: I can't see the board", ""}, {"Problema con el tablero", ""}, {"set puzzle weekly", "set puzzle weekly"}, {"set puzzles off", "set puzzle off"}, {"set puzzle every week", "set puzzle weekly"}, {"configura problemes cada setmana", "set puzzle weekly"},
	// Lessons have numbers, and moves that may solve them.
	{"learn", "learn"}, {"Learn, please!", "learn"}, {"lesson 4", "learn 4"}, {"LEARN 4 d4", "learn 4 D4"}, {"learn 3 black", "learn 3 black"}, {"learn 3: pass", "learn 3 black"},
	{"learn 4 D4 D5", ""}, {"learn D4", ""}, {"learn 4 any", ""}, {"learn more", ""}, {"learn from it", ""}, {"learned", ""}, {"learn 4 lessons", ""}, {"help learn", "help learn"},
	// The ladder is one, and has places.
	{"ladder", "ladder"}, {"Ladder!", "ladder"}, {"ladder, please", "ladder"}, {"ladder 3", "ladder 3"}, {"ladder #3", "ladder 3"}, {"ladder no. 3", "ladder 3"},
	{"ladder join", "ladder join"}, {"Ladder: enter, thanks!", "ladder join"}, {"LADDER LEAVE", "ladder leave"}, {"ladder quit", "ladder leave"},
	{"ladder join 3", ""}, {"ladder leave #5", ""}, {"ladder join Bo", ""}, {"ladder?", ""}, {"ladder join?", ""}, {"ladder to heaven", ""}, {"#5 ladder", ""}, {"ladders", ""}, {"> ladder join", ""},
	{"help ladder", "help ladder"}, {"help ladder join", "help ladder join"}, {"help ladder 3", "help ladder"},
	{"rematch", "rematch"}, {"rematch #4!", "rematch #4"}, {"rematch 4", "rematch #4"}, {"rematch tomorrow", ""},
	// Moves that are not played.
	{"preview C4", "preview C4"}, {"preview C4, d-5 noir", "preview C4 D5 black"}, {"preview c 4 d 5 #42", "preview C4 D5 #42"},
	{"preview #42 C4", "preview C4 #42"}, {"#42 preview: C4", "preview C4 #42"}, {"preview C4 -> D5", "preview C4 D5"},
	{"preview", ""}, {"preview C4 any", ""}, {"preview resign", ""}, {"preview C4 and more", ""},
	{"if C4 D5", "if C4 D5"}, {"if c4: d5", "if C4 D5"}, {"If C4 then D5.", "if C4 D5"}, {"if C4 -> D5", "if C4 D5"}, {"if C4->D5", "if C4 D5"},
	{"if C4 → D5", "if C4 D5"}, {"if C4 - D5", "if C4 D5"}, {"if c 4 d 5", "if C4 D5"}, {"if C4 => D5, E6 => F7", "if C4 D5, E6 F7"},
	{"if C4 D5, E6 F7", "if C4 D5, E6 F7"}, {"if C4 D5; then E6 F7,", "if C4 D5, E6 F7"}, {"if any black", "if any black"},
	{"if anything black", ""}, {"if noir D5", "if black D5"}, {"#42 if C4 D5", "if C4 D5 #42"}, {"if C4 D5, any E6 #42", "if C4 D5, any E6 #42"},
	{"if", ""}, {"if C4", ""}, {"if C4, D5", ""}, {"if C4 D5 E6 F7", ""}, {"if C4 any", ""}, {"If C4, I am lost", ""}, {"if C4 resign", ""},
	{"If C4 then D5 wins", ""}, {"If any", ""}, {"If black D5?", ""},
	{"forget ifs", "forget ifs"}, {"Forget if #42", "forget ifs #42"}, {"forget ifs and buts", ""}, {"forget me #42", ""}, {"#42 forget me", ""},
	{"undo", "undo"}, {"Undo #42, please", "undo #42"}, {"undo 42", "undo #42"}, {"undo C4", ""},
	{"analyse #42", "analyse #42"}, {"Analyze 42", "analyse #42"}, {"analiza", "analyse"}, {"analyser #42", "analyse #42"}, {"analysis paralysis", ""}, {"hint", "hint"}, {"Hint #42, please", "hint #42"}, {"pista", "hint"}, {"indice 42", "hint #42"}, {"Hint hint", ""}, {"hint: try C4", ""},
	{"challenge robot", "challenge robot"}, {"challenge robot level 3", "challenge robot level 3"}, {"challenge the computer level 2 size 8", "challenge robot level 2 size 8"},
	{"Challenge Robot, level=3, second", "challenge robot level 3 second"}, {"reta al ordenador nivel 4", "challenge robot level 4"}, {"challenge robot-3", "challenge robot-3"}, {"profile robot-1 (robot)", "profile robot-1"}, {"challenge robot-1 (robot) size 8", "challenge robot-1 size 8"}, {"challenge Bo level 3", "challenge Bo level 3"},
	{"rematch level 4", "rematch level 4"}, {"rematch #42 level 4", "rematch level 4 #42"}, {"rematch level", ""}, {"rematch size 8", ""}, {"revenja nivell 4", "rematch level 4"},
	{"allow", "allow"}, {"deny #42", "deny #42"}, {"allow me", ""}, {"Deny everything", ""},
	// Words for nobody.
	{"note corner is weak", "note: corner is weak"}, {"note: that corner", "note: that corner"}, {"NOTE : the corner", "note: the corner"},
	{"Note to self: E6", "note: to self: E6"}, {"#42 note E6 next", "#42 note: E6 next"}, {"note #42 E6", "#42 note: E6"}, {"note: E6 #42", "#42 note: E6"},
	{"Note that I am away", ""}, {"Note, I am away", ""}, {"Note – I am away", ""}, {"Note I’m away", ""}, {"note", ""}, {"note:", ""},
	{"mute", "mute"}, {"mute Bo", "mute Bo"}, {"mute #42", "mute #42"}, {"mute 42", "mute #42"}, {"mute Bo #42", ""}, {"mute C4", ""},
	{"mute bo@example.org", "mute bo@example.org"}, {"unmute Ana Maria", "unmute Ana Maria"}, {"profile Will So", "profile Will So"}, {"mute it is", ""}, {"mute me for a while", ""},
	// What there is to see.
	{"show at 12", "show at 12"}, {"show 42 at 12", "show at 12 #42"}, {"show move 12", "show at 12"}, {"show #42 at move 012", "show at 12 #42"},
	{"show at 12 #42", "show at 12 #42"}, {"show 12 moves", ""}, {"show game 42 at 12", "show at 12 #42"}, {"Watch game #42!", "watch #42"}, {"show game over", ""}, {"show at", ""}, {"show at at 12", "show at 12"}, {"show 12 at", ""}, {"show me", ""},
	{"watch #42", "watch #42"}, {"Watch 42.", "watch #42"}, {"unwatch #42", "unwatch #42"}, {"watch", ""}, {"Watch out", ""}, {"watch 42 games", ""},
	{"export", "export"}, {"export #42", "export #42"}, {"export 42", "export #42"}, {"export ALL", "export all"}, {"export me", "export me"},
	{"export all #42", "export all #42"}, {"export me #42", ""}, {"export everything", "export all"}, {"export Bo", "export Bo"}, {"export Bo #42", "export Bo #42"}, {"export 42", "export #42"}, {"export the game please", ""},
	{"standings", "standings"}, {"standings now", ""}, {"profile", "profile"}, {"profile Bo", "profile Bo"}, {"profile of Bo, please", "profile Bo"},
	{"profile Bo <bo@example.org>", "profile bo@example.org"}, {"profile bo@example.org please", "profile bo@example.org"}, {"profile is empty", ""},
	{"results Ana Maria", "results Ana Maria"}, {"Results for \"Bo\"", "results Bo"}, {"results", "results"}, {"Results are good", ""}, {"results of the week", ""},
	{"games Bo", "games Bo"}, {"games of Ana Maria", "games Ana Maria"}, {"games of bo", "games Bo"}, {"games bo", ""}, {"Games tonight", ""}, {"export bo", ""}, {"games all", "games all"}, {"Games are fun", ""}, {"games continue. To come", ""}, {"games J. Smith", "games J. Smith"}, {"games 4", ""}, {"results Bo?", ""}, {"results bo@example.org ana@example.org", ""}, {"results a b c d e", ""},
	// What a player sets.
	{"set", "set"}, {"set zone Europe/Madrid", "set zone Europe/Madrid"}, {"Set Zone: Europe/Madrid, thanks", "set zone Europe/Madrid"},
	{"set timezone America/New York", "set zone America/New_York"}, {"set zone UTC", "set zone UTC"}, {"set zone of mine", ""},
	{"set language ES", "set language es"}, {"set language to Català", "set language ca"}, {"set weekends = Off", "set weekends off"},
	{"set reminders on", "set reminders on"}, {"set format html", "set format html"}, {"set mails: daily", "set mails daily"},
	{"set mails never ever again", ""}, {"set format", ""}, {"Set in stone", ""}, {"set language es en", ""},
	{"away 2026-12-20 to 2027-01-06", "away 2026-12-20 to 2027-01-06"}, {"Away from 2026-12-20 until 2027-1-6, thanks!", "away 2026-12-20 to 2027-01-06"},
	{"away 2026-12-20 - 2027-01-06", "away 2026-12-20 to 2027-01-06"}, {"away 2026-13-45 to 2027-01-06", "away 2026-13-45 to 2027-01-06"},
	{"away 10d", "away 10d"}, {"away 10 days", "away 10d"}, {"away for 2 weeks", "away 14d"}, {"away: 1 day please", "away 1d"},
	{"away until 2027-01-06", "away until 2027-01-06"}, {"away to 2027-01-06", "away until 2027-01-06"}, {"away", ""}, {"away 2026-12-20", ""}, {"away 10", ""},
	{"away 20.12.2026 to 06.01.2027", ""}, {"away until Friday, sorry", "away until friday"}, {"away tomorrow", "away tomorrow"}, {"away 20-12-2026 to 06-01-2027", ""}, {"away 2000 days", ""},
	{"back", "back"}, {"Back!", "back"}, {"back again", ""}, {"back #42", ""}, {"back on Monday", ""},
	{"address add ana@example.net", "address add ana@example.net"}, {"Address DROP <Ana@example.net>", "address drop Ana@example.net"},
	{"address add ana@example.net <mailto:ana@example.net>, please", "address add ana@example.net"}, {"address add", ""}, {"address ana@example.net", ""},
	{"address add a@example.net b@example.net", ""}, {"address add a@example.net now", ""}, {"Address: Main Street 5", ""},
	{"stop", "stop"}, {"unsubscribe", "stop"}, {"Stop, please!", "stop"}, {"Stop that", ""}, {"Stop,", ""}, {"Back, thanks!", "back"},
	// No commands.
	{"", ""}, {"Thanks!", ""}, {"> C4", ""}, {">C4", ""}, {" > resign", ""}, {"| C4", ""}, {"C4?", ""}, {"resign?", ""},
	{"C4 D5", ""}, {"C", ""}, {"4", ""}, {"C444", ""}, {"CC4", ""}, {"С4", ""}, {"1 C4 2 E6", ""}, {"4. C", ""},
	{"say", ""}, {"name", ""}, {"challenge", ""}, {"challenge size 8", ""}, {"move", ""},
	{"challenge a@example.org b@example.org", ""}, {"help me please", "help me"}, {"help fair play", "help fair-play"}, {"help cheating", "help fair-play"}, {"accept it", ""}, {"games #4", ""},
	{"#42", ""}, {"1. e", ""}, {"not C4", ""}, {"resign tomorrow", ""}, {"A- . . X . . . / 8", ""},
	{"name " + strings.Repeat("very ", 20) + "long", ""}, {"name " + strings.Repeat("o", 31), ""},
	{"Name is Ana by the way, nice to meet you", ""}, {"Name your price!", ""}, {"name a b c d e", ""},
	{"name Ana, thanks!", "name Ana"}, {"name Ana Tack", "name Ana Tack"},
}

func TestParseLine(t *testing.T) {
	for _, tc := range lineCases {
		got := ""
		if c, ok := Parse(tc.line); ok {
			got = c.String()
			checkReadsBack(t, c)
		}
		if got != tc.want {
			t.Errorf("%q reads as %q, want %q", tc.line, got, tc.want)
		}
	}
}

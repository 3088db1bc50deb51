package command

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
		{"a slip below words", "say hello\n\nresgin", "", "say hello\nnote: resgin\nspoken: resgin -> resign"},
		{"a move below words", "say hello\nHow are you?\nC44\nresgin", "", "say hello\nnote: How are you?\\nC44\\nresgin\nspoken: C44 -> C44"},
		{"a command below a salutation", "C4\n\nGracias,\nresign", "", "C4\nnote: Gracias,\\nresign\nspoken: resign -> resign"},
		{"two moves below words", "say hello\nC4 D5", "", "say hello\nnote: C4 D5\nspoken: C4 D5"},
		{"a private note below words", "C4\n\nNice game.\nnote: D6 is weak", "", "C4\nnote: Nice game.\\nnote: D6 is weak\nspoken: note: D6 is weak -> note: D6 is weak"},
		{"a slip that may be two commands, below words", "C4\nHello!\nseekd", "", "C4\nnote: Hello!\\nseekd\nspoken: seekd -> seek | seeks"},
		{"the last word of a sentence that a program has broken", "C4\nI never expected that you would see it, for it is hidden\nhelp", "",
			"C4\nnote: I never expected that you would see it, for it is hidden\\nhelp"},
		{"a letter", "C4\n\nDear Bo,\n\n" + strings.Repeat("Hm.\n", 12) + "D5", "", "C4\nnote: Dear Bo,\\n\\n" + strings.Repeat("Hm.\\n", 12) + "D5"},
		{"the end of a list", "C4\nBring games, boards,\nrules.", "", "C4\nnote: Bring games, boards,\\nrules."},
		{"words that say the same to the opponent", "C4\nDid you see it?\nYes\nNo!\nsay cheese", "", "C4\nnote: Did you see it?\\nYes\\nNo!\\nsay cheese"},
		{"a slip that may be a move holds back the move", "C4\nresing", "", "near: resing -> resign"},
		{"a question is no move", "C4?", "", "near: C4? -> C4"},
		{"a command and more", "Black, I think!", "", "near: Black, I think! -> black"},
		{"a command without its words", "challenge", "", "near: challenge -> help challenge"},
		{"a slip of the finger in a cell", "Cl0", "", "near: Cl0 -> C10"},
		{"a Cyrillic letter", "С4", "", "near: С4 -> C4"},
		{"a sentence with a cell", "I think I'll take C4", "", "maybe-move: I think I'll take C4 -> C4"},
		{"a broken sentence with a cell", "After long thought\nI'll take C4", "", "maybe-move: I'll take C4 -> C4"},
		{"words first, then the move", "Nice one!\n\nC4\n\nAna", "", "maybe-move: C4 -> C4"},
		{"words first, a name below", "I take C4.\n\nAna\nTel. B12 3456", "", "maybe-move: I take C4. -> C4"},
		{"two cells in the first paragraph", "C4 beats D5.\n\nI take E6.", "", "unknown: C4 beats D5."},
		{"giving up above a cell", "Me rindo.\n\nC4", "", "two-moves: resign, C4"},
		{"giving up above a telephone", "Me rindo.\n\nTel. B12 3456", "", "maybe-move: Me rindo. -> resign"},
		{"agreeing before a sentence", "OK\n\nI'll take C4", "", "maybe-move: I'll take C4 -> C4"},
		{"agreeing above a name", "OK\n\nAna", "", "near: OK -> accept"},
		{"agreeing below a move is a note", "C4\nI accept", "", "C4\nnote: I accept"},
		{"an acceptance and more", "Challenge accepted! Let's go.", "", "near: Challenge accepted! Let's go. -> accept"},
		{"a challenge in a sentence", "Challenge me again when I am back from holidays please", "",
			"near: Challenge me again when I am back from holidays please -> help challenge"},
		{"a long name", "name Maximiliana Alexandrina Konstantinopolskaya", "",
			"near: name Maximiliana Alexandrina Konstantinopolskaya -> help name"},
		{"a long name of four words", "name Maximiliana Alexandrina von Konstantinopolskaya", "",
			"near: name Maximiliana Alexandrina von Konstantinopolskaya -> help name"},
		{"a sentence that begins with name", "Name is Ana by the way, nice to meet you", "", "unknown: Name is Ana by the way, nice to meet you"},
		{"a bare name above the move", "Bo,\n\nC4", "", "C4"},
		{"a bare name directly above the move", "Bo,\nC4", "", "maybe-move: C4 -> C4"},
		{"a bare name and an announcement", "Bo,\n\nMy move:\nC4", "", "C4"},
		{"a doubt is no name", "Not so fast,\n\nC4", "", "maybe-move: C4 -> C4"},
		{"a slip is no name", "resing,\n\nC4", "", "near: resing, -> resign"},
		{"a verb is no name", "resign,\n\nC4", "", "two-moves: resign, C4"},
		{"a greeting that gives up", "Hola, me rindo\n\nC4", "", "maybe-move: C4 -> C4"},
		{"greeting, question and announcement", "Hi Bo,\n\nHow are you?\n\nMy move is:\nC4", "", "C4"},
		{"words first, then two moves", "Nice one!\nC4\nblack", "", "two-moves: C4, black"},
		{"words first, a cell in the second sentence", "Hello again.\n\nI'll take C4.", "", "maybe-move: I'll take C4. -> C4"},
		{"a word for a move in a sentence", "I resign.", "", "maybe-move: I resign. -> resign"},
		{"another", "Then I pass, I think", "", "maybe-move: Then I pass, I think -> black"},
		{"a long sentence about black", "I like how black has put the stones there", "", "unknown: I like how black has put the stones there"},
		{"a question about resigning", "Did you resign?", "", "unknown: Did you resign?"},
		{"no, and more", "No idea what to do", "", "unknown: No idea what to do"},
		{"a greeting that is none, above what ends the game", "Hey do not\nresign", "", "maybe-move: resign -> resign"},
		{"another", "Hello, I wont\n\nresign", "", "maybe-move: resign -> resign"},
		{"another", "Never,\n\nresign", "", "maybe-move: resign -> resign"},
		{"a greeting that is one", "Good morning, Bo!\n\nresign", "", "resign"},
		{"a name in small letters", "hi bo\n\nC4", "", "C4"},
		{"a question that runs into the move", "Hi Bo, what about\nC4", "", "maybe-move: C4 -> C4"},
		{"a word that is no name", "Wait,\n\nC4", "", "maybe-move: C4 -> C4"},
		{"the end of a mail is no note", "C4\n\nBest regards,\nAna Example", "", "C4"},
		{"nor is it in German", "C4\n\nMit freundlichen Grüßen\n\nAna", "", "C4"},
		{"cheers are", "C4\n\nCheers!", "", "C4\nnote: Cheers!"},
		{"what says more is", "C4\n\nCheers from Girona,\nAna", "", "C4\nnote: Cheers from Girona,\\nAna"},
		{"a correction", "C4\nno, D5", "", "two-moves: C4, D5"},
		{"another", "C4\nD5 maybe?", "", "two-moves: C4, D5"},
		{"a note that names a cell right below", "C4\nI feared your D5 most.", "", "C4\nnote: I feared your D5 most."},
		{"the other word for a move", "play black", "", "black"},
		{"yes, in more words", "Yes, I accept!", "", "near: Yes, I accept! -> accept"},
		{"yes and a command", "yes, accept!", "", "near: yes, accept! -> accept"},
		{"yes, in Spanish", "Sí, acepto", "", "near: Sí, acepto -> accept"},
		{"no invitations", "Never.", "", "never"},
		{"no invitations at all", "NEVER AGAIN!!!", "", "never"},
		{"no invitations, in words", "Never in my life have I seen such a game.", "", "unknown: Never in my life have I seen such a game."},
		{"no traces", "Forget me, please.", "", "forget me"},
		{"no matter", "Forget it.", "", "unknown: Forget it."},
		{"no matter, below a move", "C4\n\nForget what I said. Never again!", "", "C4\nnote: Forget what I said. Never again!"},
		{"a slip of either", "seekd", "", "near: seekd -> seek | seeks"},
		{"a slip that may be the pass", "blck", "", "near: blck -> back"},
		{"a slip of what the rest does not fit", "muve C4", "", "near: muve C4 -> C4"},
		{"a slip that may be a move, below one", "C4\nmuve D5", "", "near: muve D5 -> D5"},
		{"a slip in a new word", "stanings", "", "near: stanings -> standings"},
		{"a slip before cells", "previw C4", "", "near: previw C4 -> preview C4"},
		{"a slip before a name", "chalenge Bo", "", "near: chalenge Bo -> challenge Bo"},
		{"a preview gone astray", "preview C4 and then?", "", "near: preview C4 and then? -> preview C4"},
		{"a preview of nothing", "preview my game", "", "near: preview my game -> help preview"},
		{"commas in the wrong place", "if C4, D5", "", "near: if C4, D5 -> if C4 D5"},
		{"no commas", "if C4 D5 E6 F7", "", "near: if C4 D5 E6 F7 -> if C4 D5, E6 F7"},
		{"a second if", "if C4 D5, if E6 F7", "", "near: if C4 D5, if E6 F7 -> help if"},
		{"no answer", "if C4", "", "near: if C4 -> help if"},
		{"a condition in a sentence", "If C4 or D5 were free I would be lost", "", "unknown: If C4 or D5 were free I would be lost"},
		{"a condition below a move", "C4\nif D5, E6", "", "C4\nnear: if D5, E6 -> if D5 E6"},
		{"a sentence below a move", "C4\nIf D5, then I am lost.", "", "C4\nnote: If D5, then I am lost."},
		{"a move and conditions", "C4\nif D5 E6\nif any black\n\nGood luck!", "", "C4\nif D5 E6\nif any black\nnote: Good luck!"},
		{"a move and what it is no part of", "C4\nundo\npreview D5\nnote E6 next", "", "C4\nundo\npreview D5\nnote: E6 next"},
		{"a move taken back", "C4\nno, wait", "", "near: no, wait -> C4"},
		{"a move taken back by a word", "C4\nno", "", "near: no -> C4"},
		{"a move taken back in Catalan", "C4\n\nNo, espera!", "", "near: No, espera! -> C4"},
		{"another move in a few words", "C4\nI mean black", "", "two-moves: C4, black"},
		{"or another one", "C4\nor rather the D5 there", "", "two-moves: C4, D5"},
		{"an answer that only begins like that", "C4\n\nNo, I had not seen it.", "", "C4\nnote: No, I had not seen it."},
		{"resigning taken back", "resign\nnever mind", "", "near: never mind -> resign"},
		{"accepting taken back", "accept\nno thanks, wait", "", "accept\nnote: no thanks, wait"},
		{"a game in the line below", "C4\ngame 43", "", "near: game 43 -> C4 #43"},
		{"a game below resigning", "resign\n#43", "", "near: #43 -> resign #43"},
		{"a game below a move that names one", "C4 #42\n#43", "", "C4 #42\nunknown: #43"},
		{"options in the line below", "challenge bo@example.org\nsize 8, pace 3d\nHello!", "",
			"note: Hello!\nnear: size 8, pace 3d -> challenge bo@example.org size 8 pace 3d"},
		{"options below an offer", "seek\n\ncount 2", "", "near: count 2 -> seek count 2"},
		{"options where there are none", "accept\nsize 8", "", "accept\nunknown: size 8"},
		{"words that begin like an option", "challenge bo@example.org\nFirst, hello!", "", "challenge bo@example.org\nnote: First, hello!"},
		{"any other move", "C4\nif any other D5\nif cualquier otra jugada E6\nif n'importe quel coup F7", "", "C4\nif any D5\nif any E6\nif any F7"},
		{"a move and resigning", "C4\n\nresign", "", "two-moves: C4, resign"},
		{"a move and the pass", "black\nC4", "", "two-moves: black, C4"},
		{"words for nobody, or for somebody", "Note that I am away", "", "near: Note that I am away -> note: that I am away | say Note that I am away"},
		{"the same with a game", "#42 Note that C4 is weak", "", "near: #42 Note that C4 is weak -> #42 note: that C4 is weak | #42 say Note that C4 is weak"},
		{"a slip behind a game", "#42 resing", "", "near: #42 resing -> resign #42"},
		{"a slip of what has no game", "#42 stanings", "", "unknown: #42 stanings"},
		{"the same below a move", "C4\n\nNote that I am away\n\nBye", "",
			"C4\nnote: Bye\nnear: Note that I am away -> note: that I am away | say Note that I am away"},
		{"a note that a program has broken", "C4\nnote corner is weak, so after E6 there is nothing but F7 left\nand then G8 wins.\nD5 is too slow.", "",
			"C4\nnote: corner is weak, so after E6 there is nothing but F7 left and then G8 wins.\nnote: D5 is too slow."},
		{"a short note, and words", "note corner is weak\nHello Bo", "", "note: corner is weak\nnote: Hello Bo"},
		{"a doubtful note that a program has broken", "C4\nNote the corner is weak, so after E6 there is nothing but F7\nleft for them.\n\nBye", "",
			"C4\nnote: Bye\nnear: Note the corner is weak, so after E6 there is nothing but F7 -> " +
				"note: the corner is weak, so after E6 there is nothing but F7 | say Note the corner is weak, so after E6 there is nothing but F7"},
		{"a long private note", "note " + strings.Repeat("x", MaxNote+1), "", "note: " + strings.Repeat("x", MaxNote) + "\nnote-too-long: "},
		{"a note without words", "note", "", "near: note -> help note"},
		{"a day in another form", "away 20.12.2026 to 6.1.2027", "", "near: away 20.12.2026 to 6.1.2027 -> help away"},
		{"a day in words, below a move", "C4\nAway until 20 December", "", "C4\nnear: Away until 20 December -> help away"},
		{"a sentence about a day", "Away until Friday, sorry", "", "away until friday"},
		{"a sentence about a day, below a move", "C4\nAway until Friday, sorry", "", "C4\nnear: Away until Friday, sorry -> away until friday"},
		{"the same in Spanish", "C4\nAusente hasta el lunes, lo siento", "", "C4\nnear: Ausente hasta el lunes, lo siento -> away until monday"},
		{"the same in French", "C4\nAbsent jusqu'à lundi", "", "C4\nnear: Absent jusqu'à lundi -> away until monday"},
		{"away for a day", "absent demà", "", "away tomorrow"},
		{"away from a day", "away from Friday to next Monday", "", "away friday to monday"},
		{"away in Catalan", "absent fins al dilluns", "", "away until monday"},
		{"a holiday", "vacation until Monday", "", "near: vacation until Monday -> away until monday"},
		{"a pause", "pausa", "", "near: pausa -> help away"},
		{"a holiday below a move", "C4\nHoliday tomorrow!", "", "C4\nnear: Holiday tomorrow! -> away tomorrow"},
		{"a holiday in a sentence", "C4\nVacation was great", "", "C4\nnote: Vacation was great"},
		{"a size without its word", "challenge bo@example.org 8", "", "challenge bo@example.org size 8"},
		{"a size in one word", "challenge Bo size8 3d unrated", "", "challenge Bo size 8 pace 3d friendly"},
		{"a pace in words", "reta a Bo 3 días", "", "challenge Bo pace 3d"},
		{"an offer in short", "seek 8, 10d+1d", "", "seek size 8 pace 10d+1d"},
		{"a name with a number", "challenge Ana 2", "", "challenge Ana 2"},
		{"resigning with a full stop", "Resign.", "", "resign"},
		{"resigning with a full stop above a name", "resign.\n\nBest regards,\nAna", "", "resign"},
		{"resigning with a full stop above words", "resign.\nThat is what you should do", "", "note: That is what you should do\nnear: resign. -> resign"},
		{"resigning above words", "resign\n\nGood game!", "", "resign\nnote: Good game!"},
		{"asking whether to resign", "I resign?", "", "maybe-move: I resign? -> resign"},
		{"resigning one game in words", "#43 abandono", "", "maybe-move: #43 abandono -> resign #43"},
		{"the same, the other way round", "I resign #43.", "", "maybe-move: I resign #43. -> resign #43"},
		{"accepting one game in words", "acepto el reto #43", "", "near: acepto el reto #43 -> accept #43"},
		{"words with a number", "see you in #43", "", "unknown: see you in #43"},
		{"the same in Catalan", "Em rendeixo?", "", "maybe-move: Em rendeixo? -> resign"},
		{"a quoted move", "> D5", "", "empty: "},
		{"a move quoted with another mark", "» D5", "", "maybe-move: » D5 -> D5"},
		{"a slip in a key", "set langauge es", "", "near: set langauge es -> set language es"},
		{"a slip in a value", "set mails dayly", "", "near: set mails dayly -> set mails daily"},
		{"an unknown value", "set mails never", "", "set mails never"},
		{"an unknown value of two words", "Set mails: twice daily, please", "", "set mails twice daily"},
		{"a sentence about what can be set", "Set mails aside for a while", "", "near: Set mails aside for a while -> help set"},
		{"a key without a value", "set zone", "", "near: set zone -> help set"},
		{"not settled", "Set in stone, I think", "", "unknown: Set in stone, I think"},
		{"watching nothing", "watch", "", "near: watch -> help watch"},
		{"watching out", "Watch out!", "", "unknown: Watch out!"},
		{"a limit in words", "limit five", "", "near: limit five -> help limit"},
		{"a slip in a tournament", "tournment join 5", "", "near: tournment join 5 -> tournament join 5"},
		{"a slip behind it", "tournament jion", "", "near: tournament jion -> tournament join"},
		{"a slip behind it, and polite words", "tournament laeve #5, please", "", "near: tournament laeve #5, please -> tournament leave 5"},
		{"slips in both", "tournment jion 5", "", "near: tournment jion 5 -> tournament"},
		{"a question about a tournament", "tournament join 5?", "", "near: tournament join 5? -> tournament join 5"},
		{"a tournament and more", "tournament game 5", "", "near: tournament game 5 -> tournament"},
		{"a tournament in a sentence", "tournament was fun", "", "near: tournament was fun -> tournament"},
		{"a tournament in a longer one", "Tournament was fun, when is the next?", "", "unknown: Tournament was fun, when is the next?"},
		{"no slip of a cup", "Couple of days", "", "unknown: Couple of days"},
		{"a tournament, the other way round", "Join tournament 5", "", "near: Join tournament 5 -> tournament join 5"},
		{"without its number", "Withdraw from the tournament", "", "near: Withdraw from the tournament -> tournament leave"},
		{"the same below a move, to the other player", "C4\nJoin the tournament!", "", "C4\nnote: Join the tournament!"},
		{"a sentence about cups", "When does the next cup begin?", "", "near: When does the next cup begin? -> tournament"},
		{"a sentence about cups below a move", "C4\nWhen does the next cup begin?", "", "C4\nnote: When does the next cup begin?"},
		{"a number that none has", "tournament join 0", "", "near: tournament join 0 -> tournament"},
		{"a number below a move", "C4\nJoin the tournament #5!", "", "C4\nnear: Join the tournament #5! -> tournament join 5"},
		{"a number in the line below", "tournament join\n#5", "", "near: #5 -> tournament join 5"},
		{"joining taken back", "tournament join 5\nno, wait", "", "near: no, wait -> tournament join 5"},
		{"leaving taken back", "tournament leave\n\nnever mind", "", "near: never mind -> tournament leave"},
		{"the subject joins", "", "tournament join 5", "tournament join 5"},
		{"the subject joins, the text asks", "How do I do this?", "tournament join", "near: tournament join -> tournament join"},
		{"the subject leaves, the text says no", "No, I stay", "tournament leave 5", "near: tournament leave 5 -> tournament leave 5"},
		{"the subject is a tournament, the text asks", "When does it begin?", "tournament 5", "tournament 5\nnote: When does it begin?"},
		{"the ladder, with a slip", "ladder jion", "", "near: ladder jion -> ladder join"},
		{"a slip in it", "lader join", "", "near: lader join -> ladder join"},
		{"the ladder, the other way round", "Join the ladder", "", "near: Join the ladder -> ladder join"},
		{"a question about the ladder", "Is there a ladder here?", "", "near: Is there a ladder here? -> ladder"},
		{"the ladder below a move", "C4\nSee you on the ladder!", "", "C4\nnote: See you on the ladder!"},
		{"joining the ladder taken back", "ladder join\nno, wait", "", "near: no, wait -> ladder join"},
		{"the subject joins the ladder", "", "ladder join", "ladder join"},
		{"the subject leaves the ladder, the text says no", "No, I stay", "ladder leave", "near: ladder leave -> ladder leave"},
		{"a rematch, asked for", "Rematch?", "", "near: Rematch? -> rematch"},
		{"a greeting with a word of every day", "Hi Bo, back again!\n\nC4", "", "C4"},
		{"a greeting with a verb", "Hi Bo, undo\n\nC4", "", "maybe-move: C4 -> C4"},
		{"a verb of every day is no name", "Stop,\n\nC4", "", "maybe-move: C4 -> C4"},
		{"the subject says stop", "", "stop", "stop"},
		{"the subject says stop, the text asks", "How do I stop a game?", "stop", "near: stop -> stop"},
		{"forgetting nothing", "forget", "", "near: forget -> help forget"},
		{"the subject says away", "", "Away until Monday", "near: Away until Monday -> away until monday"},
		{"no more of this", "Please unsubscribe me.", "", "near: Please unsubscribe me. -> stop"},
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
		{"the text names another move than the subject", "rather D5", "C4", "two-moves: C4, D5"},
		{"the text doubts the subject", "How do I do this? I don't want to yet.", "resign", "near: resign -> resign"},
		{"the text says no", "no, I don't", "accept", "near: accept -> accept"},
		{"a slip in the text keeps the subject unread", "resing", "accept", "near: resing -> resign"},
		{"a slip in the subject", "", "acept #3", "near: acept #3 -> accept #3"},
		{"the subject is no command", "Hello there", "A question", "unknown: Hello there"},
		{"the box's red among other words", "set color red", "", "unknown: set color red"},
		{"another colour there", "set color black", "", "unknown: set color black"},
		{"red alone", "Red!", "", "black"},
		{"one's own results", "results", "", "results"},
		{"help on a setting", "help set zone", "", "help set zone"},
		{"a long note", "C4\n\n" + strings.Repeat("x", MaxNote+1), "", "C4\nnote: " + strings.Repeat("x", MaxNote) + "\nnote-too-long: "},
		{"long words, and a note", "say " + strings.Repeat("x", MaxNote+1) + "\n\nBye", "",
			"say " + strings.Repeat("x", MaxNote) + "\nnote: Bye\nnote-too-long: "},
		{"too many", strings.Repeat("help\n", MaxCommands) + "resign", "",
			strings.Repeat("help\n", MaxCommands) + "too-many-commands: resign"},
		{"too many, the last of which belong to the first", "C4\nif D5 E6\n" + strings.Repeat("help\n", MaxCommands-2) + "if any F7\n#42 G8", "",
			strings.Repeat("help\n", MaxCommands-2) + "too-many-commands: if any F7\ntwo-moves: C4, G8 #42\nplan-none: "},
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

// TestGreetings holds that a move is found below a greeting in any language.
func TestGreetings(t *testing.T) {
	for _, greeting := range []string{
		"Hi Bo,", "Hiya", "👋 Hi Bo", "Hi Bo, hope you are well!", "Dear Bo, how are you doing?", "Hello Unlur bot", "Bo,", "bo,", "Ana Maria,", "Dear Mr Example,",
		"Hola, ¿cómo estás?", "Estimado Bo:", "Bones", "Bona tarda,", "Madame, Monsieur,", "Bonjour Bo,", "Sehr geehrter Herr Bo", "Sehr geehrte Damen und Herren,",
		"Grüß Gott", "Moin", "Gentile Bo", "Buon giorno", "Prezado Bo", "Bom dia!", "Beste Bo", "Hoi Bo", "Goedemorgen", "Dzień dobry", "Witam",
		"Здравствуйте!", "Добрый день", "Привіт", "Доброго дня", "Dobrý den", "Kære Bo", "Kjære Bo", "God dag", "Hejsan", "Hyvää päivää", "Terve",
		"Selam", "İyi günler", "İYİ GÜNLER", "GÜNAYDIN", "こんにちは", "こんにちは、Boさん", "お世話になっております。", "你好！", "您好，", "안녕하세요", "안녕하세요, Bo님",
	} {
		if got := tell(ReadOrders(greeting+"\n\nC4", "")); got != "C4" {
			t.Errorf("%q above a move: %s", greeting, got)
		}
	}
	for _, line := range []string{
		"Hi Bo, resign", "Hi Bo,resign", "Hello C4", "こんにちは、C4", "你好resign", "你好，resign", "Hi, I give up", "Dear Bo, I would like to ask you about the last one", "Bo", "",
	} {
		if IsGreeting(line) {
			t.Errorf("%q is taken for a greeting", line)
		}
	}
}

// TestLeadIns holds that every announcement works before a move and above it,
// and every polite word behind one.
func TestLeadIns(t *testing.T) {
	for _, lead := range leadIns {
		for _, reply := range []string{lead + ": C4", strings.ToUpper(lead) + " C4", lead + ":\nC4"} {
			if got := tell(ReadOrders(reply, "")); got != "C4" {
				t.Errorf("%q: %s", reply, got)
			}
		}
	}
	for words := range politeness {
		for _, reply := range []string{"C4 " + words, "C4, " + words + "!", "C4 (" + words + ")", "resign, " + words} {
			if o := ReadOrders(reply, ""); len(o.Commands) != 1 || o.Note != "" || len(o.Problems) > 0 {
				t.Errorf("%q: %s", reply, tell(o))
			}
		}
	}
}

// TestOtherWords holds that what means a command in other words is asked about.
func TestOtherWords(t *testing.T) {
	for sentence, verb := range sentences {
		want := "near: " + sentence + " -> " + verb
		if verb == "resign" {
			want = "maybe-move: " + sentence + " -> resign"
		}
		if got := tell(ReadOrders(sentence, "")); got != want {
			t.Errorf("%q: %s, want %s", sentence, got, want)
		}
	}
	for line, want := range map[string]string{
		"OK": "near: OK -> accept", "I accept": "near: I accept -> accept", "I accept!": "near: I accept! -> accept",
		"J’accepte, merci": "near: J’accepte, merci -> accept", "Challenge accepted!": "near: Challenge accepted! -> accept",
		"Em rendeixo": "maybe-move: Em rendeixo -> resign", "J’abandonne.": "maybe-move: J’abandonne. -> resign",
		"I resign. Thanks for a wonderful game, it was fun": "maybe-move: I resign. Thanks for a wonderful game, it was fun -> resign",
	} {
		if got := tell(ReadOrders(line, "")); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestOneCellInASentence holds that a cell is seen in any language.
func TestOneCellInASentence(t *testing.T) {
	for _, line := range []string{
		"C4です。", "C4でお願いします。", "私はC4に打ちます", "我走C4。", "我的走法：C4", "C4로 할게요", "C4-re lépek", "Pelaan C4:ään", "C4'e oynuyorum",
		"C4.Thanks", "C4—thanks", "C4(thanks)", "C4/thanks", "我走Ｃ４。", "I take C-4, see https://example.org/a1/b2", "C4, no wait", "C4 would be nice",
		"I take C4 (a1@example.org)", "I take c4. See www.b2.example and example.org/d5",
	} {
		o := ReadOrders(line, "")
		if len(o.Commands) > 0 || len(o.Problems) != 1 || o.Problems[0].Code != CodeMaybeMove || o.Problems[0].Suggest != "C4" {
			t.Errorf("%q: %s", line, tell(o))
		}
	}
	for _, line := range []string{"An mp3 of 2x4", "AC4 and C4x and C444", "It is B2.5 or caféb2", "Bo4b", "see a/b.c4"} {
		if cell, one := singleCell(line); one {
			t.Errorf("%q names %s", line, cell)
		}
	}
}

// TestProblemLine holds that a problem points at the line that it is about.
func TestProblemLine(t *testing.T) {
	for _, tc := range []struct {
		reply, below string
		want         int
	}{
		{"Nice one!\n\nC4\n\nAna", "", 3},
		{"Nice one!\nIndeed.\n\nI take C4.", "", 4},
		{"Nice one!\nC4\nD5", "", 3},
		{"Hi Bo,\n\nI accept!", "", 3},
		{"See below.", "C4", 0},
		{"See below.", "I take C4", 0},
	} {
		if o := (Message{Reply: tc.reply, Below: tc.below}).Orders(); len(o.Problems) != 1 || o.Problems[0].Line != tc.want {
			t.Errorf("%q: %+v, want line %d", tc.reply, o.Problems, tc.want)
		}
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
		if suggests := p.suggestions(); len(suggests) > 0 {
			line += " -> " + strings.Join(suggests, " | ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestOrdinaryWords holds that what people write below a move is a note, and no
// slip of a command.
func TestOrdinaryWords(t *testing.T) {
	for _, note := range []string{
		"Thanks!", "Thank you", "Your turn", "Good game", "Good luck", "Have fun", "Nice one", "Cheers", "Bye",
		"Hello", "Game on!", "Games are long", "Well played", "Sorry for the delay", "Hell of a move", "Same here",
		"Names are hard", "Help is on the way", "Back on Monday", "Rested and ready", "Past midnight here", "Show me what you have",
		"Plan B", "Snow at last!", "See you", "Ana", "Bo", "Gracias", "Suerte", "Gràcies", "Merci", "À toi", "Danke", "Grüße",
		"Salut", "Adéu", "Adiós", "Hasta luego", "Moved house this week", "Yesterday I was ill", "More later", "Sent in haste",
		"Not bad at all", "None of my stones are safe", "No deadline for me", "Result unclear so far", "Results were good this week", "Promise kept",
		"Profit is mine", "Provide a better one", "Expect me tomorrow", "Mate in three", "See you", "Und jetzt du", "Uno más", "Nota: no estaré", "Way to go",
		"Step by step", "Stop that, you win too often", "Back from my holidays", "Back again, sorry", "Away with you",
		"If I had seen that", "If C4, I am lost", "If only", "If black wins I'll be glad", "Set in stone", "Set and match", "Watch out", "Watch this corner",
		"Allow me to laugh", "Deny it all you like", "Undo is tempting here", "Limit reached", "Address the corner next time", "Mute as a fish, am I?",
		"Preview of spring today", "Export is a dull trade", "Standing by", "Standings look good for you", "Seek and you will find", "Seeks a way out",
		"Tournament was fun", "Cup of tea?", "Tournaments are hard", "Caps", "Coup", "Comes as a surprise", "Join us", "Leave it",
		"Played from my phone", "Accepting my fate", "Rough weather", "Without hope", "So be it", "OK", "Hm", "😀", "...", "--",
	} {
		got := ReadOrders("C4\n"+note, "")
		if tell(got) != "C4\nnote: "+note {
			t.Errorf("%q below a move: %s", note, tell(got))
		}
	}
}

// TestWordsWithoutLetters holds that a word of one letter, and one that is nothing but an
// accent, are a slip of no word.
func TestWordsWithoutLetters(t *testing.T) {
	for line, want := range map[string]string{
		"set a": "unknown: set a", "set ु": "unknown: set ु", "ु,\n\nC4": "C4",
	} {
		if got := tell(ReadOrders(line, "")); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

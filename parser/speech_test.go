package parser

import (
	"testing"
)

// TestLanguageOfAMail tells in which language a mail is, and whether that is certain.
func TestLanguageOfAMail(t *testing.T) {
	const yes, no = true, false
	for _, tc := range []struct {
		name, header, text string
		want               string
		sure               bool
	}{
		{"a move alone", "", "C4", "", no},
		{"a word whose accent tells", "", "Règles", "fr", yes},
		{"the same without it", "", "regles", "", no},
		{"a French newcomer", "", "Bonjour, je voudrais jouer une partie, comment faire ?", "fr", no},
		{"a Spanish one", "", "Hola, me gustaría jugar una partida con alguien, ¿cómo se hace?", "es", no},
		{"a Catalan one", "", "Hola, m’agradaria jugar una partida, com ho faig?", "ca", no},
		{"an English one", "", "Hello, I would like to play a game with someone.", "en", no},
		{"a German one", "", "Hallo, ich möchte gern mit jemandem spielen, wie geht das?", "", no},
		{"prose and a word of the same language", "", "Je voudrais jouer avec quelqu'un.\nBonjour", "fr", yes},
		{"prose goes on", "", "Je voudrais jouer avec quelqu'un.\nMais je ne sais pas comment faire pour cela.", "fr", no},
		{"prose to the opponent", "", "C4\n\nJe voudrais jouer avec quelqu'un plus souvent.", "", no},
		{"one English command", "", "challenge bo@example.org", "en", no},
		{"an English command and greeting", "", "Hi Bo,\n\nchallenge bo@example.org", "en", yes},
		{"two English commands", "", "challenge bo@example.org\ngames", "en", yes},
		{"the same English command twice", "", "accept #3\naccept #4", "en", no},
		{"a short answer in English", "", "accept", "en", no},
		{"a shorter one", "", "Yes.", "en", no},
		{"a French word that is English too", "", "change format text", "", no},
		{"another", "", "refuse", "", no},
		{"a French one that is not", "", "changer format texte", "fr", yes},
		{"one of several languages", "", "no", "", no},
		{"another", "", "limit 3", "", no},
		{"a move that has a word", "", "black", "", no},
		{"an answer and that move", "", "accept\nblack", "en", no},
		{"one Catalan command", "", "repta bo@example.org", "ca", yes},
		{"one French command, in capitals and without accents", "", "DEFIER bo@example.org", "fr", yes},
		{"one Spanish command", "", "muestra #12", "es", yes},
		{"a word of two languages", "", "busca", "", no},
		{"a word of two languages, and thanks in one", "", "busca\n\ngràcies", "ca", yes},
		{"an English command below a Spanish greeting", "", "Hola:\n\nchallenge bo@example.org", "", no},
		{"with the end of a Spanish mail", "", "Hola:\n\nchallenge bo@example.org\n\nun saludo", "es", yes},
		{"a Spanish tournament", "", "torneo apuntarme 5", "es", yes},
		{"a cup of two languages", "", "copa 5", "", no},
		{"an English tournament", "", "tournament join", "en", no},
		{"a French greeting", "", "Bonjour Bo,\n\nC4", "fr", no},
		{"thanks to the opponent, in a note", "", "accepta\n\nThanks for the game, and good luck!", "ca", yes},
		{"a greeting and thanks to the opponent, in a note", "", "C4\n\nBonjour Marie,\nMerci !\nBonne chance !", "fr", no},
		{"the header", "Content-Language: fr-CA\n", "C4", "fr", yes},
		{"what the program accepts", "Accept-Language: de;q=0.3, ca-ES, es;q=0.8\n", "C4", "ca", yes},
		{"what it accepts after what there is not", "Accept-Language: de-DE, es;q=0.5, en;q=0.8\n", "C4", "en", yes},
		{"whatever it may be", "Accept-Language: *\n", "C4", "", no},
		{"what it does not accept", "Accept-Language: de, fr;q=0\n", "C4", "", no},
		{"Content-Language goes first", "Accept-Language: es\nContent-Language: ca\n", "C4", "ca", yes},
		{"a mail in several languages", "Content-Language: ca, es\n", "C4", "", no},
		{"a program in English, words in Catalan", "Content-Language: en-US\n", "repta Bo", "ca", yes},
		{"a program in English, a Spanish mail", "Content-Language: en-US\n", "Hola:\n\nC4\n\nun saludo", "", no},
		{"a language that there is not", "Content-Language: de\n", "C4", "", no},
		{"an unknown language", "Content-Language: und\n", "C4", "", no},
		{"no language", "Content-Language: ???\n", "C4", "", no},
		{"the subject", "Subject: montrer\n", "", "fr", yes},
		{"quoted words", "", "C4\n\n> repta Bo\n> Bonjour", "", no},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := ReadMail([]byte("From: ana@example.org\n"+tc.header+"\n"+tc.text+"\n"), ours)
			if code, sure := m.Language(); code != tc.want || sure != tc.sure {
				t.Errorf("%q, %t", code, sure)
			}
		})
	}
}

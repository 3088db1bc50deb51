package command

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"unlurbot/parser/lexicon"
	"unlurbot/parser/plain"
)

// What the words of a dialect stand for, by where they stand.
var (
	wordsOfOptions  = slices.Concat(optionWords, furtherOptions)
	wordsOfSettings = []string{"language", "zone", "weekends", "reminders", "format", "mails", "confirmations", "net", "news", "web", "puzzle"}
	otherWords      = []string{
		"max", "none", "any", "then", "at", "move", "game", "to", "until", "from", "for", "days", "weeks", "hours", "all", "me", "ifs",
		"add", "answer", "robot", "drop", "of", "again", "or", "and", "on", "off", "text", "each", "daily", "weekly", "join", "leave", "open", "table", "number",
		"one", "two", "three", "four", "five", "six",
		"today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	}
)

// TestEnglishHasAllKeys holds that the English file, to which lexicon holds the others, has
// a word for all that can stand in a command, and for nothing else.
func TestEnglishHasAllKeys(t *testing.T) {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	for _, l := range []struct {
		has  lexicon.Glossary
		want []string
	}{
		{lex.English().Verbs, names},
		{lex.English().Words, slices.Concat(wordsOfOptions, wordsOfSettings, otherWords)},
		{lex.English().Topics, []string{"addresses", "clock", "fair-play", "holiday", "invite", "moves", "notes", "offer", "plan", "privacy", "rating", "settings", "stone", "tournament"}},
	} {
		slices.Sort(l.want)
		if diff := cmp.Diff(l.want, slices.Sorted(maps.Keys(l.has))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestNoWordMeansTwoThings holds that a word means the same in all languages, in
// each place of a command. That "si" is "if" and, without its accent, yes is the
// one exception.
func TestNoWordMeansTwoThings(t *testing.T) {
	for word, found := range verbsByWord {
		if len(found) > 1 && word != "si" {
			t.Errorf("%q begins %d commands", word, len(found))
		}
	}
	places := map[string][]string{
		"options": append(slices.Clone(wordsOfOptions), "max", "none"), "settings": wordsOfSettings, "what to export": {"all", "me"}, "what to forget": {"me", "ifs"},
		"addresses": {"add", "drop"}, "units": {"days", "weeks", "hours"}, "plans": {"any", "then"}, "tournaments": {"join", "leave", "open", "number"},
	}
	for _, s := range settings {
		places["values of "+s.key] = s.values
	}
	for place, list := range places {
		for _, english := range list {
			for _, w := range lex.WordsFor(english) {
				for _, other := range list {
					if other != english && lex.Means(w, other) {
						t.Errorf("%s: %q is %s and %s", place, w, english, other)
					}
				}
			}
		}
	}
}

// TestEachWordIsATopic holds that help can be asked on each word for a command, for
// what stands behind one, and for all else that is explained, in its language.
func TestEachWordIsATopic(t *testing.T) {
	for i, d := range lex.Dialects {
		help := d.Verbs.Show("help") + " "
		for _, v := range verbs {
			if v.name == "yes" || v.name == "no" {
				continue // "sí" explains "si"
			}
			for _, word := range append(d.Verbs[v.name], v.name) {
				if c, ok := Parse(help + word); !ok || c.Verb != "help" || len(c.Args) != 1 || !v.isTopic(c.Args[0]) {
					t.Errorf("%s%s: %v", help, word, c)
				}
			}
		}
		if i == 0 {
			continue // its words stay as they are
		}
		expect := func(english string, words lexicon.List) {
			for _, word := range words {
				if _, isVerb := verbOf(word); isVerb {
					continue // "nombre" is a name in Spanish
				}
				if c, _ := Parse(help + word); c.String() != "help "+english {
					t.Errorf("%s%s: %v, want %s", help, word, c, english)
				}
			}
		}
		for _, list := range []lexicon.Glossary{d.Topics, d.Doubtful} {
			for english, words := range list {
				expect(english, words)
			}
		}
		for _, english := range topicWords {
			expect(english, d.Words[english])
		}
	}
}

// isTopic reports whether a topic is the verb, in English.
func (v *verb) isTopic(topic string) bool { return topic == v.name || v.isEnglish(topic) }

// TestCommandsReadInAllLanguages holds for every command and language that it reads
// back as the same one, in capitals and without its accents too.
func TestCommandsReadInAllLanguages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(verbs).Draw(t, "verb")
		want := newCommand(v.name, argsOf[v.name].Draw(t, "args"), "")
		if v.fits != nil && !v.fits(want.Args, "") || v.is(verbGame) && rapid.Bool().Draw(t, "with a game") && (v.fits == nil || v.fits(want.Args, "#42")) {
			want = newCommand(v.name, want.Args, "#42")
		}
		want.Line = 1
		d := rapid.SampledFrom(lex.Dialects).Draw(t, "language")
		line := want.In(d.Code)
		if word := d.Verbs.Show(v.name); v.name != "move" && !v.is(verbText) && v.name != "name" && !strings.Contains(line+" ", word+" ") {
			t.Errorf("%s: %q has no %q", d.Code, line, word)
		}
		written := []string{line}
		if !slices.Contains([]string{"say", "note", "name", "results", "profile", "mute", "unmute", "challenge", "set", "address", "games", "export"}, v.name) {
			written = append(written, plain.Unaccented(line), strings.ToUpper(line))
		}
		for _, w := range written {
			orders := ReadOrders(w, "")
			if diff := cmp.Diff([]Command{want}, orders.Commands); diff != "" || len(orders.Problems) > 0 || orders.Note != "" {
				t.Errorf("%q (-want +got):\n%s%s", w, diff, tell(orders))
			}
		}
	})
}

// TestOtherLanguages tells what players write in other languages than English.
func TestOtherLanguages(t *testing.T) {
	for line, want := range map[string]string{
		"repta bo@example.org": "challenge bo@example.org", "Mostra #12 a 7": "show at 7 #12", "défier Bo taille 8 premier rythme 3 jours": "challenge Bo size 8 first pace 3d",
		"DEFIER bo": "challenge bo", "challenge Double Trouble taille 8": "challenge Double Trouble size 8", "défier taille 8": "near: défier taille 8 -> help challenge", "reta a Ana": "challenge Ana", "repta l'Anna mida 8": "challenge Anna size 8", "repta en Bo": "challenge Bo", "silencia a Bo": "mute Bo", "défie Bo": "challenge Bo", "reta Ana tamaño 8, segundo, ritmo 10 días + 1 día máximo 20 días": "challenge Ana size 8 second pace 10d+1d max 20d",
		"busca mida 7 quantitat 2": "seek size 7 count 2", "chercher sans": "near: chercher sans -> seek", "busca ritmo sin": "seek pace none",
		"si C4 D5": "if C4 D5", "si C4 D5, E6 F7": "if C4 D5, E6 F7", "si cualquiera negras": "if any black", "SI qualsevol negres": "if any black", "si autre passer": "if any black",
		"sí": "yes", "si": "yes", "Sí, gracias": "yes", "Sí C4": "C4", "si C4": "near: si C4 -> help if", "no": "no", "oui": "yes", "si C4, D5": "near: si C4, D5 -> if C4 D5",
		"Si tu juegas C4 pierdo": "maybe-move: Si tu juegas C4 pierdo -> C4",
		"Dire straits":           "near: Dire straits -> say straits", "C4\nDire straits": "C4\nnote: Dire straits", "C4\nDir auch viel Erfolg!": "C4\nnote: Dir auch viel Erfolg!", "Di niente": "near: Di niente -> say niente",
		"Dire: straits": "say straits", "Dire Straits sur scène": "say Straits sur scène", "DIRE STRAITS": "say STRAITS", "dire straits": "say straits", "#42 Dire straits": "near: #42 Dire straits -> #42 say straits",
		"Dire bonne chance !": "say bonne chance !", "Di hola": "say hola", "Digues molta sort": "say molta sort", "Digues bon dia": "say bon dia", "Dir ¡ánimo!": "say ¡ánimo!",
		"di hola": "say hola", "dire: que du bonheur": "say que du bonheur", "Dire que je gagnais !": "unknown: Dire que je gagnais !", "Di que sí": "unknown: Di que sí",
		"anota: D6 es fuerte": "note: D6 es fuerte", "Anota que ganas tú": "near: Anota que ganas tú -> note: que ganas tú | say Anota que ganas tú",
		"ausente 2026-12-20 al 2027-01-06": "away 2026-12-20 to 2027-01-06", "absent jusqu’au 2027-01-06": "away until 2027-01-06", "absent 10 dies": "away 10d", "absent 2 semaines": "away 14d",
		"exporta todo": "export all", "exporter mes données": "export me", "borra mis datos": "forget me", "esborra plans": "forget ifs", "effacer données": "forget me",
		"limit cap": "limit none", "límite 3": "limit 3", "ajusta fines de semana no": "set weekends off", "ajusta idioma català": "set language ca", "régler langue ca-ES": "set language ca",
		"set language Français": "set language fr", "régler week-ends non": "set weekends off", "ajusta red no": "set net off", "Pon la red de seguridad: no": "set net off", "ajusta xarxa no": "set net off", "régler filet oui": "set net on", "ajusta web sí": "set web on", "ajusta lloc web no": "set web off", "régler site web oui": "set web on", "ayuda privacidad": "help privacy", "ajuda privacitat": "help privacy", "aide vie privée": "help privacy", "aide web": "help web", "ayuda red de seguridad": "help net", "ajusta correus diari": "set mails daily", "ajusta zona horaria Europe/Madrid": "set zone Europe/Madrid",
		"pon idioma català": "set language ca", "Cambia los avisos": "unknown: Cambia los avisos", "cambiar correos a diarios": "set mails daily", "posa la llengua en francès": "set language fr", "posa l'idioma en català": "set language ca", "set my language to French": "set language fr", "canvia la meva llengua a francès": "set language fr", "pon el idioma en catalán": "set language ca", "cambia el idioma a español": "set language es", "set the language to en": "set language en", "posa llengua en en": "set language en", "mettre la langue en français": "set language fr", "pon los correos a diarios": "set mails daily", "canvia caps de setmana: no": "set weekends off",
		"poner formato texto": "set format text", "mettre langue français": "set language fr", "mets courriels quotidien": "set mails daily", "changer fuseau Europe/Paris": "set zone Europe/Paris", "change langue catalan": "set language ca", "réglages": "set",
		"ayuda retar": "help challenge", "aide si": "help if", "ajuda esborra plans": "help forget ifs", "adreça afegeix ana@example.net": "address add ana@example.net",
		"resultados de Bo": "results Bo", "ayuda juego limpio": "help fair-play", "ayuda red": "help net", "ajuda joc net": "help fair-play", "aide franc jeu": "help fair-play", "résultats de Bo": "results Bo", "results De Boer": "results De Boer", "RESULTS OF Bo": "results Bo", "nombre Ana": "name Ana", "nom Ana Maria": "name Ana Maria", "Nom de dieu !": "near: Nom de dieu ! -> help name", "Nombre de coups : 12": "near: Nombre de coups : 12 -> help name", "nom de la Rue": "name de la Rue", "nom 太郎": "name 太郎", "Nom d'Hondt": "name d'Hondt",
		"torneos": "tournament", "Copa 5": "near: Copa 5 -> tournament 5", "torneo nº 5": "tournament 5", "torneo apuntarme 5": "tournament join 5", "Torneo n.º 5: apúntame": "tournament join 5", "TORNEO SALIR": "tournament leave", "torneo dejar 5, por favor": "tournament leave 5",
		"tornejos": "tournament", "copes": "near: copes -> tournament", "torneig núm. 5": "tournament 5", "torneig apuntar-me": "tournament join", "Torneig inscriure’m #5": "tournament join 5", "torneig 5 apunta'm": "tournament join 5", "tornejos deixar": "tournament leave",
		"tournois": "tournament", "Tournois n° 5": "tournament 5", "tournoi rejoindre 5": "tournament join 5", "tournoi m’inscrire": "tournament join", "tournois quitter #5, merci !": "tournament leave 5", "tournoi me retirer 5": "tournament leave 5",
		"torneo apuntarm 5": "near: torneo apuntarm 5 -> tournament join 5", "tornieg deixar": "near: tornieg deixar -> tournament leave", "tournoi quiter 5": "near: tournoi quiter 5 -> tournament leave 5", "campionat": "near: campionat -> tournament",
		"Apuntarme al torneo": "near: Apuntarme al torneo -> tournament join", "Salir del torneo 5": "near: Salir del torneo 5 -> tournament leave 5", "apuntar-me al torneig #5": "near: apuntar-me al torneig #5 -> tournament join 5", "M’inscrire au tournoi": "near: M’inscrire au tournoi -> tournament join",
		"escalera": "ladder", "Escalera: apúntame": "ladder join", "escalera salir": "ladder leave", "apuntarme a la escalera": "near: apuntarme a la escalera -> ladder join", "ayuda escalera": "help ladder", "escaleras": "near: escaleras -> ladder",
		"aprender": "learn", "Lección 4": "learn 4", "aprender 4 D4": "learn 4 D4", "aprendre 3 negres": "learn 3 black", "Lliçó 2": "learn 2", "Leçon 5": "learn 5", "apprendre": "learn", "apprends 3 noir": "learn 3 black", "ayuda aprender": "help learn",
		"escala": "ladder", "escala 3": "ladder 3", "escala apuntar-me": "ladder join", "escala deixar": "ladder leave", "Escales": "near: Escales -> ladder",
		"échelle": "ladder", "Échelle rejoindre": "ladder join", "echelle quitter": "ladder leave", "Apuntar-me a l’escala": "near: Apuntar-me a l’escala -> ladder join", "M’inscrire à l’échelle": "near: M’inscrire à l’échelle -> ladder join", "aide échelle rejoindre": "help ladder join",
		"Abandonar el torneo 5": "near: Abandonar el torneo 5 -> tournament leave 5", "ayuda copas": "help tournament", "ayuda torneo apuntarme": "help tournament join", "aide tournoi quitter 5": "help tournament leave", "aide rejoindre": "help join",
		"prueba C4, luego D5": "preview C4 D5", "mai més": "never", "Mai": "near: Mai -> help never", "C4\n\nMai": "C4\nnote: Mai", "ajuda mai més": "help never", "jamais plus !": "near: jamais plus ! -> never", "Jamais plus.": "never", "acepto": "accept", "Acepto el reto": "near: Acepto el reto -> accept",
		"abandono": "maybe-move: abandono -> resign", "Abandonar.": "resign", "abandonner": "resign", "Je vais abandonner": "maybe-move: Je vais abandonner -> resign",
		"muestar": "near: muestar -> show", "clasificacion": "standings", "reptar": "near: reptar -> help challenge", "partida 42": "near: partida 42 -> games", "muestra partida 42": "show #42",
	} {
		orders := ReadOrders(line, "")
		checkOrders(t, orders)
		if got := tell(orders); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestAsPeopleSayIt tells what people write who do not look the words up. Most of it is asked about, and below a move
// it is said to the other player.
func TestAsPeopleSayIt(t *testing.T) {
	for lines, verb := range map[string]string{
		"tutorial/practice/Practicar/Ejercicios/exercicis/Cours/tutoriel/learn to play/Teach me!/Enséñame a jugar/Ensenya'm a jugar/Apprends-moi à jouer": "learn",
		"la lección 3/La lliçó 3/la leçon trois/the lesson 3":                                                                                              "learn 3",
		"Me apunto al torneo 6/Inscríbeme en el torneo 6/inscripción torneo 6/m'apunto al torneig 6/Je m'inscris au tournoi 6":                             "tournament join 6",
		"sign me up for tournament 6/I want to join tournament 6/Can I join tournament 6?/Puedo apuntarme al torneo 6?/J'aimerais m'inscrire au tournoi 6": "tournament join 6", "sign me up for the cup/inscriu-me a la copa/I would like to play in the cup/Can I join the cup?/Em puc apuntar al torneig?/Can I join the spring tournament, please?": "tournament join", "I don't want to join tournament 6": "tournament 6",
		"Darme de baja del torneo 6/desapuntarme del torneo 6/donar-me de baixa del torneig 6/Se désinscrire du tournoi 6": "tournament leave 6",
		"abrir un torneo tamaño 8/ouvrir un tournoi taille 8/create a tournament size 8/crear un torneig mida 8":           "tournament open size 8",
		"ver torneo 6/Voir le tournoi 6/muestra torneo 6/show tournament 6?/tabla 6/tableau 6":                             "tournament 6",
		"ranking/Rànquing": "standings", "escalafón": "ladder",
		"noticias no/No más noticias/no quiero más novedades/no news/No more news!/nouvelles non/infos off": "set news off",
		"language es/idioma: español/Llengua en castellà/langue espagnol":                                   "set language es", "language: fr_FR": "set language fr", "web sí/Web: oui/web site on": "set web on", "no reminders/avisos no": "set reminders off", "courriels quotidiens": "set mails daily",
	} {
		for line := range strings.SplitSeq(lines, "/") {
			if got, want := tell(ReadOrders(line, "")), "near: "+line+" -> "+verb; got != want {
				t.Errorf("%q: %s, want %s", line, got, want)
			}
		}
	}
	for line, want := range map[string]string{
		"learn lesson 2": "learn 2", "aprender la lección cuatro": "learn 4", "lesson two": "learn 2", "learn #3": "learn 3", "learn lesson 4 D4": "learn 4 D4",
		"torneo abrir grupos de 5": "tournament open group 5", "tournoi ouvrir groupes de 5": "tournament open group 5", "tournament open groups of 5 size 8": "tournament open group 5 size 8",
		"torneo inscripción 6": "tournament join 6", "torneo desapuntarme 6": "tournament leave 6", "torneig organitzar grup 5": "tournament open group 5",
		"set web site on": "set web on", "ajusta página web sí": "set web on", "régler site internet oui": "set web on", "régler annonces non": "set news off", "régler nouvelles non": "set news off",

		"Abandono, gracias por la partida": "maybe-move: Abandono, gracias por la partida -> resign", "I give up, well played": "maybe-move: I give up, well played -> resign",
		"Me rindo; enhorabuena": "maybe-move: Me rindo; enhorabuena -> resign", "I give up trying, sorry": "unknown: I give up trying, sorry",
		"name: José María de la Vega Fernández": "near: name: José María de la Vega Fernández -> help name", "time zone Europe/Madrid": "near: time zone Europe/Madrid -> set zone Europe/Madrid", "set time zone Europe/Madrid": "set zone Europe/Madrid",
		"lesson learned": "unknown: lesson learned", "The lesson learned": "unknown: The lesson learned", "Table for two": "unknown: Table for two", "no hay red": "unknown: no hay red", "language barrier": "unknown: language barrier", "zone 3": "unknown: zone 3",
		"zona horaria: Europe/Madrid": "near: zona horaria: Europe/Madrid -> set zone Europe/Madrid", "Timezone = America/New York": "near: Timezone = America/New York -> set zone America/New_York",
		"C4\nTeach me!": "C4\nnote: Teach me!", "C4\nNo news today": "C4\nnote: No news today", "C4\nno more news": "C4\nnote: no more news", "C4\nThe lesson 3": "C4\nnote: The lesson 3",
		"C4\nI want to join the cup": "C4\nnote: I want to join the cup", "C4\nÇa, c'est un cours !": "C4\nnote: Ça, c'est un cours !", "C4\nver torneo 6": "C4\nnote: ver torneo 6",
	} {
		if got := tell(ReadOrders(line, "")); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestNothingEndsByMistake holds that a form of a verb which may be said to the other
// player, or of something else, is asked about, in a line of its own and below a
// command; so is any word for resign and withdraw, and the words for never of other
// languages, with an exclamation mark.
func TestNothingEndsByMistake(t *testing.T) {
	for line, verb := range map[string]string{
		"Abandona !": "resign", "¡Abandona!": "resign", "abandona": "resign", "Abandonne !": "resign", "Abandonnez, s'il vous plaît": "resign", "Abandonar!": "resign",
		"Resign!": "resign", "¡Rendirse!": "resign", "RESIGN!!!": "resign",
		"Abort!": "abort", "Anula": "abort", "cancela": "abort", "Anul·la!": "abort", "Cancel·lo": "abort", "Anular!": "abort", "Interromps": "abort", "Interrompre !": "abort",
		"Retire": "withdraw", "retira.": "withdraw", "Retirer !": "withdraw", "withdraw!": "withdraw",
		"Baja": "stop", "baixa": "stop", "Atura": "stop", "Arrête !": "stop",
		"Torno": "back", "Regreso!": "back", "Retour": "back", "Masque": "mute",
		"Mai més !": "never", "¡Nunca más!": "never", "Jamais plus !": "never",
	} {
		want := "near: " + line + " -> " + verb
		if got := tell(ReadOrders(line, "")); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
		if got := tell(ReadOrders("undo\n"+line, "")); got != "undo\n"+want {
			t.Errorf("%q below a command: %s, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"resign": "resign", "Resign.": "resign", "resign, thanks!": "resign", "#7 resign!": "resign #7", "abandonar #7!": "resign #7", "Rendir-se": "resign",
		"abort": "abort", "Abort, please.": "abort", "abort 7": "abort #7", "#7 abort!": "abort #7", "anular": "abort", "Cancelar, por favor": "abort", "anul·lar #7": "abort #7", "anul.lar": "abort", "Cancel·lar.": "abort", "interrompre": "abort",
		"withdraw 7!": "withdraw #7", "STOP!!!": "stop", "Parar": "stop", "ATURAR!!!": "stop", "arrêter": "stop", "désabonner": "stop",
		"tornar": "back", "Regresar": "back", "revenir": "back", "Mai més": "never", "nunca más.": "never", "Never again!": "never",
	} {
		if got := tell(ReadOrders(line, "")); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestCalledOut holds that what people call out to each other is asked about below a
// command if it would end the mails or the invitations, or begin a game. By itself it
// acts: who is tired of mails writes "STOP!".
func TestCalledOut(t *testing.T) {
	for line, verb := range map[string]string{
		"Stop !": "stop", "STOP!!!": "stop", "Parar!": "stop", "¡Aturar!": "stop", "Arrêter !": "stop",
		"Never!": "never", "Never again!": "never", "¡Busca!": "seek", "Cherche !": "seek",
		"Tournois !": "tournament", "Tournament join 5!": "tournament join 5", "¡Torneo dejar!": "tournament leave",
		"Stop! Thanks": "stop", "Stop!!! Good luck": "stop", "Arrêter ! Merci": "stop", "Never! again": "never", "Seek! size 8": "seek size 8",
	} {
		want := "C4\nnear: " + line + " -> " + verb
		for _, reply := range []string{"C4\n" + line, "C4\n\n" + line} {
			if got := tell(ReadOrders(reply, "")); got != want {
				t.Errorf("%q: %s, want %s", reply, got, want)
			}
		}
		if got := tell(ReadOrders(line, "")); got != verb {
			t.Errorf("%q by itself: %s, want %s", line, got, verb)
		}
	}
	for line, want := range map[string]string{
		"stop": "stop", "Stop.": "stop", "stop, please!": "stop", "Arrêter, merci !": "stop", "never": "never", "chercher": "seek", "Revenir !": "back",
	} {
		if got := tell(ReadOrders("C4\n"+line, "")); got != "C4\n"+want {
			t.Errorf("%q below a move: %s, want %s", line, got, want)
		}
	}
}

// TestDoubtfulWords holds that a word that is asked about is no command in any
// language.
func TestDoubtfulWords(t *testing.T) {
	for words, verb := range lex.Doubtful {
		if c, ok := Parse(words); ok {
			t.Errorf("%q is asked about and is %s", words, c)
		}
		if _, ok := Parse(verb); !ok {
			t.Errorf("%q would be asked about %q", words, verb)
		}
	}
}

// TestOrdinaryWordsOfOtherLanguages holds that what people write below a move in
// their language is a note.
func TestOrdinaryWordsOfOtherLanguages(t *testing.T) {
	for _, note := range []string{
		"Buena partida", "Bonita jugada", "Suerte con eso", "Para mí está perdido", "Come bien", "Ver para creer", "A ver qué haces", "Di que no es verdad", "Dime algo", "Decía mi abuela que no",
		"Si juegas eso pierdo", "Si C4, pierdo", "Sí que es difícil", "No lo esperaba", "Nunca había visto algo así", "Vuelvo el lunes", "Regreso el lunes",
		"Busca la línea", "Prueba otra vez", "Límite alcanzado", "Reto aceptado", "Resultado incierto", "Partidos difíciles", "Historia interminable", "Nombre curioso el tuyo, por cierto, no lo conocía",
		"Bona jugada", "Quina partida", "Si ho hagués vist", "Mai no ho hauria dit", "Torno dilluns", "Prova una altra cosa", "Digues què et sembla", "Mostra'm què saps fer", "Cap problema", "Repte acceptat",
		"Bien joué", "Beau coup", "Dire que je gagnais", "Dis donc", "Si j'avais su", "Jamais vu ça", "Retour lundi", "Essaie encore", "Voir plus loin", "Passe une bonne soirée", "Parti pour la semaine",
		"Pon más piedras ahí", "Cambia de idea", "Cambia el idioma de la partida, que no entiendo nada", "Posa-hi més ganes", "Posa una altra fitxa", "Canvia de pla", "Mets un peu de sel", "Change de cap", "Change of plan",
		"Posa els avisos ja", "Cambia el formato ya", "Cambia correos después", "Change courrier demain", "Mets les rappels demain",
		"Défi relevé", "Montre-moi ça", "Joue bien", "Aucun souci", "Résultat serré", "Nom d'un chien", "Nom nom nom", "Nombre raro", "Nom estrany", "Noter que je suis absent", "Règle du jeu", "Refuser serait bête", "Partie difficile",
		"Aprende de esto", "Lección aprendida", "Bona lliçó", "Aprendre cansa", "Belle leçon", "Apprends-moi ça", "Torneo difícil el de ayer", "Copa y puro", "Abandonar el torneo sería una pena", "Cosas", "Torno a casa", "Torneig molt fort", "Coses", "Tornem-hi", "Tournoi très fort", "Coupe mal faite", "Coup", "Couper", "Rejoindre le tournoi !", "Escola", "Escalar la montaña", "Esclat", "Échelon", "Escala a Girona", "Pokal gewonnen",
	} {
		want := "C4\nnote: " + note
		if strings.HasPrefix(note, "Noter") {
			want = "C4\nnear: Noter que je suis absent -> note: que je suis absent | say Noter que je suis absent"
		}
		if got := tell(ReadOrders("C4\n"+note, "")); got != want {
			t.Errorf("%q below a move: %s", note, got)
		}
	}
}

// TestNoNewSlips holds that a slip in an English word asks about the same commands
// as if there were no other languages.
func TestNoNewSlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(verbs).Draw(t, "verb")
		word := []rune(v.name)
		if len(word) < 4 {
			return
		}
		at := rapid.IntRange(1, len(word)-2).Draw(t, "at")
		switch rapid.IntRange(0, 2).Draw(t, "slip") {
		case 0:
			word = slices.Delete(word, at, at+1)
		case 1:
			word = slices.Insert(word, at, word[at])
		default:
			word[at], word[at+1] = word[at+1], word[at]
		}
		for _, near := range nearestVerbs(string(word)) {
			if found, ok := verbOf(near); ok && !found.isEnglish(near) && !ordinary[string(word)] {
				t.Errorf("%q asks about %s", string(word), near)
			}
		}
	})
}

// TestALanguageMore holds that commands are read and written in a language for which nothing
// is there but its file.
func TestALanguageMore(t *testing.T) {
	dir := t.TempDir()
	for _, from := range []string{"../lexicon/data", "testdata/languages"} {
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	more, err := lexicon.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	before := lex
	learn(more)
	defer learn(before)
	for line, want := range map[string]string{
		"Saluton Bo,\n\nnigra, dankon": "black", "DEFIU Bo grandeco 8 rapideco 3 tagoj": "challenge Bo size 8 pace 3d", "serci": "seek", "turniro aligi 5": "tournament join 5", "agordu lingvo esperanto": "set language eo",
		"helpu horloĝo": "help clock", "Rezignas": "near: Rezignas -> resign", "montrru": "near: montrru -> show", "Mi akceptas!": "near: Mi akceptas! -> accept", "C4 aŭ D5": "two-moves: C4, D5",
	} {
		if got := tell(ReadOrders(line, "")); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	c, _ := Parse("challenge Bo size 8")
	if got := c.In("eo"); got != "defiu Bo grandeco 8" {
		t.Errorf("%s is %s", c, got)
	}
	m := Message{Reply: "Mi volas ludi kun bo@example.org"}
	if wish, _ := m.Wish(); wish.String() != "challenge bo@example.org" {
		t.Errorf("%q wishes %s", m.Reply, wish)
	}
	if code, sure := (Message{Reply: "defiu Bo"}).Language("", ""); code != "eo" || !sure {
		t.Errorf("defiu is of %q", code)
	}
	learn(before)
	if c, ok := Parse("defiu Bo"); ok {
		t.Errorf("forgotten words mean %s", c)
	}
}

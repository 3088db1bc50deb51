package mailbot_test

import (
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// languageOf gives the language of a mail, as its HTML part says.
func languageOf(m *store.Outgoing) string {
	_, rest, _ := strings.Cut(m.HTML.String(), `<html lang="`)
	language, _, _ := strings.Cut(rest, `"`)
	return language
}

// TestFirstLanguage tells in which language the answers to the first mails of
// somebody are, who does not choose one.
func TestFirstLanguage(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, operators, extra, first, second, want string }{
		{"Catalan words", "", "", "repta bo@example.net", "games", "ca ca"},
		{"Spanish words, then English ones", "", "", "muestra\npartidas", "challenge bo@example.net\n\nbest regards", "es es"},
		{"a header", "", "Content-Language: fr\n", "games", "games", "fr fr"},
		{"what the mail program accepts", "", "Accept-Language: ca-ES, en;q=0.5\n", "games", "games", "ca ca"},
		{"English words", "", "", "Hi,\n\ngames", "partidas", "en en"},
		{"a greeting, which is not certain", "", "", "Bonjour,\n\ngames", "games", "fr fr"},
		{"a greeting, and certainly Catalan then", "", "", "Bonjour,\n\ngames", "mostra\npartides\n\nSalutacions", "fr ca"},
		{"nothing", "", "", "seeks", "seeks", "en en"},
		{"nothing, and a club in Catalonia", "ca", "", "buscar", "buscar", "ca ca"},
		{"nothing at first", "", "", "busca mida 6", "partides", "en ca"},
		{"nothing but words of a club in France, in English", "fr", "", "Hi,\n\ngames", "games", "en en"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := bottest.New(t)
			b.Configure(func(c *mailbot.Config) { c.Language = tc.operators })
			var got []string
			for _, body := range []string{tc.first, tc.second} {
				b.Write(bottest.Note{From: "ana@example.org", Vouched: true, Extra: tc.extra, Body: body})
				got = append(got, languageOf(b.Person("ana@example.org").Last()))
				tc.extra = ""
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}

// TestChosenLanguageStays holds that whoever has chosen a language gets mails in it,
// whatever they write, and that each of two players gets their own.
func TestChosenLanguageStays(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	anaExample, boExample := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(anaExample, boExample)
	for name, want := range map[string]string{"català": "ca", "Castellano": "es", "French": "fr", "anglès": "en", "fr-CA": "fr"} {
		anaExample.Replies("set language " + name)
		if got := languageOf(anaExample.Last()); got != want {
			t.Errorf("%s: the answer is in %s", name, got)
		}
	}
	anaExample.Replies("régler langue català")
	boExample.Replies("set language es")
	b.Write(bottest.Note{From: "ana@example.org", Answers: anaExample.Mails()[0], Extra: "Content-Language: fr\n", Body: "montrer\nparties\n\nCordialement"})
	anaExample.Writes("C4")
	if ana, bo := languageOf(anaExample.Last()), languageOf(boExample.Last()); ana != "ca" || bo != "es" {
		t.Errorf("the mails are in %s and %s", ana, bo)
	}
}

// TestLanguageOfStrangers tells in which language people get mails who are no
// players yet.
func TestLanguageOfStrangers(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	eva, gus := b.Person("eva@example.org"), b.Person("gus@example.net")
	expect := func(who, want string) {
		t.Helper()
		if got := languageOf(b.Person(who).Last()); got != want {
			t.Errorf("%s gets a mail in %s, want %s", who, got, want)
		}
	}
	b.Person("cat@example.org").WritesUnproven("ajuda")
	if m := b.Person("cat@example.org").Last(); m.Subject != "Unlur: ajuda" || len(m.HTML) > 0 {
		t.Errorf("help without a proof, of which there is only a text in Catalan:\n%s", b.Whole(m))
	}
	eva.WritesUnproven("défier gus@example.net")
	expect("eva@example.org", "fr")
	eva.Replies("yes") // the question was in French
	expect("eva@example.org", "fr")
	expect("gus@example.net", "fr") // as whoever invites
	gus.Replies("accept")
	expect("gus@example.net", "en") // accept is English, and nothing else
	gus.Replies("mostra\npartides")
	expect("gus@example.net", "ca")
	expect("eva@example.org", "fr")
}

// TestFirstAnswerToAnInvitation holds that whoever is invited in another language and
// answers in their own gets it from then on, also if the answer is one word; a word
// of several languages changes nothing.
func TestFirstAnswerToAnInvitation(t *testing.T) {
	t.Parallel()
	for _, tc := range bottest.Some([]struct{ first, second, want string }{
		{"accept", "C4", "en en"}, {"yes", "D5", "en en"}, {"Yes, thanks!", "black", "en en"},
		{"Sí", "C4", "ca ca"}, {"accepta", "show", "ca ca"}, {"accepter", "show", "fr fr"}, {"Hola\n\naccept", "show", "ca ca"},
		{"accept", "set language ca", "en ca"}, {"accept", "mostra", "en ca"}, {"help", "sí", "en en"},
		{"Really?", "accept", "ca en"}, {"What is this?", "accept", "en en"}, {"Hi, what is this?", "accept", "en en"}, {"Really?", "Hola\n\naccept", "ca ca"}, {"Qui ets?", "accepta", "ca ca"},
		{"OK", "C4", "ca ca"}, {"Oui, volontiers !", "C4", "fr fr"}, {"OK, sure", "C4", "en en"}, {"Yes, of course!", "C4", "en en"}, {"I accept!", "C4", "en en"}, {"J’accepte !", "C4", "fr fr"}, {"Not interested.", "games", "en en"},
		{"Really?", "rules", "ca en"}, {"no", "games", "ca en"}, {"Hola\n\naccept", "games", "ca ca"},
	}) {
		b := bottest.New(t)
		cat, bo := b.Person("cat@example.org"), b.Person("bo@example.net")
		b.Begin(cat, b.Person("dora@example.net"))
		cat.Replies("set language ca")
		cat.Writes("repta bo@example.net")
		if got := languageOf(bo.Last()); got != "ca" {
			t.Fatalf("the invitation is in %s", got)
		}
		var got []string
		for _, body := range []string{tc.first, tc.second} {
			bo.Replies(body)
			got = append(got, languageOf(bo.Last()))
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s, %s: the answers are in %s, want %s", tc.first, tc.second, got, tc.want)
		}
	}
}

// TestForgersChangeNoLanguage holds that nobody else makes the bot write to a player
// in another language.
func TestForgersChangeNoLanguage(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.WritesUnproven("mostra\npartides\n\nSalutacions")
	if got := languageOf(ana.Last()); got != "en" {
		t.Errorf("the answer is in %s", got)
	}
}

// TestWordsOfTheReader holds that what a player can write is shown in words of the
// reader's language, and that it is understood as it is shown.
func TestWordsOfTheReader(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("set language ca")
	bo.Replies("set language fr")
	for _, tc := range []struct{ who, write, want string }{
		{"ana@example.org", "ajuda", "REPTA "},
		{"ana@example.org", "ajuda mostra", "mostra a 12 #42"},
		{"ana@example.org", "ajuda repta", "repta Ana mida 8 primer ritme 3d"},
		{"ana@example.org", "mosrta", "MOSTRA"},
		{"ana@example.org", "ajusta", "caps de setmana: sí"},
		{"ana@example.org", "ajusta correus mai", "AJUSTA CORREUS TOTS o AJUSTA CORREUS DIARIS"},
		{"ana@example.org", "mostra", "NEGRES, ANUL·LAR, DIGUES, ANOTA, MOSTRA, PROVA o HISTORIAL"},
		{"bo@example.net", "montrer", "INTERROMPRE"},
		{"bo@example.net", "montrr", "MONTRER"},
		{"bo@example.net", "défier ana taille", "taille 8"},
	} {
		b.Person(tc.who).Writes(tc.write)
		if text := strings.Join(strings.Fields(b.Person(tc.who).Last().Text), " "); !strings.Contains(text, tc.want) {
			t.Errorf("%s: no %q in\n%s", tc.write, tc.want, b.Person(tc.who).Last().Text)
		}
	}
}

// TestBadValuesAreNamed holds that the value of a setting that is none is named, with
// those that there are, in the reader's language.
func TestBadValuesAreNamed(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Begin(b.Person("ana@example.org"), bo)
	for _, tc := range []struct{ language, write, want string }{
		{"en", "set mails now", `I don't understand the value "now". Reply with one of these: SET MAILS EACH, SET MAILS DAILY.`},
		{"en", "set weekends free, please", `"free". Reply with one of these: SET WEEKENDS ON, SET WEEKENDS OFF.`},
		{"es", "ajusta formato bonito", `No entiendo el valor "bonito". Responde con uno de estos: AJUSTA FORMATO TEXTO, AJUSTA FORMATO HTML.`},
		{"ca", "ajusta caps de setmana lliures", "No entenc el valor «lliures». Respon AJUSTA CAPS DE SETMANA SÍ o AJUSTA CAPS DE SETMANA NO, com vulguis."},
		{"fr", "régler rappels parfois", "Je ne comprends pas la valeur « parfois ». Réponds RÉGLER RAPPELS OUI ou RÉGLER RAPPELS NON, au choix."},
		{"fr", "set mails now", "« now ». Réponds RÉGLER COURRIELS TOUS ou RÉGLER COURRIELS QUOTIDIENS, au choix."},
	} {
		bo.Writes("set language " + tc.language)
		if d := bo.Writes(tc.write).Decision; d != decision.Refused {
			t.Errorf("%s is %s", tc.write, d)
		}
		if text := strings.Join(strings.Fields(bo.Last().Text), " "); !strings.Contains(text, tc.want) {
			t.Errorf("%s: no %q in\n%s", tc.write, tc.want, bo.Last().Text)
		}
	}
}

// TestMovesOfTheReader holds that black, which is a word, is said in the reader's
// language wherever a move is named: in the record, in a plan and in what came of it.
func TestMovesOfTheReader(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	bo.Replies("set language es")
	ana.Writes("C4")
	for _, tc := range []struct{ who, write, want string }{
		{"bo@example.net", "prueba negras D5", "negras (tú), D5 ("},
		{"bo@example.net", "D5\nsi cualquiera negras", "a cualquier jugada respondes negras"},
		{"bo@example.net", "si negras E6, D5 F6", `No puedo guardar tu plan "negras E6, D5 F6":`},
		{"bo@example.net", "si cualquiera E6", "tu respuesta a cualquier otra jugada era negras."},
		{"bo@example.net", "si cualquiera negras", "a cualquier jugada respondes negras"},
		{"ana@example.org", "E6", "reply followed at once: black."},
		{"bo@example.net", "muestra", "1 C4 2 D5 3 E6 4 negras"},
		{"bo@example.net", "muestra en 4", "tras la jugada 4 (negras, tuya)"},
		{"bo@example.net", "deshaz", "que te deje deshacer tu jugada (negras)."},
	} {
		b.Person(tc.who).Writes(tc.write)
		if text := strings.Join(strings.Fields(b.Person(tc.who).Last().Text), " "); !strings.Contains(text, tc.want) {
			t.Errorf("%s: no %q in\n%s", tc.write, tc.want, b.Person(tc.who).Last().Text)
		}
	}
}

// TestLinksOfTheReader holds that the links of the HTML part, and what they write, are
// in words of the reader's language.
func TestLinksOfTheReader(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Replies("set language ca")
	ana.Writes("mostra")
	page := ana.Last().HTML.String()
	for word, label := range map[string]string{"negres": "Em quedo les negres", "mostra": "Tauler", "historial": "Historial", "ajuda": "AJUDA"} {
		if !strings.Contains(page, ">"+label+"</a>") || !strings.Contains(page, "body="+word+`"`) {
			t.Errorf("no link %q to %q in\n%s", label, word, page)
		}
	}
}

// TestLanguagesFit holds the lists of languages together: what an operator can
// choose are those that the parser reads, and in all that there are mails in
// commands can be shown.
func TestLanguagesFit(t *testing.T) {
	if !slices.Equal(slices.Sorted(slices.Values(config.Languages)), slices.Sorted(slices.Values(parser.Languages()))) {
		t.Errorf("the configuration knows %q, the parser %q", config.Languages, parser.Languages())
	}
	words, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range words.Languages() {
		if !slices.Contains(parser.Languages(), language) {
			t.Errorf("there are mails in %q, and no commands", language)
		}
	}
}

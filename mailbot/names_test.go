package mailbot

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/store"
	"unlurbot/templates"
)

func TestNames(t *testing.T) {
	for _, name := range []string{
		"Ana", "Jean-Luc", "O'Neill", "Ana Maria", "José", "R2 D2", strings.Repeat("a", maxName), "Núria", "Gal·la", "J. R. R. Tolkien",
		"Nguyễn", "Łukasz", "Ḥasan", "Ərəstə", "Мария", "Андрей Петров", "Ελένη", "Ἑλένη", "王小明", "佐藤さくら", "サトー", "さくらLisa", "김민수", "金Kim수", "ㄅㄆ王",
		"मीनू", "அருண்", "דוד", "محمد", "สมชาย", "Արամ", "ნინო", // scripts of their own
		"Talbot", "Abbott", "Opera", "Rootsy", "Allan", "Meg", "Tota", "Moira", // which have some of the words in them
	} {
		if got, wrong := cleanName(name); wrong != "" || got != name {
			t.Errorf("%q can't be a name (%q, %s)", name, got, wrong)
		}
	}
	if got, wrong := cleanName("  Ana   Maria "); wrong != "" || got != "Ana Maria" {
		t.Errorf("blanks: %q %s", got, wrong)
	}
	if got, wrong := cleanName("Jose\u0301"); wrong != "" || got != "José" {
		t.Errorf("an accent of its own: %q %s", got, wrong)
	}
	for _, name := range []string{
		"", "A", "4na", "C4", "c-4", "black", "noir", "resign", "accept", "help", "show", "games", // commands
		"Ana size 8", "first", "Ana first", "#42", "ana@example.org", // what can stand beside a name
		"<b>Ana</b>", "Ana\nBo", "Ana\x00", "\u202eanA", "A\u200bna", "Ana, Bo", "\"Ana\"", "=?utf-8?q?Ana?=", // what could do harm
		"www.evil.test", "Buy at evil.test", "x.com", "Ana ..b", // what mail programs make links of
		"Ana\ufe0f", "Ana\u034f", "Ana\u3164", "\u3164\u3164", "A\u115fna", // which look like Ana, or like nothing
		"A" + strings.Repeat("\u0323", maxMarks+1), // which covers the lines around it
		strings.Repeat("a", maxName+1), "Ana٣",     // a digit that few can read
	} {
		if got, wrong := cleanName(name); wrong == "" && got != "Ana Bo" { // a line end is a blank like any other
			t.Errorf("%q can be a name (%q)", name, got)
		}
	}
}

// A name is of one script, or of those that some people write together.
func TestNamesOfSeveralScripts(t *testing.T) {
	for _, name := range []string{
		"Аna", "Anа", "Βo", "Ana Иванова", "Иван Petrov", "Ελένη Lopez", "ანა Ana", "Ана Ελένη", // of two
		"김さくら", "さくらㄅ", "王Иван", "さくらИ", // of two that nobody mixes
		"ᴀɴᴀ", "ᏴᎪ", "ᚱᚢᚾ", "ⲁⲛⲁ", "Anaϟ", "ɑnɑ", // letters that nobody's name has today
	} {
		if got, wrong := cleanName(name); wrong != templates.NoticeNameScripts {
			t.Errorf("%q can be a name (%q, %s)", name, got, wrong)
		}
	}
}

// Nobody is called like the bot, like who runs it, or like everybody, in whatever
// letters.
func TestNamesThatClaim(t *testing.T) {
	for _, name := range []string{
		"Unlur", "unlurbot", "Unlur Support", "The Unlur Bot", "Un1ur", "UnIur", "UNLUR", "U-n-l-u-r", "Un lur", "Unlur2", "Ünlür", "Club Unlur",
		"admin", "Admin", "ADMIN", "Adm1n", "ADM1N", "Аdmin"[2:] + "admin", "the admin", "Admin Ana", "ad-min", "a d m i n", "admin 7", "sysadmin", "administrator", "adrnin",
		"administrador", "Administradora", "administrateur", "administratrice",
		"operator", "0perator", "Operat0r", "OPERATOR", "o perator", "operador", "Operadora", "opérateur", "OPÉRATRICE", "Ana, operator"[5:],
		"moderator", "rnoderator", "Moderadora", "modérateur", "webmaster", "Postmaster",
		"bot", "Bot", "b0t", "The bot", "bot 3", "robot", "R0bot", "Robot 2", "robots", "sistema", "système", "System", "árbitro", "àrbitre", "arbitre", "soporte", "Support",
		"all", "All", "ALL", "AII", "me", "Me", "everybody", "Every-body", "everyone", "myself", "me 2",
		"todos", "yo", "todo el mundo", "tothom", "jo", "tots", "tous", "Tous", "moi", "tout le monde", "quelqu'un",
	} {
		got, wrong := cleanName(name)
		if wrong == "" || wrong == templates.NoticeBadName && len([]rune(name)) > 3 && !strings.Contains(name, "all") {
			t.Errorf("%q can be a name (%q, %s)", name, got, wrong)
		}
	}
}

// Whatever an address looks like, a name comes of it that a player could have
// chosen.
func TestNameFromAddress(t *testing.T) {
	for address, want := range map[string]string{
		"ana@example.org":                        "ana",
		"Ana.Maria@example.org":                  "Ana Maria",
		"ana+games@example.org":                  "ana",
		"42bo@example.org":                       "bo",
		"c4@example.org":                         "player",
		"black@example.org":                      "player",
		"admin@example.org":                      "player",
		"robot@example.org":                      "player",
		"4@example.org":                          "player",
		"\"<b>\"@example.org":                    "player",
		"x@example.org":                          "player",
		strings.Repeat("a", 64) + "@example.org": strings.Repeat("a", roomyName),
	} {
		got := nameFromAddress(address)
		if _, wrong := cleanName(got); got != want || wrong != "" {
			t.Errorf("%s gives %q, want %q", address, got, want)
		}
	}
}

// displayNames are what stands beside the address anaxyz@example.org, and what its owner
// is called then. Only where nothing stands there the address says it.
var displayNames = map[string]string{
	"":                        "anaxyz",
	"anaxyz@example.org":      "anaxyz",
	"🎲":                       "anaxyz",
	"42":                      "anaxyz",
	"Ana":                     "Ana",
	"ana":                     "ana",
	"Ana López":               "Ana López",
	"  Ana\tLópez ":           "Ana López",
	"López, Ana":              "Ana López",
	"López García, Ana María": "Ana María López García",
	"López, Ana, Prof.":       "Ana López",
	"Ana López, PhD":          "Ana López",
	"Ana López (TU Wien)":     "Ana López",
	"Ana López [Club]":        "Ana López",
	"'Ana López'":             "Ana López",
	"\"Ana\" López":           "Ana López",
	"Dr. Ana López":           "Dr Ana López",
	"J.R.R. Tolkien":          "J. R. R. Tolkien",
	"ana.lopez":               "ana lopez",
	"Ana 🎲 López":             "Ana López",
	"Ana | Unlur fan":         "Ana",
	"A\u200bna":               "Ana",
	"\u202eAna":               "Ana",
	"Ana\u0301":               "Aná",
	"Ana <script>":            "Ana",
	"https://evil.test/x":     "https evil test x",
	"Ana Иванова":             "Ana",
	"Иван":                    "Иван",
	"佐藤さくら":                   "佐藤さくら",
	"Аdmin":                   "player",
	"Admin":                   "player",
	"Unlur":                   "player",
	"Unlur Bot":               "player",
	"Robot":                   "player",
	"All":                     "player",
	"resign":                  "player",
	"C4":                      "player",
	"A":                       "player",
	"Operator Ana":            "Ana",
	"Ana-Maria de la Cruz y Fernández de Córdoba": "Ana-Maria de la Cruz",
	strings.Repeat("x", 90):                       strings.Repeat("x", roomyName),
}

func TestNamesOfNewcomers(t *testing.T) {
	for display, want := range displayNames {
		h := newHouse(t)
		h.brief = true
		from := "From: anaxyz@example.org\n"
		if display != "" {
			from = "From: \"" + strings.ReplaceAll(display, `"`, `\"`) + "\" <anaxyz@example.org>\n"
		}
		h.receive(from + "To: unlur@example.org\nMessage-ID: <1@client.test>\n" +
			"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border + "\ngames\n")
		m := h.last("anaxyz@example.org")
		if m.To.Name != want {
			t.Errorf("%q is called %q, want %q", display, m.To.Name, want)
		}
		if text := strings.Join(strings.Fields(m.Text), " "); !strings.Contains(text, "see you as "+want+" and") || !strings.Contains(text, "name Alex") {
			t.Errorf("%q reads in the first mail:\n%s", display, m.Text)
		}
	}
}

// Whoever gets a name that somebody has gets another one, and not a refusal; whoever asks
// for it hears why not.
func TestNamesThatAreTaken(t *testing.T) {
	h := newHouse(t)
	join := func(display, address string) string {
		h.t.Helper()
		h.receive(fmt.Sprintf("From: %q <%s>\nTo: unlur@example.org\nMessage-ID: <%s>\n", display, address, address) +
			"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + border + "\ngames\n")
		return h.last(address).To.Name
	}
	for i, want := range [][2]string{
		{"López", "López"}, {"Lopez", "Lopez2"}, {"LÓPEZ", "LÓPEZ3"}, {"Bo", "Bo"}, {"Во", "Во2"}, {"Admin", "player"}, {"Unlur", "player2"}, {"0lga", "lga"}, {"Olga", "Olga"},
	} {
		if got := join(want[0], fmt.Sprintf("p%d@example.org", i)); got != want[1] {
			t.Errorf("%q is called %q, want %q", want[0], got, want[1])
		}
	}
	for wanted, why := range map[string]string{
		"lopez": "looks like a name that is", "L0PEZ": "looks like a name that is", "bo": "looks like a name that is", "Аna": "different scripts",
		"0perator": "take you for me", "everybody": "take you for me", "4x": "can't be a name",
	} {
		if d := h.vouched("zoe@example.org", "name "+wanted); d != Refused {
			t.Errorf("name %s: %s", wanted, d)
		}
		if text := strings.Join(strings.Fields(h.last("zoe@example.org").Text), " "); !strings.Contains(text, why) {
			t.Errorf("name %s is answered with\n%s", wanted, text)
		}
	}
	if d := h.vouched("p0@example.org", "name Lopez"); d != Named {
		t.Errorf("the own name in other letters: %s", d)
	}
	if d := h.vouched("zoe@example.org", "challenge LOPEZ"); d != Challenged || h.last("p0@example.org").Game != 1 {
		t.Errorf("a challenge by a name that looks the same: %s", d)
	}
}

// A player whose name the bot had to change is told once, with whatever mail comes next.
func TestRenamedPlayersAreTold(t *testing.T) {
	h := newHouse(t)
	h.begin(anaAddress, boAddress)
	h.check(h.store.Update(func(tx *store.Tx) error {
		bo, err := tx.PlayerByName("bo")
		h.check(err)
		bo.Name, bo.Renamed = "bo2", "bo"
		return tx.PutPlayer(bo)
	}))
	h.reply(anaAddress, "C4")
	told := strings.Join(strings.Fields(h.last(boAddress).Text), " ")
	if !strings.Contains(told, "Your name, bo, looked too much like another player's, so others see you as bo2 now.") {
		t.Errorf("bo reads:\n%s", told)
	}
	h.reply(boAddress, "D5")
	if text := h.last(boAddress).Text; strings.Contains(text, "looked too much") {
		t.Errorf("bo is told again:\n%s", text)
	}
}

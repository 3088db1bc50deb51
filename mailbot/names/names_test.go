package names

import (
	"strings"
	"testing"

	"unlurbot/mailbot/safe"
)

func TestNames(t *testing.T) {
	for _, name := range []string{
		"Ana", "Jean-Luc", "O'Neill", "Ana Maria", "José", "R2 D2", strings.Repeat("a", Most), "Núria", "Gal·la", "J. R. R. Tolkien",
		"Nguyễn", "Łukasz", "Ḥasan", "Ərəstə", "Мария", "Андрей Петров", "Ελένη", "Ἑλένη", "王小明", "佐藤さくら", "サトー", "さくらLisa", "김민수", "金Kim수", "ㄅㄆ王",
		"मीनू", "அருண்", "דוד", "محمد", "สมชาย", "Արամ", "ნინო", // scripts of their own
		"Talbot", "Abbott", "Opera", "Rootsy", "Allan", "Meg", "Tota", "Moira", // which have some of the words in them
	} {
		if got, wrong := Clean(name); wrong != "" || got != name {
			t.Errorf("%q can't be a name (%q, %s)", name, got, wrong)
		}
	}
	if got, wrong := Clean("  Ana   Maria "); wrong != "" || got != "Ana Maria" {
		t.Errorf("blanks: %q %s", got, wrong)
	}
	if got, wrong := Clean("Jose\u0301"); wrong != "" || got != "José" {
		t.Errorf("an accent of its own: %q %s", got, wrong)
	}
	for _, name := range []string{
		"", "A", "4na", "C4", "c-4", "black", "noir", "resign", "accept", "help", "show", "games", // commands
		"Ana size 8", "first", "Ana first", "#42", "ana@example.org", // what can stand beside a name
		"<b>Ana</b>", "Ana\nBo", "Ana\x00", "\u202eanA", "A\u200bna", "Ana, Bo", "\"Ana\"", "=?utf-8?q?Ana?=", // what could do harm
		"www.evil.test", "Buy at evil.test", "x.com", "Ana ..b", // what mail programs make links of
		"Ana\ufe0f", "Ana\u034f", "Ana\u3164", "\u3164\u3164", "A\u115fna", // which look like Ana, or like nothing
		"A" + strings.Repeat("\u0323", safe.MostMarks+1), // which covers the lines around it
		strings.Repeat("a", Most+1), "Ana٣",              // a digit that few can read
	} {
		if got, wrong := Clean(name); wrong == "" && got != "Ana Bo" { // a line end is a blank like any other
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
		if got, wrong := Clean(name); wrong != Scripts {
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
		got, wrong := Clean(name)
		if wrong == "" || wrong == Unfit && len([]rune(name)) > 3 && !strings.Contains(name, "all") {
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
		strings.Repeat("a", 64) + "@example.org": strings.Repeat("a", Roomy),
	} {
		got := FromAddress(address)
		if _, wrong := Clean(got); got != want || wrong != "" {
			t.Errorf("%s gives %q, want %q", address, got, want)
		}
	}
}

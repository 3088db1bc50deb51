package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/livebot"
)

// An operator writes to all players: looks at the mail first, sends it, and each gets it once, in their language,
// though the bot is killed. What can't be announced is refused, and nothing leaves.
func TestAnnounce(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		check(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	news, noticias := file("news.txt", "The club moves on Saturday.\n"), file("noticias.txt", "El club se muda el sábado.\n")
	b.Says("the bot isn't running", "announce", news)
	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	ana.Writes("help")
	ana.Gets("help")
	bo.Writes("ajusta idioma español")
	bo.Gets("noted")
	b.Says("expected \"<file>\"", "announce")
	b.Says("no such file", "announce", filepath.Join(t.TempDir(), "gone.txt"))
	b.Says("the announcement is empty", "announce", "--send", file("empty.txt", " \n"))
	b.Says("it may have 4096", "announce", "--send", file("long.txt", strings.Repeat("word ", 1000)))
	b.Says("there are no mails in \"la\"", "announce", "--send", "--lang", "la="+noticias, news)
	b.Says("To 0 readers in fr:\n\nSubject: Unlur : annonces", "announce", "--lang", "fr="+noticias, news)
	b.Says("To 1 reader in es:\n\nSubject: Unlur: noticias\n\n●○ Noticias para todo el mundo.", "announce", "--lang", "es="+noticias, news)
	b.Says("Nothing is sent yet; with --send it goes to 2 players.", "announce", news)
	var made mailbot.Announced
	check(t, json.Unmarshal([]byte(b.Says("", "announce", "--send", "--json", "--lang", "es="+noticias, news)), &made))
	if made.Act == nil || made.Readers != 2 || len(made.Mails) != 2 {
		t.Errorf("%+v", made)
	}
	bot.Kill()
	bot = b.Start()
	for who, text := range map[*livebot.Person]string{ana: "| The club moves on Saturday.", bo: "| El club se muda el sábado."} {
		if told := who.Gets("announced"); !strings.Contains(told.Text, text) {
			t.Errorf("there is no %q in\n%s", text, told.Text)
		}
	}
	b.Says("the same was announced on", "announce", "--send", "--lang", "es="+noticias, news)
	b.Says("an outage is a reason for --urgent", "announce", "--send", noticias)
	b.Says("it is act 2", "announce", "--send", "--urgent", noticias)
	ana.Gets("announced")
	b.Finish(bot)
	b.Says("ok\n", "verify")
}

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// mayImport says which packages of ours each room may know; what is not named
// is forbidden. Tests may import what they like.
var mayImport = map[string]string{
	"game":                         "",
	"game/engine":                  "game",
	"game/lessons":                 "game",
	"parser/plain":                 "",
	"parser/lexicon":               "parser/plain",
	"parser/mime":                  "parser/plain",
	"parser/sender":                "parser/mime parser/plain",
	"parser/command":               "parser/lexicon parser/mime parser/plain",
	"parser/reply":                 "parser/command parser/mime parser/plain",
	"parser":                       "parser/command parser/mime parser/plain parser/reply parser/sender",
	"store":                        "game store/acts store/aging store/fold store/kv store/ladder store/layout store/leaving store/mailkey store/months store/page store/recent store/tournament",
	"store/acts":                   "",
	"store/cluster":                "",
	"store/replica":                "store store/cluster store/layout",
	"store/ladder":                 "",
	"store/tournament":             "game",
	"store/aging":                  "store/kv",
	"store/kv":                     "",
	"store/layout":                 "store/fold store/kv store/page",
	"store/leaving":                "",
	"store/months":                 "",
	"store/mailkey":                "store/fold",
	"store/fold":                   "",
	"store/page":                   "",
	"store/recent":                 "",
	"templates":                    "game templates/look templates/pegboard templates/sent",
	"templates/look":               "",
	"templates/measured":           "",
	"templates/pegboard":           "game templates/look templates/sent",
	"templates/sent":               "",
	"templates/samples":            "game game/lessons templates",
	"mailbot/backups":              "mailbot/club mailbot/config mailbot/health mailbot/process store",
	"mailbot/keep":                 "mailbot/process store store/aging",
	"mailbot/config":               "mailbot/credential",
	"mailbot/credential":           "",
	"mailbot/transport":            "",
	"mailbot/dkimcheck":            "parser parser/mime mailbot/dkimcheck/keys",
	"mailbot/dkimcheck/keys":       "",
	"mailbot/survey":               "parser parser/sender mailbot/config",
	"mailbot/control":              "store",
	"mailbot/health":               "mailbot/process mailbot/safe store store/cluster",
	"mailbot/imapbox":              "mailbot/credential mailbot/transport",
	"mailbot/metrics":              "mailbot/health mailbot/process",
	"mailbot/providers":            "mailbot/config",
	"mailbot/monthly":              "mailbot/health mailbot/process store store/months templates",
	"mailbot/pulse":                "mailbot/config mailbot/health mailbot/metrics mailbot/process store store/layout store/cluster",
	"mailbot/roundtrip":            "mailbot/address mailbot/config mailbot/imapbox mailbot/smtpout mailbot/survey mailbot/voucher parser parser/sender store",
	"mailbot/sandbox":              "",
	"mailbot/sandbox/web":          "mailbot/sandbox mailbot/sandbox/web/sanitise templates/look",
	"mailbot/sandbox/web/sanitise": "",
	"mailbot/site":                 "game mailbot/config mailbot/health mailbot/process mailbot/rating mailbot/site/folder mailbot/site/manifest mailbot/site/page store store/ladder store/layout store/tournament templates",
	"mailbot/site/folder":          "mailbot/site/manifest",
	"mailbot/site/manifest":        "",
	"mailbot/site/page":            "game templates templates/look",
	"mailbot/smtpout":              "mailbot/credential mailbot/picture mailbot/transport store templates/sent",
	"mailbot/correspondent":        "mailbot/imapbox parser",
	"mailbot/rating":               "",
	"mailbot/clocks":               "game mailbot/unit mailbot/zones store",
	"mailbot/facts":                "game store store/acts store/tournament",
	"mailbot/club":                 "game mailbot/clocks mailbot/facts mailbot/rating mailbot/unit mailbot/zones store store/acts store/fold store/ladder store/tournament mailbot/fairplay mailbot/puzzles",
	"mailbot/admin":                "game mailbot/club mailbot/clocks mailbot/copies mailbot/discreet mailbot/imapbox mailbot/names mailbot/safe mailbot/unit parser parser/sender store store/acts store/fold store/mailkey store/tournament",
	"mailbot/alarms":               "mailbot/process store",
	"mailbot/fairplay":             "game mailbot/unit store",
	"mailbot/puzzles":              "game game/engine mailbot/clocks mailbot/fairplay mailbot/unit store",
	"mailbot/journal":              "",
	"mailbot/receipts":             "mailbot/journal store",
	"mailbot/robots":               "game game/engine mailbot/process store mailbot/puzzles",
	"mailbot/announcements":        "mailbot/letters mailbot/safe mailbot/shares mailbot/unit store templates",
	"mailbot/machines":             "mailbot mailbot/config mailbot/control mailbot/pulse store/replica",
	"mailbot/intake":               "game mailbot/credential mailbot/imapbox mailbot/process mailbot/unit store store/mailkey",
	"mailbot/operator":             "mailbot/admin mailbot/decision mailbot/health mailbot/safe parser store store/acts templates",
	"mailbot/orders":               "game mailbot/author mailbot/club mailbot/facts mailbot/names mailbot/safe mailbot/token mailbot/unit parser store templates parser/mime store/tournament",
	"mailbot/shares":               "mailbot/names mailbot/unit store store/fold",
	"mailbot/views":                "game game/engine game/lessons mailbot/clocks mailbot/club mailbot/names mailbot/orders mailbot/rating mailbot/unit mailbot/zones parser store templates mailbot/facts mailbot/safe store/tournament store/ladder mailbot/puzzles",
	"mailbot/departure":            "game mailbot/author mailbot/clocks mailbot/shares mailbot/unit parser store store/fold templates",
	"mailbot/letters":              "game mailbot/address mailbot/clocks mailbot/club mailbot/departure mailbot/discreet mailbot/facts mailbot/names mailbot/orders mailbot/picture mailbot/smtpout mailbot/token mailbot/unit mailbot/views mailbot/zones parser store store/page templates templates/sent mailbot/author",
	"mailbot/dispatch":             "store/tournament game game/lessons mailbot/author mailbot/club mailbot/decision mailbot/letters mailbot/names mailbot/orders mailbot/safe mailbot/telling mailbot/token mailbot/unit mailbot/views mailbot/zones parser store templates mailbot/puzzles",
	"mailbot/telling":              "game mailbot/author mailbot/clocks mailbot/club mailbot/decision mailbot/facts mailbot/letters mailbot/names mailbot/orders mailbot/safe mailbot/token mailbot/unit mailbot/views mailbot/zones parser store store/acts templates store/tournament",
	"mailbot/door":                 "game/lessons mailbot/author mailbot/decision mailbot/departure mailbot/facts mailbot/letters mailbot/names mailbot/orders mailbot/safe mailbot/shares mailbot/token mailbot/unit mailbot/zones parser store store/fold store/mailkey templates",
	"mailbot/author":               "game mailbot/address mailbot/token mailbot/unit parser store store/fold",
	"mailbot/copies":               "mailbot/author mailbot/decision mailbot/token mailbot/unit parser parser/sender store store/mailkey",
	"mailbot/address":              "mailbot/facts parser/sender store/fold",
	"mailbot/voucher":              "mailbot/address mailbot/author mailbot/copies mailbot/decision mailbot/process mailbot/token mailbot/unit parser parser/sender store store/mailkey",
	"mailbot/trials":               "mailbot/journal mailbot/process store store/mailkey",
	"mailbot/reports":              "game mailbot/club mailbot/decision mailbot/facts mailbot/token mailbot/unit parser parser/sender store",
	"mailbot/decision":             "",
	"mailbot/discreet":             "mailbot/token store store/fold",
	"mailbot/names":                "mailbot/safe parser store store/fold templates",
	"mailbot/process":              "store",
	"mailbot/safe":                 "",
	"mailbot/token":                "game store",
	"mailbot/unit":                 "game store",
	"mailbot/zones":                "",
	"mailbot/outbox":               "mailbot/credential mailbot/discreet mailbot/process mailbot/smtpout store store/page mailbot/receipts",
	"mailbot/picture":              "game templates/look",
	"mailbot":                      "game/engine parser parser/sender store store/acts store/fold store/mailkey templates mailbot/address mailbot/admin mailbot/alarms mailbot/announcements mailbot/author mailbot/backups mailbot/club mailbot/config mailbot/control mailbot/copies mailbot/credential mailbot/decision mailbot/departure mailbot/discreet mailbot/dispatch mailbot/dkimcheck mailbot/door mailbot/facts mailbot/health mailbot/imapbox mailbot/intake mailbot/keep mailbot/letters mailbot/monthly mailbot/names mailbot/operator mailbot/orders mailbot/outbox mailbot/process mailbot/pulse mailbot/reports mailbot/robots mailbot/safe mailbot/site mailbot/smtpout mailbot/telling mailbot/token mailbot/transport mailbot/trials mailbot/unit mailbot/views mailbot/voucher store/tournament mailbot/puzzles store/cluster",
	"cmd/unlurbot":                 "*",
	"packaging/sbom":               "",

	"mailbot/testing/baddisk":     "",
	"mailbot/testing/badnet":      "mailbot/testing/loopback",
	"mailbot/testing/bigclub":     "game store store/page",
	"mailbot/testing/bottest":     "mailbot mailbot/address mailbot/admin mailbot/announcements mailbot/club mailbot/decision mailbot/orders mailbot/smtpout mailbot/testing/quoting mailbot/testing/tempdir mailbot/token mailbot/zones parser store store/fold templates",
	"mailbot/testing/browser":     "",
	"mailbot/testing/etcds":       "",
	"mailbot/testing/livebot":     "mailbot/correspondent mailbot/credential mailbot/imapbox mailbot/sandbox store",
	"mailbot/testing/loopback":    "",
	"mailbot/testing/provider":    "mailbot/credential mailbot/testing/loopback",
	"mailbot/testing/quoting":     "",
	"mailbot/testing/realservers": "",
	"mailbot/testing/tempdir":     "",
}

// TestArrows holds the packages to their plan: the rules know nobody, the parser only its own parts,
// and nobody knows the commands. The rules use the standard library only, and what is for
// tests is used by tests.
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}:{{join .Imports " "}}`, "unlurbot/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	rooms := 0
	for line := range strings.Lines(string(out)) {
		room, imports, _ := strings.Cut(strings.TrimSpace(line), ":")
		room = strings.TrimPrefix(room, "unlurbot/")
		allowed, known := mayImport[room]
		if !known {
			t.Errorf("%s is not in the plan", room)
		}
		rooms++
		for _, i := range strings.Fields(imports) {
			own, ours := strings.CutPrefix(i, "unlurbot/")
			switch {
			case ours && allowed != "*" && !strings.Contains(" "+allowed+" ", " "+own+" "):
				t.Errorf("%s imports %s", room, own)
			case isForTests(own) && !isForTests(room):
				t.Errorf("%s imports %s, and is no test", room, own)
			case i == "go.etcd.io/bbolt" && room != "store/kv":
				t.Errorf("%s imports bbolt, to which store/kv is the one door", room)
			case strings.HasPrefix(i, "go.etcd.io/etcd/") && room != "store/replica" && room != "mailbot/testing/etcds":
				t.Errorf("%s imports etcd, to which store/replica is the one door", room)
			case own == "store/replica" && room != "mailbot/machines", own == "mailbot/machines":
				t.Errorf("%s imports %s, which is for programs that are built with the tag cluster", room, own)
			case !ours && room == "game" && strings.Contains(strings.Split(i, "/")[0], "."):
				t.Errorf("the rules import %s", i)
			}
		}
	}
	if rooms != len(mayImport) {
		t.Errorf("%d rooms, the plan has %d", rooms, len(mayImport))
	}
}

// isForTests says of a room that it holds what tests alone use. It is no part of the program.
func isForTests(room string) bool { return strings.HasPrefix(room, "mailbot/testing/") }

package command

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Arguments as they come out of the grammar, for TestCommandsReadBack.
var (
	noArgs   = rapid.Just([]string{})
	numbers4 = rapid.Map(rapid.IntRange(0, 9999), strconv.Itoa)
	places   = rapid.Map(rapid.IntRange(1, 9999), strconv.Itoa) // nothing is number 0
	cells    = rapid.Custom(func(t *rapid.T) string {
		return string(rapid.RuneFrom([]rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ")).Draw(t, "row")) + strconv.Itoa(rapid.IntRange(0, 99).Draw(t, "column"))
	})
	moves   = rapid.OneOf(cells, rapid.Just("black"))
	players = rapid.SampledFrom([]string{"robot", "robot-3", "Bo", "Ana Maria", "bo@example.org", "Óscar", "J. R", "Bo@Example.org", "李雷"})
	named   = rapid.SampledFrom([]string{"Bo", "Ana Maria", "Bo@example.org", "Óscar", "J. R", "李雷"}) // with a capital, or none at all
	dates10 = rapid.StringMatching(`20[0-9][0-9]-[01][0-9]-[0-3][0-9]`)
	texts   = rapid.SampledFrom([]string{"Hi!", "that C4", "the corner, said #7, is weak", "C4", "say it", "é", "resign"})
)

// argsOf has for each verb the arguments that it can have, without the game.
var argsOf = map[string]*rapid.Generator[[]string]{
	"move": one(cells), "black": noArgs, "resign": noArgs, "abort": noArgs, "undo": noArgs, "hint": noArgs, "allow": noArgs, "deny": noArgs,
	"learn":   rapid.Custom(drawLesson),
	"puzzle":  rapid.Custom(drawLesson),
	"preview": rapid.SliceOfN(moves, 1, 8), "if": rapid.Custom(drawPairs),
	"challenge": rapid.Custom(func(t *rapid.T) []string {
		return append([]string{players.Draw(t, "who")}, drawOptions(t)...)
	}),
	"accept": noArgs, "decline": noArgs, "withdraw": noArgs, "rematch": rapid.OneOf(noArgs, words(rapid.Just("level"), numbers4)),
	"seek": rapid.Custom(drawOptions), "seeks": noArgs, "limit": one(numbers4),
	"tournament": rapid.OneOf(noArgs, one(places), one(rapid.SampledFrom(tournamentWords)), words(rapid.SampledFrom(entryWords), places), rapid.Custom(drawOpening)),
	"ladder":     rapid.OneOf(noArgs, one(places), one(rapid.SampledFrom(entryWords))),
	"show":       rapid.OneOf(noArgs, words(rapid.Just("at"), numbers4)),
	"history":    noArgs, "analyse": noArgs, "games": rapid.OneOf(noArgs, words(rapid.Just("all")), one(named)), "clocks": noArgs, "export": rapid.OneOf(noArgs, words(rapid.Just("all")), words(rapid.Just("me")), one(named)),
	"watch": noArgs, "unwatch": noArgs, "say": one(texts), "note": one(texts),
	"mute": rapid.OneOf(noArgs, one(players)), "unmute": rapid.OneOf(noArgs, one(players)),
	"standings": noArgs, "profile": rapid.OneOf(noArgs, one(players)), "results": rapid.OneOf(noArgs, one(players)),
	"name": one(rapid.SampledFrom([]string{"Ana", "Ana Maria", "Óscar 2"})),
	"set": rapid.SampledFrom([][]string{
		{}, {"zone", "Europe/Madrid"}, {"zone", "Etc/GMT+5"}, {"language", "ca"}, {"weekends", "off"}, {"reminders", "on"}, {"format", "html"}, {"mails", "each"}, {"confirmations", "off"}, {"net", "off"}, {"news", "off"}, {"web", "on"},
	}),
	"away": rapid.OneOf(words(dates10, rapid.Just("to"), dates10), words(rapid.Just("until"), dates10), words(rapid.Just("10d"))),
	"back": noArgs, "address": words(rapid.SampledFrom([]string{"add", "drop"}), rapid.Just("Bo@example.org")),
	"help": rapid.OneOf(noArgs, words(rapid.Just("if"))), "rules": noArgs, "stop": noArgs, "never": noArgs,
	"forget": rapid.SampledFrom([][]string{{"me"}, {"ifs"}}), "yes": noArgs, "no": noArgs,
}

func one(arg *rapid.Generator[string]) *rapid.Generator[[]string] { return words(arg) }

func words(args ...*rapid.Generator[string]) *rapid.Generator[[]string] {
	return rapid.Custom(func(t *rapid.T) (all []string) {
		for _, arg := range args {
			all = append(all, arg.Draw(t, "word"))
		}
		return all
	})
}

// drawLesson draws a lesson, and a move that may solve it.
func drawLesson(t *rapid.T) []string {
	switch number := strconv.Itoa(rapid.IntRange(1, 9999).Draw(t, "lesson")); rapid.IntRange(0, 3).Draw(t, "with") {
	case 0:
		return nil
	case 1:
		return []string{number}
	case 2:
		return []string{number, "answer"}
	default:
		return []string{number, moves.Draw(t, "answer")}
	}
}

func drawPairs(t *rapid.T) (steps []string) {
	for i := range rapid.IntRange(1, 5).Draw(t, "pairs") {
		if i > 0 {
			steps = append(steps, ",")
		}
		trigger := rapid.OneOf(moves, rapid.Just("any")).Draw(t, "their move")
		steps = append(steps, trigger, moves.Draw(t, "answer"))
	}
	return steps
}

func drawOptions(t *rapid.T) []string {
	options := []string{}
	for _, group := range rapid.SliceOfNDistinct(rapid.IntRange(0, 6), 0, 6, rapid.ID[int]).Draw(t, "options") {
		options = append(options, [][]string{
			{"level", "3"}, {"size", "8"}, {"first"}, {"pace", "10d+1d", "max", "20d"}, {"pace", "none"}, {"rated"}, {"match", "private"},
		}[group]...)
	}
	return options
}

func drawOpening(t *rapid.T) []string {
	options := []string{"open"}
	for _, group := range rapid.SliceOfNDistinct(rapid.IntRange(0, 4), 0, 5, rapid.ID[int]).Draw(t, "options") {
		options = append(options, [][]string{{"size", "8"}, {"pace", "10d+1d", "max", "20d"}, {"friendly"}, {"group", "5"}, {"starts", "2027-03-01"}}[group]...)
	}
	return options
}

// TestCommandsReadBack holds for every verb that a command in its plain form reads
// as the same command, with and without a game.
func TestCommandsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(verbs).Draw(t, "verb")
		args := argsOf[v.name].Draw(t, "args")
		games := []string{"", "#42", "#0"}
		if !v.is(verbGame) {
			games = games[:1]
		}
		if v.fits != nil {
			games = slices.DeleteFunc(games, func(game string) bool { return !v.fits(args, game) })
		}
		game := rapid.SampledFrom(games).Draw(t, "game")
		want := newCommand(v.name, args, game)
		want.Line = 1
		orders := ReadOrders(want.String(), "")
		if diff := cmp.Diff([]Command{want}, orders.Commands); diff != "" || len(orders.Problems) > 0 || orders.Note != "" {
			t.Errorf("%q (-want +got):\n%s%s", want.String(), diff, tell(orders))
		}
	})
}

// TestVerbs holds the table of verbs together: each verb can be drawn above and
// asked about, and no word means two of them.
func TestVerbs(t *testing.T) {
	verbOfWord := map[string]string{}
	for _, v := range verbs {
		if argsOf[v.name] == nil {
			t.Errorf("%s has no arguments above", v.name)
		}
		if !slices.Contains(v.words, v.name) && v.name != "yes" && v.name != "no" {
			t.Errorf("%s is not among its own words", v.name)
		}
		if got := tell(ReadOrders("help "+v.name, "")); got != "help "+v.name {
			t.Errorf("help on %s: %s", v.name, got)
		}
		for _, w := range v.words {
			if other, twice := verbOfWord[w]; twice || w != strings.ToLower(w) {
				t.Errorf("%q means %s and %q", w, v.name, other)
			}
			verbOfWord[w] = v.name
		}
	}
	for _, name := range slices.Sorted(maps.Keys(argsOf)) {
		if _, ok := verbOf(name); !ok {
			t.Errorf("%s is no verb", name)
		}
	}
	for w := range ordinary {
		if _, ok := verbOf(w); ok {
			t.Errorf("%q is a verb and an ordinary word", w)
		}
	}
}

package templates

import (
	"iter"
	"regexp"
	"strconv"
	"strings"

	"unlurbot/game"
)

// A template gives one stream of text. What a function of it says as a block that is no
// paragraph stands there in lines of its own: they begin with blockMark and a letter that
// names the kind, and partMark stands between their parts. Inside of words, a command to
// write stands between commandMark and endMark, and what matters most between strongMark
// and endMark. No word of a player's has these characters.
const (
	blockMark   = "\x1e"
	partMark    = "\x1f"
	commandMark = "\x11"
	strongMark  = "\x12"
	endMark     = "\x13"
)

const (
	headingLetter = 'h' // what the mail says in a few words; its paragraph goes on below
	sectionLetter = 's' // a heading inside of the mail
	typedLetter   = 'k' // begins a paragraph for those who type: the text part alone has it
	tappedLetter  = 'c' // begins a paragraph for those who tap: the page alone has it
	asideLetter   = 'f' // begins a paragraph that matters less
	seatLetter    = 'p' // a player: the stones, the name, and a few words
	drawingLetter = 'd' // the number of the game
	legendLetter  = 'l' // signs, and what each of them means
	goalLetter    = 'g' // what ends a game: "black", "white" or "wrong"; and in words
	buttonLetter  = 'b' // what it says, and what it answers, and if it is one of several as good, "quiet"
	linkLetter    = 'a' // the same for a quiet link
	entryLetter   = 'e' // one of a list: see entry
	fieldLetter   = 't' // what it is, with a colon, and its value
	rankLetter    = 'n' // one of the standings: place, label, rating, games, and unless it is the reader's, the name
	crossLetter   = 'x' // a row of a table: place, name, points, unless it is the reader's the name, and the cells; the first row is above them
	rowLetter     = 'r' // a line that is kept as it is
	quoteLetter   = 'q' // a line of a quotation
	recordLetter  = 'm' // the heading of the moves: of the game whose board stands above, or else of that of the mail
	chanceLetter  = 'y' // a move, by its number and name, the chance after it in percent, and if it has turned the game, "turned"
)

// emitters are the functions by which a template writes blocks, and marks in them.
var emitters = map[string]any{
	"heading": func(words string) string { return emit(headingLetter, words) + "\n" },
	"section": func(words string) string { return emit(sectionLetter, words) + "\n" },
	"typed":   func() string { return emit(typedLetter) },
	"tapped":  func() string { return emit(tappedLetter) },
	"aside":   func() string { return emit(asideLetter) },
	"seat":    func(stone, name, words string) string { return emit(seatLetter, stone, name, words) },
	"board":   func(g *Game) string { return emit(drawingLetter, strconv.Itoa(g.Number)) },
	"legend":  func(signs ...string) string { return emit(legendLetter, signs...) },
	"goal":    func(ending, words string) string { return emit(goalLetter, ending, words) },
	"button":  func(label, command string) string { return emit(buttonLetter, label, command) },
	"choice":  func(label, command string) string { return emit(buttonLetter, label, command, "quiet") },
	"link":    func(label, command string) string { return emit(linkLetter, label, command) },
	"entry":   entry,
	"rank": func(p Place, name, games string) string {
		profile := p.Name
		if p.You {
			profile = ""
		}
		return emit(rankLetter, strconv.Itoa(p.Place), name, strconv.Itoa(p.Rating), games, profile)
	},
	"crosstable": crosstable,
	"rungs":      rungs,
	"chances":    chances,
	"row":        func() string { return emit(rowLetter, rowMargin) },
	"quote":      quote,
	"record":     func(heading string) string { return emit(recordLetter, heading) },
	"command":    command,
	"commands":   commands,
	"either":     either,
	"strong":     func(words string) string { return strongMark + words + endMark },
}

// rowMargin stands in front of lines of lists and tables.
const rowMargin = "  "

// emit writes a line of a block, or begins it.
func emit(letter byte, parts ...string) string {
	return blockMark + string(letter) + strings.ReplaceAll(strings.Join(parts, partMark), "\n", " ")
}

// emitted gives the letter and the rest of a line; the letter is 0 if no function has
// written it.
func emitted(line string) (letter byte, rest string) {
	rest, marked := strings.CutPrefix(line, blockMark)
	if !marked || rest == "" {
		return 0, rest
	}
	return rest[0], rest[1:]
}

// entry writes one of a list: the reader's stones in it, its number and its name, what
// there is to say of it, and then, for the page, what a link says and answers, and if the
// reader is asked to do that, "asked". The first two may be empty.
func entry(stone, number, name, words string, link ...string) string {
	return emit(entryLetter, append([]string{stone, number, name, words}, link...)...)
}

// wordsWidth is where words of players are wrapped. They come back from further
// away than ours, quoted by the opponent's program too, and may say "resign".
const wordsWidth = 56

// quote writes somebody's words, wrapped. Whatever they contain, they are one block.
func quote(words string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(words, "\n") {
		var wrapped strings.Builder
		wrapAt(&wrapped, line, wordsWidth)
		for part := range strings.SplitSeq(wrapped.String(), "\n") {
			b.WriteString(emit(quoteLetter, part) + "\n")
		}
	}
	return b.String()
}

// command marks a line to write.
func command(line string) string { return commandMark + line + endMark }

// commands marks some.
func commands(lines []string) []string {
	marked := make([]string, len(lines))
	for i, line := range lines {
		marked[i] = command(line)
	}
	return marked
}

// either joins words with commas, and the last two with what the language says for "or".
func either(or string, words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	if or == "y" && soundsLikeY.MatchString(words[last]) {
		or = "e"
	}
	return strings.Join(words[:last], ", ") + " " + or + " " + words[last]
}

// soundsLikeY finds what stands behind "e" instead of "y" in Spanish, "Bo e Inés", but not the
// diphthong of "Bo y Ian".
var soundsLikeY = regexp.MustCompile(`^(?i)h?[ií]([^aeo]|$)`)

// A run is some of what words say: plain, strong, or a command to write.
type run struct {
	mark  string // commandMark, strongMark or ""
	words string
}

// runs parts words at their marks.
func runs(words string) iter.Seq[run] {
	return func(yield func(run) bool) {
		for words != "" {
			from := strings.IndexAny(words, commandMark+strongMark)
			if from < 0 {
				yield(run{"", words})
				return
			}
			if from > 0 && !yield(run{"", words[:from]}) {
				return
			}
			inside, rest, _ := strings.Cut(words[from+1:], endMark)
			if !yield(run{words[from : from+1], inside}) {
				return
			}
			words = rest
		}
	}
}

// spoken gives words as the text part says them: commands in capitals.
func spoken(words string) string {
	if !strings.ContainsAny(words, commandMark+strongMark) {
		return words
	}
	var b strings.Builder
	b.Grow(len(words))
	for r := range runs(words) {
		b.WriteString(r.said())
	}
	return b.String()
}

// said gives the words of a run, those of a command in capitals.
func (r run) said() string {
	if r.mark == commandMark {
		return capitals(r.words)
	}
	return r.words
}

// capitals writes a command so that it is seen among other words. An address or a time
// zone in it stays as it is.
func capitals(command string) string {
	words := strings.Split(command, " ")
	for i, word := range words {
		if !strings.ContainsAny(word, "@/") {
			words[i] = strings.ToUpper(word)
		}
	}
	return strings.Join(words, " ")
}

// untitled takes from a heading what ends it in the text part alone.
func untitled(heading string) string { return strings.TrimRight(heading, " \u00a0\u202f:.") }

// stoneNamed gives the stones that a template names.
func stoneNamed(name string) game.Color {
	switch name {
	case "black":
		return game.Black
	case "white":
		return game.White
	}
	return game.NoColor
}

package templates

import (
	"slices"
	"strconv"
	"strings"
)

// A block is one thing of a mail below another. Each writes itself into both parts of
// the mail: into the text part as lines (text.go), and into the page (page.go).
type block interface {
	writeText(to *strings.Builder)
	writePage(p *page)
}

type (
	// A heading is what the mail says in a few words, and the paragraph that goes on.
	// It stands behind the letterhead.
	heading struct{ title, words string }

	section   string    // a heading inside of the mail
	paragraph string    // words of ours, as one line
	typed     string    // a paragraph of the text part alone, which says what to type
	tapped    string    // a paragraph of the page alone, which says what to tap
	aside     string    // a paragraph that matters less
	seats     []seat    // who plays
	goals     []goal    // how to win
	buttons   []answer  // what the mail asks for: each answers with a command
	links     []answer  // what else can be done
	entries   []listed  // a list
	fields    []field   // names and values
	ranks     []rank    // the standings
	cross     []crossed // the table of a tournament, or of the ladder, below what stands above its columns
	bars      []bar     // chances
	rows      []string  // lines that are kept as they are
	quotation []string  // words of players, wrapped
	footer    []block   // what a mail ends with

	// A drawing is a board and what the signs in it mean.
	drawing struct {
		Diagram
		text   string     // the board as the text part shows it
		legend [][]string // by lines: signs, and behind each what it means
	}

	// A record is the moves of a game behind a heading.
	record struct {
		heading string
		moves   []string
	}

	seat    struct{ stone, name, words string }
	goal    struct{ ending, words string }
	field   struct{ name, value string }
	rank    struct{ place, name, rating, games, profile string } // without a profile it is the reader's
	crossed struct {
		place, name, points, profile string // as of a rank
		cells                        []string
	}
	bar struct {
		number, move string
		percent      int
		turned       bool
	}
	answer struct {
		label, command string
		quiet          bool
	}
	listed struct {
		stone, number, name, words string
		answer                     // the zero value for none
	}
)

// read gives the blocks of what a template says. An empty line ends a block; lines of one
// kind below each other are one block, and so are a board and its legend.
func read(said string, v *View) []block {
	r := reader{view: v, game: v.Game, boards: v.boards()}
	for line := range strings.SplitSeq(said, "\n") {
		r.line(line)
	}
	return r.blocks
}

// A reader makes blocks of lines.
type reader struct {
	view   *View
	game   *Game // whose board stands above, at first that of the view
	blocks []block
	open   bool    // the last one goes on
	boards []*Game // that may be still to come
}

// goesOn takes the last block away if the next line is more of it.
func goesOn[B block](r *reader) (b B) {
	if !r.open {
		return b
	}
	b, ok := r.blocks[len(r.blocks)-1].(B)
	if ok {
		r.blocks = r.blocks[:len(r.blocks)-1]
	}
	return b
}

func (r *reader) add(b block) { r.blocks, r.open = append(r.blocks, b), true }

func (r *reader) line(line string) {
	letter, rest := emitted(line)
	switch {
	case letter != 0:
	case strings.Trim(rest, " ") == "":
		r.open = false
		return
	default:
		r.words(line)
		return
	}
	parts := strings.Split(rest, partMark)
	switch letter {
	case headingLetter:
		r.add(heading{title: rest})
	case sectionLetter:
		r.add(section(rest))
		r.open = false
	case typedLetter:
		r.add(typed(rest))
	case tappedLetter:
		r.add(tapped(rest))
	case asideLetter:
		r.add(aside(rest))
	case seatLetter:
		r.add(append(goesOn[seats](r), seat{parts[0], parts[1], parts[2]}))
	case goalLetter:
		r.add(append(goesOn[goals](r), goal{parts[0], parts[1]}))
	case buttonLetter:
		r.add(append(goesOn[buttons](r), answer{parts[0], parts[1], len(parts) > 2}))
	case linkLetter:
		r.add(append(goesOn[links](r), answer{label: parts[0], command: parts[1]}))
	case entryLetter:
		one := listed{stone: parts[0], number: parts[1], name: parts[2], words: parts[3]}
		if len(parts) > 4 {
			one.answer = answer{parts[4], parts[5], len(parts) == 6}
		}
		r.add(append(goesOn[entries](r), one))
	case fieldLetter:
		r.add(append(goesOn[fields](r), field{parts[0], parts[1]}))
	case rankLetter:
		r.add(append(goesOn[ranks](r), rank{parts[0], parts[1], parts[2], parts[3], parts[4]}))
	case crossLetter:
		r.add(append(goesOn[cross](r), crossed{parts[0], parts[1], parts[2], parts[3], parts[4:]}))
	case chanceLetter:
		percent, _ := strconv.Atoi(parts[2]) // which a function has written
		r.add(append(goesOn[bars](r), bar{parts[0], parts[1], percent, parts[3] != ""}))
	case rowLetter:
		r.add(append(goesOn[rows](r), rest))
	case quoteLetter:
		r.add(append(goesOn[quotation](r), rest))
	case recordLetter:
		if r.game != nil && len(r.game.Moves) > 0 {
			moves := slices.Clone(r.game.Moves)
			for i, move := range moves {
				moves[i] = r.view.Word(move) // there is one for black
			}
			r.add(record{rest, moves})
		}
	case drawingLetter:
		i := slices.IndexFunc(r.boards, func(g *Game) bool { return strconv.Itoa(g.Number) == rest })
		if r.game = nil; i >= 0 { // better no moves than those of another game
			r.game, r.boards = r.boards[i], r.boards[i+1:]
			r.add(drawing{Diagram: r.game.Board, text: r.game.Board.String()})
		}
	case legendLetter:
		if d, ok := lastOf(r.blocks).(drawing); ok {
			d.legend = append(d.legend, parts)
			r.blocks[len(r.blocks)-1] = d
		}
	}
}

// words goes on with the paragraph above, or begins one.
func (r *reader) words(line string) {
	on := func(before string) string { return oneLine(before + " " + line) }
	var open block
	if r.open {
		open = lastOf(r.blocks)
	}
	switch b := open.(type) {
	case heading:
		open = heading{b.title, on(b.words)}
	case typed:
		open = typed(on(string(b)))
	case tapped:
		open = tapped(on(string(b)))
	case aside:
		open = aside(on(string(b)))
	case paragraph:
		open = paragraph(on(string(b)))
	default:
		if words := on(""); words != "" {
			r.add(paragraph(words))
		}
		return
	}
	r.blocks[len(r.blocks)-1] = open
}

func lastOf(blocks []block) block {
	if len(blocks) == 0 {
		return nil
	}
	return blocks[len(blocks)-1]
}

// boards lists the games of which a mail may show the board, in the order in which it
// does.
func (v *View) boards() []*Game {
	games := []*Game{v.Game}
	if day, ok := v.Says.(*Day); ok {
		for _, news := range slices.Concat(day.Boards, day.Others) {
			games = append(games, news.View.Game)
		}
	}
	return slices.DeleteFunc(games, func(g *Game) bool { return g == nil || g.Board.position == nil })
}

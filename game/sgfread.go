package game

import (
	"strconv"
	"strings"
	"time"
)

// An sgfNode is the properties of one node; each has its values, unescaped.
type sgfNode map[string][]string

// readSGF reads a collection of SGF games. Of each it takes the main line, and
// passes over properties that it does not know, as FF[4] asks.
func readSGF(text string) (records []*Record, err error) {
	file := sgfFile{rest: text}
	for file.rest = sgfTrim(file.rest); file.rest != ""; file.rest = sgfTrim(file.rest) {
		line, err := file.mainLine()
		if err != nil {
			return records, err
		}
		r, err := recordOfSGF(line)
		if err != nil {
			return records, err
		}
		records = append(records, r)
	}
	return records, nil
}

// An sgfFile is what is left to read. A game tree is read from end to end, with
// a count of the open parentheses and no recursion, so that no file can
// exhaust the stack.
type sgfFile struct{ rest string }

// mainLine reads a game tree and gives the nodes of its main line. Of several
// variations the first one is the main line, so it goes up to the first closing
// parenthesis.
func (f *sgfFile) mainLine() (nodes []sgfNode, err error) {
	if strings.IndexByte(");", f.rest[0]) >= 0 {
		return nil, badRecord("a game does not begin with a parenthesis")
	}
	var node sgfNode // what is being read; behind the main line nobody wants it
	for open, ended := 0, false; open > 0 || !ended; {
		f.rest = sgfTrim(f.rest)
		switch {
		case f.rest == "":
			return nil, badRecord("a parenthesis is not closed")
		case isLetter(f.rest[0]) && node != nil:
			name, values, err := f.property()
			if err != nil {
				return nil, err
			}
			node[name] = append(node[name], values...)
			continue
		case f.rest[0] == '(':
			open++
		case f.rest[0] == ')':
			open--
			node, ended = sgfNode{}, true
		case f.rest[0] == ';':
			if node = (sgfNode{}); !ended {
				nodes = append(nodes, node)
			}
		default:
			return nil, badRecord(strconv.QuoteToASCII(firstRunes(f.rest, 20)) + " stands where SGF has none such")
		}
		f.rest = f.rest[1:]
	}
	if len(nodes) == 0 {
		return nil, badRecord("a game has no node")
	}
	return nodes, nil
}

// property reads a name with its values. Small letters in names mean nothing,
// as in files of old programs.
func (f *sgfFile) property() (name string, values []string, err error) {
	n := 0
	for n < len(f.rest) && isLetter(f.rest[n]) {
		if 'A' <= f.rest[n] && f.rest[n] <= 'Z' {
			name += f.rest[n : n+1]
		}
		n++
	}
	f.rest = sgfTrim(f.rest[n:])
	for strings.HasPrefix(f.rest, "[") {
		value, rest, closed := sgfValue(f.rest[1:])
		if !closed {
			return name, nil, badRecord("a value of " + firstRunes(name, 20) + " is not closed")
		}
		values = append(values, value)
		f.rest = sgfTrim(rest)
	}
	if len(values) == 0 {
		return name, nil, badRecord(firstRunes(name, 20) + " has no value")
	}
	return name, values, nil
}

// sgfValue reads a value up to its bracket, as SimpleText: a line end is a
// blank, and none behind a backslash; any other character behind one stands for
// itself.
func sgfValue(text string) (value, rest string, closed bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ']':
			return b.String(), text[i+1:], true
		case '\\':
			if i++; i == len(text) {
				return "", "", false
			}
			if n := sgfLineEnd(text[i:]); n > 0 {
				i += n - 1
			} else {
				b.WriteByte(text[i])
			}
		case '\r', '\n', '\t', '\v', '\f':
			b.WriteByte(' ')
			i += max(sgfLineEnd(text[i:]), 1) - 1
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// sgfLineEnd gives the length of the line end with which a text begins; any of
// the four there are.
func sgfLineEnd(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"), strings.HasPrefix(text, "\n\r"):
		return 2
	case strings.HasPrefix(text, "\r"), strings.HasPrefix(text, "\n"):
		return 1
	}
	return 0
}

func sgfTrim(text string) string { return strings.TrimLeft(text, " \t\r\n\v\f") }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// firstRunes cuts a text for an error.
func firstRunes(s string, most int) string {
	for i := range s {
		if most--; most < 0 {
			return s[:i]
		}
	}
	return s
}

// recordOfSGF makes a record of a main line. With its own properties it is
// strict, and a file without them is of another game.
func recordOfSGF(nodes []sgfNode) (*Record, error) {
	root := sgfReading{node: nodes[0]}
	version, size := root.number(sgfUnlur), root.number("SZ")
	r := &Record{
		Number: root.number(sgfNumber), Size: size, Players: [2]string{root.one(sgfFirst), root.one(sgfSecond)},
		Started: root.time(sgfStarted), Pace: root.one("OT"), Rated: root.yes(sgfRated),
	}
	switch gm := root.one("GM"); {
	case len(nodes[0][sgfUnlur]) == 0 || gm != sgfGame:
		return nil, badRecord("it is no game of Unlur")
	case root.err != nil:
		return nil, root.err
	case version != recordVersion:
		return nil, badRecord("it is of a version that is not known here")
	}
	played, err := New(size)
	if err != nil {
		return nil, err
	}
	for _, node := range nodes {
		if err := playNode(played, node); err != nil {
			return nil, atPly(err, len(played.events)+1)
		}
	}
	r.Events = played.Events()
	end := played.Position()
	if said, given := root.one("RE"), sgfResult(&end); said != "" && said != "?" && said != given {
		return nil, contradiction("RE "+said, given)
	}
	return r, root.err
}

// playNode plays the move of a node, if it has one.
func playNode(g *Game, node sgfNode) error {
	for _, name := range []string{"AB", "AW", "AE", "PL"} {
		if len(node[name]) > 0 {
			return badRecord("stones are set up with " + name + ", which Unlur does not know")
		}
	}
	n := sgfReading{node: node}
	at, end := n.time(sgfAt), n.one(sgfEnd)
	color, word := "", ""
	for _, c := range []string{"B", "W"} {
		if len(node[c]) > 0 {
			if color+end != "" {
				return badRecord("a node has more than one move")
			}
			color, word = c, n.one(c)
		}
	}
	switch {
	case n.err != nil:
		return n.err
	case end != "":
		return playEnd(g, end, at)
	case color == "":
		return nil
	}
	m, err := ParseMove(word)
	if err != nil || m.Kind != PutStone && m.Kind != SayBlack {
		return &Error{Code: NotAMove, Token: word}
	}
	e := Event{At: at, Seat: g.pos.ToMove(), Move: m}
	if given, _ := sgfMove(&g.pos, e); g.pos.Phase() != Over && given != color {
		return contradiction(color+" "+word, given+" "+word)
	}
	return g.Apply(e)
}

// playEnd plays what is no move of the game and ends it: "first resign".
func playEnd(g *Game, text string, at time.Time) error {
	by, word, _ := strings.Cut(text, " ")
	seat := NoSeat
	m, err := ParseMove(word)
	if seat.UnmarshalText([]byte(by)) != nil || seat == NoSeat || err != nil || !m.Kind.Ends() {
		return &Error{Code: NotAMove, Token: text}
	}
	return g.Apply(Event{At: at, Seat: seat, Move: m})
}

// An sgfReading reads the properties of a node that have one value, and keeps
// the first error.
type sgfReading struct {
	node sgfNode
	err  error
}

// one gives the value of a property, empty if it is absent.
func (r *sgfReading) one(name string) string {
	values := r.node[name]
	if len(values) > 1 {
		r.fail(name + " has more than one value")
	}
	if len(values) != 1 {
		return ""
	}
	return oneLine(values[0])
}

// yes says whether a property is there, which then says "yes".
func (r *sgfReading) yes(name string) bool {
	text := r.one(name)
	if text != "" && text != "yes" {
		r.fail(name + " is not yes")
	}
	return text == "yes"
}

func (r *sgfReading) number(name string) int {
	text := r.one(name)
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		r.fail(name + " is no number")
	}
	return int(n)
}

func (r *sgfReading) time(name string) time.Time {
	text := r.one(name)
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || isAbsurd(at) {
		r.fail(name + " is no time")
	}
	return at.UTC()
}

func (r *sgfReading) fail(why string) {
	if r.err == nil {
		r.err = badRecord(why)
	}
}

package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"unlurbot/game"
	"unlurbot/templates"
)

//go:embed pages replay.js style.css
var files embed.FS

// A Club is what all pages say of the one whose site it is.
type Club struct {
	Language string // of the whole site, as templates has them
	Address  string // of the bot
	RunBy    string // who runs the club; may be empty
	Index    bool   // search engines may list the site
	Cups     bool   // there is a small cup to join
	Ladder   bool   // there is a ladder to join
	Climbers bool   // there is somebody on it; whoever writes the site finds that out
}

// HasLadder says whether there is a ladder to show.
func (c Club) HasLadder() bool { return c.Ladder || c.Climbers }

// A Printer prints the pages of a club. It is safe for concurrent use.
type Printer struct {
	club  Club
	words *templates.Set
	pages map[string]*template.Template // by their names

	mu     sync.Mutex
	spoken map[string]string // the pieces that are about nothing
}

// names are those of the pages, each of which has a file.
var names = []string{"home", "months", "month", "standings", "ladder", "players", "player", "tournaments", "tournament", "game"}

// sections tell in which one of the menu a page is.
var sections = map[string]string{
	"home": "home", "months": "games", "month": "games", "game": "games", "standings": "standings", "ladder": "ladder", "players": "players", "player": "players",
	"tournaments": "tournaments", "tournament": "tournaments",
}

// New makes a printer.
func New(words *templates.Set, club Club) (*Printer, error) {
	p := &Printer{club: club, words: words, pages: map[string]*template.Template{}, spoken: map[string]string{}}
	shared, err := template.New("frame.html").Funcs(template.FuncMap{
		"say": p.say, "index": func() bool { return club.Index }, "lang": func() string { return club.Language },
		"address": func() string { return club.Address }, "runBy": func() string { return club.RunBy }, "ladder": club.HasLadder,
		"number": func(n int) templates.SiteLine { return templates.SiteLine{Number: n} },
		"of":     func(n, of int) templates.SiteLine { return templates.SiteLine{Number: n, Of: of} },
		"on":     func(day time.Time) templates.SiteLine { return templates.SiteLine{Day: day} },
		"cup":    cupLine, "cupName": p.cupName, "groupName": p.groupName,
		"starts": func(c Cup) templates.SiteLine { return templates.SiteLine{Number: c.Group, Day: c.Starts} }, "legend": legend,
		"called": func(name string) templates.SiteLine { return templates.SiteLine{Name: name} },
		"day":    func(day time.Time) (string, error) { return p.say("date", templates.SiteLine{Day: day}) },
		"month":  p.month, "how": func(r game.Reason) (string, error) { return p.say("how " + r.String()) },
		"pair": p.pair, "verdict": p.verdict, "seats": p.seats, "board": p.board, "goal": p.goal, "moves": p.moves,
		"letter": func(i int) string { return string(rune('A' + i)) },
		"sign":   sign, "cell": func(sign string) (string, error) { return p.say("cell " + cellNames[sign]) }, "cupOver": p.cupOver,
	}).ParseFS(files, "pages/frame.html")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		t, err := shared.Clone()
		if err == nil {
			t, err = t.ParseFS(files, "pages/"+name+".html")
		}
		if err != nil {
			return nil, err
		}
		p.pages[name] = t
	}
	return p, nil
}

// Mark differs between printers that print different pages of the same views.
func (p *Printer) Mark() []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%#v", p.club)
	_ = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		fmt.Fprintf(h, "%s %d %s", path, len(text), text)
		return err
	})
	for _, piece := range p.words.Pieces(p.club.Language) {
		if strings.HasPrefix(piece, "site ") {
			for _, small := range []bool{false, true} {
				said, err := p.words.Say(p.club.Language, piece, templates.SiteLine{Name: "Name", Number: 2, Of: 3, Seat: "black", Reason: "y", Small: small})
				fmt.Fprintf(h, "%s %q %v", piece, said, err)
			}
		}
	}
	return h.Sum(nil)
}

// say gives a sentence, or a word, about something.
func (p *Printer) say(piece string, about ...templates.SiteLine) (string, error) {
	if len(about) > 0 {
		return p.words.Say(p.club.Language, "site "+piece, about[0])
	}
	p.mu.Lock()
	said, known := p.spoken[piece]
	p.mu.Unlock()
	if known {
		return said, nil
	}
	said, err := p.words.Say(p.club.Language, "site "+piece, templates.SiteLine{})
	p.mu.Lock()
	p.spoken[piece] = said
	p.mu.Unlock()
	return said, err
}

// A frame is what the page around a view is told.
type frame struct {
	Title, Up, Here string
	Body            any
}

// Print prints a page that is to lie at a path, seen from the top of the site. The view
// decides which.
func (p *Printer) Print(path string, view any) ([]byte, error) {
	name, title, err := p.about(view)
	if err != nil {
		return nil, err
	}
	site, err := p.say("name")
	if err != nil {
		return nil, err
	}
	if name != "home" {
		title += " - " + site
	}
	var page bytes.Buffer
	err = p.pages[name].Execute(&page, frame{Title: title, Up: Up(path), Here: sections[name], Body: view})
	return page.Bytes(), err
}

// Up is the way from a path to the top of the site.
func Up(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }

// about says which page shows a view, and what it is called.
func (p *Printer) about(view any) (name, title string, err error) {
	switch v := view.(type) {
	case *Home:
		name = "home"
		title, err = p.say("name")
	case *Months:
		name = "months"
		title, err = p.say("games")
	case *Month:
		name = "month"
		title, err = p.month(v.Day)
	case *Standings:
		name = "standings"
		title, err = p.say("standings")
	case *Ladder:
		name = "ladder"
		title, err = p.say("ladder")
	case *Players:
		name = "players"
		title, err = p.say("players")
	case *Player:
		name, title = "player", v.Name
	case *Tournaments:
		name = "tournaments"
		title, err = p.say("tournaments")
	case *Tournament:
		name = "tournament"
		title, err = p.cupName(v.Cup)
	case *Game:
		name = "game"
		title, err = p.pair(v)
		if err == nil {
			title, err = p.say("title", templates.SiteLine{Name: title, Number: v.Number})
		}
	default:
		err = fmt.Errorf("page: there is none of a %T", view)
	}
	return name, title, err
}

// month is one at the beginning of a line.
func (p *Printer) month(day time.Time) (string, error) {
	said, err := p.say("month", templates.SiteLine{Day: day})
	return upper(said), err
}

// upper begins with a capital letter.
func upper(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// Called gives what the site calls somebody inside a line.
func (p *Printer) Called(w Who) (string, error) {
	if w.Name != "" {
		return w.Name, nil
	}
	return p.say("anyone")
}

// pair names both players of a game.
func (p *Printer) pair(g *Game) (string, error) {
	var both [2]string
	for i, w := range g.Players {
		said, err := p.Called(w)
		if err != nil {
			return "", err
		}
		both[i] = said
	}
	return upper(both[0]) + " – " + both[1], nil
}

// verdict says how a game ended.
func (p *Printer) verdict(g *Game) (string, error) {
	end := g.Played.Position()
	line := templates.SiteLine{Seat: end.Winner().String(), Reason: end.Reason().String(), Number: end.Ply()}
	if color := end.Color(end.Winner()); color != game.NoColor {
		line.Seat = color.String()
	}
	return p.say("verdict", line)
}

// A seat is a player above the board of a game.
type seat struct {
	Who
	Stone string // "black", "white", or "none" before there were colours
	Says  string
	Won   bool
}

func (p *Printer) seats(g *Game) (seats []seat, err error) {
	end := g.Played.Position()
	for i, who := range g.Players {
		side := game.First + game.Seat(i)
		color := end.Color(side)
		s := seat{Who: who, Stone: color.String(), Won: end.Winner() == side}
		word := s.Stone
		if color == game.NoColor {
			s.Stone, word = "none", side.String()
		}
		if s.Says, err = p.say(word); err != nil {
			return nil, err
		}
		seats = append(seats, s)
	}
	return seats, nil
}

// board draws the final position.
func (p *Printer) board(g *Game, numbered bool) (template.HTML, error) {
	said, err := p.say("board", templates.SiteLine{Number: g.Played.Size()})
	d, attributes := finalBoard(g.Played, numbered), fmt.Sprintf("id=board data-size=%d ", g.Played.Size())
	if !numbered { // it is one of several, and is not replayed
		d.id, attributes = "0", ""
	}
	return template.HTML(d.svg(attributes + `class=board role=img aria-label="` + template.HTMLEscapeString(said) + `"`)), err //nolint:gosec // numbers, and words of ours
}

// goal draws what wins. The words are beside it.
func (p *Printer) goal(ending string) template.HTML {
	d := blackGoal
	if ending == "white" {
		d = whiteGoal
	}
	return template.HTML(d.svg("class=board aria-hidden=true")) //nolint:gosec // numbers
}

// moves lists those that stand, but for a resignation or the like, which the verdict tells.
// The style tells from the place of whoever took Black which of the stones after it are white.
func (p *Printer) moves(g *Game) (template.HTML, error) {
	pass, err := p.say("takes black")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	class := ""
	for i, e := range g.Played.Line() {
		switch {
		case e.Move.Kind.Ends():
		case e.Move.Kind == game.PutStone:
			b.WriteString("<li>" + e.Move.String())
		default:
			class = [2]string{" class=even", " class=odd"}[(i+1)%2]
			b.WriteString("<li class=pass>" + template.HTMLEscapeString(pass))
		}
	}
	return template.HTML("<ol id=moves" + class + ">" + b.String() + "</ol>"), nil //nolint:gosec // cells, and words of ours
}

// cupOver says how a tournament ended.
func (p *Printer) cupOver(c Cup) (string, error) {
	var winners []string
	for _, w := range c.Winners {
		said, err := p.Called(w)
		if err != nil {
			return "", err
		}
		winners = append(winners, said)
	}
	line := cupLine(c)
	if line.Name, line.Day = strings.Join(winners, ", "), c.Decided; len(winners) == 0 {
		return p.say("cup over", line)
	}
	return p.say("cup won", line)
}

// cupLine is what sentences about a tournament are about.
func cupLine(c Cup) templates.SiteLine {
	return templates.SiteLine{Name: c.Title, Number: c.Number, Small: c.Small}
}

// cupName gives what a tournament is called. The number tells apart those of one title.
func (p *Printer) cupName(c Cup) (string, error) { return p.say("cup", cupLine(c)) }

// groupName gives what stands above the table of a group.
func (p *Printer) groupName(g Group) (string, error) {
	switch {
	case g.Final:
		return p.say("final")
	case g.Number == 0:
		return p.say("table")
	case g.Round == 1:
		return p.say("group", templates.SiteLine{Number: g.Number})
	}
	return p.say("group of round", templates.SiteLine{Number: g.Number, Of: g.Round})
}

// cellNames are the words for the signs of a crosstable.
var cellNames = map[string]string{"1": "won", "0": "lost", ".": "open", "+": "walkover", "-": "forfeit", "/": "uncounted"}

// sign is how a page shows a sign.
func sign(sign string) string {
	switch sign {
	case ".":
		return "·"
	case "-":
		return "−"
	}
	return sign
}

// legend lists the signs of some tables that need a word.
func legend(groups []Group) (signs []string) {
	seen := map[string]bool{}
	for _, g := range groups {
		for _, r := range g.Rows {
			for _, c := range r.Cells {
				seen[c.Sign] = true
			}
		}
	}
	for _, s := range []string{"1", "0", ".", "+", "-", "/"} {
		if seen[s] {
			signs = append(signs, s)
		}
	}
	return signs
}

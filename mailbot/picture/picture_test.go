package picture

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/templates/look"
)

var (
	update   = flag.Bool("update", false, "write the golden files")
	everyWay = flag.Bool("everyway", false, "draw many more games")
)

// playOut plays a game of moves that are chosen among the legal ones, by their
// number, until choose says that no move follows. The contract ends after some
// stones.
func playOut(t interface{ Fatal(...any) }, size, stones int, choose func(n int) (int, bool)) *game.Record {
	r := &game.Record{Number: 42, Size: size, Players: [2]string{"Ana", "Bo"}}
	g, err := game.New(size)
	if err != nil {
		t.Fatal(err)
	}
	for p := g.Position(); p.Phase() != game.Over; p = g.Position() {
		legal := slices.Collect(p.Legal())
		chosen, goes := choose(len(legal))
		if !goes {
			break
		}
		m := legal[chosen]
		if p.Phase() == game.Contract && p.Ply() >= stones {
			m = game.Move{Kind: game.SayBlack}
		}
		if err := g.Apply(game.Event{Seat: p.ToMove(), Move: m}); err != nil {
			t.Fatal(err)
		}
	}
	r.Events = g.Line()
	return r
}

// randomGame plays a game to its end.
func randomGame(t interface{ Fatal(...any) }, size int, seed uint64) *game.Record {
	random := rand.New(rand.NewPCG(seed, uint64(size))) //nolint:gosec // a game, no secret
	return playOut(t, size, 4, func(n int) (int, bool) { return random.IntN(n), true })
}

// drawRecord draws a game that may have been left, or given up, anywhere.
func drawRecord(t *rapid.T) *game.Record {
	size := rapid.IntRange(game.MinSize, game.MaxSize).Draw(t, "size")
	r := randomGame(t, size, rapid.Uint64().Draw(t, "game"))
	r.Events = r.Events[:rapid.IntRange(0, len(r.Events)).Draw(t, "moves kept")]
	if p := finalOf(t, r); p.Phase() != game.Over && rapid.Bool().Draw(t, "gives up") {
		r.Events = append(r.Events, game.Event{Seat: game.Second, Move: game.Move{Kind: game.Resign}})
	}
	for i := range r.Players {
		r.Players[i] = rapid.String().Draw(t, "name")
	}
	return r
}

// finalOf gives the position at the end of a record.
func finalOf(t interface{ Fatal(...any) }, r *game.Record) game.Position {
	played, err := r.Replay()
	if err != nil {
		t.Fatal(err)
	}
	return played.Position()
}

func drawnPNG(t interface{ Fatal(...any) }, r *game.Record) (raw []byte, m image.Image) {
	var b bytes.Buffer
	if err := PNG(context.Background(), &b, r); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), m
}

func drawnGIF(t interface{ Fatal(...any) }, r *game.Record) (raw []byte, g *gif.GIF) {
	var b bytes.Buffer
	if err := GIF(context.Background(), &b, r); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), g
}

// is says whether a picture has exactly this colour at a place.
func is(m image.Image, at point, want look.Color) bool {
	return apart(m.At(int(at.x), int(at.y)), want) == 0
}

// between says whether a picture has a colour, or a shade that is close to it,
// somewhere on a straight line.
func between(m image.Image, from, to point, want look.Color) bool {
	const samples = 50
	for i := range samples + 1 {
		part := float64(i) / samples
		at := from.plus((to.x-from.x)*part, (to.y-from.y)*part)
		if apart(m.At(int(at.x), int(at.y)), want) <= shadeStep {
			return true
		}
	}
	return false
}

// shadeStep is about how far shades that follow each other are apart.
const shadeStep = 48

// apart gives how much two colours differ, in the channel in which they do most.
func apart(a, b color.Color) (most int) {
	p, q := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	for _, channel := range [][2]uint8{{p.R, q.R}, {p.G, q.G}, {p.B, q.B}} {
		most = max(most, int(max(channel[0], channel[1]))-int(min(channel[0], channel[1])))
	}
	return most
}

func TestPNGShowsEachStone(t *testing.T) {
	stones := map[game.Color]look.Color{game.Black: look.Black, game.White: look.White}
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		p := finalOf(t, r)
		_, m := drawnPNG(t, r)
		l := newLayout(r.Size, pngWidth)
		connected, last := p.Connection(), game.Cell{Row: -1}
		if c, ok := p.Last(); ok {
			last = c
		}
		for _, c := range p.Cells() {
			at := l.cell(c)
			if stone := p.At(c); stone != game.NoColor && !is(m, at.plus(0.2*l.step, 0), stones[stone]) {
				t.Fatalf("%v: a stone of %v is %v", c, stone, m.At(int(at.x), int(at.y)))
			}
			if dot := is(m, at, look.LastDot); dot != (c == last) {
				t.Fatalf("%v: marked as the last stone: %v", c, dot)
			}
			bead := between(m, at.plus(0, 0.41*l.step), at.plus(0, 0.45*l.step), look.Won.Light)
			if bead != slices.Contains(connected, c) {
				t.Fatalf("%v: marked as connected: %v", c, bead)
			}
			for _, next := range [][2]float64{{0, 1}, {1, 0}, {1, 1}} {
				other := game.Cell{Row: c.Row + int16(next[0]), Col: c.Col + int16(next[1])}
				to := l.cell(other)
				joined := is(m, point{(at.x + to.x) / 2, (at.y + to.y) / 2}, look.Won.Light)
				if joined != (slices.Contains(connected, c) && slices.Contains(connected, other)) {
					t.Fatalf("%v is joined to %v: %v", c, other, joined)
				}
			}
		}
	})
}

// Sides are told by their tone, and a corner has that of both of its sides: the lighter
// one around the other.
func TestPNGShowsEachSide(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		_, m := drawnPNG(t, &game.Record{Size: size})
		l := newLayout(size, pngWidth)
		p := finalOf(t, &game.Record{Size: size})
		for _, c := range p.Cells() {
			touches := func(side int) bool { return p.Touches(c, side) }
			odd := slices.ContainsFunc([]int{1, 3, 5}, touches)
			even := slices.ContainsFunc([]int{2, 4, 6}, touches)
			middle, rim := look.Hole, look.Hole
			if even {
				middle, rim = look.Even, look.Even
			}
			if odd {
				middle = look.Odd
			}
			if odd && !even {
				rim = look.Odd
			}
			at := l.cell(c)
			if !is(m, at, middle.Paper.Light) || !is(m, at.plus(0.4*l.step, 0), rim.Paper.Light) {
				t.Errorf("size %d: %v is %v, and %v at its rim", size, c, m.At(int(at.x), int(at.y)), m.At(int(at.x+0.4*l.step), int(at.y)))
			}
		}
	}
}

// Each of the sides has its number outside, which no cell touches.
func TestPNGNumbersTheSides(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		_, m := drawnPNG(t, &game.Record{Size: size})
		l := newLayout(size, pngWidth)
		for i, at := range l.numbers {
			half := l.line * 0.2
			ink := false
			for y := at.y - half; y < at.y+half; y++ {
				ink = ink || between(m, point{at.x - half, y}, point{at.x + half, y}, look.Faint.Light)
			}
			if !ink {
				t.Errorf("size %d: side %d has no number", size, i+1)
			}
			p := finalOf(t, &game.Record{Size: size})
			if on := slices.IndexFunc(p.Cells(), func(c game.Cell) bool {
				d := l.cell(c)
				return math.Hypot(d.x-at.x, d.y-at.y) < half+holeReach*l.step
			}); on >= 0 {
				t.Errorf("size %d: the number of side %d lies on %v", size, i+1, p.Cells()[on])
			}
		}
	}
}

// The pictures of a film add up to what is drawn of the end alone. Each game is
// looked at in its whole length, so a quarter of the tries of other laws will do.
func TestGIFEndsAsTheBoardStands(t *testing.T) {
	checkFewer(t, func(t *rapid.T) {
		r := drawRecord(t)
		_, g := drawnGIF(t, r)
		if len(g.Image) != len(r.Events)+1 {
			t.Fatalf("%d pictures of %d moves", len(g.Image), len(r.Events))
		}
		got := image.NewPaletted(image.Rect(0, 0, g.Config.Width, g.Config.Height), shades)
		for _, m := range g.Image {
			draw.Draw(got, m.Rect, m, m.Rect.Min, draw.Over)
		}
		d, err := newDrawing(r, gifWidth)
		if err != nil {
			t.Fatal(err)
		}
		d.show(finalOf(t, r))
		if want := reduced(d.RGBA, d.Bounds()); !bytes.Equal(want.Pix, got.Pix) {
			t.Fatal("the last picture is another one")
		}
	})
}

// checkFewer is rapid.Check with a quarter of the tries, unless every way is asked for.
func checkFewer(t *testing.T, law func(*rapid.T)) {
	checks := flag.Lookup("rapid.checks").Value
	saved := checks.String()
	if n, err := strconv.Atoi(saved); err == nil && !*everyWay {
		defer func() { _ = checks.Set(saved) }()
		_ = checks.Set(strconv.Itoa(max(1, n/4)))
	}
	rapid.Check(t, law)
}

func TestGIFGivesTimeToLook(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		_, g := drawnGIF(t, randomGame(t, size, 1))
		end := len(g.Delay) - 1
		if g.Delay[0] < leastTime || g.Delay[end] <= g.Delay[0] || g.LoopCount != 0 {
			t.Errorf("size %d: delays from %d to %d, %d rounds", size, g.Delay[0], g.Delay[end], g.LoopCount)
		}
	}
}

// farApart fills a board with stones that lie as far from each other as they can,
// so that as much as possible lies between what changes in a picture.
func farApart(t interface{ Fatal(...any) }, size int) *game.Record {
	last := false
	return playOut(t, size, 0, func(n int) (int, bool) {
		if last = !last; last {
			return n - 1, true
		}
		return 0, true
	})
}

// Mails stay small: a GIF of any game, of random ones too, which are the longest.
func TestPicturesAreSmall(t *testing.T) {
	const mostPNG, mostGIF = 40_000, 300_000
	step := 1
	if testing.Short() {
		step = game.MaxSize - game.MinSize // the smallest and the largest
	}
	for size := game.MinSize; size <= game.MaxSize; size += step {
		games := []*game.Record{farApart(t, size)}
		for seed := range uint64(3) {
			games = append(games, randomGame(t, size, seed))
		}
		for _, r := range games {
			still, _ := drawnPNG(t, r)
			moving, _ := drawnGIF(t, r)
			if len(still) > mostPNG || len(moving) > mostGIF {
				t.Errorf("size %d, %d moves: a PNG of %d bytes, a GIF of %d", size, len(r.Events), len(still), len(moving))
			}
		}
	}
}

func TestPicturesAreTheSameEachTime(t *testing.T) {
	r := randomGame(t, 8, 7)
	still, _ := drawnPNG(t, r)
	moving, _ := drawnGIF(t, r)
	for range 2 {
		if again, _ := drawnPNG(t, r); !bytes.Equal(again, still) {
			t.Fatal("another PNG")
		}
		if again, _ := drawnGIF(t, r); !bytes.Equal(again, moving) {
			t.Fatal("another GIF")
		}
	}
}

// A context that ends when it has been asked so many times whether it has.
type ending struct {
	context.Context
	left int
}

func (c *ending) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whoever stops the bot while it draws need not wait for the rest of a film.
func TestDrawingIsBrokenOff(t *testing.T) {
	r := randomGame(t, game.MaxSize, 1)
	for _, pictures := range []int{0, 1, len(r.Events) - 1} {
		ctx, end := context.WithCancelCause(t.Context())
		end(io.ErrClosedPipe) // which Cause gives
		var b bytes.Buffer
		if err := GIF(&ending{ctx, pictures}, &b, r); !errors.Is(err, io.ErrClosedPipe) || b.Len() > 0 {
			t.Errorf("after %d of %d pictures: %v, and %d bytes", pictures, len(r.Events)+1, err, b.Len())
		}
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := PNG(ctx, io.Discard, r); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSizeIsThatOfThePNG(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		_, m := drawnPNG(t, &game.Record{Size: size})
		width, height := Size(size)
		if m.Bounds().Dx()*height/width-m.Bounds().Dy() > 1 || m.Bounds().Dx() < width || width > 600 {
			t.Errorf("size %d: %v is shown in %d x %d", size, m.Bounds(), width, height)
		}
	}
}

func TestPicturesOfNoGame(t *testing.T) {
	for name, r := range map[string]*game.Record{
		"no size":         {},
		"too large":       {Size: 14},
		"an illegal move": {Size: 6, Events: []game.Event{{Seat: game.Second, Move: game.Move{Kind: game.SayBlack}}}},
	} {
		if err := PNG(t.Context(), io.Discard, r); err == nil {
			t.Errorf("%s: a PNG", name)
		}
		if err := GIF(t.Context(), io.Discard, r); err == nil {
			t.Errorf("%s: a GIF", name)
		}
	}
}

// The goldens are looked at. Other machines may round the shades of an edge
// otherwise, but no more than that.
func TestPNGGolden(t *testing.T) {
	for name, line := range map[string]string{
		"line": "size=4 C2 black A1 D2 B2 E3 C3 F4 D4 B4 E5 C5 F6 E6 G7",
		"y":    "size=5 E5 C4 black C2 D4 B5 B3 D7 A3 E8 F6 G7 F7 H6 F8 H8 F9 E3 F5 D2 G5 B2 G4 C6 G3",
		"left": "size=6 C4 E6 black F6 G7 resign",
	} {
		r, err := game.ReadRecord(line, 0)
		if err != nil {
			t.Fatal(name, err)
		}
		r.Number, r.Players = 42, [2]string{"Ana Núñez", "Bo"}
		raw, got := drawnPNG(t, r)
		golden := filepath.Join("testdata", name+".png")
		if *update {
			if err := os.WriteFile(golden, raw, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(kept))
		if err != nil {
			t.Fatal(err)
		}
		if off := differing(want, got); off > 0 {
			t.Errorf("%s: %d pixels differ", name, off)
		}
	}
}

// differing counts the pixels that differ by more than a step between shades.
func differing(a, b image.Image) (n int) {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if apart(a.At(x, y), b.At(x, y)) > shadeStep {
				n++
			}
		}
	}
	return n
}

// Any game can be drawn, whatever its players are called.
func FuzzPictures(f *testing.F) {
	f.Add(uint8(6), "Ana", "Bo", []byte{1, 2, 3, 4, 5, 6, 7, 8})
	f.Add(uint8(13), "田中", "\u202eNúñez", []byte{200, 100, 0})
	f.Add(uint8(4), "", "\xff", []byte{})
	f.Fuzz(func(t *testing.T, size uint8, first, second string, moves []byte) {
		within := game.MinSize + int(size)%(game.MaxSize-game.MinSize+1)
		r := playOut(t, within, len(moves)/4, func(n int) (chosen int, goes bool) {
			if len(moves) == 0 {
				return 0, false
			}
			chosen, moves = int(moves[0])*n/256, moves[1:]
			return chosen, true
		})
		r.Players = [2]string{first, second}
		drawnPNG(t, r)
		if _, g := drawnGIF(t, r); len(g.Image) != len(r.Events)+1 {
			t.Fatalf("%d pictures of %d moves", len(g.Image), len(r.Events))
		}
	})
}

func BenchmarkPNG(b *testing.B) {
	r := randomGame(b, 8, 1)
	for b.Loop() {
		if err := PNG(b.Context(), io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGIF draws a game of 60 moves.
func BenchmarkGIF(b *testing.B) {
	r := randomGame(b, 8, 1)
	r.Events = r.Events[:60]
	for b.Loop() {
		if err := GIF(b.Context(), io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

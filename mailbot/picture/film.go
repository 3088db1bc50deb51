package picture

import (
	"context"
	"image"
	"image/gif"
	"io"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// How long the pictures of a GIF stand, in hundredths of a second.
const (
	moveTime  = 80
	leastTime = 25
	allTime   = 4000 // of all moves of a long game, which follow each other faster
	endTime   = 600
)

// GIF shows a game from the empty board to its end, over and over: first the empty
// board, then one picture for each move that stands. It fails for a record that
// the rules refuse, and with the cause of ctx when that ends meanwhile: a long game
// takes seconds on a slow machine.
func GIF(ctx context.Context, w io.Writer, r *game.Record) error {
	played, err := r.Replay()
	if err != nil {
		return err
	}
	now, err := game.New(r.Size)
	if err != nil {
		return err
	}
	d, err := newDrawing(r, gifWidth)
	if err != nil {
		return err
	}
	f := &film{drawing: d, seen: reduced(d.RGBA, d.Bounds())}
	first := image.NewPaletted(f.seen.Rect, shades)
	copy(first.Pix, f.seen.Pix)
	f.reel.Image = []*image.Paletted{first}
	f.reel.Config = image.Config{ColorModel: shades, Width: d.width, Height: d.height}
	d.changed = image.Rectangle{}
	for _, e := range played.Line() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := now.Apply(e); err != nil {
			return err
		}
		f.add(now.Position())
	}
	moves := len(f.reel.Image) - 1
	each := max(leastTime, min(moveTime, allTime/max(1, moves)))
	for range f.reel.Image {
		f.reel.Delay = append(f.reel.Delay, each)
		f.reel.Disposal = append(f.reel.Disposal, gif.DisposalNone)
	}
	f.reel.Delay[moves] = endTime
	return gif.EncodeAll(w, &f.reel)
}

// A film is the pictures taken of a drawing that changes. Each holds only what is
// new in it, which is little.
type film struct {
	*drawing
	seen *image.Paletted // what the pictures add up to
	reel gif.GIF
}

// add draws what differs between a position and the one before it, and takes a picture of that.
func (f *film) add(p game.Position) {
	before := f.shown
	f.shown = p
	if last, ok := p.Last(); ok && before.At(last) == game.NoColor {
		if marked, ok := before.Last(); ok {
			stone := look.White
			if p.At(marked) == game.Black {
				stone = look.Black
			}
			f.disc(stone, f.cell(marked), dotReach*f.step+1) // no dot any more
		}
		f.drawStone(last, holeReach)
	}
	if before.Black() != p.Black() || before.Winner() != p.Winner() {
		f.drawPlayers()
	}
	f.drawConnection()

	part := f.changed
	if part.Empty() { // which a picture can't be
		part = image.Rect(0, 0, 1, 1)
	}
	f.changed = image.Rectangle{}
	picture := reduced(f.RGBA, part)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		now := picture.Pix[picture.PixOffset(part.Min.X, y):][:part.Dx()]
		seen := f.seen.Pix[f.seen.PixOffset(part.Min.X, y):][:part.Dx()]
		for x, shade := range now {
			if shade == seen[x] {
				now[x] = transparent
			}
			seen[x] = shade
		}
	}
	f.reel.Image = append(f.reel.Image, picture)
}

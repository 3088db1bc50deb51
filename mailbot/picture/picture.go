package picture

import (
	"context"
	"image/png"
	"io"

	"unlurbot/game"
)

// How wide pictures are, in pixels. A PNG has more of them than it is shown with, for
// screens with small ones.
const (
	pngWidth   = 800
	gifWidth   = 440
	shownWidth = 560
)

// Size gives the pixels that the PNG of a game should be shown with, where there is
// so much room.
func Size(boardSize int) (width, height int) {
	l := newLayout(boardSize, pngWidth)
	return shownWidth, l.height * shownWidth / l.width
}

// PNG draws the position at the end of a game, with the last stone and the
// connection marked. It fails for a record that the rules refuse, and with the
// cause of ctx if that has ended.
func PNG(ctx context.Context, w io.Writer, r *game.Record) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	played, err := r.Replay()
	if err != nil {
		return err
	}
	d, err := newDrawing(r, pngWidth)
	if err != nil {
		return err
	}
	d.show(played.Position())
	m := reduced(d.RGBA, d.Bounds())
	m.Palette = m.Palette[:transparent] // nothing in it is
	return png.Encode(w, m)
}

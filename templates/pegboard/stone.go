package pegboard

import (
	"fmt"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// A stone is how those of a colour look. The rim of a white one is double: a second sign,
// where a program turns colours round.
type stone struct {
	class, sign, lastSign string // the signs are ● ◉ ○ ◎
	color                 look.Color
	rim, bead             string // borders: of a stone, and of one of the connection
}

var stones = [...]stone{
	game.Black: {"k", "&#9679;", "&#9673;", look.Black, "1px solid " + look.Black.String(), "1px solid " + look.Black.String()},
	game.White: {"o", "&#9675;", "&#9678;", look.White, "3px double " + look.WhiteRim.String(), "2px solid " + look.WhiteRim.String()},
}

// In pixels.
const (
	dotWidth  = 8
	beadRing  = 5 // of teal around a stone of the connection
	smallSide = 20
)

// unseen is for the sign in a stone: who copies the board has it, and who gets no colours.
const unseen = `font:9px/9px Arial;color:transparent">`

// paint is the ground of a stone. Its colour stands a second time in a gradient: programs
// that turn grounds round leave gradients alone, and others don't know them.
func (s stone) paint(height int, rim string) string {
	return fmt.Sprintf(` height="%[1]d" bgcolor="%[2]s" style="height:%[1]dpx;padding:0;box-sizing:border-box;border:%[3]s;border-radius:50%%;background-image:linear-gradient(%[2]s,%[2]s);`,
		height, s.color, rim) + unseen
}

// cell is a stone that fills its cell, so many pixels high. One of the connection is a
// smaller stone on teal; its neighbours touch it like the beads of a chain.
func (s stone) cell(height int, as style, marked marks) string {
	if s.class == "" {
		return ""
	}
	side := height
	if marked&connected != 0 {
		side -= 2 * beadRing
	}
	const layout = ` align="center" cellpadding="0" cellspacing="0" border="0" role="presentation"`
	sign := s.sign
	if marked&lastStone != 0 { // a table, since Word makes a bar of any other block
		sign = fmt.Sprintf(`<table width="%[1]d"`+layout+` style="margin:0 auto"><tr><td width="%[1]d" height="%[1]d" bgcolor="%[2]s" style="height:%[1]dpx;border-radius:50%%;font:1px/%[1]dpx Arial;color:transparent">%[3]s</td></tr></table>`,
			min(dotWidth, side-6), look.LastDot, s.lastSign)
	}
	switch {
	case marked&connected != 0:
		return fmt.Sprintf(`<td colspan="2" height="%[1]d" class="w" bgcolor="%[2]s" style="height:%[1]dpx;padding:0;border-radius:50%%"><table class="wd" width="%[3]d"`+layout+` style="width:%[3]dpx;margin:0 auto">`+
			`<tr><td class="wt" align="center"`, height, look.Won.Light, side) + s.paint(side, s.bead) + sign + "</td></tr></table></td>"
	case as == bare:
		rim := ""
		if s.class == "o" {
			rim = ";line-height:9px;border:" + s.bead
		}
		return fmt.Sprintf(`<td colspan="2" class="%s" bgcolor="%s" style="border-radius:50%%%s">%s</td>`, s.class, s.color, rim, sign)
	}
	return `<td colspan="2" class="` + s.class + `"` + s.paint(height, s.rim) + sign + "</td>"
}

// smallStones stand beside words.
var smallStones = func() (all [len(stones)]string) {
	for color, s := range stones {
		all[color] = fmt.Sprintf(`<td width="%d" align="center" class="%s"`, smallSide, s.class) + s.paint(smallSide, s.rim) + s.sign + "</td>"
	}
	return all
}()

// AppendStone draws a stone 20 pixels high, as a cell of a table that is as wide.
func AppendStone(to []byte, c game.Color) []byte { return append(to, smallStones[c]...) }

var unseenWords = `<div style="margin:0;font-size:1px;line-height:1px;height:1px;max-height:1px;overflow:hidden;color:` + look.Page.Light.String() + `;color:transparent">`

// AppendStones lists the stones row by row behind some words, escaped for HTML. It is for
// those who hear the mail: nobody sees it. It has no names of colours, since programs
// that read aloud know those of its signs in every language. Programs keep what is as
// small as this, but for Word, to which it is a line of one pixel in the colour of a page;
// most drop what is hidden.
func AppendStones(to []byte, words string, p *game.Position) []byte {
	start := len(to)
	to = append(append(to, unseenWords...), words...)
	row, color := int16(-1), game.NoColor
	names := patterns[p.Size()]().names
	for i, c := range p.Cells() {
		stone := p.At(c)
		if stone == game.NoColor {
			continue
		}
		if c.Row != row && row >= 0 {
			to = append(to, "&nbsp;&middot;"...)
		}
		if to = append(to, ' '); c.Row != row || stone != color {
			to = append(to, stones[stone].sign+"&nbsp;"...)
		}
		to = append(to, names[i].html...)
		row, color = c.Row, stone
	}
	if row < 0 {
		return to[:start]
	}
	return append(to, "</div>\n"...)
}

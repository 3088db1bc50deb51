package pegboard

import (
	"fmt"
	"strings"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// goals are what each colour wants to make on the smallest board.
var goals = [...]string{
	game.Black: newGoal(game.Black, "A2 B3 C3 D3 D4 D5 E2 E3 E6 E7"), // a Y
	game.White: newGoal(game.White, "C1 C2 D3 D4 E5 E6 E7"),          // a line
}

// AppendGoal draws a small board, 70 pixels wide, with what a colour needs to win: a Y or
// a line. Words beside it have to say so: who hears the mail hears nothing of the board.
func AppendGoal(to []byte, c game.Color) []byte { return append(to, goals[c]...) }

func newGoal(color game.Color, stones string) string {
	const size, half, height = game.MinSize, 5, 9
	t := patterns[size]
	var b strings.Builder
	fmt.Fprintf(&b, `<table width="%[1]d" cellpadding="0" cellspacing="0" border="0" role="presentation" aria-hidden="true" dir="ltr" style="table-layout:fixed;width:%[1]dpx">`, half*halves(size))
	b.WriteString(halfColumns(halves(size), half))
	i := 0
	for r, row := range t.rows {
		blank := ""
		if n := max(size-1-r, r-size+1); n > 0 {
			blank = fmt.Sprintf(`<td colspan="%d"></td>`, n)
		}
		b.WriteString("<tr>" + blank)
		for range row.cells {
			paper, rim := colors[t.grounds[i]].Paper.Light, ""
			if strings.Contains(stones, t.names[i].html) {
				paper, rim = map[game.Color]look.Color{game.Black: look.Black, game.White: look.White}[color], ";box-sizing:border-box;border:1px solid "+look.WhiteRim.String()
			}
			fmt.Fprintf(&b, `<td colspan="2" height="%d" bgcolor="%s" style="font:1px/1px Arial;border-radius:50%%%s"></td>`, height, paper, rim)
			i++
		}
		b.WriteString(blank + "</tr>\n")
	}
	return b.String() + "</table>"
}

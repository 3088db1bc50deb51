package pegboard

import (
	"fmt"
	"strings"
	"sync"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// goals are what ends a game on the smallest board: the Y of Black, the line of White, and
// what is wrong, a Y of White's.
var goals = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"black": newGoal(game.Black, aY),
		"white": newGoal(game.White, "C1 C2 D3 D4 E5 E6 E7"),
		"wrong": newGoal(game.White, aY),
	}
})

const aY = "A2 B3 C3 D3 D4 D5 E2 E3 E6 E7"

// AppendGoal draws a small board, 70 pixels wide, with what ends a game: "black" wins with
// a Y, "white" with a line, and with a Y White is "wrong" and loses. Words beside it have
// to say so: who hears the mail hears nothing of the board.
func AppendGoal(to []byte, ending string) []byte { return append(to, goals()[ending]...) }

func newGoal(color game.Color, stones string) string {
	const size, half, height = game.MinSize, 5, 9
	t := patterns[size]()
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

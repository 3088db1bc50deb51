package pegboard

import (
	"fmt"
	"strings"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// AppendStyle writes what a page that shows boards of some sizes needs in its style,
// which may be none: goals and single stones have dark colours too. The classes b, b4 to
// b13, c, k, n, o, r, w, wd and wt are the boards' own.
func AppendStyle(to []byte, sizes ...int) []byte {
	to = append(to, colorStyle...)
	for _, size := range sizes {
		to = append(to, wideStyles[size]...)
	}
	return to
}

// colorStyle has the colours for dark screens. Outlook on the web turns them round on its
// own; it says so with data-ogsb, and the stones are turned back. Paper would be without
// stones if they were not said to matter.
var colorStyle = func() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".b a:hover,.b a:focus{text-decoration:underline!important}\n"+
		"[data-ogsb] .o,.o[data-ogsb]{background-color:%[1]s!important}\n[data-ogsb] .k,.k[data-ogsb]{background-color:%[2]s!important}\n"+
		".k{background-image:linear-gradient(%[2]s,%[2]s)}\n.o{background-image:linear-gradient(%[1]s,%[1]s)}\n"+
		"@media print{.k,.o,.w,.wt{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n"+
		"@media (prefers-color-scheme:dark){\n.n{color:%[3]s!important}\n.k{border-color:%[4]s!important;box-shadow:inset 0 0 0 1px %[4]s}\n", look.White, look.Black, look.Faint.Dark, look.BlackRim)
	for _, g := range []look.Ground{look.Hole, look.Even, look.Odd} {
		fmt.Fprintf(&b, "td[bgcolor=\"%[1]s\"]{background-color:%[2]s!important;color:%[3]s!important}\ntd[bgcolor=\"%[1]s\"] a{color:%[3]s!important}\n", g.Paper.Light, g.Paper.Dark, g.Ink.Dark)
	}
	fmt.Fprintf(&b, "td.c,td.c a{border-color:%s!important}\ntd[bgcolor=\"%s\"]{background-color:%s!important}\n}\n", look.Even.Paper.Dark, look.Won.Light, look.Won.Dark)
	return b.String()
}()

// wideStyles make the boards of each size larger where there is room.
var wideStyles = func() (all [game.MaxSize + 1]string) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		m := look.CellsOf(size)
		all[size] = fmt.Sprintf("@media (min-width:600px){.b%[1]d{max-width:%[2]dpx!important;font-size:%[4]dpx!important;letter-spacing:0!important}"+
			".b%[1]d .r>td{height:%[3]dpx!important;box-sizing:border-box}.b%[1]d .wd{width:%[5]dpx!important}.b%[1]d .wt{height:%[5]dpx!important}"+
			".b%[1]d .r td a{line-height:%[3]dpx!important;font-size:%[4]dpx!important}.b%[1]d td.c a{line-height:%[6]dpx!important}}\n",
			size, halves(size)/2*m.WideCell, m.WideHeight, m.WideFont, m.WideHeight-2*beadRing, m.WideHeight-2*ring(size))
	}
	return all
}()

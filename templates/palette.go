package templates

import "unlurbot/game"

// The colours of the page.
const (
	pageInk   = "#222222"
	faintInk  = "#6a6459"
	linkInk   = "#1f4e79"
	pagePaper = "#ffffff"
)

// A tint is a ground and the ink on it. The dark ones are for readers whose mail
// program is dark and asks for such colours; in all others the light ones stand
// on each cell. TestColours holds them apart for every kind of eye.
type tint struct{ paper, ink, darkPaper, darkInk string }

var (
	openTint      = tint{"#f5ead2", "#5a4f3c", "#a79d8a", "#14110b"} // a cell that can be clicked
	shutTint      = tint{"#e3e0da", "#55504a", "#67635b", "#ffffff"} // any other inner cell
	lastTint      = tint{"#9900ff", "#ffffff", "#9900ff", "#ffffff"} // below the last stone
	connectedTint = tint{"#2fc49b", "#000000", "#2fc49b", "#000000"} // below the connection
	buttonTint    = tint{"#1f4e79", "#ffffff", "#8ec5f5", "#10202e"}
)

// signInk is the ink of a stone that is no more than its sign. The ring of a white
// one would be lost on a dark ground if it were black.
func (t tint) signInk(stone game.Color) string {
	if stone == game.White && t.ink == "#ffffff" {
		return t.ink
	}
	return "#000000"
}

// sideTints are those of sides 1 to 6. Opposite sides share a hue, since a line
// joins two of one hue; 1, 3 and 5 are dark and 2, 4 and 6 light, since a Y joins
// three dark ones or three light ones.
var sideTints = [6]tint{
	{"#1c66b7", "#ffffff", "#1c66b7", "#ffffff"},
	{"#f5cb5b", "#3d2c00", "#f5cb5b", "#3d2c00"},
	{"#8f386d", "#ffffff", "#8f386d", "#ffffff"},
	{"#68aefc", "#06203c", "#68aefc", "#06203c"},
	{"#6f5307", "#ffffff", "#6f5307", "#ffffff"},
	{"#e88bc3", "#33051f", "#e88bc3", "#33051f"},
}

// A stoneLook is how a stone is drawn: a disc, with a character on it that tells
// the colour where there is no disc.
type stoneLook struct{ sign, disc, ink, rim string }

var stoneLooks = [...]stoneLook{
	game.Black: {"●", "#111111", "#000000", "#6b6b6b"},
	game.White: {"○", "#ffffff", "#808080", "#333333"},
}

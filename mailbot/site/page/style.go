package page

import "unlurbot/templates/look"

// Style is the style sheet of all pages.
func Style() []byte { return look.Sheet(string(asset("style.css"))) }

// Script replays a game. Pages can do without.
func Script() []byte { return asset("replay.js") }

// Icon is for the tab of a page.
func Icon() []byte { return look.Icon() }

func asset(name string) []byte {
	raw, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it was built in
	}
	return raw
}

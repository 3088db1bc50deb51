// Package site writes what a club shows of itself on the web: a directory of pages that any web
// server can publish. There are the standings, the finished games, each with a board to replay
// and with files for other programs, the tournaments, and a feed.
//
// It shows finished games that are not private, and nothing of others. It names players who have
// said so ("set web on"), and calls the others "a player" wherever they are; days, not times, tell
// when something was. What players write, note and plan is not looked at.
//
// Package page knows how the pages look, package folder how they come into the directory. What
// there is to show is read in pieces, so that a bot at work writes its store meanwhile; a game
// that has been reopened between two pieces is left out until the next time.
package site

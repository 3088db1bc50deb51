// Package game holds the rules of Unlur: the board, what a move may be, who
// has won and by which stones, and the life of one game as a list of events.
//
// The rules follow the rules page of Richard's PBeM server; the leaflets and
// pages that settle what it leaves open are named in docs/rules.md.
//
// The package knows nothing of mail, players, languages or storage, and it
// never reads a clock or draws a number: whatever varies is an argument, so
// the same calls always give the same game. It uses the standard library
// only. Its callers are store (which keeps the events), mailbot (which decides
// on moves), templates (which draws positions) and the replay command.
package game

// Package engine plays Unlur: it chooses a move for whoever is to move, and says how likely that side is to win.
//
// In the main phase it searches by simulated games (Monte Carlo tree search, Coulom 2006) with what is known to help
// in games of connection: all moves as first (RAVE, Gelly and Silver 2011), bridges that are kept and a policy
// learned from games of its own (both as in MoHex, Huang and others 2013), and proofs carried back through the tree
// (Winands and others 2008). In the contract phase it compares what such a search thinks of the position with how
// games from there have ended. docs/engine.md has what each part was measured to bring.
//
// The same position, budget and seed give the same answer on every machine: a budget counts simulations and not time,
// numbers are drawn from the seed, nothing runs in parallel, and no sum of floating point is left to the compiler to
// fuse. The package uses the rules in game and the standard library only. Its callers are the robots of a club, and
// the commands engine and analyse.
package engine

// Package lexicon has the words that players use, in each language: those of which commands
// are made, and those around and in place of them. They are in data, in a file for each
// language; docs/languages.md says how to add one.
//
// The package loads and checks these files once, at the start, and looks words up in them. It
// knows no command: package command, its only caller, does.
package lexicon

// Package lexicon has the words that players use, in each language: those of which commands
// are made, and those that stand around and in place of them. They stand in data, in a file
// for each language; docs/languages.md says how to add one.
//
// The package has the ways to look something up in it, and knows no command.
package lexicon

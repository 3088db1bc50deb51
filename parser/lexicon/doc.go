// Package lexicon has the words that players use, in each language: a Dialect has those of
// which commands are made, a Tongue those that stand around and in place of them.
//
// It is data, with the ways to look something up in it, and knows no command.
package lexicon

package command

import "unlurbot/parser/lexicon"

func init() { learn(lexicon.Embedded()) }

// learn makes the tables of words. Tests call it for a language that there is not.
func learn(l *lexicon.Lexicon) {
	lex = l
	learnLists()
	learnVerbs()
	learnSpeech()
	learnWishes()
	topics = indexTopics()
}

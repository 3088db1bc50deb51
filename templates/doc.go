// Package templates holds the words of every mail in every language, the text
// board and the HTML board. It renders a View, which is plain data, into a
// subject, a text part and an HTML part.
//
// A mail is one file, LANGUAGE/KIND.txt: its subject in the first line, then
// its paragraphs, parted by empty lines. All other blocks are what functions write
// (emit.go), each from the beginning of a line:
//
//	{{row}}Rated games: 3                                 a line that is kept as it is
//	{{item "#42" "Bo, size 6."}}                          one of a list, wrapped below itself
//	{{rank 1 1912}}Carla                                  one of the standings
//	{{quote .Words}}                                      words of a player
//	{{board .Game}}                                       the board
//	{{legend "black" "Black, you" "last" "the last stone"}}   a line of what its signs mean
//	{{record "Moves:" .Record}}                           the moves of a game
//	{{topic "To play" .Examples}}                         commands of a kind
//
// Both parts of a mail are written by the same blocks (blocks.go, page.go) and so can't
// disagree. The HTML part shows a board as one of cells to click on (htmlboard.go);
// docs/mail-html.md says why it is as it is.
//
// The first paragraph of a mail about a game says what has happened, whose turn it
// is and how much time is left; where what has happened is a notice, that comes
// first. Below it stand the other notices, the board, what the reader can do now, the
// words of players, the record, the reader's own notes, and the footer. Only where
// words are all that is new do they stand above the board.
//
// What all mails have stands in the View, and what those of one kind alone say in its
// Says, which is of a type of its own for that kind. Templates name what is in a part of
// a game with that part, .Game.Terms.Rated; a test follows the types of all that they name.
//
// Sentences are whole in each language: a view holds numbers, names and facts, and
// never a piece of a sentence. What a template can't say itself, days and plurals,
// is in grammars.
//
// The package decides nothing: which mail goes to whom, and every fact in it,
// comes from package mailbot. The replay command draws its boards here.
package templates

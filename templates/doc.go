// Package templates holds the words of every mail in every language, the text
// board and the HTML board. It renders a View, which is plain data, into a
// subject, a text part and an HTML part.
//
// A mail is one file, LANGUAGE/KIND.txt: its subject in the first line, then
// its paragraphs. Blank lines part the blocks of a mail; a block that begins
// with a blank is kept as it is (boards, lists, other people's words), any
// other is a paragraph and is wrapped. Both parts of a mail come from the same
// blocks and so can't disagree. The HTML part (page.go) shows a board as one of
// cells to click on (htmlboard.go); docs/mail-html.md says why it is as it is.
//
// The first paragraph of a mail about a game says what has happened, whose turn it
// is and how much time is left; where what has happened is a notice, that comes
// first. Below it stand the other notices, the board, what the reader can do now, the
// words of players, the record, the reader's own notes, and the footer. Only where
// words are all that is new do they stand above the board.
//
// Sentences are whole in each language: a view holds numbers, names and facts, and
// never a piece of a sentence. What a template can't say itself, days and plurals,
// is in grammars.
//
// The package decides nothing: which mail goes to whom, and every fact in it,
// comes from package mailbot. The replay command draws its boards here.
package templates

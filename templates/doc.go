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
// The package decides nothing: which mail goes to whom, and every fact in it,
// comes from package mailbot. The replay command draws its boards here.
package templates

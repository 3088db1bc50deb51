// Package templates holds the text of every mail in every language, the text
// board and the HTML board. It renders a View, which is plain data, into a
// subject, a text part and an HTML part (the page).
//
// A mail is one file, LANGUAGE/KIND.txt: its subject in the first line, then
// its paragraphs, separated by empty lines. All other blocks come from functions
// (emit.go), each at the beginning of a line:
//
//	{{heading "Your turn:"}}                        what is asked; its paragraph follows
//	{{section "The game:"}}                         a heading inside the mail
//	{{typed}}Reply ...                              a paragraph of the text part only
//	{{tapped}}Tap ...                               a paragraph of the page only
//	{{aside}}You can also ...                       a paragraph that matters less
//	{{seat "black" "Ana, you" "9 days left"}}       a player, above the board
//	{{board .Game}}                                 the board
//	{{legend "black" "black stones"}}               signs, and what each means
//	{{goal "black" "Black wins with ..."}}          stones, and how they win
//	{{button "Find an opponent" "seek"}}            a button, and the command it replies with
//	{{choice "Make an offer" "seek"}}               one of several equal buttons
//	{{link "Yes, forget me" "yes"}}                 the same as a quiet link
//	{{answers . "accept" "decline"}}                buttons for those of these commands that are open
//	{{more .}}                                      links for the quiet commands that are open
//	{{entry "#42" "Bo" "size 6" "Show" "show #42"}} a list entry, with or without a link
//	{{field "Board" "size 6"}}                      a label and its value
//	{{setting "weekends on"}}                       a setting, as a player writes it
//	{{rank . .Name "3 games"}}                      a line of the standings
//	{{crosstable "pts" "Player" "you" .Says.Rows}}  the table of a tournament
//	{{rungs "Player" "you" .Says.Top}}              places of the ladder
//	{{row}}Rated games: 3                           a line that is never wrapped or joined
//	{{quote .Words}}                                a player's message
//	{{record "Moves:"}}                             the moves of the game whose board stands above, or of the mail's
//
// Two stand inside a line: {{command "accept"}} is a command to write, in capitals in
// the text part and a bold link in the page; {{strong "Black"}} is bold in the page.
//
// {{commands .Names}} marks several commands, and {{either "or" .Can}} joins words as the
// language does: "A, B or C".
//
// What buttons and links say is in LANGUAGE/labels.txt, by command ("label accept");
// what help says of each command is in LANGUAGE/topics.txt, in a few words ("brief
// seek") and at length ("help seek").
//
// The same blocks write both parts of a mail (blocks.go, text.go, page.go), so the two
// can't disagree. The page shows the board as cells to tap (pageboard.go);
// docs/mail-html.md explains its design.
//
// The first paragraph of a mail about a game says what has happened and whose turn it
// is; if a notice tells what happened, the notice comes first. Then follow the other
// notices, the board, what the reader can do now, the players' messages, the record, the
// reader's own notes, and the footer. A message goes above the board only if it is all
// that is new.
//
// What all mails share is in the View; what one kind needs is in its Says, which has a
// type per kind. Templates name a part of a game by its path, .Game.Terms.Rated; a test
// checks the types of everything they name.
//
// Each language has whole sentences: a view holds numbers, names and facts, never a
// piece of a sentence. What a template can't express, dates and plurals, is in
// grammars.
//
// The package decides nothing: which mail goes to whom, and every fact in it,
// comes from package mailbot. The replay command draws its boards here.
package templates

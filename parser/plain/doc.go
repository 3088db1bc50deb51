// Package plain turns bytes into plain text: it undoes transfer encodings, reads character
// sets and the encoded words of a header, and gives all decoded text one form.
//
// It also has the forms in which lines are compared: Fold keeps the case of letters and shows
// what can be seen, Unaccented is what somebody in a hurry writes, Phrase leaves out the
// punctuation. It doesn't know what the text says, or where in a mail it was. All packages
// below parser build on it, and it imports none of them.
package plain

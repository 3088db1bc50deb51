// Package plain makes plain text of bytes: it takes off transfer encodings, reads
// character sets and the encoded words of a header, and gives all decoded text one form.
//
// It also has the forms in which lines are compared: Fold keeps the letters' case and
// shows what can be seen, Unaccented is what somebody in a hurry writes, Phrase leaves the
// marks out. What the text says is for others.
package plain

// Package reply finds what the sender of a mail wrote: the parts that hold text,
// and in them everything that is not a quote, an attribution or a signature. Package parser calls
// Find and Trim for each mail, and Cuts to explain one.
//
//	find.go           the parts that hold the sender's words
//	format.go         format=flowed and text/enriched
//	html.go           HTML to text, quotes marked; containers.go knows by their names what
//	                  the programs' elements are for
//	trim.go           the reply above, below or between the quotes; trimmer.go has the table
//	                  of what a line can be, known by attribution.go, separator.go,
//	                  signature.go, htmlsignature.go, letterhead.go and notice.go, in the words
//	                  of languages.json, found by phrases.go; mended.go puts broken lines
//	                  together first, and parts those that were joined
//	cuts.go           why a line is not in the reply
//
// Where it is not certain what a line is, one that reads as a command is kept: for that it
// asks package command, and carries out nothing. Who wrote the mail makes no difference.
package reply

package reply

import "strings"

// unflow joins the lines that a mail program has broken (RFC 3676). A line that
// ends in a blank goes on in the next; but a short one was ended by a person,
// whose stray blank must not glue "C4 " to what follows. Quoted lines stay as
// they are, since nobody reads them.
func unflow(text string, delsp bool) string {
	const brokenFrom = 40 // no program breaks a line before this column
	var out strings.Builder
	out.Grow(len(text))
	open := false // the line before goes on in this one
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		quoted := strings.HasPrefix(line, ">")
		if !quoted {
			line = strings.TrimPrefix(line, " ") // space-stuffing
		}
		if open && (quoted || line == "-- " || line == "") {
			out.WriteByte('\n')
		}
		open = !quoted && line != "-- " && len(line) >= brokenFrom && strings.HasSuffix(line, " ")
		if open && delsp {
			line = strings.TrimSuffix(line, " ")
		}
		out.WriteString(line)
		if !open {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// plainFromEnriched leaves out the commands of text/enriched (RFC 1896) and of
// its forerunner text/richtext, and marks what they say is an excerpt of another
// mail. A single line end is a blank; of several in a row, one is left out.
func plainFromEnriched(text string) string {
	var w enrichedWriter
	w.out.Grow(len(text))
	for text != "" {
		i := strings.IndexAny(text, "<\n")
		if i < 0 {
			i = len(text)
		}
		w.word(text[:i])
		if text = text[i:]; text == "" {
			break
		}
		switch {
		case text[0] == '\n':
			w.breaks++
			text = text[1:]
			continue
		case strings.HasPrefix(text, "<<"):
			w.word("<")
			text = text[2:]
			continue
		}
		var command string
		command, text, _ = strings.Cut(text[1:], ">")
		switch strings.ToLower(command) {
		case "param": // the argument of another command
			_, text, _ = strings.Cut(text, "</param>")
		case "nl":
			w.breaks += 2
		case "excerpt":
			w.quotes++
			w.breaks = max(w.breaks, 2)
		case "/excerpt":
			w.quotes = max(0, w.quotes-1)
			w.breaks = max(w.breaks, 2)
		}
	}
	return w.out.String()
}

type enrichedWriter struct {
	out    strings.Builder
	breaks int // line ends before the next word
	quotes int // open excerpts
}

// word writes text, after the line ends that stand before it.
func (w *enrichedWriter) word(s string) {
	if s == "" {
		return
	}
	if w.breaks == 1 {
		w.out.WriteByte(' ')
	}
	for range w.breaks - 1 {
		w.out.WriteByte('\n')
	}
	if w.quotes > 0 && (w.breaks > 1 || w.out.Len() == 0) {
		w.out.WriteString("> ")
	}
	w.breaks = 0
	w.out.WriteString(s)
}

package parser

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
// its forerunner text/richtext. A single line end between words is a blank; n in
// a row are n-1 line ends.
func plainFromEnriched(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	breaks := 0
	for text != "" {
		c := text[0]
		if c != '\n' && breaks > 0 {
			if breaks == 1 {
				out.WriteByte(' ')
			}
			out.WriteString(strings.Repeat("\n", breaks-1))
			breaks = 0
		}
		switch {
		case c == '\n':
			breaks++
		case strings.HasPrefix(text, "<<"):
			out.WriteByte('<')
			text = text[1:]
		case c == '<':
			command, rest, _ := strings.Cut(text, ">")
			if strings.EqualFold(command, "<param") {
				_, rest, _ = strings.Cut(rest, "</param>")
			}
			if strings.EqualFold(command, "<nl") {
				out.WriteByte('\n')
			}
			text = rest
			continue
		default:
			out.WriteByte(c)
		}
		text = text[1:]
	}
	return out.String()
}

package parser

import "strings"

// isSignatureMark reports whether a lowered line begins a signature: "--" as RFC
// 3676 has it, or a few underscores.
func isSignatureMark(line string) bool {
	return line == "--" || line == "__" || line == "___" || line == "____"
}

// isMobileSignature reports whether a lowered line is the advertisement of a mail
// program.
func isMobileSignature(line string) bool {
	const longest = 160
	if len(line) > longest {
		return false
	}
	line = strings.ReplaceAll(line, "[", "") // a link in Markdown
	_, found := words.mobile.cut(strings.TrimLeft(line, "<(*_~- "))
	return found
}

// isLegalNotice reports whether lines begin with what companies, virus scanners
// and mailing lists put below a mail.
func isLegalNotice(lines []string) bool {
	line := lowered(cutBytes(lines[0], maxAttribution))
	if _, found := words.legal.cut(strings.TrimLeft(line, "<([*_~-| \"")); found {
		return true
	}
	// Mailing lists and gateways draw a longer rule than any mail program, right
	// above their words.
	return len(lines) > 1 && len(line) > outlookRule && strings.Trim(line, "_") == "" && !isBlank(lines[1])
}

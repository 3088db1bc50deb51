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

// isLegalNotice reports whether a lowered line begins what companies, virus
// scanners and mailing lists put below a mail.
func isLegalNotice(line string) bool {
	if len(line) > maxAttribution {
		line = cutBytes(line, maxAttribution)
	}
	_, found := words.legal.cut(strings.TrimLeft(line, "<([*_~-| \""))
	return found
}

// isGatewayRule reports whether lines begin with the rule that mailing lists and
// gateways draw, longer than that of any mail program, right above their words.
func isGatewayRule(lines []string) bool {
	rule := strings.TrimSpace(lines[0])
	return len(rule) > outlookRule && strings.Trim(rule, "_") == "" && len(lines) > 1 && !isBlank(lines[1])
}

package parser

import (
	"strings"
	"unicode"
)

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

// proofpointStart and proofpointEnd stand around a banner of Proofpoint.
const (
	proofpointStart = "zjqcmqryfpfptbannerstart"
	proofpointEnd   = "zjqcmqryfpfptbannerend"
)

// isBanner reports whether a lowered line begins what a mail gateway puts on top
// of a mail from outside. A single word is one between brackets or before a
// colon: "[EXTERNAL]", "Extern: ...".
func isBanner(line string) bool {
	if len(line) > maxAttribution {
		line = cutBytes(line, maxAttribution)
	}
	if strings.Contains(line, "aka.ms/learnaboutsenderidentification") { // Microsoft 365, in any language
		return true
	}
	text := strings.TrimFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	rest, found := words.banners.cut(text)
	if !found || strings.Contains(strings.TrimSuffix(text, rest), " ") {
		return found
	}
	if rest == "" {
		return text != line
	}
	return strings.ContainsRune("]:*】)!", []rune(rest)[0])
}

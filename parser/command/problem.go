package command

import "strings"

// Problem is something that the sender or the operator should know. Code is one
// of a closed list, so that it can be turned into a sentence in any language.
type Problem struct {
	Code string `json:"code"`
	// Text is what was found, cut to a presentable length.
	Text string `json:"text,omitempty"`
	// Line is where: 1-based in the reply; 0 for the subject, the whole, or what
	// stands below a quote.
	Line int `json:"line,omitempty"`
	// Suggest is a command that was probably meant. It always reads as a
	// command itself.
	Suggest string `json:"suggest,omitempty"`
	// Suggests is what may have been meant where that is several commands, at most
	// three; Suggest is then empty.
	Suggests []string `json:"suggests,omitempty"`
}

// Lacking gives the verb of a command that stands without what it needs, of which Suggest then
// offers help; empty for none.
func (p Problem) Lacking() string {
	verb, ok := strings.CutPrefix(p.Suggest, "help ")
	if !ok {
		return ""
	}
	return verb
}

// suggestions returns the commands that may have been meant.
func (p Problem) suggestions() []string {
	if p.Suggest != "" {
		return []string{p.Suggest}
	}
	return p.Suggests
}

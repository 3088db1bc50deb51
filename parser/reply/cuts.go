package reply

// The reasons why a line is not in the reply.
const (
	CutQuote       = "quote"
	CutAttribution = "attribution"
	CutSignature   = "signature"
	CutArmour      = "armour"        // of a signed text
	CutOlder       = "older mail"    // a separator and all below it
	CutBelow       = "below a quote" // while words stand above it
)

// cuts says it of each mark.
var cuts = [...]string{
	markOwn: "", markQuote: CutQuote, markAttribution: CutAttribution, markSignature: CutSignature,
	markArmour: CutArmour, markBelow: CutOlder, markUnread: CutBelow,
}

// Cuts returns the lines of a text, and of each why it is not in the reply, "" if it is.
func Cuts(text string) (lines, why []string) {
	r := markReply(text)
	for _, m := range r.marks {
		why = append(why, cuts[m])
	}
	return r.lines, why
}

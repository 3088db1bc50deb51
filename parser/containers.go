package parser

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// role is what an HTML element means for the reply.
type role uint8

const (
	roleNone  role = iota
	roleQuote      // its content is quoted
	roleDrop       // its content is not for reading: a signature, hidden text
	roleRest       // it and all that follows is quoted
)

// containerClasses, containerIDs tell the roles of elements by the names that
// mail programs give them, in lower case.
var containerClasses = map[string]role{
	"gmail_attr":                 roleQuote, // "On ... wrote:"
	"moz-cite-prefix":            roleQuote, // the same in Thunderbird
	"moz-email-headers-table":    roleQuote, // a mail forwarded by Thunderbird
	"moz-forward-container":      roleRest,
	"yahoo_quoted":               roleQuote,
	"protonmail_quote":           roleQuote,
	"tutanota_quote":             roleQuote,
	"gmx_quote":                  roleQuote,
	"zmail_extra":                roleQuote, // Zoho
	"zm_quoted":                  roleQuote,
	"quoted-text":                roleQuote,
	"outlookmessageheader":       roleRest, // old Outlook
	"gmail_signature":            roleDrop,
	"gmail_signature_prefix":     roleDrop,
	"moz-signature":              roleDrop,
	"protonmail_signature_block": roleDrop,
	"applemailsignature":         roleDrop,
}

var containerIDs = map[string]role{
	"divrplyfwdmsg": roleRest, // Outlook: the header block of the mail below
	"appendonsend":  roleRest, // Outlook on the web: where the quote is put
	"mail-editor-reference-message-container": roleRest,  // the new Outlook
	"olk_src_body_section":                    roleRest,  // Outlook for Mac
	"zwchr":                                   roleRest,  // Zimbra's line above the quote
	"reply-intro":                             roleQuote, // Roundcube: "On ... wrote:"
	"yahoo_quoted":                            roleQuote,
	"isreplycontent":                          roleRest, // QQ, NetEase
	"isforwardcontent":                        roleRest,
	"signature":                               roleDrop, // Outlook on the web
	"ms-outlook-mobile-signature":             roleDrop,
	"applemailsignature":                      roleDrop,
}

// roleOf tells what an element is for.
func roleOf(tag atom.Atom, a attributes) role {
	switch tag {
	case atom.Style, atom.Script, atom.Title, atom.Template:
		return roleDrop
	case atom.Blockquote:
		return roleQuote
	}
	if a == (attributes{}) {
		return roleNone
	}
	for class := range strings.FieldsSeq(a.class) {
		if r, ok := containerClasses[class]; ok {
			return r
		}
	}
	if r, ok := containerIDs[a.id]; ok {
		return r
	}
	switch {
	case a.marker == "__DIVIDER__", a.marker == "__HEADERS__": // Zimbra
		return roleRest
	case a.marker == "__QUOTED_TEXT__", a.name == "quote": // Zimbra, GMX
		return roleQuote
	case strings.Contains(a.style, "display:none"):
		return roleDrop
	case tag == atom.Div && isOutlookRule(a.style):
		return roleRest
	}
	return roleNone
}

// outlookRules are the lines that Outlook for Windows draws above the header
// block of the mail that is answered, one for each of its versions.
var outlookRules = []string{
	"border-top:solid#e1e1e11.0pt", "border-top:solid#b5c4df1.0pt",
	"border-top:#e1e1e11ptsolid", "border-top:#b5c4df1ptsolid",
}

func isOutlookRule(style string) bool {
	return slices.ContainsFunc(outlookRules, func(rule string) bool { return strings.Contains(style, rule) })
}

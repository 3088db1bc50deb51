package reply

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// role is what an HTML element means for the reply.
type role uint8

const (
	roleNone      role = iota
	roleQuote          // its content is quoted
	roleDrop           // its content is not for reading: hidden text
	roleSignature      // nor is this
	roleRest           // it and all that follows is quoted
	roleIntro          // quoted; if it announces a forwarded mail, so is all that follows
	roleRule           // if it begins with a field of a printed header, it is roleRest
)

// ownClass is the class of the element that holds one of our mails. Mail programs
// put something in front of it.
const ownClass = "unlur-mail"

// containerNames tell the roles of elements by the class, the id or the name that
// mail programs give them, in lower case. What programs put in front of the names
// of others when they quote them is cut by originalName.
var containerNames = map[string]role{
	// Quotes
	"gmail_attr":                 roleIntro, // "On ... wrote:", or "---- Forwarded message"
	"moz-cite-prefix":            roleQuote, // Thunderbird: "On ... wrote:"
	"moz-email-headers-table":    roleQuote, // Thunderbird: the header of a forwarded mail
	"moz-forward-container":      roleRest,
	"yahoo_quoted":               roleQuote,
	"protonmail_quote":           roleQuote,
	"tutanota_quote":             roleQuote,
	"gmx_quote":                  roleQuote,
	"quote":                      roleQuote, // GMX, web.de
	"zmail_extra":                roleQuote, // Zoho
	"zmail_extra_hr":             roleQuote,
	"zm_quoted":                  roleQuote,
	"beforequote:::":             roleRest, // Zoho
	"quoted-text":                roleQuote,
	"missive_quote":              roleQuote,
	"front-blockquote":           roleQuote,
	"freshdesk_quote":            roleQuote,
	"outreach-quote":             roleQuote,
	"hs_reply":                   roleQuote, // HubSpot
	"notion-mail-quote":          roleQuote,
	"fernand_quote":              roleQuote,
	"nh_extra":                   roleQuote,
	"messagereplysection":        roleQuote, // Spark
	"appleoriginalcontents":      roleQuote,
	"alimail-quote":              roleQuote,
	"ntes-mailmaster-quote":      roleQuote, // NetEase
	"isreplycontent":             roleRest,  // NetEase
	"isforwardcontent":           roleRest,
	"xm_mail_oringinal_describe": roleRest,  // QQ, in its own spelling
	"reply-intro":                roleQuote, // Roundcube: "On ... wrote:"
	"__pbconvhr":                 roleQuote, // Postbox
	"-x-evo-attribution":         roleQuote, // Evolution
	"outlookmessageheader":       roleRest,
	"divrplyfwdmsg":              roleRest, // Outlook: the header block of the mail below
	"appendonsend":               roleRest, // Outlook on the web: where the quote is put
	"mail-editor-reference-message-container": roleRest, // the new Outlook
	"olk_src_body_section":                    roleRest, // Outlook for Mac
	"stopspelling":                            roleRest, // Hotmail
	"zwchr":                                   roleRest, // Zimbra's line above the quote
	"__divider__":                             roleRest,
	"__headers__":                             roleRest,
	"__quoted_text__":                         roleQuote,

	// Signatures
	"gmail_signature":                      roleSignature,
	"gmail_signature_prefix":               roleSignature,
	"moz-signature":                        roleSignature,
	"moz-txt-sig":                          roleSignature,
	"protonmail_signature_block":           roleSignature,
	"applemailsignature":                   roleSignature,
	"signature":                            roleSignature, // Outlook on the web, Yahoo, Fastmail
	"ms-outlook-mobile-signature":          roleSignature,
	"ms-outlook-signature":                 roleSignature,
	"sig-block":                            roleSignature, // Fastmail
	"ymail_android_signature":              roleSignature,
	"composer_signature":                   roleSignature, // Samsung
	"messagesignaturesection":              roleSignature, // Spark
	"sh-signature":                         roleSignature, // Superhuman
	"k9mail-signature":                     roleSignature,
	"_rc_sig":                              roleSignature, // Roundcube
	"-x-evo-signature":                     roleSignature, // Evolution
	"-x-evo-signature-wrapper":             roleSignature,
	"ntes-signature":                       roleSignature,
	"imail_signature":                      roleSignature,
	"__sig_pre__":                          roleSignature, // Zimbra
	"__sig_post__":                         roleSignature,
	"missive_signature":                    roleSignature,
	"hs_signature":                         roleSignature,
	"front-signature":                      roleSignature,
	"tutanota-signature":                   roleSignature,
	"data-signature-widget":                roleSignature, // Mail.ru
	"dab4fad8-2dd7-40bb-a1b8-4e2aa1f9fdf2": roleDrop,      // Avast's advertisement
}

// roleOf tells what an element is for.
func roleOf(tag atom.Atom, a attributes) role {
	switch tag {
	case atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript, atom.Select,
		atom.S, atom.Strike, atom.Del: // what is struck out is taken back
		return roleDrop
	case atom.Blockquote:
		if a.class != "gmail_quote" && !a.cite && strings.Contains(a.style, "border:none") &&
			(strings.Contains(a.style, "00040px") || strings.Contains(a.style, "0px0px0px40px")) {
			return roleNone // a paragraph set in by its writer, in Gmail and programs built on WebKit
		}
		return roleQuote
	}
	if a == (attributes{}) {
		return roleNone
	}
	for class := range strings.FieldsSeq(a.class) {
		if strings.HasSuffix(class, ownClass) {
			return roleQuote
		}
		if r := containerNames[originalName(class)]; r != roleNone {
			return r
		}
	}
	for _, name := range [...]string{a.id, a.name, a.marker} {
		if r := containerNames[originalName(name)]; r != roleNone {
			return r
		}
	}
	return roleByStyle(tag, a)
}

// roleByStyle tells what an element of no known name is for.
func roleByStyle(tag atom.Atom, a attributes) role {
	isHiding := func(style string) bool { return strings.Contains(a.style, style) }
	if a.hidden || slices.ContainsFunc(hidingStyles, isHiding) {
		return roleDrop
	}
	if _, size, found := strings.Cut(a.style, "font-size:0"); found && (size == "" || strings.IndexByte(";p!", size[0]) >= 0) {
		return roleDrop
	}
	if tag == atom.Div && strings.Contains(a.style, "solid") {
		if strings.Contains(a.style, "border-left") {
			return roleQuote
		}
		if strings.Contains(a.style, "border-top") {
			return roleRule
		}
	}
	return roleNone
}

// hidingStyles are those of elements of which nothing is shown.
var hidingStyles = []string{"display:none", "mso-hide:all", "visibility:hidden", "line-through", "max-height:0"}

// originalName cuts what mail programs put around the names in a mail that they
// quote, so that its styles don't mix with theirs: Outlook "x_", Gmail
// "m_-123" and "gmail-", Yahoo "yiv123" and eight digits behind "ydp", Hotmail
// "ecx", Roundcube "v1". Yahoo also numbers its own.
func originalName(name string) string {
	const most = 4 // one in another
	for range most {
		before := name
		for _, prefix := range [...]string{"x_", "gmail-", "ecx", "v1"} {
			name = strings.TrimPrefix(name, prefix)
		}
		for _, prefix := range [...]string{"m_", "yiv"} {
			if rest, found := strings.CutPrefix(name, prefix); found {
				name = strings.TrimLeft(rest, "-0123456789")
			}
		}
		if rest, found := strings.CutPrefix(name, "ydp"); found && len(rest) > len("1cf54f38") {
			name = rest[len("1cf54f38"):]
		}
		if name == before {
			break
		}
	}
	if strings.HasPrefix(name, "yahoo_quoted_") {
		return "yahoo_quoted"
	}
	return name
}

// isTight reports whether a paragraph is only a line, with no space around it:
// Outlook makes one of each.
func isTight(a attributes) bool {
	for class := range strings.FieldsSeq(a.class) {
		switch originalName(class) {
		case "msonormal", "msoplaintext":
			return true
		}
	}
	return noSpace(a.style, "margin:") || noSpace(a.style, "margin-top:") && noSpace(a.style, "margin-bottom:")
}

// noSpace reports whether a style, in lower case and without blanks, has a
// property whose lengths are all zero. Word writes .0001pt for that.
func noSpace(style, property string) bool {
	_, value, found := strings.Cut(style, property)
	value, _, _ = strings.Cut(value, ";")
	value = strings.ReplaceAll(value, ".0001pt", "")
	return found && strings.Contains(value, "0") && !strings.ContainsAny(value, "123456789")
}

package templates

import (
	"slices"

	"unlurbot/templates/look"
)

// answers are the words that answer what a mail asks, each of which the HTML part
// has a button for.
func (v *View) answers(k Kind) (verbs []string) {
	if v.Envelope.Reply == nil {
		return nil
	}
	offered := func(n Notice) bool { return n.Offered && !n.Resigns } // to resign by a button would be too easy
	if k == Confirm || k == NewAddress || slices.ContainsFunc(v.Notices, offered) {
		verbs = append(verbs, "yes")
	}
	if v.Game != nil {
		for _, verb := range []string{"accept", "decline", "allow", "deny"} {
			if slices.Contains(v.Game.Choices, verb) {
				verbs = append(verbs, verb)
			}
		}
	}
	return verbs
}

// wordless are the commands that need nothing behind them, the one last that is
// worst to touch by accident.
var wordless = []string{"show", "history", "undo", "withdraw", "rematch", "forget ifs", "games", "help", "rules", "never", "abort", "resign"}

// buttons writes a row of them. What a prefix is, says link.
func (p *page) buttons(prefix string, verbs []string, align string) {
	if len(verbs) == 0 || p.view.Envelope.Reply == nil {
		return
	}
	link := answerTo(p.view.Envelope.Reply, p.subject)
	margin, end := "auto", "</tr></table>\n"
	if align == "left" { // or the next paragraph would stand beside it
		margin, end = "0", end+`<div style="clear:both"></div>`+"\n"
	}
	p.out = append(p.out, `<table role="presentation" align="`+align+`" cellpadding="0" cellspacing="8" border="0" style="margin:0 auto 12px `+margin+`"><tr align="center">`...)
	for _, verb := range verbs {
		p.out = append(p.out, `<td bgcolor="`+look.Button.Paper.Light.String()+`" style="border-radius:8px">`...)
		p.link(link, prefix, p.view.Word(verb), `display:block;padding:9px 22px;font-size:16px;line-height:22px;font-weight:bold;text-decoration:none;color:`+look.Button.Ink.Light.String(), "")
		p.out = append(p.out, "</td>"...)
	}
	p.out = append(p.out, end...)
}

// links writes a line of small ones: for those of the commands which the reader can use
// that have one, and for the zone that the mail proposes.
func (p *page) links() {
	v := p.view
	if v.Envelope.Reply == nil {
		return
	}
	var lines []string
	if p.kind == Forget {
		lines = append(lines, "yes")
	}
	for _, n := range v.Notices {
		if n.Code == NoticeZoneProposed {
			lines = append(lines, n.Suggest)
		}
	}
	if v.Game != nil {
		for _, verb := range wordless {
			if slices.Contains(v.Game.Choices, verb) {
				lines = append(lines, verb)
			}
		}
	}
	if len(lines) == 0 {
		return
	}
	link := answerTo(v.Envelope.Reply, p.subject)
	p.out = append(p.out, `<p style="margin:16px 0 8px 0;font-size:13px;line-height:2">`...)
	for i, line := range lines {
		if i > 0 {
			p.out = append(p.out, " &middot; "...)
		}
		p.link(link, "", v.Word(line), "color:"+linkInk, ` class="unlur-link"`)
	}
	p.out = append(p.out, "</p>\n"...)
}

// link writes one that answers with a command. In front of that stands a prefix, which
// the reader doesn't see: it names the game in a mail that shows several.
func (p *page) link(to mailto, prefix, command, style, class string) {
	p.out = append(append(append(p.out, `<a`+class+` href="`...), to...), percent(nil, prefix+command)...)
	p.out = append(p.out, `" style="`+style+`">`...)
	p.text(command)
	p.out = append(p.out, "</a>"...)
}

package templates

import (
	"slices"
	"strings"
)

// answers are the words that answer what a mail asks, each of which the HTML part
// has a button for.
func (v *View) answers(k Kind) (verbs []string) {
	if v.Reply == nil {
		return nil
	}
	if k == Confirm || k == NewAddress || v.offers() {
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

// offers says whether a notice can be answered by yes. To resign by a button would
// be too easy.
func (v *View) offers() bool {
	return slices.ContainsFunc(v.Notices, func(n Notice) bool { return n.Offered && n.Suggest != "resign" && n.Verb != "resign" })
}

// wordless are the commands that need nothing behind them, the one last that is
// worst to touch by accident.
var wordless = []string{"show", "history", "undo", "withdraw", "rematch", "forget ifs", "games", "help", "rules", "never", "abort", "resign"}

// smallAnswers are those of the commands which the reader of a mail can use that
// have a small link, and the zone that it proposes.
func (v *View) smallAnswers(k Kind) (verbs []string) {
	if v.Reply == nil {
		return nil
	}
	if k == Forget {
		verbs = append(verbs, "yes")
	}
	for _, n := range v.Notices {
		if n.Code == NoticeZoneProposed {
			verbs = append(verbs, n.Suggest)
		}
	}
	if v.Game != nil {
		for _, verb := range wordless {
			if slices.Contains(v.Game.Choices, verb) {
				verbs = append(verbs, verb)
			}
		}
	}
	return verbs
}

// buttons writes a row of them.
func (p *page) buttons(verbs []string, align string) {
	if len(verbs) == 0 || p.view.Reply == nil {
		return
	}
	link := answerTo(p.view.Reply, p.subject)
	p.out = append(p.out, `<table role="presentation" align="`+align+`" cellpadding="0" cellspacing="8" border="0" style="margin:0 auto 12px `...)
	if align == "left" {
		p.out = append(p.out, "0"...)
	} else {
		p.out = append(p.out, "auto"...)
	}
	p.out = append(p.out, `"><tr align="center">`...)
	for _, verb := range verbs {
		p.out = append(p.out, `<td bgcolor="`+buttonTint.paper+`" style="border-radius:8px">`...)
		p.link(link, p.view.Word(verb), `display:block;padding:9px 22px;font-size:16px;line-height:22px;font-weight:bold;text-decoration:none;color:`+buttonTint.ink, "")
		p.out = append(p.out, "</td>"...)
	}
	p.out = append(p.out, "</tr></table>\n"...)
	if align == "left" { // or the next paragraph would stand beside it
		p.out = append(p.out, `<div style="clear:both"></div>`+"\n"...)
	}
}

// links writes a line of small ones.
func (p *page) links(verbs []string) {
	if len(verbs) == 0 {
		return
	}
	link := answerTo(p.view.Reply, p.subject)
	p.out = append(p.out, `<p style="margin:16px 0 8px 0;font-size:13px;line-height:2">`...)
	for i, verb := range verbs {
		if i > 0 {
			p.out = append(p.out, " &middot; "...)
		}
		p.link(link, p.view.Word(verb), "color:"+linkInk, ` class="unlur-link"`)
	}
	p.out = append(p.out, "</p>\n"...)
}

// link writes one that answers with a line, under the words of that line which are
// no number of a game.
func (p *page) link(to mailto, line, style, class string) {
	_, name, ok := strings.Cut(line, " ")
	if !ok || !strings.HasPrefix(line, "#") {
		name = line
	}
	p.out = append(append(append(p.out, `<a`+class+` href="`...), to...), percent(nil, line)...)
	p.out = append(p.out, `" style="`+style+`">`...)
	p.text(name)
	p.out = append(p.out, "</a>"...)
}

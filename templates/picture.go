package templates

import "fmt"

// picture shows the picture that comes with a mail, never larger than the page.
func (p *page) picture() {
	shown := p.view.Picture
	if shown == nil {
		return
	}
	p.out = append(p.out, `<p align="center" style="margin:0 0 16px 0"><img src="cid:`...)
	p.text(shown.ID)
	p.out = append(p.out, `" alt="`...)
	p.text(p.say("picture"))
	p.out = fmt.Appendf(p.out, `" width="%d" height="%d" style="max-width:100%%;height:auto;border-radius:8px"></p>`+"\n", shown.Width, shown.Height)
}

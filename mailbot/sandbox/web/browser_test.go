//go:build realservers

package web_test

import (
	"bytes"
	"flag"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/browser"
)

var pictures = flag.String("pictures", "", "a directory for pictures of the pages")

// A newcomer opens the page in Chromium, on a desk and on a phone, by day and by
// night, and plays both sides by clicking and pressing Enter. The browser has nothing to
// complain of: no policy is broken, nothing fails. No page scrolls sideways, and a mail
// has most of the screen and no more than is left of it.
func TestPlayInChromium(t *testing.T) {
	for name, window := range map[string]browser.Window{
		"desk":       {Width: 1000, Height: 800},
		"phone-dark": {Width: 360, Height: 740, Dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			page := openWithBot(t)
			b := browser.Open(t, window)
			picture := func(of string) {
				drawn := b.Picture() // of the whole page
				if seen, err := png.DecodeConfig(bytes.NewReader(drawn)); err != nil || seen.Width > window.Width {
					t.Errorf("%s is %d pixels wide (%v)", of, seen.Width, err)
				}
				if *pictures != "" {
					check(t, os.WriteFile(filepath.Join(*pictures, name+"-"+of+".png"), drawn, 0o600))
				}
			}
			b.Go(page.URL())
			picture("1-start")
			b.Press("\r") // the focus is on "Send"
			picture("2-challenged")
			b.Click("iframe.strip", "link", "the newest of 1 new mails of bo")
			picture("3-invited")
			mail := b.Place("", "Iframe", "The mail")
			if high := mail.Bottom - mail.Top; mail.Bottom > float64(window.Height) || high < 0.7*float64(window.Height) {
				t.Errorf("the mail stands at %+v in %+v", mail, window)
			}
			b.Go(b.URL() + "?to=unlur@sandbox.test&text=accept")
			b.Click("", "button", "Send")
			picture("4-accepted")

			mover, other := "ana", "bo"
			b.Go(page.URL() + "box/ana")
			b.Click("iframe.strip", "link", "the newest of 1 new mails of ana")
			if !slices.Contains(b.Names("iframe.mail", "link"), "play C4") {
				mover, other = other, mover
				b.Go(page.URL() + "box/bo/mail/2")
			}
			for _, cell := range []string{"play C4", "play E5", "play D6"} {
				b.Click("iframe.mail", "link", cell)
				picture("5-" + cell + "-clicked")
				b.Press("\r")
				if !strings.Contains(b.URL(), "/box/"+mover+"/mail/") {
					t.Errorf("after %s the browser is at %s", cell, b.URL())
				}
				picture("6-" + cell + "-played")
				b.Click("iframe.strip", "link", "the newest of 1 new mails of "+other)
				mover, other = other, mover
			}
			picture("7-next")
			b.Go(page.URL() + "box/" + mover)
			picture("8-mailbox")
		})
	}
}

// What a mail tries to do in Chromium is not done, and nothing of it is asked for.
func TestHostileInChromium(t *testing.T) {
	servers, page := open(t)
	deliver(t, servers, "ana@sandbox.test", "Content-Type: text/html\r\n\r\n"+
		`<p onclick="top.location='/'"><a href="mailto:unlur@sandbox.test?body=C4">C4</a></p>`+hostileTogether())
	b := browser.Open(t, browser.Window{Width: 1000, Height: 800})
	b.Go(page.URL() + "box/ana/mail/1")
	b.Click("iframe.mail", "link", "C4")
	if !strings.Contains(b.URL(), "/box/ana/mail/1?") {
		t.Errorf("the link leads to %s", b.URL())
	}
}

// hostileTogether gives all hostile mails that leave something behind them to be
// read as HTML.
func hostileTogether() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(hostileHTML)) {
		if !slices.Contains([]string{"cut short", "cut in a style", "raw text", "nothing but tags"}, name) {
			b.WriteString(hostileHTML[name].mail)
		}
	}
	return b.String()
}

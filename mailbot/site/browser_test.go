//go:build realservers

package site_test

import (
	"bytes"
	"flag"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/browser"
)

var pictures = flag.String("pictures", "", "a directory for pictures of the pages")

// served is a site in a browser's reach.
func served(t *testing.T, dir string) (url string) {
	t.Helper()
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// windows are what pages are looked at in.
var windows = map[string]browser.Window{
	"1000-light": {Width: 1000, Height: 800}, "1000-dark": {Width: 1000, Height: 800, Dark: true},
	"360-light": {Width: 360, Height: 740}, "360-dark": {Width: 360, Height: 740, Dark: true},
}

// No page scrolls sideways.
func TestPagesFit(t *testing.T) {
	dir := written(t, busyClub(t), english)
	url := served(t, dir)
	for name, window := range windows {
		t.Run(name, func(t *testing.T) {
			b := browser.Open(t, window)
			for _, page := range pagesIn(t, dir) {
				b.Go(url + page)
				drawn := b.Picture()
				if seen, err := png.DecodeConfig(bytes.NewReader(drawn)); err != nil || seen.Width > window.Width {
					t.Errorf("%s is %d pixels wide (%v)", page, seen.Width, err)
				}
				if *pictures != "" {
					check(os.WriteFile(filepath.Join(*pictures, strings.ReplaceAll(strings.TrimSuffix(page, ".html"), "/", "-")+"-"+name+".png"), drawn, 0o600))
				}
			}
		})
	}
}

//go:build realservers

package measured_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"unlurbot/mailbot/testing/browser"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

var update = flag.Bool("update", false, "rewrite the pictures")

// A picture is kept in blocks of grey: letters vanish in it, and what stands where can
// be seen.
const (
	phone = 360 // pixels
	block = 6
)

// drawn are the mails of which a picture is kept.
var drawn = []struct {
	sample string
	size   int
}{
	{"turn-contract", 6}, {"turn-main", 8}, {"undo", 6}, {"invite", 6}, {"over", 6}, {"games", 6},
	{"standings", 6}, {"tournament", 6}, {"help", 6}, {"digest", 6}, {"help-no-game", 6},
}

// What mails look like on a phone changes on purpose only. A browser of another version
// may draw an edge otherwise; a button or a row that has moved is too much.
func TestPictures(t *testing.T) {
	const clearly, share = 24, 0.02 // shades of 256; of all blocks
	set := load(t)
	b := browser.Open(t, browser.Window{Width: phone, Height: 740})
	b.Go("about:blank")
	browser.Evaluate[bool](b, script+";true")
	for _, d := range drawn {
		sample, err := samples.Find(d.sample, d.size)
		if err != nil {
			t.Fatal(err)
		}
		mail, err := set.Render(templates.Default, sample.Kind, sample.View)
		if err != nil {
			t.Fatal(err)
		}
		got, file := blocks(t, shot(b, mail.HTML)), filepath.Join("testdata", d.sample+".png")
		if *update {
			var encoded bytes.Buffer
			if err := png.Encode(&encoded, got); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, encoded.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		kept, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := png.Decode(bytes.NewReader(kept))
		if err != nil {
			t.Fatal(err)
		}
		want, differ := decoded.(*image.Gray), 0
		if high, was := got.Rect.Dy(), want.Rect.Dy(); max(high-was, was-high) > 1 {
			t.Errorf("%s is %d blocks high, and was %d", d.sample, high, was)
		}
		all := got.Rect.Intersect(want.Rect)
		for y := range all.Dy() {
			for x := range all.Dx() {
				if a, b := int(got.GrayAt(x, y).Y), int(want.GrayAt(x, y).Y); max(a-b, b-a) > clearly {
					differ++
				}
			}
		}
		if of := all.Dx() * all.Dy(); float64(differ) > share*float64(of) {
			t.Errorf("%s: %d of %d blocks look otherwise; if that is meant: go test -tags realservers ./templates/measured -run Pictures -update", d.sample, differ, of)
		}
	}
}

// shot photographs a mail.
func shot(b *browser.Browser, html string) []byte {
	quoted, err := json.Marshal(pictures.ReplaceAllString(html, onePixel))
	if err != nil {
		panic(err) // it is a string
	}
	browser.Evaluate[bool](b, fmt.Sprintf("write(document, %s); true", quoted))
	return b.Picture()
}

// blocks makes blocks of a picture, each as light as its pixels are in the mean.
func blocks(t *testing.T, shot []byte) *image.Gray {
	t.Helper()
	all, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	grey := image.NewGray(image.Rect(0, 0, all.Bounds().Dx()/block, all.Bounds().Dy()/block))
	for y := range grey.Rect.Dy() {
		for x := range grey.Rect.Dx() {
			sum := 0
			for i := range block * block {
				c := color.GrayModel.Convert(all.At(x*block+i%block, y*block+i/block)).(color.Gray)
				sum += int(c.Y)
			}
			grey.SetGray(x, y, color.Gray{Y: uint8(sum / (block * block))})
		}
	}
	return grey
}

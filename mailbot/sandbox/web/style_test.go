package web

import (
	"regexp"
	"strings"
	"testing"

	"unlurbot/templates/look"
)

// The rules of the style sheet name no colour, only variables, and each variable that
// they name has a colour of the look, by day and by night.
func TestStylesHaveTheColoursOfTheLook(t *testing.T) {
	written := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|color)\(|:\s*(?:white|black|gr[ae]y|red|green|blue)\b`)
	for _, value := range regexp.MustCompile(`:[^;{}]*;`).FindAllString(rules, -1) {
		if written.MatchString(value) {
			t.Errorf("style.css names a colour%s", value)
		}
	}
	sheet := string(look.Sheet(rules))
	for _, use := range regexp.MustCompile(`var\(--([a-z-]+)\)`).FindAllStringSubmatch(rules, -1) {
		if n := strings.Count(sheet, "--"+use[1]+":#"); n != 2 {
			t.Errorf("--%s has %d colours, want one by day and one by night", use[1], n)
		}
	}
}

package engine

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// fused matches a fused multiply-add in the listing of a build for arm64.
var fused = regexp.MustCompile(`(?m)^.*\bF(N?)M(ADD|SUB)[SD]?\b.*$`)

// Where a processor has an instruction for a*b+c that rounds once, the compiler uses it, and the search would choose
// another move there than elsewhere. float64(a*b)+c keeps it from that.
func TestNothingIsFused(t *testing.T) {
	build := exec.Command("go", "build", "-gcflags=-S", ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, listing)
	}
	if !regexp.MustCompile(`(?m)^\s.*\bFMULD\b`).Match(listing) {
		t.Fatal("the listing doesn't show what multiplies")
	}
	for _, line := range fused.FindAll(listing, -1) {
		t.Errorf("%s", line)
	}
}

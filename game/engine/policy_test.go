package engine

import (
	"math"
	"strings"
	"testing"
)

// Turned and reflected patterns weigh the same, and each is in the group of all that it is alike.
func TestPatternsAreAlike(t *testing.T) {
	groups := 0
	for p := range patterns {
		if int(canonical[p]) == p {
			groups++
		}
		for _, same := range alike(p) {
			if canonical[same] != canonical[p] {
				t.Fatalf("%d is %d, and %d, which is alike, is %d", p, canonical[p], same, canonical[same])
			}
			for c, policy := range learned() {
				if policy[around+same] != policy[around+p] || policy[over+same] != policy[over+p] {
					t.Fatalf("colour %d: %d weighs other than %d", c, p, same)
				}
			}
		}
	}
	if want := 430; groups != want { // necklaces of six beads in four colours that may be turned over (Burnside)
		t.Errorf("%d groups, and Burnside says %d", groups, want)
	}
}

// What is written of weights is read back.
func TestPoliciesReadBack(t *testing.T) {
	both := learned()
	again, err := readPolicies(policyFile)
	if err != nil || *again != *both {
		t.Error(err)
	}
	if strings.Count(policyFile, "\n") < 100 {
		t.Error("nothing was learned")
	}
	for _, line := range []string{"black around x.....", "grey around ...... 3", "black moon 3 4", "black around ......", "black around .....z 3", "black ways 16 3", "white near 6 4", "white near -1 4", "white near x 4", "white depth 3 99999"} {
		if _, err := readPolicies(line); err == nil {
			t.Errorf("%q is read", line)
		}
	}
}

func TestPower(t *testing.T) {
	for n := -256; n < 256; n++ {
		if got, want := float64(power(n))/65536, math.Exp2(float64(n)/16); math.Abs(got-want) > want*1e-4+1e-4 {
			t.Errorf("2 to the %d/16 is %v, not %v", n, want, got)
		}
	}
	if power(-9999) != power(-256) || power(9999) != power(255) || power(-256) < 1 {
		t.Error("power has no bounds")
	}
}

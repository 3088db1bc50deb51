package recent

import "testing"

// The oldest give way, and what is noted again or forgotten is not there twice, or any more.
func TestValues(t *testing.T) {
	r := New[string](2)
	row := func(v string) []byte { return []byte("row of " + v) }
	holds := func(key uint64, v string, want bool) {
		t.Helper()
		if got, ok := r.Of(key, row(v)); ok != want || ok && got != v {
			t.Errorf("%d, as %q: %q, %v", key, v, got, ok)
		}
	}
	r.Note(1, "one", row("one"))
	r.Note(2, "two", row("two"))
	r.Note(2, "two again", row("two again"))
	holds(1, "one", true)
	holds(2, "two", false)
	holds(2, "two again", true)
	r.Note(3, "three", row("three"))
	holds(1, "one", false)
	holds(2, "two again", true)
	r.Forget(2)
	holds(2, "two again", false)
	r.Note(4, "four", row("four"))
	holds(3, "three", true)
	r.Note(4, "\xff", []byte(`"\ufffd"`))
	holds(4, "four", true)
}

package imapbox

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A bot of the simulation goes through the steps of settle, one at a time, with
// those of the others in between.
type bot struct {
	owner   string
	step    func()
	mine    note // put up, not yet judged by
	held    uint32
	until   time.Time // how long it may believe that it is alone
	lost    bool
	removes []uint32

	predecessors []string
}

// A folder is where the bots of a simulation meet.
type folder struct {
	now   time.Time
	next  uint32
	notes []note
	bots  []*bot
}

func newFolder(owners ...string) *folder {
	f := &folder{now: time.Unix(0, 0)}
	for _, owner := range owners {
		b := &bot{owner: owner}
		b.step = func() { f.post(b) }
		f.bots = append(f.bots, b)
	}
	return f
}

func (f *folder) post(b *bot) {
	f.next++
	b.mine = note{f.next, b.owner, f.now}
	f.notes = append(f.notes, b.mine)
	b.step = func() { f.look(b) }
}

func (f *folder) look(b *bot) {
	r := judge(slices.Clone(f.notes), standing{b.owner, b.mine.uid, b.held, b.predecessors})
	b.removes, b.lost, b.held = r.remove, r.lost != nil, b.mine.uid
	b.predecessors = append(b.predecessors, r.predecessors...)
	if !b.lost {
		b.until = b.mine.at.Add(leaseTime)
	} else {
		b.until = time.Time{}
	}
	b.step = func() { f.remove(b) }
}

func (f *folder) remove(b *bot) {
	f.notes = slices.DeleteFunc(f.notes, func(n note) bool { return slices.Contains(b.removes, n.uid) })
	if b.lost {
		b.step = func() {} // it has stopped
		return
	}
	b.step = func() { f.post(b) }
}

// working gives the bots that believe to be alone.
func (f *folder) working() (owners []string) {
	for _, b := range f.bots {
		if b.until.After(f.now) {
			owners = append(owners, b.owner)
		}
	}
	return owners
}

// However the steps of several bots mix, and however long each of them sleeps
// or whether it ever wakes again: never do two stores work at the same time.
func TestNeverTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFolder("a.1", "b.1", "c.1")
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			f.now = f.now.Add(time.Duration(rapid.SampledFrom([]int{0, 0, 0, 1, 10, 29, 31}).Draw(t, "minutes")) * time.Minute)
			f.bots[rapid.IntRange(0, len(f.bots)-1).Draw(t, "bot")].step()
			if w := f.working(); len(w) > 1 {
				t.Fatalf("%v work at the same time; notes: %v", w, f.notes)
			}
		}
	})
}

// Of bots that start at the same moment exactly one stays, of two instances of
// one store too.
func TestExactlyOne(t *testing.T) {
	for _, owners := range [][]string{{"a.1", "b.1", "c.1"}, {"a.1", "a.2"}} {
		t.Run(fmt.Sprint(owners), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := newFolder(owners...)
				const rounds = 3 // of post, look and remove
				for _, i := range rapid.Permutation(slices.Repeat([]int{0, 1, 2}[:len(owners)], 3*rounds)).Draw(t, "order") {
					f.bots[i].step()
				}
				for _, b := range f.bots { // let each come to the end of what it is at
					for range 3 {
						b.step()
					}
				}
				if w := f.working(); len(w) != 1 {
					t.Fatalf("%v work; notes: %v", w, f.notes)
				}
			})
		})
	}
}

// A newcomer that dies before it can go again does no harm to the one that was
// there before.
func TestDeadNewcomer(t *testing.T) {
	f := newFolder("a.1", "b.1")
	old, newcomer := f.bots[0], f.bots[1]
	for range 3 {
		old.step()
	}
	newcomer.step()
	for range 20 {
		f.now = f.now.Add(10 * time.Minute)
		for range 3 {
			old.step()
		}
		if old.lost {
			t.Fatalf("lost after %v; notes: %v", f.now.Sub(time.Unix(0, 0)), f.notes)
		}
	}
	if len(f.notes) != 1 {
		t.Errorf("%d notes are left", len(f.notes))
	}
}

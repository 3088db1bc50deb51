package engine

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var (
	learnGames = flag.Int("learn.games", 4, "how many games the policy is learned from")
	learnSims  = flag.Int("learn.sims", 50, "how many simulations a move of them takes")
	learnTo    = flag.String("learn.to", "", "the file that the weights are written to")
)

// TestLearn learns a policy from games of the engine with itself, and finds that it knows more of positions which it
// has not learned from than nothing does. This made policy.txt:
//
//	go test ./game/engine -run TestLearn -v -timeout 9h -learn.games 800 -learn.sims 1500 -learn.to policy.txt
func TestLearn(t *testing.T) {
	lessons := make([][]lesson, *learnGames)
	var wait sync.WaitGroup
	room := make(chan bool, runtime.GOMAXPROCS(0))
	for i := range lessons {
		room <- true
		wait.Go(func() {
			lessons[i] = selfPlay(learnSizes[i%len(learnSizes)], *learnSims, uint64(i))
			<-room
		})
	}
	wait.Wait()
	var all []lesson
	for _, of := range lessons {
		all = append(all, of...)
	}
	tests := all[:len(all)/10]
	l := new(learner)
	before, _ := l.judge(tests)
	l.learn(all[len(tests):])
	after, top := l.judge(tests)
	t.Logf("%d positions; on a tenth of them the loss goes from %.3f to %.3f, and the likeliest move is the one played in %.0f %%", len(all), before, after, 100*top)
	if !(after < before) {
		t.Error("nothing is learned")
	}
	text := fmt.Sprintf("# The weights of the policy: see policy.go. Learned by TestLearn from %d positions of %d games with %d simulations a move,\n"+
		"# by version %d of the engine; the likeliest move is the one played in %.0f %% of other positions.\n", len(all), *learnGames, *learnSims, Version, 100*top)
	text += l.String()
	if _, err := readPolicies(text); err != nil {
		t.Error(err)
	}
	if *learnTo != "" {
		if err := os.WriteFile(*learnTo, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// learnSizes are those of the boards that are learned from, in turn.
var learnSizes = [...]int{5, 6, 6, 7, 8}

// A lesson is a position, and the move that was found best there.
type lesson struct {
	toMove colour
	seen   []sight // of each move that doesn't lose at once
	played int
}

// selfPlay plays a game and gives its positions, until its outcome is clear. One move in eight is chosen in a hurry,
// and teaches nothing, so that the games differ.
func selfPlay(size, sims int, seed uint64) (lessons []lesson) {
	r := random(seed)
	f, last := contracted(size, 3+r.below(5), r.next()), uint16(nowhere)
	for toMove := white; ; toMove = toMove.other() {
		hurry := r.below(8) == 0
		n := sims
		if hurry {
			n = min(sims, 30)
		}
		s := newSearch(strong, f, toMove, last, n, r.next())
		s.run(n, nil)
		if share := s.share(); share < decided || share > 1-decided {
			return lessons
		}
		cell := s.move()
		if !hurry {
			lessons = append(lessons, s.lesson(f, last, cell))
		}
		f.put(cell, toMove)
		last = cell
	}
}

// lesson gives what is to be learned from a search that has chosen a cell.
func (s *search) lesson(f *field, last, cell uint16) lesson {
	l := lesson{toMove: s.toMove}
	s.ways.look(f)
	for _, m := range s.tree.childrenOf(&s.tree[0]) {
		if m.cell == cell {
			l.played = len(l.seen)
		}
		seen := f.see(m.cell, last, s.toMove, &s.ways)
		for k, begin := range [...]uint16{around, over} {
			seen[k] = begin + canonical[seen[k]-begin]
		}
		l.seen = append(l.seen, seen)
	}
	return l
}

// canonical has, for each pattern, the first of those that are alike.
var canonical = func() (of [patterns]uint16) {
	for p := range of {
		of[p] = uint16(p)
		for _, same := range alike(p) {
			of[p] = min(of[p], uint16(same))
		}
	}
	return of
}()

// A learner finds weights by stochastic gradient descent, as natural logarithms.
type learner [2][kindsEnd]float64

// likelihoods gives how likely each move of a position is.
func (l *learner) likelihoods(of lesson) []float64 {
	p := make([]float64, len(of.seen))
	sum := 0.0
	for i, seen := range of.seen {
		for _, place := range seen {
			p[i] += l[of.toMove][place]
		}
		p[i] = math.Exp(p[i])
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func (l *learner) learn(lessons []lesson) {
	r := random(5)
	for epoch := range 30 {
		rate := 0.2 / (1 + float64(epoch)/3)
		for range lessons {
			of := lessons[r.below(len(lessons))]
			w := &l[of.toMove]
			for i, p := range l.likelihoods(of) {
				step := -rate * p
				if i == of.played {
					step += rate
				}
				for _, place := range of.seen[i] {
					w[place] += step
				}
			}
		}
	}
}

// judge gives the mean of the negative logarithm of how likely the moves were that were played, and the share of them
// that were the likeliest.
func (l *learner) judge(lessons []lesson) (loss, top float64) {
	for _, of := range lessons {
		likely := l.likelihoods(of)
		loss -= math.Log(likely[of.played])
		best := true
		for _, p := range likely {
			best = best && p <= likely[of.played]
		}
		if best {
			top++
		}
	}
	return loss / float64(len(lessons)), top / float64(len(lessons))
}

// String gives the weights as the file has them.
func (l *learner) String() string {
	var b strings.Builder
	for c, w := range l {
		for _, k := range kinds {
			for place, weight := range w[k.begin:k.end] {
				seen := fmt.Sprint(place)
				if k.end-k.begin == patterns {
					seen = ""
					for d := range 6 {
						seen += string(states[place>>(2*d)&3])
					}
				}
				if n := math.Round(weight / math.Ln2 * 16); n != 0 {
					fmt.Fprintf(&b, "%s %s %s %.0f\n", colourNames[c], k.name, seen, n)
				}
			}
		}
	}
	return b.String()
}

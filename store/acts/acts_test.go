package acts

import (
	"errors"
	"testing"
	"time"
)

// An act follows those before it, or is refused and changes nothing.
func TestWhatCanFollow(t *testing.T) {
	at := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	ban, unban := Act{Kind: Ban, Player: 1}, Act{Kind: Unban, Player: 1}
	forget, rename := Act{Kind: Forget, Player: 1}, Act{Kind: Rename, Player: 1, Before: "Ana", After: "Anna"}
	end, reopen := Act{Kind: End, Game: 1, After: "cancel"}, Act{Kind: Reopen, Game: 1}
	pause, resume := Act{Kind: Pause, Reason: "We move house."}, Act{Kind: Resume}
	for name, c := range map[string]struct {
		before []Act
		next   Act
		fails  bool
	}{
		"a ban":                     {nil, ban, false},
		"banned already":            {[]Act{ban}, ban, true},
		"another one":               {[]Act{ban}, Act{Kind: Ban, Player: 2}, false},
		"a ban that ends":           {[]Act{ban}, unban, false},
		"one that ended":            {[]Act{ban, unban}, unban, true},
		"banned again":              {[]Act{ban, unban}, ban, false},
		"no ban that could end":     {nil, unban, true},
		"a name":                    {[]Act{rename}, rename, false},
		"erased":                    {[]Act{ban}, forget, false},
		"a ban of who is erased":    {[]Act{ban, forget}, unban, false},
		"erased already":            {[]Act{forget}, forget, true},
		"a name for nobody":         {[]Act{forget}, rename, true},
		"a ban for nobody":          {[]Act{forget}, ban, true},
		"reachable":                 {nil, Act{Kind: Reachable, Player: 1}, false},
		"nobody is reachable":       {[]Act{forget}, Act{Kind: Reachable, Player: 1}, true},
		"the end of a game":         {nil, end, false},
		"its second end":            {[]Act{end}, end, true},
		"an end unheard of":         {nil, Act{Kind: End, Game: 1, After: "draw"}, true},
		"a game that goes on":       {[]Act{end}, reopen, false},
		"an end that was no act":    {nil, reopen, false},
		"its end after all":         {[]Act{end, reopen}, end, false},
		"a pause":                   {nil, pause, false},
		"a second one":              {[]Act{pause}, pause, true},
		"its end":                   {[]Act{pause}, resume, false},
		"no pause that could end":   {nil, resume, true},
		"a pause that ended":        {[]Act{pause, resume}, resume, true},
		"something done to nobody":  {nil, Act{Kind: Ban}, true},
		"something done to no game": {nil, Act{Kind: End}, true},
		"something unheard of":      {nil, Act{Kind: "shout", Player: 1}, true},
	} {
		l := NewLog()
		for i, a := range append(c.before, c.next) {
			a.Number, a.At = uint32(i+1), at
			err := l.Add(a)
			if last := i == len(c.before); errors.Is(err, ErrImpossible) != (last && c.fails) {
				t.Errorf("%s: act %d (%s): %v", name, i, a.Kind, err)
			}
		}
	}
}

// The log counts on, and time goes on.
func TestOrderOfActs(t *testing.T) {
	at := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	for name, second := range map[string]Act{
		"the same number": {Number: 3, At: at},
		"an earlier time": {Number: 4, At: at.Add(-1)},
		"no time":         {Number: 4},
	} {
		l := NewLog()
		first := Act{Number: 3, At: at, Kind: Pause}
		if err := l.Add(first); err != nil {
			t.Fatal(err)
		}
		second.Kind = Resume
		if err := l.Add(second); !errors.Is(err, ErrImpossible) || l.Paused != at {
			t.Errorf("%s: %v, paused since %v", name, err, l.Paused)
		}
	}
}

// Acts have what their kinds need, and none has words on a player who is forgotten.
func TestWordsOfActs(t *testing.T) {
	ban, rename := Act{Kind: Ban, Player: 1, Reason: "Wrote nonsense."}, Act{Kind: Rename, Player: 1, Reason: "It was another's.", Before: "Ana", After: "Anna"}
	change := func(a Act, f func(*Act)) Act { f(&a); return a }
	for name, c := range map[string]struct {
		act              Act
		forgotten, fails bool
	}{
		"a ban":                {ban, false, false},
		"a ban without reason": {change(ban, func(a *Act) { a.Reason = "" }), false, true},
		"of somebody gone":     {ban, true, true},
		"without a word":       {Act{Kind: Ban, Player: 1}, true, false},
		"a name":               {rename, false, false},
		"no name before":       {change(rename, func(a *Act) { a.Before = "" }), false, true},
		"no name after":        {change(rename, func(a *Act) { a.After = "" }), false, true},
		"the same name":        {change(rename, func(a *Act) { a.After = "Ana" }), false, true},
		"the end of a ban":     {Act{Kind: Unban, Player: 1}, false, false},
		"a pause":              {Act{Kind: Pause, Reason: "We move house."}, true, false},
		"the end of a game":    {Act{Kind: End, Game: 1, Reason: "A mistake.", After: Cancel}, false, false},
		"without a reason":     {Act{Kind: Reopen, Game: 1, Before: Cancel}, false, true},
		"of who is gone":       {Act{Kind: Reopen, Game: 1, Reason: "A mistake.", Before: Cancel}, true, true},
		"without a word of it": {Act{Kind: Reopen, Game: 1, Before: Cancel}, true, false},
	} {
		if err := c.act.Check(c.forgotten); errors.Is(err, ErrImpossible) != c.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
}

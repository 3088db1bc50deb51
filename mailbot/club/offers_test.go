package club

import (
	"strconv"
	"strings"
	"testing"

	"unlurbot/store"
)

// offer makes an order that offers a game: behind whom it is for, words can be "match" and
// the number of games.
func (tb *table) offer(about About, words []string) Order {
	tb.t.Helper()
	terms := DefaultTerms()
	for _, word := range words {
		if n, err := strconv.Atoi(word); err == nil {
			terms.Wanted = n
		}
		terms.Match = terms.Match || word == "match"
	}
	if about.Verb == "seek" {
		return Seek{About: about, Terms: terms}
	}
	o := Challenge{About: about, Whom: words[0], Terms: terms}
	if called, _, ok := strings.Cut(o.Whom, "@"); ok {
		o.Address, o.Called = o.Whom, called
	}
	return o
}

// What comes of offers, without a mail. Ana and Bo are playing game 1.
func TestOffers(t *testing.T) {
	type steps [][3]string // who writes, which lines, and what comes of them
	for story, steps := range map[string]steps{
		"a challenge by name": {
			{"Ana", "accept", "Refused Plain"},
			{"Ana", "challenge Dan", "Refused nobody Dan"},
			{"Ana", "challenge Ana", "Refused self"},
			{"Ana", "challenge Bo", "Offered #2"},
			{"Ana", "challenge Bo", "Refused invited already: Bo"},
			{"Ana", "accept #2", "Refused Plain"},
			{"Bo", "challenge Ana", "Refused invited already: Ana"},
			{"Cal", "accept #2", "Refused NotOffered"},
			{"Cal", "decline #2", "Refused NotYours"},
			{"Bo", "withdraw #2", "Refused Plain"},
			{"Bo", "accept", "GameStarted #2"},
			{"Bo", "accept #2", "Refused Plain"},
			{"Bo", "accept #7", "Refused NotOffered"},
		},
		"it comes to nothing": {
			{"Ana", "challenge Bo/challenge Cal", "Offered #2, Offered #3"},
			{"Bo", "decline", "OfferEnded declined"},
			{"Ana", "withdraw", "OfferEnded withdrawn"},
			{"Ana", "withdraw", "Refused Plain"},
		},
		"a match": {
			{"Ana", "challenge Bo match", "Offered #2"},
			{"Bo", "accept", "GameStarted #2, GameStarted #3"},
			{"Ana", "challenge Cal match", "Refused Plain"}, // that would be too many games
			{"Ana", "challenge Cal", "Offered #4"},
		},
		"a challenge by address tells nothing": {
			{"Ana", "challenge bot@example.org", "Refused bot bot@example.org"},
			{"Ana", "challenge ana@example.org", "Refused self"},
			{"Ana", "challenge bo@example.org", "Offered #2"},
			{"Ana", "challenge dan@example.net", "Offered #3"},
			{"Ana", "challenge eve@example.net", "Refused too many eve"},
			{"Bo", "challenge dan@example.net", "Offered in silence #4"}, // who is written to once a week
			{"Bo", "accept", "GameStarted #2"},
			{"Ana", "challenge eve@example.net", "Offered #5"},
		},
		"too many want to play with one": {
			{"Ana", "challenge Cal", "Offered #2"},
			{"Bo", "challenge Cal", "Offered #3"},
			{"Cal", "decline #2/decline #3", "OfferEnded declined, OfferEnded declined"},
			{"Ana", "challenge Cal", "Offered #4"}, // who is counted already
		},
		"a rematch": {
			{"Ana", "rematch", "Refused Plain"},
			{"Ana", "rematch #1", "Refused Plain"},
			{"Ana", "C4", "MovePlayed C4"},
			{"Bo", "D5/rematch #1", "MovePlayed D5, Refused Plain"},
			{"Ana", "resign/rematch", "MovePlayed resign, GameOver -1, Offered #2"},
			{"Ana", "rematch", "Refused invited already: Bo"},
			{"Bo", "rematch", "GameStarted #2"},
		},
		"offers to everybody": {
			{"Ana", "seek 3", "Offered in silence #2"},
			{"Ana", "seek", "Refused Plain"},
			{"Bo", "seek", "Offered in silence #3"}, // he plays with her already
			{"Cal", "seek 3", "GameStarted #4, PlacesLeft 2, GameStarted #3, Offered in silence #5"},
			{"Cal", "accept #2", "Refused Plain"},
			{"Bo", "accept #2", "GameStarted #6, PlacesLeft 1"},
			{"Ana", "withdraw", "OfferEnded withdrawn"},
			{"Bo", "accept #2", "Refused Plain"},
		},
	} {
		t.Run(story, func(t *testing.T) {
			tb := sit(t)
			tb.begin()
			for _, step := range steps {
				if got := tb.orders(step[0], Answer{}, strings.Split(step[1], "/")...); got != step[2] {
					t.Errorf("%s, %q: %s\nwant %s", step[0], step[1], got, step[2])
				}
			}
		})
	}
}

// "Ana 8" is a name if somebody has it, and else Ana and a size.
func TestSizeBehindName(t *testing.T) {
	tb := sit(t)
	o := IfCalled{
		Name: "Bo 8", Order: Challenge{Whom: "Bo 8", Terms: DefaultTerms()},
		Else: Challenge{About: About{Text: "challenge Bo size 8"}, Whom: "Bo", Terms: DefaultTerms()},
	}
	if got := tb.carryOut("Ana", Answer{}, o); got != "Offered #1" {
		t.Errorf("nobody is called so: %s", got)
	}
	tb.check(tb.store.Update(func(tx *store.Tx) error {
		return tx.AddPlayer(&store.Player{Address: "bo8@example.org", Name: "Bo 8", Active: true, Created: tb.now})
	}))
	if got := tb.carryOut("Ana", Answer{}, o); got != "Offered #2" {
		t.Errorf("somebody is: %s", got)
	}
}

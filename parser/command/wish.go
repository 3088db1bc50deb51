package command

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// A newcomer knows no command and writes as to a person: "Hello, I'd like to play with
// bo@example.org", "Can I join?" What such a sentence wishes for is proposed, and never
// done unasked: so it is enough that it most probably means that, and a sentence that
// goes on with a word that is not expected means something else: "I'd like to play
// better".

// Wish returns the command that a message wishes for in a sentence of its own, if
// it wishes to begin a game, a challenge or an offer, learn if it asks to be taught the game, or
// help if it asks how all this works.
func (m Message) Wish() (c Command, ok bool) {
	w := m.findWish()
	return w.command, len(w.codes) > 0
}

// wish is what a mail wishes for, and the languages that it says so in.
type wish struct {
	command Command
	codes   []string
}

func (m Message) findWish() wish {
	const longest = 1500   // bytes; who wishes to play says it in a few lines
	const mostGreeting = 5 // words, and commas
	if len(m.Reply) > longest {
		return wish{}
	}
	r := wishReader{own: m.From.Addr}
	r.read(plain.Clean(m.Subject))
	r.read(plain.Clean(m.Reply))
	if r.spoiled {
		return wish{}
	}
	first := true
	var help wish
	for i, s := range r.sentences {
		var found wish
		for _, l := range wishWords {
			said := l.plain(s)
			if g, ok := l.wishIn(said, first); ok {
				if found.codes == nil {
					found.command = r.commandOf(g, i)
				}
				found.codes = append(found.codes, l.code)
			} else if l.questions(said, l.taught) {
				help = wish{Command{Verb: "learn", Args: []string{}}, append(help.codes, l.code)}
			} else if l.questions(said, l.learns) {
				help = wish{Command{Verb: "help", Args: []string{}}, append(help.codes, l.code)}
			}
		}
		if found.codes != nil {
			return found
		}
		first = first && len(s) <= mostGreeting && isHello(s[0].word)
	}
	return help
}

// wishReader takes a mail apart into sentences.
type wishReader struct {
	own       string // the sender's address, which is nobody to play with
	sentences [][]wishToken
	spoiled   bool // the mail can hold no wish
}

// wishToken is a word of a sentence, an address, or a comma.
type wishToken struct {
	written string // without the marks around it; "," for a comma
	word    string // in lower case and without accents
	address string
}

// read adds the sentences of a text. A line that is short enough to end where it ends
// is a sentence of its own, so that neither greeting nor name goes on in the next one.
func (r *wishReader) read(text string) {
	var sentence []wishToken
	end := func() {
		if len(sentence) > 0 {
			r.sentences = append(r.sentences, sentence)
		}
		sentence = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if plain.IsQuoted(line) || plain.IsBlank(line) {
			end()
			continue
		}
		if beginsWithLabel(line) { // "E-mail: ana@example.net" below a name
			end()
			continue
		}
		lower := strings.ToLower(line)
		isLink := strings.Contains(lower, "http:") || strings.Contains(lower, "https:") || strings.Contains(lower, "www.")
		r.spoiled = r.spoiled || isLink || len(cellsIn(line)) > 0
		for _, field := range strings.Fields(plain.Fold(line)) {
			sentence = append(sentence, tokensOf(field)...)
			if strings.ContainsAny(field[len(field)-1:], ".!?;") || strings.HasSuffix(field, "…") {
				end()
			}
		}
		if !mayBeBroken(line) {
			end()
		}
	}
	end()
}

// tokensOf takes a piece of a line without blanks apart: "d'Unlur," is three tokens.
func tokensOf(field string) (tokens []wishToken) {
	if addr, _, ok := challengedAddress([]string{field}); ok {
		tokens = append(tokens, wishToken{written: addr, address: addr})
	} else {
		written := strings.ReplaceAll(trimName(field), "’", "'")
		for _, elided := range []string{"d'", "l'", "n'", "qu'"} {
			if n := len(elided); len(written) > n && strings.EqualFold(written[:n], elided) {
				tokens = append(tokens, wishToken{written: elided, word: elided})
				written = written[n:]
			}
		}
		if written != "" {
			tokens = append(tokens, wishToken{written: written, word: plain.Unaccented(written)})
		}
	}
	if last, _ := utf8.DecodeLastRuneInString(field); strings.ContainsRune(",:()–—-", last) {
		tokens = append(tokens, wishToken{written: ",", word: ","})
	}
	return tokens
}

// wantedGame is what a sentence wishes for.
type wantedGame struct {
	address string
	name    string   // of the one to play with, as it is written
	mate    bool     // somebody certain is meant
	robot   string   // the name of the robot, if it is meant
	game    bool     // a game is named
	options []string // such as its size
}

// kindsOfGame are options of one word, which stand by the word for a game as adjectives do.
var kindsOfGame = []string{"rated", "friendly", "private"}

// commandOf gives the command for the wish that sentence at says. The address may stand
// elsewhere in it, or in another one if either says that there is somebody: "My friend is
// bo@example.org".
func (r *wishReader) commandOf(g wantedGame, at int) Command {
	ofMate := func(t wishToken) bool {
		return slices.ContainsFunc(wishWords, func(l *wishTongue) bool { return l.mates[t.word] })
	}
	found := map[string]string{} // as they are written, by the form in which they are compared
	for i, s := range r.sentences {
		if i != at && (g.address != "" || !g.mate && !slices.ContainsFunc(s, ofMate)) {
			continue
		}
		for _, t := range s {
			if key := plain.FoldASCII(t.address); key != "" && key != plain.FoldASCII(r.own) {
				found[key] = cmp.Or(found[key], t.address)
			}
		}
	}
	if all := slices.Collect(maps.Values(found)); len(all) == 1 {
		g.mate, g.address = true, all[0]
	} else if len(all) > 1 {
		g.mate, g.address, g.name = true, "", "" // one challenge is of one opponent
	}
	c := Command{Verb: "challenge", Args: []string{}}
	switch who := cmp.Or(g.address, g.name, g.robot); {
	case who != "":
		c.Args = append(c.Args, who)
	case g.mate:
		return c
	default:
		c.Verb = "seek"
	}
	c.Args = append(c.Args, g.options...)
	if again, ok := Parse(c.String()); !ok || again.Verb != c.Verb {
		return Command{Verb: "challenge", Args: []string{}}
	}
	return c
}

// wishIn looks for a wish in a sentence, which may be the first one of the mail.
func (l *wishTongue) wishIn(s []wishToken, first bool) (wantedGame, bool) {
	begins := 0 // of the clause
	for at := range s {
		if n, needs := l.opens(s[at:], at == begins); n > 0 && (needs != anAddress || first) {
			if g, ok := l.tail(s[at+n:], needs); ok {
				return g, true
			}
		}
		switch word := s[at].word; {
		case at == begins && isHello(word):
			begins = at + 1
		case word == ",", l.ends[word]:
			first = first && at == begins
			begins = at + 1
		case l.halts[word]:
			return wantedGame{}, false
		}
	}
	return wantedGame{}, false
}

// questions reports whether a clause of a sentence begins with one of some phrases, and asks nothing else.
func (l *wishTongue) questions(s []wishToken, phrases [][]string) bool {
	begins := true
	for at := range s {
		for _, phrase := range phrases {
			if n := l.match(s[at:], phrase); n > 0 && begins {
				_, ok := l.tail(s[at+n:], nothing)
				return ok
			}
		}
		begins = s[at].word == "," || l.ends[s[at].word] || begins && isHello(s[at].word)
	}
	return false
}

func isHello(word string) bool { return greetings[word] || politeness[word] }

// opens returns how many words of s open a wish, 0 for none, and what must follow them.
// Begins says whether s begins a clause.
func (l *wishTongue) opens(s []wishToken, begins bool) (n int, needs need) {
	for _, v := range l.whole {
		if n := l.match(s, v.words); n > 0 && begins {
			return n, v.needs
		}
	}
	wanted := l.longest(s, l.wants)
	if begins {
		wanted = max(wanted, l.longest(s, l.asks))
	}
	if wanted == 0 && !begins {
		return 0, nothing
	}
	at := wanted
	for at > 0 && at < len(s) && l.between[s[at].word] {
		at++
	}
	for _, v := range l.verbs {
		if n := l.match(s[at:], v.words); n > 0 && wanted == 0 {
			return n, anAddress
		} else if n > 0 {
			return at + n, v.needs
		}
	}
	return 0, nothing
}

// match returns how many words of s a phrase is, with what may stand within it, 0 if s
// does not begin with it.
func (l *wishTongue) match(s []wishToken, phrase []string) int {
	at := 0
	for i, word := range phrase {
		for i > 0 && at < len(s) && s[at].word != word && l.between[s[at].word] {
			at++
		}
		if at == len(s) || s[at].word != word {
			return 0
		}
		at++
	}
	return at
}

// longest is match for the longest of some phrases.
func (l *wishTongue) longest(s []wishToken, phrases [][]string) (n int) {
	for _, phrase := range phrases {
		n = max(n, l.match(s, phrase))
	}
	return n
}

// tail reads what follows the words that open a wish, up to the end of the clause. What
// follows a comma may be of something else. Its many branches are the kinds of words that may
// stand there, in the order in which they count.
func (l *wishTongue) tail(s []wishToken, needs need) (g wantedGame, ok bool) {
	var upToComma *wantedGame
	with, named := needs == somebody || needs == anAddress, false
	for i := 0; i < len(s); i++ {
		t := s[i]
		next := wishToken{}
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch {
		case t.address != "" && g.address != "":
			return wantedGame{}, false
		case t.address != "":
			g.address, g.mate = t.address, true
		case l.ends[t.word]:
			return g, g.has(needs)
		case t.word == ",":
			if g.has(needs) && (with || !named) {
				before := g
				upToComma = &before
			}
		case lex.Means(t.word, "size") && isNumber(next.word):
			g.options = append(g.options, "size", next.word)
			i++
		case lex.MeaningOf(t.word, kindsOfGame) != "":
			g.options = append(g.options, lex.MeaningOf(t.word, kindsOfGame))
		case l.games[t.word]:
			g.game = true
		case l.withs[t.word]:
			with = true
		case l.mates[t.word] && with:
			g.mate, g.robot = true, lex.MeaningOf(t.word, []string{robot})
		case l.tails[t.word]:
		case !beginsSmall(t.written) && fitsName(t.written): // "play Bo" needs the address too
			named = true
			g.mate, g.name = true, strings.TrimSpace(g.name+" "+t.written)
		case upToComma != nil:
			return *upToComma, true
		default:
			return wantedGame{}, false
		}
	}
	return g, g.has(needs) && (with || !named || g.address != "")
}

// has reports whether a wish has what a verb needs.
func (g wantedGame) has(needs need) bool {
	switch needs {
	case aGame:
		return g.game
	case somebody:
		return g.mate
	case anAddress:
		return g.address != ""
	}
	return true
}

// plain gives a sentence without polite phrases, with one word for those that say the
// same here.
func (l *wishTongue) plain(sentence []wishToken) (out []wishToken) {
	for at := 0; at < len(sentence); at++ {
		t, polite := sentence[at], 0
		for _, phrase := range l.polite {
			if polite = l.match(sentence[at:], phrase); polite > 0 {
				break
			}
		}
		if polite > 0 {
			at += polite - 1
			continue
		}
		same, known := l.same[t.word]
		if !known {
			out = append(out, t)
			continue
		}
		for word := range strings.FieldsSeq(same) {
			out = append(out, wishToken{written: word, word: word})
		}
	}
	return out
}

func isNumber(word string) bool {
	return word != "" && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

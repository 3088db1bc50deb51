package command

import (
	"slices"
	"testing"
)

// TestTournamentInAllLanguages holds that each word for a tournament, with each one for joining, leaving
// or opening it behind, is understood in its language: it is the command where the language has
// commands, and is asked about in the others.
func TestTournamentInAllLanguages(t *testing.T) {
	for _, l := range lex.Languages {
		words := slices.Concat(l.Verbs["tournament"], l.Alike["tournament"])
		if len(words) == 0 || len(l.Words["join"]) == 0 || len(l.Words["leave"]) == 0 {
			t.Errorf("%s: a word is missing", l.Code)
		}
		for _, word := range words {
			checkTournament(t, word, "tournament", slices.Contains(l.Verbs["tournament"], word))
			for _, what := range tournamentWords {
				behind, means := " 5", " 5"
				if what == "open" {
					behind, means = " "+l.Words.Show("group")+" 5", " group 5"
				}
				for _, said := range l.Words[what] {
					checkTournament(t, word+" "+said+behind, "tournament "+what+means, slices.Contains(l.Verbs["tournament"], word))
				}
			}
		}
	}
}

// checkTournament reads a line that is a command, or is asked about.
func checkTournament(t *testing.T, line, want string, sure bool) {
	t.Helper()
	if !sure {
		want = "near: " + line + " -> " + want
	}
	orders := ReadOrders(line, "")
	checkOrders(t, orders)
	if got := tell(orders); got != want {
		t.Errorf("%q: %s, want %s", line, got, want)
	}
}

// TestTournamentIsWritten holds what the bot writes in its mails.
func TestTournamentIsWritten(t *testing.T) {
	for code, want := range map[string][]string{
		"en": {"tournament", "tournament 5", "tournament join 5", "tournament leave", "tournament open size 8 pace 3d starts 2027-03-01"},
		"es": {"torneo", "torneo 5", "torneo apuntarme 5", "torneo dejar", "torneo abrir tamaño 8 ritmo 3d empieza 2027-03-01"},
		"ca": {"torneig", "torneig 5", "torneig apuntar-me 5", "torneig deixar", "torneig obrir mida 8 ritme 3d comença 2027-03-01"},
		"fr": {"tournoi", "tournoi 5", "tournoi rejoindre 5", "tournoi quitter", "tournoi ouvrir taille 8 cadence 3j commence 2027-03-01"},
	} {
		for i, line := range []string{"tournament", "tournament #5", "tournament join 5", "tournament leave", "tournament open size 8 pace 3d starts on 2027-3-1"} {
			if got := Say(line, code); got != want[i] {
				t.Errorf("%s: %q is %q, want %q", code, line, got, want[i])
			}
		}
	}
}

// TestExactWordsHaveNoSlips holds that a word close to one that is too short to be known with a
// slip is no slip of it, and that the longer ones beside it are known so.
func TestExactWordsHaveNoSlips(t *testing.T) {
	for _, word := range []string{"caps", "cpu", "cops", "cosas", "coses", "comes", "coup", "couple", "couper", "coude"} {
		if near := nearestVerbs(word); len(near) > 0 {
			t.Errorf("%q asks about %q", word, near)
		}
	}
	for word, want := range map[string]string{"tounrament": "tournament", "tornoe": "torneo", "torneg": "torneig", "tournio": "tournoi"} {
		if near := nearestVerbs(word); !slices.Equal(near, []string{want}) {
			t.Errorf("%q asks about %q, want %q", word, near, want)
		}
	}
}

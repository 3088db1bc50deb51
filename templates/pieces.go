package templates

import (
	"maps"
	"slices"
)

// Pieces lists the pieces of mails in a language by their names, those that stand
// in the file of one kind included. Tests hold the languages to each other by it.
func (s *Set) Pieces(language string) []string {
	names := map[string]bool{}
	for kind, mail := range s.mails[language] {
		for _, t := range mail.Templates() {
			if name := t.Name(); name != string(kind) && name != language && !slices.Contains(sharedFiles, name) {
				names[t.Name()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

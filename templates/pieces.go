package templates

import (
	"slices"
	"strings"
)

// Pieces lists the pieces of mails in a language by their names, those that stand
// in the file of one kind included. Tests hold the languages to each other by it.
func (s *Set) Pieces(language string) []string {
	var names []string
	for _, t := range s.files[language].Templates() {
		if name := t.Name(); name != language && !strings.HasSuffix(name, ".txt") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

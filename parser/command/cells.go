package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// parseCell reads a cell in any of its forms, "C4", "c-4", "C 4", "4c", and
// returns it as "C4". It knows no board: any letter and a number of one or two
// digits are a cell. The text has been folded and has no marks at its ends.
func parseCell(text string) (string, bool) {
	const longest = 12
	if len(text) < 2 || len(text) > longest {
		return "", false
	}
	text = strings.ToUpper(text)
	if letter := text[0]; isUpper(letter) {
		return cellName(letter, trimJoint(text[1:]))
	}
	if letter := text[len(text)-1]; isUpper(letter) {
		return cellName(letter, strings.TrimRight(text[:len(text)-1], " -–—‐‑_"))
	}
	return "", false
}

// cellName joins a row and a column, if number is one.
func cellName(letter byte, number string) (string, bool) {
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return "", false
	}
	number = cmp.Or(strings.TrimLeft(number, "0"), "0")
	return string(letter) + number, len(number) <= 2
}

// joints are what people put between the letter and the number.
const joints = " -.–—‐‑_"

func trimJoint(s string) string { return strings.TrimLeft(s, joints) }

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// onlyCells returns the different cells of a line that consists of nothing else:
// "C4, D5", "C4 or D5".
func onlyCells(line string) []string {
	const longest = 200 // bytes
	if len(line) > longest {
		return nil
	}
	var cells []string
	line = strings.ToLower(plain.Fold(line))
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,;/", r) })
	for _, w := range words {
		w = plain.TrimEdges(w)
		if w == "" || w == "then" || joins[w] {
			continue
		}
		cell, ok := parseCell(w)
		if !ok {
			return nil
		}
		if !slices.Contains(cells, cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// singleCell returns the cell that a text names, if it names exactly one.
func singleCell(text string) (string, bool) {
	found := ""
	for _, cell := range cellsIn(text) {
		if found != "" && cell != found {
			return "", false
		}
		found = cell
	}
	return found, found != ""
}

// cellsIn returns the cells that a text names. Only the form "C4" counts here:
// in prose, "a 4" and "3d" are not cells. Other languages put endings to it, or
// no blanks around it: "C4-re", "C4です".
func cellsIn(text string) (cells []string) {
	for w := range strings.FieldsSeq(plain.Fold(text)) {
		if !strings.ContainsAny(w, "0123456789") || strings.Contains(w, "@") || strings.Contains(w, "://") ||
			strings.Contains(w, "/") && strings.Contains(w, ".") || strings.HasPrefix(strings.ToLower(w), "www.") {
			continue // the address of a person or a page may hold one too
		}
		whole := plain.TrimEdges(strings.TrimRight(plain.TrimEdges(w), "?"))
		if cell, ok := parseCell(whole); ok && !plain.IsDigit(whole[0]) {
			cells = append(cells, cell)
			continue
		}
		cells = append(cells, cellsWithin(w)...)
	}
	return cells
}

// cellsWithin finds the letters with one or two digits in a word that stand
// apart from other letters of the same alphabet and from other digits.
func cellsWithin(word string) (cells []string) {
	for i := range len(word) - 1 {
		if !isUpper(word[i]&^0x20) || !plain.IsDigit(word[i+1]) {
			continue
		}
		end := i + 2
		if end < len(word) && plain.IsDigit(word[end]) {
			end++
		}
		before, _ := utf8.DecodeLastRuneInString(word[:i])
		after, size := utf8.DecodeRuneInString(word[end:])
		decimal := after == '.' && end+size < len(word) && plain.IsDigit(word[end+size])
		if isLatin(before) || isLatin(after) || decimal {
			continue
		}
		if cell, ok := cellName(word[i]&^0x20, word[i+1:end]); ok {
			cells = append(cells, cell)
		}
	}
	return cells
}

func isLatin(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Latin, r) }

// singleMoveWord returns "black" or "resign" if a short text says so and names no
// cell: "I resign.", "Then I pass". What begins with set is about a setting.
func singleMoveWord(text string) (string, bool) {
	const most = 6 // words; longer ones talk of black
	words := strings.Fields(plain.Fold(text))
	if len(words) > most || strings.ContainsAny(text, "0123456789?") {
		return "", false
	}
	found := ""
	for i, w := range words {
		word := strings.ToLower(plain.TrimEdges(w))
		v, ok := verbOf(word)
		switch {
		case i == 0 && word == "set":
			return "", false
		case !ok || reds[word] || v.name != "black" && v.name != "resign" || v.name == found:
		case found != "":
			return "", false
		default:
			found = v.name
		}
	}
	return found, found != ""
}

// lookalikes are the letters of other alphabets that look like a row, and the
// letters that look like a digit.
var lookalikes = strings.NewReplacer(
	"А", "A", "В", "B", "С", "C", "Е", "E", "Н", "H", "К", "K", "М", "M", "О", "O", "Р", "P", "Т", "T", "Х", "X",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P",
	"Τ", "T", "Υ", "Y", "Χ", "X",
)

// nearCell returns the cell that a slip of the finger has spoilt: a doubled
// letter, O for 0, l for 1, a letter of another alphabet.
func nearCell(text string) (string, bool) {
	const longest = 5 // characters
	text = plain.TrimEdges(text)
	if utf8.RuneCountInString(text) > longest || !strings.ContainsAny(text, "0123456789") {
		return "", false
	}
	text = lookalikes.Replace(strings.ToUpper(text))
	if text == "" || !isUpper(text[0]) {
		return "", false
	}
	number := trimJoint(strings.TrimLeft(text, text[:1]))
	number = strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(number)
	return cellName(text[0], number)
}

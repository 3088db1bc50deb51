package templates

import (
	"slices"
	"strings"
)

// A Wording writes in the words of the reader's language what a player could write.
// What goes into a view is in English, as it is stored and compared.
type Wording interface {
	Say(line string) string    // a command, or the word for one
	Option(word string) string // of those behind a command: "size", "weekends"
}

// NoticesIn gives notices with what a player could write in the reader's words.
func NoticesIn(w Wording, notices []Notice) []Notice {
	all := slices.Clone(notices)
	for i, n := range all {
		all[i] = n.In(w)
	}
	return all
}

// In gives a notice with what a player could write in the reader's words.
func (n Notice) In(w Wording) Notice {
	n.Names = slices.Clone(n.Names)
	switch n.Code {
	case NoticeNoNumber, NoticeOption, NoticeSettings, NoticeNoSetting:
		if n.Code == NoticeNoNumber {
			n.Text = OptionsIn(w, n.Text)
		}
		if n.Code == NoticeOption { // a command
			n.Suggest = w.Say(n.Suggest)
		} else {
			n.Suggest = OptionsIn(w, n.Suggest)
		}
		for i, name := range n.Names {
			n.Names[i] = OptionsIn(w, name)
		}
	case NoticeNear, NoticeNoValue, NoticeHeldBack:
		n.Suggest = w.Say(n.Suggest)
		for i, name := range n.Names {
			n.Names[i] = w.Say(name)
		}
	case NoticeDone, NoticeMoved, NoticeNothingAsked, NoticeInLesson, NoticeInPuzzle:
		n.Text = w.Say(n.Text)
	case NoticeAddressDropped: // Suggest is an address
	case NoticePlanLeft, NoticePlanFailed, NoticeReplanned, NoticeTriedTooMuch, NoticeUndoAsked, NoticeUndoOften, NoticeUndoDropped,
		NoticeUndoOfYou, NoticeUndoSent, NoticeUndoDenied, NoticeUndoStands, NoticePlanTwice: // of moves
		n.Text, n.Cell = w.Say(n.Text), w.Say(n.Cell)
	case NoticePlanRefused:
		plan := strings.TrimPrefix(w.Say("if "+n.Text), w.Say("if")+" ") // as it stands behind that word
		n.Text, n.Cell = plan, w.Say(n.Cell)
	default:
		n.Suggest = w.Say(n.Suggest)
	}
	if n.Why != nil {
		why := n.Why.In(w)
		n.Why = &why
	}
	return n
}

// OptionsIn words what stands behind a command: options, a pace, or a setting and its
// values, "weekends on|off".
func OptionsIn(w Wording, line string) string {
	words := strings.Split(line, " ")
	for i, word := range words {
		values := strings.Split(word, "|")
		for k, value := range values {
			values[k] = w.Option(value)
		}
		words[i] = strings.Join(values, "|")
	}
	return strings.Join(words, " ")
}

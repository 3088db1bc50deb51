package samples

import (
	"slices"

	"unlurbot/templates"
)

// In gives the view of a sample as package mailbot would make it for a reader of a
// language: commands are in its words, and so are remarks in a mail of the day. What
// players say stays English.
func (s Sample) In(set *templates.Set, language string, w templates.Wording) (*templates.View, error) {
	view := putIntoWords(s.View, w)
	view.Notices = templates.NoticesIn(w, view.Notices)
	view.Boards, view.Others = slices.Clone(view.Boards), slices.Clone(view.Others)
	for _, parts := range [][]*templates.View{view.Boards, view.Others} {
		for i, part := range parts {
			part = putIntoWords(part, w)
			if err := remark(part, set, language, w); err != nil {
				return nil, err
			}
			parts[i] = part
		}
	}
	return view, nil
}

// remark makes remarks of the notices and of the rating in a part of a mail of the day.
func remark(part *templates.View, set *templates.Set, language string, w templates.Wording) error {
	add := func(piece string, about any) error {
		said, err := set.Say(language, piece, about)
		part.Remarks = append(part.Remarks, said)
		return err
	}
	for _, n := range part.Notices {
		if err := add("notice "+n.Code, n.In(w)); err != nil {
			return err
		}
	}
	if part.Rating != nil {
		return add("rating", part)
	}
	return nil
}

func putIntoWords(v *templates.View, w templates.Wording) *templates.View {
	view := *v
	commands := []string{"yes", "black"}
	if g := view.Game; g != nil {
		commands = slices.Concat(commands, g.Choices, g.Moves)
		for _, m := range g.Since {
			commands = append(commands, m.Move)
		}
	}
	view.Commands = map[string]string{}
	for _, command := range commands {
		view.Commands[command] = w.Say(command)
	}
	view.Asked, view.Seeks = slices.Clone(v.Asked), slices.Clone(v.Seeks)
	for i, asked := range view.Asked {
		view.Asked[i].Text = w.Say(asked.Text)
	}
	for i, seek := range view.Seeks {
		view.Seeks[i].Pace = templates.OptionsIn(w, seek.Pace)
	}
	view.Topics = slices.Clone(v.Topics)
	for i, group := range view.Topics {
		view.Topics[i].Topics = make([]templates.Topic, len(group.Topics))
		for k, topic := range group.Topics {
			view.Topics[i].Topics[k] = topicIn(topic, w)
		}
	}
	if v.Topic != nil {
		topic := topicIn(*v.Topic, w)
		view.Topic = &topic
	}
	return &view
}

func topicIn(t templates.Topic, w templates.Wording) templates.Topic {
	examples := make([]string, len(t.Examples))
	for i, example := range t.Examples {
		examples[i] = w.Say(example)
	}
	return templates.Topic{Verb: t.Verb, Word: w.Say(t.Verb), Examples: examples}
}

package samples

import (
	"slices"

	"unlurbot/templates"
)

// In gives the view of a sample with the commands in it as say writes them, which
// puts a line into the words of a language. What players and remarks say stays
// English.
func (s Sample) In(say func(command string) string) *templates.View {
	view := putIntoWords(s.View, say)
	view.Boards, view.Others = slices.Clone(view.Boards), slices.Clone(view.Others)
	for _, parts := range [][]*templates.View{view.Boards, view.Others} {
		for i, part := range parts {
			parts[i] = putIntoWords(part, say)
		}
	}
	return view
}

func putIntoWords(v *templates.View, say func(string) string) *templates.View {
	view := *v
	commands := []string{"yes", "black"}
	if g := view.Game; g != nil {
		commands = slices.Concat(commands, g.Choices, g.Moves)
	}
	view.Commands = map[string]string{}
	for _, command := range commands {
		view.Commands[command] = say(command)
	}
	view.Notices = slices.Clone(v.Notices)
	for i, n := range view.Notices {
		view.Notices[i].Verb, view.Notices[i].Suggest = n.Suggest, say(n.Suggest)
	}
	view.Topics = slices.Clone(v.Topics)
	for i, group := range view.Topics {
		view.Topics[i].Topics = make([]templates.Topic, len(group.Topics))
		for k, topic := range group.Topics {
			view.Topics[i].Topics[k] = topicIn(topic, say)
		}
	}
	if v.Topic != nil {
		topic := topicIn(*v.Topic, say)
		view.Topic = &topic
	}
	return &view
}

func topicIn(t templates.Topic, say func(string) string) templates.Topic {
	examples := make([]string, len(t.Examples))
	for i, example := range t.Examples {
		examples[i] = say(example)
	}
	return templates.Topic{Verb: t.Verb, Word: say(t.Verb), Examples: examples}
}

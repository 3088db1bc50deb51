package samples

import (
	"slices"

	"unlurbot/templates"
)

// In gives the view of a sample as package mailbot would make it for a reader of a
// language: commands are in its words, and so are remarks in a mail of the day. What
// players say stays English.
func (s Sample) In(set *templates.Set, language string, w templates.Wording) (*templates.View, error) {
	view := *s.View
	view.Notices, view.Commands = templates.NoticesIn(w, view.Notices), commandsIn(w, view.Game)
	switch says := view.Says.(type) {
	case *templates.Outdated:
		for _, m := range says.Since {
			view.Commands[m.Move] = w.Say(m.Move)
		}
	case *templates.Question:
		question := *says
		question.Asked = slices.Clone(says.Asked)
		for i, asked := range says.Asked {
			question.Asked[i].Text = w.Say(asked.Text)
		}
		view.Says = &question
	case *templates.SeekList:
		list := *says
		list.Lines = slices.Clone(says.Lines)
		for i, seek := range says.Lines {
			list.Lines[i].Pace = templates.OptionsIn(w, seek.Pace)
		}
		view.Says = &list
	case *templates.Manual:
		manual := templates.Manual{Groups: slices.Clone(says.Groups), Own: says.Own}
		for i, group := range says.Groups {
			manual.Groups[i].Topics = make([]templates.Topic, len(group.Topics))
			for k, topic := range group.Topics {
				manual.Groups[i].Topics[k] = topicIn(topic, w)
			}
		}
		if says.Topic != nil {
			manual.Topic = new(topicIn(*says.Topic, w))
		}
		view.Says = &manual
	case *templates.Day:
		day := *says
		day.Boards, day.Others = slices.Clone(says.Boards), slices.Clone(says.Others)
		for _, all := range [][]*templates.GameNews{day.Boards, day.Others} {
			for i, news := range all {
				var err error
				if all[i], err = newsIn(news, set, language, w); err != nil {
					return nil, err
				}
			}
		}
		view.Says = &day
	}
	return &view, nil
}

// newsIn makes remarks of the notices of a part of a mail of the day, and of a rating.
func newsIn(n *templates.GameNews, set *templates.Set, language string, w templates.Wording) (*templates.GameNews, error) {
	view := *n.View
	view.Commands = commandsIn(w, view.Game)
	add := func(piece string, about any) error {
		said, err := set.Say(language, piece, about)
		view.Remarks = append(view.Remarks, said)
		return err
	}
	for _, n := range view.Notices {
		if err := add("notice "+n.Code, n.In(w)); err != nil {
			return nil, err
		}
	}
	var err error
	if n.Told == string(templates.Over) {
		err = add("rating", &templates.Rating{Value: 1480, Gain: -20, Games: 20, Settled: 8})
	}
	return &templates.GameNews{View: &view, Told: n.Told, Brief: n.Brief}, err
}

// commandsIn gives words for the commands in a mail.
func commandsIn(w templates.Wording, g *templates.Game) map[string]string {
	words := map[string]string{}
	for _, command := range []string{"yes", "black", "show", "watch"} {
		words[command] = w.Say(command)
	}
	if g != nil {
		for _, command := range slices.Concat(g.Choices, g.Moves) {
			words[command] = w.Say(command)
		}
	}
	return words
}

func topicIn(t templates.Topic, w templates.Wording) templates.Topic {
	examples := make([]string, len(t.Examples))
	for i, example := range t.Examples {
		examples[i] = w.Say(example)
	}
	return templates.Topic{Verb: t.Verb, Word: w.Say(t.Verb), Examples: examples}
}

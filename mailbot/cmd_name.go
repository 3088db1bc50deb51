package mailbot

import (
	"errors"
	"strings"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

var nameCommand = command{
	verb: "name", group: aboutYou, examples: []string{"name Ana"},
	run: rename,
}

// rename changes what other players call the sender.
func rename(e *errand, c parser.Command) (result, error) {
	wanted := strings.Join(c.Args, " ")
	name, wrong := cleanName(wanted)
	if wrong != "" {
		return refuse(nil, templates.Notice{Code: wrong, Text: safeLine(wanted, maxName)}), nil
	}
	switch owner, err := e.u.Tx.PlayerByName(name); {
	case err == nil && owner.ID != e.sender.ID:
		return refuse(nil, templates.Notice{Code: templates.NoticeNameTaken, Text: name}), nil
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return result{}, err
	}
	e.sender.Name, e.sender.Renamed, e.called = name, "", nil
	if err := e.u.Tx.PutPlayer(e.sender); err != nil { // claims the name for the rest of the errand
		return result{}, err
	}
	return result{
		kind: templates.Named, decision: Named,
		notice: templates.Notice{Code: templates.NoticeNamed, Name: name},
	}, nil
}

package mailbot

import (
	"errors"
	"strings"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// faultsOfNames are the notices on what can't be a name.
var faultsOfNames = map[names.Fault]string{
	names.Unfit: templates.NoticeBadName, names.Reserved: templates.NoticeNameReserved, names.Scripts: templates.NoticeNameScripts,
}

// rename changes what other players call the sender.
func rename(e *errand, c parser.Command) (result, error) {
	wanted := strings.Join(c.Args, " ")
	name, wrong := names.Clean(wanted)
	if wrong != "" {
		return refuse(nil, templates.Notice{Code: faultsOfNames[wrong], Text: safe.Line(wanted, names.Most)}), nil
	}
	switch owner, err := e.u.Tx.PlayerByName(name); {
	case err == nil && owner.ID != e.sender.ID:
		return refuse(nil, templates.Notice{Code: templates.NoticeNameTaken, Text: name}), nil
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return result{}, err
	}
	e.sender.Name, e.sender.Renamed, e.mails.Asides.Called = name, "", nil
	if err := e.u.Tx.PutPlayer(e.sender); err != nil { // claims the name for the rest of the errand
		return result{}, err
	}
	return result{
		kind: templates.Named, decision: Named,
		notice: templates.Notice{Code: templates.NoticeNamed, Name: name},
	}, nil
}

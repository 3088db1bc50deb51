package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
)

// acting is how the running bot is told to do something.
type acting struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store."`
	JSON   bool   `name:"json" help:"Print the answer as JSON."`
}

// tell has the bot do something, and prints its answer or says in a sentence what was done.
func (c *acting) tell(p process, request string, asked url.Values, answer any, said func() string) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	if err := control.Ask(p.ctx, control.Path(cfg.Path), request, asked, answer); err != nil {
		return notRunning(err, cfg.Path)
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		return out.Encode(answer)
	}
	_, err = fmt.Fprintln(p.out, said())
	return err
}

// notRunning says of an error that no bot has a store open, if that is it.
func notRunning(err error, path string) error {
	if errors.Is(err, control.ErrNobody) {
		return errors.New("the bot isn't running, or has only just started: nothing listens at " + control.Path(path))
	}
	return err
}

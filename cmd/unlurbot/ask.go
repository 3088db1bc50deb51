package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"text/tabwriter"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/store"
	"unlurbot/store/acts"
)

// asking is what all commands have that ask about the club.
type asking struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration. The bot may be running."`
	JSON   bool   `name:"json" help:"Print all of it as JSON."`
}

// ask makes a request of package admin into a value: to the bot that has the store open, or
// to the store if nobody has. Then it prints JSON, or lets a table be written, whose times
// are those of the machine.
func (c *asking) ask(p process, request string, values url.Values, answer any, write func(w io.Writer) error) error {
	path, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	err = ofStore(p.ctx, path.Path, func(func(io.Writer) error) error {
		return control.Ask(p.ctx, control.Path(path.Path), request, values, answer)
	}, func() error { return c.askStore(p, path.Path, request, values, answer) })
	if err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		return out.Encode(answer)
	}
	out := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	return errors.Join(write(out), out.Flush())
}

// askStore does what a bot would do. Only what is looked for in the mailbox needs a password.
func (c *asking) askStore(p process, path, request string, values url.Values, answer any) error {
	cfg := &config.Config{}
	if request == admin.Why {
		whole, err := config.Load(c.Config, p.getenv)
		if err != nil {
			return err
		}
		cfg = whole
	}
	s, err := openToRead(p, path)
	if err != nil {
		return err
	}
	return errors.Join(func() error {
		said, err := mailbot.AdminDesk(cfg, mailbot.NewCredentials(cfg, slog.New(slog.DiscardHandler)), mailbot.Environment{Now: p.now}, s).Requests()[request](p.ctx, values)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(said)
		if err != nil {
			return err
		}
		return json.Unmarshal(raw, answer)
	}(), s.Close())
}

type gamesCommand struct {
	asking
	Player string `placeholder:"PLAYER" help:"Only those of a player: an address, a name, a hash from the log (~1f7ac02e) or a number."`
	Open   bool   `help:"Only challenges and games that go on."`
	Last   int    `default:"100" placeholder:"N" help:"How many at most, up to 1000 (${default})."`
}

// Run lists games.
func (c *gamesCommand) Run(p process) error {
	values := url.Values{"player": {c.Player}, "last": {fmt.Sprint(c.Last)}}
	if c.Open {
		values.Set("open", "yes")
	}
	var list []admin.GameLine
	return c.ask(p, admin.Games, values, &list, func(w io.Writer) error { return writeGames(w, list) })
}

func writeGames(w io.Writer, list []admin.GameLine) error {
	fmt.Fprintln(w, "GAME\tSTATE\tSIZE\tFIRST\tSECOND\tMOVES\tTO MOVE\tUNTIL\tCREATED")
	for _, g := range list {
		name := func(id store.PlayerID) string {
			for _, side := range g.Players {
				if side.ID == id && id != store.NoPlayer {
					return printable(cmp.Or(side.Name, side.Called))
				}
			}
			return "-"
		}
		state := string(g.State)
		if g.Winner != store.NoPlayer {
			state += ", won by " + name(g.Winner) + " (" + g.Reason + ")"
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%s\t%d\t%s\t%s\t%s\n", g.Number, state, g.Size,
			printable(cmp.Or(g.Players[0].Name, g.Players[0].Called, "-")), printable(cmp.Or(g.Players[1].Name, g.Players[1].Called, "-")),
			g.Moves, name(g.ToMove), admin.When(g.Until), admin.When(g.Created))
	}
	return nil
}

type gameCommand struct {
	asking
	Number uint32 `arg:"" name:"number" help:"The game's number."`
}

// Run shows a game.
func (c *gameCommand) Run(p process) error {
	var g admin.GamePage
	return c.ask(p, admin.Game, url.Values{"number": {fmt.Sprint(c.Number)}}, &g, func(w io.Writer) error {
		if err := writeGames(w, []admin.GameLine{g.GameLine}); err != nil {
			return err
		}
		fmt.Fprintf(w, "\nrated\t%v\nprivate\t%v\nwatchers\t%d\nstarted\t%s\nended\t%s\n", g.Rated, g.Private, g.Watchers, admin.When(g.Started), admin.When(g.Ended))
		if g.Pace != "" {
			fmt.Fprintf(w, "time\t%s\n", g.Pace)
			for i, side := range g.Players {
				fmt.Fprintf(w, "left, %s\t%s\n", printable(cmp.Or(side.Name, side.Called)), time.Duration(g.Left[i])*time.Second)
			}
			fmt.Fprintf(w, "reminders\t%d of this turn; next look at the clock: %s\n", g.Reminded, admin.When(g.Rings))
		}
		if len(g.Events) > 0 {
			fmt.Fprintln(w, "\nAT\tPLAYER\tMOVE")
		}
		for _, e := range g.Events {
			who := admin.Party{Name: "the operator"}
			for _, side := range g.Players {
				if e.Player == side.ID {
					who = side
				}
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", e.At.UTC().Format(time.DateTime), printable(cmp.Or(who.Name, who.Called)), e.Move)
		}
		writeActs(w, g.Acts)
		return admin.WriteMails(w, g.Mails)
	})
}

type mailsCommand struct {
	asking
	Waiting bool `xor:"state" help:"Only those that wait to be sent."`
	GivenUp bool `xor:"state" help:"Only those that are not tried again."`
	Held    bool `xor:"state" help:"Only those to players who can't be reached."`
}

// Run lists mails.
func (c *mailsCommand) Run(p process) error {
	state := admin.MailState("")
	switch {
	case c.Waiting:
		state = admin.Waiting
	case c.GivenUp:
		state = admin.GivenUp
	case c.Held:
		state = admin.Held
	}
	var list []admin.Mail
	return c.ask(p, admin.Mails, url.Values{"state": {string(state)}}, &list, func(w io.Writer) error {
		if len(list) == 0 {
			fmt.Fprintln(w, "no mails")
		}
		return admin.WriteMails(w, list)
	})
}

// writeActs writes a table of what the operator did, none for none.
func writeActs(w io.Writer, list []acts.Act) {
	if len(list) > 0 {
		fmt.Fprintln(w, "\nACT\tAT\tDONE\tFROM\tTO\tREASON")
	}
	for _, a := range list {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", a.Number, admin.When(a.At), a.Kind, printable(cmp.Or(a.Before, "-")), printable(cmp.Or(a.After, "-")), printable(cmp.Or(a.Reason, "-")))
	}
}

type whyCommand struct {
	asking
	ID string `arg:"" name:"message-id" help:"The mail's Message-ID, as in the log."`
}

// Run tells what became of a mail.
func (c *whyCommand) Run(p process) error {
	var verdicts []admin.Verdict
	return c.ask(p, admin.Why, url.Values{"id": {c.ID}}, &verdicts, func(w io.Writer) error { return admin.WriteVerdicts(w, verdicts) })
}

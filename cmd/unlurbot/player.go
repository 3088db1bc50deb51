package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/store/acts"
)

type playerCommand struct {
	asking
	Ban       bool   `xor:"act" help:"Let the player begin no more games. Running games go on, offers and challenges end; the player is told, with the reason."`
	Unban     bool   `xor:"act" help:"Lift the ban, also of one who was forgotten since; the player is told."`
	Rename    string `xor:"act" placeholder:"NAME" help:"Give the player another name; the player is told, with the reason."`
	Forget    bool   `xor:"act" help:"Erase the player as if the player had asked for it: running games are lost. It can't be undone."`
	Reachable bool   `xor:"act" help:"Send mails to the player again, those held back first."`
	Reason    string `placeholder:"TEXT" help:"Why, in one line: for the player, whatever the player's language is, and for the log."`
	Yes       bool   `help:"Don't ask before --forget. Needed without a terminal."`
	Who       string `arg:"" name:"who" help:"An address, a name, a hash from the log (~1f7ac02e) or a number."`
}

// Run shows a player, or has the bot do something to one.
func (c *playerCommand) Run(p process) error {
	for kind, is := range map[acts.Kind]bool{
		acts.Ban: c.Ban, acts.Unban: c.Unban, acts.Rename: c.Rename != "", acts.Forget: c.Forget, acts.Reachable: c.Reachable,
	} {
		if is {
			return c.act(p, kind)
		}
	}
	if c.Reason != "" || c.Yes {
		return refusal("--reason and --yes go with something that is done to the player, such as --ban")
	}
	return c.show(p)
}

// act has the bot do it.
func (c *playerCommand) act(p process, kind acts.Kind) error {
	path, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	ask := func(request string, values url.Values, answer any) error {
		return notRunning(control.Ask(p.ctx, control.Path(path.Path), request, values, answer), path.Path)
	}
	if kind == acts.Forget && !c.Yes {
		var page admin.PlayerPage
		if err := ask(admin.Player, url.Values{"who": {c.Who}}, &page); err != nil {
			return err
		}
		if !isTerminal(p.in) {
			return errors.New("to forget a player can't be undone: look at unlurbot player first, then give --yes")
		}
		fmt.Fprintf(p.talk, "%s is erased, with %d open games and challenges. This can't be undone. Go on? [y/N] ", playerNamed(page), len(page.Open))
		answer, _ := bufio.NewReader(p.in).ReadString('\n')
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
			return errors.New("nobody was forgotten")
		}
	}
	var done admin.Done
	values := url.Values{"who": {c.Who}, "act": {string(kind)}, "reason": {c.Reason}, "name": {c.Rename}}
	if err := ask(admin.OnPlayer, values, &done); err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		return out.Encode(done)
	}
	now := map[acts.Kind]string{
		acts.Ban: "is banned; --unban lifts it", acts.Unban: "may begin games again", acts.Rename: fmt.Sprintf("is called %q now", done.Act.After),
		acts.Forget: "is forgotten", acts.Reachable: "gets mails again, those held back first",
	}[kind]
	if told := kind != acts.Reachable; told && done.Before.Silent {
		now += "; having asked for no mails, the player gets none about it"
	} else if told && (!done.Before.Active || !done.Before.Forgotten.IsZero()) {
		now += "; no mail tells of it"
	}
	_, err = fmt.Fprintf(p.out, "%s %s.\n", playerNamed(done.Before), now)
	return err
}

// playerNamed names a player by all that is known of who it is.
func playerNamed(p admin.PlayerPage) string {
	known := slices.DeleteFunc([]string{printable(p.Name), printable(p.Address)}, func(s string) bool { return s == "" })
	if len(known) == 0 {
		return fmt.Sprintf("Player %d", p.ID)
	}
	return fmt.Sprintf("Player %d (%s)", p.ID, strings.Join(known, ", "))
}

// show shows a player.
func (c *playerCommand) show(p process) error {
	var page admin.PlayerPage
	return c.ask(p, admin.Player, url.Values{"who": {c.Who}}, &page, func(w io.Writer) error {
		if !page.Forgotten.IsZero() {
			fmt.Fprintf(w, "player\t%d\nforgotten\t%s\n", page.ID, admin.When(page.Forgotten))
			if !page.Banned.IsZero() {
				fmt.Fprintf(w, "banned\t%s, and so are the addresses that the player had\n", admin.When(page.Banned))
			}
			writeActs(w, page.Acts)
			return nil
		}
		fmt.Fprintf(w, "player\t%d\nname\t%s\naddress\t%s\nin the log\t%s\n", page.ID, printable(cmp.Or(page.Name, "-")), printable(page.Address), page.Called)
		for _, other := range page.Others {
			fmt.Fprintf(w, "writes also from\t%s\n", printable(other))
		}
		fmt.Fprintf(w, "language\t%s\nzone\t%s\nsince\t%s\nlast heard\t%s\n", printable(cmp.Or(page.Language, "-")), printable(cmp.Or(page.Zone, "UTC")), admin.When(page.Created), admin.When(page.Heard))
		for _, state := range []struct {
			is   bool
			text string
		}{{!page.Active, "has never written"}, {page.Silent, "wants no mails"}, {!page.Unreachable.IsZero(), "can't be reached since " + admin.When(page.Unreachable)}, {!page.Banned.IsZero(), "banned since " + admin.When(page.Banned)}} {
			if state.is {
				fmt.Fprintf(w, "state\t%s\n", state.text)
			}
		}
		for _, span := range page.Away {
			fmt.Fprintf(w, "away\t%s to %s\n", admin.When(span.From), admin.When(span.To))
		}
		if page.Rating > 0 {
			fmt.Fprintf(w, "rating\t%.0f, deviation %.0f\n", page.Rating, page.Deviation)
		}
		if len(page.Open) > 0 {
			fmt.Fprintln(w)
			if err := writeGames(w, page.Open); err != nil {
				return err
			}
		}
		writeActs(w, page.Acts)
		return admin.WriteMails(w, page.Mails)
	})
}

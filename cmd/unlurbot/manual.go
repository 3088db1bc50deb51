package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// manualCommand is for whoever makes packages.
type manualCommand struct {
	Dir string `arg:"" help:"The directory; it must be there."`
}

// Run writes what packages have beside the program: the manual page, and what shells
// need to complete its command line. All of it comes from the grammar.
func (c *manualCommand) Run(k *kong.Kong) (err error) {
	for name, write := range map[string]func(io.Writer, *kong.Application){
		"unlurbot.1": writePage, "unlurbot.bash": writeBash, "_unlurbot": writeZsh, "unlurbot.fish": writeFish,
	} {
		var text bytes.Buffer
		write(&text, k.Model)
		err = errors.Join(err, os.WriteFile(filepath.Join(c.Dir, name), text.Bytes(), 0o644)) //nolint:gosec // anybody may read it
	}
	return err
}

// shown gives the commands that --help shows.
func shown(app *kong.Application) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(app.Children), func(n *kong.Node) bool { return n.Hidden })
}

// flagsOf gives the flags of a command and of those below it, without --help.
func flagsOf(n *kong.Node) (flags []*kong.Flag) {
	for _, f := range n.Flags {
		if !f.Hidden && f.Name != "help" {
			flags = append(flags, f)
		}
	}
	for _, child := range n.Children {
		flags = append(flags, flagsOf(child)...)
	}
	return flags
}

// writePage writes the manual page in the macros of man(7). It has no date: the same program
// gives the same page on each day.
func writePage(w io.Writer, app *kong.Application) {
	roff := strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "\n.", "\n\\&.")
	version := app.Vars()["version"]
	fmt.Fprintf(w, ".TH UNLURBOT 1 \"\" %q\n.nh\n.ad l\n.SH NAME\nunlurbot \\- play Unlur by mail\n.SH SYNOPSIS\n.B unlurbot\n.I COMMAND\n.RI [ FLAGS ]\n.SH DESCRIPTION\n%s\n",
		"unlurbot "+version, paragraphs(roff.Replace(app.Help)))
	fmt.Fprint(w, ".SH COMMANDS\n")
	for _, n := range shown(app) {
		fmt.Fprintf(w, ".SS %q\n%s\n", strings.TrimPrefix(n.Summary(), "unlurbot "), paragraphs(roff.Replace(n.Help)))
		if n.Detail != "" {
			fmt.Fprintf(w, ".PP\n%s\n", paragraphs(roff.Replace(n.Detail)))
		}
		for _, p := range n.Positional {
			fmt.Fprintf(w, ".TP\n.I %s\n%s\n", roff.Replace(p.Summary()), roff.Replace(p.Help))
		}
		for _, f := range flagsOf(n) {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff.Replace(f.String()), roff.Replace(f.Help))
		}
	}
	fmt.Fprint(w, ".SH FILES\n.TP\n.I /etc/unlurbot/unlurbot.yaml\nThe configuration, which \"unlurbot init\" writes.\n"+
		".TP\n.I /var/lib/unlurbot\nThe store, with what must not be lost.\n"+
		".TP\n.I /usr/share/doc/unlurbot\nHow to operate it (docs/operating.md), every key of the configuration (config.example.yaml), the rules, and more.\n")
}

// paragraphs sets those of a text apart as man(7) does.
func paragraphs(text string) string {
	return strings.ReplaceAll(strings.TrimSpace(text), "\n\n", "\n.PP\n")
}

// writeBash writes the completion for bash: commands, then flags, and files where neither is meant.
func writeBash(w io.Writer, app *kong.Application) {
	var names []string
	for _, n := range shown(app) {
		names = append(names, n.Name)
	}
	fmt.Fprintf(w, "_unlurbot() {\n\tlocal words=\n\tif ((COMP_CWORD == 1)); then\n\t\twords='%s --help --version'\n\telse\n\t\tcase ${COMP_WORDS[1]} in\n", strings.Join(names, " "))
	for _, n := range shown(app) {
		flags := []string{"--help"}
		for _, f := range flagsOf(n) {
			flags = append(flags, "--"+f.Name)
		}
		fmt.Fprintf(w, "\t\t%s) [[ $2 != -* ]] || words='%s' ;;\n", n.Name, strings.Join(flags, " "))
	}
	fmt.Fprint(w, "\t\tesac\n\tfi\n\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$2\")\n}\ncomplete -o default -F _unlurbot unlurbot\n")
}

// writeZsh writes the one for zsh, with a line about each word.
func writeZsh(w io.Writer, app *kong.Application) {
	quoted := strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`)
	fmt.Fprint(w, "#compdef unlurbot\nlocal -a commands\ncommands=(\n")
	for _, n := range shown(app) {
		fmt.Fprintf(w, "\t'%s:%s'\n", n.Name, quoted.Replace(n.Help))
	}
	fmt.Fprint(w, ")\nif ((CURRENT == 2)); then\n\t_describe command commands\n\treturn\nfi\ncase $words[2] in\n")
	for _, n := range shown(app) {
		fmt.Fprintf(w, "%s) _arguments '*:file:_files'", n.Name)
		for _, f := range flagsOf(n) {
			value, assigned := "", ""
			if !f.IsBool() {
				assigned, value = "=", ":"+quoted.Replace(cmp.Or(f.PlaceHolder, f.Name))+":_files"
			}
			fmt.Fprintf(w, " \\\n\t'--%s%s[%s]%s'", f.Name, assigned, quoted.Replace(f.Help), value)
		}
		fmt.Fprint(w, " ;;\n")
	}
	fmt.Fprint(w, "esac\n")
}

// writeFish writes the one for fish.
func writeFish(w io.Writer, app *kong.Application) {
	quoted := strings.NewReplacer(`\`, `\\`, "'", `\'`)
	for _, n := range shown(app) {
		fmt.Fprintf(w, "complete -c unlurbot -n __fish_use_subcommand -f -a %s -d '%s'\n", n.Name, quoted.Replace(n.Help))
		for _, f := range flagsOf(n) {
			value := " -r"
			if f.IsBool() {
				value = ""
			}
			fmt.Fprintf(w, "complete -c unlurbot -n '__fish_seen_subcommand_from %s' -l %s%s -d '%s'\n", n.Name, f.Name, value, quoted.Replace(f.Help))
		}
	}
}

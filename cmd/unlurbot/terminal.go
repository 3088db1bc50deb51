package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// errNoAnswer says that the person has gone: by Ctrl-C, or by Ctrl-D at a question.
var errNoAnswer = refusal("no answer, so nothing was written")

// A terminal is a person to ask.
type terminal struct {
	ctx  context.Context // ends with Ctrl-C
	in   *os.File
	out  io.Writer
	mode *term.State // before anything was asked
}

// terminal gives the person at standard input, or false if nobody is there.
func (p process) terminal() (*terminal, bool) {
	in, ok := p.in.(*os.File)
	if !ok {
		return nil, false
	}
	mode, err := term.GetState(int(in.Fd()))
	return &terminal{p.ctx, in, p.out, mode}, err == nil
}

// ask repeats a question until the answer is good. Enter alone means the usual answer. wrong says what to do
// about an answer, and nothing about a good one.
func (t *terminal) ask(question, usual string, wrong func(answer string) string) (string, error) {
	if usual != "" {
		question += " [" + usual + "]"
	}
	for {
		fmt.Fprint(t.out, question+": ")
		answer, err := t.read(t.line)
		if err != nil {
			return "", err
		}
		if answer = strings.TrimSpace(answer); answer == "" {
			answer = usual
		}
		problem := wrong(answer)
		if problem == "" {
			return answer, nil
		}
		fmt.Fprintf(t.out, "  %s\n", problem)
	}
}

// agrees asks a question that has yes and no for answers.
func (t *terminal) agrees(question, usual string) (bool, error) {
	answer, err := t.ask(question+" (y/n)", usual, func(s string) string {
		if s = strings.ToLower(s); s == "y" || s == "yes" || s == "n" || s == "no" {
			return ""
		}
		return "Type y or n."
	})
	return strings.HasPrefix(strings.ToLower(answer), "y"), err
}

// secret asks for a password, of which nothing is shown: the echo is off before the question is there.
func (t *terminal) secret(question string) (string, error) {
	return t.read(func() (answer string, err error) {
		if _, err := term.MakeRaw(int(t.in.Fd())); err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, t.restore()) }()
		screen := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{t.in, t.out}, "")
		for {
			answer, err := screen.ReadPassword(question + " (it is not shown): ")
			if err != nil || answer != "" && !strings.ContainsFunc(answer, func(r rune) bool { return r < ' ' }) {
				return answer, err
			}
			fmt.Fprintln(screen, "  It must be one line of at least one character.")
		}
	})
}

func (t *terminal) restore() error { return term.Restore(int(t.in.Fd()), t.mode) }

// read waits for an answer or the end of the process, and leaves the terminal as it was: reading can't be ended.
func (t *terminal) read(get func() (string, error)) (string, error) {
	type result struct {
		answer string
		err    error
	}
	done := make(chan result, 1)
	go func() {
		answer, err := get()
		done <- result{answer, err}
	}()
	select {
	case r := <-done:
		if errors.Is(r.err, io.EOF) {
			return "", errNoAnswer
		}
		return r.answer, r.err
	case <-t.ctx.Done():
		return "", errors.Join(errNoAnswer, t.restore())
	}
}

// line reads byte by byte: what comes after the line is for whoever asks next.
func (t *terminal) line() (string, error) {
	var line []byte
	for one := make([]byte, 1); ; {
		n, err := t.in.Read(one)
		switch {
		case n > 0 && one[0] == '\n':
			return strings.ToValidUTF8(string(line), "?"), nil
		case err != nil:
			return "", err
		case n > 0:
			line = append(line, one[0])
		}
	}
}

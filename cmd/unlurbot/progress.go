package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// count shows on a terminal how many of all things a command has dealt with, as often as told is called; elsewhere that does nothing.
// Whoever asked for it calls done at the end, which takes the line away again.
func (p process) count(what string) (told func(dealt, all int), done func()) {
	if !isTerminal(p.talk) {
		return func(int, int) {}, func() {}
	}
	bar := p.bar(what, 0, progressbar.OptionShowCount())
	return func(dealt, all int) {
		bar.ChangeMax(all)
		_ = bar.Set(dealt) // what can't be shown doesn't stop the work
	}, func() { _ = bar.Clear() }
}

// copied shows on a terminal how much of a file has been given.
func (p process) copied(path string, give func(io.Writer) error) func(io.Writer) error {
	info, err := os.Stat(path)
	if err != nil || !isTerminal(p.talk) {
		return give
	}
	return func(to io.Writer) error {
		g := gauge{p.bar("copied", info.Size(), progressbar.OptionShowBytes(true))}
		defer func() { _ = g.bar.Clear() }()
		return give(io.MultiWriter(to, g))
	}
}

// A gauge measures what is written. It never fails: a file may have grown.
type gauge struct{ bar *progressbar.ProgressBar }

// Write implements io.Writer.
func (g gauge) Write(b []byte) (int, error) {
	_ = g.bar.Add(len(b))
	return len(b), nil
}

func (p process) bar(what string, all int64, unit progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(all, unit, progressbar.OptionSetWriter(p.talk), progressbar.OptionSetDescription(what),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond))
}

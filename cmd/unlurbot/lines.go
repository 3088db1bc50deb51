package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"

	"unlurbot/game"
)

// A rejected is the JSON object for a line that holds no legal game, or none for which there is an answer.
type rejected struct {
	Error string    `json:"error"`
	Code  game.Code `json:"code"`
	Move  int       `json:"move"` // which move, from 1; 0 if none is to blame
}

// reject gives the object for an error.
func reject(err error) rejected {
	object := rejected{Error: err.Error()}
	if wrong := (*game.Error)(nil); errors.As(err, &wrong) {
		object.Code, object.Move = wrong.Code, wrong.Ply
	}
	return object
}

// answerLines answers each line of input, an empty one too, which is a game without moves, with one line of output:
// an object, or a rejected if there is an error, of which it then fails with errSaid at the end. An answer is written
// out as soon as no more input is waiting.
func (p process) answerLines(in io.Reader, answer func(line string) (object any, err error)) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	writer := bufio.NewWriterSize(p.out, 64<<10)
	out := json.NewEncoder(writer)
	out.SetEscapeHTML(false)
	var failed error
	for {
		line, err := reader.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return errors.Join(err, writer.Flush())
		}
		if line != "" {
			object, wrong := answer(line)
			if wrong != nil {
				object, failed = reject(wrong), errSaid
			}
			if err := out.Encode(object); err != nil {
				return err
			}
		}
		if err == nil && reader.Buffered() > 0 {
			continue
		}
		// Whoever writes line by line and waits for each answer gets it.
		if flushed := writer.Flush(); flushed != nil || err != nil {
			if flushed == nil {
				return failed
			}
			return flushed
		}
	}
}

// records reads the games of a file, or of standard input, on boards of a size if they don't say their own; with an error
// those before it.
func (p process) records(file string, size int) ([]*game.Record, error) {
	in, err := p.input(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return game.ReadRecords(string(text), size)
}

// readLine reads a line that holds a game, on a board of a size if it doesn't say its own.
func readLine(line string, size int) (*game.Game, error) {
	r, err := game.ReadRecord(line, size)
	if err != nil {
		return nil, err
	}
	return r.Replay()
}

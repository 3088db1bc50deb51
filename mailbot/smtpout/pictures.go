package smtpout

import (
	"bytes"
	"context"
	"fmt"

	"unlurbot/mailbot/picture"
	"unlurbot/store"
)

// PictureID is what the HTML part calls the picture that comes with it, as in
// src="cid:board@unlurbot" (RFC 2392).
const PictureID = "board@unlurbot"

// allFiles draws the pictures of a mail, and gives the one that its HTML part
// shows, nil for none, and all files that stand behind the mail.
func allFiles(ctx context.Context, o *store.Outgoing) (still *part, files []part, err error) {
	for _, f := range o.Files {
		files = append(files, filePart(f, "attachment"))
	}
	if o.Picture == nil {
		return nil, files, nil
	}
	name := fmt.Sprintf("unlur-%d", o.Picture.Number)
	var moving bytes.Buffer
	if err := picture.GIF(ctx, &moving, o.Picture); err != nil {
		return nil, nil, fmt.Errorf("drawing: %w", err)
	}
	files = append(files, filePart(store.File{Name: name + ".gif", Type: "image/gif", Data: moving.Bytes()}, "attachment"))
	if len(o.HTML) == 0 {
		return nil, files, nil
	}
	var board bytes.Buffer
	if err := picture.PNG(ctx, &board, o.Picture); err != nil {
		return nil, nil, fmt.Errorf("drawing: %w", err)
	}
	shown := filePart(store.File{Name: name + ".png", Type: "image/png", Data: board.Bytes()}, "inline")
	shown.header.Set("Content-ID", "<"+PictureID+">")
	return &shown, files, nil
}

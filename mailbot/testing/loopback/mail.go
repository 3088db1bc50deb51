package loopback

import (
	"context"
	"net"
	"net/smtp"
)

// SendMail is smtp.SendMail over this loopback, without a login.
func SendMail(ctx context.Context, address, from string, to []string, mail []byte) error {
	conn, err := Dial(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // mostly closed by Quit
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return err
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	for _, recipient := range to {
		if err := c.Rcpt(recipient); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(mail); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

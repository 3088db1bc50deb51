// Package intake is the loop that reads: it lists, fetches and files the mails of a
// mailbox, through all that happens to a connection. A mail is filed when what came of
// it is on the disk, and is read again when that is not known: after a backup was
// restored, all mails that were filed since are.
//
// It knows up to when all mails are read, and notes the times in which none could be,
// for which no clock of a game runs. What a mail says it doesn't know: what deals with
// mails is handed to New. IMAP is behind Mailbox, see package imapbox. Package mailbot
// runs the loop.
package intake

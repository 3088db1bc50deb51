// Package sender tells who or what wrote a mail, and who says so.
//
// Judge looks at the signs that programs leave: a person, an autoresponder, a bounce or a
// list; and what a bounce or a complaint says of the mail that came back. A Trace is what
// servers wrote on the way, and a Voucher picks the server of which it says whether it
// vouches for the author. Whom to answer or to believe is for others.
package sender

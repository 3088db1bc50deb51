package parser

import "unlurbot/parser/plain"

// MaxMail is the size in bytes up to which a mail is read whole. Of a bigger one only
// the header is read.
const MaxMail = plain.MaxMail

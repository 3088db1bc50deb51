package mailbot

import "unlurbot/mailbot/process"

// A Point is a place on the way of a mail, see process.Point.
type Point = process.Point

// The points, in the order in which a mail passes them, and those of a wake-up.
const (
	PointNoted     = process.PointNoted
	PointHandled   = process.PointHandled
	PointCommitted = process.PointCommitted
	PointFiled     = process.PointFiled
	PointSending   = process.PointSending
	PointAccepted  = process.PointAccepted
	PointMarked    = process.PointMarked
	PointWaking    = process.PointWaking
	PointWoken     = process.PointWoken
)

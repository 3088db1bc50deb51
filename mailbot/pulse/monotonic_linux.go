package pulse

import (
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// monotonic is a line with the time of the machine's own clock, by which systemd tells the beginning of one reload from
// that of another (Type=notify-reload in systemd.service(5)).
func monotonic() string {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) != nil {
		return ""
	}
	return "\nMONOTONIC_USEC=" + strconv.FormatInt(now.Nano()/int64(time.Microsecond), 10)
}

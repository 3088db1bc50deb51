package zones

import (
	"fmt"
	"slices"
	"time"
)

// At gives the best known zone for a language in which clocks show the offset of a
// time at that time; "" for none, and for UTC.
func At(t time.Time, language string) string {
	_, offset := t.Zone()
	if offset == 0 {
		return ""
	}
	for _, name := range slices.Concat(ofLanguage[language], ofAll) {
		if _, there := t.In(Of(name)).Zone(); there == offset {
			return name
		}
	}
	return ""
}

// MostClockError is how far the Date of a mail may be from its arrival. It is less than
// zones differ, so that a clock which is right but for its zone counts as wrong; a mail
// that was on its way for longer says nothing, and the next one will.
const MostClockError = 15 * time.Minute

// OfMail gives the zone that a mail seems to be from, by its Date, and how far from UTC that is:
// "UTC+2", "UTC-3:30". It is none, "", if the Date is not about the time at which the mail came,
// and where At gives none.
func OfMail(date, arrived time.Time, language string) (name, offset string) {
	if arrived.Sub(date).Abs() > MostClockError {
		return "", ""
	}
	_, seconds := date.Zone()
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	offset = fmt.Sprintf("UTC%c%d", sign, seconds/3600)
	if minutes := seconds / 60 % 60; minutes != 0 {
		offset += fmt.Sprintf(":%02d", minutes)
	}
	return At(date, language), offset
}

// ofLanguage are the zones where people live who write in a language. Of two with one
// offset the first is proposed, so the one with more of them goes first.
var ofLanguage = map[string][]string{
	"en": {
		"Europe/London", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Asia/Kolkata", "Australia/Sydney",
		"Australia/Adelaide", "Australia/Perth", "Pacific/Auckland",
	},
	"es": {
		"Europe/Madrid", "America/Mexico_City", "America/Bogota", "America/Argentina/Buenos_Aires", "America/Santiago", "America/Caracas",
		"America/Tijuana", "Atlantic/Canary",
	},
	"ca": {"Europe/Madrid"},
	"fr": {
		"Europe/Paris", "America/Toronto", "Africa/Algiers", "America/Martinique", "Indian/Reunion", "Pacific/Noumea", "Pacific/Tahiti",
	},
}

// ofAll has a well known zone for each offset, in summer and in winter.
var ofAll = []string{
	"Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "Atlantic/Azores", "Africa/Lagos", "Africa/Johannesburg",
	"America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix", "America/Anchorage", "Pacific/Honolulu",
	"America/Halifax", "America/St_Johns", "America/Sao_Paulo", "America/Bogota", "America/Mexico_City", "America/Caracas", "America/Noronha",
	"Asia/Tehran", "Asia/Dubai", "Asia/Kabul", "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Yangon", "Asia/Jakarta",
	"Asia/Shanghai", "Asia/Tokyo", "Australia/Eucla", "Australia/Darwin", "Australia/Sydney", "Australia/Adelaide", "Australia/Brisbane",
	"Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Guadalcanal", "Pacific/Fiji", "Pacific/Chatham", "Pacific/Tongatapu", "Pacific/Kiritimati",
	"Pacific/Pago_Pago", "Pacific/Marquesas",
}

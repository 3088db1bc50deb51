package zones

import (
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

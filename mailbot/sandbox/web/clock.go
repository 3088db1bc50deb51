package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// A step is how far a button puts the clock forward.
type step struct {
	By   time.Duration
	Name string
}

var steps = []step{{time.Hour, "+1 hour"}, {24 * time.Hour, "+1 day"}, {7 * 24 * time.Hour, "+7 days"}}

// forward puts the clock forward and shows the page anew from which that was asked for.
func (p *Page) forward(w http.ResponseWriter, r *http.Request) error {
	for _, s := range steps {
		if r.PostFormValue("by") == s.By.String() {
			if err := p.cfg.Forward(r.Context(), s.By); err != nil {
				return err
			}
			// A page of a mail is not asked for again: it may not be the newest any more.
			from, err := url.Parse(r.Referer())
			if err != nil || !isLoopback(from.Host) || !strings.HasPrefix(from.Path, "/box/") {
				redirect(w, r, "/")
				return nil
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(from.EscapedPath(), "/box/"), "/")
			redirect(w, r, "/box/"+name)
			return nil
		}
	}
	return failure{http.StatusBadRequest, "The clock can't be put forward by that."}
}

package web

import "net/http"

// The policies of what we serve (Content Security Policy Level 3).
const (
	// pagePolicy is that of our pages: no script, and nothing from elsewhere.
	pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	// stripPolicy is that of the strip of mailboxes, which stands in our pages.
	stripPolicy = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
	// mailPolicy is that of a mail. Links that are clicked leave the frame.
	mailPolicy = "sandbox " + mailSandbox + "; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
	// filePolicy is that of what is saved and never shown.
	filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

	mailSandbox = "allow-top-navigation-by-user-activation"
)

// guard keeps out what a browser does for other web sites, and sets the fields
// that keep a browser from doing more than it should.
func guard(next http.Handler) http.Handler {
	posts := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store") // mailboxes change, and are nobody else's
		// That a page of another site loads one of ours into itself, as a picture for instance,
		// and can't see it is not enough: what is opened counts as read. A link to us is no
		// harm.
		site := r.Header.Get("Sec-Fetch-Site")
		foreign := site != "" && site != "none" && site != "same-origin" && r.Header.Get("Sec-Fetch-Dest") != "document"
		switch {
		case !isLoopback(r.Host):
			http.Error(w, "This page only answers on localhost and loopback addresses.", http.StatusMisdirectedRequest)
		case posts.Check(r) != nil || foreign:
			http.Error(w, "This request came from another web site.", http.StatusForbidden)
		default:
			r.Body = http.MaxBytesReader(w, r.Body, maxForm)
			next.ServeHTTP(w, r)
		}
	})
}

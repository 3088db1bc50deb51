// Package page makes the pages of the web site: HTML, the style and the script that all of them
// share, and the feed. What they show it is given; what they say is in package templates, in one
// language for the whole site.
//
// A page stands alone. It asks for nothing from elsewhere, its policy (CSP) forbids that too, and
// all links are relative, so that the site can lie in any directory of any server. A browser
// without script shows the final board with the numbers of the moves on the stones; replay.js
// shows the boards before, and changes nothing else.
package page

// Package browser is test support and nothing else: it opens pages in Debian's
// Chromium, without a window, and clicks on what people who see or hear a page
// would name.
//
// Everything but this comment needs the build tag `realservers` and the package
// that .ci/install-servers installs. Where that is missing a test fails: a
// skipped test would look like a page that works.
package browser

//go:build realservers

package browser

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Key presses a key on whatever has the focus, and stays on the page.
func (b *Browser) Key(key string) { b.t.Helper(); run(b, chromedp.KeyEvent(key)) }

// Script says whether pages that are opened from now on may run scripts of their own.
func (b *Browser) Script(may bool) {
	b.t.Helper()
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !may})
}

// Await is Evaluate for a script that promises what it says.
func Await[T any](b *Browser, script string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}

//go:build realservers

package browser

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"unlurbot/mailbot/testing/realservers"
)

// interval is the time between two looks for what should come.
const interval = 50 * time.Millisecond

// Window is what a page is shown in.
type Window struct {
	Width, Height int // in CSS pixels
	Dark          bool
}

// A Browser has one page open. Its methods end the test where they fail. When
// the test ends, it fails if the page had anything to complain of: a breach of
// its policy, an error in the console.
type Browser struct {
	t   testing.TB
	ctx context.Context
}

// Open starts a browser, which ends with the test.
func Open(t testing.TB, w Window) *Browser {
	t.Helper()
	ctx, endWaiting := context.WithDeadline(context.Background(), realservers.End(t))
	ctx, endProcess := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // its own sandbox does not work for root, which CI is
		chromedp.Flag("disable-dev-shm-usage", true),
		// In a process of its own a sandboxed frame could not be looked into.
		chromedp.Flag("disable-features", "IsolateSandboxedIframes"),
		chromedp.WindowSize(w.Width, w.Height))...)
	ctx, endPage := chromedp.NewContext(ctx)
	b := &Browser{t: t, ctx: ctx}
	var listening sync.WaitGroup
	t.Cleanup(func() {
		endPage()
		listening.Wait()
		endProcess()
		endWaiting()
	})
	messages := chromedp.Console(ctx)
	listening.Go(func() {
		for m, err := range messages {
			if err != nil {
				return // the browser has ended
			}
			t.Errorf("the browser says: %s %s (%s)", m.Source, m, m.URL)
		}
	})
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(w.Width), Height: int64(w.Height), DeviceScaleFactor: 1, Mobile: w.Width < 600,
	})
	b.Dark(w.Dark)
	return b
}

// Dark says whether the screen is dark from now on.
func (b *Browser) Dark(dark bool) {
	b.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// Go opens a page.
func (b *Browser) Go(url string) { b.t.Helper(); run(b, chromedp.Navigate(url)) }

// URL is where the browser is.
func (b *Browser) URL() string { b.t.Helper(); return run(b, chromedp.Location()) }

// Picture is the whole page, as PNG.
func (b *Browser) Picture() []byte { b.t.Helper(); return run(b, chromedp.FullScreenshot(100)) }

// Evaluate runs a script in the page and gives what it says, which goes through JSON.
func Evaluate[T any](b *Browser, script string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](script))
}

// Press presses a key, such as "\r", on whatever has the focus, and waits for
// the page to which that leads.
func (b *Browser) Press(key string) {
	b.t.Helper()
	if _, err := chromedp.RunResponse(b.ctx, chromedp.KeyEvent(key)); err != nil {
		b.t.Fatalf("pressing %q: %v", key, err)
	}
}

// Click waits for the one thing of a role, such as "link", that has an
// accessible name, clicks on it, and waits for the page to which that leads. Frame is
// a selector of the frame that it is in, empty for the page itself.
func (b *Browser) Click(frame, role, name string) {
	b.t.Helper()
	node := b.find(frame, role, name)
	call(b, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: node})
	quads := call(b, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: node}).Quads
	if len(quads) == 0 {
		b.t.Fatalf("the %s %q can't be seen", role, name)
	}
	q := quads[0] // the corners of its first line
	if _, err := chromedp.RunResponse(b.ctx, chromedp.MouseClickXY((q[0]+q[4])/2, (q[1]+q[5])/2)); err != nil {
		b.t.Fatalf("clicking the %s %q: %v", role, name, err)
	}
}

// Await waits for the one thing of a role that has an accessible name.
func (b *Browser) Await(frame, role, name string) { b.t.Helper(); b.find(frame, role, name) }

// Names lists the accessible names of all things of a role.
func (b *Browser) Names(frame, role string) (names []string) {
	b.t.Helper()
	for _, n := range b.query(frame, role, "") {
		names = append(names, strings.Trim(string(n.Name.Value), `"`))
	}
	return names
}

func (b *Browser) find(frame, role, name string) cdp.BackendNodeID {
	b.t.Helper()
	for b.ctx.Err() == nil {
		switch nodes := b.query(frame, role, name); len(nodes) {
		case 0:
			run(b, chromedp.Sleep(interval))
		case 1:
			return nodes[0].BackendDOMNodeID
		default:
			b.t.Fatalf("there are %d of the %s %q", len(nodes), role, name)
		}
	}
	b.t.Fatalf("no %s %q at %s", role, name, frame)
	return 0
}

// query gives what a screen reader would find.
func (b *Browser) query(frame, role, name string) []*accessibility.Node {
	b.t.Helper()
	document, err := b.document(frame)
	if err != nil {
		return nil // not there yet
	}
	found, err := chromedp.Run(b.ctx, command(accessibility.QueryAXTree, accessibility.QueryAXTreeParams{
		BackendNodeID: document, Role: role, AccessibleName: name,
	}))
	if err != nil {
		return nil // or no longer
	}
	return found.Nodes
}

// document is that of the page, or of the frame in it that a selector names.
func (b *Browser) document(frame string) (cdp.BackendNodeID, error) {
	page, err := chromedp.Run(b.ctx, command(dom.GetDocument, dom.GetDocumentParams{}))
	if err != nil || frame == "" {
		return page.Root.BackendNodeID, err
	}
	found, err := chromedp.Run(b.ctx, command(dom.QuerySelector, dom.QuerySelectorParams{NodeID: page.Root.NodeID, Selector: frame}))
	if err != nil {
		return 0, err
	}
	about, err := chromedp.Run(b.ctx, command(dom.DescribeNode, dom.DescribeNodeParams{NodeID: found.NodeID, Pierce: new(true)}))
	if err != nil {
		return 0, err
	}
	if about.Node.ContentDocument == nil {
		return 0, fmt.Errorf("%s can't be looked into", frame)
	}
	return about.Node.ContentDocument.BackendNodeID, nil
}

// command makes an action of a command of the DevTools protocol.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[R] {
	return func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, c, params) }
}

func call[P, R any](b *Browser, c cdp.Command[P, R], params P) R {
	b.t.Helper()
	return run(b, command(c, params))
}

func run[R any](b *Browser, a chromedp.Action[R]) R {
	b.t.Helper()
	result, err := chromedp.Run(b.ctx, a)
	if err != nil {
		b.t.Fatal(err)
	}
	return result
}

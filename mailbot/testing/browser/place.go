//go:build realservers

package browser

import (
	"github.com/chromedp/cdproto/dom"
)

// Link gives where the one link leads that has an accessible name.
func (b *Browser) Link(frame, name string) string {
	b.t.Helper()
	node := call(b, dom.DescribeNode, dom.DescribeNodeParams{BackendNodeID: b.find(frame, "link", name)}).Node
	for i := 0; i+1 < len(node.Attributes); i += 2 {
		if node.Attributes[i] == "href" {
			return node.Attributes[i+1]
		}
	}
	b.t.Fatalf("the link %q leads nowhere", name)
	return ""
}

// A Place is where something stands on a page, in CSS pixels.
type Place struct{ Left, Top, Right, Bottom float64 }

// Place gives that of the one thing of a role that has an accessible name.
func (b *Browser) Place(frame, role, name string) Place {
	b.t.Helper()
	quads := call(b, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: b.find(frame, role, name)}).Quads
	if len(quads) == 0 {
		b.t.Fatalf("the %s %q can't be seen", role, name)
	}
	q := quads[0]
	return Place{Left: q[0], Top: q[1], Right: q[4], Bottom: q[5]}
}

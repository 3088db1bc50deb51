// Package folder keeps a directory of files as they should be, for somebody who publishes it.
//
// A list in it, of package manifest, says which files are its own. Others that lie there stay;
// its own go once they are no longer wanted. Each file is written beside its place and then moved
// there, so that a reader finds an old one or a new one, whole, whenever the process ends. What
// is about to be written stands in the list before, marked as unfinished: whoever comes next knows
// it for its own and does it again.
//
// Whether a file is as it should be is told by a mark, which stands for all that it is made of. So
// a hundred thousand files that have not changed cost no more than a look at their names.
package folder

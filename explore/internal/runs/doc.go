// Package runs keeps sets of rows in files, as sorted runs, and takes rows that
// occur repeatedly together while it merges them (delayed duplicate detection).
//
// A row is a number of 64-bit words, the same for all. Runs are sorted by the
// rows' hashes, then by the rows: a comparison looks at one word, whatever the
// width, and the rows of a run are spread evenly. A run is a sequence of blocks,
// each with a checksum.
package runs

// Package checkpoint keeps what a search knows in a directory, so that another
// process can go on from there. It knows files and their damages; what is in
// them is the search's business.
//
// A directory holds one checkpoint: the file index, and the parts that it names.
// Parts are never changed. The next checkpoint adds what is new as parts of its
// own and then takes the place of the index by renaming a file that is complete
// and on the disk, so a checkpoint is there as a whole at any moment, whatever
// becomes of the process.
//
// A file starts with the word tidemark, the version of the format, its kind and
// a number, and goes on with blocks: a tag, a length, the bytes, and a CRC-64 of
// all bytes of the file so far. A block with the tag 0 ends it. The index has a
// block that says what search it is of, as names with values; one with the
// length and the checksum of each part; and one with the search's own state. A
// part belongs to the journal, which only grows, or to the rest, which each
// checkpoint writes anew.
package checkpoint

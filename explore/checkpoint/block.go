package checkpoint

import (
	"bufio"
	"encoding/binary"
	"hash/crc64"
	"io"
)

// Version is the version of the format.
const Version = 1

const (
	magic      = "tidemark"
	headerSize = len(magic) + 16
	blockSize  = 8 // of what comes before a block's bytes

	// MaxBlock is the greatest number of bytes in a block.
	MaxBlock = 1 << 24
)

// Kinds of files.
const (
	kindIndex uint32 = 1 + iota
	kindPart
)

var polynomial = crc64.MakeTable(crc64.ECMA)

// A blockWriter writes a file.
type blockWriter struct {
	out   *bufio.Writer
	sum   uint64
	bytes int64
}

func newBlockWriter(w io.Writer, kind uint32, number uint64) (*blockWriter, error) {
	b := &blockWriter{out: bufio.NewWriterSize(w, 1<<18)}
	header := append([]byte(nil), magic...)
	header = binary.LittleEndian.AppendUint32(header, Version)
	header = binary.LittleEndian.AppendUint32(header, kind)
	header = binary.LittleEndian.AppendUint64(header, number)
	return b, b.write(header)
}

// write writes bytes that the checksum covers.
func (b *blockWriter) write(p []byte) error {
	b.sum = crc64.Update(b.sum, polynomial, p)
	b.bytes += int64(len(p))
	_, err := b.out.Write(p)
	return err
}

// block writes a block of at most [MaxBlock] bytes.
func (b *blockWriter) block(tag uint32, payload []byte) error {
	var head [blockSize]byte
	binary.LittleEndian.PutUint32(head[:], tag)
	binary.LittleEndian.PutUint32(head[4:], uint32(len(payload)))
	if err := b.write(head[:]); err != nil {
		return err
	}
	if err := b.write(payload); err != nil {
		return err
	}
	sum := binary.LittleEndian.AppendUint64(nil, b.sum)
	b.bytes += int64(len(sum))
	_, err := b.out.Write(sum)
	return err
}

// end ends the file.
func (b *blockWriter) end() error {
	if err := b.block(tagEnd, nil); err != nil {
		return err
	}
	return b.out.Flush()
}

// A blockReader reads a file and finds out what is wrong with it.
type blockReader struct {
	path  string
	in    *bufio.Reader
	sum   uint64
	bytes int64
}

// newBlockReader reads a file's header.
func newBlockReader(path string, r io.Reader, kind uint32) (*blockReader, error) {
	b := &blockReader{path: path, in: bufio.NewReaderSize(r, 1<<18)}
	var header [headerSize]byte
	n, err := io.ReadFull(b.in, header[:])
	switch {
	case n == 0 && err == io.EOF:
		return nil, errorf(path, "the file is empty, expected a part of a checkpoint")
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return nil, err
	case string(header[:min(n, len(magic))]) != magic[:min(n, len(magic))]:
		return nil, errorf(path, "the file does not start with %q: it is no file of a checkpoint", magic)
	case n < headerSize:
		return nil, b.truncated()
	}
	b.sum, b.bytes = crc64.Update(0, polynomial, header[:]), int64(headerSize)
	fields := header[len(magic):]
	if version := binary.LittleEndian.Uint32(fields); version != Version {
		return nil, errorf(path, "the checkpoint has version %d of the format, expected %d", version, Version)
	}
	if found := binary.LittleEndian.Uint32(fields[4:]); found != kind {
		return nil, errorf(path, "the file is of kind %d, expected %d: has it been renamed?", found, kind)
	}
	return b, nil
}

func (b *blockReader) truncated() error {
	return errorf(b.path, "the file ends too early, after %d bytes: it was cut off", b.bytes)
}

// read fills p from the file.
func (b *blockReader) read(p []byte) error {
	n, err := io.ReadFull(b.in, p)
	b.bytes += int64(n)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return b.truncated()
	}
	return err
}

// next returns the next block; tagEnd after the last one, when nothing follows.
// The bytes are the caller's.
func (b *blockReader) next() (tag uint32, payload []byte, err error) {
	at := b.bytes
	var head [blockSize]byte
	if err := b.read(head[:]); err != nil {
		return 0, nil, err
	}
	tag = binary.LittleEndian.Uint32(head[:])
	size := binary.LittleEndian.Uint32(head[4:])
	if size > MaxBlock {
		return 0, nil, errorf(b.path, "the block at byte %d claims to have %d bytes, expected at most %d: the file is damaged", at, size, MaxBlock)
	}
	payload = make([]byte, size)
	if err := b.read(payload); err != nil {
		return 0, nil, err
	}
	var sum [8]byte
	if err := b.read(sum[:]); err != nil {
		return 0, nil, err
	}
	b.sum = crc64.Update(crc64.Update(b.sum, polynomial, head[:]), polynomial, payload)
	if binary.LittleEndian.Uint64(sum[:]) != b.sum {
		return 0, nil, errorf(b.path, "the checksum of the block at byte %d is wrong: the file is damaged", at)
	}
	if tag != tagEnd {
		return tag, payload, nil
	}
	rest, err := io.Copy(io.Discard, b.in)
	if err != nil {
		return 0, nil, err
	}
	if rest > 0 || size > 0 {
		return 0, nil, errorf(b.path, "%d bytes follow the end of the checkpoint's file, expected none", rest+int64(size))
	}
	return tagEnd, nil, nil
}

// all calls visit for each block.
func (b *blockReader) all(visit Visit) error {
	for {
		tag, payload, err := b.next()
		if err != nil || tag == tagEnd {
			return err
		}
		if err := visit(tag, payload); err != nil {
			return err
		}
	}
}

// A Visit takes a block: its tag, which is not 0, and its bytes, which are its
// own.
type Visit func(tag uint32, payload []byte) error

const tagEnd = 0

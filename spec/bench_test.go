package spec_test

import (
	"context"
	"fmt"
	"testing"

	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
)

// BenchmarkCheck checks the embedded configuration default as a whole, with
// all of its properties.
func BenchmarkCheck(b *testing.B) {
	m := loadModel(b, "default", spec.Changes{})
	for _, opts := range []explore.Options{
		{Workers: 1},
		{Workers: 2},
		{Workers: 1, Symmetry: true},
		{Workers: 1, Store: explore.Hash},
		{Workers: 1, Store: explore.Disk, DiskDir: b.TempDir(), MaxBytes: 32 << 20},
	} {
		name := fmt.Sprintf("workers=%d", opts.Workers)
		if opts.Symmetry {
			name += "/symmetry"
		}
		name += [...]string{"", "/hash", "/disk"}[opts.Store]
		b.Run(name, func(b *testing.B) { benchmark(b, m, opts) })
	}
}

func benchmark(b *testing.B, m *model.Model, opts explore.Options) {
	var distinct, generated, bytes uint64
	for b.Loop() {
		res, err := explore.Check(context.Background(), m, opts)
		if err != nil {
			b.Fatal(err)
		}
		if res.Verdict != explore.Holds {
			b.Fatalf("the verdict is %v", res.Verdict)
		}
		distinct += res.Distinct
		generated += res.Generated
		bytes = res.Bytes
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(distinct)/seconds, "states/s")
	b.ReportMetric(float64(generated)/seconds, "generated/s")
	b.ReportMetric(float64(bytes)/float64(distinct/uint64(b.N)), "bytes/state")
}

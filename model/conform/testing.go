package conform

import "context"

// A TB is a *testing.T or *testing.B.
type TB interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// Test checks a Go type, and fails the test with what it finds.
func Test(t TB, begin func(Partition) Leader, c Config) {
	t.Helper()
	report, err := Check(t.Context(), NewLocal(begin), c)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if report.Finding != nil {
		t.Fatalf("does not conform: %s", report.Finding)
	}
}

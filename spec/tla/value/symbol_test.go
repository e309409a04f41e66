package value

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Strings that nobody has any more take no memory.
func TestStringsAreForgotten(t *testing.T) {
	const each, rounds = 1 << 18, 1000
	long := String(strings.Repeat("x", each))
	for i := range rounds {
		s, err := Concat(long, Int(int64(i)).text())
		if err != nil || s == long {
			t.Fatal(s == long, err)
		}
		if i%100 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > each*rounds/2 {
		t.Errorf("%d bytes are in use after %d strings of %d bytes", m.HeapAlloc, rounds, each)
	}
	if again := String(strings.Repeat("x", each)); again != long {
		t.Error("a string that is in use was made twice")
	}
}

// text returns a number as a string.
func (v Value) text() Value { return String(v.String()) }

func TestSymbolsAreSharedByGoroutines(t *testing.T) {
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range 2000 {
				a, b := Int(int64(i%50)).text(), Int(int64(i%50)).text()
				if a != b {
					t.Error("two instances of one string")
					return
				}
				if i%500 == 0 {
					runtime.GC()
				}
			}
		})
	}
	wait.Wait()
}

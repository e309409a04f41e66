package cli

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// defaultMemory is three quarters of the memory of the machine, or of the
// cgroup that the process is in when that allows less; 0 when neither can be
// read.
func defaultMemory(root fs.FS) uint64 {
	least := uint64(math.MaxUint64)
	for _, have := range append(cgroupLimits(root), machineMemory(root)) {
		if have > 0 {
			least = min(least, have)
		}
	}
	if least == math.MaxUint64 {
		return 0
	}
	return least / 4 * 3
}

// machineMemory is what /proc/meminfo says; 0 when there is none.
func machineMemory(root fs.FS) uint64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "MemTotal:" && fields[2] == "kB" {
			n, _ := strconv.ParseUint(fields[1], 10, 54)
			return n << 10
		}
	}
	return 0
}

// cgroupLimits returns the limits of the process's cgroups and of those above
// them, of both versions of cgroups.
func cgroupLimits(root fs.FS) []uint64 {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	var limits []uint64
	for line := range strings.Lines(string(text)) {
		// hierarchy:controllers:path
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		base, file := "sys/fs/cgroup", "memory.max"
		if parts[1] != "" {
			base, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		if parts[1] != "" && !strings.Contains(","+parts[1]+",", ",memory,") {
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			if text, err := fs.ReadFile(root, path.Join(base, group, file)); err == nil {
				// "max" is no number, and no limit.
				if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
					limits = append(limits, n)
				}
			}
			if group == "/" {
				break
			}
		}
	}
	return limits
}

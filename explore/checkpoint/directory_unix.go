//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package checkpoint

import (
	"errors"
	"os"
	"syscall"
)

// lock takes possession of a directory until it is closed, or the process ends.
func lock(dir *os.File) error {
	switch err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
	case nil, syscall.ENOTSUP, syscall.ENOSYS, syscall.EINVAL: // not every file system can
		return nil
	case syscall.EWOULDBLOCK:
		return errorf(dir.Name(), "another process is writing its checkpoints to this directory")
	default:
		return errorf(dir.Name(), "%v", err)
	}
}

// syncDir makes sure that names are on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

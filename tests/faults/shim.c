// Between a program and its system: a wall clock that jumps, and a disk that is slow or broken. Loaded before the C library. The
// file named by FAULTS contains the current faults, see shim.js.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct faults {
    int64_t clock_ahead_seconds;
    int64_t sync_delay_millis;
    int64_t sync_fails;
};

static const struct faults none;
static const volatile struct faults *faults = &none;

__attribute__((constructor)) static void look(void) {
    const char *path = getenv("FAULTS");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(struct faults), PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) faults = page;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += faults->clock_ahead_seconds;
    }
    return result;
}

static int sync_with(const char *name, int file) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    usleep(faults->sync_delay_millis * 1000);
    if (faults->sync_fails) {
        errno = EIO;
        return -1;
    }
    return real(file);
}

int fsync(int file) { return sync_with("fsync", file); }

int fdatasync(int file) { return sync_with("fdatasync", file); }

/*
 * clock.c: loaded before the C library (LD_PRELOAD), sets a program's wall clock ahead: by as many
 * seconds as the file says that the variable CLOCK_FILE names, a binary int64_t, which may change
 * while the program runs. libfaketime does the same, but calls malloc() for it, and jemalloc, which
 * Redis has, asks for the time.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead_s;

static int64_t ahead(void)
{
    const char *path = ahead_s == NULL ? getenv("CLOCK_FILE") : NULL;
    if (path != NULL) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
        void *at =
            file >= 0 ? mmap(NULL, sizeof *ahead_s, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
        if (file >= 0)
            syscall(SYS_close, file);
        if (at != MAP_FAILED)
            ahead_s = at;
    }
    return ahead_s != NULL ? *ahead_s : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += ahead();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0)
        return -1;
    *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *at)
{
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (at != NULL)
        *at = exact.tv_sec;
    return exact.tv_sec;
}

/*
 * test_http_guard.h: input that ends where memory ends: one byte read past it is a crash.
 */
#ifndef TEST_HTTP_GUARD_H
#define TEST_HTTP_GUARD_H

#include <string.h>
#include <sys/mman.h>

#define GUARD_SIZE ((size_t)64 * 1024)

static char *guard_end;

static int guard_set_up(void **state)
{
    (void)state;
    char *memory =
        mmap(NULL, GUARD_SIZE + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + GUARD_SIZE, 4096, PROT_NONE) != 0)
        return -1;
    guard_end = memory + GUARD_SIZE;
    return 0;
}

static int guard_tear_down(void **state)
{
    (void)state;
    return munmap(guard_end - GUARD_SIZE, GUARD_SIZE + 4096);
}

/* A copy of the text right before the guard page. */
static char *guarded(struct tes_slice text)
{
    char *at = guard_end - text.length;
    if (text.length > 0)
        memcpy(at, text.at, text.length);
    return at;
}

#endif

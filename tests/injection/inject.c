#include "inject.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <openssl/crypto.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

/* The C library's own, under the names that it keeps for this. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static atomic_long live;          /* allocations that were not given back */
static atomic_long until_failure; /* 1: the next one fails */
static atomic_bool is_armed, is_persistent, was_hit, entropy_fails;
static _Atomic enum inject_scope scope;
static _Thread_local bool is_arming_thread;

static bool is_in_scope(void)
{
    switch (atomic_load(&scope)) {
    case INJECT_THIS_THREAD:
        return is_arming_thread;
    case INJECT_OTHER_THREADS:
        return !is_arming_thread;
    case INJECT_ALL_THREADS:
        break;
    }
    return true;
}

/* ---------------------------------------------------------------- libraries */

/* Where a library's code lies. */
struct code {
    uintptr_t known; /* an address in it */
    uintptr_t from, to;
};

static struct code libraries[2];
static atomic_ulong library_every = 1,
                    library_count; /* calls of libraries; one in so many counts */

static int find_code(struct dl_phdr_info *object, size_t size, void *context)
{
    struct code *code = context;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        uintptr_t from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
        uintptr_t to = from + object->dlpi_phdr[i].p_memsz;
        if (object->dlpi_phdr[i].p_type == PT_LOAD && code->known >= from && code->known < to) {
            code->from = from;
            code->to = to;
        }
    }
    return 0;
}

__attribute__((constructor)) static void find_libraries(void)
{
    libraries[0].known = (uintptr_t)sqlite3_open_v2;
    libraries[1].known = (uintptr_t)CRYPTO_malloc;
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        if (dl_iterate_phdr(find_code, &libraries[i]) != 0 || libraries[i].from == 0)
            abort();
}

/* Whether this is one of the allocations of a library that the trial leaves out. */
static bool is_left_out(const void *caller)
{
    bool is_library = false;
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        is_library = is_library || ((uintptr_t)caller >= libraries[i].from &&
                                    (uintptr_t)caller < libraries[i].to);
    return is_library && atomic_fetch_add(&library_count, 1) % atomic_load(&library_every) != 0;
}

/* ----------------------------------------------------------------- failures */

static bool fails(const void *caller)
{
    if (!atomic_load(&is_armed) || !is_in_scope())
        return false;
    /* Once all fail, those that are left out of the count do so, too. */
    bool is_counted = !is_left_out(caller);
    long left = is_counted ? atomic_fetch_sub(&until_failure, 1) : atomic_load(&until_failure);
    if (left > 1 || (left == 1 && !is_counted) || (left < 1 && !atomic_load(&is_persistent)))
        return false;
    atomic_store(&was_hit, true);
    errno = ENOMEM;
    return true;
}

static void *counted(void *memory)
{
    if (memory != NULL)
        atomic_fetch_add(&live, 1);
    return memory;
}

/* -------------------------------------------------- in the C library's place */

#define CALLER __builtin_return_address(0)

void *malloc(size_t size)
{
    return fails(CALLER) ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails(CALLER) ? NULL : counted(__libc_calloc(count, size));
}

void free(void *memory)
{
    if (memory == NULL)
        return;
    atomic_fetch_sub(&live, 1);
    __libc_free(memory);
}

void *realloc(void *memory, size_t size)
{
    if (memory == NULL)
        return fails(CALLER) ? NULL : counted(__libc_malloc(size));
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return fails(CALLER) ? NULL : __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails(CALLER) ? NULL : counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(CALLER) ? NULL : counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    int before = errno;
    void *aligned = fails(CALLER) ? NULL : counted(__libc_memalign(alignment, size));
    errno = before;
    if (aligned == NULL)
        return ENOMEM;
    *memory = aligned;
    return 0;
}

ssize_t getrandom(void *memory, size_t size, unsigned flags)
{
    if (atomic_load(&entropy_fails)) {
        errno = ENOSYS;
        return -1;
    }
    return syscall(SYS_getrandom, memory, size, flags);
}

/* ------------------------------------------------------------------- trials */

void inject_no_entropy(bool fails_now)
{
    atomic_store(&entropy_fails, fails_now);
}

/* Trials before this one: each begins with another one of a library's allocations. */
static unsigned long trials;

static bool is_thorough(void)
{
    const char *wanted = getenv("TESSERA_FAULTS");
    return wanted != NULL && strcmp(wanted, "all") == 0;
}

static void arm(const struct inject_trial *trial, long number, bool persistent)
{
    unsigned long wanted = is_thorough() ? trial->library_every_all : trial->library_every;
    unsigned long every = wanted > 0 ? wanted : 1;
    is_arming_thread = true;
    atomic_store(&library_every, every);
    atomic_store(&library_count, trials % every);
    atomic_store(&scope, trial->scope);
    atomic_store(&until_failure, number);
    atomic_store(&is_persistent, persistent);
    atomic_store(&was_hit, false);
    atomic_store(&is_armed, true);
}

static bool disarm(void)
{
    atomic_store(&is_armed, false);
    return atomic_load(&was_hit);
}

/* OpenSSL's notes on what went wrong are the thread's, and no leak. */
static long count_live(void)
{
    OPENSSL_thread_stop();
    return atomic_load(&live);
}

/* Number 0 never comes: nothing fails. */
static bool try_once(const struct inject_trial *trial, void *context, long number, bool persistent)
{
    if (trial->before != NULL)
        trial->before(context);
    long before = count_live();
    arm(trial, number, persistent);
    trial->run(context);
    bool hit = disarm();
    trial->after(context, hit);
    long lost = count_live() - before;
    if (trial->is_counted && lost != 0)
        fail_msg("%s: %ld allocations lost after number %ld failed", trial->name, lost, number);
    return hit;
}

static long try_all(const struct inject_trial *trial, void *context, bool persistent)
{
    for (long tries = 0; tries < INJECT_TRIES_MAX; tries++)
        if (!try_once(trial, context, tries + 1, persistent))
            return tries;
    fail_msg("%s: more than %d tries", trial->name, INJECT_TRIES_MAX);
    return 0;
}

static void warm_up(const struct inject_trial *trial, void *context)
{
    struct inject_trial uncounted = *trial;
    uncounted.is_counted = false;
    for (int i = 0; i < 2; i++)
        assert_false(try_once(&uncounted, context, 0, false));
}

void inject_each(const struct inject_trial *trial, void *context)
{
    /* What libraries make once and keep is made before anything is counted. */
    warm_up(trial, context);
    long alone = try_all(trial, context, false);
    long persistent = try_all(trial, context, true);
    assert_false(try_once(trial, context, 0, false));
    trials++;
    printf("%s: failed %ld times with one allocation, %ld times with all from one on\n",
           trial->name, alone, persistent);
}

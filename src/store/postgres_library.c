/* It is never unloaded: libraries under it keep state of their own until the process ends. */
#include "store/postgres_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct postgres_library library;
static bool is_there;
static char why[128];

static void load(void)
{
    static const struct {
        const char *name;
        size_t offset;
    } CALLS[] = {
#define POSTGRES_CALL(name) {"PQ" #name, offsetof(struct postgres_library, name)},
        POSTGRES_CALLS(POSTGRES_CALL)
#undef POSTGRES_CALL
    };
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(why, sizeof why,
                 "PostgreSQL: libpq is not installed; on Debian: apt install libpq5");
        return;
    }
    for (size_t i = 0; i < sizeof CALLS / sizeof CALLS[0]; i++) {
        void *found = dlsym(handle, CALLS[i].name);
        if (found == NULL) {
            snprintf(why, sizeof why, "PostgreSQL: libpq is too old: it has no %s", CALLS[i].name);
            return;
        }
        /* C has no cast between the two sorts of pointers; POSIX says that they are alike. */
        memcpy((char *)&library + CALLS[i].offset, &found, sizeof found);
    }
    is_there = true;
}

const struct postgres_library *postgres_library_load(char *error, size_t error_size)
{
    pthread_once(&once, load);
    if (is_there)
        return &library;
    snprintf(error, error_size, "%s", why);
    return NULL;
}

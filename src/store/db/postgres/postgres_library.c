#include "store/db/postgres/postgres_library.h"

#include <pthread.h>
#include <stdio.h>

#include "store/db/library.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct postgres_library calls;
static bool is_there;
static char why[128];

static void load(void)
{
    static const struct library_call CALLS[] = {
#define POSTGRES_CALL(name) {"PQ" #name, offsetof(struct postgres_library, name)},
        POSTGRES_CALLS(POSTGRES_CALL)
#undef POSTGRES_CALL
    };
    static const struct library LIBRARY = {"libpq.so.5", "libpq5", CALLS,
                                           sizeof CALLS / sizeof CALLS[0]};
    is_there = library_load(&LIBRARY, &calls, why, sizeof why);
}

const struct postgres_library *postgres_library_load(char *error, size_t error_size)
{
    pthread_once(&once, load);
    if (is_there)
        return &calls;
    snprintf(error, error_size, "PostgreSQL: %s", why);
    return NULL;
}

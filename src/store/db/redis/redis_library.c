#include "store/db/redis/redis_library.h"

#include <pthread.h>
#include <stdio.h>

#include "store/db/library.h"

/* Of the version whose header this was built with: others lay out their structs otherwise. */
#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token)    #token
#define FILE_NAME      "libhiredis.so." TEXT_OF(HIREDIS_SONAME)
#define PACKAGE        "libhiredis" TEXT_OF(HIREDIS_SONAME)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct redis_library calls;
static bool is_there;
static char why[128];

static void load(void)
{
    static const struct library_call CALLS[] = {
#define REDIS_CALL(name) {"redis" #name, offsetof(struct redis_library, name)},
        REDIS_CALLS(REDIS_CALL)
#undef REDIS_CALL
    };
    static const struct library LIBRARY = {FILE_NAME, PACKAGE, CALLS,
                                           sizeof CALLS / sizeof CALLS[0]};
    is_there = library_load(&LIBRARY, &calls, why, sizeof why);
}

const struct redis_library *redis_library_load(char *error, size_t error_size)
{
    pthread_once(&once, load);
    if (is_there)
        return &calls;
    snprintf(error, error_size, "ledger: %s", why);
    return NULL;
}

#include "store/db/redis/redis_library.h"

#include "store/db/library.h"

/* Of the version whose header this was built with: others lay out their structs otherwise. */
#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token)    #token

const struct redis_library *redis_library_load(char *error, size_t error_size)
{
    static struct redis_library calls;
    static const struct library_call CALLS[] = {
#define REDIS_CALL(name) {"redis" #name, offsetof(struct redis_library, name)},
        REDIS_CALLS(REDIS_CALL)
#undef REDIS_CALL
    };
    static struct library library = {.file = "libhiredis.so." TEXT_OF(HIREDIS_SONAME),
                                     .package = "libhiredis" TEXT_OF(HIREDIS_SONAME),
                                     .calls = CALLS,
                                     .call_count = sizeof CALLS / sizeof CALLS[0],
                                     .pointers = &calls};
    return library_load(&library, "ledger", error, error_size) ? &calls : NULL;
}

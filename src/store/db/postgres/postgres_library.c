#include "store/db/postgres/postgres_library.h"

#include "store/db/library.h"

const struct postgres_library *postgres_library_load(char *error, size_t error_size)
{
    static struct postgres_library calls;
    static const struct library_call CALLS[] = {
#define POSTGRES_CALL(name) {"PQ" #name, offsetof(struct postgres_library, name)},
        POSTGRES_CALLS(POSTGRES_CALL)
#undef POSTGRES_CALL
    };
    static struct library library = {.file = "libpq.so.5",
                                     .package = "libpq5",
                                     .calls = CALLS,
                                     .call_count = sizeof CALLS / sizeof CALLS[0],
                                     .pointers = &calls};
    return library_load(&library, "PostgreSQL", error, error_size) ? &calls : NULL;
}

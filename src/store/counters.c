/* A counter is an expiring entry that ends with its window. */
#include "store/counters.h"

#include <stdlib.h>
#include <string.h>

#include "store/expiring.h"

_Static_assert(COUNTERS_KEY_MAX + 2 * sizeof(uint64_t) <= EXPIRING_KEY_MAX,
               "the table takes every key with its window");

struct counters {
    struct expiring *table;
};

struct counters *counters_new(size_t entries_max)
{
    struct counters *counters = malloc(sizeof *counters);
    if (counters == NULL)
        return NULL;
    counters->table = expiring_new(entries_max, EXPIRING_REPLACE);
    if (counters->table == NULL) {
        free(counters);
        return NULL;
    }
    return counters;
}

bool counters_add(struct counters *counters, struct tes_slice key, uint64_t now_ms,
                  unsigned window_s, uint64_t *count)
{
    if (key.length == 0 || key.length > COUNTERS_KEY_MAX || window_s == 0)
        return false;
    uint64_t window_ms = (uint64_t)window_s * 1000;
    struct windowed {
        uint64_t window_ms, ends_at_ms;
        char key[COUNTERS_KEY_MAX];
    } windowed = {window_ms, now_ms - now_ms % window_ms + window_ms, {0}};
    memcpy(windowed.key, key.at, key.length);
    /* The window is part of the key: one that a clock ahead of its time has opened must not go on
     * counting once the clock is set back. */
    size_t length = offsetof(struct windowed, key) + key.length;
    *count = expiring_use(counters->table, (struct tes_slice){(const char *)&windowed, length},
                          now_ms, windowed.ends_at_ms);
    return *count > 0;
}

void counters_free(struct counters *counters)
{
    if (counters == NULL)
        return;
    expiring_free(counters->table);
    free(counters);
}

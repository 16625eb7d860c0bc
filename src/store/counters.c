/* A counter is an expiring entry that ends with its window. */
#include "store/counters.h"

#include <stdlib.h>
#include <string.h>

#include "store/expiring.h"

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
    char windowed[sizeof window_s + COUNTERS_KEY_MAX];
    memcpy(windowed, &window_s, sizeof window_s);
    memcpy(windowed + sizeof window_s, key.at, key.length);

    uint64_t window_ms = (uint64_t)window_s * 1000;
    uint64_t ends_at_ms = now_ms - now_ms % window_ms + window_ms;
    *count =
        expiring_use(counters->table, (struct tes_slice){windowed, sizeof window_s + key.length},
                     now_ms, ends_at_ms);
    return *count > 0;
}

void counters_free(struct counters *counters)
{
    if (counters == NULL)
        return;
    expiring_free(counters->table);
    free(counters);
}

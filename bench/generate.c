/*
 * generate: how many challenges of a kind a core makes in a second, none of them drawn:
 * `generate KIND MILLISECONDS`.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tessera.h"

#define BATCH 64 /* between two looks at the clock */

/* CPU time: what the neighbours on this core take is not ours. */
static double spent_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void must(enum tes_status status, const char *what)
{
    if (status != TES_OK)
        errx(1, "%s: %s", what, tes_status_text(status));
}

static void make(const char *kind, uint64_t seed, struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    must(tes_generate(kind, key, NULL, challenge), "tes_generate");
}

int main(int argc, char **argv)
{
    static struct tes_challenge challenge;
    if (argc != 3) {
        fputs("usage: generate KIND MILLISECONDS\n", stderr);
        return 2;
    }
    double wanted_s = strtod(argv[2], NULL) / 1e3;
    uint64_t count = 0;
    double start_s = spent_s(), elapsed_s;
    do {
        for (unsigned i = 0; i < BATCH; i++)
            make(argv[1], count++, &challenge);
        elapsed_s = spent_s() - start_s;
    } while (elapsed_s < wanted_s);
    printf("{\"count\":%llu,\"per_second\":%.1f}\n", (unsigned long long)count,
           (double)count / elapsed_s);
    return 0;
}

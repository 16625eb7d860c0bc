/*
 * generate: how many challenges of a kind a core makes in a second, none of them drawn:
 * `generate KIND MILLISECONDS`.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

#define BATCH 64 /* between two looks at the clock */

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
    double wanted_ms = strtod(argv[2], NULL);
    uint64_t count = 0;
    double start_ms = spent_ms(), elapsed_ms;
    do {
        for (unsigned i = 0; i < BATCH; i++)
            make(argv[1], count++, &challenge);
        elapsed_ms = spent_ms() - start_ms;
    } while (elapsed_ms < wanted_ms);
    printf("{\"count\":%llu,\"per_second\":%.1f}\n", (unsigned long long)count,
           (double)count * 1e3 / elapsed_ms);
    return 0;
}

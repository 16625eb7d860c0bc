/*
 * work: what it costs to check the work of a device, which is one evaluation: `work COUNT`. The
 * median, since other programs on the machine take its caches.
 */
#include <stdio.h>

#include "bench.h"
#include "crypto/work/work_proof.h"

#define COUNT_MAX 1000

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const struct tes_slice SEED = {"0123456789abcdef0123456789abcdef", TES_PROOF_SEED_CHARS};
    static double took_ms[COUNT_MAX];
    uint8_t tag[TES_PROOF_TAG_BYTES];
    unsigned long count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (count == 0 || count > COUNT_MAX) {
        fputs("usage: work COUNT\n", stderr);
        return 2;
    }
    void *memory = take(TES_PROOF_SIZE);
    for (unsigned long i = 0; i < count; i++) {
        double start_ms = spent_ms();
        must(tes_proof_tag(SEED, (uint32_t)i, memory, tag), "tes_proof_tag");
        took_ms[i] = spent_ms() - start_ms;
    }
    qsort(took_ms, count, sizeof took_ms[0], compare);
    printf("{\"milliseconds\":%.4f}\n", took_ms[count / 2]);
    free(memory);
    return 0;
}

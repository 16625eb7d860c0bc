/*
 * The doorway of tessera-work.wasm, which does the work of work_proof.h in a browser. It imports
 * nothing. The caller writes 32 characters to `seed`, then for each number calls start, step until
 * it is 1, and reads four bytes from `tag`. A step fills so many KiB: a caller on a page's own
 * thread takes few at a time.
 */
#include "crypto/work/work_proof.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static _Alignas(16) uint8_t memory[TES_PROOF_SIZE];
static char seed_text[TES_PROOF_SEED_CHARS];
static uint8_t made[TES_PROOF_TAG_BYTES];
static struct tes_argon2 argon2;

EXPORT(seed) char *wasm_seed(void)
{
    return seed_text;
}

EXPORT(tag) const uint8_t *wasm_tag(void)
{
    return made;
}

EXPORT(start) int wasm_start(uint32_t number)
{
    struct tes_slice seed = {seed_text, sizeof seed_text};
    return -(int)tes_proof_start(&argon2, seed, number, memory);
}

EXPORT(step) int wasm_step(uint32_t blocks)
{
    if (!tes_argon2_step(&argon2, blocks))
        return 0;
    tes_argon2_end(&argon2, made);
    return 1;
}

#include "crypto/work/work_proof.h"

#include "base/buf.h"
#include "base/slice.h"

uint32_t tes_proof_evaluations(unsigned work)
{
    return work > 0 && work <= TES_PROOF_WORK_MAX ? (uint32_t)1 << (work - 1) : 0;
}

enum tes_status tes_proof_start(struct tes_argon2 *argon2, struct tes_slice seed, uint32_t number,
                                void *memory)
{
    char text[32];
    struct tes_buf password = tes_buf_on(text, sizeof text);
    tes_buf_text(&password, "tessera-work-1:");
    tes_buf_number(&password, number);
    const struct tes_argon2_order order = {
        .password = tes_buf_done(&password),
        .salt = seed,
        .lanes = 1,
        .memory_kib = TES_PROOF_MEMORY_KIB,
        .passes = 1,
        .tag_length = TES_PROOF_TAG_BYTES,
    };
    if (password.failed || seed.length != TES_PROOF_SEED_CHARS)
        return TES_BAD_ARGUMENT;
    return tes_argon2_start(argon2, &order, memory, TES_PROOF_SIZE);
}

enum tes_status tes_proof_tag(struct tes_slice seed, uint32_t number, void *memory,
                              uint8_t tag[TES_PROOF_TAG_BYTES])
{
    struct tes_argon2 argon2;
    enum tes_status status = tes_proof_start(&argon2, seed, number, memory);
    if (status != TES_OK)
        return status;
    while (!tes_argon2_step(&argon2, UINT32_MAX)) {
    }
    tes_argon2_end(&argon2, tag);
    return TES_OK;
}

/*
 * work_proof.h: the work that a visitor's device shows: so many evaluations of Argon2id, numbered
 * from 0, each of which leaves a tag of four bytes. All tags are sent; whoever checks makes one of
 * them again, at a place that nobody else knows, and so has a fixed price however much was done.
 *
 * Who leaves a share of them out is found out in that share of the cases, which costs the whole
 * challenge. So it does not pay, and there is no luck in it as there is in a search for a hash that
 * begins with zeros: a device knows beforehand how long it will take.
 *
 * Tag i is `argon2 SEED -id -t 1 -k 8192 -p 1 -l 4` of the text "tessera-work-1:i". Freestanding.
 */
#ifndef TES_WORK_PROOF_H
#define TES_WORK_PROOF_H

#include "crypto/work/argon2.h"

#define TES_PROOF_MEMORY_KIB 8192
#define TES_PROOF_SIZE       ((size_t)TES_PROOF_MEMORY_KIB * TES_BLOCK_BYTES)
#define TES_PROOF_SEED_CHARS 32 /* hexadecimal */
#define TES_PROOF_TAG_BYTES  4
#define TES_PROOF_WORK_MAX   10

/* How many evaluations work of that size is: 1, 2, 4 ... and none for 0. */
uint32_t tes_proof_evaluations(unsigned work);

/* Begins one of them; the memory has TES_PROOF_SIZE bytes, and is aligned to 16. */
TES_MUST_CHECK enum tes_status tes_proof_start(struct tes_argon2 *argon2, struct tes_slice seed,
                                               uint32_t number, void *memory);

/* Makes one tag. */
TES_MUST_CHECK enum tes_status tes_proof_tag(struct tes_slice seed, uint32_t number, void *memory,
                                             uint8_t tag[TES_PROOF_TAG_BYTES]);

#endif

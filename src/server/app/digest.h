/*
 * digest.h: SHA-256 of several texts, each with its length before it, so that no two lists of texts
 * have one digest.
 */
#ifndef SERVER_DIGEST_H
#define SERVER_DIGEST_H

#include "base/slice.h"

#define DIGEST_BYTES 32

/* Texts of up to 65535 bytes. False where it can't be had. */
TES_MUST_CHECK bool digest_parts(const struct tes_slice *parts, size_t count,
                                 uint8_t digest[DIGEST_BYTES]);

#endif

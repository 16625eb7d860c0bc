/*
 * codec.h: base64url without padding (RFC 4648, section 5) and lower-case hexadecimal.
 * Decoding is strict: each byte string has one text, every other text is refused.
 */
#ifndef TES_CODEC_H
#define TES_CODEC_H

#include "base/buf.h"

#define TES_BASE64_LENGTH(bytes) (((bytes)*4 + 2) / 3)

void tes_base64_encode(struct tes_buf *text, const void *bytes, size_t length);

/* Decodes into `bytes`; false where the text is not base64url, has stray bits or does not fit. */
TES_MUST_CHECK bool tes_base64_decode(struct tes_slice text, void *bytes, size_t size,
                                      size_t *length);

void tes_hex_encode(struct tes_buf *text, const void *bytes, size_t length);

/* Decodes exactly `length` bytes. */
TES_MUST_CHECK bool tes_hex_decode(struct tes_slice text, void *bytes, size_t length);

#endif

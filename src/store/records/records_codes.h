/*
 * records_codes.h: short codes that stand for a pass, for people who bring one from one page to
 * another by hand. A code is kept as its hash, and what it stands for as a token that only the
 * server opens: neither is of use to who reads the store. Every call may block.
 */
#ifndef STORE_RECORDS_CODES_H
#define STORE_RECORDS_CODES_H

#include "store/records/records.h"

#define RECORDS_CODE_HASH_CHARS 64 /* SHA-256 in hex */
#define RECORDS_CODE_TOKEN_MAX  4096
/* A code that is over is kept for so long, to be told apart from one that never was. */
#define RECORDS_CODE_KEPT_MS ((uint64_t)3600 * 1000)

struct records_code {
    char hash[RECORDS_CODE_HASH_CHARS + 1];
    char site[RECORDS_SITEKEY_MAX + 1];
    char token[RECORDS_CODE_TOKEN_MAX + 1];
    uint64_t expires_at_ms;
};

/* How many there may be, those that are over included. */
struct records_code_bounds {
    unsigned of_site, of_all;
};

/* Adds one; one of that hash that is there already stays as it is, which is RECORDS_OK.
 * RECORDS_EXISTS: there are too many. Rows that were over long ago go first, and where there is no
 * room all that are over. */
TES_MUST_CHECK enum records_result records_code_add(struct records *records,
                                                    const struct records_code *code,
                                                    const struct records_code_bounds *bounds);

/* The one of that hash and site; RECORDS_ABSENT where there is none. */
TES_MUST_CHECK enum records_result records_code_find(struct records *records, const char *site,
                                                     const char *hash, struct records_code *code);

#endif

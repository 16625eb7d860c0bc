#include "flow/answer/code.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/codec.h"
#include "base/secret.h"
#include "crypto/keyed_number.h"
#include "flow/issue/issue.h"
#include "server/app/digest.h"
#include "store/records/records_codes.h"

/* Crockford's: without letters that are taken for digits, and without U. */
static const char ALPHABET[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

enum { DIGIT_BITS = 5, GROUP = 4 };

/* So many at once, those that are over for less than an hour included. */
static const struct records_code_bounds BOUNDS = {.of_site = 5000, .of_all = 50000};

/* ------------------------------------------------------------------- text */

/* What people and programs put between groups: blanks and dashes, those beyond ASCII included. How
 * many bytes of it the text begins with; 0: none. */
static size_t gap(struct tes_slice text)
{
    static const struct tes_slice GAPS[] = {
        TES_SLICE_INIT(" "),      TES_SLICE_INIT("-"),      TES_SLICE_INIT("\t"),
        TES_SLICE_INIT("\r"),     TES_SLICE_INIT("\n"),     TES_SLICE_INIT("\xC2\xA0"),
        TES_SLICE_INIT("\u2010"), TES_SLICE_INIT("\u2011"), TES_SLICE_INIT("\u2012"),
        TES_SLICE_INIT("\u2013"), TES_SLICE_INIT("\u2014"), TES_SLICE_INIT("\u2212"),
        TES_SLICE_INIT("\u202F"), TES_SLICE_INIT("\u2009"),
    };
    for (size_t i = 0; i < sizeof GAPS / sizeof GAPS[0]; i++)
        if (tes_slice_starts(text, GAPS[i]))
            return GAPS[i].length;
    return 0;
}

/* The digit that a character stands for; '\0' where it stands for none. */
static char digit_of(char c)
{
    char upper = tes_ascii_is_alpha(c) ? (char)(c & ~0x20) : c;
    if (upper == 'O')
        return '0';
    if (upper == 'I' || upper == 'L')
        return '1';
    return upper != '\0' && strchr(ALPHABET, upper) != NULL ? upper : '\0';
}

bool code_read(struct tes_slice text, char digits[CODE_DIGITS + 1])
{
    size_t count = 0;
    while (text.length > 0) {
        /* Digits first: every response is looked at, and few are codes. */
        char digit = digit_of(text.at[0]);
        size_t step = digit != '\0' ? 1 : gap(text);
        if (step == 0 || (digit != '\0' && count == CODE_DIGITS))
            return false;
        if (digit != '\0')
            digits[count++] = digit;
        text.at += step;
        text.length -= step;
    }
    digits[count] = '\0';
    return count == CODE_DIGITS;
}

void code_write(const char digits[CODE_DIGITS + 1], char text[CODE_CHARS + 1])
{
    snprintf(text, CODE_CHARS + 1, "%.*s-%.*s-%.*s", GROUP, digits, GROUP, digits + GROUP, GROUP,
             digits + (size_t)2 * GROUP);
}

/* From the pass's id, which nobody knows, under a key that nobody has: as good as picked, and the
 * same each time. */
static bool pick(struct visit *visit, const struct tes_claims *pass, char digits[CODE_DIGITS + 1])
{
    const struct tes_slice parts[] = {TES_SLICE("code"), {(const char *)pass->id, sizeof pass->id}};
    uint64_t number;
    if (tes_keyed_number(visit->sealer, parts, sizeof parts / sizeof parts[0], &number) != TES_OK)
        return false;
    for (size_t i = 0; i < CODE_DIGITS; i++)
        digits[i] = ALPHABET[number >> DIGIT_BITS * i & 31];
    digits[CODE_DIGITS] = '\0';
    return true;
}

/* ------------------------------------------------------------------ store */

static bool hash(struct tes_slice site, const char digits[CODE_DIGITS + 1],
                 char text[RECORDS_CODE_HASH_CHARS + 1])
{
    const struct tes_slice parts[] = {TES_SLICE("tessera code 1"), site, tes_slice_of(digits)};
    uint8_t bytes[DIGEST_BYTES];
    struct tes_buf hex = tes_buf_on(text, RECORDS_CODE_HASH_CHARS + 1);
    if (!digest_parts(parts, sizeof parts / sizeof parts[0], bytes))
        return false;
    tes_hex_encode(&hex, bytes, sizeof bytes);
    return tes_buf_finish(&hex, NULL) == TES_OK;
}

static bool copy(char *to, size_t size, struct tes_slice from)
{
    struct tes_buf buf = tes_buf_on(to, size);
    tes_buf_slice(&buf, from);
    return tes_buf_finish(&buf, NULL) == TES_OK;
}

enum code_result code_make(struct visit *visit, const struct tes_claims *pass,
                           char digits[CODE_DIGITS + 1])
{
    static const enum code_result RESULTS[] = {
        [RECORDS_OK] = CODE_DONE,
        [RECORDS_EXISTS] = CODE_FULL,
        [RECORDS_ABSENT] = CODE_FAILED,
        [RECORDS_FAILED] = CODE_FAILED,
    };
    struct records_code row = {.expires_at_ms = pass->expires_at_ms};
    struct tes_slice token = issue_token(visit, TES_PURPOSE_CODE, pass);
    if (token.at == NULL || !pick(visit, pass, digits) || !hash(pass->site, digits, row.hash) ||
        !copy(row.site, sizeof row.site, pass->site) || !copy(row.token, sizeof row.token, token) ||
        !visit_may_wait(visit))
        return CODE_FAILED;
    struct records *records = visit->app->records;
    enum records_result result =
        records_is_lost(records) ? RECORDS_FAILED : records_code_add(records, &row, &BOUNDS);
    visit_has_waited(visit);
    return RESULTS[result];
}

/* The row of a code; waits for the records. */
static enum records_result find(struct visit *visit, struct tes_slice sitekey,
                                const char digits[CODE_DIGITS + 1], struct records_code *row)
{
    struct records *records = visit->app->records;
    char site[RECORDS_SITEKEY_MAX + 1], hashed[RECORDS_CODE_HASH_CHARS + 1];
    if (!copy(site, sizeof site, sitekey) || !hash(sitekey, digits, hashed) ||
        !visit_may_wait(visit))
        return RECORDS_FAILED;
    enum records_result result =
        records_is_lost(records) ? RECORDS_FAILED : records_code_find(records, site, hashed, row);
    visit_has_waited(visit);
    return result;
}

enum outcome code_open(struct visit *visit, struct tes_slice sitekey,
                       const char digits[CODE_DIGITS + 1], struct redeemed *redeemed)
{
    struct records_code row;
    if (visit_hops(visit))
        return OUTCOME_UNAVAILABLE;
    enum records_result found = find(visit, sitekey, digits, &row);
    if (found != RECORDS_OK)
        return found == RECORDS_ABSENT ? OUTCOME_INVALID : OUTCOME_UNAVAILABLE;
    enum tes_status status = tes_open(visit->sealer, TES_PURPOSE_CODE, row.token, strlen(row.token),
                                      redeemed->plain, &redeemed->claims);
    return status == TES_OK       ? OUTCOME_OK
           : status == TES_FAILED ? OUTCOME_UNAVAILABLE
                                  : OUTCOME_INVALID;
}

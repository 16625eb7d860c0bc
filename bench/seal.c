/*
 * seal: what it costs to seal the token of a challenge and to open it again: `seal MILLISECONDS`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define BATCH 256 /* between two looks at the clock */
/* clang-format off */
#define TEXT(text) {(text), sizeof(text) - 1}
/* clang-format on */

/* As long as what the server puts into a challenge's token for a site that names user and session.
 */
static struct tes_claims challenge_claims(void)
{
    struct tes_claims claims = {
        .issued_at_ms = 1800000000000,
        .not_before_ms = 1800000001200,
        .expires_at_ms = 1800000180000,
        .difficulty = TES_MEDIUM,
        .round = 1,
        .kind = TEXT("puzzle"),
        .params = TEXT("\x06"),
        .ip_bucket = TEXT("203.0.113.0/24"),
        .site = TEXT("ts_0123456789abcdefghijkl"),
        .hostname = TEXT("www.example.org"),
        .user = TEXT("user-000042"),
        .session = TEXT("session-000042"),
    };
    memset(claims.id, 0x5a, sizeof claims.id);
    memset(claims.seed, 0xa5, sizeof claims.seed);
    return claims;
}

static void seal_and_open(struct tes_sealer *sealer, uint64_t number)
{
    struct tes_claims claims = challenge_claims(), opened;
    uint8_t nonce[16] = {0}, plain[TES_TOKEN_MAX];
    char token[TES_TOKEN_MAX + 1];
    size_t length;
    memcpy(nonce, &number, sizeof number);
    memcpy(claims.id, &number, sizeof number);
    if (tes_seal(sealer, TES_PURPOSE_CHALLENGE, &claims, nonce, token, sizeof token, &length) !=
        TES_OK)
        errx(1, "tes_seal failed");
    if (tes_open(sealer, TES_PURPOSE_CHALLENGE, token, length, plain, &opened) != TES_OK)
        errx(1, "tes_open failed");
    if (memcmp(opened.id, claims.id, sizeof opened.id) != 0)
        errx(1, "what was opened is not what was sealed");
}

int main(int argc, char **argv)
{
    static const char secret[] = "a secret for nothing but measuring";
    if (argc != 2) {
        fputs("usage: seal MILLISECONDS\n", stderr);
        return 2;
    }
    struct tes_sealer *sealer = tes_sealer_new(secret, sizeof secret - 1);
    if (sealer == NULL)
        errx(1, "tes_sealer_new failed");
    double wanted_ms = strtod(argv[1], NULL);
    uint64_t count = 0;
    double start_ms = spent_ms(), elapsed_ms;
    do {
        for (unsigned i = 0; i < BATCH; i++)
            seal_and_open(sealer, count++);
        elapsed_ms = spent_ms() - start_ms;
    } while (elapsed_ms < wanted_ms);
    printf("{\"count\":%llu,\"microseconds\":%.4f}\n", (unsigned long long)count,
           elapsed_ms * 1e3 / (double)count);
    tes_sealer_free(sealer);
    return 0;
}

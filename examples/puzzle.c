/*
 * A puzzle's life, on the library alone: generated and shown, sealed into the token that a browser
 * would hold, opened again, and answered rightly and wrongly.
 *
 *     make build/plain/examples/puzzle && build/plain/examples/puzzle
 */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "tessera.h"

#define SECRET "a secret of your own, at least 16 bytes"

enum { SIDE = 4 };

static const char *const CELLS[] = {" ·", " ■", " ●"}; /* empty, black, pink */

/* The text of a member of the challenge's JSON; good enough where no text holds a quote. */
static const char *member(const char *json, const char *name)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
    const char *found = strstr(json, quoted);
    return found != NULL ? found + strlen(quoted) : "";
}

static void show_row(const char *grid, int row)
{
    for (int column = 0; column < SIDE; column++)
        fputs(CELLS[(grid[row * SIDE + column] - '0') % 3], stdout);
}

static void show(const char *json)
{
    const char *before = member(json, "before"), *after = member(json, "after");
    const char *start = member(json, "start"), *sentence = member(json, "instructions");
    const char *options = strstr(json, "\"options\":");
    printf("%.*s\n\n", (int)strcspn(sentence, "\""), sentence);
    printf("   Before         After      |   Your grid\n\n");
    for (int row = 0; row < SIDE; row++) {
        fputs("  ", stdout);
        show_row(before, row);
        fputs(row == 1 ? "   ->  " : "       ", stdout);
        show_row(after, row);
        fputs("    |  ", stdout);
        show_row(start, row);
        puts(row == 1 ? "   ->  ?" : "");
    }
    if (options != NULL)
        printf("\nThe legend: %.*s\n", (int)strcspn(options + 11, "]"), options + 11);
}

static void judge(const struct tes_challenge *challenge, const char *answer)
{
    enum tes_status status = tes_verify(challenge, answer, strlen(answer));
    printf("  %-24s %s\n", answer, status == TES_OK ? "right" : tes_status_text(status));
}

/* Draws a seed and an identifier for a new challenge and generates it. */
static enum tes_status issue(struct tes_sealer *sealer, struct tes_claims *claims,
                             struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    if (getrandom(claims->id, sizeof claims->id, 0) != sizeof claims->id ||
        getrandom(claims->seed, sizeof claims->seed, 0) != sizeof claims->seed)
        return TES_FAILED;
    claims->kind = (struct tes_slice){"puzzle", 6};
    enum tes_status status = tes_challenge_key(sealer, claims, key);
    if (status == TES_OK)
        status = tes_generate("puzzle", key, NULL, challenge);
    if (status == TES_OK)
        tes_claim(challenge, claims);
    return status;
}

/* From the token alone back to the challenge, as a server does when an answer arrives. */
static enum tes_status reopen(struct tes_sealer *sealer, const char *token, size_t token_length,
                              struct tes_challenge *challenge)
{
    uint8_t plain[TES_TOKEN_MAX], key[TES_KEY_BYTES];
    struct tes_claims claims;
    enum tes_status status =
        tes_open(sealer, TES_PURPOSE_CHALLENGE, token, token_length, plain, &claims);
    if (status == TES_OK)
        status = tes_challenge_key(sealer, &claims, key);
    if (status == TES_OK)
        status = tes_generate_claimed(&claims, key, challenge);
    return status;
}

static enum tes_status run(struct tes_sealer *sealer)
{
    struct tes_claims claims = {0};
    struct tes_challenge issued, reopened;
    uint8_t nonce[16];
    char token[TES_TOKEN_MAX + 1], json[4096], right[TES_ANSWER_MAX + 1];
    size_t token_length;

    enum tes_status status = issue(sealer, &claims, &issued);
    if (status == TES_OK)
        status = tes_describe(&issued, "example", false, json, sizeof json, NULL);
    if (status != TES_OK)
        return status;
    show(json);

    if (getrandom(nonce, sizeof nonce, 0) != sizeof nonce)
        return TES_FAILED;
    status =
        tes_seal(sealer, TES_PURPOSE_CHALLENGE, &claims, nonce, token, sizeof token, &token_length);
    if (status != TES_OK)
        return status;
    printf("\nWhat the browser holds, %zu characters:\n  %s\n", token_length, token);

    status = reopen(sealer, token, token_length, &reopened);
    if (status == TES_OK)
        status = tes_answer(&reopened, right, sizeof right, NULL);
    if (status != TES_OK)
        return status;
    printf("\nAnswers:\n");
    judge(&reopened, right);
    judge(&reopened, "0000000000000000");
    judge(&reopened, "shift up,shift up");
    judge(&reopened, "no idea");
    return TES_OK;
}

int main(void)
{
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET - 1);
    enum tes_status status = sealer != NULL ? run(sealer) : TES_NO_MEMORY;
    tes_sealer_free(sealer);
    if (status != TES_OK)
        fprintf(stderr, "puzzle: %s\n", tes_status_text(status));
    return status == TES_OK ? 0 : 1;
}

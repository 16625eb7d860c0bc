#include "serve/challenge/work.h"

#include <string.h>

#include "base/ascii.h"
#include "base/codec.h"
#include "serve/app/budget.h"

enum {
    SEED_BYTES = 16,
    SEED_CHARS = 2 * SEED_BYTES,
    NONCE_CHARS = 16, /* a whole number that a script can hold, below 2^53 */
    TIME_LIMIT_S = 90,
};

struct work {
    char seed[SEED_CHARS + 1]; /* hexadecimal */
    unsigned bits;
};

_Static_assert(sizeof(struct work) <= TES_DETAIL_BYTES, "it fits into a challenge");

static struct work work_of(const struct tes_challenge *challenge)
{
    struct work work;
    memcpy(&work, challenge->detail, sizeof work);
    return work;
}

bool work_is_claimed(const struct tes_claims *claims)
{
    return tes_slice_equal(claims->kind, TES_SLICE(WORK_NAME));
}

unsigned work_bits(struct visit *visit)
{
    unsigned bits = visit->config->challenge_pow_bits;
    for (uint64_t had = budget_used(visit, BUDGET_POW); had > 0; had /= 2)
        bits++;
    return bits < WORK_BITS_MAX ? bits : WORK_BITS_MAX;
}

enum tes_status work_make(const uint8_t key[TES_KEY_BYTES], unsigned bits,
                          struct tes_challenge *challenge)
{
    struct work work = {.bits = bits};
    struct tes_buf seed = tes_buf_on(work.seed, sizeof work.seed);
    if (bits == 0 || bits > WORK_BITS_MAX)
        return TES_BAD_ARGUMENT;
    tes_hex_encode(&seed, key, SEED_BYTES);
    memset(challenge, 0, sizeof *challenge);
    challenge->kind = &work_kind;
    challenge->difficulty = TES_MEDIUM;
    challenge->time_limit_s = work_kind.time_limit_s;
    challenge->params[0] = (uint8_t)bits;
    challenge->params_length = 1;
    memcpy(challenge->detail, &work, sizeof work);
    return seed.failed ? TES_TOO_SMALL : TES_OK;
}

enum tes_status work_make_claimed(const struct tes_claims *claims, const uint8_t key[TES_KEY_BYTES],
                                  struct tes_challenge *challenge)
{
    if (claims->params.length != 1)
        return TES_STALE;
    enum tes_status status = work_make(key, (uint8_t)claims->params.at[0], challenge);
    return status == TES_BAD_ARGUMENT ? TES_STALE : status;
}

/* A whole number in its one form: no sign, no zeros before it. */
static enum tes_status normalise(const struct tes_challenge *challenge, struct tes_slice answer,
                                 struct tes_buf *text)
{
    (void)challenge;
    if (answer.length == 0 || answer.length > NONCE_CHARS ||
        (answer.at[0] == '0' && answer.length > 1))
        return TES_BAD_ANSWER;
    for (size_t i = 0; i < answer.length; i++)
        if (!tes_ascii_is_digit(answer.at[i]))
            return TES_BAD_ANSWER;
    tes_buf_slice(text, answer);
    return TES_OK;
}

static unsigned zero_bits(const uint8_t hash[RECORDS_HASH_BYTES])
{
    unsigned bits = 0;
    while (bits < 8 * RECORDS_HASH_BYTES && (hash[bits / 8] & 0x80 >> bits % 8) == 0)
        bits++;
    return bits;
}

static bool is_right(const struct tes_challenge *challenge, struct tes_slice answer)
{
    struct work work = work_of(challenge);
    char memory[SEED_CHARS + 1 + NONCE_CHARS];
    uint8_t hash[RECORDS_HASH_BYTES];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    tes_buf_text(&text, work.seed);
    tes_buf_char(&text, ':');
    tes_buf_slice(&text, answer);
    return !text.failed && sites_hash(tes_buf_done(&text), hash) && zero_bits(hash) >= work.bits;
}

/* Nobody knows it before it has been looked for, nor is there anything to reveal. */
static void answer_nothing(const struct tes_challenge *challenge, struct tes_buf *text)
{
    (void)challenge;
    (void)text;
}

static void describe_nothing(const struct tes_challenge *challenge, struct tes_json *json)
{
    (void)challenge;
    (void)json;
}

/* One of a thousand guesses, where bits are fewest. */
static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return 0;
}

static void instructions(const struct tes_challenge *challenge, struct tes_buf *text)
{
    (void)challenge;
    tes_buf_text(text, "Let your device work for a moment");
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    struct work work = work_of(challenge);
    tes_json_null(json, "options");
    tes_json_string(json, "algorithm", TES_SLICE("SHA-256"));
    tes_json_string(json, "seed", tes_slice_of(work.seed));
    tes_json_number(json, "bits", work.bits);
}

const struct tes_kind work_kind = {
    .name = WORK_NAME,
    .title = "Proof of work",
    .time_limit_s = TIME_LIMIT_S,
    .normalise = normalise,
    .answer = answer_nothing,
    .guess_percent = guess_percent,
    .instructions = instructions,
    .describe_view = describe_view,
    .describe_truth = describe_nothing,
    .describe_correct = describe_nothing,
    .is_right = is_right,
};

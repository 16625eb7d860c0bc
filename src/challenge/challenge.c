/* The public functions on challenges: each checks its arguments and hands over to the kind. */
#include "base/bytes.h"
#include "challenge/kind.h"

void tes_key_from_seed(uint64_t seed, uint8_t key[TES_KEY_BYTES])
{
    /* So that these streams differ from those of any other use of a short key. */
    uint8_t short_key[TES_KEY_BYTES] = "01234567tessera: key from a seed";
    struct tes_random random;
    tes_bytes_put(short_key, seed, 8);
    tes_random_start(&random, short_key);
    for (unsigned i = 0; i < TES_KEY_BYTES; i += 4)
        tes_bytes_put(key + i, tes_random_word(&random), 4);
    tes_random_end(&random);
}

static enum tes_status generate(const struct tes_kind *kind, const uint8_t key[TES_KEY_BYTES],
                                struct tes_options options, struct tes_challenge *challenge)
{
    struct tes_random random;
    if (options.difficulty == 0)
        options.difficulty = TES_MEDIUM;
    if (options.difficulty < TES_EASY || options.difficulty > TES_HARD ||
        options.renderer >= TES_RENDERER_COUNT || options.profile >= TES_PROFILE_COUNT)
        return TES_BAD_ARGUMENT;

    __builtin_memset(challenge, 0, sizeof *challenge);
    challenge->kind = kind;
    challenge->difficulty = options.difficulty;
    challenge->time_limit_s = kind->time_limit_s;
    tes_random_start(&random, key);
    enum tes_status status = kind->generate(&random, &options, challenge);
    tes_random_end(&random);
    return status;
}

enum tes_status tes_generate(const char *kind, const uint8_t key[TES_KEY_BYTES],
                             const struct tes_options *options, struct tes_challenge *challenge)
{
    const struct tes_kind *found = tes_kind_find(tes_slice_of(kind));
    if (found == NULL)
        return TES_UNKNOWN_KIND;
    return generate(found, key, options != NULL ? *options : (struct tes_options){0}, challenge);
}

void tes_claim(const struct tes_challenge *challenge, struct tes_claims *claims)
{
    claims->kind = tes_slice_of(challenge->kind->name);
    claims->difficulty = (uint64_t)challenge->difficulty;
    claims->params = (struct tes_slice){(const char *)challenge->params, challenge->params_length};
}

enum tes_status tes_generate_claimed(const struct tes_claims *claims,
                                     const uint8_t key[TES_KEY_BYTES],
                                     struct tes_challenge *challenge)
{
    struct tes_options options = {0};
    const struct tes_kind *kind = tes_kind_find(claims->kind);
    if (kind == NULL)
        return TES_UNKNOWN_KIND;
    if (claims->difficulty < TES_EASY || claims->difficulty > TES_HARD)
        return TES_BAD_ARGUMENT;
    if (!kind->options_from_params(claims->params, &options))
        return TES_STALE;
    options.difficulty = (enum tes_difficulty)claims->difficulty;

    enum tes_status status = generate(kind, key, options, challenge);
    if (status != TES_OK)
        return status;
    struct tes_claims regenerated = {0};
    tes_claim(challenge, &regenerated);
    return tes_slice_equal(regenerated.params, claims->params) ? TES_OK : TES_STALE;
}

enum tes_status tes_normalise(const struct tes_challenge *challenge, const char *answer,
                              size_t answer_length, char *text, size_t text_size,
                              size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    struct tes_slice given = tes_slice_trim((struct tes_slice){answer, answer_length});
    if (answer_length > TES_ANSWER_MAX)
        return TES_BAD_ANSWER;
    enum tes_status status = challenge->kind->normalise(challenge, given, &buf);
    return status != TES_OK ? status : tes_buf_finish(&buf, text_length);
}

enum tes_status tes_answer(const struct tes_challenge *challenge, char *text, size_t text_size,
                           size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    challenge->kind->answer(challenge, &buf);
    return tes_buf_finish(&buf, text_length);
}

enum tes_status tes_verify(const struct tes_challenge *challenge, const char *answer,
                           size_t answer_length)
{
    char given[TES_ANSWER_MAX + 1], right[TES_ANSWER_MAX + 1];
    size_t given_length, right_length;
    enum tes_status status =
        tes_normalise(challenge, answer, answer_length, given, sizeof given, &given_length);
    if (status == TES_OK && challenge->kind->is_right != NULL)
        return challenge->kind->is_right(challenge, (struct tes_slice){given, given_length})
                   ? TES_OK
                   : TES_INCORRECT;
    if (status == TES_OK)
        status = tes_answer(challenge, right, sizeof right, &right_length);
    if (status != TES_OK)
        return status;
    bool is_right = tes_slice_equal((struct tes_slice){given, given_length},
                                    (struct tes_slice){right, right_length});
    return is_right ? TES_OK : TES_INCORRECT;
}

enum tes_status tes_describe(const struct tes_challenge *challenge, const char *id, bool truth,
                             char *text, size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_kind_describe_all(challenge, id, truth, &json);
    tes_json_close(&json, '}');
    return tes_buf_finish(&buf, text_length);
}

enum tes_status tes_speak(const struct tes_challenge *challenge, const char *language, char *text,
                          size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    if (challenge->kind->speak == NULL)
        return TES_UNAVAILABLE;
    enum tes_status status = challenge->kind->speak(challenge, tes_slice_of(language), &buf);
    return status != TES_OK ? status : tes_buf_finish(&buf, text_length);
}

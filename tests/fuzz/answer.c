/*
 * Answers: the first four bytes choose a challenge of any kind, the rest is what somebody sent.
 * Whatever has the form of an answer must be judged the same before and after it is brought into
 * that form, that form must stay as it is, and only the right answer's is right.
 */
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

static void require(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An answer in the form that is compared. */
struct form {
    char text[TES_ANSWER_MAX + 1];
    size_t length;
};

static bool is_same(const struct form *a, const struct form *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The first bytes are seed, kind, difficulty and the length of the puzzle's legend. */
static struct tes_challenge make(const uint8_t *data)
{
    size_t kinds = 0;
    while (tes_kind_name(kinds) != NULL)
        kinds++;
    require(kinds > 0);
    uint8_t key[TES_KEY_BYTES];
    struct tes_challenge challenge;
    struct tes_options options = {.difficulty = (enum tes_difficulty)(data[2] % 4),
                                  .transform_count = data[3]};
    tes_key_from_seed(data[0], key);
    require(tes_generate(tes_kind_name(data[1] % kinds), key, &options, &challenge) == TES_OK);
    return challenge;
}

static enum tes_status normalise(const struct tes_challenge *challenge, const char *answer,
                                 size_t length, struct form *form)
{
    return tes_normalise(challenge, answer, length, form->text, sizeof form->text, &form->length);
}

/* The right answer is one, and has its form already. */
static struct form right_answer(const struct tes_challenge *challenge)
{
    struct form right, again;
    require(tes_answer(challenge, right.text, sizeof right.text, &right.length) == TES_OK);
    require(normalise(challenge, right.text, right.length, &again) == TES_OK);
    require(is_same(&right, &again));
    require(tes_verify(challenge, right.text, right.length) == TES_OK);
    return right;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    struct tes_challenge challenge = make(data);
    struct form right = right_answer(&challenge), once, twice;
    const char *answer = (const char *)data + 4;
    enum tes_status verdict = tes_verify(&challenge, answer, size - 4);
    enum tes_status status = normalise(&challenge, answer, size - 4, &once);
    require(status == TES_OK || status == TES_BAD_ANSWER);
    require((verdict == TES_BAD_ANSWER) == (status == TES_BAD_ANSWER));
    if (status != TES_OK)
        return 0;
    require(verdict == (is_same(&once, &right) ? TES_OK : TES_INCORRECT));
    require(tes_verify(&challenge, once.text, once.length) == verdict);
    require(normalise(&challenge, once.text, once.length, &twice) == TES_OK);
    require(is_same(&once, &twice));
    return 0;
}

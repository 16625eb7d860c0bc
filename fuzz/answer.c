/*
 * Answers: the first four bytes choose a challenge, the rest is what somebody sent. Whatever has
 * the form of an answer must be judged the same before and after it is brought into that form, and
 * that form must stay as it is.
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    size_t kinds = 0;
    while (tes_kind_name(kinds) != NULL)
        kinds++;
    require(kinds > 0);
    uint8_t key[TES_KEY_BYTES];
    struct tes_challenge challenge;
    struct tes_options options = {(enum tes_difficulty)(data[2] % 4), data[3]};
    tes_key_from_seed(data[0], key);
    require(tes_generate(tes_kind_name(data[1] % kinds), key, &options, &challenge) == TES_OK);

    const char *answer = (const char *)data + 4;
    char once[TES_ANSWER_MAX + 1], twice[TES_ANSWER_MAX + 1];
    size_t once_length, twice_length;
    enum tes_status verdict = tes_verify(&challenge, answer, size - 4);
    enum tes_status form =
        tes_normalise(&challenge, answer, size - 4, once, sizeof once, &once_length);
    require(form == TES_OK || form == TES_BAD_ANSWER);
    require((verdict == TES_BAD_ANSWER) == (form == TES_BAD_ANSWER));
    if (form != TES_OK)
        return 0;
    require(verdict == TES_OK || verdict == TES_INCORRECT);
    require(tes_verify(&challenge, once, once_length) == verdict);
    require(tes_normalise(&challenge, once, once_length, twice, sizeof twice, &twice_length) ==
            TES_OK);
    require(once_length == twice_length && memcmp(once, twice, once_length) == 0);
    return 0;
}

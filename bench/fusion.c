/*
 * fusion: how long two adapters and their fusion take, with all that they compute: the style of a
 * message held against a profile, and the answer to a scene judged. `fusion MILLISECONDS`.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"

#define BATCH 64 /* between two looks at the clock */

/* Some 400 characters, as a message in a forum may have. */
static const char MESSAGE[] =
    "I went through the whole list again last night, and most of it still holds. The second pump "
    "is "
    "louder than it was in spring; whether that is the bearing or just the housing, I can't tell "
    "without taking it apart. If nobody minds, I would rather wait until the new seals are here, "
    "since "
    "we'd have to open it twice otherwise. Could you ask them when they mean to send those? "
    "Thanks, "
    "and don't worry about the invoice.";

static void teach(struct tes_style_profile *profile)
{
    struct tes_auth_request request = {.message = {MESSAGE, sizeof MESSAGE - 1}};
    for (unsigned i = 0; i < 12; i++) {
        request.message.length = sizeof MESSAGE - 1 - 7 * i;
        must(tes_style_learn(profile, &request), "tes_style_learn");
    }
}

static struct tes_auth_challenge put_scene(char *answer, size_t answer_size)
{
    struct tes_auth_challenge put = {
        .outcome = TES_AUTH_OPEN, .response_ms = 4000, .has_device = true};
    uint8_t key[TES_KEY_BYTES];
    size_t length;
    tes_key_from_seed(42, key);
    must(tes_generate("scene", key, NULL, &put.challenge), "tes_generate");
    must(tes_answer(&put.challenge, answer, answer_size, &length), "tes_answer");
    put.answer = (struct tes_slice){answer, length};
    return put;
}

int main(int argc, char **argv)
{
    static struct tes_style_profile profile;
    static char answer[TES_ANSWER_MAX + 1];
    if (argc != 2) {
        fputs("usage: fusion MILLISECONDS\n", stderr);
        return 2;
    }
    teach(&profile);
    const struct tes_auth_challenge put = put_scene(answer, sizeof answer);
    struct tes_auth_cultural cultural = {&profile};
    struct tes_auth_spatial spatial = {0};
    struct tes_auth_port ports[] = {tes_auth_cultural_port(&cultural),
                                    tes_auth_spatial_port(&spatial)};
    struct tes_fusion fusion = {.count = 2, .parts = {{&ports[0], 0.6}, {&ports[1], 0.4}}};
    double wanted_ms = strtod(argv[1], NULL), start_ms = spent_ms(), elapsed_ms;
    unsigned long count = 0;
    do {
        for (unsigned i = 0; i < BATCH; i++, count++) {
            struct tes_auth_challenge once = put; /* it is gone after one answer */
            struct tes_auth_request request = {.message = {MESSAGE, sizeof MESSAGE - 1},
                                               .challenge = &once};
            struct tes_fusion_result result;
            must(tes_fusion_authenticate(&fusion, &request, &result), "tes_fusion_authenticate");
            if (!result.is_human || result.used_count != 2)
                errx(1, "this was to be a person: %f", result.confidence);
        }
        elapsed_ms = spent_ms() - start_ms;
    } while (elapsed_ms < wanted_ms);
    printf("{\"count\":%lu,\"microseconds\":%.4f}\n", count, elapsed_ms * 1e3 / (double)count);
    return 0;
}

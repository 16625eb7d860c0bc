#include "made.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

void made_challenge(const char *kind, const struct tes_options *options, uint64_t seed,
                    struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    enum tes_status status = tes_generate(kind, key, options, challenge);
    if (status != TES_OK)
        errx(1, "%s: %s", kind, tes_status_text(status));
}

const struct tes_animation *made_pictures(const struct tes_challenge *challenge)
{
    static struct tes_animation animation;
    static void *memory;
    static size_t memory_size;
    size_t size = tes_animate_bound(challenge);
    if (size > memory_size) {
        free(memory);
        memory = malloc(size);
        memory_size = size;
    }
    if (memory == NULL || tes_animate(challenge, memory, size, &animation) != TES_OK)
        errx(1, "a challenge can't be drawn");
    return &animation;
}

enum tes_difficulty made_level(const char *name)
{
    enum tes_difficulty level = tes_difficulty_find((struct tes_slice){name, strlen(name)});
    if (level == 0)
        errx(2, "expected easy, medium or hard");
    return level;
}

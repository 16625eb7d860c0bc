/*
 * Prints what the native build makes, for wasm.test.js to compare: for every seed below the first
 * argument and every difficulty, the challenge's JSON with its truth, and a tab; and for seeds that
 * the second argument divides, the SHA-256 of its pixels, its palette, and the pixels of the steps
 * where it moves. Every third seed is heard where the kind can be, and every fifth has the seed's
 * own levels.
 */
#include <inttypes.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

#include "tessera.h"

/* Pixels, and what drawing works in behind them. */
static _Alignas(16) uint8_t memory[8 * 1024 * 1024];

static bool hash_picture(const struct tes_challenge *challenge, EVP_MD_CTX *context)
{
    static struct tes_animation animation;
    const struct tes_image *image = &animation.image;
    uint8_t hash[EVP_MAX_MD_SIZE];
    unsigned length;
    if (challenge->view.width == 0)
        return true;
    if (tes_animate(challenge, memory, sizeof memory, &animation) != TES_OK)
        return false;
    if (!EVP_DigestInit_ex(context, EVP_sha256(), NULL) ||
        !EVP_DigestUpdate(context, image->pixels, (size_t)image->width * image->height) ||
        !EVP_DigestUpdate(context, image->palette, (size_t)image->palette_count * 3))
        return false;
    for (unsigned i = 0; i < animation.step_count; i++) {
        const struct tes_step *step = &animation.steps[i];
        unsigned scale = step->scale > 0 ? step->scale : 1;
        size_t count = (size_t)(step->part.width / scale) * (step->part.height / scale);
        if (!EVP_DigestUpdate(context, step->pixels, count))
            return false;
    }
    if (!EVP_DigestFinal_ex(context, hash, &length))
        return false;
    for (unsigned i = 0; i < length; i++)
        printf("%02x", hash[i]);
    return true;
}

static bool print_line(const char *kind, uint64_t seed, enum tes_difficulty difficulty,
                       EVP_MD_CTX *context)
{
    struct tes_challenge challenge;
    struct tes_options options = {
        .difficulty = difficulty,
        .is_heard = seed % 3 == 1,
        .profile = seed % 5 == 2 ? TES_PROFILE_SEED : TES_PROFILE_DEFAULT,
    };
    uint8_t key[TES_KEY_BYTES];
    char id[64], json[16 * 1024];
    tes_key_from_seed(seed, key);
    snprintf(id, sizeof id, "%s-%" PRIu64, kind, seed);
    if (tes_generate(kind, key, &options, &challenge) != TES_OK ||
        tes_describe(&challenge, id, true, json, sizeof json, NULL) != TES_OK)
        return false;
    printf("%s\t", json);
    bool done = context == NULL || hash_picture(&challenge, context);
    putchar('\n');
    return done;
}

int main(int argc, char **argv)
{
    const char *kind;
    uint64_t seeds = argc == 3 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t drawn_every = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_good = seeds > 0 && drawn_every > 0 && context != NULL;
    for (size_t i = 0; is_good && (kind = tes_kind_name(i)) != NULL; i++)
        for (uint64_t seed = 0; is_good && seed < seeds; seed++)
            for (int level = TES_EASY; is_good && level <= TES_HARD; level++)
                is_good = print_line(kind, seed, (enum tes_difficulty)level,
                                     seed % drawn_every == 0 ? context : NULL);
    EVP_MD_CTX_free(context);
    return is_good ? 0 : 1;
}

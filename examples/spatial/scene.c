/*
 * A spatial challenge on the library alone: generated from a seed, drawn into a file, told, and
 * answered with each of its options, of which one is right.
 *
 *     make build/plain/examples/spatial/scene
 *     build/plain/examples/spatial/scene 42 medium scene.png
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

static enum tes_difficulty difficulty_of(const char *name)
{
    static const char *const NAMES[] = {
        [TES_EASY] = "easy", [TES_MEDIUM] = "medium", [TES_HARD] = "hard"};
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++)
        if (strcmp(name, NAMES[level]) == 0)
            return level;
    return 0;
}

/* Draws the picture and writes it as PNG. Drawing and packing take memory of the caller's. */
static bool write_picture(const struct tes_challenge *challenge, const char *path)
{
    size_t size = tes_draw_bound(challenge), length = 0;
    size_t png_size = tes_png_bound(challenge->view.width, challenge->view.height);
    void *memory = malloc(size);
    uint8_t *png = malloc(png_size);
    struct tes_image image;
    bool is_done = memory != NULL && png != NULL &&
                   tes_draw(challenge, memory, size, &image) == TES_OK &&
                   tes_png_encode(&image, png, png_size, &length) == TES_OK;
    FILE *file = is_done ? fopen(path, "wb") : NULL;
    is_done = file != NULL && fwrite(png, 1, length, file) == length;
    if (file != NULL && fclose(file) != 0)
        is_done = false;
    free(png);
    free(memory);
    return is_done;
}

/* An answer is an option's place, counted from 0. */
static void judge_each(const struct tes_challenge *challenge)
{
    for (unsigned i = 0; i < challenge->view.count; i++) {
        char place[16];
        snprintf(place, sizeof place, "%u", i);
        enum tes_status status = tes_verify(challenge, place, strlen(place));
        printf("  %s: %s\n", place, status == TES_OK ? "right" : tes_status_text(status));
    }
}

int main(int argc, char **argv)
{
    struct tes_options options = {.profile = TES_PROFILE_SEED}; /* the original plugin's levels */
    struct tes_challenge challenge;
    uint8_t key[TES_KEY_BYTES];
    char question[TES_RECORD_MAX], choices[TES_RECORD_MAX];
    if (argc != 4 || (options.difficulty = difficulty_of(argv[2])) == 0) {
        fputs("usage: scene SEED easy|medium|hard FILE.png\n", stderr);
        return 2;
    }
    /* Whoever knows the seed knows the answer: a server takes a key that depends on a secret. */
    tes_key_from_seed(strtoull(argv[1], NULL, 10), key);
    enum tes_status status = tes_generate("scene", key, &options, &challenge);
    if (status == TES_OK)
        status = tes_record_question_text(&challenge, question, sizeof question, NULL);
    if (status == TES_OK)
        status = tes_record_options(&challenge, choices, sizeof choices, NULL);
    if (status != TES_OK || !write_picture(&challenge, argv[3])) {
        fprintf(stderr, "scene: %s\n", status != TES_OK ? tes_status_text(status) : argv[3]);
        return 1;
    }
    printf("%s\n%s\n", question, choices);
    judge_each(&challenge);
    return 0;
}

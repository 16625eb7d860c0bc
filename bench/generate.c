/*
 * generate: how many challenges of a kind a core makes in a second: `generate KIND MILLISECONDS`,
 * and with a third argument `drawn` each is drawn and encoded as PNG as well.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tessera.h"

#define BATCH 64 /* between two looks at the clock */

struct picture {
    uint8_t *pixels, *png;
    size_t pixels_size, png_size;
};

/* CPU time: what the neighbours on this core take is not ours. */
static double spent_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void must(enum tes_status status, const char *what)
{
    if (status != TES_OK)
        errx(1, "%s: %s", what, tes_status_text(status));
}

static void make(const char *kind, uint64_t seed, struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    must(tes_generate(kind, key, NULL, challenge), "tes_generate");
}

/* Buffers are grown once: they belong to the caller, who would keep them too. */
static void draw(const struct tes_challenge *challenge, struct picture *picture)
{
    struct tes_image image;
    size_t pixels_size = tes_draw_bound(challenge), png_length;
    if (pixels_size > picture->pixels_size) {
        free(picture->pixels);
        picture->pixels = malloc(pixels_size);
        picture->pixels_size = pixels_size;
    }
    if (picture->pixels == NULL)
        errx(1, "out of memory");
    must(tes_draw(challenge, picture->pixels, picture->pixels_size, &image), "tes_draw");
    size_t png_size = tes_png_bound(image.width, image.height);
    if (png_size > picture->png_size) {
        free(picture->png);
        picture->png = malloc(png_size);
        picture->png_size = png_size;
    }
    if (picture->png == NULL)
        errx(1, "out of memory");
    must(tes_png_encode(&image, picture->png, picture->png_size, &png_length), "tes_png_encode");
}

int main(int argc, char **argv)
{
    static struct tes_challenge challenge;
    struct picture picture = {0};
    if (argc < 3 || argc > 4 || (argc == 4 && strcmp(argv[3], "drawn") != 0)) {
        fputs("usage: generate KIND MILLISECONDS [drawn]\n", stderr);
        return 2;
    }
    double wanted_s = strtod(argv[2], NULL) / 1e3;
    uint64_t count = 0;
    double start_s = spent_s(), elapsed_s;
    do {
        for (unsigned i = 0; i < BATCH; i++) {
            make(argv[1], count++, &challenge);
            if (argc == 4)
                draw(&challenge, &picture);
        }
        elapsed_s = spent_s() - start_s;
    } while (elapsed_s < wanted_s);
    printf("{\"count\":%llu,\"per_second\":%.1f}\n", (unsigned long long)count,
           (double)count / elapsed_s);
    free(picture.pixels);
    free(picture.png);
    return 0;
}

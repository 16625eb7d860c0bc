/*
 * Writes src/auth/auth_style_background.def: how often people at large do what a style is made of.
 * Reads texts by many people, with lines of "%" between them, as Debian's package `fortunes` has
 * them. Texts that tell who wrote them ("-- NAME") are left out: bench/style measures with those.
 *
 *     make build/style_background
 *     cat /usr/share/games/fortunes/?*.u8 | build/style_background >
 * src/auth/auth_style_background.def
 *
 * Nobody's typing is in there: intervals are taken to spread evenly around 160 ms, on a scale of
 * ratios, and to fall off on both sides.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auth/auth_style_features.h"

#define INPUT_MAX ((size_t)16 << 20)

static struct tes_style_counts total;

static void add(const char *text, size_t length)
{
    struct tes_style_counts counts;
    struct tes_auth_request request = {.message = {text, length}};
    if (memmem(text, length, "-- ", 3) != NULL || tes_style_features(&request, &counts) != TES_OK)
        return;
    for (unsigned i = 0; i < TES_STYLE_BINS; i++)
        total.bins[i] += counts.bins[i];
    for (unsigned i = 0; i < TES_STYLE_GROUP_COUNT; i++)
        total.events[i] += counts.events[i];
}

/* Highest in the middle of the bins that stand for 102 to 256 ms. */
static void add_typing(void)
{
    const struct tes_style_row *row = &tes_style_rows[TES_STYLE_RHYTHM];
    for (unsigned i = 0; i < row->bins; i++) {
        unsigned far = i > 10 ? i - 10 : 10 - i;
        unsigned count = far < 12 ? (12 - far) * (12 - far) * 100 : 100;
        total.bins[row->first + i] = count;
        total.events[TES_STYLE_RHYTHM] += count;
    }
}

int main(void)
{
    char *text = malloc(INPUT_MAX);
    size_t length = text != NULL ? fread(text, 1, INPUT_MAX, stdin) : 0;
    for (char *at = text, *end = text + length; at < end;) {
        char *mark = memmem(at, (size_t)(end - at), "\n%\n", 3);
        size_t size = (size_t)((mark != NULL ? mark : end) - at);
        add(at, size);
        at += size + 3;
    }
    free(text);
    add_typing();
    puts("/* How often people at large hit each bin of auth_style_groups.def, in 65536ths of its "
         "group. "
         "Made by\n"
         " * tools/style_background.c from the texts of Debian's package fortunes that name no "
         "author. */");
    for (unsigned group = 0; group < TES_STYLE_GROUP_COUNT; group++) {
        const struct tes_style_row *row = &tes_style_rows[group];
        for (unsigned i = 0; i < row->bins; i++) {
            /* What was never seen is rare, not impossible. */
            double parts = (total.bins[row->first + i] + 0.5) /
                           (total.events[group] + 0.5 * row->bins) * 65536;
            printf("STYLE_BIN(%u)%s", parts > 1 ? (unsigned)parts : 1U, i % 8 == 7 ? "\n" : " ");
        }
        if (row->bins % 8 != 0)
            putchar('\n');
    }
    return total.events[0] > 0 ? 0 : 1;
}

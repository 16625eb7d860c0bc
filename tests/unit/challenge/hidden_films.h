/*
 * hidden_films.h: films of the kind `hidden` as tests look at them: the squares of every frame, and
 * where the figure is.
 */
#ifndef TEST_HIDDEN_FILMS_H
#define TEST_HIDDEN_FILMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "draw/types/hidden_film.h"

enum { SIDE = TES_HIDDEN_SIDE, SQUARES = TES_HIDDEN_SQUARES, FRAMES_MAX = TES_STEPS_MAX + 1 };

struct hidden_figure {
    uint32_t pixels[TES_HIDDEN_MASK * TES_HIDDEN_MASK];
    struct tes_paint_memory memory;
};

struct hidden_test_film {
    struct tes_challenge challenge;
    struct tes_hidden_reel reel;
    struct hidden_figure figure;
    unsigned frame_count;
    uint8_t dots[FRAMES_MAX][SQUARES]; /* 1 where there is one */
    struct tes_hidden_pose poses[FRAMES_MAX];
};

static inline struct tes_hidden *hidden_of(struct hidden_test_film *film)
{
    return (struct tes_hidden *)film->challenge.detail;
}

static inline void hidden_generate(struct hidden_test_film *film, uint64_t seed,
                                   enum tes_difficulty level)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {.difficulty = level};
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate("hidden", key, &options, &film->challenge), TES_OK);
}

/* The mask of any shape, as the film would have it. */
static inline void hidden_figure(struct hidden_test_film *film, enum tes_hidden_shape shape)
{
    memset(film->figure.pixels, 255, sizeof film->figure.pixels);
    memset(&film->figure.memory, 0, sizeof film->figure.memory);
    struct tes_paint paint = tes_paint_on(film->figure.pixels, TES_HIDDEN_MASK, TES_HIDDEN_MASK,
                                          TES_HIDDEN_MASK, 100, &film->figure.memory);
    tes_hidden_reel_figure(&film->reel, &hidden_of(film)->film, shape, &paint);
}

/* All frames of the challenge as it is now: its film may have been changed. */
static inline void hidden_play(struct hidden_test_film *film)
{
    const struct tes_hidden *hidden = hidden_of(film);
    film->frame_count = hidden->film.frames + 1U;
    hidden_figure(film, tes_hidden_answer(hidden));
    tes_hidden_reel_start(&film->reel, hidden);
    memset(film->dots, 0, sizeof film->dots);
    for (unsigned i = 0; i < film->frame_count; i++) {
        film->poses[i] = tes_hidden_reel_pose(&film->reel, i);
        tes_hidden_reel_frame(&film->reel, i, 1, film->dots[i]);
    }
    tes_hidden_reel_end(&film->reel);
}

static inline void hidden_make(struct hidden_test_film *film, uint64_t seed,
                               enum tes_difficulty level)
{
    hidden_generate(film, seed, level);
    hidden_play(film);
}

static inline bool hidden_inside(const struct hidden_test_film *film, unsigned frame,
                                 unsigned square)
{
    return tes_hidden_reel_is_inside(&film->reel, &film->poses[frame], square % SIDE,
                                     square / SIDE);
}

/* Whether the figure's edge is some squares away at most, across or along. */
static inline bool hidden_at_edge(const struct hidden_test_film *film, unsigned frame,
                                  unsigned square)
{
    static const int AWAY[][2] = {{3, 0}, {-3, 0}, {0, 3}, {0, -3}};
    bool is_inside = hidden_inside(film, frame, square);
    for (unsigned i = 0; i < 4; i++) {
        int x = (int)(square % SIDE) + AWAY[i][0], y = (int)(square / SIDE) + AWAY[i][1];
        if (x >= 0 && y >= 0 && x < SIDE && y < SIDE &&
            hidden_inside(film, frame, (unsigned)(y * SIDE + x)) != is_inside)
            return true;
    }
    return false;
}

/* How many films a test looks at: TESSERA_FILMS, or this many. */
static inline unsigned hidden_film_count(unsigned usual)
{
    const char *given = getenv("TESSERA_FILMS");
    return given != NULL ? (unsigned)strtoul(given, NULL, 10) : usual;
}

#endif

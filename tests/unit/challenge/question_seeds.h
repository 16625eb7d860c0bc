/*
 * Every seed of a question: makes it, has it checked, and counts what has to be balanced. How many
 * seeds: TESSERA_SEEDS of the environment, else 12,000 (fewer under a sanitizer, which takes ten
 * times as long); the stage `plain` of make test-all takes 100,000. Whatever fails tells its seed.
 */
#ifndef TEST_QUESTION_SEEDS_H
#define TEST_QUESTION_SEEDS_H

#include "../../lib/statistics.h"

#include <stdbool.h>
#include <stdlib.h>

#include "challenge/scene/questions/question.h"

#ifdef TES_SANITIZED
enum { SEEDS_USUAL = 1500 };
#else
enum { SEEDS_USUAL = 12000 };
#endif

enum { TALLY_KINDS = 128, TRIES_MAX = 100, SAME_AGAIN = 500 };

/* Of many counts, each may be off by chance: one in 100,000 for each (see statistics.h). */
static const double SEEDS_DEVIATIONS = 4.265;

/* Counts of one thing that should be equally frequent, or as `shares` say. */
struct tally {
    const char *what;
    unsigned kinds;
    const double *shares;
    unsigned counts[TALLY_KINDS];
};

/* A question at one level. */
struct seeds_row {
    const struct tes_question *question;
    enum tes_question_id id;
    enum tes_difficulty level;
    bool is_first_try;    /* it never has to be thrown away */
    bool has_seed_levels; /* TES_PROFILE_SEED: made by the library's own call, as callers do */
    uint8_t solid_count;  /* so many solids are asked for; 0: as many as the question has */
};

/* Checks one, and counts in the tallies. */
typedef void seeds_check(const struct tes_question_asked *question, enum tes_difficulty level,
                         struct tally *tallies);

/* What is being checked, for whoever reads of a failure. */
static struct {
    const struct seeds_row *row;
    uint64_t seed;
} seeds_now;

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s at level %d, seed %llu: %s (line %d)", seeds_now.row->question->name,     \
                     (int)seeds_now.row->level, (unsigned long long)seeds_now.seed, #condition,    \
                     __LINE__);                                                                    \
    } while (0)

static inline uint64_t seeds_count(void)
{
    const char *wanted = getenv("TESSERA_SEEDS");
    uint64_t count = wanted != NULL ? strtoull(wanted, NULL, 10) : SEEDS_USUAL;
    assert_true(count > 0);
    return count;
}

/* One of the seed's own levels. */
static inline void seeds_generate(const struct seeds_row *row, const uint8_t key[TES_KEY_BYTES],
                                  struct tes_question_asked *question)
{
    const struct tes_options options = {.difficulty = row->level, .profile = TES_PROFILE_SEED};
    struct tes_challenge challenge;
    HOLDS(tes_generate("scene", key, &options, &challenge) == TES_OK);
    *question = *tes_question_of(&challenge);
    HOLDS(question->id == row->id);
}

/* Makes one; returns how many were thrown away before it. S3D-2 */
static inline unsigned seeds_make(const struct seeds_row *row, uint64_t seed,
                                  struct tes_question_asked *question)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    unsigned thrown = 0;
    seeds_now.row = row;
    seeds_now.seed = seed;
    tes_key_from_seed(seed, key);
    if (row->has_seed_levels) {
        seeds_generate(row, key, question);
        return 0;
    }
    tes_random_start(&random, key);
    for (;;) {
        memset(question, 0, sizeof *question);
        question->id = (uint8_t)row->id;
        question->solid_count = row->solid_count;
        if (row->question->make(&random, row->level, question))
            return thrown;
        thrown++;
        HOLDS(!row->is_first_try && thrown < TRIES_MAX);
    }
}

/* The option that is right: there is one. */
static inline unsigned seeds_answer(const struct tes_question_asked *question)
{
    HOLDS(question->select.count == 1);
    HOLDS(question->select.cells[0] < question->option_count);
    return question->options[question->select.cells[0]];
}

static inline void seeds_tally(struct tally *tally, unsigned kind)
{
    HOLDS(kind < tally->kinds && tally->kinds <= TALLY_KINDS);
    tally->counts[kind]++;
}

static inline void seeds_check_tally(const struct tally *tally)
{
    check_shares_within(tally->what, tally->counts, tally->shares, tally->kinds, SEEDS_DEVIATIONS);
}

static inline bool seeds_same_thing(const struct tes_thing *a, const struct tes_thing *b)
{
    return a->solid == b->solid && a->material == b->material && a->hue == b->hue &&
           memcmp(&a->at, &b->at, sizeof a->at) == 0 && a->size == b->size &&
           a->height == b->height && a->turn == b->turn && a->cube_count == b->cube_count &&
           memcmp(a->cubes, b->cubes, sizeof a->cubes) == 0 &&
           memcmp(a->axes, b->axes, sizeof a->axes) == 0;
}

static inline bool seeds_same_scene(const struct tes_scene *a, const struct tes_scene *b)
{
    for (unsigned i = 0; i < a->count && i < b->count; i++)
        if (!seeds_same_thing(&a->things[i], &b->things[i]))
            return false;
    return a->count == b->count && memcmp(&a->camera, &b->camera, sizeof a->camera) == 0 &&
           memcmp(&a->sun, &b->sun, sizeof a->sun) == 0 && a->has_ground == b->has_ground &&
           memcmp(a->looks, b->looks, sizeof a->looks) == 0;
}

static inline bool seeds_same_shown(const struct tes_question_asked *a,
                                    const struct tes_question_asked *b)
{
    const struct tes_motion *one = &a->shown.motion, *other = &b->shown.motion;
    if (a->id != TES_QUESTION_motion)
        return memcmp(&a->shown, &b->shown, sizeof a->shown) == 0;
    return memcmp(one->points, other->points, sizeof one->points) == 0 &&
           one->point_count == other->point_count && one->hue == other->hue &&
           one->speed == other->speed;
}

/* All that is said and shown of two questions; what lies between the members is nobody's. */
static inline bool seeds_same(const struct tes_question_asked *a,
                              const struct tes_question_asked *b)
{
    return memcmp(&a->select, &b->select, sizeof a->select) == 0 && a->id == b->id &&
           a->option_count == b->option_count &&
           memcmp(a->options, b->options, sizeof a->options) == 0 && a->reference == b->reference &&
           a->degrees == b->degrees && a->tilt == b->tilt && a->is_clockwise == b->is_clockwise &&
           memcmp(&a->spot, &b->spot, sizeof a->spot) == 0 && a->spot_turn == b->spot_turn &&
           seeds_same_scene(&a->scene, &b->scene) && seeds_same_shown(a, b);
}

/* The same seed makes the same question, and another seed another one. */
static inline void seeds_check_same(const struct seeds_row *row, uint64_t seed,
                                    const struct tes_question_asked *question)
{
    struct tes_question_asked again, other;
    seeds_make(row, seed + 1, &other);
    seeds_make(row, seed, &again);
    HOLDS(seeds_same(&again, question));
    HOLDS(!seeds_same(&other, question));
}

/* S3D-2, S3D-4: every seed makes a question, always the same one, and its truth is found again. */
static inline void seeds_check_all(const struct seeds_row *row, seeds_check *check,
                                   struct tally *tallies, unsigned tally_count)
{
    /* What differs by a number of solids only is looked at less often. */
    uint64_t count = seeds_count() / (row->solid_count != 0 ? 4 : 1), thrown = 0;
    struct tally places = {.what = "place of the right option"};
    for (uint64_t seed = 0; seed < count; seed++) {
        struct tes_question_asked question;
        thrown += seeds_make(row, seed, &question);
        if (seed < SAME_AGAIN)
            seeds_check_same(row, seed, &question);
        places.kinds = seed == 0 ? question.option_count : places.kinds;
        HOLDS(question.option_count == places.kinds);
        check(&question, row->level, tallies);
        seeds_tally(&places, question.select.cells[0]);
    }
    print_message("%s at level %d: %llu seeds, %.2f tries each\n", row->question->name,
                  (int)row->level, (unsigned long long)count, 1 + (double)thrown / (double)count);
    assert_true(thrown < 11 * count);
    seeds_check_tally(&places);
    for (unsigned i = 0; i < tally_count; i++)
        seeds_check_tally(&tallies[i]);
}

/* A level as a test of its own; `initial_state` holds which, and what checks it. */
struct seeds_level {
    void (*check)(enum tes_difficulty level);
    enum tes_difficulty level;
};

static inline void seeds_run_level(void **state)
{
    const struct seeds_level *row = *state;
    row->check(row->level);
}

/* The main function of a question that is asked at a level and at all above it. */
static inline int seeds_main(const char *name, enum tes_difficulty least,
                             void (*check)(enum tes_difficulty level), CMFixtureFunction set_up)
{
    struct seeds_level easy = {check, TES_EASY}, medium = {check, TES_MEDIUM},
                       hard = {check, TES_HARD};
    const struct CMUnitTest tests[] = {
        {"easy", seeds_run_level, NULL, NULL, &easy},
        {"medium", seeds_run_level, NULL, NULL, &medium},
        {"hard", seeds_run_level, NULL, NULL, &hard},
    };
    size_t skipped = least - TES_EASY;
    return _cmocka_run_group_tests(name, tests + skipped, sizeof tests / sizeof *tests - skipped,
                                   set_up, NULL);
}

#endif

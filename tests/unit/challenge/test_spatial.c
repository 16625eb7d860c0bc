/* The rotated figures: families, modes, chances, and that one option is right and no other. */
#include "../../lib/statistics.h"

#include <stdio.h>

#include "challenge/types/spatial.h"

#ifdef TES_SANITIZED
enum { DRAWS = 10000 }; /* the plain build has the rest of the seeds, and is ten times as fast */
#else
enum { DRAWS = 100000 };
#endif

static void make(uint64_t seed, enum tes_difficulty difficulty, struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {.difficulty = difficulty};
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate("spatial", key, &options, challenge), TES_OK);
}

/* Where each glyph points, in quarters clockwise from its family's first; by Unicode's names. */
static const char *const PUBLISHED[TES_SPATIAL_GLYPHS] = {
    "▲", "▶", "▼", "◀", /* SPA-1-2 */
    "┌", "┐", "┘", "└", /* SPA-1-3 */
    "◤", "◥", "◢", "◣", /* SPA-1-4 */
    "↥", "↦", "↧", "↤", /* SPA-1-5 */
    "●", "■",           /* SPA-1-6 */
};

static bool has(const char *json, const char *text)
{
    return strstr(json, text) != NULL;
}

/* SPA-1-1, SPA-1-10, SPA-2-9, SPA-2-10, SPA-2-11, SPA-2-12, SPA-2-13, SPA-2-14, SPA-2-15, SPA-2-16,
 * SPA-2-17: what the JSON says is what was drawn, in the published characters. */
static void truth_has_every_field(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct tes_challenge challenge;
        char json[8192], expected[128];
        make(seed, TES_MEDIUM, &challenge);
        const struct tes_spatial *spatial = tes_spatial_of(&challenge);
        assert_int_equal(tes_describe(&challenge, "spatial-1", true, json, sizeof json, NULL),
                         TES_OK);
        assert_true(has(json, "\"id\":\"spatial-1\",\"type\":\"spatial\""));
        assert_true(has(json, "\"timeLimit\":60"));
        snprintf(expected, sizeof expected,
                 "\"targetShape\":\"%s\",\"targetRotation\":%d,\"isClockwise\":%s,\"options\":[{",
                 PUBLISHED[spatial->target], spatial->quarters * 90,
                 spatial->is_clockwise ? "true" : "false");
        assert_true(has(json, expected));
        for (unsigned i = 0; i < 4; i++) {
            snprintf(expected, sizeof expected, "{\"shape\":\"%s\",\"rotation\":%d,\"correct\":%s}",
                     PUBLISHED[spatial->options[i].glyph], spatial->quarters * 90,
                     i == spatial->select.cells[0] ? "true" : "false");
            assert_true(has(json, expected));
        }
        snprintf(expected, sizeof expected, "\"correctIndex\":%u}", spatial->select.cells[0]);
        assert_true(has(json, expected));
        snprintf(expected, sizeof expected, "\"answer\":\"%u\"", spatial->select.cells[0]);
        assert_true(has(json, expected)); /* SPA-5-1 */
    }
}

/* Without truth: no glyph, no option, no index. The sentence names rotation and direction, also at
 * 0 degrees. SPA-3-8 */
static void view_tells_what_to_do_and_no_more(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
            struct tes_challenge challenge;
            char json[4096], expected[96];
            make(seed, level, &challenge);
            const struct tes_spatial *spatial = tes_spatial_of(&challenge);
            assert_int_equal(tes_describe(&challenge, "x", false, json, sizeof json, NULL), TES_OK);
            for (unsigned i = 0; i < TES_SPATIAL_GLYPHS; i++)
                assert_false(has(json, PUBLISHED[i]));
            assert_false(has(json, "orrect"));
            assert_false(has(json, "answer"));
            assert_true(has(json, "\"options\":null"));
            snprintf(expected, sizeof expected, "\"Select the shape at the top, turned %d° %s\"",
                     spatial->quarters * 90, spatial->is_clockwise ? "clockwise" : "anticlockwise");
            assert_true(has(json, expected));
        }
    }
}

struct counts {
    unsigned symmetric[2], circle[2], clockwise[2], quarters[4], family[4], index[4], right[4];
    unsigned glyph[TES_SPATIAL_ORIENTED]; /* beside a circle or a square */
    unsigned order[24];                   /* of a family's four, in normal mode */
    unsigned prompt_place[8][4];          /* rotation and direction, and the right place */
    unsigned prompt_target[8][TES_SPATIAL_ORIENTED];
    unsigned order_target[24][4];
};

/* What the instructions tell beside the shape: 0 .. 7. */
static unsigned prompt_of(const struct tes_spatial *spatial)
{
    return spatial->quarters * 2U + spatial->is_clockwise;
}

/* The number of a permutation of four. */
static unsigned rank(const struct tes_spatial_option options[4])
{
    unsigned number = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < 4; j++)
            smaller += options[j].glyph < options[i].glyph;
        number = number * (4 - i) + smaller;
    }
    return number;
}

static void count_normal(const struct tes_spatial *spatial, struct counts *counts)
{
    unsigned family = spatial->target / 4;
    unsigned seen = 0;
    for (unsigned i = 0; i < 4; i++) { /* SPA-2-3: all four of one family */
        assert_int_equal(spatial->options[i].glyph / 4, family);
        seen |= 1U << spatial->options[i].glyph % 4;
    }
    assert_int_equal(seen, 15); /* SPA-9-4, SPA-1-12 */
    counts->family[family]++;
    counts->index[spatial->target % 4]++;
    counts->order[rank(spatial->options)]++;
    counts->order_target[rank(spatial->options)][spatial->target % 4]++;
    counts->prompt_target[prompt_of(spatial)][spatial->target]++;
}

static void count_symmetric(const struct tes_spatial *spatial, struct counts *counts)
{
    unsigned others = 0;
    counts->circle[spatial->target == TES_SPATIAL_SQUARE]++;
    for (unsigned i = 0; i < 4; i++) {
        unsigned glyph = spatial->options[i].glyph;
        if (glyph == spatial->target)
            continue;
        assert_true(glyph < TES_SPATIAL_ORIENTED); /* SPA-2-4: of the families, none twice (R3) */
        assert_int_equal(others >> glyph & 1, 0);
        others |= 1U << glyph;
        counts->glyph[glyph]++;
    }
    assert_int_equal(__builtin_popcount(others), 3);
}

static void count_one(const struct tes_spatial *spatial, struct counts *counts)
{
    unsigned right = 0;
    bool is_symmetric = spatial->target >= TES_SPATIAL_ORIENTED;
    assert_int_equal(spatial->option_count, 4);
    for (unsigned i = 0; i < 4; i++) { /* SPA-2-5, SPA-2-1: one is right; all share the rotation */
        assert_int_equal(spatial->options[i].quarters, spatial->quarters);
        if (spatial->options[i].glyph == spatial->target) {
            assert_int_equal(i, spatial->select.cells[0]);
            right++;
        }
    }
    assert_int_equal(right, 1);
    counts->symmetric[is_symmetric]++;
    counts->clockwise[spatial->is_clockwise]++;
    counts->quarters[spatial->quarters]++;
    counts->right[spatial->select.cells[0]]++;
    counts->prompt_place[prompt_of(spatial)][spatial->select.cells[0]]++;
    if (is_symmetric)
        count_symmetric(spatial, counts);
    else
        count_normal(spatial, counts);
}

/* SPA-1-7, SPA-1-8, SPA-2-2, SPA-2-6, SPA-9-1, SPA-9-2, SPA-9-3, SPA-S-2, SPA-S-3 */
static void chances_are_as_published(void **state)
{
    (void)state;
    struct counts counts = {0};
    static struct key_counts looks;
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct tes_challenge challenge;
        make(seed, TES_MEDIUM, &challenge);
        count_one(tes_spatial_of(&challenge), &counts);
        count_key(&looks, tes_spatial_of(&challenge)->looks);
    }
    check_shares("normal and symmetric mode", counts.symmetric, (const double[]){0.9, 0.1}, 2);
    check_shares("circle and square", counts.circle, NULL, 2);
    check_shares("direction", counts.clockwise, NULL, 2);
    check_shares("rotation", counts.quarters, NULL, 4);
    check_shares("family", counts.family, NULL, 4);
    check_shares("shape of the family", counts.index, NULL, 4);
    check_shares("place of the right one", counts.right, NULL, 4);
    check_shares("order of the options", counts.order, NULL, 24);
    check_shares("glyphs beside a symmetric one", counts.glyph, NULL, TES_SPATIAL_ORIENTED);
    /* Each of these alone can be even while one tells the other: SPA-S-2 */
    check_shares("the right place by what is asked", counts.prompt_place[0], NULL, 8 * 4);
    check_shares("the shape by rotation and direction", counts.prompt_target[0], NULL,
                 8 * TES_SPATIAL_ORIENTED);
    check_shares("the shape by the order", counts.order_target[0], NULL, 24 * 4);
    check_key("the looks' key", &looks);
}

/* SPA-3-3, SPA-3-4, SPA-1-11: what an option shows, recomputed in degrees. */
static void options_are_shown_rotated(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct tes_challenge challenge;
        make(seed, TES_EASY, &challenge);
        const struct tes_spatial *spatial = tes_spatial_of(&challenge);
        unsigned shown = 0;
        for (unsigned i = 0; i < 4; i++) {
            unsigned glyph = spatial->options[i].glyph;
            int degrees = (int)(glyph % 4) * 90 +
                          (spatial->is_clockwise ? 90 : -90) * spatial->options[i].quarters;
            unsigned expected = glyph < TES_SPATIAL_ORIENTED
                                    ? glyph / 4 * 4 + (unsigned)((degrees + 360) % 360 / 90)
                                    : glyph;
            assert_int_equal(tes_spatial_shown_glyph(spatial, i), expected);
            assert_int_equal(shown >> expected & 1, 0); /* no two look alike */
            shown |= 1U << expected;
        }
    }
}

/* ------------------------------------------------------------------ hard */

/* The figure's squares as a picture that does not depend on where it stands. */
static uint64_t outline(uint16_t figure)
{
    unsigned top = 4, left = 4;
    uint64_t picture = 0;
    for (unsigned i = 0; i < 16; i++) {
        if ((figure >> i & 1) == 0)
            continue;
        top = i / 4 < top ? i / 4 : top;
        left = i % 4 < left ? i % 4 : left;
    }
    for (unsigned i = 0; i < 16; i++)
        if ((figure >> i & 1) != 0)
            picture |= (uint64_t)1 << ((i / 4 - top) * 8 + i % 4 - left);
    return picture;
}

/* Rotates by moving each square, the long way. */
static uint16_t rotate_clockwise(uint16_t figure)
{
    uint16_t result = 0;
    for (unsigned row = 0; row < 4; row++)
        for (unsigned column = 0; column < 4; column++)
            if ((figure >> (row * 4 + column) & 1) != 0)
                result |= (uint16_t)(1U << (column * 4 + (3 - row)));
    return result;
}

/* How many squares of one outline another leaves uncovered, moved so that it covers most. */
static int uncovered(uint64_t outline_a, uint64_t outline_b)
{
    int least = 16;
    for (int down = -3; down <= 3; down++) {
        for (int right = -3; right <= 3; right++) {
            int count = 0;
            for (int row = 0; row < 4; row++) {
                for (int column = 0; column < 4; column++) {
                    int y = row - down, x = column - right;
                    bool covers =
                        y >= 0 && y < 4 && x >= 0 && x < 4 && (outline_b >> (y * 8 + x) & 1) != 0;
                    count += (outline_a >> (row * 8 + column) & 1) != 0 && !covers;
                }
            }
            least = count < least ? count : least;
        }
    }
    return least;
}

static void hard_shows_eight_positions_of_a_chiral_figure(void **state)
{
    (void)state;
    unsigned right[8] = {0}, prompt_place[8][8] = {{0}}, figures = 0;
    uint64_t seen[500] = {0};
    for (uint64_t seed = 0; seed < 20000; seed++) {
        struct tes_challenge challenge;
        make(seed, TES_HARD, &challenge);
        const struct tes_spatial *spatial = tes_spatial_of(&challenge);
        uint64_t outlines[8];
        uint16_t expected = spatial->figure;
        unsigned turns = spatial->is_clockwise ? spatial->quarters : (4U - spatial->quarters) % 4;
        assert_int_equal(spatial->option_count, 8);
        assert_in_range(__builtin_popcount(spatial->figure), 7, 8);
        for (unsigned i = 0; i < turns; i++)
            expected = rotate_clockwise(expected);
        for (unsigned i = 0; i < 8; i++) {
            outlines[i] = outline(tes_spatial_shown_figure(spatial, i));
            assert_int_equal(outlines[i] == outline(expected), i == spatial->select.cells[0]);
            for (unsigned j = 0; j < i; j++)
                assert_true(outlines[i] != outlines[j]);
        }
        right[spatial->select.cells[0]]++;
        prompt_place[prompt_of(spatial)][spatial->select.cells[0]]++;
        uint64_t own = outline(spatial->figure);
        unsigned known = 0;
        while (known < figures && seen[known] != own)
            known++;
        if (known == figures && figures < 500) {
            seen[figures++] = own;
            for (unsigned i = 0; i < 8; i++)
                for (unsigned j = 0; j < i; j++) /* also for somebody in a hurry */
                    assert_true(uncovered(outlines[i], outlines[j]) >= 2);
        }
    }
    check_shares("place of the right one", right, NULL, 8);
    check_shares("the right place by what is asked", prompt_place[0], NULL, 8 * 8); /* SPA-S-2 */
    assert_int_equal(figures, 500); /* of the 800 there are */
}

static void picture_has_its_options_below_its_head(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        make(1, level, &challenge);
        const struct tes_view *view = &challenge.view;
        assert_int_equal(view->columns * view->rows, view->count);
        assert_int_equal(view->count, level == TES_HARD ? 8 : 4); /* SPA-2-13, SPA-3-1 */
        assert_int_equal(view->cells.width / view->columns, view->cells.height / view->rows);
        assert_true(view->cells.width / view->columns >= 120); /* SPA-3-6 */
        assert_int_equal(view->cells.y + view->cells.height, view->height);
        assert_int_equal(view->cells.width, view->width);
        assert_int_equal(view->select_max, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truth_has_every_field),
        cmocka_unit_test(view_tells_what_to_do_and_no_more),
        cmocka_unit_test(chances_are_as_published),
        cmocka_unit_test(options_are_shown_rotated),
        cmocka_unit_test(hard_shows_eight_positions_of_a_chiral_figure),
        cmocka_unit_test(picture_has_its_options_below_its_head),
    };
    return cmocka_run_group_tests_name("spatial", tests, NULL, NULL);
}

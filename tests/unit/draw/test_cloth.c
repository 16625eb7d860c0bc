/* What tables are strewn with: chips of the solids' colours, which keep to their places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "challenge/scene/questions/round_table.h"
#include "challenge/types/scene_type.h"
#include "draw/scene/cloth.h"

enum { SCENES = 300 };

/* The scene of the next challenge about a table, from `seed` on. */
static struct tes_scene table_from(uint64_t *seed)
{
    static struct tes_challenge challenge;
    for (;;) {
        struct tes_options options = {.difficulty = TES_HARD};
        uint8_t key[TES_KEY_BYTES];
        tes_key_from_seed((*seed)++, key);
        assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
        const struct tes_scene *scene = &tes_question_of(&challenge)->scene;
        if (scene->count == TES_TABLE_END && scene->things[0].solid == TES_SOLID_DISC)
            return *scene;
    }
}

/* Whether a point is inside of all edges of a chip, with some room. */
static bool is_inside(const struct tes_cloth_chip *chip, double x, double y)
{
    for (unsigned i = 0; i < TES_CLOTH_EDGES; i++)
        if (chip->edges[i].x * (x - chip->x) + chip->edges[i].y * (y - chip->y) >
            chip->edges[i].away)
            return false;
    return true;
}

static void chips_stay_within_their_reach(void **state)
{
    (void)state;
    uint64_t seed = 0;
    for (unsigned i = 0; i < SCENES; i++) {
        struct tes_scene scene = table_from(&seed);
        static struct tes_cloth cloth;
        tes_cloth_of(&scene, TES_CLOTH_CHIPS, &cloth);
        assert_in_range(cloth.count, 30, TES_CLOTH_CHIPS);
        for (unsigned j = 0; j < cloth.count; j++) {
            const struct tes_cloth_chip *chip = &cloth.chips[j];
            assert_true(is_inside(chip, chip->x, chip->y));
            for (unsigned k = 0; k < 72; k++) {
                double x = cos(k * M_PI / 36), y = sin(k * M_PI / 36), out = 1.001 * chip->reach;
                assert_false(is_inside(chip, chip->x + out * x, chip->y + out * y));
            }
            assert_true(hypot(chip->x, chip->y) + chip->reach < scene.things[0].size * 0.93);
            for (unsigned k = 0; k < j; k++)
                assert_true(hypot(chip->x - cloth.chips[k].x, chip->y - cloth.chips[k].y) >
                            chip->reach + cloth.chips[k].reach);
        }
    }
}

static void as_many_as_wanted_at_most(void **state)
{
    (void)state;
    uint64_t seed = 0;
    static struct tes_cloth cloth;
    struct tes_scene scene = table_from(&seed);
    for (unsigned most = 0; most <= TES_CLOTH_CHIPS; most += 12) {
        tes_cloth_of(&scene, most, &cloth);
        assert_true(cloth.count <= most);
    }
    scene.count = 1; /* no solid, no hue to take */
    tes_cloth_of(&scene, TES_CLOTH_CHIPS, &cloth);
    assert_int_equal(cloth.count, 0);
}

/* Around the foot of a solid all chips are of another hue: with no other hue there are none. */
static void chips_keep_away_from_their_solid(void **state)
{
    (void)state;
    uint64_t seed = 0;
    for (unsigned i = 0; i < SCENES; i++) {
        struct tes_scene scene = table_from(&seed);
        static struct tes_cloth cloth;
        for (unsigned j = TES_TABLE_FIRST; j < TES_TABLE_END; j++)
            scene.things[j].hue = 3;
        tes_cloth_of(&scene, TES_CLOTH_CHIPS, &cloth);
        for (unsigned j = 0; j < cloth.count; j++)
            for (unsigned k = TES_TABLE_FIRST; k < TES_TABLE_END; k++)
                assert_true(hypot(cloth.chips[j].x - scene.things[k].at.x,
                                  cloth.chips[j].y - scene.things[k].at.y) >
                            cloth.chips[j].reach + scene.things[k].size);
    }
}

static void solids_differ_from_their_table(void **state)
{
    (void)state;
    uint64_t seed = 0;
    for (unsigned i = 0; i < SCENES; i++) {
        struct tes_scene scene = table_from(&seed);
        for (unsigned j = TES_TABLE_FIRST; j < TES_TABLE_END; j++) {
            unsigned hue = scene.things[j].hue, table = scene.things[0].hue % TES_HUE_COUNT;
            unsigned apart = (hue + TES_HUE_COUNT - table) % TES_HUE_COUNT;
            assert_in_range(apart, 2, TES_HUE_COUNT - 2);
        }
    }
}

/* An edge along a row of pixels is crossed endlessly far away. */
static void an_edge_along_a_row_ends_nothing(void **state)
{
    enum { WIDTH = 64, PAPER = 1, INK = 2 };
    (void)state;
    static struct tes_cloth cloth;
    cloth.count = 1;
    for (int tiny = -20; tiny <= 20; tiny++) {
        double slight = tiny == 0 ? 0 : (tiny < 0 ? -1 : 1) * pow(10, -abs(tiny));
        const double edges[TES_CLOTH_EDGES][2] = {
            {slight, 1}, {1, 0}, {-1, 0}, {slight, -1}, {0.6, 0.8}};
        struct tes_cloth_chip *chip = &cloth.chips[0];
        *chip = (struct tes_cloth_chip){.reach = 20, .colour = INK};
        for (unsigned i = 0; i < TES_CLOTH_EDGES; i++) {
            chip->edges[i].x = edges[i][0];
            chip->edges[i].y = edges[i][1];
            chip->edges[i].away = 10;
        }
        for (double y = -12; y <= 12; y += 0.5) {
            const struct tes_light_line here = {.start_x = -WIDTH / 2, .step_x = 1, .start_y = y};
            const struct tes_light_line below = {
                .start_x = -WIDTH / 2, .step_x = 1, .start_y = y + 1};
            const struct tes_cloth_row row = {here, below, {0, WIDTH}};
            uint32_t colours[3 * WIDTH];
            for (unsigned i = 0; i < 3 * WIDTH; i++)
                colours[i] = PAPER;
            tes_cloth_draw(&cloth, &row, colours + WIDTH);
            for (unsigned i = 0; i < WIDTH; i++) {
                assert_int_equal(colours[i], PAPER);
                assert_int_equal(colours[2 * WIDTH + i], PAPER);
            }
            if (fabs(y) < 9)
                assert_int_equal(colours[WIDTH + WIDTH / 2], INK);
            if (fabs(y) > 11)
                assert_int_equal(colours[WIDTH + WIDTH / 2], PAPER);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chips_stay_within_their_reach),
        cmocka_unit_test(as_many_as_wanted_at_most),
        cmocka_unit_test(chips_keep_away_from_their_solid),
        cmocka_unit_test(solids_differ_from_their_table),
        cmocka_unit_test(an_edge_along_a_row_ends_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

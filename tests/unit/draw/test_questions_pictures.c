/*
 * Questions whose options are pictures: figures of cubes, the sun, nets. What their pictures show,
 * by the library's own rays, and the library's calls. That their answers are right is found again
 * for many more seeds by test_question_polycube.c, test_question_sun.c and test_question_net.c.
 */
#include "../../lib/statistics.h"

#include <stdio.h>
#include <stdlib.h>

#include "../challenge/scene_queries.h"
#include "challenge/scene/questions/question_views.h"

enum { LOOKS = 150, OPTIONS = 6, TRIES_MAX = 100 };

/* S3D-2: the same seed makes the same question. Returns how many were thrown away before it. */
static unsigned make(const struct tes_question *row, uint64_t seed, enum tes_difficulty level,
                     struct tes_question_asked *question)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    unsigned thrown = 0;
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    for (;;) {
        memset(question, 0, sizeof *question);
        if (row->make(&random, level, question))
            break;
        assert_true(++thrown < TRIES_MAX);
    }
    assert_int_equal(question->option_count, OPTIONS);
    assert_int_equal(question->select.count, 1);
    return thrown;
}

static double absolute(double number)
{
    return number < 0 ? -number : number;
}

/* Rays through the whole picture: each cube is met by some of them. S3D-28 (occlusion by rays) */
static void check_cubes_are_seen(const struct tes_question_asked *question, unsigned option)
{
    enum { SIDE = 60 };
    struct tes_scene scene = tes_polycube_scene(question, option);
    const struct tes_thing *thing = &scene.things[0];
    unsigned met[TES_SCENE_CUBES] = {0};
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned row = i / SIDE, column = i % SIDE;
        double x = (column + 0.5) * 2 / SIDE - 1, y = (row + 0.5) * 2 / SIDE - 1;
        struct tes_vector ray = query_camera_ray(&scene.camera, x, y);
        struct query_hit hit = query_cast(&scene, scene.camera.eye, ray, 0);
        if (hit.thing == QUERY_NOTHING)
            continue;
        assert_in_range(row, 1, SIDE - 2); /* nothing is cut off */
        assert_in_range(column, 1, SIDE - 2);
        const double inside = 1e-3; /* how far behind the surface */
        struct tes_vector point =
            tes_vector_add(scene.camera.eye, tes_vector_scale(ray, hit.distance + inside));
        struct tes_vector local = tes_thing_local(thing, point);
        for (unsigned cube = 0; cube < thing->cube_count; cube++)
            met[cube] += absolute(local.x - thing->cubes[cube][0]) < 0.5001 &&
                         absolute(local.y - thing->cubes[cube][1]) < 0.5001 &&
                         absolute(local.z - thing->cubes[cube][2]) < 0.5001;
    }
    for (unsigned cube = 0; cube < thing->cube_count; cube++)
        assert_true(met[cube] >= 20);
}

/* -------------------------------------------------------------------- sun */

static double degrees_apart(double a, double b)
{
    double apart = absolute(a - b);
    return apart > 180 ? 360 - apart : apart;
}

/* Of all the shade that is seen on the ground, the middle lies on the side away from the sun. */
static void check_shade(const struct tes_question_asked *question)
{
    enum { WIDTH = 96, HEIGHT = 48 };
    const struct tes_scene *scene = &question->scene;
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    struct tes_vector sum = {0, 0, 0};
    unsigned dark = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned row = i / WIDTH, column = i % WIDTH;
        double x = (column + 0.5) * 4 / WIDTH - 2, y = (row + 0.5) * 2 / HEIGHT - 1;
        struct tes_vector point, ray = query_ray(&viewer, x, y);
        if (query_cast(scene, viewer.eye, ray, 0).thing != QUERY_NOTHING ||
            !query_ground(&viewer, x, y, &point))
            continue;
        struct query_hit hit = query_cast(scene, point, scene->sun, 0);
        if (hit.thing == QUERY_NOTHING)
            continue;
        dark++;
        sum = tes_vector_add(sum, tes_vector_subtract(point, scene->things[hit.thing].at));
    }
    assert_true(dark >= 25);
    double shade = tes_scene_angle(-sum.y, -sum.x);
    double sun = tes_scene_angle(scene->sun.y, scene->sun.x);
    assert_true(degrees_apart(shade + 360, sun + 360) < 17);
}

/* ------------------------------------------------------------------ tests */

/* S3D-28: the part about rays and what they hide */
static void every_cube_is_seen(void **state)
{
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        for (uint64_t seed = 0; seed < LOOKS; seed++) {
            struct tes_question_asked question;
            make(&tes_question_polycube, seed, level, &question);
            check_cubes_are_seen(&question, TES_POLYCUBE_HEAD);
            check_cubes_are_seen(&question, (unsigned)seed % OPTIONS);
        }
    }
}

/* S3D-28: the part about rays and what they hide */
static void shade_tells_the_sun(void **state)
{
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        for (uint64_t seed = 0; seed < LOOKS; seed++) {
            struct tes_question_asked question;
            make(&tes_question_sun, seed, level, &question);
            check_shade(&question);
        }
    }
}

static void seeds_make_the_same_again(void **state)
{
    static const struct tes_question *const rows[] = {&tes_question_polycube, &tes_question_sun,
                                                      &tes_question_net};
    (void)state;
    for (unsigned i = 0; i < 3; i++) { /* S3D-2 */
        for (uint64_t seed = 0; seed < 200; seed++) {
            struct tes_question_asked first, second, third;
            make(rows[i], seed, TES_MEDIUM, &first);
            make(rows[i], seed, TES_MEDIUM, &second);
            make(rows[i], seed + 1, TES_MEDIUM, &third);
            assert_memory_equal(&first, &second, sizeof first);
            assert_true(memcmp(&first, &third, sizeof first) != 0);
        }
    }
}

/* S3D-5: the library's calls: generate, draw, answer, verify. */
static void library_makes_draws_and_verifies(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct tes_challenge challenge;
        struct tes_options options = {.difficulty = (enum tes_difficulty)(1 + seed % 3)};
        struct tes_image image;
        uint8_t key[TES_KEY_BYTES];
        char answer[8];
        tes_key_from_seed(seed, key);
        assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
        const struct tes_question_asked *question = tes_question_of(&challenge);
        if (tes_question_form((enum tes_question_id)question->id) != TES_QUESTION_PICTURES)
            continue;
        seen |= 1U << question->id;
        assert_int_equal(challenge.view.columns * challenge.view.rows, OPTIONS);
        assert_int_equal(challenge.view.cells.y + challenge.view.cells.height,
                         challenge.view.height);
        void *memory = malloc(tes_draw_bound(&challenge));
        assert_non_null(memory);
        assert_int_equal(tes_draw(&challenge, memory, tes_draw_bound(&challenge), &image), TES_OK);
        assert_true(image.palette_count > 30);
        free(memory);
        for (unsigned i = 0; i < OPTIONS; i++) {
            int length = snprintf(answer, sizeof answer, "%u", i);
            assert_int_equal(tes_verify(&challenge, answer, (size_t)length) == TES_OK,
                             i == question->select.cells[0]);
        }
    }
    assert_int_equal(seen,
                     1U << TES_QUESTION_polycube | 1U << TES_QUESTION_sun | 1U << TES_QUESTION_net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cube_is_seen),
        cmocka_unit_test(shade_tells_the_sun),
        cmocka_unit_test(seeds_make_the_same_again),
        cmocka_unit_test(library_makes_draws_and_verifies),
    };
    return cmocka_run_group_tests_name("questions with pictures", tests, NULL, NULL);
}

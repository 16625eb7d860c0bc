/* Scenes: angles, cameras, turning, and where things are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene_queries.h"
#include "scene_reference.h"

enum { CASES = 5000 };

static void start(struct tes_random *random, uint64_t seed)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    tes_random_start(random, key);
}

static struct tes_vector random_vector(struct tes_random *random, double most)
{
    struct tes_vector vector;
    vector.x = tes_scene_between(random, -most, most);
    vector.y = tes_scene_between(random, -most, most);
    vector.z = tes_scene_between(random, -most, most);
    return vector;
}

static struct tes_camera random_camera(struct tes_random *random)
{
    struct tes_camera camera = {.target = random_vector(random, 3)};
    camera.eye = random_vector(random, 20);
    camera.field = tes_scene_between(random, 10, 120);
    return camera;
}

static bool near(double a, double b, double most)
{
    return fabs(a - b) <= most;
}

static bool same_place(struct tes_vector a, struct tes_vector b)
{
    return tes_vector_length(tes_vector_subtract(a, b)) < 1e-9;
}

/* ----------------------------------------------------------------- angles */

static void sine_and_cosine_agree_with_libm(void **state)
{
    (void)state;
    for (int i = -800000; i <= 800000; i += 7) {
        double degrees = i / 1000.0;
        assert_true(near(tes_scene_sine(degrees), sin(degrees * M_PI / 180), 1e-12));
        assert_true(near(tes_scene_cosine(degrees), cos(degrees * M_PI / 180), 1e-12));
    }
    assert_true(near(tes_scene_sine(1e9 + 30 - 280), 0.5, 1e-6));
}

static void quarter_turns_are_exact(void **state)
{
    (void)state;
    for (int quarter = -9; quarter <= 9; quarter++) {
        static const double sines[4] = {0, 1, 0, -1};
        assert_true(tes_scene_sine(90.0 * quarter) == sines[quarter & 3]);
        assert_true(tes_scene_cosine(90.0 * quarter) == sines[(quarter + 1) & 3]);
    }
}

static void angles_agree_with_libm(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 1);
    for (unsigned i = 0; i < CASES; i++) {
        struct tes_vector at = random_vector(&random, i % 2 ? 1 : 1000);
        if (i % 3 == 0)
            at.y /= 1e6;
        assert_true(near(tes_scene_angle(at.y, at.x), atan2(at.y, at.x) * 180 / M_PI, 1e-12));
    }
    assert_true(tes_scene_angle(0, 0) == 0);
    assert_true(tes_scene_angle(0, -2) == 180);
    assert_true(tes_scene_angle(3, 0) == 90);
    assert_true(tes_scene_angle(-3, 0) == -90);
}

static void directions_and_their_angles_are_inverse(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 2);
    for (unsigned i = 0; i < CASES; i++) {
        double around = tes_scene_between(&random, -180, 180);
        double above = tes_scene_between(&random, -89, 89);
        double got_around, got_above;
        struct tes_vector towards = tes_scene_towards(around, above);
        assert_true(near(tes_vector_length(towards), 1, 1e-12));
        tes_scene_whence(towards, &got_around, &got_above);
        assert_true(near(got_around, around, 1e-9) && near(got_above, above, 1e-9));
    }
}

static void chance_is_uniform_between_its_ends(void **state)
{
    (void)state;
    struct tes_random random;
    unsigned counts[10] = {0};
    start(&random, 3);
    for (unsigned i = 0; i < 100000; i++) {
        double value = tes_scene_between(&random, -2, 3);
        assert_true(value >= -2 && value < 3);
        counts[(unsigned)((value + 2) * 2)]++;
    }
    for (unsigned i = 0; i < 10; i++)
        assert_true(counts[i] > 9500 && counts[i] < 10500);
    assert_true(tes_scene_between(&random, 4, 4) == 4);
}

/* ---------------------------------------------------------------- cameras */

static void seeing_and_rays_are_inverse(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 4);
    for (unsigned i = 0; i < CASES; i++) {
        struct tes_camera camera = random_camera(&random);
        double x = tes_scene_between(&random, -2, 2);
        double y = tes_scene_between(&random, -1, 1);
        double far = tes_scene_between(&random, 0.1, 50);
        struct tes_vector ray = query_camera_ray(&camera, x, y);
        assert_true(near(tes_vector_length(ray), 1, 1e-12));
        struct tes_vector point = reference_along(camera.eye, ray, far);
        struct tes_seen seen = query_see(&camera, point);
        assert_true(near(seen.x, x, 1e-9) && near(seen.y, y, 1e-9));
        assert_true(seen.depth > 0 && seen.depth <= far + 1e-9);
        point = reference_along(camera.eye, ray, -far);
        assert_true(query_see(&camera, point).depth < 0);
    }
}

static void pictures_are_upright_and_not_mirrored(void **state)
{
    (void)state;
    struct tes_vector middle = {1, 2, 3};
    for (int above = -85; above <= 85; above += 10) {
        for (int around = -180; around < 180; around += 15) {
            struct tes_camera camera = tes_camera_around(middle, around, above, 10, 40);
            struct tes_seen seen = query_see(&camera, middle);
            assert_true(near(seen.x, 0, 1e-12) && near(seen.y, 0, 1e-12));
            assert_true(near(seen.depth, 10, 1e-9));
            struct tes_vector right = {middle.x + tes_scene_cosine(around),
                                       middle.y + tes_scene_sine(around), middle.z};
            seen = query_see(&camera, right);
            assert_true(seen.x > 0 && near(seen.y, 0, 1e-12));
            struct tes_vector higher = {middle.x, middle.y, middle.z + 0.1};
            seen = query_see(&camera, higher);
            assert_true(near(seen.x, 0, 1e-12) && seen.y > 0);
        }
    }
    struct tes_camera front = tes_camera_around(middle, 0, 0, 10, 90);
    assert_true(same_place(front.eye, (struct tes_vector){1, -8, 3}));
    struct tes_seen top = query_see(&front, (struct tes_vector){1, 2, 13});
    assert_true(near(top.y, 1, 1e-12)); /* half of 90 degrees up is the upper edge */
}

static void straight_down_is_no_special_case(void **state)
{
    (void)state;
    struct tes_camera camera = {{0, 0, 10}, {0, 0, 0}, 60};
    struct tes_seen seen = query_see(&camera, (struct tes_vector){1, 2, 0});
    assert_true(seen.x > 0 && seen.y > 0);
    assert_true(near(seen.y, 2 * seen.x, 1e-12) && near(seen.depth, 10, 1e-12));
}

static void viewers_tell_left_from_right(void **state)
{
    (void)state;
    struct tes_vector eye = {2, 1, 1.5};
    for (int facing = -180; facing <= 180; facing += 20) {
        struct tes_camera camera = query_facing(eye, facing, 60);
        struct tes_viewer viewer = tes_camera_viewer(&camera);
        for (int turn = -170; turn <= 170; turn += 10) {
            double angle = (facing + turn) * M_PI / 180;
            struct tes_vector point = {eye.x - 5 * sin(angle), eye.y + 5 * cos(angle), 0.5};
            assert_true(near(query_bearing(&viewer, point), turn, 1e-9));
            struct tes_vector local = query_local(&viewer, point);
            assert_true(near(local.x, -5 * sin(turn * M_PI / 180), 1e-9));
            assert_true(near(local.y, 5 * cos(turn * M_PI / 180), 1e-9));
            assert_true(near(local.z, -1, 1e-12));
            struct tes_seen seen = tes_viewer_see(&viewer, point);
            assert_true((seen.depth > 0) == (turn > -90 && turn < 90) || turn == 90 || turn == -90);
            assert_true(seen.depth <= 1e-9 || turn == 0 || (seen.x < 0) == (turn > 0));
        }
    }
}

static void places_of_the_picture_meet_the_ground(void **state)
{
    (void)state;
    struct tes_random random;
    unsigned met = 0;
    start(&random, 5);
    for (unsigned i = 0; i < CASES; i++) {
        struct tes_camera camera = random_camera(&random);
        struct tes_viewer viewer = tes_camera_viewer(&camera);
        double x = tes_scene_between(&random, -1, 1);
        double y = tes_scene_between(&random, -1, 1);
        struct tes_vector point = {0, 0, 0};
        if (!query_ground(&viewer, x, y, &point))
            continue;
        met++;
        assert_true(point.z == 0 && camera.eye.z > 0);
        struct tes_seen seen = tes_viewer_see(&viewer, point);
        assert_true(near(seen.x, x, 1e-6) && near(seen.y, y, 1e-6) && seen.depth > 0);
    }
    assert_true(met > CASES / 10);
    struct tes_camera level = query_facing((struct tes_vector){0, 0, 1}, 0, 60);
    struct tes_viewer viewer = tes_camera_viewer(&level);
    struct tes_vector point;
    assert_false(query_ground(&viewer, 0, 0, &point));
    assert_false(query_ground(&viewer, 0, 0.5, &point));
    assert_true(query_ground(&viewer, 0, -0.5, &point));
}

/* ----------------------------------------------------------------- things */

static struct tes_scene mixed_scene(struct tes_random *random)
{
    struct tes_scene scene = {.count = TES_SOLID_DISC + 1};
    for (unsigned i = 0; i < scene.count; i++) {
        struct tes_thing *thing = &scene.things[i];
        *thing =
            (struct tes_thing){.solid = (uint8_t)i, .cube_count = 3, .cubes = {{0}, {1}, {1, 1}}};
        thing->at = random_vector(random, 3);
        thing->size = tes_scene_between(random, 0.5, 1);
        thing->height = i == TES_SOLID_BALL ? 2 * thing->size : 0.8 * thing->size;
        thing->turn = tes_scene_between(random, 0, 360);
        struct tes_vector one = random_vector(random, 1);
        struct tes_vector other = random_vector(random, 1);
        thing->axes[0] = tes_vector_unit(one);
        thing->axes[1] = tes_vector_unit(tes_vector_cross(thing->axes[0], other));
        thing->axes[2] = tes_vector_cross(thing->axes[0], thing->axes[1]);
    }
    return scene;
}

/* Turning the scene one way is walking around it the other way. */
static void turning_things_is_turning_the_camera_back(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 6);
    for (unsigned i = 0; i < 300; i++) {
        struct tes_scene scene = mixed_scene(&random);
        double degrees = tes_scene_between(&random, -400, 400);
        double x = tes_scene_between(&random, -1, 1);
        double y = tes_scene_between(&random, -1, 1);
        struct tes_camera here = tes_camera_around((struct tes_vector){0, 0, 0}, 30, 20, 12, 40);
        struct tes_camera there =
            tes_camera_around((struct tes_vector){0, 0, 0}, 30 - degrees, 20, 12, 40);
        struct query_hit before = query_cast(&scene, there.eye, query_camera_ray(&there, x, y), 0);
        query_turn(&scene, degrees);
        struct query_hit after = query_cast(&scene, here.eye, query_camera_ray(&here, x, y), 0);
        assert_int_equal(before.thing, after.thing);
        assert_true(near(before.distance, after.distance, 1e-6));
    }
}

static void things_turn_anticlockwise(void **state)
{
    (void)state;
    struct tes_thing thing = {
        .at = {2, 0, 1}, .turn = 10, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    query_turn_thing(&thing, 90);
    assert_true(same_place(thing.at, (struct tes_vector){0, 2, 1}));
    assert_true(same_place(thing.axes[0], (struct tes_vector){0, 1, 0}));
    assert_true(same_place(thing.axes[1], (struct tes_vector){-1, 0, 0}));
    assert_true(thing.turn == 100);
}

/* What is of a thing is in its box, its ball and its frame; and own axes lead there and back. */
static void bounds_hold_all_of_a_thing(void **state)
{
    (void)state;
    struct tes_random random;
    unsigned inside = 0, framed = 0;
    start(&random, 7);
    for (unsigned i = 0; i < CASES; i++) {
        struct tes_scene scene = mixed_scene(&random);
        const struct tes_thing *thing = &scene.things[i % (TES_SOLID_POLYCUBE + 1)];
        struct tes_extent extent = tes_thing_extent(thing);
        struct tes_vector middle = tes_thing_middle(thing), aside = random_vector(&random, 1);
        struct tes_vector point = tes_vector_add(middle, aside);
        struct tes_vector local = tes_thing_local(thing, point);
        assert_true(same_place(tes_thing_world(thing, local), point));
        if (reference_distance(thing, point) > 0)
            continue;
        inside++;
        assert_true(tes_vector_length(aside) <= tes_thing_reach(thing) + 1e-9);
        assert_true(local.x >= extent.low.x - 1e-9 && local.x <= extent.high.x + 1e-9);
        assert_true(local.y >= extent.low.y - 1e-9 && local.y <= extent.high.y + 1e-9);
        assert_true(local.z >= extent.low.z - 1e-9 && local.z <= extent.high.z + 1e-9);
        struct tes_camera camera = random_camera(&random);
        struct tes_viewer viewer = tes_camera_viewer(&camera);
        struct tes_seen seen = tes_viewer_see(&viewer, point);
        struct tes_frame frame;
        if (!tes_thing_frame(thing, &viewer, &frame))
            continue;
        framed++;
        assert_true(seen.x >= frame.left - 1e-9 && seen.x <= frame.right + 1e-9);
        assert_true(seen.y >= frame.bottom - 1e-9 && seen.y <= frame.top + 1e-9);
    }
    assert_true(inside > CASES / 50 && framed > inside / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_agree_with_libm),
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(angles_agree_with_libm),
        cmocka_unit_test(directions_and_their_angles_are_inverse),
        cmocka_unit_test(chance_is_uniform_between_its_ends),
        cmocka_unit_test(seeing_and_rays_are_inverse),
        cmocka_unit_test(pictures_are_upright_and_not_mirrored),
        cmocka_unit_test(straight_down_is_no_special_case),
        cmocka_unit_test(viewers_tell_left_from_right),
        cmocka_unit_test(places_of_the_picture_meet_the_ground),
        cmocka_unit_test(turning_things_is_turning_the_camera_back),
        cmocka_unit_test(things_turn_anticlockwise),
        cmocka_unit_test(bounds_hold_all_of_a_thing),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}

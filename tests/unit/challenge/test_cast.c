/* Rays: each solid against distances, what is seen of what, and how close things come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "scene_queries.h"
#include "scene_reference.h"

/* The thing with the most rays, the first of equals. */
static int most_of(const unsigned counts[TES_SCENE_THINGS], unsigned rays, double *share)
{
    int best = QUERY_NOTHING;
    unsigned best_count = 0;
    for (unsigned i = 0; i < TES_SCENE_THINGS; i++) {
        if (counts[i] > best_count) {
            best_count = counts[i];
            best = (int)i;
        }
    }
    *share = rays ? (double)best_count / rays : 0;
    return best;
}

static struct tes_sight sight_of(const struct tes_scene *scene, unsigned thing)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    return tes_cast_sight(&bodies, scene->camera.eye, thing, 0);
}

/* The thing that hides most of `thing` from the camera, and the one that `thing` is most in front
 * of. */
static int thing_before(const struct tes_scene *scene, unsigned thing, double *share)
{
    struct tes_sight sight = sight_of(scene, thing);
    return most_of(sight.stopped_by, sight.rays, share);
}

static int thing_behind(const struct tes_scene *scene, unsigned thing, double *share)
{
    struct tes_sight sight = sight_of(scene, thing);
    return most_of(sight.leads_to, sight.rays, share);
}

static const struct tes_vector UPRIGHT[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

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

/* Three directions at right angles. */
static void random_axes(struct tes_random *random, struct tes_vector axes[3])
{
    struct tes_vector one = random_vector(random, 1);
    struct tes_vector other = random_vector(random, 1);
    axes[0] = tes_vector_unit(one);
    axes[1] = tes_vector_unit(tes_vector_cross(axes[0], other));
    axes[2] = tes_vector_cross(axes[0], axes[1]);
}

static void random_cubes(struct tes_random *random, struct tes_thing *thing)
{
    static const int8_t places[TES_SCENE_CUBES][3] = {
        {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 1, 1}, {0, 0, 1}, {0, 0, -1}, {-1, 0, -1}};
    memcpy(thing->cubes, places, sizeof places);
    thing->cube_count = (uint8_t)(1 + tes_random_below(random, TES_SCENE_CUBES));
    random_axes(random, thing->axes);
}

static struct tes_thing random_thing(struct tes_random *random, uint8_t solid)
{
    struct tes_thing thing = {.solid = solid};
    thing.at = random_vector(random, 2);
    thing.size = tes_scene_between(random, 0.3, 1.2);
    thing.height = tes_scene_between(random, 0.3, 2.4);
    thing.turn = tes_scene_between(random, -400, 400);
    if (solid == TES_SOLID_BALL)
        thing.height = 2 * thing.size;
    if (solid == TES_SOLID_RING)
        thing.height = thing.size * tes_scene_between(random, 0.2, 0.9);
    random_cubes(random, &thing);
    return thing;
}

static bool is_sound(double distance)
{
    return distance > 0 && distance < 1000;
}

/* --------------------------------------------------------- single solids */

static const uint8_t SOLIDS[] = {TES_SOLID_CUBE,    TES_SOLID_BALL,    TES_SOLID_CYLINDER,
                                 TES_SOLID_CONE,    TES_SOLID_PYRAMID, TES_SOLID_RING,
                                 TES_SOLID_POLYCUBE};
enum { SOLIDS_COUNT = sizeof SOLIDS, RAYS = 3000 };

struct tally {
    unsigned hits, misses, grazes;
};

static void compare(const struct tes_thing *thing, struct tes_vector origin,
                    struct tes_vector direction, struct tally *tally)
{
    double distance = 0, reached = 0;
    bool met = query_thing(thing, origin, direction, &reached);
    assert_true(!met || is_sound(reached));
    switch (reference_cast(thing, origin, direction, &distance)) {
    case REFERENCE_GRAZES:
        tally->grazes++;
        return;
    case REFERENCE_MISS:
        tally->misses++;
        assert_false(met);
        return;
    case REFERENCE_HIT:
        tally->hits++;
    }
    assert_true(met);
    assert_true(fabs(reached - distance) <= 1e-6 * distance);
}

static void rays_from_outside_agree_with_distances(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 1);
    for (unsigned i = 0; i < SOLIDS_COUNT; i++) {
        struct tally tally = {0};
        for (unsigned ray = 0; ray < RAYS; ray++) {
            struct tes_thing thing = random_thing(&random, SOLIDS[i]);
            double reach = tes_thing_reach(&thing);
            struct tes_vector away = tes_vector_unit(random_vector(&random, 1));
            double far = tes_scene_between(&random, 1.01, 12);
            struct tes_vector origin =
                tes_vector_add(tes_thing_middle(&thing), tes_vector_scale(away, far * reach));
            struct tes_vector aside = random_vector(&random, reach);
            struct tes_vector goal = tes_vector_add(tes_thing_middle(&thing), aside);
            compare(&thing, origin, tes_vector_unit(tes_vector_subtract(goal, origin)), &tally);
        }
        assert_true(tally.hits > RAYS / 5 && tally.misses > RAYS / 20);
        assert_true(tally.grazes < RAYS / 50);
    }
}

/* Along axes and faces, through edges, corners, tips and the seams between cubes. */
static void rays_along_axes_and_faces_agree_too(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SOLIDS_COUNT; i++) {
        struct tally tally = {0};
        for (unsigned place = 0; place < 9 * 9 * 9; place++) {
            struct tes_thing thing = {.solid = SOLIDS[i], .size = 1, .height = 2, .cube_count = 4};
            struct tes_vector grid = {place % 9 * 0.5 - 2, place / 9 % 9 * 0.5 - 2,
                                      place / 81 * 0.5 - 1};
            const int8_t cubes[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
            memcpy(thing.cubes, cubes, sizeof cubes);
            memcpy(thing.axes, UPRIGHT, sizeof UPRIGHT);
            thing.height = SOLIDS[i] == TES_SOLID_RING ? 0.5 : 2;
            thing.turn = 90 * (place % 4);
            for (int way = 1; way < 27; way++) {
                struct tes_vector direction = {way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1};
                if (tes_vector_length(direction) == 0)
                    continue;
                direction = tes_vector_unit(direction);
                struct tes_vector origin =
                    tes_vector_subtract(grid, tes_vector_scale(direction, 8));
                compare(&thing, origin, direction, &tally);
            }
        }
        assert_true(tally.hits > 1000 && tally.misses > 1000);
    }
}

static void rays_from_inside_hit_the_far_wall(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 2);
    for (unsigned i = 0; i < SOLIDS_COUNT; i++) {
        for (unsigned ray = 0; ray < 300;) {
            struct tes_thing thing = random_thing(&random, SOLIDS[i]);
            struct tes_vector aside = random_vector(&random, tes_thing_reach(&thing));
            struct tes_vector origin = tes_vector_add(tes_thing_middle(&thing), aside);
            struct tes_vector direction = tes_vector_unit(random_vector(&random, 1));
            double reached;
            if (reference_distance(&thing, origin) > -1e-3)
                continue;
            ray++;
            assert_true(query_thing(&thing, origin, direction, &reached));
            assert_true(is_sound(reached));
            double distance = reference_leave(&thing, origin, direction);
            assert_true(fabs(reached - distance) < 1e-6);
        }
    }
}

/* A ray that goes on from a surface does not hit the same place again. */
static void surfaces_do_not_hit_themselves(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 3);
    for (unsigned ray = 0; ray < 4000; ray++) {
        struct tes_thing thing = random_thing(&random, SOLIDS[ray % SOLIDS_COUNT]);
        struct tes_vector away = tes_vector_unit(random_vector(&random, 1)), middle, origin;
        double reached, again;
        middle = tes_thing_middle(&thing);
        origin = tes_vector_add(middle, tes_vector_scale(away, 9));
        if (!query_thing(&thing, origin, tes_vector_scale(away, -1), &reached))
            continue;
        struct tes_vector at = reference_along(origin, away, -reached);
        struct tes_vector outward = tes_vector_unit(reference_gradient(&thing, at));
        at = reference_along(at, outward, 1e-7);
        if (query_thing(&thing, at, outward, &again))
            assert_true(again > 1e-3); /* rings and polycubes have more than one side */
    }
}

static void discs_are_never_hit(void **state)
{
    (void)state;
    struct tes_thing disc = {.solid = TES_SOLID_DISC, .size = 5, .height = 1};
    double reached;
    assert_false(
        query_thing(&disc, (struct tes_vector){0, 0, 4}, (struct tes_vector){0, 0, -1}, &reached));
}

/* ---------------------------------------------------------- whole scenes */

static struct tes_thing stands(uint8_t solid, double x, double y, double size, double height)
{
    return (struct tes_thing){
        .solid = solid, .at = {x, y, 0}, .size = size, .height = height, .axes = {{1, 0, 0}}};
}

static struct tes_scene scene_of(const struct tes_thing *things, unsigned count)
{
    struct tes_scene scene = {.count = count};
    memcpy(scene.things, things, count * sizeof *things);
    scene.camera = tes_camera_around((struct tes_vector){0, 0, 0.5}, 0, 0, 20, 30);
    return scene;
}

/* Seven things on the ground, none too close, as a generator would draw them. */
static struct tes_scene random_scene(struct tes_random *random)
{
    struct tes_scene scene = {.count = 0};
    for (unsigned tries = 0; scene.count < 7; tries++) {
        uint8_t solid = (uint8_t)tes_random_below(random, TES_SOLID_COUNT);
        struct tes_thing thing = random_thing(random, solid);
        thing.at.z = 0;
        thing.at.x *= 1.5;
        thing.at.y *= 1.5;
        bool free = true;
        for (unsigned i = 0; i < scene.count; i++)
            free = free && !tes_cast_too_close(&thing, &scene.things[i], 0.1);
        if (free)
            scene.things[scene.count++] = thing;
        if (tries > 200)
            scene.count = tries = 0;
    }
    double around = tes_scene_between(random, 0, 360);
    double above = tes_scene_between(random, 8, 35);
    scene.camera = tes_camera_around((struct tes_vector){0, 0, 0.5}, around, above, 12, 35);
    return scene;
}

static void the_nearest_thing_is_hit_first(void **state)
{
    (void)state;
    const struct tes_thing things[] = {stands(TES_SOLID_BALL, 0, 4, 1, 2),
                                       stands(TES_SOLID_CUBE, 0, 0, 1, 2),
                                       stands(TES_SOLID_CYLINDER, 0, -4, 1, 2)};
    struct tes_scene scene = scene_of(things, 3);
    struct tes_vector origin = {0, -10, 1}, along = {0, 1, 0};
    struct query_hit hit = query_cast(&scene, origin, along, 0);
    assert_int_equal(hit.thing, 2);
    assert_true(fabs(hit.distance - 5) < 1e-12);
    assert_int_equal(query_cast(&scene, origin, along, 4).thing, 1);
    assert_int_equal(query_cast(&scene, origin, along, 6).thing, 0);
    assert_int_equal(query_cast(&scene, origin, along, 7).thing, QUERY_NOTHING);
    assert_int_equal(query_cast(&scene, origin, (struct tes_vector){0, -1, 0}, 0).thing,
                     QUERY_NOTHING);
    struct tes_bodies bodies;
    tes_cast_prepare(&scene, &bodies);
    assert_true(tes_cast_stopped(&bodies, origin, along, 5.1, 0));
    assert_false(tes_cast_stopped(&bodies, origin, along, 4.9, 0));
    assert_false(tes_cast_stopped(&bodies, origin, along, 8.9, 4));
}

static void what_nothing_hides_is_seen_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SOLIDS_COUNT; i++) {
        struct tes_thing thing = stands(SOLIDS[i], 0, 0, 1, 1);
        struct tes_thing behind = stands(TES_SOLID_CUBE, 0, 4, 1, 1);
        struct tes_thing beside = stands(TES_SOLID_CUBE, 3, -4, 1, 1);
        const struct tes_thing things[] = {thing, behind, beside};
        struct tes_scene scene = scene_of(things, 3);
        scene.things[0].cube_count = 1;
        memcpy(scene.things[0].axes, UPRIGHT, sizeof UPRIGHT);
        assert_true(query_visible(&scene, 0) == 1);
        assert_true(query_visible(&scene, 2) == 1);
    }
}

static void what_is_covered_is_not_seen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++) {
        const struct tes_thing things[] = {stands(SOLIDS[i], 0, 2, 0.5, 0.5),
                                           stands(TES_SOLID_CUBE, 0, -2, 2, 3)};
        struct tes_scene scene = scene_of(things, 2);
        double share;
        assert_true(query_visible(&scene, 0) == 0);
        assert_true(query_visible(&scene, 1) == 1);
        assert_int_equal(thing_before(&scene, 0, &share), 1);
        assert_true(share == 1);
        assert_int_equal(thing_behind(&scene, 0, &share), QUERY_NOTHING);
        assert_true(share == 0);
        assert_int_equal(thing_behind(&scene, 1, &share), 0);
        assert_true(share > 0.005 && share < 0.2);
    }
}

/* A cube covers all that is to the left of the middle. */
static void what_is_half_covered_is_half_seen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++) {
        const struct tes_thing things[] = {stands(SOLIDS[i], 0, 2, 0.7, 0.7),
                                           stands(TES_SOLID_CUBE, -2, -3, 2, 4)};
        struct tes_scene scene = scene_of(things, 2);
        double share = query_visible(&scene, 0);
        assert_true(share > 0.42 && share < 0.58);
        scene.things[1].solid = TES_SOLID_DISC;
        assert_true(query_visible(&scene, 0) == 1);
    }
}

static void a_sight_names_who_is_before_and_behind(void **state)
{
    (void)state;
    const struct tes_thing things[] = {
        stands(TES_SOLID_CUBE, 0, 0, 1, 2), stands(TES_SOLID_BALL, 0.6, 4, 0.8, 1.6),
        stands(TES_SOLID_CONE, -0.8, -4, 0.4, 0.8), stands(TES_SOLID_BALL, 0.6, 8, 0.8, 1.6)};
    struct tes_scene scene = scene_of(things, 4);
    double before, behind;
    assert_int_equal(thing_before(&scene, 0, &before), 2);
    assert_int_equal(thing_behind(&scene, 0, &behind), 1);
    assert_true(before > 0.02 && before < 0.3);
    assert_true(behind > 0.2 && behind < 0.6);
    struct tes_bodies bodies;
    tes_cast_prepare(&scene, &bodies);
    struct tes_sight sight = tes_cast_sight(&bodies, scene.camera.eye, 0, 0);
    assert_int_equal(sight.rays, sight.seen + sight.stopped_by[2]);
    assert_true(sight.leads_to[3] == 0);
    sight = tes_cast_sight(&bodies, scene.camera.eye, 0, 1 << 1 | 1 << 2);
    assert_int_equal(sight.rays, sight.seen);
    assert_true(sight.leads_to[3] > 0 && sight.leads_to[1] == 0);
    /* From the other end, those in front are behind. */
    sight = tes_cast_sight(&bodies, (struct tes_vector){0, 20, 0.5}, 0, 0);
    assert_true(sight.stopped_by[1] == 0 && sight.stopped_by[3] > 0 && sight.leads_to[2] > 0);
}

/* The share of a thing by many rays over the whole picture. */
static void dense_shares(const struct tes_scene *scene, double shares[TES_SCENE_THINGS])
{
    enum { SIDE = 160 };
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    struct tes_bodies bodies;
    unsigned alone[TES_SCENE_THINGS] = {0}, seen[TES_SCENE_THINGS] = {0};
    double distance;
    tes_cast_prepare(scene, &bodies);
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        double x = (i % SIDE + 0.5) / SIDE * 3 - 1.5, y = (i / SIDE + 0.5) / (double)SIDE * 3 - 1.5;
        struct tes_vector ray = query_ray(&viewer, x, y);
        struct query_hit hit = query_first(&bodies, viewer.eye, ray, 0);
        if (hit.thing == QUERY_NOTHING)
            continue;
        seen[hit.thing]++;
        for (unsigned j = 0; j < scene->count; j++)
            alone[j] += tes_cast_reach(&bodies.all[j], viewer.eye, ray, &distance);
    }
    for (unsigned j = 0; j < scene->count; j++)
        shares[j] = alone[j] ? (double)seen[j] / alone[j] : 1;
}

static void shares_agree_with_dense_pictures(void **state)
{
    (void)state;
    enum { SCENES = 60 };
    struct tes_random random;
    double shares[TES_SCENE_THINGS], sum = 0, worst = 0;
    unsigned partly = 0;
    start(&random, 4);
    for (unsigned i = 0; i < SCENES; i++) {
        struct tes_scene scene = random_scene(&random);
        dense_shares(&scene, shares);
        for (unsigned j = 0; j < scene.count; j++) {
            double off = fabs(query_visible(&scene, j) - shares[j]);
            partly += shares[j] > 0.05 && shares[j] < 0.95;
            worst = fmax(worst, off);
            sum += off;
        }
    }
    print_message("shares are off by %.4f, at worst %.4f; %u things are half hidden\n",
                  sum / (7 * SCENES), worst, partly);
    assert_true(partly > SCENES);
    assert_true(worst < 0.12 && sum / (7 * SCENES) < 0.02);
}

/* ------------------------------------------------------------------ gaps */

static void gaps_are_measured_between_outlines(void **state)
{
    (void)state;
    const struct {
        struct tes_thing a, b;
        double turn, apart; /* of b; how far they are apart */
    } cases[] = {
        {stands(TES_SOLID_BALL, 0, 0, 1, 2), stands(TES_SOLID_CONE, 3, 0, 1, 2), 0, 1},
        {stands(TES_SOLID_CUBE, 0, 0, 1, 2), stands(TES_SOLID_CUBE, 3, 0, 1, 2), 0, 1},
        {stands(TES_SOLID_CUBE, 0, 0, 1, 2), stands(TES_SOLID_CUBE, 3, 0, 1, 2), 45, 2 - sqrt(2)},
        {stands(TES_SOLID_CUBE, 0, 0, 1, 2), stands(TES_SOLID_PYRAMID, 4, 5, 1, 2), 90,
         hypot(2, 3)},
        {stands(TES_SOLID_RING, 0, 0, 1, 0.5), stands(TES_SOLID_CUBE, 4, 0, 1, 2), 0, 2},
        {stands(TES_SOLID_CYLINDER, 0, 0, 1, 2), stands(TES_SOLID_CUBE, 4, 4, 1, 2), 0,
         hypot(3, 3) - 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tes_thing b = cases[i].b;
        b.turn = cases[i].turn;
        assert_true(tes_cast_too_close(&cases[i].a, &b, cases[i].apart + 1e-9));
        assert_false(tes_cast_too_close(&cases[i].a, &b, cases[i].apart - 1e-9));
        assert_true(tes_cast_too_close(&b, &cases[i].a, cases[i].apart + 1e-9));
        assert_false(tes_cast_too_close(&b, &cases[i].a, cases[i].apart - 1e-9));
        b.at = (struct tes_vector){0.1, 0.2, 0};
        assert_true(tes_cast_too_close(&cases[i].a, &b, 0));
        b.at.z = cases[i].a.height + 0.5;
        assert_false(tes_cast_too_close(&cases[i].a, &b, 0.4));
        assert_true(tes_cast_too_close(&cases[i].a, &b, 0.6));
        b.solid = TES_SOLID_DISC;
        assert_false(tes_cast_too_close(&cases[i].a, &b, 0.6));
    }
}

/* What is not too close shares no point: rays straight down meet at most one of them. */
static void things_apart_share_no_ground(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 5);
    for (unsigned i = 0; i < 200; i++) {
        struct tes_scene scene = random_scene(&random);
        for (unsigned ray = 0; ray < 200; ray++) {
            struct tes_vector from = random_vector(&random, 4), down = {0, 0, -1};
            from.z = 9;
            struct query_hit hit = query_cast(&scene, from, down, 0);
            if (hit.thing != QUERY_NOTHING)
                assert_int_equal(query_cast(&scene, from, down, 1u << hit.thing).thing,
                                 QUERY_NOTHING);
        }
    }
}

/* ---------------------------------------------------------- same and fast */

static uint64_t mixed(uint64_t sum, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (sum ^ bits) * UINT64_C(0x100000001B3);
}

/* The same bits from every compiler. */
static void every_compiler_makes_the_same_bits(void **state)
{
    (void)state;
    struct tes_random random;
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    start(&random, 6);
    for (unsigned i = 0; i < 200; i++) {
        struct tes_scene scene = random_scene(&random);
        scene.things[0] = random_thing(&random, TES_SOLID_POLYCUBE);
        for (unsigned ray = 0; ray < 50; ray++) {
            double x = tes_scene_between(&random, -1, 1);
            double y = tes_scene_between(&random, -1, 1);
            struct tes_vector direction = query_camera_ray(&scene.camera, x, y);
            struct query_hit hit = query_cast(&scene, scene.camera.eye, direction, 0);
            sum = mixed(sum, hit.distance);
        }
        for (unsigned j = 0; j < scene.count; j++)
            sum = mixed(sum, query_visible(&scene, j));
        sum = mixed(sum, tes_scene_angle(scene.camera.eye.y, scene.camera.eye.x));
    }
    assert_true(sum == UINT64_C(0x6A7DFA89A9096FB2));
}

static void how_long_it_takes(void **state)
{
    (void)state;
    enum { SCENES = 500 };
    static struct tes_scene scenes[SCENES];
    struct tes_random random;
    struct timespec from, to;
    double sum = 0;
    start(&random, 7);
    for (unsigned i = 0; i < SCENES; i++)
        scenes[i] = random_scene(&random);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (unsigned i = 0; i < SCENES; i++) {
        for (unsigned j = 0; j < scenes[i].count; j++)
            sum += query_visible(&scenes[i], j);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double us = (double)(to.tv_sec - from.tv_sec) * 1e6 + (double)(to.tv_nsec - from.tv_nsec) / 1e3;
    print_message(
        "tes_cast_visible_from: %.2f us a thing, %.1f us a scene of 7 (mean share %.3f)\n",
        us / SCENES / 7, us / SCENES, sum / SCENES / 7);
    assert_true(sum > 0 && sum < SCENES * 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_from_outside_agree_with_distances),
        cmocka_unit_test(rays_along_axes_and_faces_agree_too),
        cmocka_unit_test(rays_from_inside_hit_the_far_wall),
        cmocka_unit_test(surfaces_do_not_hit_themselves),
        cmocka_unit_test(discs_are_never_hit),
        cmocka_unit_test(the_nearest_thing_is_hit_first),
        cmocka_unit_test(what_nothing_hides_is_seen_whole),
        cmocka_unit_test(what_is_covered_is_not_seen),
        cmocka_unit_test(what_is_half_covered_is_half_seen),
        cmocka_unit_test(a_sight_names_who_is_before_and_behind),
        cmocka_unit_test(shares_agree_with_dense_pictures),
        cmocka_unit_test(gaps_are_measured_between_outlines),
        cmocka_unit_test(things_apart_share_no_ground),
        cmocka_unit_test(every_compiler_makes_the_same_bits),
        cmocka_unit_test(how_long_it_takes),
    };
    return cmocka_run_group_tests_name("cast", tests, NULL, NULL);
}

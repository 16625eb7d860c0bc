/*
 * Scenes as pixels: what is seen is what rays hit, edges are smooth, and a part of a picture is
 * drawn without a trace elsewhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../challenge/scene_queries.h"
#include "../challenge/scene_reference.h"
#include "draw/scene/render.h"

enum { PAPER = 0x123456 };

/* ----------------------------------------------------------------- scenes */

static void random_polycube(struct tes_thing *thing, struct tes_random *random)
{
    int8_t place[3] = {-1, -1, 0};
    for (unsigned i = 0; i < 6; i++) {
        memcpy(thing->cubes[thing->cube_count++], place, sizeof place);
        place[tes_random_below(random, 3)]++;
    }
    double around = tes_scene_between(random, 0, 360);
    double above = tes_scene_between(random, -40, 60);
    thing->axes[0] = tes_scene_towards(around, above);
    thing->axes[1] = tes_scene_towards(around + 90, 0);
    thing->axes[2] = tes_vector_cross(thing->axes[0], thing->axes[1]);
    thing->at.z = 1.4;
    thing->size = 0.4;
}

static struct tes_thing random_thing(struct tes_random *random, unsigned solid)
{
    struct tes_thing thing = {.solid = (uint8_t)solid};
    thing.material = (uint8_t)tes_random_below(random, TES_MATERIAL_COUNT);
    thing.hue = (uint8_t)tes_random_below(random, TES_HUE_COUNT);
    thing.at.x = tes_scene_between(random, -2, 2);
    thing.at.y = tes_scene_between(random, -2, 2);
    thing.size = tes_scene_between(random, 0.4, 0.7);
    thing.height = tes_scene_between(random, 0.7, 1.5);
    thing.turn = tes_scene_between(random, 0, 360);
    if (solid == TES_SOLID_BALL)
        thing.height = 2 * thing.size;
    if (solid == TES_SOLID_RING)
        thing.height = thing.size * 0.6;
    if (solid == TES_SOLID_POLYCUBE)
        random_polycube(&thing, random);
    return thing;
}

/* Seven things; they may even run into each other. Every third scene is seen from among them. */
static struct tes_scene random_scene(unsigned seed)
{
    struct tes_scene scene = {.count = 7, .has_ground = true};
    struct tes_random random;
    tes_key_from_seed(seed, scene.looks);
    tes_random_start(&random, scene.looks);
    double around = tes_scene_between(&random, 0, 360);
    double above = tes_scene_between(&random, 15, 75);
    const struct tes_vector target = {0, 0, 0.4}, eye = {0.2, -3.2, 1.1};
    scene.camera = tes_camera_around(target, around, above, 9, 34);
    if (seed % 3 == 2)
        scene.camera = query_facing(eye, around / 12 - 15, 60);
    scene.sun = tes_scene_towards(around + 60, 50);
    for (unsigned i = 0; i < scene.count; i++)
        scene.things[i] = random_thing(&random, (seed + i) % (TES_SOLID_DISC + 1));
    return scene;
}

static struct tes_scene one_thing(unsigned solid, unsigned material, unsigned hue)
{
    struct tes_scene scene = {.count = 1, .has_ground = true};
    struct tes_random random;
    tes_key_from_seed(solid, scene.looks);
    tes_random_start(&random, scene.looks);
    scene.things[0] = random_thing(&random, solid);
    scene.things[0].material = (uint8_t)material;
    scene.things[0].hue = (uint8_t)hue;
    scene.things[0].at.x = scene.things[0].at.y = 0;
    const struct tes_vector target = {0, 0, scene.things[0].at.z + 0.4};
    scene.camera = tes_camera_around(target, 25, 30, 8, 20);
    scene.sun = tes_scene_towards(80, 50);
    return scene;
}

/* --------------------------------------------------------------- pictures */

struct picture {
    struct tes_image *image; /* the studio points to it */
    struct tes_studio *studio;
    uint32_t *colours; /* in the studio */
    uint8_t *ids;
};

static struct picture picture_of(unsigned width, unsigned height)
{
    struct picture picture = {.image = calloc(1, sizeof *picture.image)};
    unsigned stride;
    assert_non_null(picture.image);
    picture.image->width = width;
    picture.image->height = height;
    picture.image->pixels =
        malloc((size_t)width * height + tes_studio_bound(width, height, tes_render_extra_size()));
    picture.ids = malloc((size_t)width * height);
    assert_non_null(picture.image->pixels);
    assert_non_null(picture.ids);
    picture.studio = tes_studio_start(picture.image, PAPER);
    picture.colours =
        tes_studio_pixels(picture.studio, (struct tes_area){0, 0, width, height}, &stride);
    return picture;
}

static void drop(struct picture *picture)
{
    free(picture->image->pixels);
    free(picture->image);
    free(picture->ids);
}

static struct picture render(const struct tes_scene *scene, unsigned width, unsigned height)
{
    struct picture picture = picture_of(width, height);
    struct tes_render how = {.part = {0, 0, width, height}, .ids = picture.ids};
    assert_int_equal(tes_render(picture.studio, scene, &how), TES_OK);
    return picture;
}

static int channel(uint32_t colour, unsigned index)
{
    return (int)(colour >> 8 * index & 255);
}

static int difference(uint32_t a, uint32_t b)
{
    int most = 0;
    for (unsigned i = 0; i < 3; i++)
        most =
            abs(channel(a, i) - channel(b, i)) > most ? abs(channel(a, i) - channel(b, i)) : most;
    return most;
}

/* ------------------------------------------------------------------ truth */

static void cast_ids(const struct tes_scene *scene, unsigned width, unsigned height, uint8_t *ids)
{
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            double across = (2 * (x + 0.5) - width) / height, up = 1 - 2 * (y + 0.5) / height;
            struct tes_vector ray = query_ray(&viewer, across, up);
            int thing = query_cast(scene, viewer.eye, ray, 0).thing;
            ids[y * width + x] = thing == QUERY_NOTHING ? TES_RENDER_NOTHING : (uint8_t)thing;
        }
    }
}

/* Whether another thing, or none, is seen at one of the pixels around. */
static bool is_at_edge(const uint8_t *ids, unsigned width, unsigned height, unsigned x, unsigned y)
{
    for (unsigned down = y > 0 ? y - 1 : 0; down <= y + 1 && down < height; down++)
        for (unsigned across = x > 0 ? x - 1 : 0; across <= x + 1 && across < width; across++)
            if (ids[down * width + across] != ids[y * width + x])
                return true;
    return false;
}

static void check_ids(const struct tes_scene *scene, unsigned width, unsigned height)
{
    struct picture picture = render(scene, width, height);
    uint8_t *truth = malloc((size_t)width * height);
    unsigned counts[2] = {0, 0}, wrong[2] = {0, 0};
    assert_non_null(truth);
    cast_ids(scene, width, height, truth);
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            bool at_edge = is_at_edge(truth, width, height, x, y);
            counts[at_edge]++;
            wrong[at_edge] += picture.ids[y * width + x] != truth[y * width + x];
        }
    }
    assert_in_range(wrong[0] * 1000, 0, counts[0]);
    assert_in_range(wrong[1] * 50, 0, counts[1]);
    free(truth);
    drop(&picture);
}

static void test_ids_are_what_rays_hit(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 45; seed++) {
        struct tes_scene scene = random_scene(seed);
        check_ids(&scene, 200, 150);
    }
    for (unsigned seed = 100; seed < 103; seed++) {
        struct tes_scene scene = random_scene(seed);
        check_ids(&scene, 640, 480);
    }
}

/* ----------------------------------------------------------------- pixels */

/* Beside a picture four times as large: the mean of sixteen of its pixels is what a pixel should
 * be. Without smooth edges some were off by the whole contrast. */
static void test_edges_are_smooth(void **state)
{
    enum { WIDTH = 160, HEIGHT = 120, TIMES = 4 };
    (void)state;
    for (unsigned seed = 0; seed < 6; seed++) {
        struct tes_scene scene = random_scene(seed * 3);
        for (unsigned i = 0; i < scene.count; i++) {
            scene.things[i].material = TES_MATERIAL_MATT;
            /* Where cubes hide each other there are lines, as wide in a picture of any size. */
            if (scene.things[i].solid == TES_SOLID_POLYCUBE)
                scene.things[i].cube_count = 2;
        }
        struct picture small = render(&scene, WIDTH, HEIGHT);
        struct picture large = render(&scene, WIDTH * TIMES, HEIGHT * TIMES);
        unsigned far_off = 0;
        for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
            unsigned x = i % WIDTH * TIMES, y = i / WIDTH * TIMES, sums[3] = {0, 0, 0};
            for (unsigned j = 0; j < TIMES * TIMES; j++) {
                size_t at = (size_t)(y + j / TIMES) * WIDTH * TIMES + x + j % TIMES;
                for (unsigned k = 0; k < 3; k++)
                    sums[k] += (unsigned)channel(large.colours[at], k);
            }
            uint32_t mean = 0;
            for (unsigned k = 0; k < 3; k++)
                mean |= sums[k] / (TIMES * TIMES) << 8 * k;
            far_off += difference(mean, small.colours[i]) > 40;
        }
        assert_in_range(far_off, 0, WIDTH * HEIGHT / 500);
        drop(&small);
        drop(&large);
    }
}

/* From the front and a little from the left, the first cube stands before the third one; both faces
 * have the same light. */
static void test_line_parts_cubes_of_one_colour(void **state)
{
    enum { SIDE = 200, NEAR = 2, AWAY = 6 };
    (void)state;
    struct tes_scene scene = one_thing(TES_SOLID_POLYCUBE, TES_MATERIAL_MATT, 0);
    struct tes_thing *thing = &scene.things[0];
    const int8_t cubes[3][3] = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    memcpy(thing->cubes, cubes, sizeof cubes);
    thing->cube_count = 3;
    thing->axes[0] = (struct tes_vector){1, 0, 0};
    thing->axes[1] = (struct tes_vector){0, 1, 0};
    thing->axes[2] = (struct tes_vector){0, 0, 1};
    const struct tes_vector target = tes_vector_add(thing->at, (struct tes_vector){0.2, 0.2, 0});
    scene.camera = tes_camera_around(target, -25, 20, 6, 20);
    struct picture picture = render(&scene, SIDE, SIDE);
    struct tes_viewer viewer = tes_camera_viewer(&scene.camera);
    struct query_hit before = {QUERY_NOTHING, 0};
    struct tes_vector facing = {0, 0, 0}; /* the side of the cube that was hit before */
    const uint32_t *row = picture.colours + (size_t)SIDE * SIDE / 2;
    unsigned lines = 0;
    for (unsigned x = 0; x < SIDE; x++) {
        struct tes_vector ray = query_ray(&viewer, (2 * (x + 0.5) - SIDE) / SIDE, 0);
        struct query_hit hit = query_cast(&scene, viewer.eye, ray, 0);
        struct tes_vector faced = facing;
        facing = reference_gradient(thing, reference_along(viewer.eye, ray, hit.distance));
        bool is_same = hit.thing == before.thing && hit.thing != QUERY_NOTHING &&
                       tes_vector_dot(facing, faced) > 0.99;
        if (is_same && hit.distance - before.distance > thing->size / 2) {
            int darkest = 255;
            for (unsigned i = x - NEAR; i < x + NEAR; i++)
                darkest = channel(row[i], 2) < darkest ? channel(row[i], 2) : darkest;
            assert_in_range(darkest, 0, channel(row[x - AWAY], 2) / 2);
            assert_in_range(darkest, 0, channel(row[x + AWAY], 2) / 2);
            lines++;
        }
        before = hit;
    }
    assert_int_equal(lines, 1);
    drop(&picture);
}

static void test_same_scene_same_pixels(void **state)
{
    (void)state;
    for (unsigned renderer = 0; renderer < TES_RENDERER_NONE; renderer++) {
        struct tes_scene scene = random_scene(7), other = random_scene(8);
        struct picture picture = picture_of(320, 240), again = picture_of(320, 240);
        struct tes_render how = {.part = {0, 0, 320, 240}, .renderer = renderer};
        assert_int_equal(tes_render(picture.studio, &scene, &how), TES_OK);
        assert_int_equal(tes_render(again.studio, &other, &how), TES_OK);
        assert_int_equal(tes_render(again.studio, &scene, &how), TES_OK);
        assert_memory_equal(picture.colours, again.colours, 320 * 240 * sizeof(uint32_t));
        drop(&picture);
        drop(&again);
    }
}

static void check_part(unsigned renderer, struct tes_area part)
{
    enum { WIDTH = 700, HEIGHT = 300 };
    struct tes_scene scene = random_scene(part.width);
    struct picture picture = picture_of(WIDTH, HEIGHT), alone = picture_of(part.width, part.height);
    struct tes_render how = {.part = part, .renderer = renderer};
    assert_int_equal(tes_render(picture.studio, &scene, &how), TES_OK);
    how.part.x = how.part.y = 0;
    assert_int_equal(tes_render(alone.studio, &scene, &how), TES_OK);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned x = i % WIDTH - part.x, y = i / WIDTH - part.y;
        bool is_inside = x < part.width && y < part.height;
        uint32_t expected = is_inside ? alone.colours[y * part.width + x] : PAPER;
        assert_int_equal(picture.colours[i], expected);
    }
    drop(&picture);
    drop(&alone);
}

static void test_parts_stay_in_their_area(void **state)
{
    static const struct tes_area parts[] = {
        {0, 0, 160, 160},  {160, 0, 160, 160}, {3, 5, 1, 1},     {690, 290, 10, 10},
        {11, 7, 333, 211}, {0, 299, 700, 1},   {699, 0, 1, 300}, {0, 0, 700, 300},
    };
    (void)state;
    for (unsigned renderer = 0; renderer < TES_RENDERER_NONE; renderer++)
        for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
            check_part(renderer, parts[i]);
}

/* ----------------------------------------------------------------- shadows */

/* The six solids in a ring, low sun: some stand in the shadow of others. */
static struct tes_scene crowded_scene(unsigned seed)
{
    struct tes_scene scene = random_scene(seed);
    struct tes_random random;
    tes_random_start(&random, scene.looks);
    const struct tes_vector target = {0, 0, 0.4};
    double around = tes_scene_between(&random, 0, 360);
    double sun_around = tes_scene_between(&random, 0, 360);
    scene.camera = tes_camera_around(target, around, 40, 9, 30);
    scene.sun = tes_scene_towards(sun_around, 28);
    scene.count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < scene.count; i++) {
        struct tes_thing *thing = &scene.things[i];
        *thing = random_thing(&random, (seed + i) % TES_SOLID_COUNT);
        thing->at = tes_vector_scale(tes_scene_towards(i * 60, 0), 1.5);
    }
    return scene;
}

/* What the sun is to a point of a thing: hidden by others wholly, not at all, or its edge may be in
 * the soft part of a shadow. */
enum sunlight { SHADOWED, SUNLIT, UNSURE };

static enum sunlight sunlight_at(const struct tes_bodies *bodies, struct tes_vector sun,
                                 struct tes_vector point, unsigned thing)
{
    enum { RAYS = 12 };
    struct tes_vector up = {0, 0, 1}, right = tes_vector_unit(tes_vector_cross(sun, up));
    struct tes_vector aside = tes_vector_cross(right, sun);
    unsigned stopped = tes_cast_stopped(bodies, point, sun, 100, 1U << thing);
    for (unsigned i = 0; i < RAYS; i++) {
        struct tes_vector way = tes_scene_towards(i * 360.0 / RAYS, 0), start = point;
        struct tes_vector off =
            tes_vector_add(tes_vector_scale(right, way.x), tes_vector_scale(aside, way.y));
        /* As far aside as a shadow is soft: some pixels, and more from further away. */
        start = tes_vector_add(start, tes_vector_scale(off, 0.1));
        way = tes_vector_unit(tes_vector_add(sun, tes_vector_scale(off, 0.12)));
        stopped += tes_cast_stopped(bodies, start, way, 100, 1U << thing);
    }
    return stopped == 0 ? SUNLIT : stopped == RAYS + 1 ? SHADOWED : UNSURE;
}

static int brightness(uint32_t colour)
{
    return channel(colour, 0) + channel(colour, 1) + channel(colour, 2);
}

/* Counts what is right and wrong of a scene's things: of what the sun reaches each pixel is as if
 * its thing stood alone, and what faces a hidden sun is clearly darker. */
static void count_shadows(const struct tes_scene *scene, unsigned right[2], unsigned wrong[2])
{
    enum { WIDTH = 320, HEIGHT = 240 };
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    struct picture all = render(scene, WIDTH, HEIGHT);
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    for (unsigned thing = 0; thing < scene->count; thing++) {
        struct tes_scene only = *scene;
        only.things[0] = scene->things[thing];
        only.count = 1;
        struct picture alone = render(&only, WIDTH, HEIGHT);
        for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
            unsigned x = i % WIDTH, y = i / WIDTH;
            if (all.ids[i] != thing || is_at_edge(all.ids, WIDTH, HEIGHT, x, y))
                continue;
            struct tes_vector ray =
                query_ray(&viewer, (2 * (x + 0.5) - WIDTH) / HEIGHT, 1 - 2 * (y + 0.5) / HEIGHT);
            struct query_hit hit = query_cast(scene, viewer.eye, ray, 0);
            struct tes_vector point =
                tes_vector_add(viewer.eye, tes_vector_scale(ray, hit.distance));
            enum sunlight light = sunlight_at(&bodies, scene->sun, point, thing);
            if (hit.thing != (int)thing || light == UNSURE ||
                (light == SHADOWED &&
                 tes_vector_dot(reference_gradient(&scene->things[thing], point), scene->sun) <
                     0.3))
                continue;
            bool is_right = light == SUNLIT ? all.colours[i] == alone.colours[i]
                                            : brightness(all.colours[i]) * 10 <
                                                  brightness(alone.colours[i]) * 9;
            right[light] += is_right;
            wrong[light] += !is_right;
        }
        drop(&alone);
    }
    drop(&all);
}

static void test_solids_shade_each_other(void **state)
{
    unsigned right[2] = {0, 0}, wrong[2] = {0, 0};
    (void)state;
    for (unsigned seed = 0; seed < 45; seed++) {
        struct tes_scene scene = crowded_scene(seed);
        for (unsigned i = 0; i < scene.count; i++)
            scene.things[i].material = TES_MATERIAL_MATT;
        count_shadows(&scene, right, wrong);
    }
    /* Enough of both were seen, and hardly any is wrong. */
    assert_in_range(right[SHADOWED], 5000, UINT32_MAX);
    assert_in_range(right[SUNLIT], 50000, UINT32_MAX);
    assert_in_range(wrong[SHADOWED] * 200, 0, right[SHADOWED]);
    assert_in_range(wrong[SUNLIT] * 2000, 0, right[SUNLIT]);
}

/* --------------------------------------------------------------- catalogue */

static uint32_t mean_colour(const struct picture *picture, uint8_t id)
{
    unsigned sums[3] = {0, 0, 0}, count = 0;
    for (unsigned i = 0; i < picture->image->width * picture->image->height; i++) {
        if (picture->ids[i] != id)
            continue;
        for (unsigned k = 0; k < 3; k++)
            sums[k] += (unsigned)channel(picture->colours[i], k);
        count++;
    }
    assert_in_range(count, picture->image->width * picture->image->height / 100, UINT32_MAX);
    uint32_t mean = 0;
    for (unsigned k = 0; k < 3; k++)
        mean |= sums[k] / count << 8 * k;
    return mean;
}

static void test_solids_are_seen_and_differ(void **state)
{
    enum { SIDE = 160, SOLIDS = TES_SOLID_POLYCUBE + 1 };
    (void)state;
    for (unsigned renderer = 0; renderer < TES_RENDERER_NONE; renderer++) {
        struct picture pictures[SOLIDS];
        for (unsigned solid = 0; solid < SOLIDS; solid++) {
            struct tes_scene scene = one_thing(solid, TES_MATERIAL_MATT, 0);
            pictures[solid] = picture_of(SIDE, SIDE);
            struct tes_render how = {
                .part = {0, 0, SIDE, SIDE}, .renderer = renderer, .ids = pictures[solid].ids};
            assert_int_equal(tes_render(pictures[solid].studio, &scene, &how), TES_OK);
            uint32_t thing = mean_colour(&pictures[solid], 0);
            uint32_t ground = mean_colour(&pictures[solid], TES_RENDER_NOTHING);
            assert_in_range(difference(thing, ground), 80, 255);
            for (unsigned other = 0; other < solid; other++)
                assert_memory_not_equal(pictures[solid].ids, pictures[other].ids, SIDE * SIDE);
        }
        for (unsigned solid = 0; solid < SOLIDS; solid++)
            drop(&pictures[solid]);
    }
}

/* S3D-28: materials */
static void test_hues_and_materials_differ(void **state)
{
    enum { SIDE = 160 };
    (void)state;
    for (unsigned renderer = 0; renderer < TES_RENDERER_NONE; renderer++) {
        uint32_t means[TES_HUE_COUNT];
        for (unsigned hue = 0; hue < TES_HUE_COUNT; hue++) {
            struct tes_scene scene = one_thing(TES_SOLID_BALL, TES_MATERIAL_MATT, hue);
            struct picture picture = render(&scene, SIDE, SIDE);
            struct tes_render how = {
                .part = {0, 0, SIDE, SIDE}, .renderer = renderer, .ids = picture.ids};
            assert_int_equal(tes_render(picture.studio, &scene, &how), TES_OK);
            means[hue] = mean_colour(&picture, 0);
            for (unsigned other = 0; other < hue; other++)
                assert_in_range(difference(means[hue], means[other]), 30, 255);
            drop(&picture);
        }
        struct picture pictures[TES_MATERIAL_COUNT];
        for (unsigned material = 0; material < TES_MATERIAL_COUNT; material++) {
            struct tes_scene scene = one_thing(TES_SOLID_BALL, material, 0);
            pictures[material] = picture_of(SIDE, SIDE);
            struct tes_render how = {.part = {0, 0, SIDE, SIDE}, .renderer = renderer, .ids = NULL};
            assert_int_equal(tes_render(pictures[material].studio, &scene, &how), TES_OK);
            for (unsigned other = 0; other < material; other++)
                assert_memory_not_equal(pictures[material].colours, pictures[other].colours,
                                        SIDE * SIDE * sizeof(uint32_t));
        }
        for (unsigned material = 0; material < TES_MATERIAL_COUNT; material++)
            drop(&pictures[material]);
    }
}

/* A disc is a part of the ground: seen, but no thing that a ray hits. */
static void test_disc_is_ground(void **state)
{
    enum { SIDE = 160 };
    (void)state;
    for (unsigned renderer = 0; renderer < TES_RENDERER_NONE; renderer++) {
        struct tes_scene scene = one_thing(TES_SOLID_DISC, TES_MATERIAL_MATT, 5), empty = scene;
        struct picture picture = picture_of(SIDE, SIDE), bare = picture_of(SIDE, SIDE);
        struct tes_render how = {
            .part = {0, 0, SIDE, SIDE}, .renderer = renderer, .ids = picture.ids};
        empty.count = 0;
        assert_int_equal(tes_render(picture.studio, &scene, &how), TES_OK);
        for (unsigned i = 0; i < SIDE * SIDE; i++)
            assert_int_equal(picture.ids[i], TES_RENDER_NOTHING);
        how.ids = NULL;
        assert_int_equal(tes_render(bare.studio, &empty, &how), TES_OK);
        assert_memory_not_equal(picture.colours, bare.colours, SIDE * SIDE * sizeof(uint32_t));
        drop(&picture);
        drop(&bare);
    }
}

/* S3D-27: from 3d to 2d to none, each by its name; a build has what it says, and what draws nothing
 * says so instead of leaving an empty picture. */
static void test_renderers(void **state)
{
    static const char *const names[] = {"3d", "2d", "none"};
    (void)state;
    struct tes_scene scene = random_scene(1);
    struct picture picture = picture_of(801, 40);
    for (unsigned i = 0; i < TES_RENDERER_COUNT; i++) {
        assert_string_equal(tes_renderer_name(i), names[i]);
        assert_true(tes_renderer_available(i));
        assert_int_equal(tes_renderer_best(i), i); /* never a better one than was wanted */
    }
    assert_null(tes_renderer_name(TES_RENDERER_COUNT));
    assert_false(tes_renderer_available(TES_RENDERER_COUNT));
    struct tes_render how = {.part = {0, 0, 40, 40}, .renderer = TES_RENDERER_NONE};
    assert_int_equal(tes_render(picture.studio, &scene, &how), TES_UNAVAILABLE);
    how = (struct tes_render){.part = {0, 0, 801, 40}};
    assert_int_equal(tes_render(picture.studio, &scene, &how), TES_BAD_ARGUMENT);
    how.part.width = 0;
    assert_int_equal(tes_render(picture.studio, &scene, &how), TES_BAD_ARGUMENT);
    for (unsigned i = 0; i < 801 * 40; i++)
        assert_int_equal(picture.colours[i], PAPER);
    drop(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_are_what_rays_hit),
        cmocka_unit_test(test_edges_are_smooth),
        cmocka_unit_test(test_line_parts_cubes_of_one_colour),
        cmocka_unit_test(test_same_scene_same_pixels),
        cmocka_unit_test(test_parts_stay_in_their_area),
        cmocka_unit_test(test_solids_shade_each_other),
        cmocka_unit_test(test_solids_are_seen_and_differ),
        cmocka_unit_test(test_hues_and_materials_differ),
        cmocka_unit_test(test_disc_is_ground),
        cmocka_unit_test(test_renderers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

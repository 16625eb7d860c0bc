/*
 * scene: pictures of scenes, to look at: `scene OUT.png WIDTH HEIGHT COLUMNS ROWS SEED [RENDERER]
 * [TIMES]` draws COLUMNS x ROWS scenes of WIDTH x HEIGHT pixels. SEED 0 shows each solid in each
 * material; other seeds draw scenes by lot. RENDERER is 3d or 2d. TIMES draws them so often and
 * tells how long the fastest took, without the PNG.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "challenge/scene/cast.h"
#include "draw/scene/render.h"

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void fail(const char *message)
{
    fprintf(stderr, "scene: %s\n", message);
    exit(1);
}

static void make_polycube(struct tes_thing *thing, struct tes_random *random)
{
    int place[3] = {0, 0, 0};
    thing->cube_count = 0;
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned j = 0; j < 3; j++)
            thing->cubes[i][j] = (int8_t)(place[j] - 1);
        thing->cube_count++;
        place[tes_random_below(random, 3)]++;
    }
    double around = tes_scene_between(random, 0, 360), above = tes_scene_between(random, 10, 50);
    thing->axes[0] = tes_scene_towards(around, above);
    thing->axes[1] = tes_scene_towards(around + 90, 0);
    thing->axes[2] = tes_vector_cross(thing->axes[0], thing->axes[1]);
    thing->size = 0.42;
    thing->at.z = 1.3;
}

static struct tes_thing random_thing(struct tes_random *random, unsigned solid)
{
    struct tes_thing thing = {.solid = (uint8_t)solid};
    thing.material = (uint8_t)tes_random_below(random, TES_MATERIAL_COUNT);
    thing.hue = (uint8_t)tes_random_below(random, 8);
    thing.at.x = tes_scene_between(random, -2.4, 2.4);
    thing.at.y = tes_scene_between(random, -2, 2);
    thing.size = tes_scene_between(random, 0.4, 0.65);
    thing.height = tes_scene_between(random, 0.8, 1.5);
    thing.turn = tes_scene_between(random, 0, 360);
    if (solid == TES_SOLID_BALL || solid == TES_SOLID_CUBE)
        thing.height = 2 * thing.size;
    if (solid == TES_SOLID_RING)
        thing.height = 0.55 * thing.size;
    if (solid == TES_SOLID_POLYCUBE)
        make_polycube(&thing, random);
    return thing;
}

static bool fits(const struct tes_scene *scene, const struct tes_thing *thing)
{
    for (unsigned i = 0; i < scene->count; i++) {
        const struct tes_thing *other = &scene->things[i];
        double x = other->at.x - thing->at.x, y = other->at.y - thing->at.y;
        double gap = (other->size + thing->size) * 1.3;
        if (other->solid != TES_SOLID_DISC && x * x + y * y < gap * gap)
            return false;
    }
    return true;
}

static void random_scene(struct tes_scene *scene, uint64_t seed)
{
    struct tes_random random;
    tes_key_from_seed(seed, scene->looks);
    tes_random_start(&random, scene->looks);
    scene->count = 0;
    scene->has_ground = true;
    double around = tes_scene_between(&random, 0, 360), above = tes_scene_between(&random, 22, 50);
    const struct tes_vector target = {0, 0, 0.3};
    scene->camera = tes_camera_around(target, around, above, 10, 32);
    if (seed % 10 == 9) /* from among the things */
        scene->camera = (struct tes_camera){{0, -3.5, 0.9}, {0, -2.5, 0.9}, 60};
    double aside = tes_scene_between(&random, 30, 120), height = tes_scene_between(&random, 40, 60);
    scene->sun = tes_scene_towards(around + aside, height);
    if (seed % 4 == 0)
        scene->things[scene->count++] =
            (struct tes_thing){.solid = TES_SOLID_DISC, .hue = (uint8_t)(seed % 8), .size = 3};
    for (unsigned tries = 0; tries < 200 && scene->count < 7; tries++) {
        unsigned solid = tes_random_below(&random, TES_SOLID_COUNT);
        struct tes_thing thing =
            random_thing(&random, seed % 5 == 4 && scene->count == 2 ? TES_SOLID_POLYCUBE : solid);
        if (fits(scene, &thing))
            scene->things[scene->count++] = thing;
    }
}

/* One solid in one material. */
static void catalogue_scene(struct tes_scene *scene, unsigned number)
{
    struct tes_random random;
    unsigned solid = number / TES_MATERIAL_COUNT % (TES_SOLID_COUNT + 1);
    tes_key_from_seed(number / TES_MATERIAL_COUNT, scene->looks);
    tes_random_start(&random, scene->looks);
    struct tes_thing thing = random_thing(&random, solid);
    thing.material = (uint8_t)(number % TES_MATERIAL_COUNT);
    thing.hue = (uint8_t)(number % 8);
    thing.at.x = thing.at.y = 0;
    scene->things[0] = thing;
    scene->count = 1;
    scene->has_ground = solid != TES_SOLID_POLYCUBE;
    struct tes_vector target = {0, 0, solid == TES_SOLID_POLYCUBE ? thing.at.z : 0.45};
    scene->camera = tes_camera_around(target, 20, 28, 10, 15);
    scene->sun = tes_scene_towards(75, 50);
}

/* Returns how long rendering took. */
static double draw(const struct tes_render *how, struct tes_image *image, unsigned columns,
                   unsigned rows, uint64_t seed)
{
    double rendered_us = 0;
    struct tes_studio *studio = tes_studio_start(image, 0xFFFFFF);
    static struct tes_scene scene;
    for (unsigned i = 0; i < columns * rows; i++) {
        struct tes_render one = *how;
        one.part.x = i % columns * one.part.width;
        one.part.y = i / columns * one.part.height;
        if (seed == 0)
            catalogue_scene(&scene, i);
        else
            random_scene(&scene, seed + i);
        double started_us = now_us();
        if (tes_render(studio, &scene, &one) != TES_OK)
            fail("the scene can't be drawn");
        rendered_us += now_us() - started_us;
    }
    tes_studio_end(studio);
    return rendered_us;
}

int main(int argc, char **argv)
{
    if (argc < 7)
        fail("usage: scene OUT.png WIDTH HEIGHT COLUMNS ROWS SEED [RENDERER] [TIMES]");
    unsigned width = (unsigned)atoi(argv[2]), height = (unsigned)atoi(argv[3]);
    unsigned columns = (unsigned)atoi(argv[4]), rows = (unsigned)atoi(argv[5]);
    unsigned times = argc > 8 ? (unsigned)atoi(argv[8]) : 1;
    struct tes_render how = {.part = {0, 0, width, height}};
    if (argc > 7 && strcmp(argv[7], "2d") == 0)
        how.renderer = TES_RENDERER_2D;
    struct tes_image image = {.width = width * columns, .height = height * rows};
    size_t size = (size_t)image.width * image.height +
                  tes_studio_bound(image.width, image.height, tes_render_extra_size());
    size_t png_size = tes_png_bound(image.width, image.height), png_length = 0;
    uint8_t *png = malloc(png_size);
    image.pixels = malloc(size);
    if (image.pixels == NULL || png == NULL)
        fail("out of memory");
    double least_us = 1e12, least_rendered_us = 1e12, drawn_us = 0;
    for (unsigned i = 0; i < times; i++) {
        double started_us = now_us();
        double rendered_us = draw(&how, &image, columns, rows, strtoull(argv[6], NULL, 10));
        least_rendered_us = rendered_us < least_rendered_us ? rendered_us : least_rendered_us;
        drawn_us = now_us();
        least_us = drawn_us - started_us < least_us ? drawn_us - started_us : least_us;
    }
    if (tes_png_encode(&image, png, png_size, &png_length) != TES_OK)
        fail("the picture can't be encoded");
    printf("rendered in %.0f us, all in %.0f us, PNG of %zu bytes in %.0f us\n", least_rendered_us,
           least_us, png_length, now_us() - drawn_us);
    FILE *file = fopen(argv[1], "wb");
    if (file == NULL || fwrite(png, 1, png_length, file) != png_length || fclose(file) != 0)
        fail("the file can't be written");
    return 0;
}

/*
 * scene.h: solids on a ground, seen by a camera: what is drawn, and what questions are about. The
 * truth about a scene comes from rays (cast.h), never from the picture.
 */
#ifndef TES_SCENE_H
#define TES_SCENE_H

#include "core/random.h"
#include "core/scene/vector.h"

#define TES_SCENE_THINGS 10
#define TES_SCENE_CUBES  8 /* most cubes of a polycube */

enum tes_solid {
    TES_SOLID_CUBE,
    TES_SOLID_BALL,
    TES_SOLID_CYLINDER,
    TES_SOLID_CONE,
    TES_SOLID_PYRAMID,
    TES_SOLID_RING,
    TES_SOLID_COUNT,
    TES_SOLID_POLYCUBE = TES_SOLID_COUNT, /* never drawn by lot among the others */
    TES_SOLID_DISC, /* flat on the ground: a turntable; stops no ray and throws no shadow */
};

enum tes_material {
    TES_MATERIAL_MATT,
    TES_MATERIAL_GLOSSY,
    TES_MATERIAL_STRIPED,
    TES_MATERIAL_CHECKED,
    TES_MATERIAL_DOTTED,
    TES_MATERIAL_COUNT
};

/* One solid. Unturned, it stands in the box from (-size, -size, 0) to (size, size, height) around
 * `at`:
 *   cube      the box itself             cylinder  around the box's axis, as wide as the box
 *   ball      height is 2 * size         cone      likewise, up to a point
 *   pyramid   the box's base, up to a point above its middle
 *   ring      lying flat: a torus, outer radius `size`, as thick as `height`
 *   polycube  cubes of side `size` around `at` (its middle, not its base), turned by `axes`
 */
struct tes_thing {
    uint8_t solid, material;
    uint8_t hue; /* row of the renderer's colours */
    struct tes_vector at;
    double size, height;
    double turn; /* degrees about the upright through `at`, anticlockwise seen from above */

    uint8_t cube_count;
    int8_t cubes[TES_SCENE_CUBES][3]; /* the places of a polycube's cubes, on a grid */
    struct tes_vector axes[3];        /* where its x, y and z point; at right angles, of length 1 */
};

/* Looks from `eye` at `target`, upright; `field` is how much it sees from the bottom to the top, in
 * degrees. */
struct tes_camera {
    struct tes_vector eye, target;
    double field;
};

struct tes_scene {
    struct tes_thing things[TES_SCENE_THINGS];
    unsigned count;
    struct tes_camera camera;
    struct tes_vector sun; /* towards it, of length 1 */
    bool has_ground;
    uint8_t looks[TES_KEY_BYTES]; /* the key of colours, textures and light */
};

/* Where a camera sees a point: x from -aspect to aspect, y from -1 (bottom) to 1 (top), and how far
 * in front of the eye it is; `depth` <= 0 is behind. */
struct tes_seen {
    double x, y, depth;
};
struct tes_seen tes_camera_see(const struct tes_camera *camera, struct tes_vector point);

/* The ray from the eye through a place of the picture, of length 1. */
struct tes_vector tes_camera_ray(const struct tes_camera *camera, double x, double y);

/* A camera that goes around the middle of the scene: `around` degrees anticlockwise from the front
 * (0 looks along +y), `above` degrees above the ground. */
struct tes_camera tes_camera_around(struct tes_vector target, double around, double above,
                                    double distance, double field);

/* Turns all things about the upright through the origin, anticlockwise seen from above. */
void tes_scene_turn(struct tes_scene *scene, double degrees);

/* Sine and cosine of degrees, good to 1e-12. */
double tes_scene_sine(double degrees);
double tes_scene_cosine(double degrees);

/* Uniform between two numbers. */
double tes_scene_between(struct tes_random *random, double least, double most);

#endif

/*
 * scene.h: solids on a ground, seen by a camera. Pictures are drawn of a scene and questions are
 * asked about it; what is right comes from rays (cast.h), never from the picture.
 */
#ifndef TES_SCENE_H
#define TES_SCENE_H

#include "challenge/random.h"
#include "challenge/scene/vector.h"

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
    TES_SOLID_POLYCUBE = TES_SOLID_COUNT, /* never picked at random among the others */
    /* Flat on the ground: a table; stops no ray and throws no shadow. It is painted only where it
     * is the first thing of its scene. */
    TES_SOLID_DISC,
};

enum tes_hue {
#define HUE(name, colour) TES_HUE_##name,
#include "challenge/scene/hues.def"
#undef HUE
    TES_HUE_COUNT
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
 *   polycube  cubes of side `size` around `at` (its middle, not its base), turned by `axes` alone:
 *             the cube at place (0, 0, 0) has its middle at `at`
 *   disc      flat on the ground, of radius `size`
 */
struct tes_thing {
    uint8_t solid, material;
    uint8_t hue; /* row of hues.def */
    struct tes_vector at;
    double size, height;
    double turn; /* degrees about the vertical line through `at`, anticlockwise seen from above */

    uint8_t cube_count;
    int8_t cubes[TES_SCENE_CUBES][3]; /* the places of a polycube's cubes, on a grid */
    struct tes_vector axes[3];        /* where its x, y and z point; at right angles, of length 1 */
};

/* Looks from `eye` at `target` and is never tilted sideways; `field` is the angle that it sees from
 * the bottom of the picture to the top, in degrees. */
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
    uint8_t looks[TES_KEY_BYTES]; /* the key from which colours, patterns and light are made */
};

/* ---------------------------------------------------------------- cameras */

/* Where a point is in the picture: x from -aspect to aspect, y from -1 (bottom) to 1 (top), and how
 * far in front of the eye. Where `depth` <= 0 the point is behind the eye, and x and y are 0. */
struct tes_seen {
    double x, y, depth;
};

/* A camera at a distance from `target`: `around` degrees anticlockwise from the front (0 looks
 * along +y), `above` degrees above the ground. */
struct tes_camera tes_camera_around(struct tes_vector target, double around, double above,
                                    double distance, double field);

/* A camera prepared for many points: its directions right, up and forward (at right angles, of
 * length 1), and the tangent of half of its field. For a camera that looks straight down, right is
 * +x. */
struct tes_viewer {
    struct tes_vector eye, right, up, forward;
    double tangent;
};
struct tes_viewer tes_camera_viewer(const struct tes_camera *camera);
struct tes_seen tes_viewer_see(const struct tes_viewer *viewer, struct tes_vector point);

/* ----------------------------------------------------------------- things */

/* The smallest box around a thing, along the thing's own axes and relative to `at`. */
struct tes_extent {
    struct tes_vector low, high;
};
struct tes_extent tes_thing_extent(const struct tes_thing *thing);

/* The middle of that box, as a point of the scene. */
struct tes_vector tes_thing_middle(const struct tes_thing *thing);

/* The radius of a ball around tes_thing_middle() that contains the whole thing. */
double tes_thing_reach(const struct tes_thing *thing);

/* The directions of a thing's own x, y and z axes. */
void tes_thing_axes(const struct tes_thing *thing, struct tes_vector axes[3]);

/* From a point of the scene to the thing's own axes, relative to `at`, and back. */
struct tes_vector tes_thing_local(const struct tes_thing *thing, struct tes_vector point);
struct tes_vector tes_thing_world(const struct tes_thing *thing, struct tes_vector local);

/* The part of the picture that the box around a thing covers: never less than the thing itself.
 * False where some of the box is not in front of the eye. */
struct tes_frame {
    double left, right, bottom, top;
};
bool tes_thing_frame(const struct tes_thing *thing, const struct tes_viewer *viewer,
                     struct tes_frame *frame);

/* ----------------------------------------------------------------- scenes */

/* Sine and cosine of degrees, good to 1e-12; exact at whole quarter turns. Up to 1e9 degrees. */
double tes_scene_sine(double degrees);
double tes_scene_cosine(double degrees);

/* The degrees of the direction (x, y), anticlockwise from +x: above -180 and up to 180, good to
 * 1e-12; 0 for (0, 0). */
double tes_scene_angle(double y, double x);

/* The direction, of length 1, `around` degrees anticlockwise from the front and `above` degrees
 * above the ground. A camera placed with the same `around` stands in that direction. */
struct tes_vector tes_scene_towards(double around, double above);

/* The two angles that tes_scene_towards() makes this direction from: -180 .. 180 and -90 .. 90. */
void tes_scene_whence(struct tes_vector direction, double *around, double *above);

/* Uniform between two numbers, the second excluded; takes one word. */
double tes_scene_between(struct tes_random *random, double least, double most);

#endif

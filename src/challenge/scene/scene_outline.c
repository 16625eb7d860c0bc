/* Bounds of outlines. */
#include "challenge/scene/scene_outline.h"

enum { SIDES = 8, POINTS_MOST = 2 * SIDES };

/* The corners of an octagon around the circle of radius 1. */
#define NEAR 0.41421356237309503
static const double OCTAGON[SIDES][2] = {{1, NEAR},   {NEAR, 1},   {-NEAR, 1}, {-1, NEAR},
                                         {-1, -NEAR}, {-NEAR, -1}, {NEAR, -1}, {1, -NEAR}};
static const double SQUARE[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

/* Directions in the picture, every 15 degrees. */
#define S15 0.25881904510252074
#define S30 0.5
#define S45 0.70710678118654757
#define S60 0.86602540378443860
#define S75 0.96592582628906831
static const double COSINES[TES_OUTLINE_LINES] = {1, S75,  S60,  S45,  S30,  S15,
                                                  0, -S15, -S30, -S45, -S60, -S75};
static const double SINES[TES_OUTLINE_LINES] = {0, S15, S30, S45, S60, S75,
                                                1, S75, S60, S45, S30, S15};

/* Points of the scene whose convex hull contains the whole thing. */
struct hull {
    struct tes_vector points[POINTS_MOST];
    unsigned count;
};

/* Adds a horizontal square or octagon of that size at a height above the thing's base. */
static void add_level(struct hull *hull, const struct tes_thing *thing, double size, double up)
{
    bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    const double(*corners)[2] = is_square ? SQUARE : OCTAGON;
    struct tes_vector axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (is_square)
        tes_thing_axes(thing, axes);
    for (unsigned i = 0; i < (is_square ? 4U : SIDES); i++) {
        double x = size * corners[i][0], y = size * corners[i][1];
        hull->points[hull->count++] =
            (struct tes_vector){thing->at.x + axes[0].x * x + axes[1].x * y,
                                thing->at.y + axes[0].y * x + axes[1].y * y, thing->at.z + up};
    }
}

static void add_ball(struct hull *hull, const struct tes_thing *thing,
                     const struct tes_viewer *viewer)
{
    /* A ball looks slightly larger than its greatest circle. */
    const double size = 1.03 * thing->size;
    struct tes_vector middle = tes_thing_middle(thing);
    for (unsigned i = 0; i < SIDES; i++) {
        struct tes_vector aside = tes_vector_scale(viewer->right, size * OCTAGON[i][0]);
        struct tes_vector up = tes_vector_scale(viewer->up, size * OCTAGON[i][1]);
        hull->points[hull->count++] = tes_vector_add(middle, tes_vector_add(aside, up));
    }
}

static void add_hull(struct hull *hull, const struct tes_thing *thing,
                     const struct tes_viewer *viewer)
{
    hull->count = 0;
    switch ((enum tes_solid)thing->solid) {
    case TES_SOLID_BALL:
        add_ball(hull, thing, viewer);
        break;
    case TES_SOLID_CONE:
    case TES_SOLID_PYRAMID:
        add_level(hull, thing, thing->size, 0);
        hull->points[hull->count++] =
            (struct tes_vector){thing->at.x, thing->at.y, thing->at.z + thing->height};
        break;
    default:
        add_level(hull, thing, thing->size, 0);
        add_level(hull, thing, thing->size, thing->height);
    }
}

static void set_outline(struct tes_outline *outline, const struct hull *hull,
                        const struct tes_viewer *viewer)
{
    for (unsigned line = 0; line < TES_OUTLINE_LINES; line++) {
        outline->low[line] = 1e9;
        outline->high[line] = -1e9;
    }
    for (unsigned i = 0; i < hull->count; i++) {
        struct tes_seen seen = tes_viewer_see(viewer, hull->points[i]);
        for (unsigned line = 0; line < TES_OUTLINE_LINES; line++) {
            double at = seen.x * COSINES[line] + seen.y * SINES[line];
            outline->low[line] = at < outline->low[line] ? at : outline->low[line];
            outline->high[line] = at > outline->high[line] ? at : outline->high[line];
        }
    }
}

void tes_outline_of(const struct tes_thing *thing, const struct tes_viewer *viewer,
                    struct tes_outline *outline)
{
    struct hull hull;
    struct tes_vector middle = tes_thing_middle(thing);
    add_hull(&hull, thing, viewer);
    set_outline(outline, &hull, viewer);
    outline->distance = tes_vector_length(tes_vector_subtract(middle, viewer->eye));
}

bool tes_outline_are_apart(const struct tes_outline *a, const struct tes_outline *b, double gap)
{
    for (unsigned line = 0; line < TES_OUTLINE_LINES; line++)
        if (a->low[line] > b->high[line] + gap || b->low[line] > a->high[line] + gap)
            return true;
    return false;
}

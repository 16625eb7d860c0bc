/* Signs are outlines: polygons, given by their corners, and circles. */
#include "draw/scene/marks/marks.h"

enum { CORNERS_MOST = 12, CIRCLE_POINTS = 40, PARTS_MOST = 4 };

/* One outline: a polygon, or a circle where there are no corners. */
struct outline {
    uint8_t corner_count;
    float x, y, radius;
    struct tes_point corners[CORNERS_MOST];
};

static const struct sign {
    uint8_t count;
    struct outline parts[PARTS_MOST]; /* filled where an odd number of them overlap */
} SIGNS[TES_SIGN_COUNT] = {
    [TES_SIGN_DISC] = {1, {{.radius = 0.6F}}},
    [TES_SIGN_RING] = {2, {{.radius = 0.66F}, {.radius = 0.36F}}},
    [TES_SIGN_PLUS] = {1,
                       {{.corner_count = 12,
                         .corners = {{-0.21F, 0.68F},
                                     {0.21F, 0.68F},
                                     {0.21F, 0.21F},
                                     {0.68F, 0.21F},
                                     {0.68F, -0.21F},
                                     {0.21F, -0.21F},
                                     {0.21F, -0.68F},
                                     {-0.21F, -0.68F},
                                     {-0.21F, -0.21F},
                                     {-0.68F, -0.21F},
                                     {-0.68F, 0.21F},
                                     {-0.21F, 0.21F}}}}},
    [TES_SIGN_SQUARE] =
        {1,
         {{.corner_count = 4,
           .corners = {{-0.58F, 0.58F}, {0.58F, 0.58F}, {0.58F, -0.58F}, {-0.58F, -0.58F}}}}},
    [TES_SIGN_FRAME] =
        {2,
         {{.corner_count = 4,
           .corners = {{-0.62F, 0.62F}, {0.62F, 0.62F}, {0.62F, -0.62F}, {-0.62F, -0.62F}}},
          {.corner_count = 4,
           .corners = {{-0.34F, 0.34F}, {0.34F, 0.34F}, {0.34F, -0.34F}, {-0.34F, -0.34F}}}}},
    [TES_SIGN_DOTS] = {4,
                       {{.x = -0.4F, .y = 0.4F, .radius = 0.25F},
                        {.x = 0.4F, .y = 0.4F, .radius = 0.25F},
                        {.x = 0.4F, .y = -0.4F, .radius = 0.25F},
                        {.x = -0.4F, .y = -0.4F, .radius = 0.25F}}},
    [TES_SIGN_STAR] = {1,
                       {{.corner_count = 8,
                         .corners = {{0, 0.8F},
                                     {0.17F, 0.17F},
                                     {0.8F, 0},
                                     {0.17F, -0.17F},
                                     {0, -0.8F},
                                     {-0.17F, -0.17F},
                                     {-0.8F, 0},
                                     {-0.17F, 0.17F}}}}},
};

/* The corners of an outline. */
static unsigned trace(const struct outline *outline, struct tes_point points[CIRCLE_POINTS])
{
    if (outline->corner_count > 0) {
        for (unsigned i = 0; i < outline->corner_count; i++)
            points[i] = outline->corners[i];
        return outline->corner_count;
    }
    const float range = 360.0F / CIRCLE_POINTS;
    for (unsigned i = 0; i < CIRCLE_POINTS; i++)
        points[i] =
            (struct tes_point){outline->x + outline->radius * tes_number_cos(range * (float)i),
                               outline->y + outline->radius * tes_number_sin(range * (float)i)};
    return CIRCLE_POINTS;
}

void tes_sign_paint(struct tes_paint *paint, enum tes_sign which, tes_sign_map *map,
                    const void *how, tes_colour ink)
{
    const struct sign *sign = &SIGNS[which];
    for (unsigned part = 0; part < sign->count; part++) {
        struct tes_point points[CIRCLE_POINTS];
        unsigned count = trace(&sign->parts[part], points);
        for (unsigned i = 0; i < count; i++)
            points[i] = map(how, points[i].x, points[i].y);
        tes_path_polygon(paint, points, count);
    }
    tes_paint_fill_odd(paint, ink);
}

/* Signs are outlines: rows of numbers for those with corners, and circles. */
#include "draw/scene/sign.h"

enum { CORNERS_MOST = 16, CIRCLE_POINTS = 40, PARTS_MOST = 4 };

/* One outline: corners, or a circle (or its lower half) where there are none. */
struct outline {
    uint8_t corner_count;
    bool is_half;
    float x, y, radius;
    struct tes_point corners[CORNERS_MOST];
};

static const struct sign {
    uint8_t count;
    struct outline parts[PARTS_MOST]; /* filled where an odd number of them lies */
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
    [TES_SIGN_DIAMOND] = {1,
                          {{.corner_count = 4,
                            .corners = {{0, 0.74F}, {0.74F, 0}, {0, -0.74F}, {-0.74F, 0}}}}},
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
    [TES_SIGN_ARROW] = {1,
                        {{.corner_count = 7,
                          .corners = {{0, 0.76F},
                                      {0.56F, 0.12F},
                                      {0.2F, 0.12F},
                                      {0.2F, -0.74F},
                                      {-0.2F, -0.74F},
                                      {-0.2F, 0.12F},
                                      {-0.56F, 0.12F}}}}},
    [TES_SIGN_DART] = {1,
                       {{.corner_count = 4,
                         .corners = {{0, 0.78F}, {0.58F, -0.66F}, {0, -0.26F}, {-0.58F, -0.66F}}}}},
    [TES_SIGN_HALF] = {2, {{.radius = 0.68F}, {.is_half = true, .radius = 0.52F}}},
    [TES_SIGN_TEE] = {1,
                      {{.corner_count = 8,
                        .corners = {{-0.6F, 0.64F},
                                    {0.6F, 0.64F},
                                    {0.6F, 0.26F},
                                    {0.2F, 0.26F},
                                    {0.2F, -0.66F},
                                    {-0.2F, -0.66F},
                                    {-0.2F, 0.26F},
                                    {-0.6F, 0.26F}}}}},
    [TES_SIGN_ELL] = {1,
                      {{.corner_count = 6,
                        .corners = {{-0.5F, 0.68F},
                                    {-0.1F, 0.68F},
                                    {-0.1F, -0.28F},
                                    {0.54F, -0.28F},
                                    {0.54F, -0.66F},
                                    {-0.5F, -0.66F}}}}},
    [TES_SIGN_HOUSE] = {1,
                        {{.corner_count = 9,
                          .corners = {{0, 0.74F},
                                      {0.6F, 0.16F},
                                      {0.6F, -0.64F},
                                      {0.18F, -0.64F},
                                      {0.18F, -0.02F},
                                      {-0.18F, -0.02F},
                                      {-0.18F, -0.64F},
                                      {-0.6F, -0.64F},
                                      {-0.6F, 0.16F}}}}},
};

static struct tes_point turned(struct tes_point point, unsigned quarters)
{
    for (unsigned i = 0; i < quarters; i++)
        point = (struct tes_point){point.y, -point.x};
    return point;
}

/* The corners of an outline before it is turned. */
static unsigned trace(const struct outline *outline, struct tes_point points[CIRCLE_POINTS])
{
    if (outline->corner_count > 0) {
        for (unsigned i = 0; i < outline->corner_count; i++)
            points[i] = outline->corners[i];
        return outline->corner_count;
    }
    float range = outline->is_half ? -180.0F / (CIRCLE_POINTS - 1) : 360.0F / CIRCLE_POINTS;
    for (unsigned i = 0; i < CIRCLE_POINTS; i++)
        points[i] = (struct tes_point){outline->x + outline->radius * tes_cos(range * (float)i),
                                       outline->y + outline->radius * tes_sin(range * (float)i)};
    return CIRCLE_POINTS;
}

void tes_sign_paint(struct tes_paint *paint, const struct tes_net_square *square, tes_sign_map *map,
                    const void *how, tes_colour ink)
{
    const struct sign *sign = &SIGNS[square->sign];
    for (unsigned part = 0; part < sign->count; part++) {
        struct tes_point points[CIRCLE_POINTS];
        unsigned count = trace(&sign->parts[part], points);
        for (unsigned i = 0; i < count; i++) {
            struct tes_point point = turned(points[i], square->quarters);
            points[i] = map(how, point.x, point.y);
        }
        tes_path_polygon(paint, points, count);
    }
    tes_paint_fill_odd(paint, ink);
}

#include "draw/scene/ball.h"

enum { CORNERS = 8 };

static const double PENUMBRA = 0.3; /* width of the shadow's edge, in radii */
static const double SHADE = 0.42;   /* what the shadow takes of the light */
static const uint32_t SHADOW = 0x3A3558;

static const uint32_t HUES[] = {
#define HUE(name, colour) colour,
#include "core/scene/hues.def"
#undef HUE
};

/* ------------------------------------------------------------------ cover */

struct place {
    double x, y;
};

static struct place see(const struct tes_lens *lens, struct tes_vector point)
{
    struct tes_seen seen = tes_viewer_see(&lens->viewer, point);
    double half = lens->height / 2.0;
    return (struct place){lens->width / 2.0 + seen.x * half, half - seen.y * half};
}

/* Which side of the line from a to b a place is on: above 0 is to the right, seen on the screen. */
static double side_of(struct place a, struct place b, struct place c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static struct tes_linear edge_of(struct place a, struct place b)
{
    double x = b.x - a.x, y = b.y - a.y, length = __builtin_sqrt(x * x + y * y);
    return (struct tes_linear){(y * a.x - x * a.y) / length, -y / length, x / length};
}

/* The outline of a box, as the edges that have all of its corners on one side. */
static void find_outline(const struct tes_ball_cover *cover, struct tes_ball *ball)
{
    struct place corners[CORNERS];
    for (unsigned i = 0; i < CORNERS; i++) {
        const struct tes_vector corner = {(i & 1) != 0 ? cover->high.x : cover->low.x,
                                          (i & 2) != 0 ? cover->high.y : cover->low.y,
                                          (i & 4) != 0 ? cover->high.z : cover->low.z};
        corners[i] = see(&ball->lens, corner);
    }
    ball->edge_count = 0;
    for (unsigned i = 0; i < CORNERS * CORNERS; i++) {
        struct place from = corners[i / CORNERS], to = corners[i % CORNERS];
        bool is_edge = i / CORNERS != i % CORNERS;
        for (unsigned j = 0; j < CORNERS && is_edge; j++)
            is_edge = side_of(from, to, corners[j]) >= 0;
        if (is_edge && ball->edge_count < TES_BALL_EDGES)
            ball->edges[ball->edge_count++] = edge_of(from, to);
    }
}

/* How much of a pixel is not hidden, 0 .. 1. */
static double open_share(const struct tes_ball *ball, double x, double y)
{
    double inside = 1;
    for (unsigned i = 0; i < ball->edge_count; i++) {
        double margin = tes_linear_at(&ball->edges[i], x, y) + 0.5;
        inside = margin < inside ? margin : inside;
    }
    return inside > 0 ? 1 - inside : 1;
}

/* ------------------------------------------------------------------ light */

static double positive(double value)
{
    return value > 0 ? value : 0;
}

static uint32_t colour_at(const struct tes_ball *ball, struct tes_vector normal,
                          struct tes_vector ray)
{
    double light = 0.33 + 0.11 * normal.z + 0.62 * positive(tes_vector_dot(normal, ball->sun)) +
                   0.18 * positive(tes_vector_dot(normal, ball->fill));
    struct tes_vector half = tes_vector_unit(tes_vector_subtract(ball->sun, tes_vector_unit(ray)));
    double shine = positive(tes_vector_dot(normal, half));
    for (unsigned i = 0; i < 5; i++) /* to the power of 32 */
        shine *= shine;
    double level = (light + 0.7 * shine) * (double)TES_SHADE_SCALE;
    return ball->ramp[level < TES_SHADE_LEVELS - 1 ? (unsigned)level : TES_SHADE_LEVELS - 1];
}

/* How dark the ball's shadow is on the ground where a ray meets it, 0 .. 1. */
static double shadow_at(const struct tes_ball *ball, struct tes_vector at, struct tes_vector ray)
{
    struct tes_vector eye = ball->lens.viewer.eye;
    if (ray.z >= -1e-6)
        return 0;
    struct tes_vector ground = tes_vector_add(eye, tes_vector_scale(ray, -eye.z / ray.z));
    struct tes_vector way = tes_vector_subtract(at, ground);
    double along = tes_vector_dot(way, ball->sun);
    double aside = __builtin_sqrt(positive(tes_vector_dot(way, way) - along * along));
    double share = (ball->radius - aside) / (PENUMBRA * ball->radius) + 0.5;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return share * share * (3 - 2 * share);
}

/* --------------------------------------------------------------- pictures */

void tes_ball_of(const struct tes_scene *scene, unsigned width, unsigned height, double radius,
                 unsigned hue, const struct tes_ball_cover *cover, struct tes_ball *ball)
{
    ball->lens = tes_lens_of(&scene->camera, width, height);
    const struct tes_viewer *viewer = &ball->lens.viewer;
    bool is_left = tes_vector_dot(scene->sun, viewer->right) > 0;
    struct tes_vector aside = tes_vector_scale(viewer->right, is_left ? -0.8 : 0.8);
    ball->sun = scene->sun;
    ball->fill =
        tes_vector_unit(tes_vector_subtract(aside, tes_vector_scale(viewer->forward, 0.6)));
    ball->radius = radius;
    tes_shade_ramp(HUES[hue % (sizeof HUES / sizeof *HUES)], ball->ramp);
    find_outline(cover, ball);
}

static unsigned clamped(double value, unsigned most)
{
    return value <= 0 ? 0 : value >= most ? most : (unsigned)value;
}

struct tes_area tes_ball_area(const struct tes_ball *ball, struct tes_vector at)
{
    const struct tes_lens *lens = &ball->lens;
    struct tes_vector foot = tes_vector_subtract(
        at, tes_vector_scale(ball->sun, at.z / ball->sun.z)); /* the shadow's middle */
    struct place middle = see(lens, at), shade = see(lens, foot);
    double depth = tes_viewer_see(&lens->viewer, at).depth;
    double unit = lens->height / 2.0 / (depth * lens->viewer.tangent);
    double reach = ball->radius * unit * 1.05 + 1.5;
    double shade_reach = ball->radius * unit * (0.5 * PENUMBRA + 1.05) / ball->sun.z + 1.5;
    double left = middle.x - reach, right = middle.x + reach;
    double top = middle.y - reach, bottom = middle.y + reach;
    left = shade.x - shade_reach < left ? shade.x - shade_reach : left;
    right = shade.x + shade_reach > right ? shade.x + shade_reach : right;
    top = shade.y - shade_reach < top ? shade.y - shade_reach : top;
    bottom = shade.y + shade_reach > bottom ? shade.y + shade_reach : bottom;
    struct tes_area area = {clamped(left, lens->width - 1), clamped(top, lens->height - 1), 0, 0};
    area.width = clamped(right + 1, lens->width) - area.x;
    area.height = clamped(bottom + 1, lens->height) - area.y;
    return area;
}

/* The colour of a pixel, whose middle a ray goes through, as if nothing hid it. */
static uint32_t over(const struct tes_ball *ball, struct tes_vector at, struct tes_vector ray,
                     uint32_t colour)
{
    const struct tes_viewer *viewer = &ball->lens.viewer;
    struct tes_vector way = tes_vector_subtract(at, viewer->eye);
    double square = tes_vector_dot(ray, ray), along = tes_vector_dot(ray, way) / square;
    double aside = positive(tes_vector_dot(way, way) - along * along * square);
    double pixel = along * 2 * viewer->tangent / ball->lens.height;
    double share = (ball->radius - __builtin_sqrt(aside)) / pixel + 0.5;
    if (share < 1) {
        uint32_t dark = tes_shade_mix(colour & 0xFFFFFF, SHADOW, (uint32_t)(256 * SHADE));
        colour = tes_shade_mix(colour & 0xFFFFFF, dark, (uint32_t)(256 * shadow_at(ball, at, ray)));
    }
    if (share <= 0)
        return colour;
    double back = __builtin_sqrt(positive(ball->radius * ball->radius - aside) / square);
    struct tes_vector hit =
        tes_vector_subtract(tes_vector_scale(ray, along - back), way); /* seen from the middle */
    uint32_t own = colour_at(ball, tes_vector_unit(hit), ray);
    return tes_shade_mix(colour, own, share < 1 ? (uint32_t)(256 * share) : 256);
}

void tes_ball_row(const struct tes_ball *ball, struct tes_vector at, unsigned x, unsigned y,
                  unsigned count, uint32_t *colours)
{
    const struct tes_linear *rays = ball->lens.ray;
    double middle_y = y + 0.5;
    for (unsigned i = 0; i < count; i++) {
        double middle_x = x + i + 0.5, share = open_share(ball, middle_x, middle_y);
        if (share <= 0)
            continue;
        const struct tes_vector ray = {tes_linear_at(&rays[0], middle_x, middle_y),
                                       tes_linear_at(&rays[1], middle_x, middle_y),
                                       tes_linear_at(&rays[2], middle_x, middle_y)};
        uint32_t whole = over(ball, at, ray, colours[i]);
        colours[i] = tes_shade_mix(colours[i] & 0xFFFFFF, whole, (uint32_t)(256 * share));
    }
}

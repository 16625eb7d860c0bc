#include "draw/scene/ball.h"

enum { CORNERS = 8 };

static const double PENUMBRA = 0.3; /* width of the shadow's edge, in radii */
static const double SHADE = 0.42;   /* share of the light that the shadow takes away */
static const uint32_t SHADOW = 0x3A3558;

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

/* Which side of the line from a to b a point is on: positive is to the right, as seen on the
 * screen. */
static double side_of(struct place a, struct place b, struct place c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static struct tes_linear edge_of(struct place a, struct place b)
{
    double x = b.x - a.x, y = b.y - a.y, length = __builtin_sqrt(x * x + y * y);
    return (struct tes_linear){(y * a.x - x * a.y) / length, -y / length, x / length};
}

/* Finds the outline of the box: the edges that have all corners on one side. */
static void find_outline(const struct tes_ball_plan *plan, struct tes_ball *ball)
{
    struct place corners[CORNERS];
    for (unsigned i = 0; i < CORNERS; i++) {
        const struct tes_vector corner = {(i & 1) != 0 ? plan->cover_high.x : plan->cover_low.x,
                                          (i & 2) != 0 ? plan->cover_high.y : plan->cover_low.y,
                                          (i & 4) != 0 ? plan->cover_high.z : plan->cover_low.z};
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

/* The share of a pixel that the box does not hide, 0 .. 1. */
static double open_share(const struct tes_ball *ball, double x, double y)
{
    double inside = 1;
    for (unsigned i = 0; i < ball->edge_count; i++) {
        double margin = tes_lens_linear_at(&ball->edges[i], x, y) + 0.5;
        inside = margin < inside ? margin : inside;
    }
    return inside > 0 ? 1 - inside : 1;
}

/* ------------------------------------------------------------------ light */

static double positive(double value)
{
    return value > 0 ? value : 0;
}

/* A circle in the picture, in pixels, outside of which nothing changes. */
struct round {
    struct place middle;
    double reach;
};

static bool is_in(const struct round *round, double x, double y)
{
    double right = x - round->middle.x, down = y - round->middle.y;
    return right * right + down * down < round->reach * round->reach;
}

/* A ball at one place. */
struct placed {
    const struct tes_ball *ball;
    struct tes_vector way;  /* from the eye to the ball */
    struct tes_vector half; /* the normal of a mirror that would reflect the sun to the eye */
    double square;          /* of the length of `way` */
    double pixel;           /* the size of a pixel where the ball is */
    struct round ball_round, shade_round;
};

static struct placed place_ball(const struct tes_ball *ball, struct tes_vector at)
{
    const struct tes_viewer *viewer = &ball->lens.viewer;
    struct placed placed = {.ball = ball, .way = tes_vector_subtract(at, viewer->eye)};
    placed.half = tes_vector_unit(tes_vector_subtract(ball->sun, tes_vector_unit(placed.way)));
    placed.square = tes_vector_dot(placed.way, placed.way);
    placed.pixel =
        2 * viewer->tangent / ball->lens.height * tes_vector_dot(placed.way, viewer->forward);
    double radius = ball->radius / placed.pixel;
    struct tes_vector foot =
        tes_vector_subtract(at, tes_vector_scale(ball->sun, at.z / ball->sun.z));
    placed.ball_round = (struct round){see(&ball->lens, at), 1.05 * radius + 1.5};
    placed.shade_round =
        (struct round){see(&ball->lens, foot), (1.05 + PENUMBRA / 2) * radius / ball->sun.z + 1.5};
    return placed;
}

static uint32_t colour_at(const struct placed *placed, struct tes_vector normal)
{
    const struct tes_ball *ball = placed->ball;
    double light = 0.33 + 0.11 * normal.z + 0.62 * positive(tes_vector_dot(normal, ball->sun)) +
                   0.18 * positive(tes_vector_dot(normal, ball->fill));
    double shine = positive(tes_vector_dot(normal, placed->half));
    for (unsigned i = 0; i < 5; i++) /* to the power of 32 */
        shine *= shine;
    double level = (light + 0.7 * shine) * (double)TES_SHADE_SCALE;
    return ball->ramp[level < TES_SHADE_LEVELS - 1 ? (unsigned)level : TES_SHADE_LEVELS - 1];
}

/* How dark the ball's shadow is on the ground where a ray meets it, 0 .. 1. */
static double shadow_at(const struct placed *placed, struct tes_vector ray)
{
    const struct tes_ball *ball = placed->ball;
    if (ray.z >= -1e-6)
        return 0;
    struct tes_vector ground = tes_vector_scale(ray, -ball->lens.viewer.eye.z / ray.z);
    struct tes_vector way = tes_vector_subtract(placed->way, ground);
    double along = tes_vector_dot(way, ball->sun);
    double aside = tes_vector_dot(way, way) - along * along;
    double reach = ball->radius * (1 + PENUMBRA / 2);
    if (aside >= reach * reach)
        return 0;
    double share = (reach - __builtin_sqrt(positive(aside))) / (PENUMBRA * ball->radius);
    share = share > 1 ? 1 : share;
    return share * share * (3 - 2 * share);
}

/* --------------------------------------------------------------- pictures */

void tes_ball_of(const struct tes_scene *scene, unsigned width, unsigned height,
                 const struct tes_ball_plan *plan, struct tes_ball *ball)
{
    ball->lens = tes_lens_of(&scene->camera, width, height);
    const struct tes_viewer *viewer = &ball->lens.viewer;
    bool is_left = tes_vector_dot(scene->sun, viewer->right) > 0;
    struct tes_vector aside = tes_vector_scale(viewer->right, is_left ? -0.8 : 0.8);
    ball->sun = scene->sun;
    ball->fill =
        tes_vector_unit(tes_vector_subtract(aside, tes_vector_scale(viewer->forward, 0.6)));
    ball->radius = plan->radius;
    tes_shade_ramp(tes_dye(plan->hue), ball->ramp);
    find_outline(plan, ball);
}

static unsigned clamped(double value, unsigned most)
{
    return value <= 0 ? 0 : value >= most ? most : (unsigned)value;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

struct tes_area tes_ball_area(const struct tes_ball *ball, struct tes_vector at)
{
    const struct tes_lens *lens = &ball->lens;
    const struct placed placed = place_ball(ball, at);
    const struct round *one = &placed.ball_round, *other = &placed.shade_round;
    double left = least(one->middle.x - one->reach, other->middle.x - other->reach);
    double top = least(one->middle.y - one->reach, other->middle.y - other->reach);
    double right = -least(-one->middle.x - one->reach, -other->middle.x - other->reach);
    double bottom = -least(-one->middle.y - one->reach, -other->middle.y - other->reach);
    struct tes_area area = {clamped(left, lens->width - 1), clamped(top, lens->height - 1), 0, 0};
    area.width = clamped(right + 1, lens->width) - area.x;
    area.height = clamped(bottom + 1, lens->height) - area.y;
    return area;
}

/* The share of a pixel that the ball covers, 0 .. 1, and its colour there; `ray` goes through the
 * pixel's middle. */
static double ball_at(const struct placed *placed, struct tes_vector ray, uint32_t *colour)
{
    double radius = placed->ball->radius, scale = 1 / tes_vector_dot(ray, ray);
    double dot = tes_vector_dot(ray, placed->way);
    double aside = positive(placed->square - dot * dot * scale);
    double reach = radius + placed->pixel / 2;
    if (aside >= reach * reach)
        return 0;
    double back = __builtin_sqrt(positive(radius * radius - aside) * scale);
    struct tes_vector hit =
        tes_vector_subtract(tes_vector_scale(ray, dot * scale - back), placed->way);
    *colour = colour_at(placed, tes_vector_scale(hit, 1 / radius));
    double inner = radius - placed->pixel / 2;
    return aside <= inner * inner ? 1 : (reach - __builtin_sqrt(aside)) / placed->pixel;
}

/* The colour of a pixel if nothing hid the ball. */
static uint32_t over(const struct placed *placed, double x, double y, uint32_t colour)
{
    const struct tes_linear *rays = placed->ball->lens.ray;
    const struct tes_vector ray = {tes_lens_linear_at(&rays[0], x, y),
                                   tes_lens_linear_at(&rays[1], x, y),
                                   tes_lens_linear_at(&rays[2], x, y)};
    uint32_t own = 0;
    double share = is_in(&placed->ball_round, x, y) ? ball_at(placed, ray, &own) : 0;
    if (share < 1 && is_in(&placed->shade_round, x, y))
        colour = tes_shade_mix(colour, SHADOW, (uint32_t)(256 * SHADE * shadow_at(placed, ray)));
    return tes_shade_mix(colour, own, (uint32_t)(256 * share));
}

void tes_ball_row(const struct tes_ball *ball, struct tes_vector at, unsigned x, unsigned y,
                  unsigned count, uint32_t *colours)
{
    const struct placed placed = place_ball(ball, at);
    double middle_y = y + 0.5;
    for (unsigned i = 0; i < count; i++) {
        double middle_x = x + i + 0.5;
        if (!is_in(&placed.ball_round, middle_x, middle_y) &&
            !is_in(&placed.shade_round, middle_x, middle_y))
            continue;
        uint32_t colour = colours[i] & 0xFFFFFF, whole = over(&placed, middle_x, middle_y, colour);
        if (whole != colour)
            colours[i] = tes_shade_mix(colour, whole,
                                       (uint32_t)(256 * open_share(ball, middle_x, middle_y)));
    }
}

/*
 * What an eye sees of a thing: rays through a grid over the thing, and close inside of its outline,
 * each asked whom it meets. The grid is fixed to the thing as the eye sees it: the same scene
 * always gives the same rays.
 */
#include "core/scene/cast.h"

enum {
    GRID = 9,    /* rays across and along */
    HALVINGS = 2 /* of a step of the grid, on the way to the outline */
};

/* The window that the rays go through: places on it are tangents, seen along `forward`. */
struct window {
    struct tes_vector right, up, forward;
    double left, bottom, wide, high;
};

/* Who could be met on the way to a thing, or behind it. */
struct look {
    const struct tes_bodies *bodies;
    struct tes_vector eye;
    unsigned thing;
    uint32_t others;
    struct window window;
    struct tes_sight sight;
};

/* ------------------------------------------------------------- candidates */

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* Whether the balls around two things overlap as the eye sees them: the angle between them is less
 * than the angles that they take together. */
static bool overlap(const struct tes_body *a, const struct tes_body *b, struct tes_vector eye)
{
    struct tes_vector way_a = tes_vector_subtract(a->middle, eye);
    struct tes_vector way_b = tes_vector_subtract(b->middle, eye);
    double square_a = tes_vector_dot(way_a, way_a), square_b = tes_vector_dot(way_b, way_b);
    double tangent_a = square_a - a->reach * a->reach, tangent_b = square_b - b->reach * b->reach;
    if (tangent_a <= 0 || tangent_b <= 0)
        return true;
    double least_cosine = __builtin_sqrt(tangent_a * tangent_b) - a->reach * b->reach;
    return tes_vector_dot(way_a, way_b) >= least_cosine;
}

/* Things that could stop a ray to the thing, and with `behind` also those that it could lead to. */
static uint32_t candidates(const struct look *look, uint32_t without, bool behind)
{
    const struct tes_body *body = &look->bodies->all[look->thing];
    double far = tes_vector_length(tes_vector_subtract(body->middle, look->eye)) + body->reach;
    uint32_t found = 0;
    for (unsigned i = 0; i < look->bodies->count; i++) {
        const struct tes_body *other = &look->bodies->all[i];
        if (i == look->thing || without >> i & 1 || other->thing->solid == TES_SOLID_DISC)
            continue;
        double near =
            tes_vector_length(tes_vector_subtract(other->middle, look->eye)) - other->reach;
        if ((behind || near < far) && overlap(body, other, look->eye))
            found |= UINT32_C(1) << i;
    }
    return found;
}

/* ----------------------------------------------------------------- window */

/* What the ball around a thing takes, in tangents; a thing that is all around takes a right angle.
 */
static double tangent_of(const struct tes_body *body, double distance)
{
    double square = distance * distance - body->reach * body->reach;
    double tangent = square > 0 ? body->reach / __builtin_sqrt(square) : 1;
    return least(tangent, 1);
}

/* Narrows the window to the corners of the thing's box, where all of them are ahead. */
static void narrow(struct window *window, const struct tes_body *body, struct tes_vector eye)
{
    const struct tes_extent extent = tes_thing_extent(body->thing);
    const struct tes_vector span = tes_vector_subtract(extent.high, extent.low);
    struct tes_vector axes[3], base = tes_thing_world(body->thing, extent.low);
    double left = 1e9, right = -1e9, bottom = 1e9, top = -1e9;
    tes_thing_axes(body->thing, axes);
    base = tes_vector_subtract(base, eye);
    for (unsigned corner = 0; corner < 8; corner++) {
        struct tes_vector way = base;
        if (corner & 1)
            way = tes_vector_add(way, tes_vector_scale(axes[0], span.x));
        if (corner & 2)
            way = tes_vector_add(way, tes_vector_scale(axes[1], span.y));
        if (corner & 4)
            way = tes_vector_add(way, tes_vector_scale(axes[2], span.z));
        double depth = tes_vector_dot(way, window->forward);
        if (depth <= 0)
            return;
        double x = tes_vector_dot(way, window->right) / depth;
        double y = tes_vector_dot(way, window->up) / depth;
        left = least(left, x);
        right = most(right, x);
        bottom = least(bottom, y);
        top = most(top, y);
    }
    double far_right = least(right, window->left + window->wide);
    double far_top = least(top, window->bottom + window->high);
    window->left = most(left, window->left);
    window->bottom = most(bottom, window->bottom);
    window->wide = far_right - window->left;
    window->high = far_top - window->bottom;
}

static struct window window_of(const struct tes_body *body, struct tes_vector eye)
{
    struct tes_camera camera = {eye, body->middle, 90};
    struct tes_viewer viewer = tes_camera_viewer(&camera);
    struct window window = {viewer.right, viewer.up, viewer.forward, 0, 0, 0, 0};
    double half = tangent_of(body, tes_vector_length(tes_vector_subtract(body->middle, eye)));
    window.left = window.bottom = -half;
    window.wide = window.high = 2 * half;
    if (body->thing->solid != TES_SOLID_BALL)
        narrow(&window, body, eye);
    return window;
}

/* ------------------------------------------------------------------- rays */

/* The ray through a place of the grid, and how far the thing is on it. */
static bool aim(const struct look *look, double column, double row, struct tes_vector *direction,
                double *distance)
{
    const struct window *window = &look->window;
    double x = window->left + window->wide * (column + 0.5) / GRID;
    double y = window->bottom + window->high * (row + 0.5) / GRID;
    struct tes_vector way = tes_vector_add(window->forward, tes_vector_scale(window->right, x));
    *direction = tes_vector_unit(tes_vector_add(way, tes_vector_scale(window->up, y)));
    return tes_cast_reach(&look->bodies->all[look->thing], look->eye, *direction, distance);
}

/* Counts a ray that would meet the thing if it were alone. */
static void count(struct look *look, struct tes_vector direction, double distance)
{
    double before = distance, after = 0, other;
    int stopped_by = TES_CAST_NOTHING, leads_to = TES_CAST_NOTHING;
    for (uint32_t left = look->others; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (!tes_cast_reach(&look->bodies->all[i], look->eye, direction, &other))
            continue;
        if (other < before) {
            before = other;
            stopped_by = i;
        } else if (other > distance && (leads_to == TES_CAST_NOTHING || other < after)) {
            after = other;
            leads_to = i;
        }
    }
    look->sight.rays++;
    look->sight.seen += stopped_by == TES_CAST_NOTHING;
    if (stopped_by != TES_CAST_NOTHING)
        look->sight.stopped_by[stopped_by]++;
    if (leads_to != TES_CAST_NOTHING)
        look->sight.leads_to[leads_to]++;
}

/* Goes from a place where the thing is by half steps towards one where it is not, and counts the
 * last ray that meets it, if there is a new one. */
static void count_outline(struct look *look, const double from[2], const double to[2])
{
    struct tes_vector direction = {0, 0, 0}, tried;
    double distance = 0, far, low = 0, high = 1;
    for (unsigned i = 0; i < HALVINGS; i++) {
        double share = (low + high) / 2;
        if (aim(look, from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share,
                &tried, &far)) {
            low = share;
            direction = tried;
            distance = far;
        } else {
            high = share;
        }
    }
    if (low > 0)
        count(look, direction, distance);
}

/* Between two neighbours of the grid of which only one is on the thing runs the outline. */
static void count_between(struct look *look, bool a_met, const double a[2], bool b_met,
                          const double b[2])
{
    if (a_met && !b_met)
        count_outline(look, a, b);
    if (b_met && !a_met)
        count_outline(look, b, a);
}

/* The grid has an empty border, so that the outline runs between neighbours all around. */
static void count_all(struct look *look)
{
    bool met[GRID + 2][GRID + 2] = {{false}};
    struct tes_vector direction;
    double distance;
    for (int row = 1; row <= GRID; row++) {
        for (int column = 1; column <= GRID; column++) {
            met[row][column] = aim(look, column - 1, row - 1, &direction, &distance);
            if (met[row][column])
                count(look, direction, distance);
        }
    }
    for (int row = 0; row <= GRID; row++) {
        for (int column = 0; column <= GRID; column++) {
            const double here[2] = {column - 1, row - 1};
            const double right[2] = {column, row - 1}, above[2] = {column - 1, row};
            count_between(look, met[row][column], here, met[row][column + 1], right);
            count_between(look, met[row][column], here, met[row + 1][column], above);
        }
    }
}

/* ---------------------------------------------------------------- answers */

struct tes_sight tes_cast_sight(const struct tes_bodies *bodies, struct tes_vector eye,
                                unsigned thing, uint32_t without)
{
    struct look look = {.bodies = bodies, .eye = eye, .thing = thing};
    if (bodies->all[thing].thing->solid == TES_SOLID_DISC)
        return look.sight;
    look.others = candidates(&look, without, true);
    look.window = window_of(&bodies->all[thing], eye);
    count_all(&look);
    return look.sight;
}

double tes_cast_visible_from(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                             uint32_t without)
{
    struct look look = {.bodies = bodies, .eye = eye, .thing = thing};
    look.others = candidates(&look, without, false);
    if (look.others == 0 || bodies->all[thing].thing->solid == TES_SOLID_DISC)
        return 1;
    look.window = window_of(&bodies->all[thing], eye);
    count_all(&look);
    return look.sight.rays ? (double)look.sight.seen / look.sight.rays : 1;
}

double tes_cast_visible(const struct tes_scene *scene, unsigned thing)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    return tes_cast_visible_from(&bodies, scene->camera.eye, thing, 0);
}

/* The thing with the most rays, the first of equals. */
static int most_of(const unsigned counts[TES_SCENE_THINGS], unsigned rays, double *share)
{
    int best = TES_CAST_NOTHING;
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

int tes_cast_before(const struct tes_scene *scene, unsigned thing, double *share)
{
    struct tes_sight sight = sight_of(scene, thing);
    return most_of(sight.stopped_by, sight.rays, share);
}

int tes_cast_behind(const struct tes_scene *scene, unsigned thing, double *share)
{
    struct tes_sight sight = sight_of(scene, thing);
    return most_of(sight.leads_to, sight.rays, share);
}

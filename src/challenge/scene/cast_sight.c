/*
 * What an eye sees of a thing, by rays: a grid of rays over the thing and further rays just inside
 * of its outline; for each it is found what the ray hits. The grid depends only on the thing and
 * the eye, so the same scene always gives the same rays.
 */
#include "challenge/scene/cast.h"

enum {
    NOTHING = -1, /* in place of a thing's index */
    GRID = 8,     /* rays in each direction, */
    FINE = 12,    /* and where that many do not decide it */
    HALVINGS = 2, /* of a step of the grid, in the search for the outline */

    /* Rays along the outline find hidden corners; the area is measured by the grid. */
    WEIGHT_BODY = 4,
    WEIGHT_OUTLINE = 1
};

/* The largest error of the share that the first grid finds. */
static const double DOUBT = 0.05;

/* A rectangle on the plane at distance 1 in front of the eye, at right angles to the direction of
 * the thing's middle. All rays are described by where they cross that plane. */
struct pane {
    double left, right, bottom, top;
};

struct ray {
    double x, y; /* on that plane */
    struct tes_vector direction;
    double distance; /* of the thing */
};

/* The grid on that plane: where its place (0, 0) is, and the steps to the next column and the next
 * row. */
struct ray_grid {
    double x, y;
    double x_column, y_column, x_row, y_row;
};

struct look {
    const struct tes_bodies *bodies;
    struct tes_viewer viewer; /* looks at the middle of the thing */
    unsigned thing;
    uint32_t others; /* a bit for each thing that a ray may hit on the way, or behind */
    struct pane panes[TES_SCENE_THINGS];
    struct ray_grid grid;
    int side; /* of the grid, in rays */
    /* For each row, a bit for each place of the grid. The grid has a border that is off the
     * thing. */
    uint32_t met[FINE + 2];  /* whether the ray hits the thing */
    uint32_t near[FINE + 2]; /* whether other things may be hit less than a step away */
    struct tes_sight sight;
};

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* ------------------------------------------------------------------ panes */

/* The axes of a box around a thing. Round things may have any: along the view, where the box is
 * smallest. */
static void box_axes(const struct tes_body *body, const struct tes_viewer *viewer,
                     struct tes_vector axes[3])
{
    const struct tes_thing *thing = body->thing;
    bool flat = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    double sine = flat ? body->sine : viewer->right.y;
    double cosine = flat ? body->cosine : viewer->right.x;
    if (thing->solid == TES_SOLID_POLYCUBE) {
        __builtin_memcpy(axes, thing->axes, sizeof thing->axes);
        return;
    }
    axes[0] = (struct tes_vector){cosine, sine, 0};
    axes[1] = (struct tes_vector){-sine, cosine, 0};
    axes[2] = (struct tes_vector){0, 0, 1};
}

/* The rectangle around the corners of a thing's box; false where a corner is not in front of the
 * eye. */
static bool box_pane(const struct tes_body *body, const struct tes_viewer *viewer,
                     struct pane *pane)
{
    const struct tes_extent extent = tes_thing_extent(body->thing);
    struct tes_vector axes[3];
    box_axes(body, viewer, axes);
    struct tes_vector base = tes_vector_subtract(body->thing->at, viewer->eye);
    *pane = (struct pane){1e9, -1e9, 1e9, -1e9};
    for (unsigned corner = 0; corner < 8; corner++) {
        struct tes_vector way = base;
        const struct tes_vector *low = &extent.low, *high = &extent.high;
        way = tes_vector_add(way, tes_vector_scale(axes[0], corner & 1 ? high->x : low->x));
        way = tes_vector_add(way, tes_vector_scale(axes[1], corner & 2 ? high->y : low->y));
        way = tes_vector_add(way, tes_vector_scale(axes[2], corner & 4 ? high->z : low->z));
        double depth = tes_vector_dot(way, viewer->forward);
        if (depth <= 0)
            return false;
        double x = tes_vector_dot(way, viewer->right) / depth;
        double y = tes_vector_dot(way, viewer->up) / depth;
        pane->left = least(pane->left, x);
        pane->right = most(pane->right, x);
        pane->bottom = least(pane->bottom, y);
        pane->top = most(pane->top, y);
    }
    return true;
}

/* The rectangle around the ball that contains the thing, at most 90 degrees wide. */
static struct pane ball_pane(const struct tes_body *body, const struct tes_viewer *viewer)
{
    struct tes_vector way = tes_vector_subtract(body->middle, viewer->eye);
    double square = tes_vector_dot(way, way) - body->reach * body->reach;
    double half = square > 0 ? least(body->reach / __builtin_sqrt(square), 1) : 1;
    return (struct pane){-half, half, -half, half};
}

static struct pane pane_of_thing(const struct tes_body *body, const struct tes_viewer *viewer)
{
    struct pane ball = ball_pane(body, viewer), box;
    if (body->thing->solid == TES_SOLID_BALL || !box_pane(body, viewer, &box))
        return ball;
    return (struct pane){most(ball.left, box.left), least(ball.right, box.right),
                         most(ball.bottom, box.bottom), least(ball.top, box.top)};
}

/* ----------------------------------------------------------------- others */

/* Whether the balls around two things overlap as the eye sees them: the angle between their middles
 * is smaller than the sum of their angular radii. */
static bool balls_overlap(const struct tes_body *a, const struct tes_body *b, struct tes_vector eye)
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

static bool panes_overlap(const struct pane *a, const struct pane *b)
{
    return a->left <= b->right && b->left <= a->right && a->bottom <= b->top && b->bottom <= a->top;
}

/* A bit for each thing that could stop a ray to the thing, and where `behind` is set also for those
 * that the ray could hit after it. */
static uint32_t find_others(struct look *look, uint32_t without, bool behind)
{
    const struct tes_body *body = &look->bodies->all[look->thing];
    struct tes_vector eye = look->viewer.eye;
    double far = tes_vector_length(tes_vector_subtract(body->middle, eye)) + body->reach;
    uint32_t found = 0;
    for (unsigned i = 0; i < look->bodies->count; i++) {
        const struct tes_body *other = &look->bodies->all[i];
        struct pane *pane = &look->panes[i];
        if (i == look->thing || without >> i & 1 || other->thing->solid == TES_SOLID_DISC)
            continue;
        double near = tes_vector_length(tes_vector_subtract(other->middle, eye)) - other->reach;
        if ((near >= far && !behind) || !balls_overlap(body, other, eye))
            continue;
        if (!box_pane(other, &look->viewer, pane))
            *pane = (struct pane){-1e9, 1e9, -1e9, 1e9};
        if (panes_overlap(&look->panes[look->thing], pane))
            found |= UINT32_C(1) << i;
    }
    return found;
}

static struct look look_at(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing)
{
    struct look look = {.bodies = bodies, .thing = thing, .side = GRID};
    struct tes_camera camera = {eye, bodies->all[thing].middle, 90};
    look.viewer = tes_camera_viewer(&camera);
    look.panes[thing] = pane_of_thing(&bodies->all[thing], &look.viewer);
    return look;
}

/* ------------------------------------------------------------------- rays */

/* The grid is turned slightly, so that vertical edges do not run along its columns. */
static struct ray_grid grid_over(const struct pane *pane, int side)
{
    const double middle = (side + 1) / 2.0, turn = 1.0 / side;
    double wide = (pane->right - pane->left) / side, high = (pane->top - pane->bottom) / side;
    return (struct ray_grid){.x = pane->left + wide * (-0.5 - middle * turn),
                             .y = pane->bottom + high * (-0.5 + middle * turn),
                             .x_column = wide,
                             .y_column = -high * turn,
                             .x_row = wide * turn,
                             .y_row = high};
}

static void place_at(const struct ray_grid *grid, double column, double row, struct ray *ray)
{
    ray->x = grid->x + grid->x_column * column + grid->x_row * row;
    ray->y = grid->y + grid->y_column * column + grid->y_row * row;
}

/* The ray through a place of the grid; returns whether it would hit the thing if nothing else were
 * there. */
static bool aim(const struct look *look, double column, double row, struct ray *ray)
{
    const struct tes_viewer *viewer = &look->viewer;
    place_at(&look->grid, column, row, ray);
    struct tes_vector aside = tes_vector_scale(viewer->right, ray->x);
    struct tes_vector above = tes_vector_scale(viewer->up, ray->y);
    ray->direction = tes_vector_unit(tes_vector_add(viewer->forward, tes_vector_add(aside, above)));
    return tes_cast_reach(&look->bodies->all[look->thing], viewer->eye, ray->direction,
                          &ray->distance);
}

static bool is_in(const struct pane *pane, const struct ray *ray)
{
    return (ray->x >= pane->left) & (ray->x <= pane->right) & (ray->y >= pane->bottom) &
           (ray->y <= pane->top);
}

static bool meets(const struct look *look, int other, const struct ray *ray, double *distance)
{
    return is_in(&look->panes[other], ray) &&
           tes_cast_reach(&look->bodies->all[other], look->viewer.eye, ray->direction, distance);
}

/* Counts a ray that would hit the thing if nothing else were there. */
static void count(struct look *look, const struct ray *ray, unsigned weight)
{
    double before = ray->distance, after = 0, distance = 0;
    int stopped_by = NOTHING, leads_to = NOTHING;
    for (uint32_t left = look->others; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (!meets(look, i, ray, &distance))
            continue;
        if (distance < before) {
            before = distance;
            stopped_by = i;
        } else if (distance > ray->distance && (leads_to == NOTHING || distance < after)) {
            after = distance;
            leads_to = i;
        }
    }
    look->sight.rays += weight;
    look->sight.seen += stopped_by == NOTHING ? weight : 0;
    if (stopped_by != NOTHING)
        look->sight.stopped_by[stopped_by] += weight;
    if (leads_to != NOTHING)
        look->sight.leads_to[leads_to] += weight;
}

/* Counts a ray that no other thing can stop. */
static void count_free(struct look *look, unsigned weight)
{
    look->sight.rays += weight;
    look->sight.seen += weight;
}

/* Halves the way from a place on the thing to one off it, and counts the last ray that hits the
 * thing, unless that is the one at the start. */
static void count_towards(struct look *look, const double from[2], const double to[2])
{
    struct ray last = {.distance = 0}, tried = {.distance = 0};
    double low = 0, high = 1;
    for (unsigned i = 0; i < HALVINGS; i++) {
        double share = (low + high) / 2;
        double column = from[0] + (to[0] - from[0]) * share;
        double row = from[1] + (to[1] - from[1]) * share;
        if (aim(look, column, row, &tried)) {
            low = share;
            last = tried;
        } else {
            high = share;
        }
    }
    if (low > 0)
        count(look, &last, WEIGHT_OUTLINE);
}

/* Counts the rays of the grid that are near other things, or all others. */
static void count_body(struct look *look, bool near)
{
    struct ray ray = {.distance = 0};
    const unsigned side = (unsigned)look->side & 31;
    const uint32_t inside = ((UINT32_C(1) << side) - 1) << 1; /* the columns that are not border */
    for (int row = 1; row <= look->side; row++) {
        uint32_t places = near ? look->near[row] : ~look->near[row];
        for (places &= inside; places; places &= places - 1) {
            int column = __builtin_ctz(places);
            if (!aim(look, column, row, &ray))
                continue;
            look->met[row] |= UINT32_C(1) << column;
            if (near)
                count(look, &ray, WEIGHT_BODY);
            else
                count_free(look, WEIGHT_BODY);
        }
    }
}

/* The outline runs between neighbours of which only one is on the thing. `steps` has a bit for each
 * such place of a row; its neighbour is `away` columns and rows from it. */
static void count_steps(struct look *look, uint32_t steps, int row, const int away[2])
{
    for (; steps; steps &= steps - 1) {
        int column = __builtin_ctz(steps);
        const double here[2] = {column, row}, there[2] = {column + away[0], row + away[1]};
        if (look->met[row] >> column & 1)
            count_towards(look, here, there);
        else
            count_towards(look, there, here);
    }
}

static void count_free_steps(struct look *look, uint32_t steps)
{
    for (; steps; steps &= steps - 1)
        count_free(look, WEIGHT_OUTLINE);
}

/* Where another thing can be hit between two places, both are marked as near: the mark reaches a
 * step further than the thing. */
static void count_outline(struct look *look, bool near)
{
    static const int right[2] = {1, 0}, above[2] = {0, 1};
    const uint32_t *met = look->met, *close = look->near;
    for (int row = 0; row <= look->side; row++) {
        uint32_t across = (met[row] ^ met[row] >> 1), across_close = close[row] & close[row] >> 1;
        uint32_t along = met[row] ^ met[row + 1], along_close = close[row] & close[row + 1];
        if (near) {
            count_steps(look, across & across_close, row, right);
            count_steps(look, along & along_close, row, above);
        } else {
            count_free_steps(look, across & ~across_close);
            count_free_steps(look, along & ~along_close);
        }
    }
}

/* Marks the places of the grid that are near other things. */
static void mark_near(struct look *look)
{
    const double steps = 1 + 2.0 / look->side; /* a bit more than one, as the grid is turned */
    double wide = steps * look->grid.x_column, high = steps * look->grid.y_row;
    for (uint32_t left = look->others; left; left &= left - 1) {
        const struct pane *other = &look->panes[__builtin_ctz(left)];
        const struct pane around = {other->left - wide, other->right + wide, other->bottom - high,
                                    other->top + high};
        for (int row = 0; row < look->side + 2; row++) {
            for (int column = 0; column < look->side + 2; column++) {
                struct ray ray;
                place_at(&look->grid, column, row, &ray);
                look->near[row] |= (uint32_t)is_in(&around, &ray) << column;
            }
        }
    }
}

/* Counts the rays near other things: only those can be hidden. */
static void count_near(struct look *look)
{
    look->grid = grid_over(&look->panes[look->thing], look->side);
    mark_near(look);
    count_body(look, true);
    count_outline(look, true);
}

static void count_rest(struct look *look)
{
    count_body(look, false);
    count_outline(look, false);
}

static double share_seen(const struct look *look)
{
    return look->sight.rays ? (double)look->sight.seen / look->sight.rays : 1;
}

/* ---------------------------------------------------------------- answers */

struct tes_sight tes_cast_sight(const struct tes_bodies *bodies, struct tes_vector eye,
                                unsigned thing, uint32_t without)
{
    if (bodies->all[thing].thing->solid == TES_SOLID_DISC)
        return (struct tes_sight){0};
    struct look look = look_at(bodies, eye, thing);
    look.others = find_others(&look, without, true);
    count_near(&look);
    count_rest(&look);
    return look.sight;
}

/* Finds the things that may be in the way; false where there are none. */
static bool is_doubtful(struct look *look, uint32_t without)
{
    look->others = find_others(look, without, false);
    return look->others != 0;
}

double tes_cast_visible_from(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                             uint32_t without)
{
    if (bodies->all[thing].thing->solid == TES_SOLID_DISC)
        return 1;
    struct look look = look_at(bodies, eye, thing);
    if (!is_doubtful(&look, without))
        return 1;
    count_near(&look);
    count_rest(&look);
    return share_seen(&look);
}

/* Whether at least that share is seen, by a fine grid. The rays that nothing can stop are added
 * only where the others do not suffice, since they can only raise the share. The outline gets no
 * rays here: they find hidden corners, but do not measure area. */
static bool shows_finely(struct look *look, double share)
{
    look->side = FINE;
    look->sight = (struct tes_sight){0};
    __builtin_memset(look->met, 0, sizeof look->met);
    __builtin_memset(look->near, 0, sizeof look->near);
    look->grid = grid_over(&look->panes[look->thing], look->side);
    mark_near(look);
    count_body(look, true);
    if (share_seen(look) < share)
        count_body(look, false);
    return share_seen(look) >= share;
}

bool tes_cast_shows(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                    uint32_t without, double share)
{
    if (bodies->all[thing].thing->solid == TES_SOLID_DISC)
        return true;
    struct look look = look_at(bodies, eye, thing);
    if (!is_doubtful(&look, without))
        return true;
    count_near(&look);
    if (share_seen(&look) < share + DOUBT)
        count_rest(&look);
    double seen = share_seen(&look);
    return seen >= share + DOUBT || (seen >= share && shows_finely(&look, share));
}

/* Silhouettes: each solid is taken as a polyhedron, whose edges are drawn into rows. */
#include "challenge/scene/scene_silhouette.h"

enum { SIDES = 8, POINTS_MOST = 2 * SIDES };

static const double ROWS_HALF = TES_SILHOUETTE_ROWS / 2.0;

/* The corners of an octagon in the unit circle; the first is to the right. */
#define SLANT 0.70710678118654757
static const double OCTAGON[SIDES][2] = {{1, 0},  {SLANT, SLANT},   {0, 1},  {-SLANT, SLANT},
                                         {-1, 0}, {-SLANT, -SLANT}, {0, -1}, {SLANT, -SLANT}};
static const double SQUARE[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

/* The factor that makes the octagon's area about that of the circle. */
static const double ROUND = 1.04;

/* A box of this width and height, as shares of the ring's, covers about as much of a picture as the
 * ring. */
static const double RING_WIDE = 0.99, RING_LOW = 0.1, RING_HIGH = 0.88;

/* A point in the picture; `row` is measured from the middle of the lowest row. */
struct point {
    double x, row;
    unsigned from; /* the first row whose middle is not below the point */
};

/* The corners of a silhouette's polyhedron: a polygon; a polygon and a tip; or two polygons with
 * the same number of sides. */
struct wires {
    struct point points[POINTS_MOST];
    unsigned sides, count;
    bool is_ahead;
};

/* The first row whose middle is not below a height. */
static unsigned row_from(double row)
{
    if (!(row > 0))
        return 0;
    if (row >= TES_SILHOUETTE_ROWS)
        return TES_SILHOUETTE_ROWS;
    unsigned whole = (unsigned)row;
    return whole + (whole < row);
}

/* A vector along the viewer's axes: x and y as in a picture at depth 1, with y in rows; z is the
 * depth. */
static struct tes_vector in_picture(const struct tes_viewer *viewer, struct tes_vector way)
{
    return (struct tes_vector){tes_vector_dot(way, viewer->right) / viewer->tangent,
                               tes_vector_dot(way, viewer->up) * (ROWS_HALF / viewer->tangent),
                               tes_vector_dot(way, viewer->forward)};
}

static inline void add_point(struct wires *wires, double x, double y, double depth)
{
    wires->is_ahead = wires->is_ahead && depth > 0;
    double share = 1 / depth, row = y * share + (ROWS_HALF - 0.5);
    wires->points[wires->count++] = (struct point){x * share, row, row_from(row)};
}

/* A polygon: its corners in units of `size`, along two directions at right angles. */
struct polygon {
    const double (*corners)[2];
    struct tes_vector right, up;
    double size;
};

static void add_polygon(struct wires *wires, const struct tes_viewer *viewer,
                        const struct polygon *polygon, struct tes_vector middle)
{
    struct tes_vector at = in_picture(viewer, tes_vector_subtract(middle, viewer->eye));
    struct tes_vector right = in_picture(viewer, tes_vector_scale(polygon->right, polygon->size));
    struct tes_vector up = in_picture(viewer, tes_vector_scale(polygon->up, polygon->size));
    for (unsigned i = 0; i < wires->sides; i++) {
        double x = polygon->corners[i][0], y = polygon->corners[i][1];
        add_point(wires, at.x + right.x * x + up.x * y, at.y + right.y * x + up.y * y,
                  at.z + right.z * x + up.z * y);
    }
}

static void add_tip(struct wires *wires, const struct tes_viewer *viewer, struct tes_vector tip)
{
    struct tes_vector at = in_picture(viewer, tes_vector_subtract(tip, viewer->eye));
    add_point(wires, at.x, at.y, at.z);
}

/* The polygon that a thing stands on. Round things face the eye, so that they are as wide as they
 * look. */
static struct polygon foot_of(const struct tes_thing *thing, struct tes_vector eye)
{
    struct tes_vector axes[3];
    if (thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID) {
        tes_thing_axes(thing, axes);
        return (struct polygon){SQUARE, axes[0], axes[1], thing->size};
    }
    struct tes_vector way = {thing->at.x - eye.x, thing->at.y - eye.y, 0};
    struct tes_vector ahead = tes_vector_unit(way), right = {ahead.y, -ahead.x, 0};
    return (struct polygon){OCTAGON, right, ahead, thing->size * ROUND};
}

/* The circle that is a ball's outline for the eye, moved to the ball's middle and enlarged
 * accordingly. */
static struct polygon circle_of(const struct tes_thing *thing, struct tes_vector eye)
{
    struct polygon circle = foot_of(thing, eye);
    struct tes_vector way = tes_vector_subtract(thing->at, eye);
    way.z += thing->size;
    double square = tes_vector_dot(way, way), inside = square - thing->size * thing->size;
    circle.up = tes_vector_unit(tes_vector_cross(circle.right, way));
    circle.size *= inside > 0 ? __builtin_sqrt(square / inside) : 1;
    return circle;
}

static struct tes_vector above(const struct tes_thing *thing, double up)
{
    return (struct tes_vector){thing->at.x, thing->at.y, thing->at.z + up};
}

static void set_wires(struct wires *wires, const struct tes_thing *thing,
                      const struct tes_viewer *viewer)
{
    bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    struct polygon polygon = foot_of(thing, viewer->eye);
    wires->sides = is_square ? 4 : SIDES;
    wires->count = 0;
    wires->is_ahead = true;
    switch ((enum tes_solid)thing->solid) {
    case TES_SOLID_BALL:
        polygon = circle_of(thing, viewer->eye);
        add_polygon(wires, viewer, &polygon, above(thing, thing->size));
        break;
    case TES_SOLID_CONE:
    case TES_SOLID_PYRAMID:
        add_polygon(wires, viewer, &polygon, above(thing, 0));
        add_tip(wires, viewer, above(thing, thing->height));
        break;
    case TES_SOLID_RING:
        polygon.size *= RING_WIDE;
        add_polygon(wires, viewer, &polygon, above(thing, thing->height * RING_LOW));
        add_polygon(wires, viewer, &polygon, above(thing, thing->height * RING_HIGH));
        break;
    default:
        add_polygon(wires, viewer, &polygon, above(thing, 0));
        add_polygon(wires, viewer, &polygon, above(thing, thing->height));
    }
}

static void clear_rows(struct tes_silhouette *silhouette, const struct wires *wires)
{
    unsigned first = TES_SILHOUETTE_ROWS, end = 0;
    for (unsigned i = 0; i < wires->count; i++) {
        unsigned from = wires->points[i].from;
        first = from < first ? from : first;
        end = from > end ? from : end;
    }
    silhouette->first = first;
    silhouette->end = end;
    for (unsigned row = first; row < end; row++) {
        silhouette->left[row] = 1e9;
        silhouette->right[row] = -1e9;
    }
}

static inline void draw_edge(struct tes_silhouette *silhouette, const struct point *a,
                             const struct point *b)
{
    if (a->from == b->from)
        return;
    const struct point *low = a->from < b->from ? a : b, *high = a->from < b->from ? b : a;
    double slope = (high->x - low->x) / (high->row - low->row);
    double x = low->x + slope * (low->from - low->row);
    for (unsigned row = low->from; row < high->from; row++) {
        silhouette->left[row] = x < silhouette->left[row] ? x : silhouette->left[row];
        silhouette->right[row] = x > silhouette->right[row] ? x : silhouette->right[row];
        x += slope;
    }
}

/* Which edges are drawn, a bit for each corner: from a corner of the lower polygon to the next, the
 * same for the upper polygon, and from a corner of the lower polygon up. An octagon faces the eye,
 * so the lower polygon's far edges are always hidden, and the edges between the polygons are at its
 * widest corners. */
struct edges {
    uint8_t lower, upper, upright;
};

static struct edges edges_of(const struct wires *wires)
{
    bool has_tip = wires->count == wires->sides + 1U;
    if (wires->sides != SIDES)
        return (struct edges){0xf, has_tip ? 0 : 0xf, 0xf};
    if (wires->count == SIDES)
        return (struct edges){0xff, 0, 0};
    return has_tip ? (struct edges){0xf9, 0, 0x1b} : (struct edges){0xf0, 0xff, 0x11};
}

static void draw_edges(struct tes_silhouette *silhouette, const struct wires *wires)
{
    const struct point *lower = wires->points, *upper = lower + wires->sides;
    struct edges edges = edges_of(wires);
    bool has_tip = wires->count == wires->sides + 1U;
    for (unsigned i = 0; i < wires->sides; i++) {
        unsigned next = i + 1 < wires->sides ? i + 1 : 0;
        if ((edges.lower >> i & 1) != 0)
            draw_edge(silhouette, &lower[i], &lower[next]);
        if ((edges.upper >> i & 1) != 0)
            draw_edge(silhouette, &upper[i], &upper[next]);
        if ((edges.upright >> i & 1) != 0)
            draw_edge(silhouette, &lower[i], &upper[has_tip ? 0 : i]);
    }
}

static void measure(struct tes_silhouette *silhouette)
{
    double left = 1e9, right = -1e9, area = 0;
    for (unsigned row = silhouette->first; row < silhouette->end; row++) {
        left = silhouette->left[row] < left ? silhouette->left[row] : left;
        right = silhouette->right[row] > right ? silhouette->right[row] : right;
        area += silhouette->right[row] - silhouette->left[row];
    }
    silhouette->left_most = left;
    silhouette->right_most = right;
    silhouette->area = area;
}

bool tes_silhouette_of(const struct tes_thing *thing, const struct tes_viewer *viewer,
                       struct tes_silhouette *silhouette)
{
    struct wires wires;
    struct tes_vector middle = above(thing, thing->height / 2);
    set_wires(&wires, thing, viewer);
    clear_rows(silhouette, &wires);
    draw_edges(silhouette, &wires);
    measure(silhouette);
    silhouette->distance = tes_vector_length(tes_vector_subtract(middle, viewer->eye));
    return wires.is_ahead && silhouette->area > 0;
}

double tes_silhouette_overlap(const struct tes_silhouette *a, const struct tes_silhouette *b)
{
    unsigned first = a->first > b->first ? a->first : b->first;
    unsigned end = a->end < b->end ? a->end : b->end;
    double area = 0;
    if (a->left_most >= b->right_most || b->left_most >= a->right_most)
        return 0;
    for (unsigned row = first; row < end; row++) {
        double left = a->left[row] > b->left[row] ? a->left[row] : b->left[row];
        double right = a->right[row] < b->right[row] ? a->right[row] : b->right[row];
        area += right > left ? right - left : 0;
    }
    return area;
}

bool tes_silhouette_covers(const struct tes_silhouette *silhouette, double x, double y)
{
    double place = (y + 1) * ROWS_HALF;
    if (!(place >= silhouette->first && place < silhouette->end))
        return false;
    unsigned row = (unsigned)place;
    return x >= silhouette->left[row] && x <= silhouette->right[row];
}

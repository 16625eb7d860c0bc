/* Finds the surface that is seen at each pixel of a row, and how far places are inside of
 * outlines. */
#include "draw/paint/wide.h"
#include "draw/scene/surface.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* Finds the pixels of a row that are inside of all edges. */
static void find_span(const struct tes_surface *surface, double y, int *left, int *right)
{
    double least = *left, most = *right - 1;
    for (unsigned i = 0; i < surface->edge_count; i++) {
        const struct tes_linear *edge = &surface->edges[i];
        double at_zero = edge->c + edge->y * y + edge->x * 0.5;
        if (edge->x > 1e-9) {
            double from = -at_zero / edge->x;
            least = from > least ? from : least;
        } else if (edge->x < -1e-9) {
            double to = -at_zero / edge->x;
            most = to < most ? to : most;
        } else if (at_zero < 0) {
            most = least - 1;
        }
    }
    *right = *left; /* no pixels, unless some are found */
    if (most < least)
        return;
    int first = (int)(least + 2) - 2, last = (int)(most + 2) - 2; /* rounds down, from -2 on */
    first += first < least;
    *left = first;
    *right = last + 1;
}

TES_WIDE static void enter_flat(const struct tes_surface *surface, uint32_t number, int y, int left,
                                int right, struct tes_surface_row *row)
{
    float start = (float)tes_lens_linear_at(&surface->near, 0.5, y + 0.5),
          step = (float)surface->near.x;
    for (int x = left; x < right; x += BLOCK) {
        float *near = row->near + tes_surface_column(x);
        uint32_t *seen = row->seen + tes_surface_column(x);
        for (int i = 0; i < BLOCK; i++) {
            float here = start + step * (float)(x + i);
            bool is_seen = (here > near[i]) & (x + i < right);
            near[i] = is_seen ? here : near[i];
            seen[i] = is_seen ? number : seen[i];
        }
    }
}

static void enter_face(const struct tes_surface *surface, const struct tes_model *model,
                       uint32_t number, int y, struct tes_surface_row *row)
{
    int left = model->left, right = model->right;
    find_span(surface, y + 0.5, &left, &right);
    enter_flat(surface, number, y, left, right, row);
}

static void enter_end(const struct tes_surface *surface, const struct tes_model *model,
                      uint32_t number, int y, struct tes_surface_row *row)
{
    const struct tes_conic *conic = &surface->inside;
    double at = y + 0.5, square = conic->xx;
    double half = -(conic->x + conic->xy * at) / 2,
           rest = conic->c + (conic->y + conic->yy * at) * at;
    double root = half * half - square * rest;
    int left = model->left, right = model->right;
    if (square >= 0 || root < 0)
        return;
    root = __builtin_sqrt(root);
    double least = (half + root) / square - 0.5, most = (half - root) / square - 0.5;
    if (most < left || least > right)
        return;
    int first = least < left ? left : (int)(least + 2) - 2;
    int last = most > right - 1 ? right - 1 : (int)(most + 2) - 2;
    enter_flat(surface, number, y, first + (first < least), last + 1, row);
}

TES_WIDE static void enter_side(const struct tes_surface *surface, const struct tes_model *model,
                                uint32_t number, int y, struct tes_surface_row *row)
{
    /* Measured from the middle of the span, so that floats are precise enough. */
    const struct tes_conic *conic = &surface->inside;
    int middle = (model->left + model->right) / 2;
    double at_x = middle + 0.5, at_y = y + 0.5,
           ray_z = tes_lens_linear_at(&model->ray[2], at_x, at_y);
    float c = (float)tes_lens_conic_at(conic, at_x, at_y);
    float b = (float)(conic->x + 2 * conic->xx * at_x + conic->xy * at_y), a = (float)conic->xx;
    float half = (float)(tes_lens_linear_at(&surface->half, at_x, at_y) / surface->whole);
    float step = (float)(surface->half.x / surface->whole), scale = (float)(1 / surface->whole);
    float eye = (float)model->eye.z, ray = (float)ray_z;
    float eye_below = eye - (float)model->thing->height;
    bool is_endless = !surface->has_ends;
    for (int x = model->left; x < model->right; x += BLOCK) {
        float *near = row->near + tes_surface_column(x);
        uint32_t *seen = row->seen + tes_surface_column(x);
        for (int i = 0; i < BLOCK; i++) {
            float u = (float)(x + i - middle), root = c + (b + a * u) * u;
            float here = half + step * u + __builtin_sqrtf(root > 0 ? root : 0) * scale;
            bool is_level = is_endless | ((eye * here + ray >= 0) & (eye_below * here + ray <= 0));
            bool is_seen = (root >= 0) & (here > near[i]) & is_level;
            near[i] = is_seen ? here : near[i];
            seen[i] = is_seen ? number : seen[i];
        }
    }
}

void tes_surface_enter(const struct tes_surface *surface, const struct tes_model *model,
                       uint32_t number, int y, struct tes_surface_row *row)
{
    switch ((enum tes_surface_kind)surface->kind) {
    case TES_SURFACE_FACE:
        enter_face(surface, model, number, y, row);
        break;
    case TES_SURFACE_END:
        enter_end(surface, model, number, y, row);
        break;
    case TES_SURFACE_SIDE:
        enter_side(surface, model, number, y, row);
        break;
    case TES_SURFACE_RING:
        tes_ring_enter(model, number, y, row);
        break;
    case TES_SURFACE_RING_FAR:
        break; /* entered together with the near half */
    }
}

/* ---------------------------------------------------------------- margins */

static double least_of(double a, double b)
{
    return a < b ? a : b;
}

static double side_near(const struct tes_surface *side, double x, double y)
{
    double root = tes_lens_conic_at(&side->inside, x, y);
    return (tes_lens_linear_at(&side->half, x, y) + __builtin_sqrt(root > 0 ? root : 0)) /
           side->whole;
}

static double side_height(const struct tes_surface *side, const struct tes_model *model, double x,
                          double y)
{
    return model->eye.z + tes_lens_linear_at(&model->ray[2], x, y) / side_near(side, x, y);
}

static double side_margin(const struct tes_surface *side, const struct tes_model *model, double x,
                          double y)
{
    const double step = 0.125;
    double margin = tes_lens_conic_margin(&side->inside, x, y);
    if (!side->has_ends)
        return margin;
    double height = side_height(side, model, x, y);
    double right = (side_height(side, model, x + step, y) - height) / step;
    double down = (side_height(side, model, x, y + step) - height) / step;
    double slope = __builtin_sqrt(right * right + down * down) + 1e-12;
    margin = least_of(margin, height / slope);
    return least_of(margin, (model->thing->height - height) / slope);
}

static double ring_margin(const struct tes_surface *ring, const struct tes_model *model, double x,
                          double y, double *near)
{
    struct tes_vector ray = {tes_lens_linear_at(&model->ray[0], x, y),
                             tes_lens_linear_at(&model->ray[1], x, y),
                             tes_lens_linear_at(&model->ray[2], x, y)};
    struct tes_vector step = {model->ray[0].y, model->ray[1].y, model->ray[2].y};
    double depth, inside = tes_ring_depth(model, ray, ring->kind == TES_SURFACE_RING_FAR, &depth);
    if (depth <= 0)
        return -1;
    *near = 1 / depth;
    return inside / (depth * tes_vector_length(step));
}

double tes_surface_margin(const struct tes_surface *surface, const struct tes_model *model,
                          double x, double y, double *near)
{
    double margin;
    *near = 0;
    switch ((enum tes_surface_kind)surface->kind) {
    case TES_SURFACE_FACE:
        *near = tes_lens_linear_at(&surface->near, x, y);
        margin = tes_lens_linear_at(&surface->edges[0], x, y);
        for (unsigned i = 1; i < surface->edge_count; i++)
            margin = least_of(margin, tes_lens_linear_at(&surface->edges[i], x, y));
        return *near > 0 ? margin : -1;
    case TES_SURFACE_END:
        *near = tes_lens_linear_at(&surface->near, x, y);
        return *near > 0 ? tes_lens_conic_margin(&surface->inside, x, y) : -1;
    case TES_SURFACE_SIDE:
        *near = side_near(surface, x, y);
        return *near > 0 ? side_margin(surface, model, x, y) : -1;
    default:
        return ring_margin(surface, model, x, y, near);
    }
}

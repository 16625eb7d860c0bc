#include "draw/scene/ground_light.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* Light that is left in full shadow. */
static const float SHADE_LEFT = 0.56F;

void tes_light_of(const struct tes_scene *scene, const struct tes_lens *lens,
                  const struct tes_model *models, struct tes_light *light)
{
    light->lens = lens;
    light->shadow_count = 0;
    light->halves[0].y = light->halves[1].y = -1;
    for (unsigned i = 0; i < scene->count; i++)
        if (tes_shadow_of(scene, &models[i], &light->shadows[light->shadow_count]))
            light->shadow_count++;
}

double tes_light_depth(const struct tes_lens *lens, int y)
{
    double ray_z = tes_lens_linear_at(&lens->ray[2], 0, y + 0.5), eye_z = lens->viewer.eye.z;
    return ray_z > -1e-6 || eye_z <= 0 ? 0 : -eye_z / ray_z;
}

/* ------------------------------------------------------------------ lines */

struct tes_light_line tes_light_line_in(const struct tes_lens *lens, const struct tes_model *model,
                                        double depth, int y)
{
    const struct tes_linear *ray = model->ray;
    struct tes_vector eye = model->eye;
    if (model->thing->solid == TES_SOLID_POLYCUBE) {
        ray = lens->ray;
        eye = tes_vector_subtract(lens->viewer.eye, model->thing->at);
    }
    return (struct tes_light_line){
        eye.x + depth * tes_lens_linear_at(&ray[0], 0.5, y + 0.5), depth * ray[0].x,
        eye.y + depth * tes_lens_linear_at(&ray[1], 0.5, y + 0.5), depth * ray[1].x};
}

bool tes_light_line_span(const struct tes_light_line *line, double x, double y, double radius,
                         int width, struct tes_light_span *span)
{
    double off_x = line->start_x - x, off_y = line->start_y - y;
    double square = line->step_x * line->step_x + line->step_y * line->step_y;
    double half = off_x * line->step_x + off_y * line->step_y;
    double root = half * half - square * (off_x * off_x + off_y * off_y - radius * radius);
    if (root <= 0 || square <= 0)
        return false;
    root = __builtin_sqrt(root);
    double least = (-half - root) / square, most = (-half + root) / square;
    if (most < 0 || least > width - 1)
        return false;
    span->from = least < 0 ? 0 : (int)least;
    span->to = most > width - 1 ? width : (int)most + 1;
    return true;
}

/* Reduces a span to the pixels within a strip: their distance from the line through (0, 0) along
 * (x, y) is at most `width`. */
static bool cut_span(const struct tes_light_line *line, double x, double y, double width,
                     struct tes_light_span *span)
{
    double length = __builtin_sqrt(x * x + y * y) + 1e-9;
    double start = (line->start_x * y - line->start_y * x) / length;
    double step = (line->step_x * y - line->step_y * x) / length;
    if (step < 0) {
        start = -start;
        step = -step;
    }
    if (step < 1e-9)
        return start <= width && start >= -width;
    double least = (-width - start) / step, most = (width - start) / step;
    if (most < span->from || least > span->to)
        return false;
    span->from = least > span->from ? (int)least : span->from;
    span->to = most < span->to - 1 ? (int)most + 1 : span->to;
    return span->from < span->to;
}

/* The ground points of a block of pixels, from pixel x on. */
static inline void points_of(const struct tes_light_line *line, int x, float across[BLOCK],
                             float along[BLOCK])
{
    static const float steps[BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7};
    float start_x = (float)(line->start_x + line->step_x * x), step_x = (float)line->step_x;
    float start_y = (float)(line->start_y + line->step_y * x), step_y = (float)line->step_y;
    for (int i = 0; i < BLOCK; i++) {
        across[i] = start_x + step_x * steps[i];
        along[i] = start_y + step_y * steps[i];
    }
}

/* ----------------------------------------------------------- half the rows */

static void widen(struct tes_light_span *span, struct tes_light_span by)
{
    span->from = by.from < span->from ? by.from : span->from;
    span->to = by.to > span->to ? by.to : span->to;
}

static void add_shadow(struct tes_light *light, const struct tes_shadow *shadow, double depth,
                       struct tes_light_half *half)
{
    const struct tes_lens *lens = light->lens;
    float across[BLOCK], along[BLOCK];
    float blur = (float)(depth * 2 * lens->viewer.tangent / lens->height * 1.5);
    struct tes_light_line line = tes_light_line_in(lens, shadow->model, depth, half->y);
    int width = (int)lens->width / 2 + 2;
    struct tes_light_span span;
    line.step_x *= 2;
    line.step_y *= 2;
    if (tes_light_line_span(&line, shadow->middle_x, shadow->middle_y, shadow->reach + blur, width,
                            &span) &&
        cut_span(&line, shadow->sun_x, shadow->sun_y, shadow->width + blur, &span)) {
        for (int x = span.from; x < span.to; x += BLOCK) {
            points_of(&line, x, across, along);
            tes_shadow_cast(shadow, across, along, blur, light->sun + x);
        }
        widen(&half->span, span);
    }
    if (tes_light_line_span(&line, 0, 0, shadow->contact_reach, width, &span)) {
        for (int x = span.from; x < span.to; x += BLOCK) {
            points_of(&line, x, across, along);
            tes_shadow_touch(shadow, across, along, light->sky + x);
        }
        widen(&half->span, span);
    }
}

static void find_half(struct tes_light *light, int y, struct tes_light_half *half)
{
    int count = (int)light->lens->width / 2 + 2 + BLOCK;
    double depth = tes_light_depth(light->lens, y);
    half->y = y;
    half->span = (struct tes_light_span){count, 0};
    for (int x = 0; x < count; x += BLOCK)
        for (int i = 0; i < BLOCK; i++)
            light->sun[x + i] = light->sky[x + i] = half->light[x + i] = 1;
    for (unsigned i = 0; i < light->shadow_count && depth > 0; i++)
        add_shadow(light, &light->shadows[i], depth, half);
    for (int x = half->span.from; x < half->span.to; x += BLOCK)
        for (int i = 0; i < BLOCK; i++)
            half->light[x + i] =
                (SHADE_LEFT + (1 - SHADE_LEFT) * light->sun[x + i]) * light->sky[x + i];
}

static const struct tes_light_half *half_of(struct tes_light *light, int y)
{
    struct tes_light_half *half = &light->halves[y / 2 % 2];
    if (half->y != y)
        find_half(light, y, half);
    return half;
}

static void find_mean(const float *restrict above, const float *restrict below,
                      float *restrict mean)
{
    for (int i = 0; i < BLOCK; i++)
        mean[i] = 0.5F * (above[i] + below[i]);
}

void tes_light_row(struct tes_light *light, int y)
{
    const struct tes_light_half *above = half_of(light, y / 2 * 2);
    const struct tes_light_half *below = half_of(light, (y + 1) / 2 * 2);
    struct tes_light_span span = above->span;
    int width = (int)light->lens->width;
    widen(&span, below->span);
    light->span = (struct tes_light_span){0, 0};
    if (span.from >= span.to)
        return;
    span.from -= span.from > 0; /* the pixel before it is interpolated too */
    for (int x = span.from; x < span.to + 1; x += BLOCK)
        find_mean(above->light + x, below->light + x, light->mean + x);
    for (int x = span.from; x < span.to; x++) {
        int at = 2 * x;
        light->row[at] = light->mean[x];
        light->row[at + 1] = 0.5F * (light->mean[x] + light->mean[x + 1]);
    }
    /* Rows are read in blocks: the last one may extend beyond the span. */
    for (int i = 0; i < BLOCK; i++)
        light->row[2 * span.to + i] = 1;
    light->span = (struct tes_light_span){2 * span.from, 2 * span.to < width ? 2 * span.to : width};
}

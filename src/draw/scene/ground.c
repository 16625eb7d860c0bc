#include "draw/scene/ground.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* ----------------------------------------------------------------- colours */

/* Pale, so that things stand out. */
static const struct tint {
    uint32_t ground, horizon, zenith;
} TINTS[] = {
    {0xF5EDE0, 0xFEFBF5, 0xE3EAF2}, /* sand */
    {0xE8EEF5, 0xFBFDFF, 0xDCE6F2}, /* mist */
    {0xE9F2E3, 0xFBFEF7, 0xDFEBEE}, /* sage */
    {0xF7E9E5, 0xFFFAF8, 0xECE4F0}, /* blush */
    {0xEDE9F5, 0xFCFAFF, 0xE0E4F4}, /* lilac */
    {0xF0EDE8, 0xFDFCFA, 0xE2E6EA}, /* stone */
};

/* Light that is left in full shadow; and colours that shadows go towards. */
static const uint32_t SHADOW = 0x3A3558;
static const float SHADE_LEFT = 0.56F;

static void set_ramp(uint32_t colour, uint32_t ramp[TES_SHADE_LEVELS])
{
    for (uint32_t i = 0; i < TES_SHADE_LEVELS; i++)
        ramp[i] = tes_shade_room(tes_shade_mix(SHADOW, colour, i * 256 / (TES_SHADE_LEVELS - 1)));
}

static const uint32_t HUES[] = {
#define HUE(name, colour) colour,
#include "core/scene/hues.def"
#undef HUE
};

void tes_ground_of(const struct tes_scene *scene, const struct tes_lens *lens,
                   const struct tes_model *models, struct tes_ground *ground)
{
    struct tes_random random;
    tes_random_start(&random, scene->looks);
    const struct tint *tint = &TINTS[tes_random_below(&random, sizeof TINTS / sizeof *TINTS)];
    tes_random_end(&random);
    ground->lens = lens;
    ground->has_ground = scene->has_ground;
    ground->distance =
        tes_vector_length(tes_vector_subtract(scene->camera.target, scene->camera.eye));
    ground->horizon = tes_shade_room(tint->horizon);
    ground->zenith = tes_shade_room(scene->has_ground ? tint->zenith : tint->horizon);
    set_ramp(tint->ground, ground->ramp);
    ground->shadow_count = ground->disc_count = 0;
    if (!scene->has_ground)
        return;
    for (unsigned i = 0; i < scene->count; i++) {
        const struct tes_thing *thing = &scene->things[i];
        if (tes_shadow_of(scene, &models[i], &ground->shadows[ground->shadow_count]))
            ground->shadow_count++;
        if (thing->solid != TES_SOLID_DISC)
            continue;
        uint32_t colour = HUES[thing->hue % (sizeof HUES / sizeof *HUES)];
        set_ramp(tes_shade_mix(colour, 0xFFFFFF, 150), ground->disc_ramps[ground->disc_count]);
        ground->discs[ground->disc_count++] = &models[i];
    }
}

/* ------------------------------------------------------------------- rows */

/* Points of the ground in a row: pixel x is at start + step * x. */
struct line {
    double start_x, step_x, start_y, step_y;
};

static struct line line_of(const struct tes_linear ray[2], double eye_x, double eye_y, double depth,
                           int y)
{
    return (struct line){eye_x + depth * tes_linear_at(&ray[0], 0.5, y + 0.5), depth * ray[0].x,
                         eye_y + depth * tes_linear_at(&ray[1], 0.5, y + 0.5), depth * ray[1].x};
}

/* The pixels of a row within a circle. */
static bool find_span(const struct line *line, double x, double y, double radius, int width,
                      int *from, int *to)
{
    double off_x = line->start_x - x, off_y = line->start_y - y;
    double square = line->step_x * line->step_x + line->step_y * line->step_y;
    double half = off_x * line->step_x + off_y * line->step_y;
    double root = half * half - square * (off_x * off_x + off_y * off_y - radius * radius);
    if (root <= 0 || square <= 0)
        return false;
    root = __builtin_sqrt(root);
    double least = (-half - root) / square, most = (-half + root) / square;
    if (most < 0 || least > width)
        return false;
    *from = least < 0 ? 0 : (int)least;
    *to = most > width - 1 ? width : (int)most + 1;
    return true;
}

static struct line line_in(const struct tes_lens *lens, const struct tes_model *model, double depth,
                           int y)
{
    if (model->thing->solid != TES_SOLID_POLYCUBE)
        return line_of(model->ray, model->eye.x, model->eye.y, depth, y);
    struct tes_vector eye = tes_vector_subtract(lens->viewer.eye, model->thing->at);
    return line_of(lens->ray, eye.x, eye.y, depth, y);
}

static inline void points_of(const struct line *line, int x, float across[BLOCK],
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

/* Of a span, the pixels within a strip: whose distance from the line through (0, 0) along (x, y)
 * is at most `width`. */
static bool cut_span(const struct line *line, double x, double y, double width, int *from, int *to)
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
    *from = least > *from ? least < *to ? (int)least : *to : *from;
    *to = most < *to - 1 ? most > 0 ? (int)most + 1 : 0 : *to;
    return *from < *to;
}

/* Pixels from .. to - 1. */
struct span {
    int from, to;
};

static void widen(struct span *span, int from, int to)
{
    span->from = from < span->from ? from : span->from;
    span->to = to > span->to ? to : span->to;
}

/* What of the row is not in full light is within the span afterwards. */
static void add_shadow(struct tes_ground *ground, const struct tes_shadow *shadow, double depth,
                       int y, struct span *span)
{
    const struct tes_lens *lens = ground->lens;
    float across[BLOCK], along[BLOCK];
    float blur = (float)(depth * 2 * lens->viewer.tangent / lens->height);
    struct line line = line_in(lens, shadow->model, depth, y);
    int from, to, width = (int)lens->width;
    if (find_span(&line, shadow->middle_x, shadow->middle_y, shadow->reach + blur, width, &from,
                  &to) &&
        cut_span(&line, shadow->sun_x, shadow->sun_y, shadow->width + blur, &from, &to)) {
        for (int x = from; x < to; x += BLOCK) {
            points_of(&line, x, across, along);
            tes_shadow_cast(shadow, across, along, blur, ground->sun + x);
        }
        widen(span, from, to);
    }
    if (find_span(&line, 0, 0, shadow->contact_reach, width, &from, &to)) {
        for (int x = from; x < to; x += BLOCK) {
            points_of(&line, x, across, along);
            tes_shadow_touch(shadow, across, along, ground->sky + x);
        }
        widen(span, from, to);
    }
}

static inline uint32_t level_at(const struct tes_ground *ground, int x)
{
    float light = (SHADE_LEFT + (1 - SHADE_LEFT) * ground->sun[x]) * ground->sky[x];
    return (uint32_t)(int)(light * (TES_SHADE_LEVELS - 1));
}

/* Colours what is not in full light. */
static void darken(const struct tes_ground *ground, struct span span, uint32_t fade,
                   uint32_t *colours)
{
    for (int from = span.from; from < span.to; from += BLOCK) {
        uint32_t levels[BLOCK], all = TES_SHADE_LEVELS - 1;
        for (int i = 0; i < BLOCK; i++)
            levels[i] = level_at(ground, from + i);
        for (int i = 0; i < BLOCK; i++)
            all &= levels[i];
        if (all == TES_SHADE_LEVELS - 1)
            continue;
        for (int x = from; x < from + BLOCK && x < span.to; x++)
            colours[x] = tes_shade_mix(ground->ramp[levels[x - from]], ground->horizon, fade);
    }
}

/* A turntable: a rim, and marks on it. */
static void add_disc(const struct tes_ground *ground, unsigned disc, double depth, uint32_t fade,
                     int y, uint32_t *colours)
{
    const struct tes_lens *lens = ground->lens;
    const struct tes_model *model = ground->discs[disc];
    struct line line = line_in(lens, model, depth, y);
    float size = (float)model->thing->size, across[BLOCK], along[BLOCK];
    float blur = (float)(depth * 2 * lens->viewer.tangent / lens->height * 1.4);
    int from, to;
    if (!find_span(&line, 0, 0, size + blur, (int)lens->width, &from, &to))
        return;
    for (int x = from; x < to; x++) {
        if ((x - from) % BLOCK == 0)
            points_of(&line, x, across, along);
        float px = across[(x - from) % BLOCK], py = along[(x - from) % BLOCK];
        float away = __builtin_sqrtf(px * px + py * py), inside = (size - away) / blur + 0.5F;
        float rim = (away - 0.93F * size) / blur + 0.5F;
        uint32_t share = inside >= 1 ? 256 : inside <= 0 ? 0 : (uint32_t)(inside * 256);
        uint32_t dark = rim >= 1 ? 52 : rim <= 0 ? 0 : (uint32_t)(rim * 52);
        uint32_t level = level_at(ground, x);
        uint32_t colour = ground->disc_ramps[disc][level - level * dark / 256];
        colours[x] = tes_shade_mix(colours[x], tes_shade_mix(colour, ground->horizon, fade), share);
    }
}

/* Fills whole blocks first: their length is known. */
static void fill(uint32_t *colours, unsigned count, uint32_t colour)
{
    unsigned i = 0;
    for (; count - i >= BLOCK; i += BLOCK)
        for (unsigned j = 0; j < BLOCK; j++)
            colours[i + j] = colour;
    for (; i < count; i++)
        colours[i] = colour;
}

static void light_up(struct tes_ground *ground, unsigned count)
{
    for (unsigned i = 0; i < count; i += BLOCK)
        for (unsigned j = 0; j < BLOCK; j++)
            ground->sun[i + j] = ground->sky[i + j] = 1;
}

/* How much of a point at this depth is haze, of 256. */
static uint32_t fade_of(const struct tes_ground *ground, double depth)
{
    double share = (depth / ground->distance - 0.8) / 2.2;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (uint32_t)(256 * share * (2 - share));
}

void tes_ground_row(struct tes_ground *ground, int y, uint32_t *colours)
{
    const struct tes_lens *lens = ground->lens;
    unsigned width = lens->width;
    double ray_z = tes_linear_at(&lens->ray[2], 0, y + 0.5), eye_z = lens->viewer.eye.z;
    if (!ground->has_ground || ray_z > -1e-6 || eye_z <= 0) {
        double share = ray_z > 0 ? ray_z * 2.5 : 0;
        fill(colours, width,
             tes_shade_mix(ground->horizon, ground->zenith,
                           share > 1 ? 256 : (uint32_t)(share * 256)));
        return;
    }
    double depth = -eye_z / ray_z;
    uint32_t fade = fade_of(ground, depth);
    struct span dim = {(int)width, 0};
    fill(colours, width, tes_shade_mix(ground->ramp[TES_SHADE_LEVELS - 1], ground->horizon, fade));
    light_up(ground, width + BLOCK);
    for (unsigned i = 0; i < ground->shadow_count && fade < 256; i++)
        add_shadow(ground, &ground->shadows[i], depth, y, &dim);
    darken(ground, dim, fade, colours);
    for (unsigned i = 0; i < ground->disc_count; i++)
        add_disc(ground, i, depth, fade, y, colours);
}

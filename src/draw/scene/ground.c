#include "draw/scene/ground.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* ----------------------------------------------------------------- colours */

/* Pale, so that things stand out. */
static const struct tint {
    uint32_t ground, horizon, zenith;
} TINTS[] = {
    {0xEFE6D8, 0xFBF7EF, 0xE3EAF2}, /* sand */
    {0xE2E8EE, 0xF8FAFC, 0xDCE6F2}, /* mist */
    {0xE3EBDD, 0xF8FBF3, 0xDFEBEE}, /* sage */
    {0xF1E2DE, 0xFDF6F3, 0xECE4F0}, /* blush */
    {0xE6E2EE, 0xF9F7FC, 0xE0E4F4}, /* lilac */
    {0xE9E6E1, 0xFAF9F7, 0xE2E6EA}, /* stone */
};

/* Light that is left in full shadow; and colours that shadows go towards. */
static const uint32_t SHADOW = 0x3A3558;
static const float SHADE_LEFT = 0.56F;

static void set_ramp(uint32_t colour, uint32_t ramp[TES_SHADE_LEVELS])
{
    for (uint32_t i = 0; i < TES_SHADE_LEVELS; i++)
        ramp[i] = tes_shade_mix(SHADOW, colour, i * 256 / (TES_SHADE_LEVELS - 1));
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
    ground->horizon = tint->horizon;
    ground->zenith = scene->has_ground ? tint->zenith : tint->horizon;
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

static void points_of(const struct line *line, int x, float across[BLOCK], float along[BLOCK])
{
    float start_x = (float)(line->start_x + line->step_x * x), step_x = (float)line->step_x;
    float start_y = (float)(line->start_y + line->step_y * x), step_y = (float)line->step_y;
    for (int i = 0; i < BLOCK; i++) {
        across[i] = start_x + step_x * (float)i;
        along[i] = start_y + step_y * (float)i;
    }
}

/* Widens from .. to, which are the pixels that are not in full light. */
static void add_shadows(struct tes_ground *ground, double depth, int y, int *from, int *to)
{
    const struct tes_lens *lens = ground->lens;
    float across[BLOCK], along[BLOCK];
    float blur = (float)(depth * 2 * lens->viewer.tangent / lens->height);
    for (unsigned j = 0; j < ground->shadow_count; j++) {
        const struct tes_shadow *shadow = &ground->shadows[j];
        struct line line = line_in(lens, shadow->model, depth, y);
        int first, last;
        if (!find_span(&line, shadow->middle_x, shadow->middle_y, shadow->reach, (int)lens->width,
                       &first, &last))
            continue;
        for (int x = first; x < last; x += BLOCK) {
            points_of(&line, x, across, along);
            tes_shadow_cast(shadow, across, along, blur, ground->sun + x, ground->sky + x);
        }
        *from = first < *from ? first : *from;
        *to = last > *to ? last : *to;
    }
}

static inline uint32_t level_at(const struct tes_ground *ground, int x)
{
    float light = (SHADE_LEFT + (1 - SHADE_LEFT) * ground->sun[x]) * ground->sky[x];
    return (uint32_t)(light * (TES_SHADE_LEVELS - 1));
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

static void fill(uint32_t *colours, unsigned count, uint32_t colour)
{
    for (unsigned i = 0; i < count; i++)
        colours[i] = colour;
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
    int from = (int)width, to = 0;
    fill(colours, width, tes_shade_mix(ground->ramp[TES_SHADE_LEVELS - 1], ground->horizon, fade));
    for (unsigned x = 0; x < width + BLOCK; x++)
        ground->sun[x] = ground->sky[x] = 1;
    if (fade < 256)
        add_shadows(ground, depth, y, &from, &to);
    for (int x = from; x < to; x++)
        colours[x] = tes_shade_mix(ground->ramp[level_at(ground, x)], ground->horizon, fade);
    for (unsigned i = 0; i < ground->disc_count; i++)
        add_disc(ground, i, depth, fade, y, colours);
}

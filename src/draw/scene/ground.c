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

/* What shadows go towards. */
static const uint32_t SHADOW = 0x3A3558;

/* What is this close is never lost in haze: a camera among the things looks at a point before it.
 */
static const double CLEAR_LEAST = 6;

/* Where the rim of a disc begins, of its radius. */
static const float RIM = 0.93F;

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
    double distance =
        tes_vector_length(tes_vector_subtract(scene->camera.target, scene->camera.eye));
    ground->distance = distance > CLEAR_LEAST ? distance : CLEAR_LEAST;
    ground->horizon = tes_shade_room(tint->horizon);
    ground->zenith = tes_shade_room(scene->has_ground ? tint->zenith : tint->horizon);
    set_ramp(tint->ground, ground->ramp);
    ground->disc_count = 0;
    if (!scene->has_ground)
        return;
    tes_light_of(scene, lens, models, &ground->light);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct tes_thing *thing = &scene->things[i];
        if (thing->solid != TES_SOLID_DISC)
            continue;
        uint32_t colour = HUES[thing->hue % (sizeof HUES / sizeof *HUES)];
        set_ramp(tes_shade_mix(colour, 0xFFFFFF, 150), ground->disc_ramps[ground->disc_count]);
        ground->discs[ground->disc_count++] = &models[i];
    }
}

/* ------------------------------------------------------------------- rows */

/* Colours what is not in full light. */
static void darken(const struct tes_ground *ground, uint32_t fade, uint32_t *colours)
{
    const struct tes_light *light = &ground->light;
    for (int from = light->span.from; from < light->span.to; from += BLOCK) {
        int levels[BLOCK], all = TES_SHADE_LEVELS - 1;
        for (int i = 0; i < BLOCK; i++)
            levels[i] = (int)(light->row[from + i] * (TES_SHADE_LEVELS - 1));
        for (int i = 0; i < BLOCK; i++)
            all &= levels[i];
        if (all == TES_SHADE_LEVELS - 1)
            continue;
        for (int x = from; x < from + BLOCK && x < light->span.to; x++)
            colours[x] = tes_shade_mix(ground->ramp[levels[x - from]], ground->horizon, fade);
    }
}

static uint32_t level_at(const struct tes_light *light, int x)
{
    if (x < light->span.from || x >= light->span.to)
        return TES_SHADE_LEVELS - 1;
    return (uint32_t)(int)(light->row[x] * (TES_SHADE_LEVELS - 1));
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

/* A disc in one row. */
struct disc_row {
    const uint32_t *ramp;
    struct tes_ground_line line;
    float size, blur;
    uint32_t fade;
};

/* Pixels near its edge: a darker rim, blurred on both sides. */
static void add_rim(const struct tes_ground *ground, const struct disc_row *disc, int from, int to,
                    uint32_t *colours)
{
    float start_x = (float)disc->line.start_x, step_x = (float)disc->line.step_x;
    float start_y = (float)disc->line.start_y, step_y = (float)disc->line.step_y;
    for (int x = from; x < to; x++) {
        float across = start_x + step_x * (float)x, along = start_y + step_y * (float)x;
        float away = __builtin_sqrtf(across * across + along * along);
        float inside = (disc->size - away) / disc->blur + 0.5F;
        float rim = (away - RIM * disc->size) / disc->blur + 0.5F;
        uint32_t share = inside >= 1 ? 256 : inside <= 0 ? 0 : (uint32_t)(inside * 256);
        uint32_t dark = rim >= 1 ? 52 : rim <= 0 ? 0 : (uint32_t)(rim * 52);
        uint32_t level = level_at(&ground->light, x);
        uint32_t colour = disc->ramp[level - level * dark / 256];
        colours[x] =
            tes_shade_mix(colours[x], tes_shade_mix(colour, ground->horizon, disc->fade), share);
    }
}

/* Pixels that show nothing but disc. */
static void add_plate(const struct tes_ground *ground, const struct disc_row *disc, int from,
                      int to, uint32_t *colours)
{
    const struct tes_span *dim = &ground->light.span;
    uint32_t lit = disc->ramp[TES_SHADE_LEVELS - 1];
    if (from >= to)
        return;
    fill(colours + from, (unsigned)(to - from), tes_shade_mix(lit, ground->horizon, disc->fade));
    from = from < dim->from ? dim->from : from;
    to = to > dim->to ? dim->to : to;
    for (int x = from; x < to; x++)
        colours[x] =
            tes_shade_mix(disc->ramp[level_at(&ground->light, x)], ground->horizon, disc->fade);
}

static void add_disc(const struct tes_ground *ground, unsigned index, double depth, uint32_t fade,
                     int y, uint32_t *colours)
{
    const struct tes_lens *lens = ground->lens;
    const struct tes_model *model = ground->discs[index];
    float blur = (float)(depth * 2 * lens->viewer.tangent / lens->height * 1.4);
    struct disc_row disc = {ground->disc_ramps[index], tes_ground_line_in(lens, model, depth, y),
                            (float)model->thing->size, blur, fade};
    struct tes_span whole, plate;
    int width = (int)lens->width;
    if (!tes_ground_line_span(&disc.line, 0, 0, disc.size + blur, width, &whole))
        return;
    if (!tes_ground_line_span(&disc.line, 0, 0, RIM * disc.size - blur, width, &plate))
        plate = (struct tes_span){whole.to, whole.to};
    plate.from += plate.from > 0 && plate.from < plate.to; /* it may begin a pixel too early */
    add_rim(ground, &disc, whole.from, plate.from, colours);
    add_plate(ground, &disc, plate.from, plate.to, colours);
    add_rim(ground, &disc, plate.to, whole.to, colours);
}

/* How much of a point at this depth is haze, of 256. */
static uint32_t fade_of(const struct tes_ground *ground, double depth)
{
    double share = (depth / ground->distance - 0.8) / 2.2;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (uint32_t)(256 * share * (2 - share));
}

static void fill_sky(const struct tes_ground *ground, int y, uint32_t *colours)
{
    double up = tes_linear_at(&ground->lens->ray[2], 0, y + 0.5) * 2.5;
    uint32_t share = up <= 0 ? 0 : up >= 1 ? 256 : (uint32_t)(up * 256);
    fill(colours, ground->lens->width, tes_shade_mix(ground->horizon, ground->zenith, share));
}

void tes_ground_row(struct tes_ground *ground, int y, uint32_t *colours)
{
    const struct tes_lens *lens = ground->lens;
    double depth = ground->has_ground ? tes_light_depth(lens, y) : 0;
    if (depth <= 0) {
        fill_sky(ground, y, colours);
        return;
    }
    uint32_t fade = fade_of(ground, depth), lit = ground->ramp[TES_SHADE_LEVELS - 1];
    fill(colours, lens->width, tes_shade_mix(lit, ground->horizon, fade));
    tes_light_row(&ground->light, y);
    darken(ground, fade, colours);
    for (unsigned i = 0; i < ground->disc_count; i++)
        add_disc(ground, i, depth, fade, y, colours);
}

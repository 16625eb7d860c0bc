#include "draw/scene/ground.h"

#include "draw/scene/branchless.h"

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

/* The colour that shadows are mixed with. */
static const uint32_t SHADOW = 0x3A3558;

/* Up to this distance there is no haze, also where the camera is among the things and looks at a
 * close point. */
static const double CLEAR_LEAST = 6;

/* Where a disc's rim begins, relative to its radius. */
static const float RIM = 0.93F;

static void set_ramp(uint32_t colour, uint32_t ramp[TES_SHADE_LEVELS])
{
    for (uint32_t i = 0; i < TES_SHADE_LEVELS; i++)
        ramp[i] = tes_shade_room(tes_shade_mix(SHADOW, colour, i * 256 / (TES_SHADE_LEVELS - 1)));
}

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
    ground->disc = NULL;
    if (scene->has_ground)
        tes_light_of(scene, lens, models, &ground->light);
}

void tes_ground_lay(const struct tes_scene *scene, const struct tes_model *models,
                    const struct tes_dyes *dyes, unsigned chips_most, struct tes_ground *ground)
{
    if (!dyes->has_table)
        return;
    ground->disc = &models[0];
    /* The table is shaded like solids. */
    for (uint32_t i = 0; i < TES_SHADE_LEVELS; i++) {
        ground->disc_left[i] = tes_shade_left(i);
        ground->disc_ramp[i] = tes_shade_dim(tes_shade_room(dyes->plate), ground->disc_left[i]);
    }
    tes_cloth_of(scene, chips_most, &ground->cloth);
}

/* ------------------------------------------------------------------- rows */

/* The colours of a row of the ground or of a disc. */
struct shades {
    const uint32_t *ramp;
    uint32_t horizon, fade; /* `fade` is how much of the horizon is mixed in, of 256 */
};

/* Finds the levels of light of a block; returns whether all of it is fully lit. */
TES_WIDE static bool find_ground_levels(const float *restrict light, uint32_t *restrict levels)
{
    uint32_t all = TES_SHADE_LEVELS - 1;
    for (int i = 0; i < BLOCK; i++)
        levels[i] = (uint32_t)(int)(light[i] * (TES_SHADE_LEVELS - 1));
    for (int i = 0; i < BLOCK; i++)
        all &= levels[i];
    return all == TES_SHADE_LEVELS - 1;
}

TES_WIDE static void fade_block(uint32_t *colours, uint32_t horizon, uint32_t fade)
{
    for (int i = 0; i < BLOCK; i++)
        colours[i] = tes_shade_mix(colours[i], horizon, fade);
}

/* The first block at or after x that is not fully lit, and its levels; `to` or more where there is
 * none. */
static int find_shade(const struct tes_light *light, int x, int to, uint32_t levels[BLOCK])
{
    x = x < light->span.from ? light->span.from : x;
    while (x < to && find_ground_levels(light->row + x, levels))
        x += BLOCK;
    return x;
}

/* Colours those of pixels from .. to - 1 that are not fully lit. */
static void darken(const struct tes_light *light, const struct shades *shades, int from, int to,
                   uint32_t *colours)
{
    uint32_t levels[BLOCK], block[BLOCK];
    to = to > light->span.to ? light->span.to : to;
    for (int x = find_shade(light, from, to, levels); x < to;
         x = find_shade(light, x + BLOCK, to, levels)) {
        for (int i = 0; i < BLOCK; i++)
            block[i] = shades->ramp[levels[i]];
        if (shades->fade > 0)
            fade_block(block, shades->horizon, shades->fade);
        for (int i = 0; i < BLOCK && x + i < to; i++)
            colours[x + i] = block[i];
    }
}

static inline uint32_t level_at(const struct tes_light *light, int x)
{
    if (x < light->span.from || x >= light->span.to)
        return TES_SHADE_LEVELS - 1;
    return (uint32_t)(int)(light->row[x] * (TES_SHADE_LEVELS - 1));
}

/* Whole blocks first, since their length is known. */
static void fill(uint32_t *colours, unsigned count, uint32_t colour)
{
    unsigned i = 0;
    for (; count - i >= BLOCK; i += BLOCK)
        for (unsigned j = 0; j < BLOCK; j++)
            colours[i + j] = colour;
    for (; i < count; i++)
        colours[i] = colour;
}

/* A disc in one row: the pixels that show some of it (`whole`), and those that show nothing else
 * (`plate`). */
struct disc_row {
    struct shades shades;
    struct tes_light_line line;
    const uint32_t *left;
    const struct tes_cloth *cloth;
    struct tes_cloth_row cloth_row;
    float size, blur;
    struct tes_light_span whole, plate;
};

/* For a block of pixels near a disc's edge: how much of each pixel is disc, and how much darker the
 * rim makes it, both of 256. */
TES_WIDE static void find_rim(const struct disc_row *disc, int x, uint32_t *restrict shares,
                              uint32_t *restrict darks)
{
    float start_x = (float)disc->line.start_x, step_x = (float)disc->line.step_x;
    float start_y = (float)disc->line.start_y, step_y = (float)disc->line.step_y;
    float size = disc->size, blur = disc->blur;
    for (int i = 0; i < BLOCK; i++) {
        float at = (float)(x + i), across = start_x + step_x * at, along = start_y + step_y * at;
        float away = __builtin_sqrtf(across * across + along * along);
        float inside = (size - away) / blur + 0.5F, rim = (away - RIM * size) / blur + 0.5F;
        shares[i] = (uint32_t)(int)(tes_branchless_share(inside) * 256);
        darks[i] = (uint32_t)(int)(tes_branchless_share(rim) * 52);
    }
}

TES_WIDE static void mix_rim(uint32_t *restrict colours, const uint32_t *restrict others,
                             const uint32_t *restrict shares)
{
    for (int i = 0; i < BLOCK; i++)
        colours[i] = tes_shade_mix(colours[i], others[i], shares[i]);
}

/* Draws pixels near a disc's edge: a darker rim, blurred on both sides. */
static void add_rim(const struct tes_light *light, const struct disc_row *disc, int from, int to,
                    uint32_t *colours)
{
    uint32_t shares[BLOCK], darks[BLOCK], under[BLOCK] = {0}, block[BLOCK] = {0};
    for (int x = from; x < to; x += BLOCK) {
        int count = to - x < BLOCK ? to - x : BLOCK;
        find_rim(disc, x, shares, darks);
        for (int i = 0; i < count; i++) {
            uint32_t level = level_at(light, x + i);
            block[i] = disc->shades.ramp[level - level * darks[i] / 256];
            under[i] = colours[x + i];
        }
        fade_block(block, disc->shades.horizon, disc->shades.fade);
        mix_rim(under, block, shares);
        for (int i = 0; i < count; i++)
            colours[x + i] = under[i];
    }
}

TES_WIDE static void dim_block(uint32_t *restrict colours, const uint32_t *restrict left)
{
    for (int i = 0; i < BLOCK; i++)
        colours[i] = tes_shade_dim(colours[i], left[i]);
}

/* Darkens those of pixels from .. to - 1 that are not fully lit, whatever their colours. */
static void dim(const struct tes_light *light, const uint32_t *left_at, int from, int to,
                uint32_t *colours)
{
    uint32_t levels[BLOCK], left[BLOCK];
    to = to > light->span.to ? light->span.to : to;
    for (int x = find_shade(light, from, to, levels); x < to;
         x = find_shade(light, x + BLOCK, to, levels)) {
        for (int i = 0; i < BLOCK; i++)
            left[i] = left_at[levels[i]];
        if (to - x >= BLOCK)
            dim_block(colours + x, left);
        for (int i = 0; to - x < BLOCK && x + i < to; i++)
            colours[x + i] = tes_shade_dim(colours[x + i], left[i]);
    }
}

/* Whole blocks first, since their length is known. */
static void fade_run(uint32_t *colours, int count, uint32_t horizon, uint32_t fade)
{
    int i = 0;
    for (; count - i >= BLOCK; i += BLOCK)
        fade_block(colours + i, horizon, fade);
    for (; i < count; i++)
        colours[i] = tes_shade_mix(colours[i], horizon, fade);
}

static void add_plate(const struct tes_light *light, const struct disc_row *disc, uint32_t *colours)
{
    struct tes_light_span plate = disc->plate;
    const struct shades *shades = &disc->shades;
    int count = plate.to - plate.from;
    fill(colours + plate.from, (unsigned)count, shades->ramp[TES_SHADE_LEVELS - 1]);
    tes_cloth_draw(disc->cloth, &disc->cloth_row, colours);
    dim(light, disc->left, plate.from, plate.to, colours);
    fade_run(colours + plate.from, count, shades->horizon, shades->fade);
}

static void add_disc(const struct tes_light *light, const struct disc_row *disc, uint32_t *colours)
{
    struct tes_light_span whole = disc->whole, plate = disc->plate;
    add_rim(light, disc, whole.from, plate.from, colours);
    if (plate.from < plate.to)
        add_plate(light, disc, colours);
    add_rim(light, disc, plate.to, whole.to, colours);
}

/* False where nothing of the disc is seen in the row. */
static bool find_disc(const struct tes_ground *ground, double depth, uint32_t fade, int y,
                      struct disc_row *disc)
{
    const struct tes_lens *lens = ground->lens;
    const struct tes_model *model = ground->disc;
    struct tes_light_span *plate = &disc->plate;
    int width = (int)lens->width;
    disc->shades = (struct shades){ground->disc_ramp, ground->horizon, fade};
    disc->line = tes_light_line_in(lens, model, depth, y);
    disc->size = (float)model->thing->size;
    disc->blur = (float)(depth * 2 * lens->viewer.tangent / lens->height * 1.4);
    if (!tes_light_line_span(&disc->line, 0, 0, disc->size + disc->blur, width, &disc->whole))
        return false;
    if (!tes_light_line_span(&disc->line, 0, 0, RIM * disc->size - disc->blur, width, plate))
        *plate = (struct tes_light_span){disc->whole.to, disc->whole.to};
    /* It may start one pixel too early. */
    plate->from += plate->from > 0 && plate->from < plate->to;
    struct tes_light_line below =
        tes_light_line_in(lens, model, tes_light_depth(lens, y + 1), y + 1);
    disc->left = ground->disc_left;
    disc->cloth = &ground->cloth;
    disc->cloth_row = (struct tes_cloth_row){disc->line, below, *plate};
    return true;
}

/* How hazy it is at this depth, of 256. */
static uint32_t fade_of(const struct tes_ground *ground, double depth)
{
    double share = (depth / ground->distance - 0.8) / 2.2;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (uint32_t)(256 * share * (2 - share));
}

static void fill_sky(const struct tes_ground *ground, int y, uint32_t *colours)
{
    double up = tes_lens_linear_at(&ground->lens->ray[2], 0, y + 0.5) * 2.5;
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
    struct disc_row disc;
    struct tes_light_span plate = {0, 0}; /* the pixels that the disc covers anyway */
    uint32_t fade = fade_of(ground, depth);
    const struct shades shades = {ground->ramp, ground->horizon, fade};
    bool has_disc = ground->disc != NULL && find_disc(ground, depth, fade, y, &disc);
    if (has_disc)
        plate = disc.plate;
    uint32_t lit = tes_shade_mix(ground->ramp[TES_SHADE_LEVELS - 1], ground->horizon, fade);
    fill(colours, (unsigned)plate.from, lit);
    fill(colours + plate.to, lens->width - (unsigned)plate.to, lit);
    tes_light_row(&ground->light, y);
    darken(&ground->light, &shades, 0, plate.from, colours);
    darken(&ground->light, &shades, plate.to, (int)lens->width, colours);
    if (has_disc)
        add_disc(&ground->light, &disc, colours);
}

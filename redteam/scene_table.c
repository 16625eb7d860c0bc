/*
 * The camera is one of a family that the public generator draws from, and the table's rim tells
 * which. Solids are what has neither the table's colour nor the ground's, in light or in shadow;
 * of two that touch in the picture, the hues mostly differ. That was so while tables were plain:
 * what this achieves now tells what their chips are good for. scene_forest.c does not need it.
 */
#include "scene_table.h"

#include "../tests/unit/challenge/scene_queries.h"
#include "challenge/scene/questions/round_table.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = TES_SCENE_WIDTH,
    HEIGHT = TES_SCENE_HEIGHT,
    HUES = 8,
    GREY = HUES,     /* a grey pixel of a solid: takes the hue of its neighbours */
    NONE = HUES + 1, /* table, ground or mark */
    SPREAD_ROUNDS = 6,
    PATCH_LEAST = 50,
    PATCHES = 30,
    STRIPE = 26, /* the most pixels between two stripes of one solid */
    BLOB_LEAST = 250,
    RIM_POINTS = 120,
};

static const uint8_t MARK[3] = {0xC2, 0x18, 0x5B}, INK[3] = {0x22, 0x30, 0x4A},
                     SKIN[3] = {0xF6, 0xC9, 0xA0};

static const double HUE_ANGLES[HUES] = {2, 31, 48, 143, 200, 221, 275, 338};

/* ----------------------------------------------------------------- camera */

/* The generator's camera for an elevation: it shows the whole table. */
static struct tes_camera camera_of(double above)
{
    const double field = 36, filled = 0.93;
    double height = 0.25 - 0.75 * (above - 20) / 25;
    double sine = tes_scene_sine(above), cosine = tes_scene_cosine(above);
    double tangent = filled * tan(field / 2 * M_PI / 180);
    double front = (TES_TABLE_RADIUS * sine + height * cosine) / tangent +
                   TES_TABLE_RADIUS * cosine - height * sine;
    double side = hypot(TES_TABLE_RADIUS / (tangent * TES_TABLE_ASPECT), TES_TABLE_RADIUS);
    return tes_camera_around((struct tes_vector){0, 0, height}, 0, above, fmax(front, side), field);
}

/* The pixel that shows a point; false outside of the picture. */
static bool pixel_of(const struct tes_viewer *viewer, struct tes_vector point, unsigned *x,
                     unsigned *y)
{
    struct tes_seen seen = tes_viewer_see(viewer, point);
    double left = WIDTH / 2.0 + seen.x * HEIGHT / 2.0, top = HEIGHT / 2.0 * (1 - seen.y);
    *x = (unsigned)left;
    *y = (unsigned)top;
    return left >= 0 && left < WIDTH && top >= 0 && top < HEIGHT;
}

static bool is_ground(const struct tes_image *image, unsigned x, unsigned y)
{
    return pixels_differ(pixels_at(image, x, y), pixels_at(image, 2, y)) < 14;
}

/* How many points of a rim have ground outside and none inside. */
static unsigned count_rim(const struct tes_image *image, const struct tes_viewer *viewer)
{
    unsigned count = 0;
    for (unsigned i = 0; i < RIM_POINTS; i++) {
        struct tes_vector to = tes_scene_towards(360.0 * i / RIM_POINTS, 0);
        unsigned x, y, out_x, out_y;
        count += pixel_of(viewer, tes_vector_scale(to, TES_TABLE_RADIUS - 0.06), &x, &y) &&
                 pixel_of(viewer, tes_vector_scale(to, TES_TABLE_RADIUS + 0.06), &out_x, &out_y) &&
                 !is_ground(image, x, y) && is_ground(image, out_x, out_y);
    }
    return count;
}

static struct tes_camera find_camera(const struct tes_image *image, unsigned *points)
{
    struct tes_camera best = camera_of(35);
    *points = 0;
    for (double above = 26; above <= 60; above += 0.25) {
        struct tes_camera camera = camera_of(above);
        struct tes_viewer viewer = tes_camera_viewer(&camera);
        unsigned count = count_rim(image, &viewer);
        if (count > *points) {
            *points = count;
            best = camera;
        }
    }
    return best;
}

/* ------------------------------------------------------------------- hues */

static unsigned hue_of(const uint8_t *colour)
{
    double most = fmax(colour[0], fmax(colour[1], colour[2]));
    double least = fmin(colour[0], fmin(colour[1], colour[2])), range = most - least, angle, off;
    unsigned best = 0;
    if (range < 14)
        return GREY;
    if (most == colour[0])
        angle = 60 * (colour[1] - colour[2]) / range;
    else if (most == colour[1])
        angle = 120 + 60 * (colour[2] - colour[0]) / range;
    else
        angle = 240 + 60 * (colour[0] - colour[1]) / range;
    off = 360;
    for (unsigned i = 0; i < HUES; i++) {
        double away = fabs(remainder(angle - HUE_ANGLES[i], 360));
        if (away < off) {
            off = away;
            best = i;
        }
    }
    return best;
}

const uint8_t *table_colour(const struct tes_image *image, const struct tes_viewer *viewer)
{
    unsigned times[256] = {0}, best = 0;
    for (double away = 0.1; away < 3.2; away += 0.05) {
        for (unsigned i = 0; i < 360; i += 2) {
            unsigned x, y;
            if (pixel_of(viewer, tes_vector_scale(tes_scene_towards(i, 0), away), &x, &y))
                times[image->pixels[(size_t)y * image->width + x]]++;
        }
    }
    for (unsigned i = 0; i < 256; i++)
        best = times[i] > times[best] ? i : best;
    return image->palette[best];
}

static void label(const struct tes_image *image, const uint8_t *table, bool has_figure,
                  uint8_t *labels)
{
    uint8_t kinds[256] = {0};
    for (unsigned i = 0; i < image->palette_count; i++) {
        const uint8_t *colour = image->palette[i];
        bool is_plain = pixels_light(colour, table) > 0 || pixels_differ(colour, MARK) < 60 ||
                        pixels_differ(colour, INK) < 40 ||
                        (has_figure && pixels_differ(colour, SKIN) < 30);
        kinds[i] = (uint8_t)(is_plain ? NONE : hue_of(colour));
    }
    for (unsigned y = 0; y < HEIGHT; y++) {
        const uint8_t *ground = pixels_at(image, 2, y);
        for (unsigned x = 0; x < WIDTH; x++) {
            uint8_t *to = &labels[y * PIXELS_WIDTH + x];
            *to = kinds[image->pixels[(size_t)y * image->width + x]];
            if (*to != NONE && pixels_light(pixels_at(image, x, y), ground) > 0)
                *to = NONE;
        }
    }
}

/* Greys take the hue of what is beside them. */
static void spread(uint8_t *labels)
{
    static const int STEPS[] = {-1, 1, -PIXELS_WIDTH, PIXELS_WIDTH};
    for (unsigned round = 0; round < SPREAD_ROUNDS; round++)
        for (unsigned y = 1; y + 1 < HEIGHT; y++)
            for (unsigned x = 1; x + 1 < WIDTH; x++) {
                unsigned at = y * PIXELS_WIDTH + x;
                for (unsigned i = 0; i < 4 && labels[at] == GREY; i++)
                    if (labels[at + (unsigned)STEPS[i]] < GREY)
                        labels[at] = labels[at + (unsigned)STEPS[i]];
            }
}

/* ------------------------------------------------------------------ blobs */

/* Fills each row of a patch from its first pixel to its last: patterns leave holes. */
static void set_shape(const uint8_t *mask, uint8_t name, struct blob *blob)
{
    const struct patch *patch = &blob->patch;
    double wide = patch->right - patch->left + 1.0, high = patch->bottom - patch->top + 1.0;
    for (unsigned row = 0; row < BLOB_SIDE; row++) {
        unsigned y = patch->top + (unsigned)((row + 0.5) * high / BLOB_SIDE);
        unsigned first = patch->right + 1, last = patch->left;
        for (unsigned x = patch->left; x <= patch->right; x++) {
            if (mask[y * PIXELS_WIDTH + x] != name)
                continue;
            first = x < first ? x : first;
            last = x;
        }
        for (unsigned column = 0; column < BLOB_SIDE; column++) {
            unsigned x = patch->left + (unsigned)((column + 0.5) * wide / BLOB_SIDE);
            blob->shape[row * BLOB_SIDE + column] = x >= first && x <= last ? 255 : 0;
        }
    }
}

static void keep_blob(struct table *table, const struct blob *blob)
{
    unsigned at = table->count < TABLE_BLOBS ? table->count++ : TABLE_BLOBS;
    for (; at > 0 && table->blobs[at - 1].patch.count < blob->patch.count; at--)
        if (at < TABLE_BLOBS)
            table->blobs[at] = table->blobs[at - 1];
    if (at < TABLE_BLOBS)
        table->blobs[at] = *blob;
}

static void measure(const struct tes_viewer *viewer, struct blob *blob)
{
    const struct patch *patch = &blob->patch;
    struct tes_vector at = {0, 0, 0};
    double x = ((patch->left + patch->right) / 2.0 - WIDTH / 2.0) / (HEIGHT / 2.0);
    double y = 1 - patch->bottom / (HEIGHT / 2.0);
    (void)query_ground(viewer, x, y, &at);
    double unit = HEIGHT / 2.0 / (tes_viewer_see(viewer, at).depth * viewer->tangent);
    blob->wide = (patch->right - patch->left + 1) / unit;
    blob->high = (patch->bottom - patch->top + 1) / unit;
}

static struct patch join(const struct patch *a, const struct patch *b)
{
    struct patch both = {
        .count = a->count + b->count,
        .left = a->left < b->left ? a->left : b->left,
        .right = a->right > b->right ? a->right : b->right,
        .top = a->top < b->top ? a->top : b->top,
        .bottom = a->bottom > b->bottom ? a->bottom : b->bottom,
    };
    both.x = (a->x * a->count + b->x * b->count) / both.count;
    both.y = (a->y * a->count + b->y * b->count) / both.count;
    return both;
}

/* Whether two patches of one hue are stripes or spots of one solid: one above the other, close, and
 * together no larger than a solid is. */
static bool are_one(const struct tes_viewer *viewer, const struct patch *a, const struct patch *b)
{
    struct blob both = {.patch = join(a, b)};
    double left = fmax(a->left, b->left), right = fmin(a->right, b->right);
    double narrower = fmin(a->right - a->left, b->right - b->left) + 1.0;
    double gap = fmax(a->top, b->top) - fmin(a->bottom, b->bottom);
    measure(viewer, &both);
    return right - left > 0.6 * narrower && gap < STRIPE && both.wide < 1.75 && both.high < 2.1;
}

/* Joins patches of one solid; what is joined to another one is left empty. */
static void join_patches(const struct tes_viewer *viewer, struct patch *patches, unsigned count,
                         uint8_t *mask)
{
    uint8_t names[PATCHES + 1] = {0};
    for (unsigned i = 0; i < count; i++)
        names[i + 1] = (uint8_t)(i + 1);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            if (i == j || patches[i].count == 0 || patches[j].count == 0 ||
                !are_one(viewer, &patches[i], &patches[j]))
                continue;
            patches[i] = join(&patches[i], &patches[j]);
            patches[j].count = 0;
            for (unsigned k = 1; k <= count; k++)
                names[k] = names[k] == j + 1 ? (uint8_t)(i + 1) : names[k];
            j = (unsigned)-1; /* larger now: others may belong to it */
        }
    }
    for (unsigned i = 0; i < PIXELS_WIDTH * HEIGHT; i++)
        mask[i] = names[mask[i]];
}

static void find_blobs(const uint8_t *labels, const struct tes_viewer *viewer, struct table *table)
{
    static uint8_t mask[PIXELS_WIDTH * PIXELS_HEIGHT];
    struct patch patches[PATCHES];
    table->count = 0;
    for (unsigned hue = 0; hue < HUES; hue++) {
        for (unsigned i = 0; i < PIXELS_WIDTH * HEIGHT; i++)
            mask[i] = labels[i] == hue;
        unsigned count = pixels_patches(mask, HEIGHT, PATCH_LEAST, patches, PATCHES);
        join_patches(viewer, patches, count, mask);
        for (unsigned i = 0; i < count; i++) {
            struct blob blob = {.patch = patches[i]};
            if (patches[i].count < BLOB_LEAST)
                continue;
            set_shape(mask, (uint8_t)(i + 1), &blob);
            measure(viewer, &blob);
            keep_blob(table, &blob);
        }
    }
}

/* ----------------------------------------------------------------- figure */

/* The figure's coat: its lowest pixels are its foot, on the rim. */
static void find_figure(const struct tes_image *image, const struct tes_viewer *viewer,
                        struct table *table)
{
    static uint8_t mask[PIXELS_WIDTH * PIXELS_HEIGHT];
    struct patch coat;
    struct tes_vector at = {0, 0, 0};
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        mask[i] = pixels_differ(pixels_at(image, i % WIDTH, i / WIDTH), INK) < 20;
    if (pixels_patches(mask, HEIGHT, BLOB_LEAST, &coat, 1) == 0)
        return;
    double half = (coat.right - coat.left) / 2.0;
    double x = (coat.left + half - WIDTH / 2.0) / (HEIGHT / 2.0);
    double y = 1 - (coat.bottom - 0.45 * half) / (HEIGHT / 2.0);
    table->has_figure = query_ground(viewer, x, y, &at);
    table->figure = tes_vector_scale(tes_vector_unit(at), 3.2);
}

bool table_find(const struct sight *sight, struct table *table)
{
    const struct tes_image *image = &sight->pictures->image;
    unsigned points;
    memset(table, 0, sizeof *table);
    table->camera = find_camera(image, &points);
    struct tes_viewer viewer = tes_camera_viewer(&table->camera);
    if (sight->question == TES_QUESTION_viewer)
        find_figure(image, &viewer, table);
    return points > RIM_POINTS / 4;
}

bool table_read(const struct sight *sight, struct table *table)
{
    static uint8_t labels[PIXELS_WIDTH * PIXELS_HEIGHT];
    const struct tes_image *image = &sight->pictures->image;
    bool is_found = table_find(sight, table);
    struct tes_viewer viewer = tes_camera_viewer(&table->camera);
    label(image, table_colour(image, &viewer), sight->question == TES_QUESTION_viewer, labels);
    spread(labels);
    find_blobs(labels, &viewer, table);
    return is_found;
}

#include "draw/scene/cloth.h"

#include "draw/scene/shade.h"

enum {
    EDGES = TES_CLOTH_EDGES,
    TRIES = 700, /* to find places for chips */
    TAKEN = 32,  /* how many words of the same random stream the ground and the dyes use, at most */
};

static const double SMALL = 0.11, LARGE = 0.38; /* smallest and largest radius of chips */
static const double APART = 0.09;               /* between two of them */
/* How wide things are taken to be, relative to their size. */
static const double WIDE = 1.2;
static const double INNER = 0.905; /* of the table's radius: the rim is kept free for marks */

/* ------------------------------------------------------------------ chips */

static bool is_free(const struct tes_cloth *cloth, const struct tes_cloth_chip *chip)
{
    for (unsigned i = 0; i < cloth->count; i++) {
        const struct tes_cloth_chip *other = &cloth->chips[i];
        double x = other->x - chip->x, y = other->y - chip->y;
        double least = other->reach + chip->reach + APART;
        if (x * x + y * y < least * least)
            return false;
    }
    return true;
}

/* Whether a chip touches the foot of a thing or is seen right beside the thing: a chip of the same
 * hue would look like a part of it. */
static bool is_beside(const struct tes_cloth_chip *chip, const struct tes_thing *thing,
                      const struct tes_camera *camera)
{
    struct tes_vector away = {thing->at.x - camera->eye.x, thing->at.y - camera->eye.y, 0};
    /* How far behind the thing the ground begins that is seen above its top, if any is. */
    double rise = camera->eye.z - thing->height;
    double far = rise > 0 ? tes_vector_length(away) * thing->height / rise : 1e9;
    away = tes_vector_unit(away);
    struct tes_vector way = {chip->x - thing->at.x, chip->y - thing->at.y, 0};
    double along = tes_vector_dot(way, away), aside = way.x * away.y - way.y * away.x;
    double past = along < 0 ? along : along > far ? along - far : 0;
    double least = WIDE * thing->size + chip->reach + APART;
    return past * past + aside * aside < least * least;
}

static bool is_apart(const struct tes_scene *scene, const struct tes_cloth_chip *chip, uint8_t hue)
{
    for (unsigned i = 1; i < scene->count; i++)
        if (scene->things[i].hue == hue && is_beside(chip, &scene->things[i], &scene->camera))
            return false;
    return true;
}

/* Makes the chip's edges. Neighbouring ones are at most 96 degrees apart, so no corner is farther
 * away than `reach`. */
static void cut(struct tes_random *random, struct tes_cloth_chip *chip)
{
    double first = tes_scene_between(random, 0, 360);
    for (unsigned i = 0; i < EDGES; i++) {
        double degrees = first + 360.0 / EDGES * i + tes_scene_between(random, -12, 12);
        chip->edges[i].x = tes_scene_cosine(degrees);
        chip->edges[i].y = tes_scene_sine(degrees);
        chip->edges[i].away = chip->reach * tes_scene_between(random, 0.46, 0.66);
    }
}

void tes_cloth_of(const struct tes_scene *scene, unsigned chips_most, struct tes_cloth *cloth)
{
    struct tes_random random;
    double room = INNER * scene->things[0].size;
    cloth->count = 0;
    if (scene->count < 2)
        return;
    tes_random_start(&random, scene->looks);
    for (unsigned i = 0; i < TAKEN; i++)
        (void)tes_random_word(&random);
    for (unsigned i = 0; i < TRIES && cloth->count < chips_most; i++) {
        struct tes_cloth_chip *chip = &cloth->chips[cloth->count];
        double share = tes_scene_between(&random, 0, 1);
        chip->reach = SMALL + (LARGE - SMALL) * share * share;
        chip->x = tes_scene_between(&random, -room, room);
        chip->y = tes_scene_between(&random, -room, room);
        double most = room - chip->reach;
        uint8_t hue = tes_dyes_hue(scene, &random);
        if (chip->x * chip->x + chip->y * chip->y > most * most || !is_free(cloth, chip) ||
            !is_apart(scene, chip, hue))
            continue;
        cut(&random, chip);
        chip->colour = tes_shade_room(tes_dyes_chip(hue, &random));
        cloth->count++;
    }
    tes_random_end(&random);
}

/* ------------------------------------------------------------------- rows */

/* How far pixel 0 is inside of each edge, in pixels, and how much that grows with each next
 * pixel. */
struct depths {
    double start[EDGES], step[EDGES];
};

static double magnitude(double value)
{
    return value < 0 ? -value : value;
}

static struct depths depths_of(const struct tes_cloth_chip *chip, const struct tes_light_line *here,
                               double down_x, double down_y)
{
    struct depths depths;
    for (unsigned i = 0; i < EDGES; i++) {
        double x = chip->edges[i].x, y = chip->edges[i].y;
        double step = -(x * here->step_x + y * here->step_y);
        double inside =
            chip->edges[i].away + x * (chip->x - here->start_x) + y * (chip->y - here->start_y);
        /* An edge is blurred over the distance between neighbouring pixels. */
        double blur = magnitude(step) + magnitude(x * down_x + y * down_y) + 1e-9;
        depths.start[i] = inside / blur;
        depths.step[i] = step / blur;
    }
    return depths;
}

/* Narrows a span to the pixels that are at least `least` inside of every edge. */
static struct tes_light_span span_within(const struct depths *depths, double least,
                                         struct tes_light_span span)
{
    double from = span.from, to = span.to;
    for (unsigned i = 0; i < EDGES; i++) {
        double start = depths->start[i] - least, step = depths->step[i];
        double crossing = step == 0 ? 0 : -start / step;
        /* Not past the other end: an edge that is parallel to the row crosses it infinitely far
         * away. */
        if (step > 0)
            from = crossing > to ? to : crossing > from ? crossing : from;
        else if (step < 0)
            to = crossing < from ? from : crossing < to ? crossing : to;
        else if (start < 0)
            to = from;
    }
    struct tes_light_span within = {(int)from, (int)to};
    within.from += within.from < from;
    within.to += within.to < to;
    within.to = within.to > within.from ? within.to : within.from;
    return within;
}

/* The share of a pixel that a chip covers, of 256. */
static uint32_t share_at(const struct depths *depths, int x)
{
    double least = 0.5;
    for (unsigned i = 0; i < EDGES; i++) {
        double depth = depths->start[i] + depths->step[i] * x;
        least = depth < least ? depth : least;
    }
    return least <= -0.5 ? 0 : (uint32_t)((least + 0.5) * 256);
}

static void draw_chip(const struct depths *depths, uint32_t colour, struct tes_light_span span,
                      uint32_t *colours)
{
    struct tes_light_span some = span_within(depths, -0.5, span);
    struct tes_light_span whole = span_within(depths, 0.5, some);
    if (whole.from == whole.to)
        whole = (struct tes_light_span){some.to, some.to};
    for (int x = some.from; x < whole.from; x++)
        colours[x] = tes_shade_mix(colours[x], colour, share_at(depths, x));
    for (int x = whole.from; x < whole.to; x++)
        colours[x] = colour;
    for (int x = whole.to; x < some.to; x++)
        colours[x] = tes_shade_mix(colours[x], colour, share_at(depths, x));
}

void tes_cloth_draw(const struct tes_cloth *cloth, const struct tes_cloth_row *row,
                    uint32_t *colours)
{
    const struct tes_light_line *here = &row->here, *below = &row->below;
    double middle = 0.5 * (row->span.from + row->span.to);
    double down_x = below->start_x - here->start_x + (below->step_x - here->step_x) * middle;
    double down_y = below->start_y - here->start_y + (below->step_y - here->step_y) * middle;
    double down = magnitude(down_x) + magnitude(down_y);
    double scale = 1 / __builtin_sqrt(here->step_x * here->step_x + here->step_y * here->step_y);
    for (unsigned i = 0; i < cloth->count; i++) {
        const struct tes_cloth_chip *chip = &cloth->chips[i];
        double x = chip->x - here->start_x, y = chip->y - here->start_y;
        double aside = (x * here->step_y - y * here->step_x) * scale;
        if (magnitude(aside) > chip->reach + down)
            continue;
        struct depths depths = depths_of(chip, here, down_x, down_y);
        draw_chip(&depths, chip->colour, row->span, colours);
    }
}

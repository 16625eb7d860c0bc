/*
 * The 3D renderer works row by row: the ground first, then runs of pixels that show one surface.
 * Where surfaces meet in a pixel, each gets the share of the pixel that its outline covers.
 */
#include "draw/scene/stage.h"

#include "draw/paint/wide.h"

enum { MEETING_MAX = 5, BLOCK = TES_SURFACE_BLOCK };

/* Cubes of a polycube have the same colour, and may have the same light. So where one is in front
 * of another, a line separates them: its half width in pixels, which is as far as pixels are
 * blended, and how dark it is. */
static const double LINE_HALF = 1.6, LINE_DARK = 0.75;
/* The line begins where the other cube is this much farther away, in sides of a cube, and has its
 * full darkness after a little more. */
static const double LINE_GAP = 0.05, LINE_FADES = 0.3;

/* A surface that is seen in a part of a pixel. */
struct part_of {
    double near, share;
    double margin; /* how far the pixel is inside of its outline */
    const struct tes_surface *surface;
};

/* The surfaces seen at a pixel and its four neighbours, nearest first. */
struct meeting {
    struct part_of parts[MEETING_MAX];
    unsigned count;
};

static void join(const struct tes_stage *stage, struct meeting *meeting, uint32_t seen, double x,
                 double y)
{
    if (seen == 0)
        return;
    const struct tes_surface *surface = &stage->surfaces[seen - 1];
    for (unsigned i = 0; i < meeting->count; i++)
        if (meeting->parts[i].surface == surface)
            return;
    struct part_of part = {.surface = surface};
    part.margin = tes_surface_margin(surface, &stage->models[surface->model], x, y, &part.near);
    part.share = part.margin >= 0.5 ? 1 : part.margin + 0.5;
    unsigned at = meeting->count++;
    for (; at > 0 && meeting->parts[at - 1].near < part.near; at--)
        meeting->parts[at] = meeting->parts[at - 1];
    meeting->parts[at] = part;
}

static double clamped(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* How much the depth of a flat surface changes from one pixel to the next. */
static double slope_of(const struct part_of *part)
{
    const struct tes_linear *near = &part->surface->near;
    return __builtin_sqrt(near->x * near->x + near->y * near->y) / (part->near * part->near);
}

/* How much light the line between two surfaces of one polycube leaves, 0 .. 1. */
static double line_light(const struct tes_stage *stage, const struct meeting *meeting)
{
    double most = 0;
    for (unsigned i = 0; i + 1 < meeting->count; i++) {
        const struct part_of *front = &meeting->parts[i];
        const struct tes_thing *thing = stage->models[front->surface->model].thing;
        double inside = front->margin < 0 ? -front->margin : front->margin;
        if (thing->solid != TES_SOLID_POLYCUBE || inside > LINE_HALF)
            continue;
        for (unsigned j = i + 1; j < meeting->count; j++) {
            const struct part_of *back = &meeting->parts[j];
            if (back->surface->model != front->surface->model || back->near <= 0)
                continue;
            /* Close to an edge that both share, one surface may seem to be behind the other. */
            double slack = LINE_HALF * (slope_of(front) + slope_of(back));
            double gap = (1 / back->near - 1 / front->near - slack) / thing->size;
            double line = clamped((gap - LINE_GAP) / LINE_FADES) * clamped(LINE_HALF - inside);
            most = line > most ? line : most;
        }
    }
    return 1 - LINE_DARK * most;
}

/* The colour of a pixel where surfaces meet; `behind` is the ground's colour. */
static uint32_t blend(const struct tes_stage *stage, const struct meeting *meeting, double x,
                      double y, uint32_t behind)
{
    double left = 1, sums[3] = {0, 0, 0};
    for (unsigned i = 0; i < meeting->count && left > 0; i++) {
        const struct part_of *part = &meeting->parts[i];
        double share = part->share < left ? part->share : left;
        if (share <= 0 || part->near <= 0)
            continue;
        const struct tes_shade_form *form = &stage->forms[part->surface - stage->surfaces];
        uint32_t colour = tes_shade_at(form, x, y, part->near);
        for (unsigned j = 0; j < 3; j++)
            sums[j] += share * (colour >> 8 * j & 255);
        left -= share;
    }
    double light = line_light(stage, meeting);
    uint32_t colour = 0;
    for (unsigned j = 0; j < 3; j++) {
        double sum = light * sums[j] + left * (behind >> 8 * j & 255) + 0.5;
        colour |= (uint32_t)sum << 8 * j;
    }
    return colour;
}

/* The three rows that row `y` of the picture is made from. */
struct rows {
    int y;
    const struct tes_surface_row *above, *here, *below;
};

static uint32_t blend_at(const struct tes_stage *stage, const struct rows *rows, int x,
                         uint32_t behind)
{
    struct meeting meeting;
    double middle_x = x + 0.5, middle_y = rows->y + 0.5;
    meeting.count = 0;
    unsigned at = tes_surface_column(x);
    const uint32_t seen[MEETING_MAX] = {rows->here->seen[at], rows->above->seen[at],
                                        rows->below->seen[at], rows->here->seen[at - 1],
                                        rows->here->seen[at + 1]};
    for (unsigned i = 0; i < MEETING_MAX; i++)
        join(stage, &meeting, seen[i], middle_x, middle_y);
    return blend(stage, &meeting, middle_x, middle_y, behind);
}

/* The pixels of a row that have a neighbour with another surface (not 0 in `edges`), and which
 * blocks show anything or have such pixels. */
struct outline {
    uint32_t edges[TES_SURFACE_ROW_SIZE];
    bool is_busy[TES_SURFACE_ROW_SIZE / BLOCK], has_edge[TES_SURFACE_ROW_SIZE / BLOCK];
};

/* For blocks from .. to - 1. */
TES_WIDE static void find_edges(const struct rows *rows, unsigned from, unsigned to,
                                struct outline *outline)
{
    for (unsigned block = from; block < to; block++) {
        unsigned at = tes_surface_column((int)(block * BLOCK));
        const uint32_t *above = rows->above->seen + at, *here = rows->here->seen + at;
        const uint32_t *below = rows->below->seen + at;
        uint32_t edges[BLOCK], any = 0, any_edge = 0;
        for (int i = 0; i < BLOCK; i++)
            edges[i] = (here[i] ^ above[i]) | (here[i] ^ below[i]) | (here[i] ^ here[i - 1]) |
                       (here[i] ^ here[i + 1]);
        for (int i = 0; i < BLOCK; i++) {
            any |= here[i];
            any_edge |= edges[i];
        }
        outline->is_busy[block] = (any | any_edge) != 0;
        outline->has_edge[block] = any_edge != 0;
        __builtin_memcpy(outline->edges + (size_t)block * BLOCK, edges, sizeof edges);
    }
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Shades pixels from `x` up to the next edge or the end, which all show one surface. Returns the
 * first pixel after them. */
static int draw_run(const struct tes_stage *stage, const struct rows *rows, int x, int end,
                    const struct outline *outline, uint32_t *colours)
{
    int from = x;
    uint32_t seen = rows->here->seen[tes_surface_column(x)];
    while (x < end && outline->edges[x] == 0)
        x += x % BLOCK == 0 && !outline->has_edge[x / BLOCK] ? BLOCK : 1;
    x = least_of(x, end);
    if (seen > 0)
        tes_shade_run(&stage->forms[seen - 1], rows->here, rows->y, from, x, colours);
    return x;
}

/* The blocks of a row that may show something, or have a neighbour that does. */
static bool find_blocks(const struct rows *rows, int width, unsigned *from, unsigned *to)
{
    int left = least_of(rows->here->left, least_of(rows->above->left, rows->below->left)) - 1;
    int right = -least_of(-rows->here->right, least_of(-rows->above->right, -rows->below->right));
    left = left > 0 ? left : 0;
    right = least_of(right + 1, width);
    *from = (unsigned)left / BLOCK;
    *to = right > left ? ((unsigned)right + BLOCK - 1) / BLOCK : *from;
    return *from < *to;
}

/* Draws one row over its ground. */
static void draw_row(const struct tes_stage *stage, const struct rows *rows, uint32_t *colours)
{
    int width = (int)stage->lens.width;
    struct outline outline;
    unsigned from, to;
    if (!find_blocks(rows, width, &from, &to))
        return;
    find_edges(rows, from, to, &outline);
    int end = least_of((int)to * BLOCK, width);
    for (int x = (int)from * BLOCK; x < end;) {
        if (x % BLOCK == 0 && !outline.is_busy[x / BLOCK]) {
            x += BLOCK;
        } else if (outline.edges[x] != 0) {
            colours[x] = blend_at(stage, rows, x, colours[x]);
            x++;
        } else {
            x = draw_run(stage, rows, x, end, &outline, colours);
        }
    }
}

/* The palette has few colours, and slow changes of colour would show steps. So colours are raised
 * by a pattern of 0 .. 7; all of them leave room for that (tes_shade_room()). */
TES_WIDE static void dither(uint32_t *colours, unsigned count, unsigned y)
{
    static const uint32_t offsets[4][BLOCK] = {
#define OFFSET(level) (level) * 0x010101U
#define OFFSETS(a, b, c, d)                                                                        \
    {OFFSET(a), OFFSET(b), OFFSET(c), OFFSET(d), OFFSET(a), OFFSET(b), OFFSET(c), OFFSET(d)}
        OFFSETS(0, 4, 1, 5),
        OFFSETS(6, 2, 7, 3),
        OFFSETS(1, 5, 0, 4),
        OFFSETS(7, 3, 6, 2),
#undef OFFSETS
#undef OFFSET
    };
    uint32_t row[BLOCK];
    unsigned i = 0;
    __builtin_memcpy(row, offsets[y % 4], sizeof row);
    for (; count - i >= BLOCK; i += BLOCK) {
        uint32_t *block = colours + i;
        for (unsigned j = 0; j < BLOCK; j++)
            block[j] += row[j];
    }
    for (; i < count; i++)
        colours[i] += row[i % BLOCK];
}

/* Prepares all that has to do with light. */
static void light_stage(struct tes_stage *stage, const struct tes_scene *scene, unsigned chips_most)
{
    const struct tes_light *light = &stage->ground.light;
    struct tes_dyes dyes;
    tes_dyes_of(scene, &dyes);
    tes_ground_of(scene, &stage->lens, stage->models, &stage->ground);
    tes_ground_lay(scene, stage->models, &dyes, chips_most, &stage->ground);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct tes_model *model = &stage->models[i];
        tes_shade_finish_of(scene, i, model, &stage->lens, &dyes, &stage->finishes[i]);
        tes_eclipses_of(scene, model, light->shadows, scene->has_ground ? light->shadow_count : 0,
                        &stage->eclipses[i]);
    }
    for (unsigned i = 0; i < stage->surface_count; i++) {
        const struct tes_surface *surface = &stage->surfaces[i];
        unsigned model = surface->model;
        stage->forms[i] = tes_shade_form_of(surface, &stage->models[model], &stage->finishes[model],
                                            &stage->eclipses[model]);
    }
}

void tes_stage_3d(struct tes_stage *stage, const struct tes_scene *scene,
                  const struct tes_stage_part *part)
{
    light_stage(stage, scene, part->chips_most);
    tes_stage_look(stage, -1, &stage->rows[2]);
    tes_stage_look(stage, 0, &stage->rows[0]);
    for (unsigned y = 0; y < part->height; y++) {
        struct tes_surface_row *here = &stage->rows[y % 3], *below = &stage->rows[(y + 1) % 3];
        struct rows rows = {(int)y, &stage->rows[(y + 2) % 3], here, below};
        uint32_t *colours = part->colours + (size_t)y * part->stride;
        tes_stage_look(stage, (int)y + 1, below);
        tes_ground_row(&stage->ground, (int)y, colours);
        draw_row(stage, &rows, colours);
        dither(colours, part->width, y);
        if (part->ids != NULL)
            tes_stage_tell(stage, here, part->ids + (size_t)y * part->width);
    }
}

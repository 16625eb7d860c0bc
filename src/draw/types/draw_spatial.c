/*
 * Above, the figure that is asked about and an arc that shows how far to rotate it; below, the
 * options. All are drawn in one manner, which changes with each challenge, as shapes and not as
 * text.
 */
#include "challenge/types/spatial.h"

#include "draw/paint/studio.h"
#include "draw/types/drawing.h"

enum {
    PAPER = 0xFFFFFF,
    MODEL = 160, /* side of the part that shows what is asked about, in pixels */
    ARC = 120,   /* and of the one that shows the rotation */
    HEAD_TOP = 12,
    HEAD_GAP = 24,
};

/* How all figures of a picture look. */
struct manner {
    tes_colour tile, fill, edge;
    float size;    /* of a figure; 1 fills its tile */
    float width;   /* of lines */
    float corner;  /* radius of squares */
    float lift;    /* how far the edge shows below */
    bool is_lined; /* whether glyphs have an outline */
};

static struct manner draw_manner(struct tes_random *random)
{
    struct manner manner;
    float hue = tes_random_between(random, 0, 360);
    float tile_hue = hue + tes_random_between(random, 120, 240);
    float saturation = tes_random_between(random, 0.45F, 0.75F);
    float lightness = tes_random_between(random, 0.32F, 0.44F);
    manner.fill = tes_colour_hsl(hue, saturation, lightness);
    manner.edge = tes_colour_shade(manner.fill, -0.45F);
    manner.tile = tes_colour_hsl(tile_hue, 0.4F, 0.93F);
    manner.size = tes_random_between(random, 0.82F, 1.0F);
    manner.width = tes_random_between(random, 13, 18);
    manner.corner = tes_random_between(random, 2, 8);
    manner.lift = tes_random_between(random, 2, 4);
    manner.is_lined = tes_random_chance(random, 2);
    return manner;
}

static void paint_tile(struct tes_paint *paint, const struct manner *manner)
{
    tes_path_box(paint, 2, 2, 96, 96, 12);
    tes_paint_fill(paint, manner->tile);
}

/* ---------------------------------------------------------------- glyphs */

static void add_triangle(struct tes_paint *paint)
{
    const struct tes_point corners[] = {{50, 20}, {82, 76}, {18, 76}};
    tes_path_polygon(paint, corners, 3);
}

static void add_wedge(struct tes_paint *paint)
{
    const struct tes_point corners[] = {{22, 22}, {80, 22}, {22, 80}};
    tes_path_polygon(paint, corners, 3);
}

static void add_square(struct tes_paint *paint)
{
    const struct tes_point corners[] = {{24, 24}, {76, 24}, {76, 76}, {24, 76}};
    tes_path_polygon(paint, corners, 4);
}

static void add_circle(struct tes_paint *paint)
{
    tes_path_ellipse(paint, 50, 50, 29, 29);
}

static void add_bracket(struct tes_paint *paint)
{
    tes_path_start(paint, 32, 76);
    tes_path_line(paint, 32, 32);
    tes_path_line(paint, 76, 32);
}

static void add_arrow(struct tes_paint *paint)
{
    tes_path_segment(paint, TES_POINT(32, 80), TES_POINT(68, 80));
    tes_path_segment(paint, TES_POINT(50, 78), TES_POINT(50, 22));
    tes_path_start(paint, 32, 42);
    tes_path_line(paint, 50, 22);
    tes_path_line(paint, 68, 42);
}

/* The glyphs that point up, or to the upper left; each family's others are turned. Lines are shares
 * of the manner's width; 0 fills. */
static const struct glyph {
    void (*add)(struct tes_paint *paint);
    float line;
} FAMILIES[] = {
    [TES_SPATIAL_TRIANGLE] = {add_triangle, 0},
    [TES_SPATIAL_BRACKET] = {add_bracket, 1},
    [TES_SPATIAL_WEDGE] = {add_wedge, 0},
    [TES_SPATIAL_ARROW] = {add_arrow, 0.6F},
};

static const struct glyph CIRCLE = {add_circle, 0}, SQUARE = {add_square, 0};

static void paint_glyph_in(struct tes_paint *paint, const struct glyph *glyph, float width,
                           float outline, tes_colour colour)
{
    glyph->add(paint);
    if (glyph->line > 0)
        tes_paint_stroke(paint, width * glyph->line + outline, false, colour);
    else
        tes_paint_fill_stroke(paint, colour, 4 + outline, colour);
}

static void paint_glyph(struct tes_paint *paint, const struct manner *manner, unsigned index)
{
    const struct glyph *glyph = index == TES_SPATIAL_CIRCLE   ? &CIRCLE
                                : index == TES_SPATIAL_SQUARE ? &SQUARE
                                                              : &FAMILIES[index / 4];
    if (index < TES_SPATIAL_ORIENTED)
        tes_paint_turn(paint, 50, 50, 90 * (float)(index % 4));
    if (manner->is_lined)
        paint_glyph_in(paint, glyph, manner->width, 6, manner->edge);
    paint_glyph_in(paint, glyph, manner->width, 0, manner->fill);
}

/* --------------------------------------------------------------- figures */

static bool has_square(uint16_t figure, unsigned row, unsigned column)
{
    return row < TES_SPATIAL_GRID && column < TES_SPATIAL_GRID &&
           (figure >> (row * TES_SPATIAL_GRID + column) & 1) != 0;
}

/* The squares, and the bridges that join neighbours across their rounded corners. */
static void add_figure(struct tes_paint *paint, uint16_t figure, float corner)
{
    const float side = 20;
    for (unsigned row = 0; row < TES_SPATIAL_GRID; row++) {
        for (unsigned column = 0; column < TES_SPATIAL_GRID; column++) {
            float x = side * (float)column, y = side * (float)row;
            if (!has_square(figure, row, column))
                continue;
            tes_path_box(paint, x, y, side, side, corner);
            if (has_square(figure, row, column + 1))
                tes_path_box(paint, x + side / 2, y, side, side, 0);
            if (has_square(figure, row + 1, column))
                tes_path_box(paint, x, y + side / 2, side, side, 0);
        }
    }
}

/* The middle of the squares' bounds: a figure stands in the middle of its tile. */
static struct tes_point middle_of(uint16_t figure)
{
    unsigned left = TES_SPATIAL_GRID, top = TES_SPATIAL_GRID, right = 0, bottom = 0;
    for (unsigned i = 0; i < TES_SPATIAL_GRID * TES_SPATIAL_GRID; i++) {
        unsigned row = i / TES_SPATIAL_GRID, column = i % TES_SPATIAL_GRID;
        if (!has_square(figure, row, column))
            continue;
        left = column < left ? column : left;
        right = column + 1 > right ? column + 1 : right;
        top = row < top ? row : top;
        bottom = row + 1 > bottom ? row + 1 : bottom;
    }
    return (struct tes_point){10 * (float)(left + right), 10 * (float)(top + bottom)};
}

static void paint_figure(struct tes_paint *paint, const struct manner *manner, uint16_t figure)
{
    struct tes_point middle = middle_of(figure);
    tes_paint_move(paint, 50 - middle.x, 50 - middle.y);
    struct tes_matrix place = paint->matrix;
    tes_paint_move(paint, 0, manner->lift);
    add_figure(paint, figure, manner->corner);
    tes_paint_fill(paint, manner->edge);
    paint->matrix = place;
    add_figure(paint, figure, manner->corner);
    tes_paint_fill(paint, manner->fill);
}

/* --------------------------------------------------------------- picture */

static void shrink(struct tes_paint *paint, float size)
{
    tes_paint_move(paint, 50, 50);
    tes_paint_scale(paint, size, size);
    tes_paint_move(paint, -50, -50);
}

static void paint_model(struct tes_paint *paint, const struct manner *manner,
                        const struct tes_spatial *spatial)
{
    paint_tile(paint, manner);
    shrink(paint, manner->size);
    if (spatial->figure != 0)
        paint_figure(paint, manner, spatial->figure);
    else
        paint_glyph(paint, manner, spatial->target);
}

static void paint_option(struct tes_paint *paint, const struct manner *manner,
                         const struct tes_spatial *spatial, unsigned option)
{
    paint_tile(paint, manner);
    shrink(paint, manner->size);
    if (spatial->figure != 0)
        paint_figure(paint, manner, tes_spatial_shown_figure(spatial, option));
    else
        paint_glyph(paint, manner, tes_spatial_shown_glyph(spatial, option));
}

/* An arc from the top, as long as the rotation, with a head at its end; no rotation is a pair of
 * level lines. */
static void paint_rotation(struct tes_paint *paint, const struct manner *manner,
                           const struct tes_spatial *spatial)
{
    const struct tes_point centre = {50, 50};
    const float radius = 32;
    float sign = spatial->is_clockwise ? 1.0F : -1.0F;
    float end = -90 + sign * 90 * (float)spatial->quarters;
    if (spatial->quarters == 0) {
        for (unsigned i = 0; i < 2; i++) {
            float y = i == 0 ? 42 : 58;
            tes_paint_line(paint, (struct tes_point){30, y}, (struct tes_point){70, y}, 6,
                           manner->edge);
        }
        return;
    }
    tes_path_ellipse(paint, 50, 50, radius, radius);
    tes_paint_stroke(paint, 3, true, manner->tile);
    tes_path_arc(paint, centre, radius, radius, -90, end - sign * 8);
    tes_paint_stroke(paint, 6, false, manner->edge);
    tes_paint_circle(paint, centre.x, centre.y - radius, 5, manner->edge);
    tes_paint_turn(paint, 50, 50, end);
    const struct tes_point head[] = {{50 + radius, 50 + sign * 4},
                                     {50 + radius - 12, 50 - sign * 13},
                                     {50 + radius + 12, 50 - sign * 13}};
    tes_path_polygon(paint, head, 3);
    tes_paint_fill_stroke(paint, manner->edge, 3, manner->edge);
}

static void draw(const struct tes_challenge *challenge, struct tes_image *image)
{
    const struct tes_spatial *spatial = tes_spatial_of(challenge);
    const struct tes_view *view = &challenge->view;
    struct tes_studio *studio = tes_studio_start(image, PAPER);
    struct tes_random random;
    tes_random_start(&random, spatial->looks);
    struct manner manner = draw_manner(&random);
    tes_random_end(&random);

    unsigned left = (view->width - MODEL - HEAD_GAP - ARC) / 2;
    struct tes_area model = {left, HEAD_TOP, MODEL, MODEL};
    struct tes_area arc = {left + MODEL + HEAD_GAP, HEAD_TOP + (MODEL - ARC) / 2, ARC, ARC};
    struct tes_paint paint = tes_studio_part(studio, model, 100);
    paint_model(&paint, &manner, spatial);
    paint = tes_studio_part(studio, arc, 100);
    paint_rotation(&paint, &manner, spatial);
    for (unsigned i = 0; i < spatial->option_count; i++) {
        struct tes_area cell = {i % view->columns * TES_SPATIAL_CELL,
                                view->cells.y + i / view->columns * TES_SPATIAL_CELL,
                                TES_SPATIAL_CELL, TES_SPATIAL_CELL};
        paint = tes_studio_part(studio, cell, 100);
        paint_option(&paint, &manner, spatial, i);
    }
    tes_studio_end(studio);
}

const struct tes_drawing tes_drawing_spatial = {.draw = draw};

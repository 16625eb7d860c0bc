/* Mouths: one painter a kind, with the origin in the mouth's middle. */
#include "draw/sprites/people/person.h"

#define TEETH       TES_RGB(0xFFFDF6)
#define THROAT      TES_RGB(0x6B1A22)
#define TONGUE      TES_RGB(0xF0707C)
#define TONGUE_LINE TES_RGB(0xA83248)

typedef void mouth_painter(struct tes_paint *paint, const struct tes_person_look *look,
                           const struct tes_person_mouth *mouth);

/* Where the closed mouth runs, at -1 (left corner) .. 1 (right corner). */
static struct tes_point point_at(const struct tes_person_mouth *mouth, float at)
{
    return TES_POINT(at * mouth->width, mouth->bend * (0.5F - at * at) +
                                            mouth->waves * tes_number_sin(at * 340) +
                                            mouth->skew * at * 0.5F);
}

/* The closed mouth's line, or as much of its middle as `share` says. */
static void add_line(struct tes_paint *paint, const struct tes_person_mouth *mouth, float share)
{
    enum { POINTS = 11 };
    struct tes_point points[POINTS], left = point_at(mouth, -share), right = point_at(mouth, share);
    if (mouth->waves <= 0) { /* a parabola */
        tes_path_bend(paint, left, TES_POINT(0, mouth->bend * (0.5F + share * share)), right);
        return;
    }
    for (unsigned i = 0; i < POINTS; i++)
        points[i] = point_at(mouth, share * ((float)i / (POINTS - 1) * 2 - 1));
    tes_path_curve(paint, points, POINTS);
}

/* Short lines across the corners make a smile or a frown plainer. */
static void add_corners(struct tes_paint *paint, const struct tes_person_mouth *mouth)
{
    if (mouth->bend < 4)
        return;
    TES_EACH_SIDE (side) {
        float x = side * mouth->width, y = -mouth->bend * 0.5F + side * mouth->skew * 0.5F;
        tes_path_bend(paint, TES_POINT(x - side * 1.8F, y - 1.6F),
                      TES_POINT(x + side * 0.6F, y - 1.2F), TES_POINT(x + side * 1.6F, y + 1));
    }
}

static void paint_lips(struct tes_paint *paint, const struct tes_person_look *look,
                       const struct tes_person_mouth *mouth, float width)
{
    bool is_in_beard =
        look->beard != TES_PERSON_BEARD_NONE && look->beard != TES_PERSON_BEARD_STUBBLE;
    bool is_wavy = mouth->waves > 0.8F; /* lips between the waves would look like teeth */
    struct tes_person_mouth bare = *mouth;
    bare.waves = 0;
    if (is_in_beard) {
        add_line(paint, &bare, is_wavy ? 0.95F : 0.9F);
        tes_paint_stroke(paint, is_wavy ? 7.5F : 6.6F, false, look->skin);
    }
    if (is_wavy)
        return;
    add_line(paint, &bare, 0.62F);
    tes_paint_stroke(paint, width, false, look->lips);
}

static void paint_line(struct tes_paint *paint, const struct tes_person_look *look,
                       const struct tes_person_mouth *mouth)
{
    paint_lips(paint, look, mouth, look->has_make_up ? 6.4F : 5.4F);
    add_line(paint, mouth, 1);
    add_corners(paint, mouth);
    tes_paint_stroke(paint, 2.7F, false, look->mouth_line);
}

/* Flat above and round below when it laughs, the other way round when it wails. */
static void add_opening(struct tes_paint *paint, const struct tes_person_mouth *mouth, float inset)
{
    float up = mouth->bend < 0 ? -1 : 1;
    float width = mouth->width - inset, flat = up * (-mouth->height * 0.45F + inset);
    float round = up * (mouth->height * 0.55F - inset);
    tes_path_start(paint, -width, flat);
    tes_path_quad(paint, 0, flat + up * 2.2F, width, flat);
    tes_path_cubic(paint, TES_POINT(width * 1.05F, flat + (round - flat) * 0.85F),
                   TES_POINT(width * 0.6F, round + up * 0.4F), TES_POINT(0, round + up * 0.4F));
    tes_path_cubic(paint, TES_POINT(-width * 0.6F, round + up * 0.4F),
                   TES_POINT(-width * 1.05F, flat + (round - flat) * 0.85F),
                   TES_POINT(-width, flat));
}

static void paint_open(struct tes_paint *paint, const struct tes_person_look *look,
                       const struct tes_person_mouth *mouth)
{
    bool is_wailing = mouth->bend < 0;
    float top = -mouth->height * 0.45F, bottom = mouth->height * 0.55F;
    add_opening(paint, mouth, 0);
    tes_paint_stroke(paint, 5.6F, true, look->lips);
    add_opening(paint, mouth, 0);
    tes_paint_fill(paint, THROAT);
    add_opening(paint, mouth, 0.3F);
    tes_paint_clip(paint);
    tes_paint_ellipse(paint, 0, bottom + (is_wailing ? 0.5F : 0), mouth->width * 0.6F,
                      mouth->height * 0.36F, TONGUE);
    if (is_wailing)
        tes_paint_ellipse(paint, 0, -mouth->height * 0.55F, mouth->width * 0.75F,
                          mouth->height * 0.24F, TEETH);
    else
        tes_paint_ellipse(paint, 0, top, mouth->width * 0.86F, mouth->height * 0.38F, TEETH);
    tes_paint_unclip(paint);
    add_opening(paint, mouth, 0);
    tes_paint_stroke(paint, 2.2F, true, look->mouth_line);
}

static void paint_round(struct tes_paint *paint, const struct tes_person_look *look,
                        const struct tes_person_mouth *mouth)
{
    tes_paint_ellipse(paint, 0, 0, mouth->width + 2.6F, mouth->height + 2.6F, look->lips);
    tes_paint_ellipse(paint, 0, 0, mouth->width + 1, mouth->height + 1, look->mouth_line);
    tes_paint_ellipse(paint, 0, 0, mouth->width - 1, mouth->height - 1, THROAT);
    if (mouth->height > 4)
        tes_paint_ellipse(paint, 0, mouth->height * 0.52F, mouth->width * 0.6F,
                          mouth->height * 0.3F, TONGUE);
}

/* Upper (-1) and lower (1) edge of clenched teeth, bent like the closed mouth. */
static struct tes_point teeth_edge(const struct tes_person_mouth *mouth, float at, float side)
{
    struct tes_point edge = point_at(mouth, at);
    edge.y += side * mouth->height * 0.5F * (at * at > 0.9F ? 0.6F : 1);
    return edge;
}

static void paint_teeth(struct tes_paint *paint, const struct tes_person_look *look,
                        const struct tes_person_mouth *mouth)
{
    enum { STEPS = 8, COUNT = 2 * (STEPS + 1) };
    struct tes_point edge[COUNT], middle[STEPS + 1];
    for (unsigned i = 0; i <= STEPS; i++) {
        float at = (float)i / STEPS * 2 - 1;
        edge[i] = teeth_edge(mouth, at, -1);
        edge[COUNT - 1 - i] = teeth_edge(mouth, at, 1);
        middle[i] = teeth_edge(mouth, at, 0);
    }
    tes_person_outline(paint, edge, COUNT, 2.6F, look->lips);
    tes_person_outline(paint, edge, COUNT, 1.2F, look->mouth_line);
    tes_person_outline(paint, edge, COUNT, -0.8F, TEETH);
    tes_path_curve(paint, middle, STEPS + 1);
    for (unsigned i = 2; i < STEPS; i += 2) {
        tes_path_segment(paint, TES_POINT(edge[i].x, edge[i].y),
                         TES_POINT(edge[COUNT - 1 - i].x, edge[COUNT - 1 - i].y));
    }
    tes_paint_stroke(paint, 1.1F, false, tes_colour_alpha(look->mouth_line, 0.75F));
}

static void paint_tongue(struct tes_paint *paint, const struct tes_person_look *look,
                         const struct tes_person_mouth *mouth)
{
    float width = mouth->width * 0.46F, x = mouth->width * 0.22F;
    float top = mouth->bend * 0.4F, bottom = top + mouth->height;
    paint_lips(paint, look, mouth, 5.6F);
    tes_path_blob(paint, TES_POINTS({x - width, top}, {x - width, top}, {x - width, bottom - 5},
                                    {x, bottom}, {x + width, bottom - 5}, {x + width, top},
                                    {x + width, top}));
    tes_paint_fill_stroke(paint, TONGUE, 1.8F, TONGUE_LINE);
    tes_paint_line(paint, TES_POINT(x, top + 1), TES_POINT(x, bottom - 5), 1.4F, TONGUE_LINE);
    add_line(paint, mouth, 1);
    add_corners(paint, mouth);
    tes_paint_stroke(paint, 2.7F, false, look->mouth_line);
}

static mouth_painter *const PAINTERS[] = {
    [TES_PERSON_MOUTH_LINE] = paint_line,     [TES_PERSON_MOUTH_OPEN] = paint_open,
    [TES_PERSON_MOUTH_ROUND] = paint_round,   [TES_PERSON_MOUTH_TEETH] = paint_teeth,
    [TES_PERSON_MOUTH_TONGUE] = paint_tongue,
};

void tes_person_mouth(struct tes_paint *paint, const struct tes_person_look *look,
                      const struct tes_person_mouth *mouth)
{
    PAINTERS[mouth->kind](paint, look, mouth);
}

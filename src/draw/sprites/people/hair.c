/*
 * Hair: a table of styles. A style has up to three layers: behind the shoulders, beside the neck,
 * and the front, whose hairline is a row of points that closes the contour of the skull. No
 * hairline comes lower than the brows, which are painted above it anyway.
 */
#include "draw/sprites/people/person.h"

enum { SUITS_WOMEN = 1, SUITS_MEN = 2, COILY = 4, UNDER_HAT = 8, HIDES_EARS = 16, FOR_OLDER = 32 };

struct hair_style {
    unsigned flags;
    tes_person_hair_painter *behind, *beside, *front;
};

/* ----------------------------------------------------------------- front */

/* The skull from the left temple to the right one, then the hairline back. */
static void paint_hairline(struct tes_paint *paint, const struct tes_person_look *look,
                           const struct tes_point *hairline, unsigned count, float volume)
{
    struct tes_point points[32] = {
        {-28, 3},
        {-28, 3},
        {-29.6F, -11},
        {-25.5F - volume * 0.5F, -26 - volume * 0.5F},
        {-11, -34 - volume},
        {4, -35.2F - volume},
        {17.5F, -31.5F - volume},
        {27 + volume * 0.3F, -21 - volume * 0.3F},
        {29.8F, -9},
        {28, 3},
        {28, 3},
    };
    const unsigned skull = 11;
    for (unsigned i = 0; i < count; i++)
        points[skull + i] = hairline[i];
    if (look->is_parted_right)
        for (unsigned i = 0; i < skull + count; i++)
            points[i].x = -points[i].x;
    tes_person_shape(paint, look, points, skull + count, look->hair);
    float side = look->light, top = -25 - volume * 0.5F;
    tes_path_bend(paint, TES_POINT(side * 19, top + 7), TES_POINT(side * 14.5F, top - 1),
                  TES_POINT(side * 6.5F, top - 3.5F));
    tes_paint_stroke(paint, 2.8F, false, look->hair_shine);
}

#define HAIRLINE(name, volume, ...)                                                                \
    static void name(struct tes_paint *paint, const struct tes_person_look *look)                  \
    {                                                                                              \
        static const struct tes_point line[] = {__VA_ARGS__};                                      \
        paint_hairline(paint, look, TES_TABLE_ALL(line), (volume) + 2.5F * look->hair_volume);     \
    }

HAIRLINE(paint_side_part, 2, {25, -8}, {22, -15}, {8, -17}, {-6, -22}, {-14, -27}, {-14, -27},
         {-20, -18}, {-25, -8})
HAIRLINE(paint_centre_part, 1.5F, {26, -3}, {22, -14}, {11, -21}, {0, -28}, {0, -28}, {-11, -21},
         {-22, -14}, {-26, -3})
HAIRLINE(paint_fringe, 2.5F, {25.5F, 1}, {25.5F, 1}, {24.5F, -13}, {14, -15.5F}, {0, -16.5F},
         {-14, -15.5F}, {-24.5F, -13}, {-25.5F, 1}, {-25.5F, 1})
HAIRLINE(paint_pulled_back, 0.5F, {25, -7}, {20, -17}, {10, -22.5F}, {0, -24}, {-10, -22.5F},
         {-20, -17}, {-25, -7})
HAIRLINE(paint_tousled, 3, {25, -7}, {21, -13}, {21, -13}, {15, -19}, {9, -14}, {9, -14}, {4, -20},
         {-4, -14}, {-4, -14}, {-9, -20}, {-16, -14}, {-16, -14}, {-20, -18}, {-25, -7})
HAIRLINE(paint_swept, 2.5F, {26.5F, 1}, {26.5F, 1}, {22, -12}, {8, -16}, {-7, -22}, {-16, -28},
         {-16, -28}, {-23, -15}, {-26.5F, -1}, {-26.5F, -1})
HAIRLINE(paint_receding, 0, {25, -6}, {22.5F, -18}, {15, -28}, {7, -25}, {0, -23.5F}, {-7, -25},
         {-15, -28}, {-22.5F, -18}, {-25, -6})

static void paint_quiff(struct tes_paint *paint, const struct tes_person_look *look)
{
    float flip = look->is_parted_right ? -1 : 1;
    paint_pulled_back(paint, look);
    tes_person_shape(paint, look,
                     TES_POINTS({flip * -19, -19}, {flip * -19, -19}, {flip * -22, -32},
                                {flip * -8, -42}, {flip * 14, -43}, {flip * 25, -34},
                                {flip * 24, -24}, {flip * 10, -20}),
                     look->hair);
    tes_path_bend(paint, TES_POINT(flip * -10, -27), TES_POINT(flip * -4, -36),
                  TES_POINT(flip * 14, -36));
    tes_paint_stroke(paint, 2.4F, false, look->hair_shine);
}

/* Shorn: the skin shows through. */
static void paint_shorn(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_person_look shorn = *look;
    shorn.hair = tes_colour_mix(look->hair, look->skin, 0.3F);
    shorn.hair_line = tes_colour_mix(look->hair_line, look->skin_line, 0.3F);
    shorn.hair_shine = tes_colour_mix(shorn.hair, look->skin, 0.25F);
    paint_hairline(paint, &shorn,
                   TES_POINTS({25.5F, -6}, {24, -15}, {21, -20}, {10, -22}, {-10, -22}, {-21, -20},
                              {-24, -15}, {-25.5F, -6}),
                   -1.5F);
}

static void paint_curly_front(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_person_curl curls[11];
    tes_person_hair_place(curls, 11, TES_POINT(26.5F, 28.5F), -1, TES_POINT(180, 360),
                          6.2F + 1.6F * look->hair_volume);
    tes_person_hair_curls(paint, look, curls, 11);
    tes_path_arc(paint, TES_POINT(0, -1), 24, 27, 200, 340);
    tes_paint_stroke(paint, 5, false, look->hair);
    tes_path_arc(paint, TES_POINT(-10, -27), 4, 4, 150, 300);
    tes_path_arc(paint, TES_POINT(9, -28), 4, 4, 190, 340);
    tes_path_arc(paint, TES_POINT(22, -17), 3.6F, 3.6F, 210, 360);
    tes_paint_stroke(paint, 2, false, look->hair_shine);
}

/* The hairline of an afro: small, close curls. */
static void paint_coily_front(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_person_curl curls[13];
    tes_person_hair_place(curls, 13, TES_POINT(27, 28), 0, TES_POINT(184, 356), 4.6F);
    tes_person_hair_curls(paint, look, curls, 13);
    tes_path_arc(paint, TES_POINT(0, 0), 28.5F, 32, 186, 354);
    tes_paint_stroke(paint, 6, false, look->hair);
}

static void paint_sides(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_person_shapes(
        paint, look,
        TES_POINTS({25.5F, 4}, {25.5F, 4}, {29, 5}, {32.5F, -5}, {30, -17}, {25, -20}, {24, -12}),
        look->hair);
}

static void paint_nothing(struct tes_paint *paint, const struct tes_person_look *look)
{
    (void)paint;
    (void)look;
}

/* ---------------------------------------------------------------- styles */

#define WOMEN SUITS_WOMEN
#define MEN   SUITS_MEN
#define ALL   SUITS_WOMEN | SUITS_MEN

static const struct hair_style STYLES[] = {
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_long, paint_centre_part},
    {WOMEN | HIDES_EARS, NULL, tes_person_hair_long, paint_fringe},
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_long, paint_swept},
    {ALL | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_wavy, paint_side_part},
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_wavy, paint_centre_part},
    {WOMEN | UNDER_HAT | HIDES_EARS, tes_person_hair_bob, NULL, paint_swept},
    {WOMEN | HIDES_EARS, tes_person_hair_bob, NULL, paint_fringe},
    {WOMEN | HIDES_EARS, tes_person_hair_bob, NULL, paint_side_part},
    {WOMEN, tes_person_hair_bun, NULL, paint_pulled_back},
    {WOMEN, tes_person_hair_bun, NULL, paint_swept},
    {WOMEN, tes_person_hair_ponytail, NULL, paint_pulled_back},
    {WOMEN, tes_person_hair_ponytail, NULL, paint_fringe},
    {WOMEN | UNDER_HAT, NULL, tes_person_hair_braids, paint_centre_part},
    {WOMEN | UNDER_HAT, NULL, tes_person_hair_braids, paint_side_part},
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_curly_long, paint_curly_front},
    {WOMEN | UNDER_HAT, NULL, NULL, paint_side_part},
    {ALL, NULL, NULL, paint_curly_front},
    {MEN | UNDER_HAT, NULL, NULL, paint_side_part},
    {MEN | UNDER_HAT, NULL, NULL, paint_tousled},
    {MEN, NULL, NULL, paint_quiff},
    {MEN | UNDER_HAT, NULL, NULL, paint_fringe},
    {MEN | UNDER_HAT, NULL, NULL, paint_pulled_back},
    {MEN | UNDER_HAT, NULL, NULL, paint_shorn},
    {MEN, tes_person_hair_bun, NULL, paint_pulled_back},
    {MEN | FOR_OLDER, NULL, NULL, paint_receding},
    {MEN | FOR_OLDER, NULL, NULL, paint_sides},
    {MEN, NULL, NULL, paint_nothing},
    {MEN | COILY, NULL, NULL, paint_nothing},
    {MEN | COILY | UNDER_HAT, NULL, NULL, paint_shorn},
    {ALL | COILY, NULL, NULL, paint_coily_front},
    {ALL | COILY, tes_person_hair_afro, NULL, paint_coily_front},
    {WOMEN | COILY, tes_person_hair_puffs, NULL, paint_pulled_back},
    {WOMEN | COILY, tes_person_hair_bun, NULL, paint_coily_front},
    {WOMEN | COILY | UNDER_HAT, NULL, tes_person_hair_braids, paint_centre_part},
    {ALL | COILY | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_locs, paint_side_part},
    {WOMEN | COILY | UNDER_HAT | HIDES_EARS, NULL, tes_person_hair_curly_long, paint_curly_front},
    {MEN | COILY | FOR_OLDER, NULL, NULL, paint_receding},
};

static bool suits(const struct hair_style *style, const struct tes_person_look *look, bool is_coily)
{
    bool is_worn_by = style->flags & (look->is_female ? SUITS_WOMEN : SUITS_MEN);
    bool is_coily_style = style->flags & COILY;
    bool fits_hat = look->hat == TES_PERSON_HAT_NONE || style->flags & UNDER_HAT;
    bool fits_age = look->age != TES_PERSON_YOUNG || !(style->flags & FOR_OLDER);
    return is_worn_by && is_coily_style == is_coily && fits_hat && fits_age;
}

unsigned tes_person_hair_style(struct tes_random *random, const struct tes_person_look *look,
                               bool is_coily)
{
    uint8_t fitting[TES_TABLE_COUNT(STYLES)];
    unsigned count = 0;
    for (unsigned i = 0; i < TES_TABLE_COUNT(STYLES); i++)
        if (suits(&STYLES[i], look, is_coily))
            fitting[count++] = (uint8_t)i;
    return fitting[tes_random_below(random, count)];
}

/* These two cover the hair altogether. */
static bool is_covered(const struct tes_person_look *look)
{
    return look->hat == TES_PERSON_HAT_HEADSCARF || look->hat == TES_PERSON_HAT_TURBAN ||
           look->hat == TES_PERSON_HAT_WRAP;
}

float tes_person_hair_room(const struct tes_person_look *look)
{
    const struct hair_style *style = &STYLES[look->hair_style];
    if (look->hat != TES_PERSON_HAT_NONE || style->behind)
        return 0;
    return style->beside ? 0.4F : 1;
}

bool tes_person_hair_hides_ears(const struct tes_person_look *look)
{
    return look->hat == TES_PERSON_HAT_HEADSCARF ||
           (!is_covered(look) && STYLES[look->hair_style].flags & HIDES_EARS);
}

void tes_person_hair_behind(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (!is_covered(look) && STYLES[look->hair_style].behind)
        STYLES[look->hair_style].behind(paint, look);
}

void tes_person_hair_beside(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (!is_covered(look) && STYLES[look->hair_style].beside)
        STYLES[look->hair_style].beside(paint, look);
}

void tes_person_hair_front(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (look->hat == TES_PERSON_HAT_NONE)
        STYLES[look->hair_style].front(paint, look);
    else if (!is_covered(look))
        paint_sides(paint, look);
}

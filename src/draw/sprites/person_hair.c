/*
 * Hair: a table of styles. A style has up to three layers: behind the shoulders, beside the neck,
 * and the front, whose hairline is a row of points that closes the contour of the skull. No
 * hairline comes lower than the brows, which are drawn above it anyway.
 */
#include "draw/sprites/person.h"

typedef void hair_painter(struct tes_paint *paint, const struct person_look *look);

enum { SUITS_WOMEN = 1, SUITS_MEN = 2, COILY = 4, UNDER_HAT = 8, HIDES_EARS = 16, FOR_OLDER = 32 };

struct hair_style {
    unsigned flags;
    hair_painter *behind, *beside, *front;
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* -------------------------------------------------------------- clusters */

struct curl {
    float x, y, radius;
};

static void add_curls(struct tes_paint *paint, const struct curl *curls, unsigned count,
                      float wider)
{
    for (unsigned i = 0; i < count; i++) {
        float radius = curls[i].radius + wider;
        tes_path_ellipse(paint, curls[i].x, curls[i].y, radius, radius);
    }
}

/* Curls that grow together: the outline is painted first, so that none is left between them. */
static void paint_curls(struct tes_paint *paint, const struct person_look *look,
                        const struct curl *curls, unsigned count)
{
    add_curls(paint, curls, count, look->line - 0.3F);
    tes_paint_fill(paint, look->hair_line);
    add_curls(paint, curls, count, 0);
    tes_paint_fill(paint, look->hair);
}

/* `count` curls on an arc around (0, y). */
static void place_curls(struct curl *curls, unsigned count, struct tes_point radii, float y,
                        struct tes_point degrees, float radius)
{
    for (unsigned i = 0; i < count; i++) {
        float angle = degrees.x + (degrees.y - degrees.x) * (float)i / (float)(count - 1);
        float uneven = i % 2 == 0 ? 0.5F : -0.5F;
        curls[i] =
            (struct curl){radii.x * tes_cos(angle), y + radii.y * tes_sin(angle), radius + uneven};
    }
}

/* ----------------------------------------------------------------- front */

/* The skull from the left temple to the right one, then the hairline back. */
static void paint_hairline(struct tes_paint *paint, const struct person_look *look,
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
    float side = look->light;
    tes_path_arc(paint, (struct tes_point){0, 0}, 23.5F, 29.5F + volume * 0.6F,
                 side < 0 ? 215 : 285, side < 0 ? 255 : 325);
    tes_paint_stroke(paint, 2.8F, false, look->hair_shine);
}

#define HAIRLINE(name, volume, ...)                                                                \
    static void name(struct tes_paint *paint, const struct person_look *look)                      \
    {                                                                                              \
        static const struct tes_point line[] = {__VA_ARGS__};                                      \
        paint_hairline(paint, look, line, COUNT(line), (volume) + 2.5F * look->hair_volume);       \
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

static void paint_quiff(struct tes_paint *paint, const struct person_look *look)
{
    float flip = look->is_parted_right ? -1 : 1;
    paint_pulled_back(paint, look);
    const struct tes_point quiff[] = {
        {flip * -19, -19}, {flip * -19, -19}, {flip * -22, -32}, {flip * -8, -42},
        {flip * 14, -43},  {flip * 25, -34},  {flip * 24, -24},  {flip * 10, -20},
    };
    tes_person_shape(paint, look, quiff, COUNT(quiff), look->hair);
    tes_path_start(paint, flip * -10, -27);
    tes_path_quad(paint, flip * -4, -36, flip * 14, -36);
    tes_paint_stroke(paint, 2.4F, false, look->hair_shine);
}

/* Shorn: the skin shows through. */
static void paint_shorn(struct tes_paint *paint, const struct person_look *look)
{
    struct person_look shorn = *look;
    shorn.hair = tes_colour_mix(look->hair, look->skin, 0.3F);
    shorn.hair_line = tes_colour_mix(look->hair_line, look->skin_line, 0.3F);
    shorn.hair_shine = tes_colour_mix(shorn.hair, look->skin, 0.25F);
    static const struct tes_point line[] = {{25.5F, -6}, {24, -15},  {21, -20},  {10, -22},
                                            {-10, -22},  {-21, -20}, {-24, -15}, {-25.5F, -6}};
    paint_hairline(paint, &shorn, line, COUNT(line), -1.5F);
}

static void paint_curly_front(struct tes_paint *paint, const struct person_look *look)
{
    struct curl curls[11];
    place_curls(curls, 11, (struct tes_point){26.5F, 28.5F}, -1, (struct tes_point){180, 360},
                6.2F + 1.6F * look->hair_volume);
    paint_curls(paint, look, curls, 11);
    tes_path_arc(paint, (struct tes_point){0, -1}, 24, 27, 200, 340);
    tes_paint_stroke(paint, 5, false, look->hair);
    tes_path_arc(paint, (struct tes_point){-10, -27}, 4, 4, 150, 300);
    tes_path_arc(paint, (struct tes_point){9, -28}, 4, 4, 190, 340);
    tes_path_arc(paint, (struct tes_point){22, -17}, 3.6F, 3.6F, 210, 360);
    tes_paint_stroke(paint, 2, false, look->hair_shine);
}

/* The hairline of an afro: close curls without an outline. */
static void paint_coily_front(struct tes_paint *paint, const struct person_look *look)
{
    struct curl curls[13];
    place_curls(curls, 13, (struct tes_point){27, 28}, 0, (struct tes_point){184, 356}, 4.6F);
    add_curls(paint, curls, 13, 0);
    tes_paint_fill(paint, look->hair);
    tes_path_arc(paint, (struct tes_point){0, 0}, 28.5F, 32, 186, 354);
    tes_paint_stroke(paint, 6, false, look->hair);
}

static void paint_sides(struct tes_paint *paint, const struct person_look *look)
{
    static const struct tes_point SIDE[] = {{25.5F, 4}, {25.5F, 4}, {29, 5},  {32.5F, -5},
                                            {30, -17},  {25, -20},  {24, -12}};
    tes_person_shapes(paint, look, SIDE, COUNT(SIDE), look->hair);
}

/* -------------------------------------------------------- behind, beside */

static void paint_bob(struct tes_paint *paint, const struct person_look *look)
{
    float end = 18 + 10 * look->hair_length;
    const struct tes_point points[] = {{-26, -26}, {-34, -4},     {-35, end - 8}, {-28, end + 1},
                                       {0, end},   {28, end + 1}, {35, end - 8},  {34, -4},
                                       {26, -26},  {0, -34}};
    tes_person_shape(paint, look, points, COUNT(points), look->hair);
}

/* Two falls of hair, left and right of the neck. */
static void paint_long(struct tes_paint *paint, const struct person_look *look)
{
    float end = 33 + 9 * look->hair_length, wide = 33 + 2 * look->hair_volume;
    const struct tes_point points[] = {{-25, -27},
                                       {-wide, -6},
                                       {-wide, 14},
                                       {-wide - 1, end - 6},
                                       {-wide + 6, end},
                                       {-wide + 14, end - 3},
                                       {-16, 22},
                                       {16, 22},
                                       {wide - 14, end - 3},
                                       {wide - 6, end},
                                       {wide + 1, end - 6},
                                       {wide, 14},
                                       {wide, -6},
                                       {25, -27},
                                       {0, -34}};
    tes_person_shape(paint, look, points, COUNT(points), look->hair);
    for (float side = -1; side < 2; side += 2) {
        tes_path_start(paint, side * (wide - 3.5F), 6);
        tes_path_quad(paint, side * (wide - 4), 20, side * (wide - 6.5F), end - 7);
    }
    tes_paint_stroke(paint, 1.5F, false, tes_colour_alpha(look->hair_line, 0.6F));
}

static void paint_wavy(struct tes_paint *paint, const struct person_look *look)
{
    float end = 32 + 9 * look->hair_length, wide = 33 + 2 * look->hair_volume;
    const struct tes_point points[] = {
        {-24, -28},      {-wide, -12},     {-wide + 1, -2},  {-wide - 3, 9}, {-wide + 1, 20},
        {-wide - 3, 29}, {-wide + 6, end}, {-wide + 12, 27}, {-16, 22},      {16, 22},
        {wide - 12, 27}, {wide - 6, end},  {wide + 3, 29},   {wide - 1, 20}, {wide + 3, 9},
        {wide - 1, -2},  {wide, -12},      {24, -28},        {0, -34}};
    tes_person_shape(paint, look, points, COUNT(points), look->hair);
}

static void paint_curly_long(struct tes_paint *paint, const struct person_look *look)
{
    enum { A_SIDE = 5 };
    struct curl curls[2 * A_SIDE];
    for (unsigned i = 0; i < A_SIDE; i++) {
        float y = -12 + (9.5F + 1.5F * look->hair_length) * (float)i;
        float x = 30 + (i % 2 == 0 ? 0 : 2.5F);
        curls[2 * i] = (struct curl){-x, y, 8.5F};
        curls[2 * i + 1] = (struct curl){x, y, 8.5F};
    }
    paint_curls(paint, look, curls, 2 * A_SIDE);
}

static void paint_afro(struct tes_paint *paint, const struct person_look *look)
{
    struct curl curls[15];
    float wide = 27 + 4 * look->hair_volume;
    place_curls(curls, 14, (struct tes_point){wide, wide - 2}, -10, (struct tes_point){150, 390},
                9.5F);
    curls[14] = (struct curl){0, -10, wide + 4};
    paint_curls(paint, look, curls, 15);
    tes_path_arc(paint, (struct tes_point){0, -10}, wide + 3, wide + 1, look->light < 0 ? 205 : 290,
                 look->light < 0 ? 250 : 335);
    tes_paint_stroke(paint, 3.5F, false, look->hair_shine);
}

static void paint_puffs(struct tes_paint *paint, const struct person_look *look)
{
    struct curl curls[14];
    for (unsigned i = 0; i < 7; i++) {
        float angle = 60 * (float)i, reach = i == 6 ? 0 : 6.5F;
        float x = 26 + reach * tes_cos(angle), y = -27 + reach * tes_sin(angle);
        curls[2 * i] = (struct curl){-x, y, 6.5F};
        curls[2 * i + 1] = (struct curl){x, y, 6.5F};
    }
    paint_curls(paint, look, curls, 14);
}

static void paint_bun(struct tes_paint *paint, const struct person_look *look)
{
    float x = look->is_parted_right ? -4 : 4, radius = 9 + 2 * look->hair_volume;
    tes_paint_ellipse(paint, x, -36, radius + 1.5F + look->line, radius + look->line,
                      look->hair_line);
    tes_paint_ellipse(paint, x, -36, radius + 1.5F, radius, look->hair);
    tes_path_arc(paint, (struct tes_point){x, -36}, radius - 4, radius - 4, 150, 400);
    tes_paint_stroke(paint, 1.8F, false, look->hair_line);
}

static void paint_ponytail(struct tes_paint *paint, const struct person_look *look)
{
    float flip = look->is_parted_right ? -1 : 1, end = 14 + 12 * look->hair_length;
    const struct tes_point points[] = {{flip * 14, -30}, {flip * 30, -36}, {flip * 40, -26},
                                       {flip * 42, -6},  {flip * 38, end}, {flip * 38, end},
                                       {flip * 31, 2},   {flip * 28, -14}};
    tes_person_shape(paint, look, points, COUNT(points), look->hair);
    tes_path_start(paint, flip * 33, -28);
    tes_path_quad(paint, flip * 38, -16, flip * 36, 2);
    tes_paint_stroke(paint, 2.2F, false, look->hair_shine);
    tes_paint_circle(paint, flip * 23, -27, 4.5F, look->jewel);
}

static void paint_braids(struct tes_paint *paint, const struct person_look *look)
{
    float wider = look->line - 0.5F;
    for (unsigned layer = 0; layer < 2; layer++, wider = 0) {
        for (float side = -1; side < 2; side += 2)
            for (unsigned i = 0; i < 4; i++)
                tes_path_ellipse(paint, side * (29.5F + 0.6F * (float)i), 8 + 8.2F * (float)i,
                                 5.8F - 0.4F * (float)i + wider, 5.6F + wider);
        tes_paint_fill(paint, layer == 0 ? look->hair_line : look->hair);
    }
    for (float side = -1; side < 2; side += 2) {
        for (unsigned i = 0; i < 3; i++) {
            float x = side * (29.8F + 0.6F * (float)i), y = 12 + 8.2F * (float)i;
            tes_path_start(paint, x - 4, y - 1);
            tes_path_quad(paint, x, y + 2.5F, x + 4, y - 1);
        }
    }
    tes_paint_stroke(paint, 1.6F, false, look->hair_line);
    tes_path_ellipse(paint, -31.5F, 37.5F, 3.2F, 2.6F);
    tes_path_ellipse(paint, 31.5F, 37.5F, 3.2F, 2.6F);
    tes_paint_fill(paint, look->jewel);
}

/* Strands as thick as a finger, from the crown down both sides. */
static void add_locs(struct tes_paint *paint, const struct person_look *look)
{
    for (float side = -1; side < 2; side += 2)
        for (unsigned i = 0; i < 4; i++) {
            float x = side * (23 + 3.6F * (float)i);
            float end = 36 - 5 * (float)i * (float)i * 0.5F + 5 * look->hair_length;
            tes_path_start(paint, side * (14 + 4 * (float)i), -24);
            tes_path_quad(paint, x + side * 4, -8, x, end);
        }
}

static void paint_locs(struct tes_paint *paint, const struct person_look *look)
{
    add_locs(paint, look);
    tes_paint_stroke(paint, 7.4F, false, look->hair_line);
    add_locs(paint, look);
    tes_paint_stroke(paint, 4.8F, false, look->hair);
}

static void paint_nothing(struct tes_paint *paint, const struct person_look *look)
{
    (void)paint;
    (void)look;
}

/* ---------------------------------------------------------------- styles */

#define WOMEN SUITS_WOMEN
#define MEN   SUITS_MEN
#define ALL   SUITS_WOMEN | SUITS_MEN

static const struct hair_style STYLES[] = {
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, paint_long, paint_centre_part},
    {WOMEN | HIDES_EARS, NULL, paint_long, paint_fringe},
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, paint_long, paint_swept},
    {ALL | UNDER_HAT | HIDES_EARS, NULL, paint_wavy, paint_side_part},
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, paint_wavy, paint_centre_part},
    {WOMEN | UNDER_HAT | HIDES_EARS, paint_bob, NULL, paint_swept},
    {WOMEN | HIDES_EARS, paint_bob, NULL, paint_fringe},
    {WOMEN | HIDES_EARS, paint_bob, NULL, paint_side_part},
    {WOMEN, paint_bun, NULL, paint_pulled_back},
    {WOMEN, paint_bun, NULL, paint_swept},
    {WOMEN, paint_ponytail, NULL, paint_pulled_back},
    {WOMEN, paint_ponytail, NULL, paint_fringe},
    {WOMEN | UNDER_HAT, NULL, paint_braids, paint_centre_part},
    {WOMEN | UNDER_HAT, NULL, paint_braids, paint_side_part},
    {WOMEN | UNDER_HAT | HIDES_EARS, NULL, paint_curly_long, paint_curly_front},
    {WOMEN | UNDER_HAT, NULL, NULL, paint_side_part},
    {ALL, NULL, NULL, paint_curly_front},
    {MEN | UNDER_HAT, NULL, NULL, paint_side_part},
    {MEN | UNDER_HAT, NULL, NULL, paint_tousled},
    {MEN, NULL, NULL, paint_quiff},
    {MEN | UNDER_HAT, NULL, NULL, paint_fringe},
    {MEN | UNDER_HAT, NULL, NULL, paint_pulled_back},
    {MEN | UNDER_HAT, NULL, NULL, paint_shorn},
    {MEN, paint_bun, NULL, paint_pulled_back},
    {MEN | FOR_OLDER, NULL, NULL, paint_receding},
    {MEN | FOR_OLDER, NULL, NULL, paint_sides},
    {MEN, NULL, NULL, paint_nothing},
    {MEN | COILY, NULL, NULL, paint_nothing},
    {MEN | COILY | UNDER_HAT, NULL, NULL, paint_shorn},
    {ALL | COILY, NULL, NULL, paint_coily_front},
    {ALL | COILY, paint_afro, NULL, paint_coily_front},
    {WOMEN | COILY, paint_puffs, NULL, paint_pulled_back},
    {WOMEN | COILY, paint_bun, NULL, paint_coily_front},
    {WOMEN | COILY | UNDER_HAT, NULL, paint_braids, paint_centre_part},
    {ALL | COILY | UNDER_HAT | HIDES_EARS, NULL, paint_locs, paint_side_part},
    {WOMEN | COILY | UNDER_HAT | HIDES_EARS, NULL, paint_curly_long, paint_curly_front},
    {MEN | COILY | FOR_OLDER, NULL, NULL, paint_receding},
};

static bool suits(const struct hair_style *style, const struct person_look *look, bool is_coily)
{
    bool is_worn_by = style->flags & (look->is_female ? SUITS_WOMEN : SUITS_MEN);
    bool is_coily_style = style->flags & COILY;
    bool fits_hat = look->hat == PERSON_HAT_NONE || style->flags & UNDER_HAT;
    bool fits_age = look->age != PERSON_YOUNG || !(style->flags & FOR_OLDER);
    return is_worn_by && is_coily_style == is_coily && fits_hat && fits_age;
}

unsigned tes_person_hair_style(struct tes_random *random, const struct person_look *look,
                               bool is_coily)
{
    uint8_t fitting[COUNT(STYLES)];
    unsigned count = 0;
    for (unsigned i = 0; i < COUNT(STYLES); i++)
        if (suits(&STYLES[i], look, is_coily))
            fitting[count++] = (uint8_t)i;
    return fitting[tes_random_below(random, count)];
}

/* These two cover the hair altogether. */
static bool is_covered(const struct person_look *look)
{
    return look->hat == PERSON_HAT_HEADSCARF || look->hat == PERSON_HAT_TURBAN ||
           look->hat == PERSON_HAT_WRAP;
}

float tes_person_hair_room(const struct person_look *look)
{
    const struct hair_style *style = &STYLES[look->hair_style];
    if (look->hat != PERSON_HAT_NONE || style->behind)
        return 0;
    return style->beside ? 0.4F : 1;
}

bool tes_person_hair_hides_ears(const struct person_look *look)
{
    return look->hat == PERSON_HAT_HEADSCARF ||
           (!is_covered(look) && STYLES[look->hair_style].flags & HIDES_EARS);
}

void tes_person_hair_behind(struct tes_paint *paint, const struct person_look *look)
{
    if (!is_covered(look) && STYLES[look->hair_style].behind)
        STYLES[look->hair_style].behind(paint, look);
}

void tes_person_hair_beside(struct tes_paint *paint, const struct person_look *look)
{
    if (!is_covered(look) && STYLES[look->hair_style].beside)
        STYLES[look->hair_style].beside(paint, look);
}

void tes_person_hair_front(struct tes_paint *paint, const struct person_look *look)
{
    if (look->hat == PERSON_HAT_NONE)
        STYLES[look->hair_style].front(paint, look);
    else if (!is_covered(look))
        paint_sides(paint, look);
}

/* Things to play music on: guitars and drums. */
#include "draw/sprites/items/items.h"

/* ---------------------------------------------------------------- guitar */

struct guitar {
    tes_colour wood, neck, trim;
    float reach; /* y of its head */
    float bout;  /* half its width below */
};

/* The neck, its head and pegs; the body comes on top of its foot. */
static void paint_neck(struct tes_paint *paint, const struct guitar *guitar)
{
    float top = guitar->reach;
    struct tes_shape head =
        TES_SHAPE_CORNERED(3, {43, top}, {57, top}, {55, top + 15}, {45, top + 15});
    for (unsigned i = 0; i < 2; i++) {
        float y = top + 4 + (float)i * 7;
        tes_outline_bar(paint, TES_POINT(40, y), TES_POINT(60, y), 5, guitar->trim);
    }
    tes_path_box(paint, 46, top + 8, 8, 60 - top, 2);
    tes_outline_path(paint, guitar->neck);
    tes_outline_shape(paint, head, tes_colour_shade(guitar->neck, -0.15F));
    for (unsigned i = 0; i < 2; i++) {
        float y = top + 21 + (float)i * 7;
        tes_paint_line(paint, TES_POINT(47, y), TES_POINT(53, y), 2,
                       tes_colour_shade(guitar->neck, 0.45F));
    }
}

static void paint_strings(struct tes_paint *paint, const struct guitar *guitar)
{
    for (unsigned i = 0; i < 3; i++) {
        float x = 48.2F + (float)i * 1.8F;
        tes_path_segment(paint, TES_POINT(x, guitar->reach + 10), TES_POINT(x, 80));
    }
    tes_paint_stroke(paint, 0.9F, false, tes_colour_alpha(TES_RGB(0xFFF6E0), 0.8F));
}

static struct guitar pick_guitar(struct tes_random *random, tes_colour wood)
{
    struct guitar guitar = {.wood = wood};
    guitar.neck = tes_colour_shade(tes_palette_earthy(random), -0.3F);
    guitar.trim = tes_palette_metal(random);
    guitar.reach = tes_random_between(random, -2, 8);
    guitar.bout = tes_random_between(random, 23, 27);
    return guitar;
}

static void paint_acoustic(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, 28, 50);
    bool is_wooden = !tes_random_chance(random, 3);
    tes_colour wood = is_wooden ? tes_palette_earthy(random) : tes_palette_bright(random);
    struct guitar guitar = pick_guitar(random, wood);
    float waist = guitar.bout - 9, upper = guitar.bout - 5, w = guitar.bout;
    tes_colour dark = tes_colour_shade(guitar.wood, -0.55F);
    struct tes_shape body =
        TES_SHAPE_BLOB({50, 39}, {50 + upper * 0.75F, 41}, {50 + upper, 50}, {50 + waist, 60},
                       {50 + w, 74}, {50 + w * 0.8F, 88}, {50, 95}, {50 - w * 0.8F, 88},
                       {50 - w, 74}, {50 - waist, 60}, {50 - upper, 50}, {50 - upper * 0.75F, 41});

    tes_paint_turn(paint, 50, 50, turn);
    tes_outline_begin(paint, body, guitar.wood);
    tes_light_shade(paint, body, TES_POINT(44, 64), TES_POINT(w + 1, 30));
    tes_light_gloss(paint, TES_POINT(50, 76), TES_POINT(w - 6, 13), 160, 215);
    tes_outline_end(paint, body, guitar.wood);
    tes_path_ellipse(paint, 50, 61, 9.5F, 9.5F);
    tes_paint_fill_stroke(paint, dark, 2.5F, tes_colour_shade(guitar.wood, 0.45F));
    paint_neck(paint, &guitar);
    tes_paint_box(paint, TES_POINT(39, 79), TES_POINT(22, 5.5F), 2.5F, dark);
    paint_strings(paint, &guitar);
}

/* Two horns, a plate, two rows of magnets. */
static void paint_electric(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, 28, 50);
    tes_colour lacquer = tes_palette_any(random);
    struct guitar guitar = pick_guitar(random, lacquer);
    float horn = tes_random_between(random, 36, 42);
    tes_colour plate = tes_palette_pale(random);
    struct tes_shape body = TES_SHAPE_BLOB({43, 52}, {38, 46}, {30, horn}, {26, 46}, {31, 58},
                                           {26, 72}, {28, 88}, {46, 94}, {66, 92}, {76, 80},
                                           {68, 64}, {72, 52}, {68, 45}, {62, 50}, {56, 53});
    struct tes_shape guard =
        TES_SHAPE_CORNERED(6, {46, 54}, {64, 56}, {64, 72}, {72, 80}, {62, 88}, {52, 80}, {46, 70});

    tes_paint_turn(paint, 50, 50, turn);
    tes_outline_begin(paint, body, guitar.wood);
    tes_shape_fill(paint, guard, plate);
    tes_light_shade(paint, body, TES_POINT(46, 62), TES_POINT(26, 30));
    tes_light_gloss(paint, TES_POINT(46, 78), TES_POINT(14, 12), 120, 180);
    tes_outline_end(paint, body, guitar.wood);
    paint_neck(paint, &guitar);
    for (unsigned i = 0; i < 2; i++) {
        float y = 65 + (float)i * 8;
        tes_paint_box(paint, TES_POINT(42, y), TES_POINT(16, 4.5F), 2, TES_RGB(0x4A4552));
    }
    tes_paint_box(paint, TES_POINT(41, 81), TES_POINT(18, 5), 2, guitar.trim);
    tes_paint_circle(paint, 66, 82, 3, guitar.trim);
    paint_strings(paint, &guitar);
}

TES_ITEM_ONE_OF(tes_item_guitar, paint_acoustic, paint_acoustic, paint_electric)

/* ------------------------------------------------------------------ drum */

struct drum {
    tes_colour shell, hoop, skin, cords;
    float top, bottom, half, bow; /* `bow` is how far its rims bend */
};

static void paint_stick(struct tes_paint *paint, struct tes_point from, struct tes_point tip,
                        tes_colour wood)
{
    tes_outline_bar(paint, from, tip, 5.5F, wood);
    tes_outline_shape(paint, TES_SHAPE_OVAL(tip.x, tip.y, 4.4F, 4.4F),
                      tes_colour_shade(wood, 0.2F));
}

/* A band around the drum, bent like its rim. */
static void paint_hoop(struct tes_paint *paint, const struct drum *drum, float y)
{
    tes_path_arc(paint, TES_POINT(50, y), drum->half, drum->bow, 0, 180);
    tes_paint_stroke(paint, 8 + paint->style.line, false, tes_style_edge(paint, drum->hoop));
    tes_path_arc(paint, TES_POINT(50, y), drum->half, drum->bow, 0, 180);
    tes_paint_stroke(paint, 8 - paint->style.line, false, drum->hoop);
}

/* Cords in zigzag, or straight rods. */
static void paint_cords(struct tes_paint *paint, const struct drum *drum, unsigned form)
{
    unsigned last = form == 0 ? 9 : 6;
    for (unsigned i = 0; i <= last; i++) {
        float angle = 180 - 180.0F * (float)i / (float)last;
        float x = 50 + drum->half * tes_number_cos(angle), sag = drum->bow * tes_number_sin(angle);
        float low = drum->bottom - 2 + sag, high = drum->top + 4 + sag;
        if (form == 1 || i == 0)
            tes_path_start(paint, x, high);
        if (form == 1 || i > 0)
            tes_path_line(paint, x, form == 1 || i % 2 == 1 ? low : high);
    }
    tes_paint_stroke(paint, form == 1 ? 4 : 2.8F, false, drum->cords);
}

static void paint_skin(struct tes_paint *paint, const struct drum *drum)
{
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, drum->top, drum->half + 2, drum->bow), drum->hoop);
    tes_path_ellipse(paint, 50, drum->top - 0.5F, drum->half - 3, drum->bow - 3);
    tes_paint_fill_stroke(paint, drum->skin, 2, tes_style_edge(paint, drum->hoop));
}

static void paint_field_drum(struct tes_paint *paint, struct tes_random *random)
{
    struct drum drum;
    drum.shell = tes_palette_any(random);
    drum.hoop = tes_palette_any(random);
    drum.skin = tes_palette_pale(random);
    drum.cords = tes_colour_shade(tes_palette_metal(random), 0.4F);
    drum.top = tes_random_between(random, 32, 40);
    drum.bottom = tes_random_between(random, 72, 77);
    drum.half = tes_random_between(random, 33, 38);
    drum.bow = tes_random_between(random, 10, 13);
    unsigned cords = tes_random_below(random, 3);
    bool has_sticks = !tes_random_chance(random, 4);
    tes_colour wood = tes_palette_earthy(random);
    float left = 50 - drum.half, right = 50 + drum.half, low = drum.bottom + drum.bow;
    const struct tes_point shell[] = {{left, drum.top},
                                      {right, drum.top},
                                      {right, drum.bottom},
                                      {50 + drum.half * 0.7F, low - drum.bow * 0.3F},
                                      {50, low},
                                      {50 - drum.half * 0.7F, low - drum.bow * 0.3F},
                                      {left, drum.bottom}};

    tes_outline_begin(paint, TES_SHAPE_ROUNDED(shell, 6), drum.shell);
    tes_light_shade(paint, TES_SHAPE_ROUNDED(shell, 6), TES_POINT(40, 52), TES_POINT(40, 60));
    if (cords < 2)
        paint_cords(paint, &drum, cords);
    else
        tes_pattern_cover(paint, random, TES_SHAPE_ROUNDED(shell, 6), drum.cords);
    tes_outline_end(paint, TES_SHAPE_ROUNDED(shell, 6), drum.shell);
    paint_hoop(paint, &drum, drum.bottom);
    paint_hoop(paint, &drum, drum.top + 2);
    paint_skin(paint, &drum);
    if (has_sticks) {
        paint_stick(paint, TES_POINT(12, 12), TES_POINT(52, drum.top), wood);
        paint_stick(paint, TES_POINT(86, 8), TES_POINT(46, drum.top - 3), wood);
    }
}

/* A goblet to play by hand. */
static void paint_hand_drum(struct tes_paint *paint, struct tes_random *random)
{
    float waist = tes_random_between(random, 12, 17);
    float foot = tes_random_between(random, 21, 27);
    struct drum drum = {.top = 20, .bottom = 40, .bow = 10};
    drum.half = tes_random_between(random, 29, 33);
    drum.shell = tes_palette_earthy(random);
    drum.hoop = tes_palette_bright(random);
    drum.skin = tes_palette_pale(random);
    drum.cords = tes_palette_against(random, drum.shell);
    const struct tes_point shell[] = {
        {50 - drum.half, 20}, {50 + drum.half, 20}, {48 + drum.half, 44}, {50 + waist, 64},
        {50 + foot, 90},      {50 - foot, 90},      {50 - waist, 64},     {52 - drum.half, 44}};

    tes_outline_begin(paint, TES_SHAPE_ROUNDED(shell, 7), drum.shell);
    paint_cords(paint, &drum, 0);
    tes_paint_box(paint, TES_POINT(20, 76), TES_POINT(60, 6), 0, drum.hoop);
    tes_light_shade(paint, TES_SHAPE_ROUNDED(shell, 7), TES_POINT(41, 46), TES_POINT(34, 60));
    tes_outline_end(paint, TES_SHAPE_ROUNDED(shell, 7), drum.shell);
    paint_hoop(paint, &drum, 23);
    paint_skin(paint, &drum);
}

TES_ITEM_ONE_OF(tes_item_drum, paint_field_drum, paint_field_drum, paint_hand_drum)

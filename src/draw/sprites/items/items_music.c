/* Things to play music on: guitars and drums. */
#include "draw/sprites/kit/finish.h"
#include "draw/sprites/sprite.h"

/* ---------------------------------------------------------------- guitar */

struct guitar {
    tes_colour wood, neck, trim;
    float reach; /* y of its head */
    float bout;  /* half its width below */
};

/* The neck, its head and pegs; the body comes on top of its foot. */
static void paint_neck(struct tes_paint *paint, const struct tes_finish *finish,
                       const struct guitar *guitar)
{
    float top = guitar->reach;
    const struct tes_point head[] = {{43, top}, {57, top}, {55, top + 15}, {45, top + 15}};
    for (unsigned i = 0; i < 2; i++) {
        float y = top + 4 + (float)i * 7;
        tes_finish_bar(paint, finish, AT(40, y), AT(60, y), 5, guitar->trim);
    }
    tes_path_box(paint, 46, top + 8, 8, 60 - top, 2);
    tes_finish_fill(paint, finish, guitar->neck);
    tes_finish_shape(paint, finish, ROUNDED(head, 3), tes_colour_shade(guitar->neck, -0.15F));
    for (unsigned i = 0; i < 2; i++) {
        float y = top + 21 + (float)i * 7;
        tes_paint_line(paint, AT(47, y), AT(53, y), 2, tes_colour_shade(guitar->neck, 0.45F));
    }
}

static void paint_strings(struct tes_paint *paint, const struct guitar *guitar)
{
    for (unsigned i = 0; i < 3; i++) {
        float x = 48.2F + (float)i * 1.8F;
        tes_path_start(paint, x, guitar->reach + 10);
        tes_path_line(paint, x, 80);
    }
    tes_paint_stroke(paint, 0.9F, false, tes_colour_alpha(TES_RGB(0xFFF6E0), 0.8F));
}

static struct guitar draw_guitar(struct tes_random *random, tes_colour wood)
{
    struct guitar guitar = {.wood = wood};
    guitar.neck = tes_colour_shade(tes_finish_earthy(random), -0.3F);
    guitar.trim = tes_finish_metal(random);
    guitar.reach = tes_random_between(random, -2, 8);
    guitar.bout = tes_random_between(random, 23, 27);
    return guitar;
}

static void paint_acoustic(struct tes_paint *paint, struct tes_random *random,
                           const struct tes_finish *finish)
{
    float turn = tes_random_between(random, 28, 50);
    bool is_wooden = !tes_random_chance(random, 3);
    tes_colour wood = is_wooden ? tes_finish_earthy(random) : tes_finish_bright(random);
    struct guitar guitar = draw_guitar(random, wood);
    float waist = guitar.bout - 9, upper = guitar.bout - 5, w = guitar.bout;
    tes_colour dark = tes_colour_shade(guitar.wood, -0.55F);
    const struct tes_point body[] = {
        {50, 39},     {50 + upper * 0.75F, 41}, {50 + upper, 50}, {50 + waist, 60},
        {50 + w, 74}, {50 + w * 0.8F, 88},      {50, 95},         {50 - w * 0.8F, 88},
        {50 - w, 74}, {50 - waist, 60},         {50 - upper, 50}, {50 - upper * 0.75F, 41}};

    tes_paint_turn(paint, 50, 50, turn);
    tes_finish_begin(paint, SMOOTH(body), guitar.wood);
    tes_finish_shade(paint, finish, SMOOTH(body), AT(44, 64), AT(w + 1, 30));
    tes_finish_gloss(paint, finish, AT(50, 76), AT(w - 6, 13), 160, 215);
    tes_finish_end(paint, finish, SMOOTH(body), guitar.wood);
    tes_path_ellipse(paint, 50, 61, 9.5F, 9.5F);
    tes_paint_fill_stroke(paint, dark, 2.5F, tes_colour_shade(guitar.wood, 0.45F));
    paint_neck(paint, finish, &guitar);
    tes_paint_box(paint, AT(39, 79), AT(22, 5.5F), 2.5F, dark);
    paint_strings(paint, &guitar);
}

/* Two horns, a plate, two rows of magnets. */
static void paint_electric(struct tes_paint *paint, struct tes_random *random,
                           const struct tes_finish *finish)
{
    float turn = tes_random_between(random, 28, 50);
    tes_colour lacquer = tes_finish_colour(random);
    struct guitar guitar = draw_guitar(random, lacquer);
    float horn = tes_random_between(random, 36, 42);
    tes_colour plate = tes_finish_pale(random);
    const struct tes_point body[] = {{43, 52}, {38, 46}, {30, horn}, {26, 46}, {31, 58},
                                     {26, 72}, {28, 88}, {46, 94},   {66, 92}, {76, 80},
                                     {68, 64}, {72, 52}, {68, 45},   {62, 50}, {56, 53}};
    const struct tes_point guard[] = {{46, 54}, {64, 56}, {64, 72}, {72, 80},
                                      {62, 88}, {52, 80}, {46, 70}};

    tes_paint_turn(paint, 50, 50, turn);
    tes_finish_begin(paint, SMOOTH(body), guitar.wood);
    tes_finish_path(paint, ROUNDED(guard, 6));
    tes_paint_fill(paint, plate);
    tes_finish_shade(paint, finish, SMOOTH(body), AT(46, 62), AT(26, 30));
    tes_finish_gloss(paint, finish, AT(46, 78), AT(14, 12), 120, 180);
    tes_finish_end(paint, finish, SMOOTH(body), guitar.wood);
    paint_neck(paint, finish, &guitar);
    for (unsigned i = 0; i < 2; i++) {
        float y = 65 + (float)i * 8;
        tes_paint_box(paint, AT(42, y), AT(16, 4.5F), 2, TES_RGB(0x4A4552));
    }
    tes_paint_box(paint, AT(41, 81), AT(18, 5), 2, guitar.trim);
    tes_paint_circle(paint, 66, 82, 3, guitar.trim);
    paint_strings(paint, &guitar);
}

void tes_item_guitar(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const GUITARS[] = {paint_acoustic, paint_acoustic, paint_electric};
    tes_finish_one_of(paint, random, GUITARS, 3);
}

/* ------------------------------------------------------------------ drum */

struct drum {
    tes_colour shell, hoop, skin, cords;
    float top, bottom, half, bow; /* `bow` is how far its rims bend */
};

static void paint_stick(struct tes_paint *paint, const struct tes_finish *finish,
                        struct tes_point from, struct tes_point tip, tes_colour wood)
{
    tes_finish_bar(paint, finish, from, tip, 5.5F, wood);
    tes_path_ellipse(paint, tip.x, tip.y, 4.4F, 4.4F);
    tes_finish_fill(paint, finish, tes_colour_shade(wood, 0.2F));
}

/* A band around the drum, bent like its rim. */
static void paint_hoop(struct tes_paint *paint, const struct tes_finish *finish,
                       const struct drum *drum, float y)
{
    tes_path_arc(paint, AT(50, y), drum->half, drum->bow, 0, 180);
    tes_paint_stroke(paint, 8 + finish->line, false, tes_finish_edge(finish, drum->hoop));
    tes_path_arc(paint, AT(50, y), drum->half, drum->bow, 0, 180);
    tes_paint_stroke(paint, 8 - finish->line, false, drum->hoop);
}

/* Cords in zigzag, or straight rods. */
static void paint_cords(struct tes_paint *paint, const struct drum *drum, unsigned form)
{
    unsigned last = form == 0 ? 9 : 6;
    for (unsigned i = 0; i <= last; i++) {
        float angle = 180 - 180.0F * (float)i / (float)last;
        float x = 50 + drum->half * tes_cos(angle), sag = drum->bow * tes_sin(angle);
        float low = drum->bottom - 2 + sag, high = drum->top + 4 + sag;
        if (form == 1 || i == 0)
            tes_path_start(paint, x, high);
        if (form == 1 || i > 0)
            tes_path_line(paint, x, form == 1 || i % 2 == 1 ? low : high);
    }
    tes_paint_stroke(paint, form == 1 ? 4 : 2.8F, false, drum->cords);
}

static void paint_skin(struct tes_paint *paint, const struct tes_finish *finish,
                       const struct drum *drum)
{
    tes_path_ellipse(paint, 50, drum->top, drum->half + 2, drum->bow);
    tes_paint_fill_stroke(paint, drum->hoop, finish->line, tes_finish_edge(finish, drum->hoop));
    tes_path_ellipse(paint, 50, drum->top - 0.5F, drum->half - 3, drum->bow - 3);
    tes_paint_fill_stroke(paint, drum->skin, 2, tes_finish_edge(finish, drum->hoop));
}

static void paint_field_drum(struct tes_paint *paint, struct tes_random *random,
                             const struct tes_finish *finish)
{
    struct drum drum;
    drum.shell = tes_finish_colour(random);
    drum.hoop = tes_finish_colour(random);
    drum.skin = tes_finish_pale(random);
    drum.cords = tes_colour_shade(tes_finish_metal(random), 0.4F);
    drum.top = tes_random_between(random, 32, 40);
    drum.bottom = tes_random_between(random, 72, 77);
    drum.half = tes_random_between(random, 33, 38);
    drum.bow = tes_random_between(random, 10, 13);
    unsigned cords = tes_random_below(random, 3);
    bool has_sticks = !tes_random_chance(random, 4);
    tes_colour wood = tes_finish_earthy(random);
    float left = 50 - drum.half, right = 50 + drum.half, low = drum.bottom + drum.bow;
    const struct tes_point shell[] = {{left, drum.top},
                                      {right, drum.top},
                                      {right, drum.bottom},
                                      {50 + drum.half * 0.7F, low - drum.bow * 0.3F},
                                      {50, low},
                                      {50 - drum.half * 0.7F, low - drum.bow * 0.3F},
                                      {left, drum.bottom}};

    tes_finish_begin(paint, ROUNDED(shell, 6), drum.shell);
    tes_finish_shade(paint, finish, ROUNDED(shell, 6), AT(40, 52), AT(40, 60));
    if (cords < 2)
        paint_cords(paint, &drum, cords);
    else
        tes_finish_pattern(paint, random, ROUNDED(shell, 6), drum.cords);
    tes_finish_end(paint, finish, ROUNDED(shell, 6), drum.shell);
    paint_hoop(paint, finish, &drum, drum.bottom);
    paint_hoop(paint, finish, &drum, drum.top + 2);
    paint_skin(paint, finish, &drum);
    if (has_sticks) {
        paint_stick(paint, finish, AT(12, 12), AT(52, drum.top), wood);
        paint_stick(paint, finish, AT(86, 8), AT(46, drum.top - 3), wood);
    }
}

/* A goblet to play by hand. */
static void paint_hand_drum(struct tes_paint *paint, struct tes_random *random,
                            const struct tes_finish *finish)
{
    float waist = tes_random_between(random, 12, 17);
    float foot = tes_random_between(random, 21, 27);
    struct drum drum = {.top = 20, .bottom = 40, .bow = 10};
    drum.half = tes_random_between(random, 29, 33);
    drum.shell = tes_finish_earthy(random);
    drum.hoop = tes_finish_bright(random);
    drum.skin = tes_finish_pale(random);
    drum.cords = tes_finish_against(random, drum.shell);
    const struct tes_point shell[] = {
        {50 - drum.half, 20}, {50 + drum.half, 20}, {48 + drum.half, 44}, {50 + waist, 64},
        {50 + foot, 90},      {50 - foot, 90},      {50 - waist, 64},     {52 - drum.half, 44}};

    tes_finish_begin(paint, ROUNDED(shell, 7), drum.shell);
    paint_cords(paint, &drum, 0);
    tes_paint_box(paint, AT(20, 76), AT(60, 6), 0, drum.hoop);
    tes_finish_shade(paint, finish, ROUNDED(shell, 7), AT(41, 46), AT(34, 60));
    tes_finish_end(paint, finish, ROUNDED(shell, 7), drum.shell);
    paint_hoop(paint, finish, &drum, 23);
    paint_skin(paint, finish, &drum);
}

void tes_item_drum(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const DRUMS[] = {paint_field_drum, paint_field_drum,
                                                paint_hand_drum};
    tes_finish_one_of(paint, random, DRUMS, 3);
}

/* Things to wear: hats, socks, shirts. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------------- hat */

static void paint_flower(struct tes_paint *paint, struct tes_point centre, float radius,
                         tes_colour petals)
{
    for (unsigned i = 0; i < 5; i++) {
        float angle = (float)i * 72;
        tes_path_ellipse(paint, centre.x + radius * tes_number_cos(angle),
                         centre.y + radius * tes_number_sin(angle), radius * 0.75F, radius * 0.75F);
    }
    tes_paint_fill(paint, petals);
    tes_paint_circle(paint, centre.x, centre.y, radius * 0.6F, TES_RGB(0xF6C945));
}

static void paint_hat_band(struct tes_paint *paint, float top, float height, tes_colour colour)
{
    tes_shape_fill(paint,
                   TES_SHAPE_CORNERED(20, {10, top}, {50, top + 9}, {90, top}, {90, top + height},
                                      {50, top + 9 + height}, {10, top + height}),
                   colour);
}

static void paint_sun_hat(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 20, 34);
    float half = tes_random_between(random, 22, 28);
    float brim = tes_random_between(random, 12, 17);
    tes_colour straw = tes_palette_earthy(random);
    tes_colour band = tes_palette_bright(random);
    bool has_flower = tes_random_chance(random, 2);
    struct tes_shape oval = TES_SHAPE_OVAL(50, 70, 43, brim);
    struct tes_shape crown =
        TES_SHAPE_BLOB({50 - half, 68}, {51 - half, 48}, {58 - half, top + 4}, {50, top},
                       {42 + half, top + 4}, {49 + half, 48}, {50 + half, 68}, {50, 77});

    tes_outline_begin(paint, oval, straw);
    tes_light_shade(paint, oval, TES_POINT(50, 66), TES_POINT(44, brim - 3));
    tes_paint_ellipse(paint, 50, 73, half + 4, 8, tes_colour_shade(straw, -0.25F));
    tes_outline_end(paint, oval, straw);

    tes_outline_begin(paint, crown, straw);
    paint_hat_band(paint, 54, 11, band);
    tes_light_shade(paint, crown, TES_POINT(44, 44), TES_POINT(half + 4, 50));
    tes_light_gloss(paint, TES_POINT(50, top + 24), TES_POINT(half - 7, 18), 195, 260);
    tes_outline_end(paint, crown, straw);
    if (has_flower)
        paint_flower(paint, TES_POINT(50 + half * 0.6F, 62), 6, tes_palette_pale(random));
}

static void paint_top_hat(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 12, 26);
    float flare = tes_random_between(random, 24, 30);
    float waist = tes_random_between(random, 20, 24);
    tes_colour felt = tes_palette_any(random);
    tes_colour band = tes_palette_against(random, felt);
    struct tes_shape brim = TES_SHAPE_OVAL(50, 76, 42, 11);
    struct tes_shape crown =
        TES_SHAPE_CORNERED(5, {50 - flare, top}, {50 + flare, top}, {50 + waist, 50},
                           {52 + waist, 76}, {50, 84}, {48 - waist, 76}, {50 - waist, 50});

    tes_outline_begin(paint, brim, felt);
    tes_light_shade(paint, brim, TES_POINT(50, 72), TES_POINT(44, 10));
    tes_outline_end(paint, brim, felt);
    tes_outline_begin(paint, crown, felt);
    paint_hat_band(paint, 60, 11, band);
    tes_light_shade(paint, crown, TES_POINT(40, 46), TES_POINT(flare, 60));
    tes_light_gloss(paint, TES_POINT(60, 40), TES_POINT(flare - 1, 26), 160, 205);
    tes_outline_end(paint, crown, felt);
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, top + 1, flare - 1, 5),
                      tes_colour_shade(felt, 0.15F));
}

static void paint_cap(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 22, 30);
    float reach = tes_random_between(random, 90, 96);
    tes_colour cloth = tes_palette_any(random);
    tes_colour panel = tes_palette_against(random, cloth);
    bool has_panel = tes_random_chance(random, 2);
    tes_colour peak = tes_random_chance(random, 2) ? cloth : panel;
    struct tes_shape dome = TES_SHAPE_BLOB({10, 68}, {12, 50}, {22, top + 8}, {42, top},
                                           {60, top + 8}, {70, 46}, {73, 66}, {42, 72});
    struct tes_shape peak_points = TES_SHAPE_BLOB({40, 62}, {66, 54}, {86, 58}, {reach, 70},
                                                  {reach - 4, 75}, {72, 71}, {44, 73});

    tes_outline_begin(paint, dome, cloth);
    if (has_panel)
        tes_paint_ellipse(paint, 62, 56, 22, 42, panel);
    tes_light_shade(paint, dome, TES_POINT(38, 42), TES_POINT(36, 32));
    tes_path_arc(paint, TES_POINT(42, 74), 22, 74 - top, 180, 270);
    tes_paint_stroke(paint, 2.2F, false, tes_colour_alpha(tes_style_edge(paint, cloth), 0.6F));
    tes_light_gloss(paint, TES_POINT(40, 54), TES_POINT(22, 50 - top), 200, 240);
    tes_outline_end(paint, dome, cloth);
    tes_outline_begin(paint, peak_points, peak);
    tes_light_shade(paint, peak_points, TES_POINT(66, 57), TES_POINT(34, 10));
    tes_outline_end(paint, peak_points, peak);
    tes_outline_shape(paint, TES_SHAPE_OVAL(42, top, 5, 3.5F), panel);
}

static void paint_beanie(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 22, 30);
    float ribs = tes_random_between(random, 8, 12);
    tes_colour wool = tes_palette_any(random);
    tes_colour other = tes_palette_against(random, wool);
    tes_colour cuff = tes_random_chance(random, 2) ? other : tes_colour_shade(wool, 0.18F);
    bool has_pompom = !tes_random_chance(random, 3);
    struct tes_shape dome = TES_SHAPE_BLOB({17, 72}, {18, 52}, {30, top + 8}, {50, top},
                                           {70, top + 8}, {82, 52}, {83, 72}, {50, 78});
    struct tes_shape cuff_points =
        TES_SHAPE_CORNERED(6, {12, 62}, {50, 68}, {88, 62}, {88, 82}, {50, 88}, {12, 82});

    tes_outline_begin(paint, dome, wool);
    tes_pattern_cover(paint, random, dome, other);
    tes_light_shade(paint, dome, TES_POINT(44, 56), TES_POINT(36, 40));
    tes_light_gloss(paint, TES_POINT(48, 54), TES_POINT(24, 44 - top / 2), 195, 240);
    tes_outline_end(paint, dome, wool);
    tes_outline_begin(paint, cuff_points, cuff);
    unsigned rib_count = tes_pattern_steps(ribs / 2, 74, ribs);
    for (unsigned i = 0; i < rib_count; i++) {
        float x = 14 + ribs / 2 + (float)i * ribs;
        tes_path_box(paint, x, 60, 2.2F, 30, 1);
    }
    tes_paint_fill(paint, tes_colour_alpha(tes_style_edge(paint, cuff), 0.5F));
    tes_light_shade(paint, cuff_points, TES_POINT(46, 68), TES_POINT(46, 15));
    tes_outline_end(paint, cuff_points, cuff);
    if (has_pompom) {
        tes_outline_shape(paint, TES_SHAPE_OVAL(50, top - 5, 11, 10), other);
    }
}

TES_ITEM_ONE_OF(tes_item_hat, paint_sun_hat, paint_top_hat, paint_cap, paint_beanie)

/* ------------------------------------------------------------------ sock */

struct sock {
    tes_colour wool, patches, marks;
    float width, foot;
};

static struct sock pick_sock(struct tes_random *random)
{
    struct sock sock;
    sock.wool = tes_palette_any(random);
    sock.patches = tes_palette_against(random, sock.wool);
    sock.marks = tes_palette_against(random, sock.wool);
    sock.width = tes_random_between(random, 27, 33);
    sock.foot = tes_random_between(random, -5, 5);
    return sock;
}

static void paint_one_sock(struct tes_paint *paint, struct tes_random *random,
                           const struct sock *sock)
{
    float left = 24, right = left + sock->width, toe = 84 + sock->foot;
    struct tes_shape body =
        TES_SHAPE_CORNERED(10, {left + 2, 12}, {right, 12}, {right, 50}, {toe, 66}, {toe + 5, 78},
                           {toe - 4, 90}, {58, 90}, {left + 4, 76}, {left - 1, 62});
    tes_outline_begin(paint, body, sock->wool);
    tes_pattern_cover(paint, random, body, sock->marks);
    tes_paint_circle(paint, left + 2, 76, 16, sock->patches);
    tes_paint_circle(paint, toe + 4, 84, 18, sock->patches);
    tes_light_shade(paint, body, TES_POINT(left + 18, 40), TES_POINT(50, 41));
    tes_light_gloss(paint, TES_POINT(left + 28, 44), TES_POINT(20, 22), 150, 200);
    tes_outline_end(paint, body, sock->wool);
    tes_outline_shape(paint, TES_SHAPE_BOX(left - 2, 8, sock->width + 6, 15, 5), sock->patches);
}

static void paint_sock(struct tes_paint *paint, struct tes_random *random)
{
    struct sock sock = pick_sock(random);
    tes_paint_move(paint, -3, 0);
    paint_one_sock(paint, random, &sock);
}

static void paint_two_socks(struct tes_paint *paint, struct tes_random *random)
{
    struct sock sock = pick_sock(random);
    struct tes_random same = *random;
    struct tes_matrix before = paint->matrix;
    tes_paint_move(paint, 15, 2);
    tes_paint_scale(paint, 0.84F, 0.84F);
    tes_paint_turn(paint, 50, 50, -14);
    paint_one_sock(paint, &same, &sock);
    paint->matrix = before;
    tes_paint_move(paint, -7, 12);
    tes_paint_scale(paint, 0.86F, 0.86F);
    paint_one_sock(paint, random, &sock);
}

TES_ITEM_ONE_OF(tes_item_sock, paint_sock, paint_two_socks)

/* ----------------------------------------------------------------- shirt */

struct shirt {
    tes_colour cloth, trim, marks;
    float waist;  /* half its width */
    float sleeve; /* how far down sleeves reach */
    float reach;  /* how far out */
};

static struct shirt pick_shirt(struct tes_random *random)
{
    struct shirt shirt;
    bool is_long = tes_random_chance(random, 4);
    shirt.cloth = tes_palette_any(random);
    shirt.trim = tes_palette_against(random, shirt.cloth);
    shirt.marks = tes_palette_against(random, shirt.cloth);
    shirt.waist = tes_random_between(random, 21, 27);
    shirt.sleeve = tes_random_between(random, 40, 48);
    shirt.reach = tes_random_between(random, 40, 44);
    if (is_long) {
        shirt.sleeve += 28;
        shirt.waist -= 2;
    }
    return shirt;
}

/* Two cuffs, as far down as the sleeves reach. */
static void paint_cuffs(struct tes_paint *paint, const struct shirt *shirt)
{
    float y = shirt->sleeve;
    TES_EACH_SIDE (side)
        tes_paint_line(paint, TES_POINT(50 + side * (shirt->reach + 5), y - 7),
                       TES_POINT(50 + side * (shirt->reach - 14), y + 7), 7, shirt->trim);
}

static void paint_cloth(struct tes_paint *paint, struct tes_random *random,
                        const struct shirt *shirt)
{
    float left = 50 - shirt->reach, right = 50 + shirt->reach, waist = shirt->waist;
    float y = shirt->sleeve;
    struct tes_shape body =
        TES_SHAPE_CORNERED(4.5F, {36, 14}, {64, 14}, {76, 19}, {right, y - 6}, {right - 13, y + 7},
                           {49 + waist, 46}, {50 + waist, 90}, {50 - waist, 90}, {51 - waist, 46},
                           {left + 13, y + 7}, {left, y - 6}, {24, 19});
    bool has_cuffs = tes_random_chance(random, 2);
    tes_outline_begin(paint, body, shirt->cloth);
    tes_pattern_cover(paint, random, body, shirt->marks);
    if (has_cuffs)
        paint_cuffs(paint, shirt);
    tes_light_shade(paint, body, TES_POINT(42, 40), TES_POINT(50, 47));
    tes_outline_end(paint, body, shirt->cloth);
}

static void paint_tee(struct tes_paint *paint, struct tes_random *random)
{
    struct shirt shirt = pick_shirt(random);
    float depth = tes_random_between(random, 8, 13);
    bool has_pocket = tes_random_chance(random, 3);
    paint_cloth(paint, random, &shirt);
    tes_path_arc(paint, TES_POINT(50, 13), 15, depth + 3, 0, 180);
    tes_paint_fill(paint, shirt.trim);
    tes_path_arc(paint, TES_POINT(50, 13), 11, depth - 1, 0, 180);
    tes_outline_path(paint, tes_colour_shade(shirt.cloth, -0.3F));
    if (has_pocket) {
        tes_outline_shape(paint, TES_SHAPE_BOX(53, 38, 13, 14, 3), shirt.trim);
    }
}

static void paint_collared(struct tes_paint *paint, struct tes_random *random)
{
    struct shirt shirt = pick_shirt(random);
    float placket = tes_random_chance(random, 2) ? 88 : 46;
    paint_cloth(paint, random, &shirt);
    tes_paint_box(paint, TES_POINT(46, 18), TES_POINT(8, placket - 18), 2,
                  tes_colour_shade(shirt.trim, -0.1F));
    unsigned buttons = placket > 50 ? 4 : 1;
    for (unsigned i = 0; i < buttons; i++) {
        float y = 32 + (float)i * 13;
        tes_paint_circle(paint, 50, y, 2.4F, tes_style_edge(paint, shirt.cloth));
    }
    TES_EACH_SIDE (side)
        tes_outline_shape(paint,
                          TES_SHAPE_CORNERED(3, {50 + side * 16, 11}, {50 + side * 2, 23},
                                             {50 + side * 13, 31}, {50 + side * 21, 18}),
                          shirt.trim);
    tes_path_ellipse(paint, 50, 13, 15, 5);
    tes_outline_path(paint, tes_colour_shade(shirt.trim, -0.25F));
}

TES_ITEM_ONE_OF(tes_item_shirt, paint_tee, paint_collared)

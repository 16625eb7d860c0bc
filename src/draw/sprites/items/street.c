/* What a street has: cars and houses. */
#include "draw/sprites/items/items.h"

static tes_colour pick_pane(struct tes_random *random)
{
    return TES_PALETTE_ONE(random, 0xBFE3F2, 0xA9D3EA, 0xD6ECF5, 0xFFE7A3, 0xC9DCE8);
}

/* ------------------------------------------------------------------- car */

struct car {
    tes_colour body, trim, pane, tyre, hub;
    float wheel, front, rear; /* a wheel's radius, and where the two stand */
};

static struct car pick_car(struct tes_random *random)
{
    struct car car;
    car.body = tes_palette_any(random);
    car.trim = tes_palette_against(random, car.body);
    car.pane = pick_pane(random);
    car.tyre = tes_colour_mix(TES_RGB(0x4A4552), tes_palette_earthy(random), 0.2F);
    car.hub = tes_palette_pale(random);
    car.wheel = tes_random_between(random, 10.5F, 13);
    car.front = tes_random_between(random, 72, 76);
    car.rear = tes_random_between(random, 25, 29);
    return car;
}

static void paint_wheels(struct tes_paint *paint, const struct car *car)
{
    const float places[] = {car->rear, car->front};
    for (unsigned i = 0; i < 2; i++) {
        tes_outline_shape(paint, TES_SHAPE_OVAL(places[i], 75, car->wheel, car->wheel), car->tyre);
        tes_paint_circle(paint, places[i], 75, car->wheel * 0.48F, car->hub);
        tes_paint_circle(paint, places[i], 75, car->wheel * 0.18F, car->tyre);
    }
}

/* Front light, rear light, bumper, handle. */
static void paint_car_details(struct tes_paint *paint, const struct car *car, float y)
{
    tes_outline_shape(paint, TES_SHAPE_OVAL(90, y, 4, 4.5F), TES_RGB(0xFFE59A));
    tes_paint_box(paint, TES_POINT(6, y - 4), TES_POINT(5, 8), 2, TES_RGB(0xD94F45));
    tes_paint_line(paint, TES_POINT(40, y - 1), TES_POINT(46, y - 1), 2.8F,
                   tes_style_edge(paint, car->body));
}

static void paint_windows(struct tes_paint *paint, struct tes_shape glass, float post,
                          const struct car *car)
{
    tes_outline_begin(paint, glass, car->pane);
    tes_paint_line(paint, TES_POINT(40, 20), TES_POINT(28, 54), 5,
                   tes_colour_alpha(TES_RGB(0xFFFFFF), 0.55F));
    tes_paint_box(paint, TES_POINT(post - 2, 10), TES_POINT(4, 50), 0, car->body);
    tes_outline_end(paint, glass, car->body);
}

/* A box with a lower box before and behind it. */
static void paint_sedan(struct tes_paint *paint, struct tes_random *random)
{
    struct car car = pick_car(random);
    float roof = tes_random_between(random, 24, 30);
    float hood = tes_random_between(random, 46, 51);
    float back = tes_random_between(random, 8, 16);
    const struct tes_point body[] = {
        {6, hood + 2},  {back + 8, hood - 1}, {back + 20, roof}, {62, roof},
        {76, hood - 1}, {90, hood + 3},       {95, 60},          {95, 76},
        {5, 76}};
    struct tes_shape glass =
        TES_SHAPE_CORNERED(4, {back + 23, roof + 6}, {60, roof + 6}, {69, hood}, {back + 15, hood});

    tes_outline_begin(paint, TES_SHAPE_ROUNDED(body, 7), car.body);
    tes_paint_box(paint, TES_POINT(0, 64), TES_POINT(100, 5), 0, car.trim);
    tes_light_shade(paint, TES_SHAPE_ROUNDED(body, 7), TES_POINT(46, 44), TES_POINT(56, 27));
    tes_outline_end(paint, TES_SHAPE_ROUNDED(body, 7), car.body);
    paint_windows(paint, glass, back / 2 + 41, &car);
    paint_car_details(paint, &car, hood + 9);
    paint_wheels(paint, &car);
}

/* All round, with mudguards. */
static void paint_beetle(struct tes_paint *paint, struct tes_random *random)
{
    struct car car = pick_car(random);
    float roof = tes_random_between(random, 20, 26);
    const struct tes_point body[] = {{5, 72},        {9, 56},  {20, 46}, {30, roof + 8}, {48, roof},
                                     {64, roof + 8}, {74, 44}, {90, 52}, {95, 70},       {50, 78}};
    struct tes_shape glass =
        TES_SHAPE_CORNERED(6, {34, roof + 12}, {48, roof + 6}, {60, roof + 12}, {67, 46}, {28, 46});
    tes_outline_begin(paint, TES_SHAPE_SMOOTH(body), car.body);
    tes_light_shade(paint, TES_SHAPE_SMOOTH(body), TES_POINT(46, 44), TES_POINT(52, 29));
    tes_light_gloss(paint, TES_POINT(84, 62), TES_POINT(12, 10), 210, 290);
    tes_outline_end(paint, TES_SHAPE_SMOOTH(body), car.body);
    paint_windows(paint, glass, 49, &car);
    tes_outline_bar(paint, TES_POINT(30, 75), TES_POINT(70, 75), 7, car.trim);
    const float places[] = {car.rear, car.front};
    for (unsigned i = 0; i < 2; i++) {
        tes_path_arc(paint, TES_POINT(places[i], 76), car.wheel + 6, car.wheel + 6, 180, 360);
        tes_outline_path(paint, tes_colour_shade(car.body, -0.1F));
    }
    paint_car_details(paint, &car, 58);
    paint_wheels(paint, &car);
}

/* A van: tall, with a row of windows. */
static void paint_van(struct tes_paint *paint, struct tes_random *random)
{
    struct car car = pick_car(random);
    float roof = tes_random_between(random, 16, 24);
    float belt = tes_random_between(random, 46, 52);
    unsigned windows = 2 + tes_random_below(random, 2);
    float width = 60 / (float)windows;
    const struct tes_point body[] = {{6, roof},      {76, roof}, {88, roof + 6},
                                     {94, belt + 4}, {95, 77},   {5, 77}};
    tes_outline_begin(paint, TES_SHAPE_ROUNDED(body, 9), car.body);
    tes_paint_box(paint, TES_POINT(0, belt), TES_POINT(100, 7), 0, car.trim);
    tes_light_shade(paint, TES_SHAPE_ROUNDED(body, 9), TES_POINT(44, 42), TES_POINT(56, 32));
    tes_outline_end(paint, TES_SHAPE_ROUNDED(body, 9), car.body);
    for (unsigned i = 0; i < windows; i++) {
        tes_outline_shape(
            paint, TES_SHAPE_BOX(13 + width * (float)i, roof + 8, width - 6, belt - roof - 13, 4),
            car.pane);
    }
    tes_outline_shape(
        paint,
        TES_SHAPE_CORNERED(3, {75, roof + 8}, {83, roof + 9}, {88, belt - 5}, {75, belt - 5}),
        car.pane);
    paint_car_details(paint, &car, belt + 13);
    paint_wheels(paint, &car);
}

TES_ITEM_ONE_OF(tes_item_car, paint_sedan, paint_beetle, paint_van)

/* ----------------------------------------------------------------- house */

struct house {
    tes_colour wall, roof, door, pane, frame;
    float eaves; /* y where the roof ends */
    float left, right;
};

static struct house pick_house(struct tes_random *random)
{
    struct house house;
    bool is_pale = tes_random_chance(random, 2);
    house.wall = is_pale ? tes_palette_pale(random) : tes_palette_earthy(random);
    house.roof = tes_palette_any(random);
    house.door = tes_palette_any(random);
    house.pane = pick_pane(random);
    house.frame = tes_palette_pale(random);
    house.eaves = tes_random_between(random, 42, 50);
    house.left = tes_random_between(random, 15, 21);
    house.right = 100 - house.left;
    return house;
}

static void paint_chimney(struct tes_paint *paint, struct tes_random *random)
{
    float x = tes_random_between(random, 62, 68);
    float top = tes_random_between(random, 13, 18);
    tes_colour brick = tes_palette_earthy(random);
    tes_outline_shape(paint, TES_SHAPE_BOX(x, top, 12, 28, 2), brick);
    tes_outline_shape(paint, TES_SHAPE_BOX(x - 2, top - 3, 16, 6, 2),
                      tes_colour_shade(brick, -0.15F));
}

static void paint_walls(struct tes_paint *paint, const struct house *house)
{
    struct tes_shape walls =
        TES_SHAPE_CORNERED(2, {house->left, house->eaves + 1}, {house->right, house->eaves + 1},
                           {house->right, 89}, {house->left, 89});
    tes_outline_begin(paint, walls, house->wall);
    tes_paint_box(paint, TES_POINT(0, house->eaves - 2), TES_POINT(100, 10), 0,
                  tes_style_shadow(paint));
    tes_paint_box(paint, TES_POINT(0, 82), TES_POINT(100, 10), 0,
                  tes_colour_shade(house->wall, -0.22F));
    tes_outline_end(paint, walls, house->wall);
}

static void paint_window(struct tes_paint *paint, const struct house *house,
                         struct tes_point corner, float size)
{
    tes_path_box(paint, corner.x, corner.y, size, size, 3);
    tes_paint_fill_stroke(paint, house->pane, paint->style.line + 1, house->frame);
    tes_path_box(paint, corner.x - 2, corner.y - 2, size + 4, size + 4, 4);
    tes_paint_stroke(paint, 2, true, tes_style_edge(paint, house->wall));
    tes_paint_line(paint, TES_POINT(corner.x + size / 2, corner.y + 2),
                   TES_POINT(corner.x + size / 2, corner.y + size - 2), 2.5F, house->frame);
}

/* Door and window side by side: in a row of three they would look like a face. */
static void paint_front(struct tes_paint *paint, struct tes_random *random,
                        const struct house *house)
{
    float x = house->left + tes_random_between(random, 9, 14);
    float top = house->eaves + tes_random_between(random, 11, 15);
    float round = tes_random_between(random, 2, 9);
    float size = tes_random_between(random, 15, 18);
    tes_path_start(paint, x, 89);
    tes_path_line(paint, x, top + round);
    tes_path_quad(paint, x, top, x + round, top);
    tes_path_line(paint, x + 18 - round, top);
    tes_path_quad(paint, x + 18, top, x + 18, top + round);
    tes_path_line(paint, x + 18, 89);
    tes_outline_path(paint, house->door);
    tes_paint_circle(paint, x + 14, 75, 2, TES_RGB(0xFFE08A));
    paint_window(paint, house, TES_POINT(house->right - size - 9, house->eaves + 13), size);
}

static void paint_gabled_house(struct tes_paint *paint, struct tes_random *random)
{
    struct house house = pick_house(random);
    float peak = tes_random_between(random, 9, 14);
    bool has_chimney = tes_random_chance(random, 2);
    bool has_attic = tes_random_chance(random, 2);
    const struct tes_point roof[] = {{50, peak},
                                     {94, house.eaves + 2},
                                     {90, house.eaves + 7},
                                     {10, house.eaves + 7},
                                     {6, house.eaves + 2}};
    if (has_chimney)
        paint_chimney(paint, random);
    paint_walls(paint, &house);
    tes_outline_begin(paint, TES_SHAPE_ROUNDED(roof, 4), house.roof);
    tes_light_shade(paint, TES_SHAPE_ROUNDED(roof, 4), TES_POINT(38, 24), TES_POINT(44, 34));
    tes_outline_end(paint, TES_SHAPE_ROUNDED(roof, 4), house.roof);
    if (has_attic) {
        tes_path_ellipse(paint, 50, house.eaves - 10, 7, 7);
        tes_paint_fill_stroke(paint, house.pane, paint->style.line, house.frame);
    }
    paint_front(paint, random, &house);
}

/* Seen along its roof, which has rows of tiles. */
static void paint_wide_house(struct tes_paint *paint, struct tes_random *random)
{
    struct house house = pick_house(random);
    float peak = tes_random_between(random, 14, 20);
    float inset = tes_random_between(random, 20, 27);
    bool has_tiles = !tes_random_chance(random, 3);
    tes_colour seam = tes_colour_alpha(tes_style_edge(paint, house.roof), 0.6F);
    const struct tes_point roof[] = {
        {inset, peak}, {100 - inset, peak}, {94, house.eaves + 5}, {6, house.eaves + 5}};
    paint_chimney(paint, random);
    paint_walls(paint, &house);
    tes_outline_begin(paint, TES_SHAPE_ROUNDED(roof, 4), house.roof);
    tes_light_shade(paint, TES_SHAPE_ROUNDED(roof, 4), TES_POINT(40, 26), TES_POINT(48, 22));
    unsigned rows = has_tiles ? tes_pattern_steps(peak + 10, house.eaves, 10) : 0;
    for (unsigned i = 0; i < rows; i++) {
        float y = peak + 10 + (float)i * 10;
        tes_paint_line(paint, TES_POINT(0, y), TES_POINT(100, y), 2.4F, seam);
    }
    tes_outline_end(paint, TES_SHAPE_ROUNDED(roof, 4), house.roof);
    paint_front(paint, random, &house);
}

/* A round hut under a heap of thatch. */
static void paint_hut(struct tes_paint *paint, struct tes_random *random)
{
    struct house house = pick_house(random);
    float peak = tes_random_between(random, 9, 14);
    float low = house.eaves + 6;
    tes_colour straw = tes_palette_earthy(random);
    struct tes_shape thatch = TES_SHAPE_BLOB(
        {50, peak}, {68, peak + 9}, {82, low - 18}, {94, low - 2}, {82, low + 2}, {66, low - 2},
        {50, low + 3}, {34, low - 2}, {18, low + 2}, {6, low - 2}, {18, low - 18}, {32, peak + 9});
    paint_walls(paint, &house);
    paint_front(paint, random, &house);
    tes_outline_begin(paint, thatch, straw);
    tes_light_shade(paint, thatch, TES_POINT(42, 26), TES_POINT(42, 28));
    for (unsigned i = 0; i < 5; i++) {
        float x = 26 + (float)i * 12;
        tes_path_segment(paint, TES_POINT((x + 50) / 2, peak + 20), TES_POINT(x, low - 12));
    }
    tes_paint_stroke(paint, 2.5F, false, tes_colour_alpha(tes_style_edge(paint, straw), 0.55F));
    tes_outline_end(paint, thatch, straw);
}

TES_ITEM_ONE_OF(tes_item_house, paint_gabled_house, paint_wide_house, paint_hut)

#include "draw/types/hidden_film.h"

#include "draw/sprites/sprite_silhouette.h"

/* -------------------------------------------------------------- numbers */

/* The sine of an angle in degrees, to the nearest entry of the table. */
static float sine_of(const struct tes_hidden_reel *reel, float degrees)
{
    const float entries = TES_HIDDEN_SINES / 360.0F;
    /* Angles stay below some thousands of degrees; the shift makes them positive. */
    int entry = (int)(degrees * entries + (float)(1 << 16) + 0.5F);
    return reel->sines[(unsigned)entry & (TES_HIDDEN_SINES - 1)];
}

static float swing_of(const struct tes_hidden_reel *reel, const struct tes_hidden_swing *swing,
                      float frame)
{
    return swing->middle + swing->reach * sine_of(reel, swing->phase + swing->pace * frame);
}

/* A number between two, from 16 random bits: drawing takes most of its time for random numbers, and
 * so fine a step is never seen. */
static float between(uint32_t bits, float least, float most)
{
    return least + (most - least) * (float)(bits & 65535) / 65536.0F;
}

/* How many come, where one comes on the average, by chance alone (Poisson). */
static unsigned pick_about_one(struct tes_random *random)
{
    static const uint32_t BELOW[] = {1580030169, 3160060337, 3950075421, 4213413783,
                                     4279248373, 4292415291, 4294609777, 4294923275,
                                     4294962463, 4294966817, 4294967252};
    const unsigned last = sizeof BELOW / sizeof BELOW[0];
    uint32_t word = tes_random_word(random);
    unsigned count = 0;
    while (count < last && word >= BELOW[count])
        count++;
    return count;
}

/* The same for any average. Where there are dots, and how many, then says nothing of how many there
 * are elsewhere. */
static unsigned pick_about(struct tes_random *random, float average)
{
    unsigned whole = (unsigned)average, count = 0, rest = pick_about_one(random);
    for (unsigned i = 0; i < whole; i++)
        count += pick_about_one(random);
    for (unsigned i = 0; i < rest; i++)
        count += tes_random_between(random, 0, 1) < average - (float)whole ? 1 : 0;
    return count;
}

/* ----------------------------------------------------------------- figure */

/* Where a mask's pixels lie, and how many there are. */
struct extent {
    unsigned left, top, right, bottom, count;
};

static struct extent read_mask(const struct tes_paint *paint, uint8_t *mask)
{
    struct extent extent = {TES_HIDDEN_MASK, TES_HIDDEN_MASK, 0, 0, 0};
    for (unsigned y = 0; y < TES_HIDDEN_MASK; y++)
        for (unsigned x = 0; x < TES_HIDDEN_MASK; x++) {
            bool is_inside = (paint->pixels[(size_t)y * paint->stride + x] & 255) < 128;
            mask[y * TES_HIDDEN_MASK + x] = is_inside ? 1 : 0;
            if (!is_inside)
                continue;
            extent.left = x < extent.left ? x : extent.left;
            extent.right = x + 1 > extent.right ? x + 1 : extent.right;
            extent.top = y < extent.top ? y : extent.top;
            extent.bottom = y + 1;
            extent.count++;
        }
    return extent;
}

void tes_hidden_reel_figure(struct tes_hidden_reel *reel, const struct tes_hidden_film *film,
                            enum tes_hidden_shape shape, struct tes_paint *paint)
{
    const float longest = 0.76F * TES_HIDDEN_SIDE;
    tes_silhouette_paint(paint, shape);
    struct extent extent = read_mask(paint, reel->mask);
    float width = (float)(extent.right - extent.left);
    float height = (float)(extent.bottom - extent.top);
    float by_area = tes_number_sqrt((float)extent.count / (film->area * TES_HIDDEN_SQUARES));
    float by_side = (width > height ? width : height) / longest;
    reel->mask_scale = by_area > by_side ? by_area : by_side;
    reel->mask_x = (float)(extent.left + extent.right) / 2;
    reel->mask_y = (float)(extent.top + extent.bottom) / 2;
    reel->figure_reach = tes_number_sqrt(width * width + height * height) / 2 / reel->mask_scale;
}

struct tes_hidden_pose tes_hidden_reel_pose(const struct tes_hidden_reel *reel, unsigned frame)
{
    const struct tes_hidden_film *film = reel->film;
    float x = swing_of(reel, &film->x, (float)frame), y = swing_of(reel, &film->y, (float)frame);
    float turn = swing_of(reel, &film->turn, (float)frame);
    struct tes_hidden_pose pose;
    pose.a = reel->mask_scale * sine_of(reel, turn + 90);
    pose.b = reel->mask_scale * sine_of(reel, turn);
    pose.e = reel->mask_x - pose.a * x - pose.b * y;
    pose.f = reel->mask_y + pose.b * x - pose.a * y;
    return pose;
}

bool tes_hidden_reel_is_inside(const struct tes_hidden_reel *reel,
                               const struct tes_hidden_pose *pose, unsigned x, unsigned y)
{
    float middle_x = (float)x + 0.5F, middle_y = (float)y + 0.5F;
    float mask_x = pose->a * middle_x + pose->b * middle_y + pose->e;
    float mask_y = pose->a * middle_y - pose->b * middle_x + pose->f;
    return mask_x >= 0 && mask_y >= 0 && mask_x < TES_HIDDEN_MASK && mask_y < TES_HIDDEN_MASK &&
           reel->mask[(unsigned)mask_y * TES_HIDDEN_MASK + (unsigned)mask_x] != 0;
}

/* ------------------------------------------------------------------ dots */

/* Where dots go at a point and a time. */
static float field_of(const struct tes_hidden_reel *reel, float x, float y, float frame)
{
    const struct tes_hidden_film *film = reel->film;
    float degrees = film->start + film->spin * frame;
    for (unsigned i = 0; i < TES_HIDDEN_WAVES; i++) {
        const struct tes_hidden_wave *wave = &film->waves[i];
        float at = wave->phase + wave->across * x + wave->along * y + wave->pace * frame;
        degrees += wave->reach * sine_of(reel, at);
    }
    return degrees;
}

static float pick_direction(struct tes_hidden_reel *reel, enum tes_hidden_layer layer, float x,
                            float y, float frame)
{
    const struct tes_hidden_film *film = reel->film;
    uint32_t word = tes_random_word(&reel->random);
    /* The sum of two equal spans has this standard deviation, where each reaches so far. */
    float reach = film->scatter * 1.2247449F;
    if (layer == TES_HIDDEN_NOISE)
        return between(word, 0, 360);
    float degrees = field_of(reel, x, y, frame) + between(word, -reach, reach) +
                    between(word >> 16, -reach, reach);
    return layer == TES_HIDDEN_FIGURE ? degrees + swing_of(reel, &film->offset, frame) : degrees;
}

/* The part of the film that the middle of a dot's way may lie in. */
struct birthplace {
    float left, top, width, height;
};

/* How far a dot may be from the middle of its way. */
static float margin_of(const struct tes_hidden_film *film)
{
    return film->speed_most * (float)(film->life_most - 1) / 2 + film->jitter + 1;
}

/* From one end to the other, less what is beyond the film and its margin. */
static void cut(float margin, float *start, float *length)
{
    float end = *start + *length;
    *start = tes_number_within(*start, -margin, TES_HIDDEN_SIDE + margin);
    *length = tes_number_within(end, -margin, TES_HIDDEN_SIDE + margin) - *start;
}

/* Dots of the figure's layer are needed only where it may be while they are there. */
static struct birthplace room_of(const struct tes_hidden_reel *reel, enum tes_hidden_layer layer)
{
    const struct tes_hidden_film *film = reel->film;
    float margin = margin_of(film), reach = reel->figure_reach + margin;
    struct birthplace room = {-margin, -margin, TES_HIDDEN_SIDE + 2 * margin,
                              TES_HIDDEN_SIDE + 2 * margin};
    if (layer == TES_HIDDEN_FIGURE) {
        room.left = film->x.middle - film->x.reach - reach;
        room.width = 2 * (film->x.reach + reach);
        room.top = film->y.middle - film->y.reach - reach;
        room.height = 2 * (film->y.reach + reach);
        cut(margin, &room.left, &room.width);
        cut(margin, &room.top, &room.height);
    }
    return room;
}

/*
 * A dot that is seen from `frame` on. The middle of its way is what is picked: equally often
 * everywhere. Dots thin out where directions part, and crowd where they meet; but as much as a
 * layer is thinner behind the middle of the ways it is denser before it, and both are seen at once.
 */
static void add_dot(struct tes_hidden_reel *reel, enum tes_hidden_layer layer,
                    const struct birthplace *room, int frame)
{
    const struct tes_hidden_film *film = reel->film;
    uint32_t place = tes_random_word(&reel->random);
    uint32_t pace = tes_random_word(&reel->random);
    float x = between(place, room->left, room->left + room->width);
    float y = between(place >> 16, room->top, room->top + room->height);
    float speed = between(pace, film->speed_least, film->speed_most);
    unsigned lives = film->life_most - film->life_least + 1U;
    unsigned life = film->life_least + ((pace >> 16) * lives >> 16);
    float half = (float)(life - 1) / 2;
    float degrees = pick_direction(reel, layer, x, y, (float)frame + half);
    struct tes_hidden_dot dot = {.layer = (uint8_t)layer, .left = (uint8_t)life};
    dot.speed_x = speed * sine_of(reel, degrees + 90);
    dot.speed_y = speed * sine_of(reel, degrees);
    dot.x = x - half * dot.speed_x;
    dot.y = y - half * dot.speed_y;
    if (reel->dot_count < TES_HIDDEN_DOTS_MAX)
        reel->dots[reel->dot_count++] = dot;
}

static void add_dots(struct tes_hidden_reel *reel, int frame)
{
    const struct tes_hidden_film *film = reel->film;
    float life = (float)(film->life_least + film->life_most) / 2;
    float density = film->dots / (TES_HIDDEN_SIDE * TES_HIDDEN_SIDE) / life;
    for (unsigned layer = TES_HIDDEN_NOISE; layer <= TES_HIDDEN_FIGURE; layer++) {
        struct birthplace room = room_of(reel, (enum tes_hidden_layer)layer);
        float share = layer == TES_HIDDEN_NOISE ? film->noise : 1 - film->noise;
        unsigned count = pick_about(&reel->random, density * share * room.width * room.height);
        for (unsigned i = 0; i < count; i++)
            add_dot(reel, (enum tes_hidden_layer)layer, &room, frame);
    }
}

/* All dots a frame further; those whose time is over are gone. */
static void move_dots(struct tes_hidden_reel *reel)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < reel->dot_count; i++) {
        struct tes_hidden_dot dot = reel->dots[i];
        dot.x += dot.speed_x;
        dot.y += dot.speed_y;
        dot.left--;
        reel->dots[kept] = dot;
        kept += dot.left > 0 ? 1 : 0;
    }
    reel->dot_count = kept;
}

void tes_hidden_reel_start(struct tes_hidden_reel *reel, const struct tes_hidden *hidden)
{
    reel->film = &hidden->film;
    reel->dot_count = 0;
    tes_random_start(&reel->random, hidden->looks);
    for (unsigned i = 0; i < TES_HIDDEN_SINES; i++)
        reel->sines[i] = tes_number_sin((float)i * (360.0F / TES_HIDDEN_SINES));
    for (int frame = 1 - hidden->film.life_most; frame < 0; frame++) {
        add_dots(reel, frame);
        move_dots(reel);
    }
}

/* The square that a dot is on, or none: TES_HIDDEN_SQUARES. `bits` say how far it is off its way.
 */
static unsigned square_of(const struct tes_hidden_reel *reel, const struct tes_hidden_pose *pose,
                          const struct tes_hidden_dot *dot, uint32_t bits)
{
    const float jitter = reel->film->jitter, step = 2 * jitter / 256;
    /* So that what is cut off is cut off downwards. */
    const unsigned shift = 64;
    float x = dot->x + (float)(bits >> 8 & 255) * step - jitter;
    float y = dot->y + (float)(bits & 255) * step - jitter;
    unsigned column = (unsigned)(x + (float)shift) - shift;
    unsigned row = (unsigned)(y + (float)shift) - shift;
    if (column >= TES_HIDDEN_SIDE || row >= TES_HIDDEN_SIDE)
        return TES_HIDDEN_SQUARES;
    bool is_seen =
        dot->layer == TES_HIDDEN_NOISE ||
        tes_hidden_reel_is_inside(reel, pose, column, row) == (dot->layer == TES_HIDDEN_FIGURE);
    return is_seen ? row * TES_HIDDEN_SIDE + column : TES_HIDDEN_SQUARES;
}

void tes_hidden_reel_frame(struct tes_hidden_reel *reel, unsigned frame, uint8_t ink,
                           uint8_t *pixels)
{
    struct tes_hidden_pose pose = tes_hidden_reel_pose(reel, frame);
    uint32_t word = 0;
    add_dots(reel, (int)frame);
    for (unsigned i = 0; i < reel->dot_count; i++) {
        word = i % 2 == 0 ? tes_random_word(&reel->random) : word >> 16;
        unsigned square = square_of(reel, &pose, &reel->dots[i], word);
        if (square < TES_HIDDEN_SQUARES)
            pixels[square] = ink;
    }
    move_dots(reel);
}

void tes_hidden_reel_end(struct tes_hidden_reel *reel)
{
    tes_random_end(&reel->random);
}

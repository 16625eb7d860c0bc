#include "draw/kinds/hidden_film.h"

#include "draw/paint/number.h"

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
    unsigned whole = (unsigned)average + 1, sum = 0, kept = 0;
    for (unsigned i = 0; i < whole; i++)
        sum += pick_about_one(random);
    for (unsigned i = 0; i < sum; i++) {
        float share = tes_random_between(random, 0, 1);
        kept += share * (float)whole < average ? 1 : 0;
    }
    return kept;
}

/* ----------------------------------------------------------------- figure */

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
    /* The sum of two equal spans has this standard deviation, where each reaches so far. */
    float reach = film->scatter * 1.2247449F;
    if (layer == TES_HIDDEN_NOISE)
        return tes_random_between(&reel->random, 0, 360);
    float first = tes_random_between(&reel->random, -reach, reach);
    float second = tes_random_between(&reel->random, -reach, reach);
    float degrees = field_of(reel, x, y, frame) + first + second;
    return layer == TES_HIDDEN_FIGURE ? degrees + swing_of(reel, &film->offset, frame) : degrees;
}

/* How far a dot may be from the middle of its way. */
static float margin_of(const struct tes_hidden_film *film)
{
    return film->speed_most * (float)(film->life_most - 1) / 2 + film->jitter + 1;
}

/*
 * A dot that is seen from `frame` on. The middle of its way is what is picked: equally often
 * everywhere. Dots thin out where directions part, and crowd where they meet; but as much as a
 * layer is thinner behind the middle of the ways it is denser before it, and both are seen at once.
 */
static void add_dot(struct tes_hidden_reel *reel, enum tes_hidden_layer layer, int frame)
{
    const struct tes_hidden_film *film = reel->film;
    float margin = margin_of(film), end = TES_HIDDEN_SIDE + margin;
    float x = tes_random_between(&reel->random, -margin, end);
    float y = tes_random_between(&reel->random, -margin, end);
    float speed = tes_random_between(&reel->random, film->speed_least, film->speed_most);
    uint32_t longer =
        tes_random_below(&reel->random, (uint32_t)(film->life_most - film->life_least + 1));
    unsigned life = film->life_least + longer;
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
    float side = TES_HIDDEN_SIDE + 2 * margin_of(film);
    float life = (float)(film->life_least + film->life_most) / 2;
    float births = film->dots * side * side / (TES_HIDDEN_SIDE * TES_HIDDEN_SIDE) / life;
    for (unsigned layer = TES_HIDDEN_NOISE; layer <= TES_HIDDEN_FIGURE; layer++) {
        float share = layer == TES_HIDDEN_NOISE ? film->noise : 1 - film->noise;
        unsigned count = pick_about(&reel->random, births * share);
        for (unsigned i = 0; i < count; i++)
            add_dot(reel, (enum tes_hidden_layer)layer, frame);
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

/* Whether a dot of that layer is seen on a square. */
static bool is_seen(const struct tes_hidden_reel *reel, const struct tes_hidden_pose *pose,
                    unsigned layer, unsigned x, unsigned y)
{
    return layer == TES_HIDDEN_NOISE ||
           tes_hidden_reel_is_inside(reel, pose, x, y) == (layer == TES_HIDDEN_FIGURE);
}

void tes_hidden_reel_frame(struct tes_hidden_reel *reel, unsigned frame, uint8_t ink,
                           uint8_t *pixels)
{
    struct tes_hidden_pose pose = tes_hidden_reel_pose(reel, frame);
    const float to_side = 2 * reel->film->jitter / 65536;
    /* So that what is cut off is cut off downwards. */
    const float shift = 64;
    add_dots(reel, (int)frame);
    for (unsigned i = 0; i < reel->dot_count; i++) {
        const struct tes_hidden_dot *dot = &reel->dots[i];
        uint32_t word = tes_random_word(&reel->random);
        float x = dot->x + (float)(word >> 16) * to_side - reel->film->jitter;
        float y = dot->y + (float)(word & 65535) * to_side - reel->film->jitter;
        unsigned column = (unsigned)(x + shift) - (unsigned)shift;
        unsigned row = (unsigned)(y + shift) - (unsigned)shift;
        if (column < TES_HIDDEN_SIDE && row < TES_HIDDEN_SIDE &&
            is_seen(reel, &pose, dot->layer, column, row))
            pixels[row * TES_HIDDEN_SIDE + column] = ink;
    }
    move_dots(reel);
}

void tes_hidden_reel_end(struct tes_hidden_reel *reel)
{
    tes_random_end(&reel->random);
}

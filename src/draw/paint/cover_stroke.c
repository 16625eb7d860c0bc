/*
 * Strokes: each line of the path becomes a bar. All bars run the same way round, so that overlaps
 * add up and never cancel. Bars that share two corners get no end there, since the two ends would
 * cancel out.
 */
#include "draw/paint/cover.h"

static struct tes_point unit_normal(struct tes_point from, struct tes_point to)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_number_sqrt(x * x + y * y);
    if (length < 1e-6F)
        return (struct tes_point){0, 0};
    return (struct tes_point){y / length, -x / length};
}

/* The corner of a bar beside a point. */
static struct tes_cover_point corner(struct tes_point at, struct tes_point side)
{
    return tes_cover_point(at.x + side.x, at.y + side.y);
}

static struct tes_point opposite(struct tes_point vector)
{
    return (struct tes_point){-vector.x, -vector.y};
}

enum { QUARTER = 16, HALF = 2 * QUARTER };

/* Sines from 0 to 90 degrees, in QUARTER steps. */
static const float SINES[QUARTER + 1] = {
    0,           0.09801714F, 0.19509032F, 0.29028468F, 0.38268343F, 0.47139674F,
    0.55557023F, 0.63439328F, 0.70710678F, 0.77301045F, 0.83146961F, 0.88192126F,
    0.92387953F, 0.95694034F, 0.98078528F, 0.99518473F, 1,
};

/* Adds half a disc at a line's end: clockwise from `side` of the centre to the opposite side. */
static void add_half_disc(struct tes_cover *cover, struct tes_point centre, struct tes_point side,
                          float radius)
{
    /* No line is more than a tenth of a pixel off the circle, up to a radius of 20. */
    unsigned step = radius <= 1 ? 8 : radius <= 5 ? 4 : radius <= 20 ? 2 : 1;
    struct tes_cover_point last = corner(centre, side);
    for (unsigned i = step; i <= HALF; i += step) {
        float sine = SINES[i < QUARTER ? i : HALF - i];
        float cosine = i < QUARTER ? SINES[QUARTER - i] : -SINES[i - QUARTER];
        struct tes_point turned = {side.x * cosine - side.y * sine,
                                   side.y * cosine + side.x * sine};
        struct tes_cover_point next = corner(centre, turned);
        tes_cover_line(cover, last, next);
        last = next;
    }
}

/* Whether a bend is sharp. A slight bend is mitred: both bars end in the same two corners. A sharp
 * one gets half a disc. Where there is no line before or after, `normal` and `next` are equal, and
 * it is no bend. */
static bool is_sharp(struct tes_point normal, struct tes_point next)
{
    return normal.x * next.x + normal.y * next.y < 0.7F;
}

static struct tes_point mitre(struct tes_point normal, struct tes_point next, float radius)
{
    float share = radius / (1 + normal.x * next.x + normal.y * next.y);
    return (struct tes_point){(normal.x + next.x) * share, (normal.y + next.y) * share};
}

/* Removes points that repeat the one before; returns how many are left. */
static unsigned drop_repeats(struct tes_point *points, unsigned count, bool is_closed)
{
    unsigned kept = 1;
    for (unsigned i = 1; i < count; i++) {
        float x = points[i].x - points[kept - 1].x, y = points[i].y - points[kept - 1].y;
        if (x * x + y * y > 1e-4F)
            points[kept++] = points[i];
    }
    float x = points[kept - 1].x - points[0].x, y = points[kept - 1].y - points[0].y;
    if (is_closed && kept > 1 && x * x + y * y <= 1e-4F)
        kept--;
    return kept;
}

/* A bar, for one line of the stroke. Its ends are round, straight, or left out where the next bar
 * continues it. */
enum end { END_OPEN, END_BLUNT, END_ROUND };

struct bar {
    struct tes_point from, from_side, to, to_side;
    enum end start, end;
};

static void add_end(struct tes_cover *cover, struct tes_point at, struct tes_point side,
                    float radius, enum end end)
{
    if (end == END_ROUND)
        add_half_disc(cover, at, side, radius);
    else if (end == END_BLUNT)
        tes_cover_line(cover, corner(at, side), corner(at, opposite(side)));
}

static void add_bar(struct tes_cover *cover, const struct bar *bar, float radius)
{
    struct tes_point from_back = opposite(bar->from_side), to_back = opposite(bar->to_side);
    tes_cover_line(cover, corner(bar->from, bar->from_side), corner(bar->to, bar->to_side));
    add_end(cover, bar->to, bar->to_side, radius, bar->end);
    tes_cover_line(cover, corner(bar->to, to_back), corner(bar->from, from_back));
    add_end(cover, bar->from, from_back, radius, bar->start);
}

static void add_dot(struct tes_cover *cover, struct tes_point centre, float radius)
{
    add_half_disc(cover, centre, (struct tes_point){radius, 0}, radius);
    add_half_disc(cover, centre, (struct tes_point){-radius, 0}, radius);
}

void tes_cover_stroke(struct tes_cover *cover, struct tes_point *points, unsigned count,
                      float radius, bool is_closed)
{
    count = drop_repeats(points, count, is_closed);
    unsigned lines = is_closed && count > 2 ? count : count - 1;
    bool is_open = lines < count;
    if (lines == 0) {
        add_dot(cover, points[0], radius);
        return;
    }
    struct tes_point normal = unit_normal(points[0], points[1]);
    struct tes_point before = is_open ? normal : unit_normal(points[count - 1], points[0]);
    for (unsigned i = 0; i < lines; i++) {
        unsigned next = i + 1 < count ? i + 1 : 0, second = next + 1 < count ? next + 1 : 0;
        bool is_end = is_open && i + 1 == lines, is_start = is_open && i == 0;
        struct tes_point after = is_end ? normal : unit_normal(points[next], points[second]);
        bool starts_sharp = is_sharp(before, normal), ends_sharp = is_sharp(normal, after);
        struct bar bar = {
            .from = points[i],
            .from_side = mitre(starts_sharp ? normal : before, normal, radius),
            .to = points[next],
            .to_side = mitre(normal, ends_sharp ? normal : after, radius),
            .start = is_start       ? END_ROUND
                     : starts_sharp ? END_BLUNT
                                    : END_OPEN,
            .end = is_end || ends_sharp ? END_ROUND : END_OPEN,
        };
        add_bar(cover, &bar, radius);
        before = normal;
        normal = after;
    }
}

/* The parts of a mammal's body: trunk, limbs, paws, tails, and fur that stands up. Outlines of what
 * has tips are a larger shape beneath, not strokes: sharp corners are slow to stroke. */
#include "draw/sprites/animals/beast.h"

static struct tes_point between(struct tes_point from, struct tes_point via, struct tes_point to,
                                float t)
{
    float u = 1 - t;
    return TES_POINT(u * u * from.x + 2 * u * t * via.x + t * t * to.x,
                     u * u * from.y + 2 * u * t * via.y + t * t * to.y);
}

/* To the left of the way along the curve, one unit long. */
static struct tes_point normal_of(struct tes_point from, struct tes_point via, struct tes_point to,
                                  float t)
{
    float x = (1 - t) * (via.x - from.x) + t * (to.x - via.x);
    float y = (1 - t) * (via.y - from.y) + t * (to.y - via.y);
    float length = tes_number_sqrt(x * x + y * y) + 0.001F;
    return TES_POINT(y / length, -x / length);
}

/* ------------------------------------------------------------------ limbs */

enum { STEPS_MAX = 9 };

/* What of a limb is traced: steps `first` .. `count` - 1 of its way. */
struct steps {
    unsigned first, count;
};

static const struct steps LEG = {0, 4}, TAIL = {0, 9}, TAIL_TIP = {5, 9};

/* `grow` is added all around. Bristles lean towards the end. */
static void path_limb(struct tes_paint *paint, const struct tes_beast_limb *limb,
                      struct steps steps, float grow)
{
    struct tes_point points[2 * STEPS_MAX + 1];
    unsigned count = steps.count - steps.first;
    bool is_bristly = limb->bristle > 0;
    for (unsigned i = 0; i < count; i++) {
        float t = (float)(steps.first + i) / (float)(steps.count - 1), u = 1 - t;
        float width =
            u * u * limb->from_width + 2 * u * t * limb->via_width + t * t * limb->to_width + grow;
        bool is_tip = is_bristly && (steps.first + i) % 2 == 1;
        struct tes_point at = between(limb->from, limb->via, limb->to, t);
        struct tes_point out = normal_of(limb->from, limb->via, limb->to, t);
        if (is_tip) {
            width += limb->bristle;
            at = TES_POINT(at.x - out.y * limb->bristle, at.y + out.x * limb->bristle);
        }
        points[i] = TES_POINT(at.x + out.x * width, at.y + out.y * width);
        points[2 * count - i] = TES_POINT(at.x - out.x * width, at.y - out.y * width);
    }
    struct tes_point out = normal_of(limb->from, limb->via, limb->to, 1);
    float cap = limb->to_width + (is_bristly ? 2 * limb->bristle + 1.5F * grow : grow);
    points[count] = TES_POINT(limb->to.x - out.y * cap, limb->to.y + out.x * cap);
    if (is_bristly)
        tes_path_polygon(paint, points, 2 * count + 1);
    else
        tes_path_blob(paint, points, 2 * count + 1);
}

static void paint_limb(struct tes_paint *paint, const struct tes_beast *beast,
                       const struct tes_beast_limb *limb, tes_colour colour)
{
    path_limb(paint, limb, TAIL, beast->line * 0.5F);
    tes_paint_fill(paint, beast->coat.ink);
    path_limb(paint, limb, TAIL, -beast->line * 0.5F);
    tes_paint_fill(paint, colour);
}

/* ------------------------------------------------------------------- tail */

struct tail {
    float from, via, to; /* widths */
    float bristle;       /* of a threat */
};

static const struct tail TAILS[] = {
    [TES_BEAST_TAIL_LONG] = {3.4F, 4.2F, 3.4F, 2},
    [TES_BEAST_TAIL_TASSEL] = {3, 2.8F, 2.6F, 0},
    [TES_BEAST_TAIL_BUSHY] = {3, 11, 2.5F, 2.4F},
    [TES_BEAST_TAIL_STUB] = {0, 0, 0, 0},
};

static void paint_tassel(struct tes_paint *paint, const struct tes_beast *beast,
                         const struct tes_beast_limb *limb)
{
    struct tes_beast_limb end = {.from = between(limb->from, limb->via, limb->to, 0.8F),
                                 .via = between(limb->from, limb->via, limb->to, 0.92F),
                                 .to = limb->to,
                                 .from_width = 2.5F,
                                 .via_width = 7,
                                 .to_width = 2,
                                 .bristle = beast->is_safe ? 0 : 2};
    paint_limb(paint, beast, &end, beast->coat.mane);
}

/* A short tail is a ball of fur. */
static void paint_stub(struct tes_paint *paint, const struct tes_beast *beast,
                       const struct tes_beast_limb *limb)
{
    struct tes_point at = between(limb->from, limb->via, limb->to, 0.2F);
    tes_paint_circle(paint, at.x, at.y, 6.5F + beast->line * 0.5F, beast->coat.ink);
    tes_paint_circle(paint, at.x, at.y, 6.5F - beast->line * 0.5F, beast->coat.fur);
}

void tes_beast_tail(struct tes_paint *paint, const struct tes_beast *beast,
                    struct tes_beast_limb limb)
{
    struct tail tail = TAILS[beast->kind->tail];
    tes_colour tip =
        beast->kind->mask == TES_BEAST_MASK_CHEEKS ? beast->coat.light : beast->coat.mark;
    if (beast->kind->tail == TES_BEAST_TAIL_STUB) {
        paint_stub(paint, beast, &limb);
        return;
    }
    limb.from_width = tail.from;
    limb.via_width = tail.via;
    limb.to_width = tail.to;
    limb.bristle = beast->is_safe ? 0 : tail.bristle;
    paint_limb(paint, beast, &limb, beast->coat.fur);
    if (beast->kind->tail == TES_BEAST_TAIL_TASSEL) {
        paint_tassel(paint, beast, &limb);
        return;
    }
    path_limb(paint, &limb, TAIL_TIP, -beast->line * 0.5F);
    tes_paint_fill(paint, tip);
}

/* ------------------------------------------------------------------- paws */

/* Round above, three toes below. */
static void path_foot(struct tes_paint *paint, float radius, float grow)
{
    float r = radius + grow, notch = radius * 0.72F + grow;
    tes_path_start(paint, -r, 0);
    tes_path_quad(paint, -r, -r, 0, -r);
    tes_path_quad(paint, r, -r, r, 0);
    tes_path_quad(paint, r * 1.1F, r * 1.15F, radius * 0.32F, notch);
    tes_path_quad(paint, 0, r * 1.45F, -radius * 0.32F, notch);
    tes_path_quad(paint, -r * 1.1F, r * 1.15F, -r, 0);
}

/* What of the claws is seen beyond the toes' outline; their own outline goes on beneath it. */
static void path_claws(struct tes_paint *paint, float radius, float line, bool is_outline)
{
    for (unsigned t = 0; t < 3; t++) {
        float toe = TES_BEAST_TOES[t];
        float x = toe * radius * 0.62F, y = radius * (toe == 0 ? 0.8F : 0.6F);
        float grow = is_outline ? line * 0.5F : -line * 0.15F;
        float half = radius * 0.24F + grow, tip = y + radius * 0.85F + grow * 1.6F;
        float root = is_outline ? y - 1 : y + radius * 0.2F + line * 0.3F;
        tes_path_start(paint, x - half, root);
        tes_path_line(paint, x + half, root);
        tes_path_quad(paint, x + half, (root + tip) * 0.5F, x + toe * 1.5F, tip);
        tes_path_quad(paint, x - half, (root + tip) * 0.5F, x - half, root);
    }
}

static void path_pads(struct tes_paint *paint, float radius)
{
    tes_path_ellipse(paint, 0, -radius * 0.25F, radius * 0.5F, radius * 0.38F);
    for (unsigned t = 0; t < 3; t++) {
        float toe = TES_BEAST_TOES[t];
        tes_path_ellipse(paint, toe * radius * 0.56F, radius * (toe == 0 ? 0.58F : 0.4F),
                         radius * 0.21F, radius * 0.23F);
    }
}

static void path_toes(struct tes_paint *paint, float radius, float line)
{
    TES_EACH_SIDE (toe)
        tes_path_box(paint, toe * radius * 0.3F - line * 0.35F, radius * 0.12F, line * 0.7F,
                     radius * 0.6F, 0);
}

enum layer { LAYER_EDGES, LAYER_FUR, LAYER_CLAWS, LAYER_PADS, LAYER_TOES };

static void path_leg(struct tes_paint *paint, const struct tes_beast *beast,
                     const struct tes_beast_leg *leg, enum layer layer)
{
    struct tes_matrix before = paint->matrix;
    float radius = leg->foot.radius, half = beast->line * 0.5F;
    if ((layer == LAYER_EDGES || layer == LAYER_FUR) && leg->limb.via_width > 0)
        path_limb(paint, &leg->limb, LEG, layer == LAYER_EDGES ? half : -half);
    tes_paint_move(paint, leg->foot.at.x, leg->foot.at.y);
    tes_paint_turn(paint, 0, 0, leg->foot.turn);
    if (layer == LAYER_EDGES && leg->foot.paw == TES_BEAST_PAW_CLAWS)
        path_claws(paint, radius, beast->line, true);
    if (layer == LAYER_CLAWS)
        path_claws(paint, radius, beast->line, false);
    else if (layer == LAYER_PADS)
        path_pads(paint, radius);
    else if (layer == LAYER_TOES)
        path_toes(paint, radius, beast->line);
    else
        path_foot(paint, radius, layer == LAYER_EDGES ? half : -half);
    paint->matrix = before;
}

/* All legs have the same kind of paw. */
void tes_beast_legs(struct tes_paint *paint, const struct tes_beast *beast,
                    const struct tes_beast_leg *legs, unsigned count)
{
    const struct {
        bool is_painted;
        tes_colour colour;
    } layers[] = {
        [LAYER_EDGES] = {true, beast->coat.ink},
        [LAYER_FUR] = {true, beast->coat.leg},
        [LAYER_CLAWS] = {legs->foot.paw == TES_BEAST_PAW_CLAWS, TES_RGB(0xFFFDF2)},
        [LAYER_PADS] = {legs->foot.paw == TES_BEAST_PAW_PADS,
                        tes_colour_mix(beast->coat.ink, TES_RGB(0xF3A0A0), 0.72F)},
        [LAYER_TOES] = {legs->foot.paw == TES_BEAST_PAW_REST, beast->coat.ink},
    };
    for (unsigned layer = LAYER_EDGES; layer <= LAYER_TOES; layer++) {
        if (!layers[layer].is_painted)
            continue;
        for (unsigned i = 0; i < count; i++)
            path_leg(paint, beast, &legs[i], (enum layer)layer);
        tes_paint_fill(paint, layers[layer].colour);
    }
}

/* -------------------------------------------------------------------- fur */

static void path_fringe(struct tes_paint *paint, const struct tes_beast_fringe *fringe, float grow)
{
    /* Soft tufts are fewer and rounder. */
    unsigned tufts = fringe->is_sharp ? fringe->tufts : fringe->tufts / 2 + 1;
    float count = (float)tufts;
    tes_path_start(paint, fringe->from.x, fringe->from.y + grow);
    for (unsigned i = 0; i < tufts; i++) {
        float middle = ((float)i + 0.5F) / count, end = ((float)i + 1) / count;
        struct tes_point out = normal_of(fringe->from, fringe->via, fringe->to, middle);
        struct tes_point root = between(fringe->from, fringe->via, fringe->to, middle);
        struct tes_point next = between(fringe->from, fringe->via, fringe->to, end);
        float length = fringe->length * (i % 2 == 0 ? 1 : 0.75F);
        length = (fringe->is_sharp ? length : length * 1.2F) + grow;
        struct tes_point tip = {root.x + out.x * length, root.y + out.y * length};
        next.x += out.x * grow;
        next.y += out.y * grow;
        if (fringe->is_sharp) {
            tes_path_line(paint, tip.x, tip.y);
            tes_path_line(paint, next.x, next.y);
        } else {
            tes_path_quad(paint, tip.x, tip.y, next.x, next.y);
        }
    }
    struct tes_point out = normal_of(fringe->from, fringe->via, fringe->to, 0.5F);
    tes_path_quad(paint, fringe->via.x - out.x * 8, fringe->via.y - out.y * 8, fringe->from.x,
                  fringe->from.y + grow);
}

void tes_beast_fringe(struct tes_paint *paint, const struct tes_beast *beast,
                      struct tes_beast_fringe fringe)
{
    path_fringe(paint, &fringe, beast->line * (fringe.is_sharp ? 0.9F : 0.6F));
    tes_paint_fill(paint, beast->coat.ink);
    path_fringe(paint, &fringe, -beast->line * 0.4F);
    tes_paint_fill(paint, beast->coat.mane);
}

static void path_ring(struct tes_paint *paint, const struct tes_beast *beast,
                      struct tes_point centre, struct tes_point radius, float length)
{
    bool is_sharp = !beast->is_safe;
    unsigned tufts = (beast->tufts > 0 ? beast->tufts : 13) - (is_sharp ? 2 : 0);
    tufts += beast->kind->mane > 0 ? 3 : 0;
    float step = 360 / (float)tufts;
    for (unsigned i = 0; i < tufts; i++) {
        float angle = 90 + step * (float)i, tip = angle + step * 0.5F, next = angle + step;
        float stand = is_sharp ? length * (i % 2 == 0 ? 1 : 0.72F) : length * 1.15F;
        struct tes_point at = {centre.x + tes_number_cos(tip) * (radius.x + stand),
                               centre.y + tes_number_sin(tip) * (radius.y + stand)};
        struct tes_point to = {centre.x + tes_number_cos(next) * radius.x,
                               centre.y + tes_number_sin(next) * radius.y};
        if (i == 0)
            tes_path_start(paint, centre.x + tes_number_cos(angle) * radius.x,
                           centre.y + tes_number_sin(angle) * radius.y);
        if (is_sharp) {
            tes_path_line(paint, at.x, at.y);
            tes_path_line(paint, to.x, to.y);
        } else {
            tes_path_quad(paint, at.x, at.y, to.x, to.y);
        }
    }
}

void tes_beast_ring(struct tes_paint *paint, const struct tes_beast *beast, struct tes_point centre,
                    struct tes_point radius, float length)
{
    float half = beast->line * 0.5F;
    path_ring(paint, beast, centre, TES_POINT(radius.x + half, radius.y + half),
              length + half * (beast->is_safe ? 1 : 2));
    tes_paint_fill(paint, beast->coat.ink);
    path_ring(paint, beast, centre, TES_POINT(radius.x - half, radius.y - half), length);
    tes_paint_fill(paint, beast->coat.mane);
}

/* ------------------------------------------------------------------ trunk */

/* `grow` is added all around, as nearly as a larger scale does. */
static void path_trunk(struct tes_paint *paint, const struct tes_beast_trunk *trunk, float grow)
{
    struct tes_matrix before = paint->matrix;
    struct tes_point middle = trunk->centre;
    tes_paint_scale_at(paint, TES_POINT(middle.x, middle.y), 1 + grow / trunk->radius.x,
                       1 + grow / trunk->radius.y);
    tes_path_blob(paint, trunk->points, trunk->count);
    paint->matrix = before;
}

void tes_beast_trunk(struct tes_paint *paint, const struct tes_beast *beast,
                     struct tes_beast_trunk trunk)
{
    float half = beast->line * 0.5F;
    path_trunk(paint, &trunk, half);
    tes_paint_fill(paint, beast->coat.ink);
    path_trunk(paint, &trunk, -half);
    tes_paint_fill(paint, beast->coat.fur);
    path_trunk(paint, &trunk, -half);
    tes_paint_clip(paint);
    tes_beast_body_marks(paint, beast, trunk.centre, trunk.radius);
    if (trunk.belly.x > 0)
        tes_paint_ellipse(paint, trunk.belly_at.x, trunk.belly_at.y, trunk.belly.x, trunk.belly.y,
                          beast->coat.light);
    tes_paint_ellipse(paint, trunk.centre.x - beast->light_side * 4,
                      trunk.centre.y + trunk.radius.y * 1.15F, trunk.radius.x * 1.1F,
                      trunk.radius.y * 0.5F, tes_colour_alpha(beast->coat.ink, 0.18F));
    tes_paint_unclip(paint);
}

/*
 * Draws a building with gates, and in front of each gate a plate with as many dots as its number.
 * The ball is drawn over that. Each step contains what changed since the one before: where the ball
 * was, and where it is.
 */
#include "draw/scene/marks/marks.h"

#include "draw/scene/ball.h"
#include "draw/scene/card.h"

enum {
    STEP_MS = 60,
    STEP_PIXELS = 12 * 1024, /* of each step on average: twice what the largest ball needs */
    ARCH_POINTS = 14,
    DOT_POINTS = 20,
};

static const tes_colour INSIDE = TES_RGB(0x262B3A), FRAME = TES_RGB(0xFFFFFF),
                        PLATE = TES_RGB(0xFFFFFF), PLATE_EDGE = TES_RGB(0x3B4458),
                        DOT = TES_RGB(0x1B2233);

static const double GATE_HALF = 0.38, GATE_SIDES = 0.42, GATE_HIGH = 0.76;
static const double PLATE_HALF = 0.44, PLATE_FROM = 0.14, PLATE_DEEP = 0.98;
static const double DOT_RADIUS = 0.1, DOT_AWAY = 0.25;

/* ------------------------------------------------------------------ gates */

static struct tes_point on_front(const struct tes_marks *marks, double x, double z)
{
    return tes_marks_see(marks, (struct tes_vector){x, TES_MOTION_FRONT, z});
}

static struct tes_point on_ground(const struct tes_marks *marks, double x, double y)
{
    return tes_marks_see(marks, (struct tes_vector){x, TES_MOTION_FRONT - y, 0});
}

static void add_gate(const struct tes_marks *marks, struct tes_paint *paint, double x)
{
    struct tes_point points[ARCH_POINTS + 3];
    unsigned count = 0;
    points[count++] = on_front(marks, x + GATE_HALF, 0);
    for (unsigned i = 0; i <= ARCH_POINTS; i++) {
        double turn = 180.0 * i / ARCH_POINTS;
        points[count++] = on_front(marks, x + GATE_HALF * tes_scene_cosine(turn),
                                   GATE_SIDES + (GATE_HIGH - GATE_SIDES) * tes_scene_sine(turn));
    }
    points[count++] = on_front(marks, x - GATE_HALF, 0);
    tes_path_polygon(paint, points, count);
}

static void add_plate(const struct tes_marks *marks, struct tes_paint *paint, double x)
{
    const struct tes_point points[] = {
        on_ground(marks, x - PLATE_HALF, PLATE_FROM),
        on_ground(marks, x + PLATE_HALF, PLATE_FROM),
        on_ground(marks, x + PLATE_HALF, PLATE_FROM + PLATE_DEEP),
        on_ground(marks, x - PLATE_HALF, PLATE_FROM + PLATE_DEEP),
    };
    tes_path_polygon(paint, points, 4);
}

static void add_dot(const struct tes_marks *marks, struct tes_paint *paint, double x, double y)
{
    struct tes_point points[DOT_POINTS];
    for (unsigned i = 0; i < DOT_POINTS; i++) {
        double turn = 360.0 * i / DOT_POINTS;
        points[i] = on_ground(marks, x + DOT_RADIUS * tes_scene_cosine(turn),
                              y + DOT_RADIUS * tes_scene_sine(turn));
    }
    tes_path_polygon(paint, points, DOT_POINTS);
}

/* Paints dots like those of a die: there are nine places, and each number uses some of them. */
static void paint_dots(const struct tes_marks *marks, struct tes_paint *paint, double x,
                       unsigned number)
{
    static const uint16_t DICE[TES_MOTION_GATES + 1] = {0,     0x010, 0x044, 0x054,
                                                        0x145, 0x155, 0x16D};
    double middle = PLATE_FROM + PLATE_DEEP / 2;
    for (unsigned i = 0; i < 9; i++) {
        unsigned row = i / 3, column = i % 3;
        if ((DICE[number] >> i & 1) != 0)
            add_dot(marks, paint, x + DOT_AWAY * (column - 1.0),
                    middle + 1.1 * DOT_AWAY * (row - 1.0));
    }
    tes_paint_fill(paint, DOT);
}

static void paint_gates(const struct tes_marks *marks, struct tes_paint *paint)
{
    for (unsigned i = 0; i < TES_MOTION_GATES; i++) {
        double x = tes_motion_gate(i);
        add_gate(marks, paint, x);
        tes_paint_fill_stroke(paint, INSIDE, 3.5F, FRAME);
        add_gate(marks, paint, x);
        tes_paint_fill(paint, INSIDE);
        add_plate(marks, paint, x);
        tes_paint_fill_stroke(paint, PLATE, 2.5F, PLATE_EDGE);
        paint_dots(marks, paint, x, i + 1);
    }
}

/* ------------------------------------------------------------------- roof */

struct roof {
    struct tes_point corners[4];
    tes_colour colour;
};

/* The colour of the roof in the picture, in the middle of a block. */
static tes_colour roof_colour(const struct tes_marks *marks, struct tes_studio *studio)
{
    const struct tes_vector middle = {0, 0, TES_MOTION_ROOF};
    struct tes_point at = tes_marks_see(marks, middle);
    struct tes_area pixel = {marks->head.x + (unsigned)at.x, marks->head.y + (unsigned)at.y, 1, 1};
    unsigned stride;
    return TES_RGB(*tes_studio_pixels(studio, pixel, &stride) & 0xFFFFFF);
}

/* Paints over the joints between the blocks of the roof, which would look like lanes for the
 * ball. */
static void paint_roof(struct tes_paint *paint, const void *what)
{
    const struct roof *roof = what;
    tes_path_polygon(paint, roof->corners, 4);
    tes_paint_fill_stroke(paint, roof->colour, 1.5F, tes_colour_shade(roof->colour, -0.2F));
}

static void draw_roof(const struct tes_marks *marks, struct tes_studio *studio)
{
    struct roof roof = {.colour = roof_colour(marks, studio)};
    for (unsigned i = 0; i < 4; i++) {
        const struct tes_vector corner = {
            i == 0 || i == 3 ? -TES_MOTION_HALF : TES_MOTION_HALF,
            i < 2 ? TES_MOTION_REAR : TES_MOTION_FRONT,
            TES_MOTION_ROOF,
        };
        roof.corners[i] = tes_marks_see(marks, corner);
    }
    tes_card_paint(studio, marks->head, paint_roof, &roof);
}

static void draw_head(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area area)
{
    struct tes_marks marks = tes_marks_scene(question, studio, area);
    draw_roof(&marks, studio);
    tes_marks_paint(&marks, studio, paint_gates);
}

const struct tes_scenery tes_scenery_motion = {.head = draw_head};

/* ------------------------------------------------------------------- ball */

static void make_ball(const struct tes_question_asked *question, struct tes_area head,
                      struct tes_ball *ball)
{
    const struct tes_ball_plan plan = {
        .radius = TES_MOTION_RADIUS,
        .hue = question->shown.motion.hue,
        .cover_low = {-TES_MOTION_HALF, TES_MOTION_FRONT, 0},
        .cover_high = {TES_MOTION_HALF, TES_MOTION_REAR, TES_MOTION_ROOF},
    };
    tes_ball_of(&question->scene, head.width, head.height, &plan, ball);
}

static void draw_first(const struct tes_question_asked *question, struct tes_studio *studio,
                       const struct tes_ball *ball, struct tes_area part)
{
    struct tes_vector at = tes_motion_at(&question->shown.motion, 0);
    unsigned stride;
    uint32_t *colours = tes_studio_pixels(studio, part, &stride);
    for (unsigned y = 0; y < part.height; y++)
        tes_ball_row(ball, at, part.x, part.y + y, part.width, colours + (size_t)y * stride);
}

void tes_motion_start(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head)
{
    struct tes_ball ball;
    make_ball(question, head, &ball);
    struct tes_vector at = tes_motion_at(&question->shown.motion, 0);
    draw_first(question, studio, &ball, tes_ball_area(&ball, at));
}

/* ------------------------------------------------------------------ steps */

size_t tes_motion_bound(void)
{
    return (size_t)TES_STEPS_MAX * STEP_PIXELS;
}

static struct tes_area both(struct tes_area a, struct tes_area b)
{
    unsigned right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    unsigned bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    struct tes_area all = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, 0, 0};
    all.width = right - all.x;
    all.height = bottom - all.y;
    return all;
}

/* Copies colours between the picture and memory. */
static void copy_part(struct tes_studio *studio, struct tes_area part, uint32_t *memory, bool back)
{
    unsigned stride;
    uint32_t *colours = tes_studio_pixels(studio, part, &stride);
    for (unsigned y = 0; y < part.height; y++) {
        uint32_t *row = colours + (size_t)y * stride, *kept = memory + (size_t)y * part.width;
        __builtin_memcpy(back ? row : kept, back ? kept : row, part.width * sizeof *row);
    }
}

static void draw_step(struct tes_studio *studio, const struct tes_ball *ball, struct tes_vector at,
                      struct tes_step *step)
{
    struct tes_area here = tes_ball_area(ball, at);
    uint32_t row[TES_SCENE_WIDTH];
    unsigned stride, width = step->part.width;
    const uint32_t *colours = tes_studio_pixels(studio, step->part, &stride);
    for (unsigned y = 0; y < step->part.height; y++) {
        __builtin_memcpy(row, colours + (size_t)y * stride, width * sizeof *row);
        if (step->part.y + y >= here.y && step->part.y + y < here.y + here.height)
            tes_ball_row(ball, at, here.x, step->part.y + y, here.width,
                         row + here.x - step->part.x);
        tes_studio_map(studio, row, width, step->pixels + (size_t)y * width);
    }
}

static bool draw_steps(const struct tes_question_asked *question, struct tes_studio *studio,
                       const struct tes_ball *ball, uint8_t *memory,
                       struct tes_animation *animation)
{
    const struct tes_motion *motion = &question->shown.motion;
    unsigned rolling_ms = tes_motion_ms(motion) - TES_MOTION_PAUSE_MS;
    struct tes_area before = tes_ball_area(ball, tes_motion_at(motion, 0));
    size_t used = 0;
    animation->delay_ms = TES_MOTION_PAUSE_MS;
    for (unsigned ms = STEP_MS; ms < rolling_ms + STEP_MS; ms += STEP_MS) {
        struct tes_vector at = tes_motion_at(motion, (TES_MOTION_PAUSE_MS + ms) / 1000.0);
        struct tes_area here = tes_ball_area(ball, at);
        struct tes_step step = {both(before, here), memory + used, STEP_MS, 1};
        used += (size_t)step.part.width * step.part.height;
        if (used > tes_motion_bound() || animation->step_count == TES_STEPS_MAX)
            return false;
        draw_step(studio, ball, at, &step);
        animation->steps[animation->step_count++] = step;
        before = here;
    }
    return true;
}

enum tes_status tes_motion_animate(const struct tes_question_asked *question,
                                   struct tes_studio *studio, struct tes_area head, void *memory,
                                   struct tes_animation *animation)
{
    struct tes_ball ball;
    make_ball(question, head, &ball);
    struct tes_area part = tes_ball_area(&ball, tes_motion_at(&question->shown.motion, 0));
    if ((size_t)part.width * part.height * sizeof(uint32_t) > tes_motion_bound())
        return TES_FAILED;
    copy_part(studio, part, memory, false);
    draw_first(question, studio, &ball, part);
    tes_studio_end(studio);
    copy_part(studio, part, memory, true);
    return draw_steps(question, studio, &ball, memory, animation) ? TES_OK : TES_FAILED;
}

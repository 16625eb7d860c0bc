/*
 * The grid puzzle's picture, which reads without a word: Before, an arrow, After; a rule; the
 * visitor's grid, an arrow, a question mark. A light card that stands on light and dark pages
 * alike. Pink cells carry a ring: the tones differ by more than their colour.
 *
 * Nothing but the three grids that are shown goes into a pixel.
 */
#include "challenge/types/puzzle.h"
#include "draw/types/drawing.h"

/* All in pixels. */
enum {
    CELL = 33,
    CELL_RADIUS = 7,
    GAP = 3,
    PADDING = 6,
    PANEL = 4 * CELL + 3 * GAP + 2 * PADDING,
    PANEL_RADIUS = 12,
    BORDER = 1,
    ARROW = 38, /* the room between two panels that an arrow has */
    RULE = 40,  /* and the rule between example and attempt */
    MARGIN = (TES_PUZZLE_WIDTH - 4 * PANEL - 2 * ARROW - RULE) / 2,
    TOP = (TES_PUZZLE_HEIGHT - PANEL) / 2,
    BEFORE_X = MARGIN,
    AFTER_X = BEFORE_X + PANEL + ARROW,
    START_X = AFTER_X + PANEL + RULE,
    QUESTION_X = START_X + PANEL + ARROW,
};

_Static_assert(MARGIN > 0 && TOP > 0, "the panels fit into the picture");

enum colour {
    CARD = 0xF3F4F7,
    FRAME = 0xCFD4DD,
    PANEL_FILL = 0xFFFFFF,
    EMPTY = 0xE9ECF1,
    BLACK = 0x15171C,
    PINK = 0xE5397F,
    RING = 0xFFFFFF,
    SIGN = 0x5B6472,
};

struct painter {
    struct tes_image *image;
    tes_ramp frame, panel, tones[3], ring, sign_on_card, sign_on_panel;
    struct tes_box drawn[3]; /* where a cell of each tone already is; width 0: nowhere */
};

static struct painter start(struct tes_image *image)
{
    struct painter painter = {.image = image};
    painter.frame = tes_canvas_ramp(image, CARD, FRAME);
    painter.panel = tes_canvas_ramp(image, FRAME, PANEL_FILL);
    painter.tones[TES_PUZZLE_EMPTY] = tes_canvas_ramp(image, PANEL_FILL, EMPTY);
    painter.tones[TES_PUZZLE_BLACK] = tes_canvas_ramp(image, PANEL_FILL, BLACK);
    painter.tones[TES_PUZZLE_PINK] = tes_canvas_ramp(image, PANEL_FILL, PINK);
    painter.ring = tes_canvas_ramp(image, PINK, RING);
    painter.sign_on_card = tes_canvas_ramp(image, CARD, SIGN);
    painter.sign_on_panel = tes_canvas_ramp(image, PANEL_FILL, SIGN);
    tes_canvas_clear(image, painter.frame); /* a ramp's first entry is what lies beneath */
    return painter;
}

/* The four panels are alike: one is drawn, the others are copies. */
static void draw_panels(struct painter *painter)
{
    struct tes_box outside = {BEFORE_X, TOP, PANEL, PANEL, PANEL_RADIUS};
    struct tes_box inside = {BEFORE_X + BORDER, TOP + BORDER, PANEL - 2 * BORDER,
                             PANEL - 2 * BORDER, PANEL_RADIUS - BORDER};
    tes_canvas_box(painter->image, outside, painter->frame);
    tes_canvas_box(painter->image, inside, painter->panel);
    tes_canvas_copy(painter->image, outside, AFTER_X, TOP);
    tes_canvas_copy(painter->image, outside, START_X, TOP);
    tes_canvas_copy(painter->image, outside, QUESTION_X, TOP);
}

static void draw_cell(struct painter *painter, int x, int y, unsigned tone)
{
    struct tes_box *drawn = &painter->drawn[tone];
    if (drawn->width > 0) {
        tes_canvas_copy(painter->image, *drawn, x, y);
        return;
    }
    *drawn = (struct tes_box){x, y, CELL, CELL, CELL_RADIUS};
    tes_canvas_box(painter->image, *drawn, painter->tones[tone]);
    if (tone == TES_PUZZLE_PINK) {
        struct tes_ring ring = {.x = TES_CANVAS_UNIT * x + TES_CANVAS_UNIT * CELL / 2,
                                .y = TES_CANVAS_UNIT * y + TES_CANVAS_UNIT * CELL / 2,
                                .outer = TES_CANVAS_UNIT * 8,
                                .inner = TES_CANVAS_UNIT * 5,
                                .quarters = TES_QUARTER_ALL};
        tes_canvas_ring(painter->image, ring, painter->ring);
    }
}

static void draw_grid(struct painter *painter, int x, const uint8_t cells[TES_PUZZLE_CELLS])
{
    for (int i = 0; i < TES_PUZZLE_CELLS; i++)
        draw_cell(painter, x + PADDING + i % TES_PUZZLE_SIDE * (CELL + GAP),
                  TOP + PADDING + i / TES_PUZZLE_SIDE * (CELL + GAP), cells[i]);
}

/* The arrow between Before and After, and its copy beside the visitor's grid. */
static void draw_arrows(struct painter *painter)
{
    const int middle_x = TES_CANVAS_UNIT * (BEFORE_X + PANEL) + TES_CANVAS_UNIT * ARROW / 2;
    const int middle_y = TES_CANVAS_UNIT * TES_PUZZLE_HEIGHT / 2;
    const int half = TES_CANVAS_UNIT * 10, head = TES_CANVAS_UNIT * 8;
    const int radius = TES_CANVAS_UNIT * 3 / 2, tip = middle_x + half;
    const struct tes_line lines[] = {
        {middle_x - half, middle_y, tip, middle_y, radius},
        {tip - head, middle_y - head, tip, middle_y, radius},
        {tip - head, middle_y + head, tip, middle_y, radius},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        tes_canvas_line(painter->image, lines[i], painter->sign_on_card);
    tes_canvas_copy(painter->image, (struct tes_box){BEFORE_X + PANEL, TOP, ARROW, PANEL, 0},
                    START_X + PANEL, TOP);
}

static void draw_rule(struct painter *painter)
{
    struct tes_box rule = {AFTER_X + PANEL + RULE / 2 - 1, TOP, 2, PANEL, 1};
    tes_canvas_box(painter->image, rule, painter->frame);
}

/* In the panel of what is asked for: three quarters of a ring, a stem and a dot. */
static void draw_question(struct painter *painter)
{
    const int x = TES_CANVAS_UNIT * QUESTION_X + TES_CANVAS_UNIT * PANEL / 2;
    const int y = TES_CANVAS_UNIT * (TES_PUZZLE_HEIGHT / 2 - 14);
    const int bend = TES_CANVAS_UNIT * 16, radius = TES_CANVAS_UNIT * 4;
    tes_canvas_ring(painter->image,
                    (struct tes_ring){x, y, bend + radius, bend - radius,
                                      TES_QUARTER_ALL & ~TES_QUARTER_BOTTOM_LEFT},
                    painter->sign_on_panel);
    tes_canvas_line(painter->image, (struct tes_line){x - bend, y, x - bend, y, radius},
                    painter->sign_on_panel);
    tes_canvas_line(painter->image,
                    (struct tes_line){x, y + bend, x, y + bend + TES_CANVAS_UNIT * 9, radius},
                    painter->sign_on_panel);
    tes_canvas_ring(painter->image,
                    (struct tes_ring){x, y + bend + TES_CANVAS_UNIT * 24, TES_CANVAS_UNIT * 5, 0,
                                      TES_QUARTER_ALL},
                    painter->sign_on_panel);
}

static void draw(const struct tes_challenge *challenge, struct tes_image *image)
{
    const struct tes_puzzle *puzzle = tes_puzzle_of(challenge);
    struct painter painter = start(image);
    draw_panels(&painter);
    draw_arrows(&painter);
    draw_rule(&painter);
    draw_grid(&painter, BEFORE_X, puzzle->before);
    draw_grid(&painter, AFTER_X, puzzle->after);
    draw_grid(&painter, START_X, puzzle->start);
    draw_question(&painter);
}

const struct tes_drawing tes_drawing_puzzle = {.draw = draw};

/* Hands at the face. In a hand's own units the palm is the origin and the fingers point up. */
#include "draw/sprites/people/person.h"

static void paint_sleeve(struct tes_paint *paint, const struct tes_person_look *look, float length)
{
    struct tes_point wrist = {0, 9}, elbow = {0, 9 + length};
    tes_paint_line(paint, wrist, elbow, 14, tes_person_line_colour(look->top));
    tes_paint_line(paint, wrist, elbow, 9.5F, look->top);
}

static void add_fingers(struct tes_paint *paint)
{
    static const float FINGERS[][4] = {
        {-4.6F, -2, -5.4F, -9},
        {-1.6F, -3, -1.8F, -12},
        {1.6F, -3, 1.9F, -11.6F},
        {4.6F, -2, 5.4F, -8.5F},
    };
    for (unsigned i = 0; i < 4; i++) {
        tes_path_segment(paint, TES_POINT(FINGERS[i][0], FINGERS[i][1]),
                         TES_POINT(FINGERS[i][2], FINGERS[i][3]));
    }
}

static void paint_open_hand(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_sleeve(paint, look, 2);
    add_fingers(paint);
    tes_paint_stroke(paint, 6, false, look->skin_line);
    tes_path_ellipse(paint, 0, 2, 6.6F, 7);
    tes_paint_fill_stroke(paint, look->skin, 2, look->skin_line);
    add_fingers(paint);
    tes_paint_stroke(paint, 3.4F, false, look->skin);
    tes_paint_ellipse(paint, 0, 1, 5.4F, 5, look->skin);
}

static void paint_fist(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_sleeve(paint, look, 2);
    tes_path_box(paint, -8.5F, -7, 17, 15, 6.5F);
    tes_paint_fill_stroke(paint, look->skin, 2.2F, look->skin_line);
    for (int i = -1; i < 2; i++) {
        float x = 4 * (float)i;
        tes_path_segment(paint, TES_POINT(x, -4.5F), TES_POINT(x, 0.5F));
    }
    tes_paint_stroke(paint, 1.6F, false, look->skin_line);
}

static void add_fingertips(struct tes_paint *paint)
{
    for (unsigned i = 0; i < 4; i++) {
        float x = -6 + 4 * (float)i;
        tes_path_segment(paint, TES_POINT(x, 1), TES_POINT(x * 0.9F, -6));
    }
}

static void paint_fingertips(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_sleeve(paint, look, 2);
    tes_path_ellipse(paint, 0, 2, 8.5F, 7);
    tes_paint_fill_stroke(paint, look->skin, 2, look->skin_line);
    add_fingertips(paint);
    tes_paint_stroke(paint, 5.4F, false, look->skin_line);
    add_fingertips(paint);
    tes_paint_stroke(paint, 3, false, look->skin);
}

typedef void hand_painter(struct tes_paint *paint, const struct tes_person_look *look);

static const struct {
    unsigned extra;
    float x, y, degrees, side;
    hand_painter *paint;
} HANDS[] = {
    {TES_PERSON_HANDS_AT_CHEEKS, -24.5F, 23, 14, 1, paint_open_hand},
    {TES_PERSON_HANDS_AT_CHEEKS, 24.5F, 23, -14, -1, paint_open_hand},
    {TES_PERSON_FIST_AT_CHEEK, -22, 24, 12, 1, paint_fist},
    {TES_PERSON_FINGERS_AT_MOUTH, -5, 29, 14, 1, paint_fingertips},
};

void tes_person_hands(struct tes_paint *paint, const struct tes_person_look *look, unsigned extras)
{
    struct tes_matrix head = paint->matrix;
    for (unsigned i = 0; i < sizeof HANDS / sizeof HANDS[0]; i++) {
        if (!(extras & HANDS[i].extra))
            continue;
        tes_paint_move(paint, HANDS[i].x, HANDS[i].y);
        tes_paint_turn(paint, 0, 0, HANDS[i].degrees);
        tes_paint_scale(paint, HANDS[i].side, 1);
        HANDS[i].paint(paint, look);
        paint->matrix = head;
    }
}

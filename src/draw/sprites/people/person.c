/* A person, head and shoulders: the parts from back to front. */
#include "draw/sprites/people/person.h"

/* The time of a fill grows with the box around its path: parts far apart are filled one by one. */
static void paint_ear(struct tes_paint *paint, const struct tes_person_look *look, float side,
                      float width)
{
    float line = look->line * 0.5F;
    tes_paint_ellipse(paint, side * 28, 3.5F, width + line, 6.8F + line, look->skin_line);
    tes_paint_ellipse(paint, side * 28, 3.5F, width - line, 6.8F - line, look->skin);
    if (!look->has_earrings)
        return;
    tes_paint_circle(paint, side * 30, 11, 3, tes_person_line_colour(look->jewel));
    tes_paint_circle(paint, side * 30, 11, 2, look->jewel);
}

static void paint_ears(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (tes_person_hair_hides_ears(look))
        return;
    float far = look->turn.x * 0.4F; /* the ear that the head turns away grows */
    paint_ear(paint, look, -1, 5 + far);
    paint_ear(paint, look, 1, 5 - far);
}

/* Chin, cheek, temple and crown of one side, x to the right; the other side mirrors it. */
static void paint_head(struct tes_paint *paint, const struct tes_person_look *look)
{
    float jaw = look->jaw, chin = look->chin;
    const struct tes_point head[] = {
        {0, -31},           {17, -27},
        {26.5F, -14},       {28, 1},
        {25.6F * jaw, 14},  {17.5F * jaw - 2 * chin, 25.5F},
        {0, 31 + chin},     {-17.5F * jaw + 2 * chin, 25.5F},
        {-25.6F * jaw, 14}, {-28, 1},
        {-26.5F, -14},      {-17, -27},
    };
    const unsigned count = sizeof head / sizeof head[0];
    float side = -look->light;
    tes_person_outline(paint, head, count, look->line, look->skin_line);
    tes_path_blob(paint, head, count);
    tes_paint_fill(paint, look->skin);
    tes_path_blob(paint, TES_POINTS({side * 27.5F, -4}, {side * 25.6F * jaw, 14},
                                    {side * (17.5F * jaw - 2 * chin), 25.5F}, {0, 31 + chin},
                                    {side * -13 * jaw, 28}, {side * 5, 26.5F},
                                    {side * 16 * jaw, 19}, {side * 22 * jaw, 9}));
    tes_paint_fill(paint, tes_colour_alpha(look->skin_line, 0.16F));
}

/* A bluish forehead. */
static void paint_gloom(struct tes_paint *paint, unsigned extras)
{
    if (!(extras & TES_PERSON_GLOOM))
        return;
    tes_path_arc(paint, TES_POINT(0, 0), 26.5F, 29.5F, 195, 345);
    tes_paint_fill(paint, tes_colour_alpha(TES_PERSON_GLOOM_COLOUR, 0.5F));
}

static void enter_head(struct tes_paint *paint, const struct tes_person_look *look, float tilt)
{
    tes_paint_turn(paint, look->centre.x, look->centre.y + 26, tilt);
    tes_paint_move(paint, look->centre.x, look->centre.y);
    tes_paint_scale(paint, look->size.x, look->size.y);
}

void tes_person(struct tes_paint *paint, struct tes_random *random, bool is_female,
                enum tes_emotion emotion)
{
    struct tes_person_expression expression = tes_person_expression(random, emotion);
    struct tes_person_look look = tes_person_look(random, is_female, &expression);
    struct tes_matrix body = paint->matrix;

    enter_head(paint, &look, expression.tilt);
    struct tes_matrix head = paint->matrix;
    tes_person_hat_behind(paint, &look);
    tes_person_hair_behind(paint, &look);
    paint->matrix = body;
    tes_person_clothes(paint, &look);

    paint->matrix = head;
    tes_person_hair_beside(paint, &look);
    paint_ears(paint, &look);
    paint_head(paint, &look);
    paint_gloom(paint, expression.extras);
    tes_person_beard(paint, &look);
    tes_person_hair_front(paint, &look);
    tes_person_hat_front(paint, &look);
    tes_person_trinket(paint, &look);
    tes_paint_move(paint, look.turn.x, look.turn.y);
    tes_person_face(paint, &look, &expression);
    paint->matrix = head;
    tes_person_extras_on_face(paint, &look, expression.extras);
    tes_person_hands(paint, &look, expression.extras);
    paint->matrix = body;
    tes_person_extras_around(paint, &look, expression.extras);
}

/* A person, head and shoulders: the parts from back to front. */
#include "draw/sprites/person.h"

static void paint_ears(struct tes_paint *paint, const struct person_look *look)
{
    if (tes_person_hair_hides_ears(look))
        return;
    float far = look->turn.x * 0.4F; /* the ear that the head turns away grows */
    float line = look->line * 0.5F;
    for (unsigned layer = 0; layer < 2; layer++, line = -line) {
        tes_path_ellipse(paint, -28, 3.5F, 5 + far + line, 6.8F + line);
        tes_path_ellipse(paint, 28, 3.5F, 5 - far + line, 6.8F + line);
        tes_paint_fill(paint, layer == 0 ? look->skin_line : look->skin);
    }
    if (look->has_earrings) {
        tes_path_ellipse(paint, -30, 11, 2.4F, 2.6F);
        tes_path_ellipse(paint, 30, 11, 2.4F, 2.6F);
        tes_paint_fill_stroke(paint, look->jewel, 1.2F, tes_person_line_colour(look->jewel));
    }
}

/* Chin, cheek, temple and crown of one side, x to the right; the other side mirrors it. */
static void paint_head(struct tes_paint *paint, const struct person_look *look)
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
    const struct tes_point shade[] = {
        {side * 27.5F, -4},    {side * 25.6F * jaw, 14}, {side * (17.5F * jaw - 2 * chin), 25.5F},
        {0, 31 + chin},        {side * -13 * jaw, 28},   {side * 5, 26.5F},
        {side * 16 * jaw, 19}, {side * 22 * jaw, 9},
    };
    tes_person_outline(paint, head, count, look->line, look->skin_line);
    tes_path_blob(paint, head, count);
    tes_paint_fill(paint, look->skin);
    tes_path_blob(paint, shade, sizeof shade / sizeof shade[0]);
    tes_paint_fill(paint, tes_colour_alpha(look->skin_line, 0.16F));
}

/* Blood leaves the forehead. */
static void paint_gloom(struct tes_paint *paint, unsigned extras)
{
    if (!(extras & PERSON_GLOOM))
        return;
    tes_path_arc(paint, (struct tes_point){0, 0}, 26.5F, 29.5F, 195, 345);
    tes_paint_fill(paint, tes_colour_alpha(TES_RGB(0x4F7FC0), 0.5F));
}

static void enter_head(struct tes_paint *paint, const struct person_look *look, float tilt)
{
    tes_paint_turn(paint, look->centre.x, look->centre.y + 26, tilt);
    tes_paint_move(paint, look->centre.x, look->centre.y);
    tes_paint_scale(paint, look->size.x, look->size.y);
}

void tes_person(struct tes_paint *paint, struct tes_random *random, bool is_female,
                enum tes_emotion emotion)
{
    struct person_expression expression = tes_person_expression(random, emotion);
    struct person_look look = tes_person_look(random, is_female, &expression);
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
    tes_paint_move(paint, look.turn.x, look.turn.y);
    tes_person_face(paint, &look, &expression);
    paint->matrix = head;
    tes_person_extras_on_face(paint, &look, expression.extras);
    tes_person_hands(paint, &look, expression.extras);
    paint->matrix = body;
    tes_person_extras_around(paint, &look, expression.extras);
}

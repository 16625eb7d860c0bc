#include "draw/sprites/kit/kit.h"

/* A box as large as the shape, not as the square, takes half the time. Outside of the shape, the
 * oval may lie outside of the box: clipped, nothing shows there. */
void tes_light_shade(struct tes_paint *paint, struct tes_shape shape, struct tes_point centre,
                     struct tes_point radii)
{
    struct tes_shape_bounds reach = tes_shape_reach(shape);
    tes_path_box(paint, reach.left, reach.top, reach.right - reach.left, reach.bottom - reach.top,
                 0);
    tes_path_ellipse(paint, centre.x, centre.y, radii.x, radii.y);
    tes_paint_fill_odd(paint, tes_style_shadow(paint));
}

void tes_light_gloss(struct tes_paint *paint, struct tes_point centre, struct tes_point radii,
                     float from_degrees, float to_degrees)
{
    tes_path_arc(paint, centre, radii.x, radii.y, from_degrees, to_degrees);
    tes_paint_stroke(paint, 3.2F, false, tes_style_highlight(paint));
}

void tes_light_shine(struct tes_paint *paint, struct tes_point centre, struct tes_point radii,
                     float width)
{
    float from = paint->style.light.x < 0 ? 195 : 285;
    tes_path_arc(paint, centre, radii.x, radii.y, from, from + 60);
    tes_paint_stroke(paint, width, false, tes_style_highlight(paint));
}

void tes_light_glint(struct tes_paint *paint, struct tes_point at, float length, float degrees)
{
    struct tes_matrix before = paint->matrix;
    tes_paint_turn(paint, at.x, at.y, degrees);
    tes_paint_ellipse(paint, at.x, at.y, length, length * 0.4F, tes_style_highlight(paint));
    paint->matrix = before;
}

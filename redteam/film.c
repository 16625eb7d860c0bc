#include "film.h"

#include <math.h>

enum { AREA_PERCENT = 24, LONGEST_PERCENT = 76, DARK = 128 * 3 };

static bool is_ink(const struct tes_image *image, uint8_t entry)
{
    const uint8_t *colour = image->palette[entry];
    return colour[0] + colour[1] + colour[2] < DARK;
}

void film_measure(struct film_shape *shape, double area)
{
    unsigned left = FILM_CELL, top = FILM_CELL, right = 0, bottom = 0, count = 0;
    for (unsigned i = 0; i < FILM_CELL * FILM_CELL; i++) {
        unsigned x = i % FILM_CELL, y = i / FILM_CELL;
        if (shape->mask[i] == 0)
            continue;
        left = x < left ? x : left;
        right = x + 1 > right ? x + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1 > bottom ? y + 1 : bottom;
        count++;
    }
    double longest = fmax(right - (double)left, bottom - (double)top);
    shape->x = (left + right) / 2.0;
    shape->y = (top + bottom) / 2.0;
    shape->scale =
        fmax(sqrt(count / (area * FILM_SQUARES)), longest * 100 / (LONGEST_PERCENT * FILM_SIDE));
}

static void take_shape(const struct tes_image *image, const struct tes_view *view, unsigned option,
                       struct film_shape *shape)
{
    unsigned left = view->cells.x + option % view->columns * FILM_CELL;
    unsigned top = view->cells.y + option / view->columns * FILM_CELL;
    for (unsigned i = 0; i < FILM_CELL * FILM_CELL; i++) {
        size_t at = (size_t)(top + i / FILM_CELL) * image->width + left + i % FILM_CELL;
        shape->mask[i] = is_ink(image, image->pixels[at]);
    }
    film_measure(shape, AREA_PERCENT / 100.0);
}

/* A frame's squares, each of so many pixels in each direction. */
static void take_frame(const struct tes_image *image, const uint8_t *pixels, size_t stride,
                       unsigned scale, uint8_t *dots)
{
    for (unsigned i = 0; i < FILM_SQUARES; i++)
        dots[i] = is_ink(image, pixels[i / FILM_SIDE * scale * stride + i % FILM_SIDE * scale]);
}

void film_take(const struct tes_animation *animation, const struct tes_view *view,
               struct film *film)
{
    const struct tes_image *image = &animation->image;
    unsigned scale = view->cells.y / FILM_SIDE;
    film->frames = animation->step_count + 1;
    take_frame(image, image->pixels, image->width, scale, film->dots[0]);
    for (unsigned frame = 1; frame < film->frames; frame++) {
        const struct tes_step *step = &animation->steps[frame - 1];
        take_frame(image, step->pixels, step->part.width / step->scale, scale / step->scale,
                   film->dots[frame]);
    }
    for (unsigned i = 0; i < FILM_OPTIONS; i++)
        take_shape(image, view, i, &film->shapes[i]);
}

bool film_is_inside(const struct film_shape *shape, const struct film_pose *pose, double x,
                    double y)
{
    double sine = sin(pose->turn * M_PI / 180), cosine = cos(pose->turn * M_PI / 180);
    double right = (x - pose->x) * shape->scale, down = (y - pose->y) * shape->scale;
    double mask_x = shape->x + cosine * right + sine * down;
    double mask_y = shape->y + cosine * down - sine * right;
    return mask_x >= 0 && mask_y >= 0 && mask_x < FILM_CELL && mask_y < FILM_CELL &&
           shape->mask[(unsigned)mask_y * FILM_CELL + (unsigned)mask_x] != 0;
}

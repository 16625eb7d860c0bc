#include "film.h"

#include <err.h>
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

void film_take(const struct tes_animation *animation, const struct tes_view *view,
               struct film *film)
{
    const struct tes_image *image = &animation->image;
    unsigned scale = view->cells.y / FILM_SIDE;
    film->frames = animation->step_count + 1;
    for (unsigned i = 0; i < FILM_SQUARES; i++) {
        size_t at = (size_t)(i / FILM_SIDE * scale) * image->width + i % FILM_SIDE * scale;
        film->dots[0][i] = is_ink(image, image->pixels[at]);
    }
    for (unsigned frame = 1; frame < film->frames; frame++)
        for (unsigned i = 0; i < FILM_SQUARES; i++)
            film->dots[frame][i] = is_ink(image, animation->steps[frame - 1].pixels[i]);
    for (unsigned i = 0; i < FILM_OPTIONS; i++)
        take_shape(image, view, i, &film->shapes[i]);
}

static void read_bytes(FILE *file, uint8_t *bytes, size_t count)
{
    if (fread(bytes, 1, count, file) != count)
        errx(1, "a film is cut off");
    for (size_t i = 0; i < count; i++)
        if (bytes[i] > 1)
            errx(1, "a film has a byte that is neither dot nor none");
}

bool film_read(FILE *file, struct film *film)
{
    int frames = getc(file);
    if (frames == EOF)
        return false;
    if (frames < 2 || frames > FILM_FRAMES_MAX)
        errx(1, "a film can't have %d frames", frames);
    film->frames = (unsigned)frames;
    for (unsigned i = 0; i < film->frames; i++)
        read_bytes(file, film->dots[i], FILM_SQUARES);
    for (unsigned i = 0; i < FILM_OPTIONS; i++) {
        read_bytes(file, film->shapes[i].mask, FILM_CELL * FILM_CELL);
        film_measure(&film->shapes[i], AREA_PERCENT / 100.0);
    }
    return true;
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

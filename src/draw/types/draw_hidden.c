/*
 * The film above, and below it a cell for each shape that may hide there. Everything is drawn in
 * one ink on paper; a page may turn both round for dark colours.
 */
#include "draw/types/hidden_film.h"

#include "draw/paint/studio.h"
#include "draw/sprites/sprite_silhouette.h"
#include "draw/types/drawing.h"

/* From paper to ink: the edges of shapes are soft. */
enum { SHADES = 2, PAPER = 0, INK = SHADES - 1, DARKEST = 0x18 };
enum { FILM = TES_HIDDEN_SQUARES, INSET = 5 };

static void make_palette(struct tes_image *image)
{
    for (unsigned i = 0; i < SHADES; i++)
        for (unsigned channel = 0; channel < 3; channel++)
            image->palette[i][channel] = (uint8_t)(255 - (255 - DARKEST) * i / INK);
    image->palette_count = SHADES;
}

/* ------------------------------------------------------------------ cells */

/* Brings what was painted in black on white to the palette. */
static void copy_cell(struct tes_studio *studio, struct tes_area cell, struct tes_image *image)
{
    unsigned stride;
    const uint32_t *from = tes_studio_pixels(studio, cell, &stride);
    for (unsigned y = 0; y < cell.height; y++)
        for (unsigned x = 0; x < cell.width; x++) {
            unsigned dark = 255 - (from[(size_t)y * stride + x] & 255);
            image->pixels[(size_t)(cell.y + y) * image->width + cell.x + x] =
                (uint8_t)((dark * INK + 127) / 255);
        }
}

static void draw_cells(const struct tes_hidden *hidden, const struct tes_view *view,
                       struct tes_studio *studio, struct tes_image *image)
{
    for (unsigned i = 0; i < TES_HIDDEN_OPTIONS; i++) {
        struct tes_area cell = {i % view->columns * TES_HIDDEN_CELL,
                                view->cells.y + i / view->columns * TES_HIDDEN_CELL,
                                TES_HIDDEN_CELL, TES_HIDDEN_CELL};
        struct tes_area inner = {cell.x + INSET, cell.y + INSET, cell.width - 2 * INSET,
                                 cell.height - 2 * INSET};
        struct tes_paint paint = tes_studio_part(studio, inner, 100);
        tes_silhouette_paint(&paint, (enum tes_hidden_shape)hidden->options[i]);
        copy_cell(studio, cell, image);
    }
}

/* ------------------------------------------------------------------- film */

/* The first picture, and a film that can go on. */
static struct tes_hidden_reel *draw_first(const struct tes_challenge *challenge,
                                          struct tes_image *image)
{
    const struct tes_hidden *hidden = tes_hidden_of(challenge);
    struct tes_studio *studio = tes_studio_start(image, 0xFFFFFF);
    struct tes_hidden_reel *reel = tes_studio_extra(studio);
    uint8_t *film = (uint8_t *)(reel + 1);
    make_palette(image);
    struct tes_paint paint =
        tes_studio_part(studio, (struct tes_area){0, 0, TES_HIDDEN_MASK, TES_HIDDEN_MASK}, 100);
    tes_hidden_reel_figure(reel, &hidden->film, tes_hidden_answer(hidden), &paint);
    draw_cells(hidden, &challenge->view, studio, image);
    tes_hidden_reel_start(reel, hidden);
    __builtin_memset(film, PAPER, FILM);
    tes_hidden_reel_frame(reel, 0, INK, film);
    for (unsigned y = 0; y < challenge->view.cells.y; y++)
        for (unsigned x = 0; x < image->width; x++)
            image->pixels[(size_t)y * image->width + x] =
                film[y / TES_HIDDEN_SCALE * TES_HIDDEN_SIDE + x / TES_HIDDEN_SCALE];
    return reel;
}

static size_t extra_size(void)
{
    return sizeof(struct tes_hidden_reel) + FILM;
}

static void draw(const struct tes_challenge *challenge, struct tes_image *image)
{
    tes_hidden_reel_end(draw_first(challenge, image));
}

static size_t animate_bound(void)
{
    return (size_t)FILM * TES_HIDDEN_FRAMES_MAX;
}

static enum tes_status animate(const struct tes_challenge *challenge, void *memory,
                               struct tes_animation *animation)
{
    const struct tes_hidden_film *film = &tes_hidden_of(challenge)->film;
    struct tes_hidden_reel *reel = draw_first(challenge, &animation->image);
    uint8_t *pixels = memory;
    animation->delay_ms = film->delay_ms;
    animation->step_count = film->frames;
    animation->repeats = true; /* Firefox plays a picture that has ended never again */
    for (unsigned i = 0; i < film->frames; i++, pixels += FILM) {
        __builtin_memset(pixels, PAPER, FILM);
        tes_hidden_reel_frame(reel, i + 1, INK, pixels);
        animation->steps[i] = (struct tes_step){
            .part = {0, 0, challenge->view.width, challenge->view.cells.y},
            .pixels = pixels,
            .delay_ms = film->delay_ms,
            .scale = TES_HIDDEN_SCALE,
        };
    }
    tes_hidden_reel_end(reel);
    return TES_OK;
}

const struct tes_drawing tes_drawing_hidden = {
    .draw = draw,
    .extra_size = extra_size,
    .animate = animate,
    .animate_bound = animate_bound,
};

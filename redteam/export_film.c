/* Films, eight dots a byte, with the options' shapes by number, which of them is right, and where
 * the figure is: its share of each block of BLOCK squares, every EVERY frames. */
#include "export.h"
#include "film.h"
#include "made.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 8, BLOCKS = FILM_SIDE / BLOCK, EVERY = 4, ROW = FILM_SIDE / 8, SAMPLES = 4 };

static const struct tes_hidden_film *film_of(const struct tes_challenge *challenge)
{
    return &tes_hidden_of(challenge)->film;
}

static unsigned frames_of(const struct tes_challenge *challenge)
{
    return film_of(challenge)->frames + 1U;
}

static size_t fields(const struct tes_challenge *challenge, char *text, size_t size)
{
    unsigned frames = frames_of(challenge), masks = frames / EVERY;
    snprintf(text, size,
             "[\"film\",\"u1\",[%u,%d,%d]],[\"mask\",\"u1\",[%u,%d,%d]],[\"options\",\"u1\",[%d]],"
             "[\"answer\",\"u1\",[1]]",
             frames, FILM_SIDE, ROW, masks, BLOCKS, BLOCKS, FILM_OPTIONS);
    return (size_t)frames * FILM_SIDE * ROW + (size_t)masks * BLOCKS * BLOCKS + FILM_OPTIONS + 1;
}

static double swing_at(const struct tes_hidden_swing *swing, double frame)
{
    double angle = swing->phase + swing->pace * frame;
    return swing->middle + swing->reach * sin(angle * M_PI / 180);
}

static void write_mask(const struct film_shape *shape, const struct film_pose *pose, uint8_t *mask)
{
    for (unsigned i = 0; i < BLOCKS * BLOCKS; i++) {
        unsigned inside = 0;
        for (unsigned j = 0; j < SAMPLES * SAMPLES; j++) {
            double x = i % BLOCKS + (j % SAMPLES + 0.5) / SAMPLES;
            double y = i / BLOCKS + (j / SAMPLES + 0.5) / SAMPLES;
            inside += film_is_inside(shape, pose, x * BLOCK, y * BLOCK);
        }
        mask[i] = (uint8_t)(inside * 255 / (SAMPLES * SAMPLES));
    }
}

static void write_record(const struct tes_challenge *challenge, uint8_t *record)
{
    static struct film film;
    const struct tes_hidden *hidden = tes_hidden_of(challenge);
    film_take(made_pictures(challenge), &challenge->view, &film);
    for (unsigned frame = 0; frame < film.frames; frame++)
        for (unsigned i = 0; i < FILM_SQUARES / 8; i++, record++) {
            *record = 0;
            for (unsigned bit = 0; bit < 8; bit++)
                *record = (uint8_t)(*record << 1 | film.dots[frame][8 * i + bit]);
        }
    for (unsigned i = 0; i < film.frames / EVERY; i++, record += BLOCKS * BLOCKS) {
        double frame = i * EVERY + (EVERY - 1) / 2.0;
        struct film_pose pose = {swing_at(&hidden->film.x, frame), swing_at(&hidden->film.y, frame),
                                 swing_at(&hidden->film.turn, frame)};
        write_mask(&film.shapes[hidden->select.cells[0]], &pose, record);
    }
    memcpy(record, hidden->options, FILM_OPTIONS);
    record[FILM_OPTIONS] = hidden->select.cells[0];
}

const struct export_form export_film = {
    .kinds = {"hidden", NULL},
    .fields = fields,
    .write = write_record,
};

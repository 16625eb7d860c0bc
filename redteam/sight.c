#include "sight.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x54474953, SIDE_MAX = 4096, BYTES_MAX = 64 << 20 };

static uint8_t *memory;
static size_t used;

static int32_t number(FILE *file)
{
    uint8_t bytes[4];
    if (fread(bytes, 1, 4, file) != 4)
        errx(1, "a challenge is cut off");
    return (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
}

static unsigned below(FILE *file, unsigned end)
{
    int32_t value = number(file);
    if (value < 0 || (uint32_t)value >= end)
        errx(1, "%d is not below %u", value, end);
    return (unsigned)value;
}

static uint8_t *pixels(FILE *file, size_t count)
{
    if (count > BYTES_MAX - used)
        errx(1, "a challenge is too large");
    uint8_t *at = memory + used;
    used += count;
    if (fread(at, 1, count, file) != count)
        errx(1, "a challenge is cut off");
    return at;
}

static struct tes_area area(FILE *file)
{
    struct tes_area area;
    area.x = below(file, SIDE_MAX);
    area.y = below(file, SIDE_MAX);
    area.width = below(file, SIDE_MAX);
    area.height = below(file, SIDE_MAX);
    return area;
}

static void read_prompt(FILE *file, struct sight *sight)
{
    sight->question = (enum tes_question_id)below(file, TES_QUESTION_COUNT);
    sight->difficulty = (enum tes_difficulty)below(file, TES_HARD + 1);
    sight->option_count = below(file, 128);
    for (unsigned i = 0; i < TES_QUESTION_OPTIONS; i++)
        sight->options[i] = (uint8_t)below(file, 256);
    sight->degrees = number(file);
    sight->tilt = number(file);
    sight->is_clockwise = below(file, 2) != 0;
    sight->is_right = below(file, 2) != 0;
    sight->reference = (uint8_t)below(file, 256);
}

static void read_view(FILE *file, struct tes_view *view)
{
    view->width = below(file, SIDE_MAX);
    view->height = below(file, SIDE_MAX);
    view->columns = below(file, 128);
    view->rows = below(file, 128);
    view->cells = area(file);
    view->count = below(file, 128);
    view->select_max = view->select_min = below(file, TES_SELECT_MAX + 1);
}

static void read_pictures(FILE *file, struct tes_animation *pictures)
{
    struct tes_image *image = &pictures->image;
    image->palette_count = below(file, 257);
    image->width = below(file, SIDE_MAX);
    image->height = below(file, SIDE_MAX);
    pictures->delay_ms = below(file, 65536);
    pictures->step_count = below(file, TES_STEPS_MAX + 1);
    uint8_t *palette = pixels(file, sizeof image->palette);
    memcpy(image->palette, palette, sizeof image->palette);
    image->pixels = pixels(file, (size_t)image->width * image->height);
    for (unsigned i = 0; i < pictures->step_count; i++) {
        struct tes_step *step = &pictures->steps[i];
        step->part = area(file);
        step->delay_ms = below(file, 65536);
        step->scale = 1;
        step->pixels = pixels(file, (size_t)step->part.width * step->part.height);
    }
}

bool sight_read(FILE *file, struct sight *sight, struct tes_select *answer)
{
    static struct tes_animation pictures;
    int first = getc(file);
    if (first == EOF)
        return false;
    ungetc(first, file);
    if (memory == NULL && (memory = malloc(BYTES_MAX)) == NULL)
        errx(1, "out of memory");
    if (number(file) != MAGIC)
        errx(1, "this is no challenge");
    used = 0;
    *sight = (struct sight){.pictures = &pictures};
    read_prompt(file, sight);
    read_view(file, &sight->view);
    answer->count = (uint8_t)below(file, TES_SELECT_MAX + 1);
    for (unsigned i = 0; i < TES_SELECT_MAX; i++)
        answer->cells[i] = (uint8_t)below(file, 256);
    read_pictures(file, &pictures);
    return true;
}

/* Scenes, SHRINK times smaller, with what the prompt says and which option is right. Where solids
 * stand on a table, their places are there as well, for a program that learns them on its way. */
#include "challenge/scene/questions/round_table.h"
#include "challenge/types/scene_type.h"
#include "export.h"
#include "made.h"

#include <stdio.h>
#include <string.h>

enum { SHRINK = 4, WIDTH = TES_SCENE_WIDTH / SHRINK, HEIGHT = 188, BYTES = WIDTH * HEIGHT * 3 };

/* Bytes after the picture. */
enum { QUESTION, DEGREES_LOW, DEGREES_HIGH, TILT, CLOCKWISE, REFERENCE, COUNT, ANSWER, OPTIONS };
enum { PROMPT_BYTES = OPTIONS + TES_QUESTION_OPTIONS, PLACES_BYTES = 2 * TES_SOLID_COUNT };

static size_t fields(const struct tes_challenge *challenge, char *text, size_t size)
{
    (void)challenge;
    snprintf(text, size,
             "[\"picture\",\"u1\",[%d,%d,3]],[\"prompt\",\"u1\",[%d]],[\"places\",\"u1\",[%d]]",
             HEIGHT, WIDTH, PROMPT_BYTES, PLACES_BYTES);
    return BYTES + PROMPT_BYTES + PLACES_BYTES;
}

static uint8_t byte_of(double value)
{
    double scaled = 128 + 32 * value;
    return scaled < 1 ? 1 : scaled > 255 ? 255 : (uint8_t)scaled;
}

/* To the right and ahead, as the camera sees it, for each solid; 0 where it does not stand. */
static void write_places(const struct tes_question_asked *question, uint8_t *places)
{
    struct tes_viewer viewer = tes_camera_viewer(&question->scene.camera);
    for (unsigned i = TES_TABLE_FIRST; i < question->scene.count && i < TES_TABLE_END; i++) {
        const struct tes_thing *thing = &question->scene.things[i];
        if (thing->solid >= TES_SOLID_COUNT)
            continue;
        double right = thing->at.x * viewer.right.x + thing->at.y * viewer.right.y;
        double ahead = thing->at.y * viewer.right.x - thing->at.x * viewer.right.y;
        places[2 * thing->solid] = byte_of(right);
        places[2 * thing->solid + 1] = byte_of(ahead);
    }
}

static bool is_table(const struct tes_question_asked *question)
{
    return question->id == TES_QUESTION_turn || question->id == TES_QUESTION_behind ||
           question->id == TES_QUESTION_viewer || question->id == TES_QUESTION_visible;
}

static void write_record(const struct tes_challenge *challenge, uint8_t *record)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    const struct tes_image *image = &made_pictures(challenge)->image;
    struct tes_area all = {0, 0, image->width, image->height};
    uint8_t *prompt = record + BYTES;
    memset(record, 0, BYTES + PROMPT_BYTES + PLACES_BYTES);
    if (all.height > HEIGHT * SHRINK)
        all.height = HEIGHT * SHRINK;
    export_shrink(image, &all, SHRINK, record);
    prompt[QUESTION] = question->id;
    prompt[DEGREES_LOW] = (uint8_t)(question->degrees & 255);
    prompt[DEGREES_HIGH] = (uint8_t)(question->degrees >> 8);
    prompt[TILT] = (uint8_t)(128 + question->tilt);
    prompt[CLOCKWISE] = question->is_clockwise;
    prompt[REFERENCE] = question->reference;
    prompt[COUNT] = question->option_count;
    prompt[ANSWER] = question->select.cells[0];
    if (tes_question_form((enum tes_question_id)question->id) != TES_QUESTION_PICTURES)
        memcpy(prompt + OPTIONS, question->options, TES_QUESTION_OPTIONS);
    if (is_table(question))
        write_places(question, prompt + PROMPT_BYTES);
}

const struct export_form export_scene = {
    .kinds = {"scene", NULL},
    .fields = fields,
    .write = write_record,
};

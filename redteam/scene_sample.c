/* Makes challenges as a server does, and takes from them what a client gets. */
#include "scene.h"

#include <err.h>
#include <stdlib.h>

/* Only what tes_describe() writes without `truth` may be copied here. */
static void take_public(const struct tes_challenge *challenge, struct sight *sight)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    *sight = (struct sight){
        .question = (enum tes_question_id)question->id,
        .difficulty = challenge->difficulty,
        .option_count = question->option_count,
        .degrees = question->degrees,
        .tilt = question->tilt,
        .is_clockwise = question->degrees != 0 && question->is_clockwise,
        .is_right = question->id == TES_QUESTION_viewer && question->is_clockwise,
        .reference = question->id == TES_QUESTION_behind ? question->reference : 0,
        .view = challenge->view,
    };
    /* Where options are pictures, the JSON has no words for them: these would give it away. */
    if (tes_question_form(sight->question) != TES_QUESTION_PICTURES)
        for (unsigned i = 0; i < question->option_count; i++)
            sight->options[i] = question->options[i];
}

void scene_sample(uint64_t seed, enum tes_difficulty difficulty, struct sample *sample)
{
    struct tes_options options = {.difficulty = difficulty};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    if (tes_generate("scene", key, &options, &sample->challenge) != TES_OK)
        errx(1, "scene can't be generated");
    sample->truth = tes_question_of(&sample->challenge);
    sample->answer = sample->truth->select.cells[0];
    take_public(&sample->challenge, &sample->sight);
}

void scene_sample_draw(struct sample *sample)
{
    static struct tes_animation pictures;
    static void *memory;
    static size_t memory_size;
    size_t size = tes_animate_bound(&sample->challenge);
    if (size > memory_size) {
        free(memory);
        memory = malloc(size);
        memory_size = size;
    }
    if (memory == NULL || tes_animate(&sample->challenge, memory, size, &pictures) != TES_OK)
        errx(1, "scene can't be drawn");
    sample->sight.pictures = &pictures;
}

int scene_option(const uint8_t *options, unsigned count, unsigned value)
{
    for (unsigned i = 0; i < count; i++)
        if (options[i] == value)
            return (int)i;
    return NO_ANSWER;
}

/* What one gets without looking: the place, and the word, that were right most often before. */
#include "scene_guess.h"
#include "scene.h"

static unsigned places[TES_QUESTION_COUNT][TES_QUESTION_OPTIONS];
static unsigned words[TES_QUESTION_COUNT][UINT8_MAX + 1];

void scene_guess_learn(const struct sample *sample)
{
    const struct sight *sight = &sample->sight;
    places[sight->question][sample->answer]++;
    words[sight->question][sight->options[sample->answer]]++;
}

static int first(const struct sight *sight)
{
    (void)sight;
    return 0;
}

static int frequent_place(const struct sight *sight)
{
    const unsigned *times = places[sight->question];
    unsigned best = 0;
    for (unsigned i = 1; i < sight->option_count; i++)
        best = times[i] > times[best] ? i : best;
    return (int)best;
}

static int frequent_word(const struct sight *sight)
{
    const unsigned *times = words[sight->question];
    unsigned best = 0;
    for (unsigned i = 1; i < sight->option_count; i++)
        best = times[sight->options[i]] > times[sight->options[best]] ? i : best;
    return (int)best;
}

const struct scene_row scene_guesses[] = {
    {TES_QUESTION_COUNT, "the first option", first, NULL},
    {TES_QUESTION_COUNT, "most frequent place", frequent_place, NULL},
    {TES_QUESTION_COUNT, "most frequent word", frequent_word, NULL},
    {0},
};

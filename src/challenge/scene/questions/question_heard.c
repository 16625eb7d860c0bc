/*
 * "In front of you, from left to right: cone, ring, cube, ball. Now you walk around the row, to its
 * other side. Which object is second from the left?" It is read aloud and shown nowhere; it is
 * short enough to remember, and can be played again.
 */
#include "challenge/scene/questions/question_views.h"

static const struct level {
    unsigned count;    /* of objects in the row */
    unsigned walks_of; /* of two questions, how many contain the walk */
} LEVELS[] = {
    [TES_EASY] = {3, 0},
    [TES_MEDIUM] = {4, 1},
    [TES_HARD] = {5, 2},
};

/* Which object is asked for. */
enum place { FAR_LEFT, SECOND_LEFT, SECOND_RIGHT, FAR_RIGHT, PLACES };

static const struct spoken {
    const char *tag, *between, *start, *walk, *ask[PLACES], *names[TES_SOLID_COUNT];
} LANGUAGES[] = {
#define SPOKEN(tag, voice, letters, between, start, walk, a, b, c, d, e, f, g, h, i, j)            \
    {tag, between, start, walk, {a, b, c, d}, {e, f, g, h, i, j}},
#include "challenge/scene/questions/spoken.def"
#undef SPOKEN
};

/* The same in other words. */
static const struct wording {
    const char *tag, *start, *walk, *ask[PLACES];
} WORDINGS[] = {
#define WORDING(tag, start, walk, a, b, c, d) {tag, start, walk, {a, b, c, d}},
#include "challenge/scene/questions/spoken_wordings.def"
#undef WORDING
};

enum { WORDING_COUNT = sizeof WORDINGS / sizeof WORDINGS[0] };
enum { PART_START, PART_WALK, PART_ASK, PARTS };

enum { LANGUAGE_COUNT = sizeof LANGUAGES / sizeof LANGUAGES[0] };

/* The index, in the order of the sentence, of the object that is asked for. */
static unsigned asked_of(const struct tes_question_asked *question)
{
    unsigned last = question->scene.count - 1;
    const unsigned from_left[PLACES] = {0, 1, last - 1, last};
    unsigned place = from_left[question->shown.heard.place];
    return question->shown.heard.walks ? last - place : place;
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    const struct level *level = &LEVELS[difficulty];
    uint8_t solids[TES_SOLID_COUNT];
    tes_question_solids(random, solids);
    question->scene.count = level->count;
    for (unsigned i = 0; i < level->count; i++) {
        question->scene.things[i].solid = solids[i];
        question->scene.things[i].at.x = (double)i;
    }
    question->shown.heard.walks = tes_random_below(random, 2) < level->walks_of;
    /* Of three, the second from the left is the second from the right. */
    uint8_t places[PLACES] = {FAR_LEFT, FAR_RIGHT, SECOND_LEFT, SECOND_RIGHT};
    question->shown.heard.place =
        places[tes_random_below(random, level->count < PLACES ? level->count : PLACES)];
    question->option_count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, question->scene.things[asked_of(question)].solid);
    for (unsigned i = 0; i < PARTS; i++)
        question->shown.heard.words[i] = (uint8_t)tes_random_below(random, 256);
    return true;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    (void)question;
    return (struct tes_instruction){.key = "ask-heard"};
}

static const struct spoken *find_exact(struct tes_slice tag)
{
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        if (tes_slice_equal_nocase(tag, tes_slice_of(LANGUAGES[i].tag)))
            return &LANGUAGES[i];
    return NULL;
}

/* Takes parts off the end until it is a language that is there: "pt-BR" has its own row, "de-AT" is
 * read as "de". */
static const struct spoken *find_language(struct tes_slice tag)
{
    while (tag.length > 0) {
        const struct spoken *spoken = find_exact(tag);
        if (spoken != NULL)
            return spoken;
        tes_slice_drop_last(&tag, '-');
    }
    return &LANGUAGES[0];
}

/* The wording of that number: the language's first one, or one of the others. */
static struct wording find_wording(const struct spoken *spoken, uint8_t number)
{
    struct wording found = {spoken->tag, spoken->start, spoken->walk, {NULL}};
    unsigned count = 1;
    __builtin_memcpy(found.ask, spoken->ask, sizeof found.ask);
    for (unsigned i = 0; i < WORDING_COUNT; i++)
        count += tes_slice_equal(tes_slice_of(WORDINGS[i].tag), tes_slice_of(spoken->tag));
    unsigned left = number % count;
    for (unsigned i = 0; i < WORDING_COUNT && left > 0; i++)
        if (tes_slice_equal(tes_slice_of(WORDINGS[i].tag), tes_slice_of(spoken->tag)) &&
            --left == 0)
            found = WORDINGS[i];
    return found;
}

void tes_heard_speak(const struct tes_question_asked *question, struct tes_slice language,
                     struct tes_buf *text)
{
    const struct spoken *spoken = find_language(language);
    const uint8_t *words = question->shown.heard.words;
    tes_buf_text(text, find_wording(spoken, words[PART_START]).start);
    for (unsigned i = 0; i < question->scene.count; i++) {
        tes_buf_text(text, i == 0 ? " " : spoken->between);
        tes_buf_text(text, spoken->names[question->scene.things[i].solid]);
    }
    tes_buf_text(text, ". ");
    if (question->shown.heard.walks) {
        tes_buf_text(text, find_wording(spoken, words[PART_WALK]).walk);
        tes_buf_text(text, " ");
    }
    tes_buf_text(text, find_wording(spoken, words[PART_ASK]).ask[question->shown.heard.place]);
}

const struct tes_question tes_question_heard = {"heard", make, ask, 0};

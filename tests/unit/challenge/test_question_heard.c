/*
 * "In front of you, from left to right: cone, ring, cube. Which object is second from the left?":
 * every seed. The answer is found in nothing but the words that are spoken.
 */
#include "question_seeds.h"

#include "challenge/scene/questions/question_views.h"

enum { ANSWERS, REFERENCES, BEGINNINGS, TALLIES, PLACES = 4, TEXT_MAX = 1024, WORDINGS = 4 };

static const char *const STARTS[WORDINGS] = {"In front of you", "There is a row", "Here is a row",
                                             "You stand in front"};

static const unsigned COUNTS[] = {[TES_EASY] = 3, [TES_MEDIUM] = 4, [TES_HARD] = 5};

/* The solid that is named at the text's beginning, and the text behind it. */
static unsigned read_solid(const char **text)
{
    for (unsigned solid = 0; solid < TES_SOLID_COUNT; solid++) {
        const char *name = tes_question_solid_name((enum tes_solid)solid);
        if (strncmp(*text, name, strlen(name)) == 0) {
            *text += strlen(name);
            return solid;
        }
    }
    return TES_SOLID_COUNT;
}

/* The row as it is told, from left to right. */
static unsigned read_row(const char **text, unsigned row[TES_SOLID_COUNT])
{
    unsigned count = 0;
    *text = strchr(*text, ':');
    HOLDS(*text != NULL);
    *text += 2;
    for (;;) {
        HOLDS(count < TES_SOLID_COUNT);
        row[count] = read_solid(text);
        HOLDS(row[count] < TES_SOLID_COUNT);
        count++;
        if (**text == '.')
            return count;
        HOLDS(strncmp(*text, ", ", 2) == 0);
        *text += 2;
    }
}

/* Which of the row is asked for, in the words of the question. */
static unsigned read_place(const char *question, unsigned count, unsigned *reference)
{
    static const struct {
        const char *words;
        unsigned place;
    } ENDS[] = {
        {"on the far left", 0},
        {"on your far left", 0},
        {"furthest to your left", 0},
        {"at the left end", 0},
        {"second from the left", 1},
        {"second from your left", 1},
        {"second object from the left", 1},
        {"second from the right", 2},
        {"second from your right", 2},
        {"second object from the right", 2},
        {"on the far right", 3},
        {"on your far right", 3},
        {"furthest to your right", 3},
        {"at the right end", 3},
    };
    const unsigned from_left[PLACES] = {0, 1, count - 2, count - 1};
    for (unsigned i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++)
        if (strstr(question, ENDS[i].words) != NULL) {
            *reference = ENDS[i].place;
            return from_left[*reference];
        }
    fail_msg("no place is named: %s", question);
    return 0;
}

/* In all wordings of the walk. */
static bool read_walk(const char *text)
{
    return strstr(text, "other side") != NULL || strstr(text, "behind it") != NULL ||
           strstr(text, "far side") != NULL;
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    char memory[TEXT_MAX];
    unsigned row[TES_SOLID_COUNT], seen = 0, reference = 0;
    struct tes_buf buf = tes_buf_on(memory, sizeof memory - 1);
    tes_heard_speak(question, tes_slice_of("en"), &buf);
    struct tes_slice spoken = tes_buf_done(&buf);
    HOLDS(spoken.length > 0);
    memory[spoken.length] = '\0';
    const char *text = memory;
    unsigned count = read_row(&text, row);
    HOLDS(count == COUNTS[level]);
    for (unsigned i = 0; i < count; i++) {
        HOLDS((seen >> row[i] & 1) == 0);
        seen |= 1U << row[i];
    }
    bool walks = read_walk(text);
    HOLDS(level == TES_MEDIUM || walks == (level == TES_HARD));
    unsigned place = read_place(text, count, &reference);
    HOLDS(row[walks ? count - 1 - place : place] == seeds_answer(question));
    seen = 0;
    for (unsigned i = 0; i < question->option_count; i++)
        seen |= 1U << question->options[i];
    HOLDS(seen == 0x3F);
    for (unsigned i = 0; i < WORDINGS; i++)
        if (strncmp(memory, STARTS[i], strlen(STARTS[i])) == 0)
            seeds_tally(&tallies[BEGINNINGS], i);
    seeds_tally(&tallies[ANSWERS], seeds_answer(question));
    /* Of three, nothing is second from the right: that is the second from the left. */
    seeds_tally(&tallies[REFERENCES], level == TES_EASY && reference == 3 ? 2 : reference);
}

static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {&tes_question_heard, TES_QUESTION_heard, level, true, false, 0};
    struct tally tallies[TALLIES] = {
        [ANSWERS] = {.what = "answers", .kinds = TES_SOLID_COUNT},
        [BEGINNINGS] = {.what = "wording of the beginning", .kinds = WORDINGS},
        [REFERENCES] = {.what = "place that is asked for", .kinds = level == TES_EASY ? 3 : PLACES},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4 */
int main(void)
{
    return seeds_main("which object is told of", TES_EASY, check_level, NULL);
}

#include "challenge/scene/questions/question_profile.h"

#include "challenge/scene/questions/round_table.h"

static const char *const NAMES[TES_PROFILE_COUNT] = {
    [TES_PROFILE_DEFAULT] = "default",
    [TES_PROFILE_SEED] = "seed",
};

/* The levels of the seed profile: a turn by quarters without anything hidden, a turn by eighths
 * with things behind one another, a turn by any angle with a tilt. The last one asks for a number:
 * no object is named, so two may be of a kind. */
static const struct level {
    enum tes_question_id question;
    unsigned count; /* of objects; */
    bool is_least;  /* up to so many more as there are other wishes */
} SEED[] = {
    [TES_EASY] = {TES_QUESTION_turn, 2, false},
    [TES_MEDIUM] = {TES_QUESTION_behind, 3, false},
    [TES_HARD] = {TES_QUESTION_visible, TES_TABLE_SOLIDS - TES_PROFILE_WISHES + 1, true},
};

const char *tes_profile_name(unsigned profile)
{
    return profile < TES_PROFILE_COUNT ? NAMES[profile] : NULL;
}

enum tes_question_id tes_profile_question(enum tes_profile profile, enum tes_difficulty difficulty)
{
    return profile == TES_PROFILE_SEED ? SEED[difficulty].question : TES_QUESTION_COUNT;
}

unsigned tes_profile_solids(enum tes_profile profile, enum tes_difficulty difficulty, uint32_t wish)
{
    const struct level *level = &SEED[difficulty];
    return profile == TES_PROFILE_SEED && level->is_least ? level->count + wish : 0;
}

bool tes_profile_takes(enum tes_profile profile, const struct tes_question_asked *question,
                       uint32_t wish)
{
    if (profile != TES_PROFILE_SEED || question->id != TES_QUESTION_behind)
        return true;
    /* "Nothing" is one of three options here, and has to be right as often as each of the
     * others. */
    bool is_nothing = question->options[question->select.cells[0]] == TES_SOLID_COUNT;
    return is_nothing == (wish == 0);
}

/* Which solids stay, a bit each: those that have to, and others picked at random. */
static uint32_t pick_kept(struct tes_random *random, uint32_t kept, unsigned count)
{
    uint8_t order[TES_SOLID_COUNT];
    tes_question_solids(random, order);
    for (unsigned i = 0; i < TES_SOLID_COUNT && (unsigned)__builtin_popcount(kept) < count; i++)
        kept |= 1U << order[i];
    return kept;
}

static void keep_things(struct tes_scene *scene, uint32_t kept)
{
    unsigned count = TES_TABLE_FIRST;
    for (unsigned i = TES_TABLE_FIRST; i < scene->count; i++)
        if ((kept >> scene->things[i].solid & 1) != 0)
            scene->things[count++] = scene->things[i];
    scene->count = count;
}

/* "Nothing", which is no solid, stays. */
static void keep_options(struct tes_question_asked *question, uint32_t kept, uint8_t right)
{
    unsigned count = 0;
    for (unsigned i = 0; i < question->option_count; i++) {
        uint8_t option = question->options[i];
        if (option < TES_SOLID_COUNT && (kept >> option & 1) == 0)
            continue;
        if (option == right)
            question->select.cells[0] = (uint8_t)count;
        question->options[count++] = option;
    }
    question->option_count = (uint8_t)count;
}

void tes_profile_thin(struct tes_random *random, enum tes_profile profile,
                      enum tes_difficulty difficulty, struct tes_question_asked *question)
{
    if (profile != TES_PROFILE_SEED || question->id != SEED[difficulty].question ||
        SEED[difficulty].is_least)
        return;
    uint8_t right = question->options[question->select.cells[0]];
    uint32_t kept = right < TES_SOLID_COUNT ? 1U << right : 0;
    if (question->id == TES_QUESTION_behind)
        kept |= 1U << question->reference;
    kept = pick_kept(random, kept, SEED[difficulty].count);
    keep_things(&question->scene, kept);
    keep_options(question, kept, right);
}

#include "challenge/strength.h"

enum tes_strength_source_number {
#define STRENGTH_SOURCE(name, date, stimuli, text) SOURCE_##name,
#include "challenge/strength_sources.def"
#undef STRENGTH_SOURCE
    SOURCE_COUNT
};

static const struct tes_strength_source SOURCES[SOURCE_COUNT] = {
#define STRENGTH_SOURCE(name, date, stimuli, text) {#name, date, text, TES_STIMULI_##stimuli},
#include "challenge/strength_sources.def"
#undef STRENGTH_SOURCE
};

#define EASY   (1U << TES_EASY)
#define MEDIUM (1U << TES_MEDIUM)
#define HARD   (1U << TES_HARD)
#define ALL    (EASY | MEDIUM | HARD)

#define SHARE(thousandths, of, source)                                                             \
    {                                                                                              \
        thousandths, of, &SOURCES[SOURCE_##source]                                                 \
    }
#define COUNTED(right, of, source) SHARE((1000 * (right) + (of) / 2) / (of), of, source)
#define KNOWN(thousandths, source) SHARE(thousandths, 0, source)
#define UNKNOWN                                                                                    \
    {                                                                                              \
        -1, 0, NULL                                                                                \
    }

static const struct tes_strength ROWS[] = {
#define STRENGTH(kind, question, levels, guess, script, eye, made, people)                         \
    {#kind, #question, levels, {guess, script, eye, made, people}},
#include "challenge/strength.def"
#undef STRENGTH
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

/* Of what nobody has looked at. */
static const struct tes_strength NOTHING_KNOWN = {
    "", "", ALL, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}};

const char *tes_strength_by_name(enum tes_strength_by by)
{
    static const char *const NAMES[TES_STRENGTH_BY_COUNT] = {"guess", "script", "eye", "made",
                                                             "people"};
    return NAMES[by];
}

const char *tes_strength_class_name(unsigned class)
{
    static const char *const NAMES[] = {"friction", "off-the-shelf"};
    return class < sizeof NAMES / sizeof NAMES[0] ? NAMES[class] : NULL;
}

const struct tes_strength *tes_strength_row(size_t number)
{
    return number < ROW_COUNT ? &ROWS[number] : NULL;
}

const struct tes_strength_source *tes_strength_source(size_t number)
{
    return number < SOURCE_COUNT ? &SOURCES[number] : NULL;
}

/* ------------------------------------------------------------------- rule */

static bool stays_low(const struct tes_strength_figure *figure)
{
    return figure->of > 0 && figure->thousandths <= TES_STRENGTH_MOST;
}

/* The rule: scripts and general models were both tried on it, and neither passes more than
 * TES_STRENGTH_MOST. What was not tried is taken for solved. */
enum tes_strength_class tes_strength_class(const struct tes_strength *strength)
{
    return stays_low(&strength->by[TES_BY_SCRIPT]) && stays_low(&strength->by[TES_BY_EYE])
               ? TES_STRENGTH_OFF_THE_SHELF
               : TES_STRENGTH_FRICTION;
}

/* What is not known counts as solved. */
static unsigned passed_by(const struct tes_strength *strength, enum tes_strength_by by)
{
    return strength->by[by].thousandths >= 0 ? (unsigned)strength->by[by].thousandths : 1000;
}

unsigned tes_strength_cheap(const struct tes_strength *strength)
{
    unsigned most = 0;
    for (enum tes_strength_by i = TES_BY_GUESS; i < TES_BY_MADE; i++)
        if (passed_by(strength, i) > most)
            most = passed_by(strength, i);
    return most;
}

unsigned tes_strength_people(const struct tes_strength *strength)
{
    int known = strength->by[TES_BY_PEOPLE].thousandths;
    return known >= 0 ? (unsigned)known : TES_PEOPLE_ASSUMED;
}

/* ------------------------------------------------------------------- find */

/* Most names differ in their first letter, and every answer looks for its row. */
static bool is_named(const char *name, struct tes_slice text)
{
    size_t i = 0;
    while (i < text.length && name[i] != '\0' && name[i] == text.at[i])
        i++;
    return i == text.length && name[i] == '\0';
}

static bool is_of(const struct tes_strength *row, struct tes_slice kind, enum tes_difficulty level)
{
    return (row->levels >> level & 1) != 0 && is_named(row->kind, kind);
}

static bool is_heard(const struct tes_strength *row)
{
    return tes_slice_equal(tes_slice_of(row->question), TES_SLICE("heard"));
}

bool tes_strength_is_weaker(const struct tes_strength *row, const struct tes_strength *than)
{
    const unsigned ranks[][2] = {
        {tes_strength_class(than), tes_strength_class(row)},
        {tes_strength_cheap(row), tes_strength_cheap(than)},
        {passed_by(row, TES_BY_SCRIPT), passed_by(than, TES_BY_SCRIPT)},
    };
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
        if (ranks[i][0] != ranks[i][1])
            return ranks[i][0] > ranks[i][1];
    return false;
}

bool tes_strength_stops_scripts(struct tes_slice kind, enum tes_difficulty level)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_of(&ROWS[i], kind, level) && !is_heard(&ROWS[i]) &&
            passed_by(&ROWS[i], TES_BY_SCRIPT) < 1000)
            return true;
    return false;
}

const struct tes_strength *tes_strength_find(struct tes_slice kind, struct tes_slice question,
                                             enum tes_difficulty level)
{
    const struct tes_strength *found = &NOTHING_KNOWN;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct tes_strength *row = &ROWS[i];
        if (!is_of(row, kind, level))
            continue;
        if (is_named(row->question, question))
            return row;
        if (question.length == 0 && !is_heard(row) &&
            (found == &NOTHING_KNOWN || tes_strength_is_weaker(row, found)))
            found = row;
    }
    return found;
}

unsigned tes_strength_best_of(const struct tes_challenge *challenge,
                              const struct tes_strength *strength)
{
    const unsigned shares[] = {
        10 * challenge->kind->guess_percent(challenge),
        tes_strength_cheap(strength),
        /* A program that nobody has tried to make is not published either. */
        strength->by[TES_BY_MADE].thousandths >= 0 ? passed_by(strength, TES_BY_MADE) : 0,
    };
    unsigned most = 0;
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        if (shares[i] > most)
            most = shares[i];
    return most;
}

const struct tes_strength *tes_strength_of(const struct tes_challenge *challenge)
{
    return tes_strength_find(tes_slice_of(challenge->kind->name),
                             tes_slice_of(tes_record_of(challenge).question_type),
                             challenge->difficulty);
}
